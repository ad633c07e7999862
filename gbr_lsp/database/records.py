"""The text of the record of a code, to be written into another collection."""

from gbr_lsp.base.encoding import decode
from gbr_lsp.collection.facts import GOAL, TURN, fen_of
from gbr_lsp.database.chunk import Entry

_RESULTS = {"+": "1-0", "=": "1/2-1/2", " ": "*"}


def record_text(entry: Entry, data: bytes, encoding: str, *, is_record: bool) -> str:
    """Return the record in `data`, followed by an empty line.

    Unless `is_record`, the code is from a text, and a record is built from its facts.
    """
    if is_record:
        return decode(data, encoding).text.rstrip() + "\n"
    facts = entry.facts
    result = _RESULTS[facts.signs[GOAL]]
    tags = {
        "Event": facts.event or "?",
        "Site": "?",
        "Date": f"{facts.year.strip() or '????'}.??.??",
        "Round": "?",
        "White": facts.composer or "?",
        "Black": f"({entry.text})",
        "Result": result,
    }
    if facts.squares != " " * 64:
        turn = facts.signs[TURN].strip() or "w"
        tags |= {"SetUp": "1", "FEN": f"{fen_of(facts.squares)} {turn} - - 0 1"}
    lines = [f'[{name} "{value}"]'.replace("\\", "/") for name, value in tags.items()]
    return "\n".join([*lines, "", result, ""])
