"""Composer, year, source, award and title of studies in manuscripts."""

import pytest

from gbr_lsp.hosts import host_for
from gbr_lsp.model.attribution import attributions_of
from gbr_lsp.model.credit import Attribution
from gbr_lsp.model.document import Document
from gbr_lsp.model.roles import roles

CODE = "=0323.12g3g1"
OTHER = "+0116.00a7d4"


def attributions(text: str, name: str) -> list[Attribution]:
    document = Document.of(text.replace("{code}", CODE).replace("{other}", OTHER), host_for(name))
    studies = list(document.studies())
    return attributions_of(document, studies, roles(document, studies))


def short(found: Attribution) -> str:
    return " | ".join(found).rstrip(" |")


TAKEN = [
    ("a.txt", "No 1925 A. Pervakov\n\n{code}\n", "A. Pervakov"),
    # Markdown
    ("a.md", "## Kubbel 1925\n\n{code}\n", "Kubbel | 1925 |  |  | Kubbel 1925"),
    (
        "a.md",
        "## L. Kubbel, Shakhmaty 1925, 1st prize\n\n{code}\n",
        "L. Kubbel | 1925 | Shakhmaty | 1.p | L. Kubbel, Shakhmaty 1925, 1st prize",
    ),
    ("a.md", "**Troitzky** 1895 (Novoye Vremya)\n\n{code}\n", "Troitzky | 1895 | Novoye Vremya"),
    ("a.md", "# The Saavedra position\n\n{code}\n", " |  |  |  | The Saavedra position"),
    ("a.md", "## L. Kubbel\n\n{code}\n", "L. Kubbel |  |  |  | L. Kubbel"),
    ("a.md", "## Leonid Kubbel, 1927 ##\n\n{code}\n", "Leonid Kubbel | 1927 |  |  | Leonid Kubbel, 1927"),
    ("a.md", "Kubbel 1925\n-----------\n\n{code}\n", "Kubbel | 1925 |  |  | Kubbel 1925"),
    (
        "a.md",
        "*F. Saavedra & G. Barbier, Glasgow Weekly Citizen, 1895*\n\n{code}\n",
        "F. Saavedra & G. Barbier | 1895 | Glasgow Weekly Citizen",
    ),
    ("a.md", "Étude de Réti\n\n{code}\n", "Réti"),
    ("a.md", "[A. van der Heijden](https://a.b/c), 1999\n\n{code}\n", "A. van der Heijden | 1999"),
    ("a.md", "{code} L. Kubbel, 1925\n", "L. Kubbel | 1925"),
    ("a.md", "L. Kubbel, 1925: {code}\n", "L. Kubbel | 1925"),
    ("a.md", "- L. Kubbel, 1925: {code}\n- H. Rinck, 1903: {other}\n", "L. Kubbel | 1925\nH. Rinck | 1903"),
    ("a.md", "{code} L. Kubbel, 1925\n\n{other} H. Rinck, 1903\n", "L. Kubbel | 1925\nH. Rinck | 1903"),
    ("a.md", "## Kubbel 1925\n\n{code}\n\n{other}\n", "Kubbel | 1925\nKubbel | 1925"),
    ("a.md", "| Composer | Year | Code |\n|---|---|---|\n| Kubbel | 1925 | `{code}` |\n", "Kubbel | 1925"),
    ("a.md", "### 12. Rinck, 1903\n\n{code}\n", "Rinck | 1903 |  |  | 12. Rinck, 1903"),
    ("a.md", "R&eacute;ti, R. 1921\n\n{code}\n", "Réti, R. | 1921"),
    # LaTeX
    ("a.tex", "\\study{L.~Kubbel, 1925}{{code}}\n", "L. Kubbel | 1925"),
    ("a.tex", "\\study{F.~Saavedra and G.~Barbier, 1895}{$+$~0300.10~b6a1}\n", "F. Saavedra and G. Barbier | 1895"),
    ("a.tex", "\\study{R.~R\\'eti, 1921}{{code}}\n", "R. Réti | 1921"),
    ("a.tex", "\\study{V.~Vuk{\\v{c}}evi\\'c, 1971}{{code}}\n", "V. Vukčević | 1971"),
    (
        "a.tex",
        "{code}\n\\caption{H.~Rinck, \\emph{Deutsche Schachzeitung}, 1903}\n",
        "H. Rinck | 1903 | Deutsche Schachzeitung",
    ),
    (
        "a.tex",
        "\\author{H. Rinck}\n\\source{Deutsche Schachzeitung, 1903}\n{code}\n",
        "H. Rinck | 1903 | Deutsche Schachzeitung",
    ),
    ("a.tex", "\\section{Kubbel 1925}\n\n{code}\n", "Kubbel | 1925 |  |  | Kubbel 1925"),
    (
        "a.tex",
        "\\section{A rook is enough}\n\n\\study{A.~Troitzky \\& L.~Kubbel, 1925}{{code}}\n",
        "A. Troitzky & L. Kubbel | 1925 |  |  | A rook is enough",
    ),
    ("a.tex", "\\composer{Kubbel}\n\\year{1925}\n{code}\n", "Kubbel | 1925"),
    ("a.tex", "\\textsc{A.A. Troitzky}, 1st prize, 1895\n\n{code}\n", "A.A. Troitzky | 1895 |  | 1.p"),
    # plain text
    ("a.txt", "No 20123 A. Pervakov & O. Pervakov\n1st prize\n\n{code}\n", "A. Pervakov & O. Pervakov |  |  | 1.p"),
    (
        "a.txt",
        "S.8. V. Dolgov\n2nd comm.\nKomsomolskaya Znamya 1975\n\n{code}\n",
        "V. Dolgov | 1975 | Komsomolskaya Znamya | 2.c",
    ),
    ("a.txt", "1. Richard Reti, 1921\n\n{code}\n", "Richard Reti | 1921"),
    ("a.txt", "A.A. TROITZKY\nNovoye Vremya 1895\n\n{code}\n", "A.A. TROITZKY | 1895 | Novoye Vremya"),
    ("a.txt", "Kubbel, L. 1925\n\n{code}\n", "Kubbel, L. | 1925"),
    ("a.txt", "Leonid Kubbel 1925\n{code}\n", "Leonid Kubbel | 1925"),
    ("a.txt", "Philidor, 1749\n\n{code}\n", "Philidor | 1749"),
    ("a.txt", "EBUR, 1993\n\n{code}\n", " | 1993 | EBUR"),
    ("a.txt", "T. Kok\nResidentiebode 25v1935\n\n{code}\n", "T. Kok | 1935 | Residentiebode"),
    ("a.txt", "Lasker and Reichhelm, 1901\nWhite to play and win\n{code}\n", "Lasker and Reichhelm | 1901"),
    ("a.txt", "J. Vandiest, 3rd hon. mention, EG 1976\n\n{code}\n", "J. Vandiest | 1976 | EG | 3.hm"),
    ("a.txt", "Studie von R. Réti, 1921\n\n{code}\n", "R. Réti | 1921"),
    ("a.txt", "Composer: L. Kubbel\nYear: 1925\n\n{code}\n", "L. Kubbel | 1925"),
    ("a.txt", "A. S. Gurvich, special prize, 1952\n\n{code}\n", "A. S. Gurvich | 1952 |  | sp.p"),
    # HTML
    ("a.html", "<h2>Kubbel 1925</h2>\n<p>{code}</p>\n", "Kubbel | 1925 |  |  | Kubbel 1925"),
    ("a.html", "<p><b>R&eacute;ti</b> 1921</p>\n<p>{code}</p>\n", "Réti | 1921"),
    ("a.html", "<p>L.&nbsp;Kubbel, <i>Shakhmaty</i>, 1925</p>\n<p>{code}</p>\n", "L. Kubbel | 1925 | Shakhmaty"),
    # AsciiDoc, Org, MediaWiki, Typst, reStructuredText
    ("a.adoc", "== Kubbel 1925\n\n{code}\n", "Kubbel | 1925 |  |  | Kubbel 1925"),
    ("a.adoc", ".L. Kubbel, 1925\n{code}\n", "L. Kubbel | 1925"),
    ("a.org", "* Kubbel 1925\n\n{code}\n", "Kubbel | 1925 |  |  | Kubbel 1925"),
    ("a.org", "*L. Kubbel*, /Shakhmaty/ 1925\n\n{code}\n", "L. Kubbel | 1925 | Shakhmaty"),
    ("a.mediawiki", "== Kubbel 1925 ==\n\n{code}\n", "Kubbel | 1925 |  |  | Kubbel 1925"),
    ("a.mediawiki", "'''L. Kubbel''', 1925\n\n{code}\n", "L. Kubbel | 1925"),
    ("a.mediawiki", "[[Richard Réti|R. Réti]], 1921\n\n{code}\n", "R. Réti | 1921"),
    ("a.typ", "= Kubbel 1925\n\n{code}\n", "Kubbel | 1925 |  |  | Kubbel 1925"),
    ("a.typ", "#study[L. Kubbel, 1925][{code}]\n", "L. Kubbel | 1925"),
    ("a.rst", "Kubbel 1925\n===========\n\n{code}\n", "Kubbel | 1925 |  |  | Kubbel 1925"),
    ("a.rst", "**L. Kubbel**, *Shakhmaty* 1925\n\n{code}\n", "L. Kubbel | 1925 | Shakhmaty"),
    # tables of data
    ("a.csv", "composer,year,gbr\nL. Kubbel,1925,{code}\nH. Rinck,1903,{other}\n", "L. Kubbel | 1925\nH. Rinck | 1903"),
    ("a.json", '[{"composer": "L. Kubbel", "year": 1925, "gbr": "{code}"}]\n', "L. Kubbel | 1925"),
]

