"""Words for the announcements of twins: men and colors of twelve languages in their cases.

`fields` returns what a pattern of `twin_patterns` may name for one man. With the white king on g3:

    c C k       color: `w`, `W`, `wh.`
    L l p f     letter: `K`; pawns have none in `l` and a small one in `p`; a sign such as `♔`
    noun        `king`; `noun_acc`, `noun_gen` are the other cases
    nom acc gen `white king`; `Nom`, `Acc`, `Gen` have the definite article
    side sides  `White`, `White's`
    x y z       square before a move, target of a move, square of an added man
    onto off on squares with a suffix in Hungarian: `a5-re`, `a4-ről`, `a4-en`
"""

from typing import NamedTuple

import chess

_CASES = ("nom", "acc", "gen")
_MEN = "KQRBNP"
_HIGH_VOWELS = "12457"
"""Digits with Hungarian names of front vowels: `a4-re`, but `a6-ra`."""
_ON = {"2": "n", "3": "on", "5": "ön", "6": "on", "8": "on"}


class Tongue(NamedTuple):
    """How a language names men and colors.

    `letters` has one set of six for each manner of print. Each noun has a gender (`m`, `f`, `n`) and
    its cases. `adjectives` has the cases of the adjective by color and gender, `articles` those of the
    definite article, `definite` those of the adjective after it, if they differ.
    """

    letters: tuple[tuple[str, ...], ...]
    colors: tuple[str, str]
    short: tuple[str, str]
    sides: tuple[str, str]
    owners: tuple[str, str]
    nouns: str
    adjectives: tuple[str, str]
    articles: str
    definite: tuple[str, str] = ("", "")
    noun_first: bool = False
    definite_nouns: str = ""
    goals: tuple[str, str] = ("Win", "Draw")
    ends: tuple[str, str] = ("wins", "draws")
    diagram: str = "Diagram"
    solution: str = "Solution"
    word_labels: tuple[str, ...] = ("Twin:",)
    first_letters: str = "abc"


def _inflected(forms: str) -> dict[str, list[str]]:
    """Return the cases by gender: `m der/den/des f die/die/der` → `{"m": ["der", "den", "des"], …}`."""
    words = forms.split()
    return {gender: _cases(cases) for gender, cases in zip(words[::2], words[1::2], strict=True)}


def _cases(forms: str) -> list[str]:
    cases = forms.split("/")
    return (cases + [cases[-1]] * 2)[:3]


def fields(
    tongue: Tongue, letters: tuple[str, ...], man: chess.Piece, suffix: str = "", **squares: str
) -> dict[str, str]:
    """Return the fields of `man`; `suffix` is appended to their names, `squares` has x, y or z."""
    kind, dark = _MEN.index(man.symbol().upper()), int(not man.color)
    gender, noun = tongue.nouns.split()[kind].split(":")
    cases = _cases(noun)
    definite = _cases(tongue.definite_nouns.split()[kind]) if tongue.definite_nouns else cases
    adjective = _inflected(tongue.adjectives[dark])[gender]
    after_article = _inflected(tongue.definite[dark])[gender] if tongue.definite[dark] else adjective
    article = _inflected(tongue.articles)[gender] if tongue.articles else ["", "", ""]
    made = {
        "c": tongue.colors[dark],
        "C": tongue.colors[dark].upper(),
        "k": tongue.short[dark],
        "L": letters[kind],
        "l": "" if kind == 5 else letters[kind],
        "p": letters[kind].lower() if kind == 5 else letters[kind],
        "f": chess.UNICODE_PIECE_SYMBOLS[man.symbol()],
        "side": tongue.sides[dark],
        "sides": tongue.owners[dark],
        "noun": cases[0],
        "noun_acc": cases[1],
        "noun_gen": cases[2],
    }
    for number, case in enumerate(_CASES):
        pair = [adjective[number], cases[number]]
        made[case] = " ".join(reversed(pair) if tongue.noun_first else pair)
        pair = [after_article[number], definite[number]]
        words = " ".join(reversed(pair) if tongue.noun_first else pair)
        the = "l'" if article[number] == "il" and words.startswith("alfiere") else f"{article[number]} "
        made[case.title()] = (the + words).strip()
    made |= squares
    for square in set(squares) & {"y", "z"}:
        digit = squares[square][1]
        made["onto"] = f"{squares[square]}-{'re' if digit in _HIGH_VOWELS else 'ra'}"
        made["on"] = f"{squares[square]}-{_ON.get(digit, 'en')}"
    if "x" in squares:
        made["off"] = f"{squares['x']}-{'ről' if squares['x'][1] in _HIGH_VOWELS else 'ról'}"
    return {name + suffix: word for name, word in made.items()}


