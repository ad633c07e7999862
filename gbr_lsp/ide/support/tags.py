"""The tags of PGN, from the standard and from collections of studies."""

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span

TAGS = {
    "Event": "the tourney or the publication",
    "Site": "the place, or where in the source the study appears",
    "Date": "the year, month and day, with ? for what is unknown (1921.??.??)",
    "Round": "the round, or the number of the study in its tourney",
    "White": "who plays White; in collections of studies, the composer",
    "Black": "who plays Black; in collections of studies, the GBR code",
    "Result": "1-0 if White wins, 1/2-1/2 for a draw, 0-1 if Black wins, * if unknown",
    "SetUp": "1 if the game starts from the position in the FEN tag",
    "FEN": "the position that the game starts from",
    "PlyCount": "the number of half-moves in the main line",
    "Annotator": "who wrote the annotations",
    "ECO": "the opening, by the Encyclopaedia of Chess Openings",
    "EventDate": "when the event began",
    "EventType": "the kind of event",
    "EventRounds": "the number of rounds",
    "EventCountry": "the country of the event",
    "Source": "the source of the game",
    "SourceTitle": "the title of the source",
    "SourceDate": "when the source was published",
    "SourceVersion": "the version of the source",
    "SourceVersionDate": "when that version was published",
    "SourceQuality": "the quality of the source",
    "WhiteElo": "the rating of White",
    "BlackElo": "the rating of Black",
    "WhiteTeam": "the team of White",
    "BlackTeam": "the team of Black",
    "WhiteTitle": "the title of White",
    "BlackTitle": "the title of Black",
    "TimeControl": "the time for the game",
    "Termination": "why the game ended",
    "Variant": "the chess variant; gbr-lsp does not follow the moves of variants",
    "Opening": "the name of the opening",
    "GBR": "the GBR code of the study",
    "Award": "the award of the study",
    "Title": "the title of the study",
}
"""The purpose of each tag, by name."""

TAG_VALUES = {
    "Result": {"1-0": "White wins", "1/2-1/2": "a draw", "0-1": "Black wins", "*": "not known"},
    "SetUp": {
        "1": "the game starts from the position in the FEN tag",
        "0": "the game starts from the initial position",
    },
    "Date": {"????.??.??": "year, month and day unknown"},
    "Termination": {
        "normal": "a normal end by the rules of chess",
        "unterminated": "still being played",
        "adjudication": "adjudicated by a third party",
        "abandoned": "the game was abandoned",
        "time forfeit": "one side ran out of time",
        "rules infraction": "one side broke the rules",
        "emergency": "an unforeseen event ended the game",
        "death": "a player died",
    },
}
"""The standard values of tags, each with its meaning, by name of the tag."""

RECORD_TEMPLATE = """\
[Event "${1:?}"]
[Site "${2:?}"]
[Date "${3:????.??.??}"]
[White "${4:?}"]
[Black "(${5:+})"]
[Result "${6|1-0,1/2-1/2,0-1,*|}"]
[SetUp "1"]
[FEN "${7:8/8/8/8/8/8/8/8 w - - 0 1}"]

$0"""
"""The tags of a study as a snippet with fields; the code is in the tag `Black`."""

_TAG = regex(r"\[(?P<name>\w+)(?=[ \t]*\")")
_LINE = regex(r"[^\r\n]*")


def tag_at(text: str, offset: int) -> Span | None:
    """Return the span of the tag name at `offset` of a game, or None."""
    start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    line = _LINE.match(text, start)
    tags = (Span(*found.span("name")) for found in _TAG.finditer(text, start, line.end() if line else start))
    return next((span for span in tags if span.touches(offset)), None)
