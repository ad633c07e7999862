/* Check of the moves of PGN games, for the many games in which every move is right.

   It does the work of `replay.py` for text in the usual form. It never reports a mistake: if it does not understand the
   text, or cannot make a move, it returns the offset, and Python decides. There is no global state. Only the ends of
   lines after which the game is over are allocated.
*/

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

typedef uint64_t Bits; /* a set of squares: bit 0 is a1, bit 63 is h8 */

enum { ALL, PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING, CASTLES, FIELDS, DEEPEST = 64 };

typedef struct {
    Bits men[2][FIELDS]; /* Black's and White's: all, each kind, and the rooks that may castle */
    Bits passant;        /* the square where the side to move may capture en passant */
    int turn;            /* 1 if White moves */
} Board;

typedef struct {
    Board now, before;
    int half, tried, has_before; /* the half-move due, and White's mistake, as in replay.py */
} Line;

typedef struct {
    int kind;
    const void *data;
    Py_ssize_t length, at;
} Text;

static const Bits FILE_A = 0x0101010101010101, FILE_H = 0x8080808080808080;
static const Bits RANK_1 = 0xFF, RANK_2 = 0xFF00, RANK_7 = 0x00FF000000000000, BACK_RANKS = 0xFF000000000000FF;

static Bits step(Bits squares, int way)
{
    switch (way) {
    case 0: return squares << 8;
    case 1: return squares >> 8;
    case 2: return (squares & ~FILE_H) << 1;
    case 3: return (squares & ~FILE_A) >> 1;
    case 4: return (squares & ~FILE_H) << 9;
    case 5: return (squares & ~FILE_A) << 7;
    case 6: return (squares & ~FILE_H) >> 7;
    default: return (squares & ~FILE_A) >> 9;
    }
}

static Bits jumps(Bits square)
{
    Bits one = step(square, 2) | step(square, 3);
    Bits two = step(step(square, 2), 2) | step(step(square, 3), 3);
    return one << 16 | one >> 16 | two << 8 | two >> 8;
}

/* Return the squares reached in the directions `first` to `last` - 1, up to and including the first man. */
static Bits slide(Bits square, Bits occupied, int first, int last)
{
    Bits found = 0;
    for (int way = first; way < last; way++)
        for (Bits at = step(square, way); at; at = step(at & ~occupied, way))
            found |= at;
    return found;
}

static Bits ring(Bits square) { return slide(square, ~(Bits)0, 0, 8); }

/* Return the squares a piece may reach, up to and including the first man; it may also come from there. */
static Bits reach(int type, Bits square, Bits occupied)
{
    switch (type) {
    case KNIGHT: return jumps(square);
    case KING: return ring(square);
    case QUEEN: return slide(square, occupied, 0, 8);
    case ROOK: return slide(square, occupied, 0, 4);
    default: return slide(square, occupied, 4, 8);
    }
}

/* Return the squares from which a pawn of `color` attacks `square`. */
static Bits pawn_threats(Bits square, int color)
{
    return color ? step(square, 6) | step(square, 7) : step(square, 4) | step(square, 5);
}

static int is_attacked(const Bits *them, Bits square, Bits occupied, int by)
{
    Bits queens = them[QUEEN], straight = them[ROOK] | queens, diagonal = them[BISHOP] | queens;
    return (pawn_threats(square, by) & them[PAWN]) || (jumps(square) & them[KNIGHT]) || (ring(square) & them[KING]) ||
           (straight && slide(square, occupied, 0, 4) & straight) ||
           (diagonal && slide(square, occupied, 4, 8) & diagonal);
}

static int is_in_check(const Board *board, int color)
{
    const Bits *us = board->men[color], *them = board->men[!color];
    return is_attacked(them, us[KING], us[ALL] | them[ALL], !color);
}

static void take(Bits *side, Bits square)
{
    side[ALL] ^= square;
    side[CASTLES] &= ~square;
    for (int type = PAWN; type <= KING; type++)
        if (side[type] & square) {
            side[type] ^= square;
            return;
        }
}

