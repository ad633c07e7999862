"""The tags of PGN: what each is for, as the standard and collections of studies have it."""

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.base.text import Span

TAGS = {
    "Event": "the tourney or the publication",
    "Site": "where it took place, or where the study stands in it",
    "Date": "when: the year, the month and the day, with ? for what is not known (1921.??.??)",
    "Round": "the round, or the number of the study in its tourney",
    "White": "who has White; in collections of studies the composer",
    "Black": "who has Black; in collections of studies the GBR code",
    "Result": "1-0 where White wins, 1/2-1/2 a draw, 0-1 where Black wins, * where it is not known",
    "SetUp": "1 where the game starts from the position of the FEN tag",
    "FEN": "the position that the game starts from",
    "PlyCount": "how many half-moves the main line has",
    "Annotator": "who wrote the annotations",
    "ECO": "the opening, by the Encyclopaedia of Chess Openings",
    "EventDate": "when the event began",
    "EventType": "what kind of event it is",
    "EventRounds": "how many rounds the event has",
    "EventCountry": "the country of the event",
    "Source": "where the game was taken from",
    "SourceTitle": "the title of the source",
    "SourceDate": "when the source was published",
    "SourceVersion": "the version of the source",
    "SourceVersionDate": "when that version was published",
    "SourceQuality": "how good the source is",
    "WhiteElo": "the rating of White",
    "BlackElo": "the rating of Black",
    "WhiteTeam": "the team of White",
    "BlackTeam": "the team of Black",
    "WhiteTitle": "the title of White",
    "BlackTitle": "the title of Black",
    "TimeControl": "the time for the game",
    "Termination": "how the game ended",
    "Variant": "which kind of chess is played; games of another kind are not followed",
    "Opening": "the name of the opening",
    "GBR": "the GBR code of the study",
    "Award": "the award of the study",
    "Title": "the title of the study",
}
"""By name."""

VALUES = {
    "Result": {"1-0": "White wins", "1/2-1/2": "a draw", "0-1": "Black wins", "*": "not known"},
    "SetUp": {"1": "the game starts from the FEN tag", "0": "it starts from the initial position"},
    "Date": {"????.??.??": "a year, a month and a day that are not known"},
    "Termination": {
        "normal": "it ended as the rules of chess say",
        "unterminated": "it goes on",
        "adjudication": "somebody judged it",
        "abandoned": "it was abandoned",
        "time forfeit": "the time of one side had run out",
        "rules infraction": "one side broke the rules",
        "emergency": "an unforeseen event ended it",
        "death": "a player died",
    },
}
"""What tags may say, as the standard has it: each value and what it means, by name."""

RECORD = """\
[Event "${1:?}"]
[Site "${2:?}"]
[Date "${3:????.??.??}"]
[White "${4:?}"]
[Black "(${5:+})"]
[Result "${6|1-0,1/2-1/2,0-1,*|}"]
[SetUp "1"]
[FEN "${7:8/8/8/8/8/8/8/8 w - - 0 1}"]

$0"""
"""The tags of a study, its code in that of Black, as a snippet with fields."""

_TAG = regex(r"\[(?P<name>\w+)(?=[ \t]*\")")
_LINE = regex(r"[^\r\n]*")


def tag_at(text: str, offset: int) -> Span | None:
    """The name of the tag at an offset of a game; None where none stands there."""
    start = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1
    line = _LINE.match(text, start)
    for found in _TAG.finditer(text, start, line.end() if line else start):
        if found.start("name") <= offset <= found.end("name"):
            return Span(*found.span("name"))
    return None
