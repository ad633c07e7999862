"""Lists of pieces in words, in many languages and spellings.

The words do not come from the program's own table. They are in printed forms: men in singular and
plural; sides as labels and initials.
"""

import random
from typing import NamedTuple

from gbr_lsp.notation.placement import LETTERS, Placement
from gbr_lsp.notation.values import BLACK, KING, PAWN, PIECE_NAMES, SLOTS, SQUARE_NAMES, WHITE


class Words(NamedTuple):
    """The words of a language, separated by blanks; `letters` and `names` are in the order K Q R B N,
    `short` has abbreviations of the pawn, `link` is `and`, `on` the preposition before a square."""

    sides: tuple[str, ...]
    initials: str
    letters: str
    names: str
    pawns: str
    short: str
    link: str
    on: str


LANGUAGES = {
    "English": Words(("White Black", "The_White The_Black"), "W B", "K Q R B N",
        "king/kings queen/queens rook/rooks bishop/bishops knight/knights", "pawn/pawns", "P p Ps p. pp. pawns",
        "and", "on"),
    "German": Words(("Weiß Schwarz", "Weiss Schwarz", "Weiße_Figuren Schwarze_Figuren"), "W S", "K D T L S",
        "König/Könige Dame/Damen Turm/Türme Läufer/Läufer Springer/Springer", "Bauer/Bauern", "B b Bb. B. Bauern",
        "und", "auf"),
    "Dutch": Words(("Wit Zwart", "wit zwart"), "W Z", "K D T L P",
        "koning/koningen dame/dames toren/torens loper/lopers paard/paarden", "pion/pionnen", "p pi p. pionnen",
        "en", "op"),
    "French": Words(("Blancs Noirs", "Les_Blancs Les_Noirs"), "B N", "R D T F C",
        "roi/rois dame/dames tour/tours fou/fous cavalier/cavaliers", "pion/pions", "P p pi p. pions",
        "et", "en"),
    "Spanish": Words(("Blancas Negras", "blancas negras"), "B N", "R D T A C",
        "rey/reyes dama/damas torre/torres alfil/alfiles caballo/caballos", "peón/peones", "P p p. peones",
        "y", "en"),
    "Italian": Words(("Bianco Nero", "Bianchi Neri"), "B N", "R D T A C",
        "re/re donna/donne torre/torri alfiere/alfieri cavallo/cavalli", "pedone/pedoni", "P p p. pp. pedoni",
        "e", "in"),
    "Russian": Words(("Белые Чёрные", "белые черные"), "Б Ч", "Кр Ф Л С К",
        "король/короли ферзь/ферзи ладья/ладьи слон/слоны конь/кони", "пешка/пешки", "п п. пп. пешки",
        "и", "на"),
    "Polish": Words(("Białe Czarne", "białe czarne"), "B C", "K H W G S",
        "król/króle hetman/hetmany wieża/wieże goniec/gońce skoczek/skoczki", "pion/piony", "P p p. piony pionki",
        "i", "na"),
    "Czech": Words(("Bílý Černý", "bílý černý"), "B Č", "K D V S J",
        "král/králové dáma/dámy věž/věže střelec/střelci jezdec/jezdci", "pěšec/pěšci", "P p p. pěšci",
        "a", "na"),
    "Hungarian": Words(("Világos Sötét", "világos sötét", "Fehér Fekete"), "V S", "K V B F H",
        "király/királyok vezér/vezérek bástya/bástyák futó/futók huszár/huszárok", "gyalog/gyalogok", "gy gy. gyalog",
        "és", ""),
    "Portuguese": Words(("Brancas Pretas", "brancas negras"), "B P", "R D T B C",
        "rei/reis dama/damas torre/torres bispo/bispos cavalo/cavalos", "peão/peões", "P p p. peões",
        "e", "em"),
    "Ukrainian": Words(("Білі Чорні", "білі чорні"), "Б Ч", "Кр Ф Т С К",
        "король/королі ферзь/ферзі тура/тури слон/слони кінь/коні", "пішак/пішаки", "п п. пп. пішаки",
        "та", "на"),
    "Swedish": Words(("Vit Svart", "vit svart"), "V S", "K D T L S",
        "kung/kungar dam/damer torn/torn löpare/löpare springare/springare", "bonde/bönder", "B b b. bönder",
        "och", "på"),
    "Danish": Words(("Hvid Sort", "hvid sort"), "H S", "K D T L S",
        "konge/konger dronning/dronninger tårn/tårne løber/løbere springer/springere", "bonde/bønder", "B b b. bønder",
        "og", "på"),
    "Finnish": Words(("Valkea Musta", "Valkoinen Musta"), "V M", "K D T L R",
        "kuningas/kuninkaat daami/daamit torni/tornit lähetti/lähetit ratsu/ratsut", "sotilas/sotilaat",
        "s s. sotilaat",
        "ja", ""),
    "Serbo-Croatian": Words(("Beli Crni", "Bijeli Crni"), "B C", "K D T L S",
        "kralj/kraljevi dama/dame top/topovi lovac/lovci skakač/skakači", "pešak/pešaci", "P p p. pešaci pješaci",
        "i", "na"),
    "Catalan": Words(("Blanques Negres", "blanques negres"), "B N", "R D T A C",
        "rei/reis dama/dames torre/torres alfil/alfils cavall/cavalls", "peó/peons", "P p p. peons",
        "i", "a"),
}  # fmt: skip
"""By name; `_` in a label is a blank."""