/* Move a man that may go from `origin` to `to`; return whether his king is safe. */
static int make(const Board *board, int type, Bits origin, Bits to, int promotion, Board *after)
{
    int turn = board->turn;
    Bits *us = after->men[turn], *them = after->men[!turn];
    *after = *board;
    us[ALL] ^= origin | to;
    us[type] ^= origin | to;
    if (promotion) {
        us[PAWN] ^= to;
        us[promotion] ^= to;
    }
    if (them[ALL] & to)
        take(them, to);
    else if (type == PAWN && to == board->passant && pawn_threats(to, turn) & origin)
        take(them, turn ? to >> 8 : to << 8);
    us[CASTLES] = type == KING ? 0 : us[CASTLES] & ~origin;
    Bits middle = turn ? origin << 8 : origin >> 8;
    after->passant = type == PAWN && (turn ? middle << 8 : middle >> 8) == to ? middle : 0;
    after->turn = !turn;
    return !is_in_check(after, turn);
}

/* Return the squares a man may go to, if his king's safety is ignored. */
static Bits targets(const Board *board, int type, Bits origin)
{
    const Bits *us = board->men[board->turn], *them = board->men[!board->turn];
    Bits occupied = us[ALL] | them[ALL], steps;
    if (type != PAWN)
        return reach(type, origin, occupied) & ~us[ALL];
    steps = (board->turn ? origin << 8 : origin >> 8) & ~occupied;
    if (origin & (board->turn ? RANK_2 : RANK_7))
        steps |= (board->turn ? steps << 8 : steps >> 8) & ~occupied;
    return steps | (pawn_threats(origin, !board->turn) & (them[ALL] | board->passant));
}

/* Return whether the side to move has a legal move; castling is skipped, for the king can then step too. */
static int can_move(const Board *board)
{
    Board after;
    for (int type = KING; PAWN <= type; type--)
        for (Bits men = board->men[board->turn][type]; men; men &= men - 1) {
            Bits origin = men & -men;
            for (Bits to = targets(board, type, origin); to; to &= to - 1)
                if (make(board, type, origin, to & -to, 0, &after))
                    return 1;
        }
    return 0;
}

static int is_over(const Board *board)
{
    const Bits *black = board->men[0], *white = board->men[1];
    return (black[ALL] == black[KING] && white[ALL] == white[KING]) || !can_move(board);
}

static int castle(const Board *board, int is_long, Board *after)
{
    int turn = board->turn;
    Bits corner = (is_long ? (Bits)1 : (Bits)1 << 7) << (turn ? 0 : 56);
    Bits king = board->men[turn][KING], others = board->men[!turn][ALL], own = board->men[turn][ALL];
    if (!king || !(board->men[turn][CASTLES] & corner))
        return 0;
    Bits between = is_long ? corner << 1 | corner << 2 | corner << 3 : corner >> 1 | corner >> 2;
    Bits passed = is_long ? king >> 1 : king << 1, target = is_long ? king >> 2 : king << 2;
    if (between & (own | others) || is_in_check(board, turn) ||
        is_attacked(board->men[!turn], passed, (own ^ king ^ passed) | others, !turn))
        return 0;
    *after = *board;
    Bits *us = after->men[turn];
    us[KING] = target;
    us[ROOK] ^= corner | passed;
    us[ALL] ^= king | target | corner | passed;
    us[CASTLES] = 0;
    after->passant = 0;
    after->turn = !turn;
    return !is_in_check(after, turn);
}

/* Return whether the side to move has a move after which the game is over. */
static int can_end(const Board *board)
{
    Board after;
    for (int type = PAWN; type <= KING; type++)
        for (Bits men = board->men[board->turn][type]; men; men &= men - 1) {
            Bits origin = men & -men;
            for (Bits rest = targets(board, type, origin); rest; rest &= rest - 1) {
                Bits to = rest & -rest;
                int promotes = type == PAWN && to & BACK_RANKS, last = promotes ? QUEEN : 0;
                for (int promotion = promotes ? KNIGHT : 0; promotion <= last; promotion++)
                    if (make(board, type, origin, to, promotion, &after) && is_over(&after))
                        return 1;
            }
        }
    return (castle(board, 0, &after) && is_over(&after)) || (castle(board, 1, &after) && is_over(&after));
}

/* Make the legal move of a man on one of `origins`; return 0 if there is none, or more than one. */
static int play(const Board *board, int type, Bits origins, Bits to, int promotion, Board *after)
{
    int found = 0;
    Board tried;
    for (origins &= board->men[board->turn][type]; origins; origins &= origins - 1)
        if (make(board, type, origins & -origins, to, promotion, &tried)) {
            if (found++)
                return 0;
            *after = tried;
        }
    return found;
}

