r"""Boards of LaTeX macros, FENs and lists of men, and groups of arguments that belong to one study.

The macros are `\fen`, `\fenboard` of skak, the options of `\chessboard` and `\newchessgame`, and
`\pieces` of diagram.sty. Options follow §3.3–3.10 of the manual of the chessboard package. A list
that cannot be read with certainty, such as one with fairy men, is no board.
"""

import re
from collections.abc import Iterator

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Edit, Span
from gbr_lsp.boards.tex import FILLER, Closers, arguments_after, as_tex, closers_of, content_of, options_in, trim
from gbr_lsp.boards.value import TURNS, Board, BoardKind, Count, board_of_fields
from gbr_lsp.notation.men import control_of
from gbr_lsp.notation.placement import LETTERS, Placement, from_squares, is_fen_like
from gbr_lsp.notation.values import BLACK, KNIGHT, PIECE_TYPES, SQUARE_NAMES, SQUARES, WHITE, Control

GERMAN = "KDTLSB"
"""The letters of king, queen, rook, bishop, knight and pawn in diagram.sty."""

_ENGLISH = "".join(PIECE_TYPES)

_ESCAPE = r"(?<!\\)(?:\\\\)*\\"
_MACRO = regex(
    rf"{_ESCAPE}(?:(?P<fen>fen|fenboard)|(?P<options>chessboard|newgame|newchessgame)|(?P<pieces>pieces)"
    r"|(?P<diagram>begin\{diagram\}))(?![A-Za-z@])"
)
_NAME = regex(rf"{_ESCAPE}(?P<name>[A-Za-z@]++)\*?")
_DIAGRAM = regex(rf"{_ESCAPE}(?P<edge>begin|end)\{{diagram\}}")
_USUAL_SIZE = regex(r"[\s\0]*8[\s\0]*x[\s\0]*8[\s\0]*")
_PLAIN_TEXT = regex(r"[^\\{}#]++")
_COUNT = regex(r"([0-9]{1,2})[\s\0]*\+[\s\0]*([0-9]{1,2})")
_SEPARATORS = regex(r"(?:[\s,;~]|\\[, ])+")
_MEN = regex(r"(?P<color>[wsb])(?P<letter>\w)(?P<squares>(?:[a-h][1-8])+)")
_MAN = regex("(?P<letter>[KQRBNPkqrbnp])(?P<square>[a-h][1-8])")

_LISTS = {
    **dict.fromkeys(("setwhite", "addwhite"), WHITE),
    **dict.fromkeys(("setblack", "addblack"), BLACK),
    **dict.fromkeys(("setpieces", "addpieces"), None),
}
"""The options that list men, with the color of the men; None if upper case is White."""
_TURN_OPTIONS = ("mover", "player", "moveid")
_ALTERING_OPTION = regex(
    "clear(?:area|file|rank|field)s?|(?:add|start|restore|load)fen|(?:start|stop)fill|fillarea|maxfield|zero|language"
)
"""Options with unsupported changes of the men, the size of the board or the letters."""

_CLEARING_OPTIONS = frozenset(("clearboard", "setpieces", "setwhite", "setblack"))
_ADDING_OPTIONS = frozenset(("addpieces", "addwhite", "addblack"))

_LAYOUT = regex(
    "begin|end|(?:par|make|frame|raise|resize|scale|rotate|adjust|f?color)box|textcolor|multi(?:column|row)"
    "|foreignlanguage|twocolumn"
)
"""Macros of layout, whose last argument may contain whole pages."""

_Man = tuple[int, tuple[int, bool]]
"""A square, and the type and color of the man on it."""


def find(text: str, spans: list[Span], letters: str = GERMAN) -> list[Board]:
    """Return a `Board` for each macro with one in `spans`, sorted by offset.

    `letters` are those of diagram.sty.
    """
    if _MACRO.search(text) is None:
        return []
    tex_text = as_tex(text, spans)
    closers = closers_of(tex_text)
    boards, read_end = [], 0
    for macro in _MACRO.finditer(tex_text):
        # A macro within another that was read cannot be a board. This also keeps the work linear.
        if read_end <= macro.start():
            board, read_end = _read(tex_text, macro, closers, letters)
            boards += [board] if board else []
    return boards


def groups(text: str, spans: list[Span]) -> list[Span]:
    """Return the spans of `text` whose contents belong together, sorted by offset; perhaps nested.

    A group is the arguments and options of a macro that has at least two, or a `diagram`
    environment that ends in the block.
    """
    if "\\" not in text or "{" not in text:
        return []
    tex_text = as_tex(text, spans)
    closers = closers_of(tex_text)
    found = list(_diagrams(tex_text))
    for macro in _NAME.finditer(tex_text):
        if _LAYOUT.fullmatch(macro["name"]) or _MACRO.match(tex_text, macro.start()):
            continue
        arguments = list(arguments_after(tex_text, macro.end(), closers))
        if 1 < len(arguments):
            found.append(Span(arguments[0].start - 1, arguments[-1].end + 1))
    return sorted(found)


