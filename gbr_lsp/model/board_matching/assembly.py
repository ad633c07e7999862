"""The studies of a section: each code with the boards that belong to it."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator, Sequence
from functools import partial

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span
from gbr_lsp.boards import diagram, lists
from gbr_lsp.boards.value import Board, BoardKind
from gbr_lsp.model.block import Block, Place
from gbr_lsp.model.board_matching.later_positions import with_lone_classes, with_unread_boards, without_later_boards
from gbr_lsp.model.board_matching.pairing import Candidate, has_close_men, is_close, pair
from gbr_lsp.model.board_matching.refusals import BoardRefusal, Reason
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.section import Section
from gbr_lsp.model.statements import with_statements
from gbr_lsp.model.study import Bond, OwnedBoard, Study
from gbr_lsp.notation.code_forms import is_match
from gbr_lsp.notation.men import force_of
from gbr_lsp.notation.placement import Placement
from gbr_lsp.notation.values import Evidence, Force, Kind, Kings, Occurrence

_LETTER = regex(r"\w")
_MAX_RIVALS = 16
"""Maximum number of codes with the kings of a board that are compared with it."""


def read_section(blocks: Sequence[Block], conventions: Conventions) -> Section:
    """Return the `Section` of `blocks`, with a study and its boards for each code."""
    section = _with_boards(Section(blocks, conventions))
    if any(block.twin_marks for block in section.blocks):
        from gbr_lsp.model.twins import with_twins

        section = with_twins(section)
    return with_statements(section)


def _with_boards(section: Section) -> Section:
    """Return `section` with its studies and their boards, before counts, goal sentences and listed kings."""
    conventions = section.conventions
    studies: list[Study] = []
    sure: dict[int, list[OwnedBoard]] = {}
    placed: dict[int, OwnedBoard] = {}
    for block in section.blocks:
        codes = _codes_of(block, conventions)
        if block.contents.uncertain:
            classes = {code.span_of(Kind.CLASS): code for code in (*codes, *block.contents.uncertain)}
            codes = sorted(classes.values(), key=lambda code: code.span)
        boards = [OwnedBoard(block, board, Bond.SURE) for board in block.contents.boards] if codes else []
        for number, its in _sure_pairs(block, codes).items() if boards else ():
            sure[len(studies) + number] = [boards[board] for board in its]
        for code_number, board_number in _placed_pairs(block, codes) if boards and block.proof_boards else ():
            placed[len(studies) + code_number] = boards[board_number]
        studies += [Study(block, code, (), conventions) for code in codes]
    pool = _with_best_readings(studies, list(section.boards))
    if not studies or not (pool or any(study.code.pieces is not None for study in studies)):
        section = section.with_studies(_confirmed(studies, conventions))
        return without_later_boards(with_lone_classes(section, pool)) if pool else section
    owned, refused = _boards_by_study(studies, pool, sure, placed)
    left = [study for study, its in zip(studies, owned, strict=True) if not its and study.is_alone_on_line]
    if left and (heads := _boards_of_heads(section, studies, pool, {study.code.kings for study in left})):
        owned, refused = _boards_by_study(studies, pool, sure, heads | placed)
    close = [
        (study, one) for study, boards in zip(studies, owned, strict=True) for one in boards if one.bond is Bond.CLOSE
    ]
    if close and _may_be_unread(section, studies, owned):
        refused |= {(study.code_place, one.place): BoardRefusal(Reason.UNREAD) for study, one in close}
        owned = [[one for one in boards if one.bond is not Bond.CLOSE] for boards in owned]
    studies = [study._replace(boards=tuple(boards)) for study, boards in zip(studies, owned, strict=True)]
    section = with_lone_classes(section.with_studies(_confirmed(studies, conventions), refused), pool)
    if any(one.bond in (Bond.CLOSE, Bond.AGREES) for study in section.studies for one in study.boards):
        section = _without_repeats(without_later_boards(section))
    owning = {one.place for study in section.studies for one in study.boards}
    unread = [one for one in pool if one.board.placement is None and one.place not in owning]
    if unread:
        section = with_unread_boards(section, unread)
    grouped = any(block.contents.groups for block in section.blocks)
    return _with_shared(section) if grouped else section


def _codes_of(block: Block, conventions: Conventions) -> list[Occurrence]:
    """Return the codes of `block` with evidence, or all codes if `conventions` say so."""
    return [code for code in block.contents.codes if conventions.is_believed(code)]


def _confirmed(studies: list[Study], conventions: Conventions) -> list[Study]:
    """Return `studies` with the classes alone in place of unconfirmed codes.

    A close board confirms a code, and so does an equal code on another line.
    """
    uncertain = {study.block for study in studies if study.occurrence.evidence is Evidence.BOARD}
    if not uncertain:
        return studies
    alone = {(block, code.span_of(Kind.CLASS)): code for block in uncertain for code in _codes_of(block, conventions)}
    stated: dict[tuple[object, ...], set[tuple[Block, int]]] = defaultdict(set)
    for study in studies:
        if study.occurrence.evidence is not Evidence.BOARD:
            stated[study.code[:2]].add(_line_of(study))
    found = []
    for study in studies:
        near = (one.board.placement for one in study.boards if one.board.placement)
        places = stated[study.code[:2]]
        is_stated = 1 < len(places) or (len(places) == 1 and _line_of(study) not in places)
        is_certain = study.occurrence.evidence is not Evidence.BOARD or is_stated
        if is_certain or any(is_close(study.code, board) for board in near):
            found.append(study)
        elif code := alone.get((study.block, study.occurrence.span_of(Kind.CLASS))):
            found.append(study._replace(occurrence=code, boards=()))
    return found


def _line_of(study: Study) -> tuple[Block, int]:
    return study.block, study.block.lines.line_at(study.occurrence.span.start)


def _with_best_readings(studies: list[Study], pool: list[OwnedBoard]) -> list[OwnedBoard]:
    """Return `pool` with one reading selected for each list of men that has several.

    It is the reading with the smallest `_digit_distance`, so that a list is disputed only if all its
    readings differ from the codes.
    """
    if not any(owned.board.readings or owned.board.has_bare_squares for owned in pool):
        return pool
    saying: dict[object, list[Force]] = defaultdict(list)
    for study in studies:
        if study.code.force is not None:
            saying[study.code.kings].append(study.code.force)
            saying[study.code.force].append(study.code.force)
    nearest = partial(_digit_distance, saying)
    found = []
    for owned in pool:
        board = owned.board
        best = board._replace(placement=min(board.readings, key=nearest)) if board.readings else board
        if read := _as_coded(owned.block.text, best, saying) if best.has_bare_squares else best:
            found.append(owned._replace(board=read))
    return found


def _as_coded(text: str, board: Board, saying: dict[object, list[Force]]) -> Board | None:
    """Return the list `board` as the codes with its kings have it, if one letter may name several men.

    The result is None if a letter surely does, and no code agrees: such a list is not read.
    """
    forces = saying.get(board.placement.kings, []) if board.placement else []
    if board.placement is None or not forces or force_of(board.placement.men) in forces:
        return board
    if placement := lists.placement_by_force(text, board, forces):
        return board._replace(placement=placement, readings=())
    return None if lists.is_one_letter_for_squares(text, board) else board


def _digit_distance(saying: dict[object, list[Force]], placement: Placement) -> int:
    """Return the number of digits that differ between `placement` and the nearest code.

    `saying` maps kings to the forces of the codes with these kings, and each force of a code to itself.
    Only codes with the kings of `placement` are compared. If there are none, the result is 0 if a code
    has the same force, otherwise `len(force)`.
    """
    force = force_of(placement.men)
    kings = (sum(a != b for a, b in zip(stated, force, strict=True)) for stated in saying.get(placement.kings, ()))
    return min(kings, default=0 if force in saying else len(force))


def _boards_of_heads(
    section: Section, studies: list[Study], pool: list[OwnedBoard], kings: Collection[Kings | None]
) -> dict[int, OwnedBoard]:
    """Return the boards of codes with a slip that only mentions agree with, by the number of the code.

    Such a code has one of `kings`, is alone on its line and nearer to the board than the mentions, such as an
    entry of an index.
    """
    by_kings: dict[Kings | None, list[int]] = defaultdict(list)
    for number, study in enumerate(studies):
        by_kings[study.code.kings].append(number)
    found: dict[int, OwnedBoard] = {}
    for owned in pool:
        placement = owned.board.placement
        if placement is None or placement.kings not in kings:
            continue
        numbers = by_kings[placement.kings][:_MAX_RIVALS]
        agreeing = [number for number in numbers if is_match(studies[number].code, placement)]
        if not 0 < len(agreeing) < len(numbers):
            continue
        start = section.span(owned.place).start
        near = sorted(numbers, key=lambda number: abs(section.span(studies[number].code_place).start - start))
        force, first = studies[near[0]].code.force, studies[near[0]]
        is_slip = force is not None and near[0] not in agreeing and has_close_men(force, placement)
        if is_slip and first.is_alone_on_line and not any(studies[number].is_alone_on_line for number in agreeing):
            found[near[0]] = owned
    return found


def _boards_by_study(
    studies: list[Study],
    pool: list[OwnedBoard],
    sure: dict[int, list[OwnedBoard]],
    placed: dict[int, OwnedBoard],
) -> tuple[list[list[OwnedBoard]], dict[tuple[Hashable, Hashable], BoardRefusal]]:
    """Return the boards of each study, readable ones first, then sure but unreadable ones, and the refusals.

    A code that spells its position is a board for the others, too. `sure` and `placed` have boards by
    the number of the code.
    """
    boards = [(one, Candidate(placement)) for one in pool if (placement := one.board.placement)]
    numbers = {one.place: number for number, (one, _) in enumerate(boards)}
    for number, study in enumerate(studies):
        if study.code.pieces is not None and (spelled := study.spelled_position):
            board = Board(BoardKind.CODE, study.occurrence.span, spelled, study.code.stipulation.turn)
            boards.append((OwnedBoard(study.block, board, Bond.AGREES), Candidate(spelled, number)))
    surely = {code: [numbers[one.place] for one in its if one.place in numbers] for code, its in sure.items()}
    by_place = {code: numbers[one.place] for code, one in placed.items() if one.place in numbers}
    paired = pair([study.code for study in studies], [candidate for _, candidate in boards], surely, by_place)
    owned = [[boards[n][0]._replace(bond=bond) for n, bond in its] for its in paired.owned]
    for code, its in sure.items():
        owned[code] += [one for one in its if one.place not in numbers]
    refused: dict[tuple[Hashable, Hashable], BoardRefusal] = {}
    for keys, rivals in paired.refused.items():
        other = None if rivals.code is None else studies[rivals.code].code_place
        other = other if rivals.board is None else boards[rivals.board][0].place
        refused[keys] = BoardRefusal(rivals.reason, other)
    return owned, refused


def _may_be_unread(section: Section, studies: list[Study], owned: list[list[OwnedBoard]]) -> bool:
    """Return True if the true board of a closely matched code may be unreadable.

    It may be if more boards are unreadable than codes with a control or a goal are without a board.
    """
    spans = ((block.text, span) for block in section.blocks for span in block.contents.reading.spans)
    unread = sum(diagram.count_damaged(text, span) for text, span in spans)
    unread += sum(one.board.placement is None for one in section.boards)
    unread -= sum(one.board.placement is None for boards in owned for one in boards)
    claiming = (
        study
        for study, boards in zip(studies, owned, strict=True)
        if not boards and (study.code.control or study.code.stipulation.goal)
    )
    return sum(1 for _ in claiming) < unread


def _sure_pairs(block: Block, codes: list[Occurrence]) -> dict[int, list[int]]:
    """Map indexes of `codes` to the indexes of the boards that surely belong to them.

    In a PGN game these are the `FEN` tag and the code of the `Black` tag, or the only code if it
    fills its tag or comment. Elsewhere they are the only code of a fence or macro and its boards,
    if their kinds differ. A board that cannot be read belongs to the only code of its paragraph.
    """
    reading, boards = block.contents.reading, block.contents.boards
    if "FEN" in reading.tags:
        by_tag = ([n for n, code in enumerate(codes) if tag.covers(code.span)] for tag in reading.code_tags)
        tagged = next(filter(None, by_tag), [])
        board = next(n for n, board in enumerate(boards) if reading.tags["FEN"].covers(board.span))
        if len(tagged) == 1:
            return {tagged[0]: [board]}
        return {0: [board]} if len(codes) == 1 and is_alone_in_span(block, codes[0].span) else {}
    pairs: dict[int, list[int]] = {}
    for group in block.contents.groups:
        inside = [n for n, code in enumerate(codes) if group.covers(code.span)]
        inside = [n for n in inside if codes[n].evidence is not Evidence.BOARD] or inside
        # A printed board may show the position after the moves before it.
        near = [n for n, board in enumerate(boards) if group.covers(board.span) and board.kind is not BoardKind.GRID]
        if len(inside) == 1 and near and len({boards[n].kind for n in near}) == len(near):
            pairs.setdefault(inside[0], near)
    if not pairs and len(codes) == len(boards) == 1 and boards[0].placement is None:
        return {0: [0]}
    return pairs


def _without_repeats(section: Section) -> Section:
    """Return `section` with `is_reported_elsewhere` set on repetitions of a code at a contradicting board.

    Repetitions have the same kings, force and board. All are set but one: the first with a control or a
    list, otherwise the first.
    """
    same: dict[tuple[Place, Force, Kings], list[int]] = {}
    studies = list(section.studies)
    for number, study in enumerate(studies):
        force, kings = study.code.force, study.code.kings
        for one in study.boards:
            if one.bond is Bond.CLOSE and force is not None and kings is not None:
                same.setdefault((one.place, force, kings), []).append(number)
    for numbers in same.values():
        codes = [studies[number].code for number in numbers]
        fullest = max(
            zip(codes, numbers, strict=True), key=lambda one: (bool(one[0].control or one[0].pieces), -one[1])
        )
        for number in numbers:
            if number != fullest[1]:
                studies[number] = studies[number]._replace(is_reported_elsewhere=True)
    return section.with_studies(studies)


def _placed_pairs(block: Block, codes: list[Occurrence]) -> Iterator[tuple[int, int]]:
    """Yield the indexes of a code and its board for each caption of a page."""
    for given in block.proof_boards:
        if given.caption is not None:
            board = next(number for number, board in enumerate(block.contents.boards) if board is given.board)
            for number, code in enumerate(codes):
                if given.caption.covers(code.span):
                    yield number, board


def _with_shared(section: Section) -> Section:
    """Return `section`; each study without a board shares a close board of its group.

    Other codes of the group agree with this board and no other. Its bond becomes `Bond.SHARED`.
    """
    agreed: dict[Place, OwnedBoard | None] = {}
    found: list[Study] = []
    for study in section.studies:
        group = None if study.boards else _group_of(study)
        if group is not None:
            here = study.place(group)
            if here not in agreed:
                agreed[here] = _agreed_board_in(here, section.studies)
            owned = agreed[here]
            if owned and owned.board.placement is not None and is_close(study.code, owned.board.placement):
                study = study._replace(boards=(owned._replace(bond=Bond.SHARED),))
        found.append(study)
    return section.with_studies(found)


def _group_of(study: Study) -> Span | None:
    """Return the span of the first group that contains the code of `study`, or None.

    It is None for a code that an annotation of a game only cites.
    """
    block, span = study.block, study.occurrence.span
    group = next((group for group in block.contents.groups if group.covers(span)), None)
    is_cited = group and "FEN" in block.contents.reading.tags and not is_alone_in_span(block, span)
    return None if is_cited else group


def _agreed_board_in(group: Place, studies: Sequence[Study]) -> OwnedBoard | None:
    """Return the only `OwnedBoard` that codes of `group` agree with, or None."""
    boards = {
        owned
        for other in studies
        if other.block is group.block and group.span.covers(other.occurrence.span)
        for owned in other.boards
        if owned.board.kind is not BoardKind.CODE
        and owned.bond in (Bond.SURE, Bond.AGREES)
        and owned.board.placement is not None
        and is_match(other.code, owned.board.placement)
    }
    return boards.pop() if len(boards) == 1 else None


def is_alone_in_span(block: Block, code: Span) -> bool:
    """Return True if the tag or comment around `code` has no other letters or digits.

    Annotations often cite other studies.
    """
    spans = block.contents.reading.spans
    before = bisect_right(spans, Span(code.start, len(block.text))) - 1
    if before < 0 or not spans[before].covers(code):
        return False
    span = spans[before]
    return not (_LETTER.search(block.text, span.start, code.start) or _LETTER.search(block.text, code.end, span.end))