static Py_UCS4 peek(const Text *text, Py_ssize_t ahead)
{
    Py_ssize_t at = text->at + ahead;
    return at < text->length ? PyUnicode_READ(text->kind, text->data, at) : 0;
}

static int is_digit(Py_UCS4 c) { return '0' <= c && c <= '9'; }
static int is_file(Py_UCS4 c) { return 'a' <= c && c <= 'h'; }
static int is_rank(Py_UCS4 c) { return '1' <= c && c <= '8'; }
static int is_blank(Py_UCS4 c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

static int is_of_word(Py_UCS4 c)
{
    return is_digit(c) || ('A' <= c && c <= 'Z') || ('a' <= c && c <= 'z') || c == '_' || 127 < c;
}

static int says(Text *text, const char *what)
{
    Py_ssize_t length = 0;
    for (; what[length]; length++)
        if (peek(text, length) != (unsigned char)what[length])
            return 0;
    Py_UCS4 behind = peek(text, length);
    if (is_of_word(behind) || behind == '-' || behind == '/')
        return 0;
    text->at += length;
    return 1;
}

static int type_of(Py_UCS4 letter)
{
    for (int type = KNIGHT; type <= KING; type++)
        if (letter == (unsigned char)"  NBRQK"[type])
            return type;
    return 0;
}

/* Read a move, without its check sign, and make it; return 0 if it is not understood or not legal. */
static int read_move(Text *text, const Board *board, Board *after)
{
    const Bits *us = board->men[board->turn], *them = board->men[!board->turn];
    int type = type_of(peek(text, 0)), promotion = 0;
    Py_ssize_t at = type != 0;
    Bits named = ~(Bits)0;
    Py_UCS4 file = 0, rank = 0, to_file, to_rank;
    if (is_file(peek(text, at)) && !is_rank(peek(text, at + 1)))
        file = peek(text, at++);
    else if (type && is_rank(peek(text, at)))
        rank = peek(text, at++);
    else if (type && is_file(peek(text, at))) {
        Py_ssize_t next = at + 2;
        if (peek(text, next) == 'x' || peek(text, next) == '-')
            next++;
        if (is_file(peek(text, next)) && is_rank(peek(text, next + 1))) {
            file = peek(text, at);
            rank = peek(text, at + 1);
            at += 2;
        }
    }
    if ((type || file) && (peek(text, at) == 'x' || peek(text, at) == '-'))
        at++;
    to_file = peek(text, at++);
    to_rank = peek(text, at++);
    if (!is_file(to_file) || !is_rank(to_rank))
        return 0;
    if (!type && peek(text, at) == '=') {
        promotion = type_of(peek(text, at + 1));
        if (!promotion || promotion == KING)
            return 0;
        at += 2;
    }
    Py_UCS4 behind = peek(text, at);
    if (is_of_word(behind) || behind == '-' || behind == '=')
        return 0;
    Bits to = (Bits)1 << (8 * (to_rank - '1') + to_file - 'a');
    if (file)
        named &= FILE_A << (file - 'a');
    if (rank)
        named &= RANK_1 << (8 * (rank - '1'));
    if (us[ALL] & to)
        return 0;
    text->at += at;
    if (type)
        return play(board, type, named & reach(type, to, us[ALL] | them[ALL]), to, 0, after);
    if (file == to_file || !(to & BACK_RANKS) != !promotion)
        return 0;
    if (file)
        return (them[ALL] | board->passant) & to &&
               play(board, PAWN, named & pawn_threats(to, board->turn), to, promotion, after);
    Bits origin = board->turn ? to >> 8 : to << 8;
    if (them[ALL] & to)
        return 0;
    if (!((us[ALL] | them[ALL]) & origin) && to & RANK_1 << (board->turn ? 24 : 32))
        origin = board->turn ? origin >> 8 : origin << 8;
    return play(board, PAWN, origin, to, promotion, after);
}

/* Return whether the check sign after a move is right; `text` is at the sign. */
static int has_right_sign(const Text *text, const Board *after, int is_null)
{
    int printed = 0, mate = 0;
    for (; printed < 2 && (peek(text, printed) == '+' || peek(text, printed) == '#'); printed++)
        mate |= peek(text, printed) == '#';
    if (is_null || !is_in_check(after, after->turn))
        return !printed;
    return printed && (!mate || !can_move(after));
}

/* Skip a tag whose value has no quote and no backslash; return 0 for any other text. */
static int pass_tag(Text *text)
{
    Py_ssize_t at = 1;
    while (is_of_word(peek(text, at)) && peek(text, at) < 128)
        at++;
    if (at == 1 || peek(text, at) != ' ' || peek(text, at + 1) != '"')
        return 0;
    at += 2;
    for (Py_UCS4 c; (c = peek(text, at)) != '"'; at++)
        if (!c || c == '\\' || c == '\r' || c == '\n')
            return 0;
    if (peek(text, at + 1) != ']')
        return 0;
    text->at += at + 2;
    return 1;
}

/* Add the end of a line after which the game is over to `ends`; return -1 with an exception set on failure. */
static int add_end(PyObject *ends, const Board *board, int tried, int is_main)
{
    if (!is_over(board))
        return 0;
    const Bits *us = board->men[board->turn], *them = board->men[!board->turn];
    PyObject *end = Py_BuildValue(
        "(([KKKKKKKK][KKKKKKKK]KO)OO)", us[0], us[1], us[2], us[3], us[4], us[5], us[6], us[7], them[0], them[1],
        them[2], them[3], them[4], them[5], them[6], them[7], board->passant, board->turn ? Py_True : Py_False,
        tried ? Py_True : Py_False, is_main ? Py_True : Py_False);
    int failed = end == NULL || PyList_Append(ends, end);
    Py_XDECREF(end);
    return failed ? -1 : 0;
}

/* Follow a game; return 1 if it is understood and right, 0 if not (`text` is there), -1 with an exception set. */
static int follow_text(Text *text, const Board *start, int signs, PyObject *ends)
{
    Line lines[DEEPEST], line = {.now = *start, .half = start->turn ? 2 : 3};
    Board after;
    int depth = 0, counted = 0, numbered = -1, is_over = 0;
    while (text->at < text->length) {
        Py_UCS4 c = peek(text, 0);
        if (is_blank(c) || c == '.' || c == '!' || c == '#' || c == '+') {
            text->at++;
        } else if (c == '{') {
            Py_ssize_t end = text->at + 1;
            while (end < text->length && PyUnicode_READ(text->kind, text->data, end) != '}')
                end++;
            if (end == text->length)
                return 0;
            text->at = end + 1;
        } else if (c == '(') {
            if (!line.has_before || depth == DEEPEST)
                return 0;
            lines[depth++] = line;
            line.now = line.before;
            line.has_before = 0;
            line.half--;
            line.tried = line.tried && line.tried < line.half ? -1 : 0;
            numbered = -1;
            text->at++;
        } else if (c == ')') {
            if (!depth || !line.has_before)
                return 0;
            if (0 <= line.tried && add_end(ends, &line.now, line.tried, 0))
                return -1;
            line = lines[--depth];
            numbered = -1;
            text->at++;
        } else if (c == '?' || c == '$') {
            Py_ssize_t at = 1;
            int is_mistake = c == '?';
            while (is_mistake ? peek(text, at) == '?' || peek(text, at) == '!' : is_digit(peek(text, at)))
                at++;
            if (!is_mistake) {
                Py_UCS4 first = peek(text, 1);
                if (at == 1)
                    return 0;
                is_mistake = at == 2 && (first == '2' || first == '4' || first == '6');
            }
            if (is_mistake && !line.tried && !line.now.turn)
                line.tried = line.half - 1;
            text->at += at;
        } else if ((c == '*' || is_digit(c)) &&
                   (says(text, "1-0") || says(text, "0-1") || says(text, "1/2-1/2") || says(text, "*"))) {
            is_over |= !depth && line.has_before;
        } else if (is_over && !depth && c != '[') {
            return 0; /* another game on the line of the result, or something that Python decides about */
        } else if (is_digit(c) && c != '0') {
            Py_ssize_t at = 0;
            int number = 0, black;
            while (at < 3 && is_digit(peek(text, at)))
                number = 10 * number + (int)(peek(text, at++) - '0');
            if (peek(text, at++) != '.')
                return 0;
            black = peek(text, at) == '.' && peek(text, at + 1) == '.';
            Py_ssize_t behind = at + 2 * black;
            while (is_blank(peek(text, behind)))
                behind++;
            if (peek(text, behind) == '.')
                return 0;
            if (!counted) {
                line.half = 2 * number + line.half % 2;
                counted = 1;
            }
            if (2 * number + black != line.half || numbered == line.half)
                return 0;
            numbered = line.half;
            text->at += at + 2 * black;
        } else if (c == '[') {
            if (!pass_tag(text))
                return 0;
        } else {
            int is_null = 0, made;
            Py_ssize_t first = text->at;
            if (c == '-' && peek(text, 1) == '-' && peek(text, 2) != '-') {
                after = line.now;
                after.passant = 0;
                after.turn = !after.turn;
                is_null = 1;
                made = !is_in_check(&line.now, line.now.turn);
                text->at += 2;
            } else if (says(text, "O-O-O") || says(text, "0-0-0"))
                made = castle(&line.now, 1, &after);
            else if (says(text, "O-O") || says(text, "0-0"))
                made = castle(&line.now, 0, &after);
            else
                made = read_move(text, &line.now, &after);
            if (!made || (signs && !has_right_sign(text, &after, is_null))) {
                text->at = first;
                return 0;
            }
            line.before = line.now;
            line.now = after;
            line.has_before = 1;
            line.half++;
        }
    }
    return depth ? 0 : add_end(ends, &line.now, line.tried, 1) ? -1 : 1;
}

static int read_side(PyObject *side, Bits *men)
{
    if (!PyList_Check(side) || PyList_GET_SIZE(side) != FIELDS)
        return PyErr_Format(PyExc_TypeError, "a side is a list of eight bitboards") != NULL;
    for (int field = 0; field < FIELDS; field++) {
        men[field] = PyLong_AsUnsignedLongLong(PyList_GET_ITEM(side, field));
        if (men[field] == (Bits)-1 && PyErr_Occurred())
            return 0;
    }
    return 1;
}

/* Read a position: 1 if it has a king of each color and no pawn on the back ranks, 0 if not; -1 with an exception. */
static int read_position(PyObject *now, Board *board)
{
    PyObject *us, *them;
    int turn;
    unsigned long long passant;
    /* The position is a tuple, which cannot change while its numbers are read: it keeps both sides alive. */
    if (!PyArg_ParseTuple(now, "OOKp", &us, &them, &passant, &turn))
        return -1;
    board->turn = turn;
    board->passant = passant;
    if (!read_side(us, board->men[turn]) || !read_side(them, board->men[!turn]))
        return -1;
    Bits king = board->men[0][KING], other = board->men[1][KING];
    Bits pawns = board->men[0][PAWN] | board->men[1][PAWN];
    return king && other && !(king & (king - 1)) && !(other & (other - 1)) && !(pawns & BACK_RANKS);
}

static PyObject *may_end(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *now;
    Board board;
    if (!PyArg_ParseTuple(args, "O!", &PyTuple_Type, &now))
        return NULL;
    int is_usual = read_position(now, &board);
    return is_usual < 0 ? NULL : PyBool_FromLong(!is_usual || is_in_check(&board, !board.turn) || can_end(&board));
}

static PyObject *follow(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *string, *now;
    Text text;
    Board start;
    int signs;
    if (!PyArg_ParseTuple(args, "UnO!p", &string, &text.at, &PyTuple_Type, &now, &signs))
        return NULL;
    int is_usual = read_position(now, &start);
    if (is_usual < 0)
        return NULL;
    text.kind = PyUnicode_KIND(string);
    text.data = PyUnicode_DATA(string);
    text.length = PyUnicode_GET_LENGTH(string);
    if (text.at < 0 || !is_usual)
        return PyLong_FromSsize_t(text.at);
    PyObject *ends = PyList_New(0);
    if (ends == NULL)
        return NULL;
    int done = follow_text(&text, &start, signs, ends);
    if (done == 1)
        return ends;
    Py_DECREF(ends);
    return done < 0 ? NULL : PyLong_FromSsize_t(text.at);
}

static PyMethodDef methods[] = {{"follow", follow, METH_VARARGS, "See _follow.pyi."},
                                {"may_end", may_end, METH_VARARGS, "See _follow.pyi."},
                                {NULL, NULL, 0, NULL}};

static struct PyModuleDef_Slot slots[] = {
#ifdef Py_GIL_DISABLED
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_follow", NULL, 0, methods, slots, NULL, NULL, NULL};

PyMODINIT_FUNC PyInit__follow(void) { return PyModuleDef_Init(&definition); }