def rewrite_edits(
    text: str, spans: list[Span], letters: str, board: Board, placement: Placement
) -> list[Edit] | str | None:
    """Return the `Edit`s that make the macro of `board` show `placement`, or a refusal.

    A refusal is a sentence. None if `board` is not that of a macro. The list is empty for a FEN,
    which other code edits. `letters` are those of diagram.sty.
    """
    tex_text = as_tex(text, spans)
    closers = closers_of(tex_text)
    for macro in _MACRO.finditer(tex_text):
        found, _ = _read(tex_text, macro, closers, letters)
        if found is None or found.span != board.span:
            continue
        if FILLER in tex_text[slice(*board.span)]:
            return "The board contains a comment"
        is_option = macro["options"] is not None
        argument = next(arguments_after(tex_text, macro.end(), closers))
        refusal = _refusal(tex_text, argument, closers) if is_option else None
        return refusal or _list_edits(text, board, placement, is_option=is_option, letters=letters)
    return None


def has_unreadable_board(text: str, spans: list[Span], letters: str = GERMAN) -> bool:
    """Return True if a macro in `spans` shows a board that cannot be read."""
    if _MACRO.search(text) is None:
        return False
    tex_text = as_tex(text, spans)
    closers = closers_of(tex_text)
    for macro in _MACRO.finditer(tex_text):
        found, end = _read(tex_text, macro, closers, letters)
        is_other = macro["options"] is None and not macro["diagram"]
        if found is None and (macro.end() < end or (is_other and any(arguments_after(tex_text, macro.end(), closers)))):
            return True
    return False


def _refusal(tex_text: str, option: Span, closers: Closers) -> str | None:
    """Return the reason in words not to edit `option`, or None.

    It is None if the option has one FEN or one list.
    """
    names = [name for name, _ in options_in(tex_text, option, closers)]
    boards = [name for name in names if name == "setfen" or name in _LISTS]
    other_names = [name for name in names if name.startswith("print") or name == "clearboard"]
    if other_names or len(boards) != 1 or boards[0] not in ("setfen", "setpieces"):
        obstacle = next(iter(other_names), None) or next((name for name in boards[::-1] if name != "setfen"), "")
        return f"Only a board with one setfen or one setpieces is changed, but this one has {obstacle}"
    return "The options of the board contain a macro" if "\\" in tex_text[slice(*option)] else None


def _list_edits(text: str, board: Board, placement: Placement, *, is_option: bool, letters: str) -> list[Edit]:
    """Return the `Edit`s that make the list of `board` show `placement`, its count included.

    With `is_option`, it is a list of chessboard, else one of diagram.sty in `letters`.
    """
    if board.kind is BoardKind.FEN:
        return []
    old_text = text[slice(*board.span)]
    if is_option:
        separator = ", " if ", " in old_text else ","
        men = [
            LETTERS[piece_type, color] + SQUARE_NAMES[square]
            for color in (WHITE, BLACK)
            for piece_type in PIECE_TYPES.values()
            for square in placement.squares_of(piece_type, color)
        ]
        return [Edit(board.span, separator.join(men))]
    black = "s" if re.search(r"s\w[a-h]", old_text) else "b" if re.search(r"b\w[a-h]", old_text) else None
    edits = [Edit(board.span, pieces_list(placement, letters, black))]
    control = control_of(placement.men)
    if board.men_count and control:
        edits.append(Edit(board.men_count.span, f"{control.white}+{control.black}"))
    return edits


def pieces_list(placement: Placement, letters: str, black: str | None = None) -> str:
    """Return `placement` as a list of diagram.sty: `wKa4, sKb7, …`.

    `letters` are those of the men. `black` is the letter of Black.
    """
    black = black or ("b" if letters == _ENGLISH else "s")
    men = [
        side + letter + "".join(SQUARE_NAMES[square] for square in squares)
        for color, side in ((WHITE, "w"), (BLACK, black))
        for piece_type, letter in zip(PIECE_TYPES.values(), letters, strict=True)
        if (squares := placement.squares_of(piece_type, color))
    ]
    return ", ".join(men)


def _read(text: str, macro: re.Match[str], closers: Closers, letters: str) -> tuple[Board | None, int]:
    """Return the `Board` of `macro` or None, and the end offset of the text read.

    The offset is the end of `macro` if nothing was read.
    """
    arguments = arguments_after(text, macro.end(), closers)
    first = next(arguments, None)
    if first is None:
        return None, macro.end()
    option = first if text[first.start - 1] == "[" else None
    if macro["options"]:
        return (_options_board(text, option, closers), option.end) if option else (None, macro.end())
    if macro["diagram"]:
        usual = option is None or _USUAL_SIZE.fullmatch(text, *option)
        return None, macro.end() if usual else _end_of_diagram(text, macro.end())
    argument = next(arguments, None) if option else first
    if argument is None or text[argument.start - 1] == "[" or (macro["fen"] and option):
        return None, macro.end()
    board = _fen_board(text, argument) if macro["fen"] else _pieces_board(text, option, argument, letters)
    return board, argument.end