NOTHING = [
    ("a.md", "Rook endings\n\n{code}\n"),
    ("a.md", "Chapter 3\n\n{code}\n"),
    ("a.md", "Diagram 12\n\n{code}\n"),
    ("a.md", "Draw\n\n{code}\n"),
    ("a.md", "Win 1925 tourney\n\n{code}\n"),
    ("a.md", "**Position 1925**\n\n{code}\n"),
    ("a.md", "Kubbel showed in 1925 that this draws.\n\n{code}\n"),
    ("a.md", "L. Kubbel was born in 1891 and composed it.\n\n{code}\n"),
    ("a.md", "**Moscow 1925**\n\n{other} and {code}\n"),
    ("a.md", "pages 1920-1925\n\n{code}\n"),
    ("a.md", "ISBN 978-1925-1925\n\n{code}\n"),
    ("a.md", "See the article by Kubbel.\n\n{code}\n"),
    ("a.md", "1.Kg3 Kh8 2.Bf2 1925\n\n{code}\n"),
    ("a.md", "In 1925 L. Kubbel wrote: {code}\n"),
    ("a.txt", "SEVEN STUDIES FOR A LONG EVENING\n\n{code}\n"),
    ("a.txt", "Notes for the club magazine\n\n{code}\n"),
    ("a.txt", "White to play and draw\n\n{code}\n"),
    ("a.txt", "Weiß gewinnt\n\n{code}\n"),
    ("a.txt", "Les Blancs font nulle\n\n{code}\n"),
    ("a.txt", "Mat\n\n{code}\n"),
    ("a.txt", "Turm gegen Bauer\n\n{code}\n"),
    ("a.txt", "Remis\n\n{code}\n"),
    ("a.txt", "Sacchi 2064\n\n{code}\n"),
    ("a.txt", "Kubbel\n\n{code}\n"),
    ("a.txt", "A. Overview\n\n{code}\n"),
    ("a.txt", "Capablanca - Lasker, New York 1924\n\n{code}\n"),
    ("a.txt", "A. Smith – B. Jones, London 1925\n\n{code}\n"),
    ("a.txt", "J. Capablanca vs E. Lasker, 1914\n\n{code}\n"),
    ("a.txt", "U.S. Open 1925 was won by a local player\n\n{code}\n"),
    ("a.txt", "Thanks to A. Smith for this.\n\n{code}\n"),
    ("a.tex", "\\includegraphics{Kubbel 1925}\n{code}\n"),
    ("a.txt", "A. B.\n\n{code}\n"),
    ("a.txt", "Figure 3. Rook\n\n{code}\n"),
    ("a.tex", "\\label{Kubbel1925}\n{code}\n"),
    ("a.tex", "% L. Kubbel, 1925\n{code}\n"),
    ("a.tex", "\\study{Rook endings, 1925}{{code}}\n"),
    ("a.tex", "\\study{Introduction}{{code}}\n"),
    ("a.html", "<p>Example 4</p>\n<p>{code}</p>\n"),
    ("a.pgn", '[White "L. Kubbel"]\n[Black "{code}"]\n\n*\n'),
    ("a.csv", "name,gbr\nL. Kubbel,{code}\n"),
]


