"""Reading a chunk of a file: every code with the data for all queries.

Most records of a database are plain: their only code agrees with their FEN (`lint/fastpath.py`).
Their data come from the tags. All others are read as documents. A test reads plain records both
ways and compares.
"""

import json
from functools import lru_cache
from typing import NamedTuple
from zlib import crc32

from gbr_lsp.base.encoding import EncodedText, decode, encode
from gbr_lsp.base.file_parts import read_exactly
from gbr_lsp.base.regular_file import open_regular
from gbr_lsp.base.text import LineIndex, count_line_ends
from gbr_lsp.collection.code_json import code_json
from gbr_lsp.collection.facts import Facts, award_of, char_of, year_of
from gbr_lsp.collection.study_facts import facts_of
from gbr_lsp.database.chunk import Entry, IndexChunk, Spot, chunk_of
from gbr_lsp.hosts import host_for
from gbr_lsp.lint import fastpath
from gbr_lsp.lint.fastpath import PlainGame
from gbr_lsp.model.attribution import attributions_of
from gbr_lsp.model.block import Block, cut
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.credit import Attribution
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import Role, roles
from gbr_lsp.model.study import Study
from gbr_lsp.notation.values import SQUARES

_CODE_LENGTH = len("=0323.12g3g1")
_PIECES = {str(digit): (char_of(digit % 3) + char_of(digit // 3), digit % 3 + digit // 3) for digit in range(9)}
"""For each digit, White's and Black's numbers of men, as facts have them, and their sum."""
_SPREAD = str.maketrans({str(count): "." * count for count in range(1, 9)})
_NO_YEAR = year_of()
_KINGS = {name: char_of(square) for name, square in SQUARES.items()}


class ReadOptions(NamedTuple):
    """How bytes are read: the file name, which determines the host, encoding and conventions."""

    name: str
    encoding: str
    conventions: Conventions


class FilePart(NamedTuple):
    """The bytes of a file from `start` to `end`, half open."""

    path: str
    start: int
    end: int
    options: ReadOptions


def key_of(options: ReadOptions) -> str:
    """Return the options as text, a part of the keys of the index."""
    nine, bare, letters, _, _ = options.conventions
    return f"{nine.value} {bare:d} {letters} {options.encoding}"


def read_part(part: FilePart) -> IndexChunk:
    """Return the chunk in a part of a file.

    Raises OSError, NotText, and FileChanged if the file is too short.
    """
    with open(part.path, "rb", opener=open_regular) as file:
        data = read_exactly(file, part.start, part.end - part.start)
    return read_games(data, part.options)


def read_games(data: bytes, options: ReadOptions) -> IndexChunk:
    """Return the chunk of the whole games in `data`. Raises NotText."""
    found = decode(data, options.encoding)
    return _read(found.text, found.codec, len(data), options)


def read_text(text: str, codec: str, options: ReadOptions) -> IndexChunk:
    """Return the chunk of a text of whole games, with bytes counted as `to_bytes` does."""
    return _read(text, codec, len(to_bytes(text, codec)), options)


def to_bytes(text: str, codec: str) -> bytes:
    """Return `text` as bytes; what cannot be encoded, such as lone surrogates, becomes `?`."""
    if text.isascii() or codec == "utf-8":
        return text.encode("utf-8", "replace")
    return encode(EncodedText(text, codec, False))


def _read(text: str, codec: str, length: int, options: ReadOptions) -> IndexChunk:
    """Return the chunk of a text of whole games with `length` bytes."""
    host = host_for(options.name)._replace(letters=options.conventions.letters)
    may_be_plain = fastpath.can_recognize_records(options.conventions)
    start, row = length - _width(text, codec), 0
    entries: list[Entry] = []
    for block in cut(host, text, host.start)[0]:
        own = block.text
        raw = to_bytes(own, codec)
        spot = Spot(row, 0, row, 0, start, len(raw), crc32(raw), row)
        game = fastpath.plain_game(own) if may_be_plain else None
        if game and "9" not in game.code[:4]:
            entries.append(_plain(own, game, spot))
        else:
            entries += _read_block(block, options.conventions, spot)
        start += len(raw)
        row += count_line_ends(own)
    return chunk_of(entries, length, row)


def read_document(document: Document, text: str, data: bytes = b"") -> IndexChunk:
    """Return the chunk of a whole document; `data` are the bytes of its file."""
    lines, offsets = LineIndex(text), document.offsets()
    studies = list(document.studies())
    spot = Spot(0, 0, 0, 0, 0, len(data), crc32(data), 0)
    entries = []
    of_studies = roles(document, studies)
    attributions = attributions_of(document, studies, of_studies)
    of_studies = _collected_roles(studies, of_studies, attributions)
    for study, role, attribution in zip(studies, of_studies, attributions, strict=True):
        span = study.occurrence.span.shift(offsets[study.block])
        placed = spot._replace(**_placed(lines, *span))._replace(first_row=lines.line_at(span.start))
        entries.append(_entry(study, role, placed, facts_of(study, role, attribution)))
    return chunk_of(entries, len(data), count_line_ends(text))


def _entry(study: Study, role: Role, spot: Spot, facts: Facts) -> Entry:
    text = " ".join(study.text(study.occurrence.span).split())
    return Entry(facts, spot, text, json.dumps(code_json(study, role), separators=(",", ":")))


def _collected_roles(studies: list[Study], of_studies: list[Role], attributions: list[Attribution]) -> list[Role]:
    """Return the roles in a collection: a mention with its composer in its line or row heads a study.

    For example `\\study{L.~Kubbel, 1925}{=0323.12g3g1}`. If another code with its class and kings heads a
    study, the line is an entry of a short index.
    """
    headed = {_class_and_kings(study) for study, role in zip(studies, of_studies, strict=True) if role is Role.STUDY}
    return [
        Role.STUDY
        if role is Role.MENTION and attribution.composer and study.code.kings and _class_and_kings(study) not in headed
        else role
        for study, role, attribution in zip(studies, of_studies, attributions, strict=True)
    ]


def _class_and_kings(study: Study) -> tuple[object, frozenset[int | None]]:
    """Return a key of the class and the kings, which may be exchanged by mistake."""
    return study.code.force, frozenset(study.code.kings or ())


def _placed(lines: LineIndex, start: int, end: int) -> dict[str, int]:
    """Return rows and columns of the text from `start` to `end`, by `Spot` field."""
    row, column = lines.line_and_column(start)
    end_row, end_column = lines.line_and_column(end)
    return {"row": row, "column": column, "end_row": end_row, "end_column": end_column}


def _read_block(block: Block, conventions: Conventions, spot: Spot) -> list[Entry]:
    """Return the codes of a game that is not plain; `spot` is the game's."""
    document = Document.of_blocks([block], block.host, conventions)
    entries = []
    studies = list(document.studies())
    for study, role in zip(studies, roles(document, studies), strict=True):
        placed = _placed(block.lines, *study.occurrence.span)
        placed["row"] += spot.row
        placed["end_row"] += spot.row
        entries.append(_entry(study, role, spot._replace(**placed), facts_of(study, role)))
    return entries


def _plain(text: str, game: PlainGame, spot: Spot) -> Entry:
    """Return the code of a plain record; `spot` is the place of the record."""
    force, men, numbers = _of_class(game.code[:7])
    event = _tag(text, "Event", game.end)
    year = year_of(_tag(text, "Date", game.end))
    facts = Facts(
        force,
        _KINGS[game.code[7:9]] + _KINGS[game.code[9:]],
        men,
        f"s{game.sign}{'w' if game.turn else 'b'}{numbers}",
        year if year != _NO_YEAR else year_of(_tag(text, "EventDate", game.end)),
        "".join(game.board_field.translate(_SPREAD).split("/")[::-1]),
        _tag(text, "White", game.end),
        event,
        award_of(event),
        " ".join(sorted(game.flags.split())) if game.flags else "",
    )
    at = game.code_start
    row, column = spot.row + text.count("\n", 0, at), at - 1 - text.rfind("\n", 0, at)
    place = Spot(row, column, row, column + _CODE_LENGTH, *spot[4:])
    return Entry(facts, place, game.sign + game.code, "")


def _tag(text: str, name: str, end: int) -> str:
    """Return the value of the first tag `name` before `end`, or an empty text."""
    at = text.find(f'[{name} "', 0, end)
    if at == -1:
        return ""
    at += len(name) + 3
    return " ".join(text[at : text.index('"', at)].split())


@lru_cache(1 << 14)
def _of_class(force: str) -> tuple[str, str, str]:
    """Return a class without a 9, and its men and numbers, as facts have them."""
    pieces = [_PIECES[digit] for digit in force[:4]]
    white, black = int(force[5]), int(force[6])
    queens = int(force[0])
    of_pawns = max(0, queens % 3 - 1) + max(0, queens // 3 - 1)
    numbers = (2 + white + black + sum(count for _, count in pieces), white + black, of_pawns)
    return force, "".join([pair for pair, _ in pieces]) + force[5:], "".join(map(char_of, numbers))


def _width(text: str, codec: str) -> int:
    """Return the number of bytes of `text` in `codec`."""
    return len(text) if text.isascii() or codec == "cp1252" else len(to_bytes(text, codec))