SIDES = ("words", "capitals", "initials", "none")
MEN = ("letters", "names")
PAWNS = ("bare", "lettered", "word once")
_TYPES = (KING, *(kind for kind, color in SLOTS if color and kind != PAWN))


class Spelling(NamedTuple):
    """The spelling of a list."""

    sides: str
    men: str
    pawns: str
    joint: str
    """Separator of two men."""
    between: str
    """Separator of the sides."""
    head: str
    """Text after the word of a side: `: `, ` (#): `, ` (`; `#` is the count of men."""
    links: bool
    """True if `and` precedes the last man."""
    on: bool
    unknown: bool
    """True if the list contains a word of no language."""


def spelling(rng: random.Random) -> Spelling:
    """Return a random spelling that occurs in print."""
    sides = rng.choice(SIDES)
    between = (
        rng.choice((" / ", "; ", "\n", ";\n", " – "))
        if sides == "none"
        else rng.choice((". ", "; ", "\n", " / ", ".\n", ", "))
    )
    joint = rng.choice((", ", ", ", " ", "; ", " / ")) if sides in ("words", "capitals") else rng.choice((", ", " "))
    heads = (
        (": ", ": ", " (#): ", " (", " ", " : ", ": (", " – ") if sides != "initials" else (": ", ". ", " (#): ", " ")
    )
    return Spelling(
        sides, rng.choice(MEN), rng.choice(PAWNS), joint, between, "" if sides == "none" else rng.choice(heads),
        rng.random() < 0.3, rng.random() < 0.4, sides != "none" and rng.random() < 0.1,
    )  # fmt: skip


def written(name: str, placement: Placement, how: Spelling, rng: random.Random) -> str:
    """Return the list of `placement` in the language `name`, spelled as `how`."""
    words = LANGUAGES[name]
    labels = _labels(words, how, rng)
    short = rng.choice(words.short.split())
    sides = [_side(words, placement, color, how, short, rng) for color in (WHITE, BLACK)]
    counts = [sum(char.isalpha() and char.isupper() is color for char in placement.fen) for color in (WHITE, BLACK)]
    parts = []
    for label, men, count in zip(labels, sides, counts, strict=True):
        head = how.head.replace("#", str(count)) if label else ""
        parts.append(f"{label}{head}{men}{')' if head.endswith('(') else ''}")
    if how.unknown:
        parts[1] = parts[1].replace(" ", rng.choice((" sozusagen ", " xyzzy ", " perhaps ")), 2)
    end = rng.choice((".", "", ".")) if how.between.startswith((".", ";")) else ""
    return how.between.join(parts) + end


def _labels(words: Words, how: Spelling, rng: random.Random) -> list[str]:
    if how.sides == "none":
        return ["", ""]
    if how.sides == "initials":
        return words.initials.split()
    labels = [label.replace("_", " ") for label in rng.choice(words.sides).split()]
    return [label.upper() for label in labels] if how.sides == "capitals" else labels


def _side(words: Words, placement: Placement, color: bool, how: Spelling, short: str, rng: random.Random) -> str:
    found: list[str] = []
    on = f" {words.on} " if how.on and words.on else " "
    for kind, letter, names in zip(_TYPES, words.letters.split(), words.names.split(), strict=True):
        squares = _squares(placement, kind, color)
        if how.men == "letters":
            found += [letter + square for square in squares]
        elif squares:
            found.append(names.split("/")[1 < len(squares)] + on + _joined(squares, words, how))
    squares = _squares(placement, PAWN, color)
    if not squares:
        return _all(found, words, how)
    if how.men == "names":
        found.append(words.pawns.split("/")[1 < len(squares)] + on + _joined(squares, words, how))
    elif how.pawns == "bare":
        found += squares
    elif how.pawns == "lettered":
        letter = next(one for one in words.short.split() if "." not in one and len(one) < 3)
        found += [letter + square for square in squares]
    else:
        found.append(f"{short} {_joined(squares, words, how)}")
    return _all(found, words, how)


def _squares(placement: Placement, kind: int, color: bool) -> list[str]:
    return [name for name, man in zip(SQUARE_NAMES, placement.squares, strict=True) if man == LETTERS[kind, color]]


def _joined(squares: list[str], words: Words, how: Spelling) -> str:
    if how.links and 1 < len(squares):
        return ", ".join(squares[:-1]) + f" {words.link} {squares[-1]}"
    return ", ".join(squares)


def _all(found: list[str], words: Words, how: Spelling) -> str:
    if how.links and 1 < len(found):
        return how.joint.join(found[:-1]) + f" {words.link} {found[-1]}"
    return how.joint.join(found)


assert set(PIECE_NAMES) == {*_TYPES, PAWN}