@pytest.mark.parametrize(("name", "text", "expected"), TAKEN)
def test_credits_are_taken_from_the_text_near_a_code(name: str, text: str, expected: str) -> None:
    assert "\n".join(map(short, attributions(text, name))) == expected


@pytest.mark.parametrize(("name", "text"), NOTHING)
def test_nothing_is_taken_from_other_text(name: str, text: str) -> None:
    assert [found for found in attributions(text, name) if any(found)] == []


@pytest.mark.parametrize(
    "heading",
    [
        "Rook endings",
        "Introduction",
        "Kubbel and the rook",
        "Solutions 1925",
        "Win",
        "A. Overview",
        "Karpov-Kasparov 1985",
        "Prof. Dr. Who, 1955",
    ],
)
def test_a_heading_that_is_no_name_is_only_a_title(heading: str) -> None:
    assert attributions(f"# {heading}\n\n{CODE}\n", "a.md") == [Attribution(title=heading)]


def test_a_heading_over_several_studies_is_no_title() -> None:
    assert attributions(f"# L. Kubbel, Shakhmaty 1925\n\n{CODE}\n\n{OTHER}\n", "a.md") == [Attribution()] * 2


def test_a_caption_between_two_codes_is_that_of_neither() -> None:
    assert attributions(f"{CODE}\nL. Kubbel, 1925\n{OTHER}\n", "a.txt") == [Attribution()] * 2