TONGUES = {
    "English": Tongue(
        (tuple("KQRBNP"), tuple("KQRBSP"), tuple("♔♕♖♗♘♙")),
        ("w", "b"),
        ("wh.", "bl."),
        ("White", "Black"),
        ("White's", "Black's"),
        "m:king m:queen m:rook m:bishop m:knight m:pawn",
        ("m white", "m black"),
        "m the",
        word_labels=("Twin:", "Variant A:", "Version:", "Twin –"),
    ),
    "German": Tongue(
        (tuple("KDTLSB"), tuple("KDTLSB"), tuple("♔♕♖♗♘♙")),
        ("w", "s"),
        ("w.", "schw."),
        ("Weiß", "Schwarz"),
        ("Weißens", "Schwarzens"),
        "m:König/König/Königs f:Dame m:Turm/Turm/Turms m:Läufer/Läufer/Läufers m:Springer/Springer/Springers"
        " m:Bauer/Bauern/Bauern",
        (
            "m weißer/weißen/weißen f weiße/weiße/weißer",
            "m schwarzer/schwarzen/schwarzen f schwarze/schwarze/schwarzer",
        ),
        "m der/den/des f die/die/der",
        ("m weiße/weißen f weiße/weiße/weißen", "m schwarze/schwarzen f schwarze/schwarze/schwarzen"),
        goals=("Gewinn", "Remis"),
        ends=("gewinnt", "remis"),
        diagram="Diagramm",
        solution="Lösung",
        word_labels=("Zwilling:", "Fassung B:", "Version:"),
    ),
    "Dutch": Tongue(
        (tuple("KDTLPp"), tuple("KDTLPp")),
        ("w", "z"),
        ("w.", "zw."),
        ("Wit", "Zwart"),
        ("Wits", "Zwarts"),
        "m:koning m:dame m:toren m:loper n:paard m:pion",
        ("m witte n wit", "m zwarte n zwart"),
        "m de n het",
        ("m witte n witte", "m zwarte n zwarte"),
        goals=("Winst", "Remise"),
        ends=("wint", "remise"),
        diagram="Diagram",
        solution="Oplossing",
        word_labels=("Tweeling:", "Versie:"),
    ),
    "French": Tongue(
        (tuple("RDTFCP"), tuple("RDTFCP")),
        ("b", "n"),
        ("bl.", "n."),
        ("Blancs", "Noirs"),
        ("des Blancs", "des Noirs"),
        "m:roi f:dame f:tour m:fou m:cavalier m:pion",
        ("m blanc f blanche", "m noir f noire"),
        "m le f la",
        noun_first=True,
        goals=("Gain", "Nulle"),
        ends=("gagne", "nulle"),
        diagram="Diagramme",
        word_labels=("Jumeau :", "Version :"),
    ),
    "Italian": Tongue(
        (tuple("RDTACP"), tuple("RDTACP")),
        ("b", "n"),
        ("b.", "n."),
        ("Bianco", "Nero"),
        ("del Bianco", "del Nero"),
        "m:re f:donna f:torre m:alfiere m:cavallo m:pedone",
        ("m bianco f bianca", "m nero f nera"),
        "m il f la",
        noun_first=True,
        goals=("Vince", "Patta"),
        ends=("vince", "patta"),
        diagram="Diagramma",
        solution="Soluzione",
        word_labels=("Gemello:", "Versione:"),
    ),
    "Spanish": Tongue(
        (tuple("RDTACP"), tuple("RDTACP")),
        ("b", "n"),
        ("bl.", "n."),
        ("Blancas", "Negras"),
        ("de las blancas", "de las negras"),
        "m:rey f:dama f:torre m:alfil m:caballo m:peón",
        ("m blanco f blanca", "m negro f negra"),
        "m el f la",
        noun_first=True,
        goals=("Ganan", "Tablas"),
        ends=("ganan", "tablas"),
        diagram="Diagrama",
        solution="Solución",
        word_labels=("Gemelo:", "Versión:"),
    ),
    "Portuguese": Tongue(
        (tuple("RDTBCP"), tuple("RDTBCP")),
        ("b", "p"),
        ("br.", "pr."),
        ("Brancas", "Pretas"),
        ("das brancas", "das pretas"),
        "m:rei f:dama f:torre m:bispo m:cavalo m:peão",
        ("m branco f branca", "m preto f preta"),
        "m o f a",
        noun_first=True,
        goals=("Ganham", "Empate"),
        ends=("ganham", "empate"),
        diagram="Diagrama",
        solution="Solução",
        word_labels=("Gêmeo:", "Versão:"),
    ),
    "Russian": Tongue(
        (("Кр", "Ф", "Л", "С", "К", "п"), ("Кр", "Ф", "Л", "С", "К", "п.")),
        ("б", "ч"),
        ("бел.", "чёрн."),
        ("Белые", "Чёрные"),
        ("белых", "чёрных"),
        "m:король/короля m:ферзь/ферзя f:ладья/ладью/ладьи m:слон/слона m:конь/коня f:пешка/пешку/пешки",
        ("m белый/белого f белая/белую/белой", "m чёрный/чёрного f чёрная/чёрную/чёрной"),
        "",
        goals=("Выигрыш", "Ничья"),
        ends=("выигрывает", "ничья"),
        diagram="Диаграмма",
        solution="Решение",
        word_labels=("Близнец:", "Вариант Б:"),
        first_letters="абв",
    ),
    "Polish": Tongue(
        (tuple("KHWGSP"), tuple("KHWGSP")),
        ("b", "c"),
        ("b.", "cz."),
        ("Białe", "Czarne"),
        ("białych", "czarnych"),
        "m:król/króla m:hetman/hetmana f:wieża/wieżę/wieży m:goniec/gońca m:skoczek/skoczka m:pion/piona",
        ("m biały/białego f biała/białą/białej", "m czarny/czarnego f czarna/czarną/czarnej"),
        "",
        goals=("Wygrana", "Remis"),
        ends=("wygrywa", "remis"),
        solution="Rozwiązanie",
        word_labels=("Bliźniak:", "Wersja:"),
    ),
    "Czech": Tongue(
        (tuple("KDVSJP"), tuple("KDVSJP")),
        ("b", "č"),
        ("b.", "č."),
        ("Bílý", "Černý"),
        ("bílého", "černého"),
        "m:král/krále f:dáma/dámu/dámy f:věž/věž/věže m:střelec/střelce m:jezdec/jezdce m:pěšec/pěšce",
        ("m bílý/bílého f bílá/bílou/bílé", "m černý/černého f černá/černou/černé"),
        "",
        goals=("Výhra", "Remíza"),
        ends=("vyhraje", "remíza"),
        solution="Řešení",
        word_labels=("Dvojče:", "Verze:"),
    ),
    "Swedish": Tongue(
        (tuple("KDTLSB"), tuple("KDTLSB")),
        ("v", "s"),
        ("v.", "sv."),
        ("Vit", "Svart"),
        ("vits", "svarts"),
        "m:kung m:dam n:torn m:löpare m:springare m:bonde",
        ("m vit n vitt", "m svart n svart"),
        "",
        ("m vita n vita", "m svarta n svarta"),
        definite_nouns="kungen damen tornet löparen springaren bonden",
        goals=("Vinst", "Remi"),
        ends=("vinner", "remi"),
        solution="Lösning",
        word_labels=("Tvilling:", "Version:"),
    ),
    "Hungarian": Tongue(
        ((*tuple("KVBFH"), "gy"), tuple("KVBFHp")),
        ("v", "s"),
        ("vil.", "söt."),
        ("Világos", "Sötét"),
        ("világos", "sötét"),
        "m:király/királyt m:vezér/vezért m:bástya/bástyát m:futó/futót m:huszár/huszárt m:gyalog/gyalogot",
        ("m világos", "m sötét"),
        "m a",
        goals=("Nyer", "Döntetlen"),
        ends=("nyer", "döntetlen"),
        diagram="Diagram",
        solution="Megoldás",
        word_labels=("Iker:", "Változat:"),
    ),
}