def _fen_board(text: str, span: Span) -> Board | None:
    """Return the `Board` of a FEN in `span`; None for a macro or the parameter of a definition."""
    span = trim(text, span)
    if _PLAIN_TEXT.fullmatch(text, *span) is None:
        return None
    fields = content_of(text, span).split()
    return board_of_fields(span, fields) if fields and is_fen_like(fields[0], is_announced=True) else None


def _pieces_board(text: str, option: Span | None, argument: Span, letters: str) -> Board | None:
    """Return the `Board` of a list of diagram.sty, `wKa4, sBb7c7`, or None.

    `argument` is the span of the list, `option` that of its count, if any.
    """
    types = dict(zip(letters, PIECE_TYPES.values(), strict=False))
    if letters == _ENGLISH:
        types["S"] = KNIGHT
    men: list[_Man] = []
    for item in filter(None, _SEPARATORS.split(content_of(text, argument))):
        match = _MEN.fullmatch(item)
        if match is None or match["letter"] not in types:
            return None
        man = types[match["letter"]], match["color"] == "w"
        squares = match["squares"]
        men += [(SQUARES[squares[index : index + 2]], man) for index in range(0, len(squares), 2)]
    board = _men_board(trim(text, argument), men)
    return board._replace(men_count=_count(text, option)) if board and option else board


def _count(text: str, option: Span) -> Count | None:
    """Return the `Count` in the span `option`, `4+5`, or None."""
    span = trim(text, option)
    match = _COUNT.fullmatch(text, *span)
    return Count(Control(int(match[1]), int(match[2])), span) if match else None


def _options_board(text: str, span: Span, closers: Closers) -> Board | None:
    """Return the `Board` of the options of chessboard or xskak, or None if uncertain."""
    options = list(options_in(text, span, closers))
    values = dict(options)
    keys = [key for key, _ in options if key in _LISTS or key in ("setfen", "clearboard")]
    if len(set(keys)) < len(keys) or any(map(_ALTERING_OPTION.fullmatch, values)):
        return None
    if keys == ["setfen"]:
        board = _fen_board(text, values["setfen"])
    else:
        board = _lists_board(text, {key: values[key] for key in keys if key in _LISTS}) if _are_complete(keys) else None
    stated_turns = [TURNS.get(content_of(text, values[key])[-1:]) for key in _TURN_OPTIONS if key in values]
    if board is None or not stated_turns or stated_turns[0] is None:
        return board
    # If the FEN states another side, neither is known to be right.
    return board._replace(turn=stated_turns[0] if board.turn in (None, stated_turns[0]) else None)


def _are_complete(keys: list[str]) -> bool:
    """Return True if the options `keys` clear the board and then only add men.

    `setwhite` with `setblack` is accepted, although the second one clears the board again: the
    package requires `setwhite` with `addblack`.
    """
    clear_count = 2 if set(keys[:2]) == {"setwhite", "setblack"} else 1
    return (
        keys != []
        and _CLEARING_OPTIONS.issuperset(keys[:clear_count])
        and _ADDING_OPTIONS.issuperset(keys[clear_count:])
    )


def _lists_board(text: str, lists: dict[str, Span]) -> Board | None:
    """Return the `Board` of `lists`, spans by the name of the option, or None.

    Each man has one square. The package allows nothing else.
    """
    men: list[_Man] = []
    for key, span in lists.items():
        for item in filter(None, map(str.strip, content_of(text, span).split(","))):
            match = _MAN.fullmatch(item)
            if match is None:
                return None
            letter, color = match["letter"], _LISTS[key]
            piece_type = PIECE_TYPES[letter.upper()]
            men.append((SQUARES[match["square"]], (piece_type, letter.isupper() if color is None else color)))
    if not men:
        return None
    return _men_board(Span(min(span.start for span in lists.values()), max(span.end for span in lists.values())), men)


def _men_board(span: Span, men: list[_Man]) -> Board | None:
    """Return the `Board` of `men`; None if two share a square or a side lacks its king."""
    by_square = dict(men)
    placement = from_squares(by_square) if len(by_square) == len(men) else None
    return Board(BoardKind.PIECES, span, placement, None) if placement else None


def _diagrams(text: str) -> Iterator[Span]:
    r"""Yield the span of each `diagram` environment, from `\begin` to the end of `\end{diagram}`."""
    start = None
    for match in _DIAGRAM.finditer(text):
        if match["edge"] == "begin":
            start = match.start("edge") - 1
        elif start is not None:
            yield Span(start, match.end())
            start = None


def _end_of_diagram(text: str, offset: int) -> int:
    """Return the end offset of a diagram of unusual size, whose squares are not read."""
    end = next((match for match in _DIAGRAM.finditer(text, offset) if match["edge"] == "end"), None)
    return end.end() if end else len(text)
