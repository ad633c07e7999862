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
    # fields of the macro call of a code
    ("a.tex", "\\study{L.~Kubbel, 1925}{=0323.12g3g1}\n", "L. Kubbel | 1925"),
    ("a.tex", "\\study[composer=Kubbel, year=1925]{{code}}\n", "Kubbel | 1925"),
    ("a.tex", "\\study{{code}}{L.~Kubbel, 1925}\n", "L. Kubbel | 1925"),
    ("a.tex", "\\study{L.~Kubbel}{1925}{{code}}\n", "L. Kubbel | 1925"),
    ("a.tex", "\\study\n  {L.~Kubbel, 1925}\n  {{code}}\n", "L. Kubbel | 1925"),
    ("a.tex", "\\study{\n  L.~Kubbel, 1925\n}{\n  {code}\n}\n", "L. Kubbel | 1925"),
    ("a.tex", "\\study{composer={L. Kubbel}, year={1925}, code={{code}}}\n", "L. Kubbel | 1925"),
    ("a.tex", "\\begin{study}{L.~Kubbel, 1925}\n{code}\n\\end{study}\n", "L. Kubbel | 1925"),
    ("a.mediawiki", "{{Study|composer=Kubbel|year=1925|code={code}}}\n", "Kubbel | 1925"),
    ("a.mediawiki", "{{Study|code={code}|composer=Kubbel|year=1925}}\n", "Kubbel | 1925"),
    ("a.mediawiki", "{{Study\n| composer = Kubbel\n| year = 1925\n| code = {code}\n}}\n", "Kubbel | 1925"),
    ("a.mediawiki", "{{Study\n| code = {code}\n| composer = Kubbel\n| year = 1925\n}}\n", "Kubbel | 1925"),
    ("a.typ", '#study(composer: "Kubbel", year: 1925, code: "{code}")\n', "Kubbel | 1925"),
    ("a.typ", '#study("L. Kubbel", 1925, "{code}")\n', "L. Kubbel | 1925"),
    ("a.typ", '#study(composer: [L. Kubbel], year: "1925")[{code}]\n', "L. Kubbel | 1925"),
    ("a.typ", '#study(\n  composer: "Kubbel",\n  year: 1925,\n  code: "{code}",\n)\n', "Kubbel | 1925"),
    ("a.typ", '#study(\n  code: "{code}",\n  composer: "Kubbel",\n  year: 1925,\n)\n', "Kubbel | 1925"),
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


COMPOSERS = [
    ("a.md", "## Zytogorski 1857\n\n{code}\n", "Zytogorski | 1857"),
    ("a.md", "## Mees 1975\n\n{code}\n", "Mees | 1975"),
    ("a.md", "## Hornecker 2008\n\n{code}\n", "Hornecker | 2008"),
    ("a.md", "### A. Hildebrand, Tidskrift för Schack 1952\n\n{code}\n", "A. Hildebrand | 1952 | Tidskrift för Schack"),
    ("a.md", "**Y. Bazlov, 1st Prize, Nona JT 2001**\n\n{code}\n", "Y. Bazlov | 2001 | Nona JT | 1.p"),
    ("a.md", "*Ernest Pogosyants*, 64, 1977\n\n{code}\n", "Ernest Pogosyants | 1977"),
    ("a.md", "M. Matouš (1981)\n\n{code}\n", "M. Matouš | 1981"),
    ("a.md", "> J. Moravec, La Stratégie 1937\n\n{code}\n", "J. Moravec | 1937 | La Stratégie"),
    ("a.md", "## Л. Куббель 1925\n\n{code}\n", "Л. Куббель | 1925"),
    ("a.md", "## Куббель 1925\n\n{code}\n", "Куббель | 1925"),
    ("a.md", "## N. D. Grigoriev, Izvestia, 1930\n\n{code}\n", "N. D. Grigoriev | 1930 | Izvestia"),
    (
        "a.tex",
        "\\study{M.~Liburkin, 2nd prize, \\emph{Shakhmaty v SSSR}, 1931}{{code}}\n",
        "M. Liburkin | 1931 | Shakhmaty v SSSR | 2.p",
    ),
    ("a.tex", "\\subsection{Fleck 1938}\n\n{code}\n", "Fleck | 1938"),
    (
        "a.tex",
        "\\textbf{J.~H.~Marwitz}, \\emph{Tijdschrift v.d. KNSB}, 1945\n\n{code}\n",
        "J. H. Marwitz | 1945 | Tijdschrift v.d. KNSB",
    ),
    (
        "a.txt",
        "No. 17 V. and M. Platov, Rigaer Tageblatt, 1909\n\n{code}\n",
        "V. and M. Platov | 1909 | Rigaer Tageblatt",
    ),
    ("a.txt", "E. Paoli, 1961\n{code}\n", "E. Paoli | 1961"),
    ("a.html", "<h3>Havel 1924</h3>\n<p>{code}</p>\n", "Havel | 1924"),
    ("a.rst", "J. Sehwers, 1923\n================\n\n{code}\n", "J. Sehwers | 1923"),
    ("a.mediawiki", "=== Lolli, 1763 ===\n{code}\n", "Lolli | 1763"),
    ("a.org", "** F. Lazard, L'Opinion 1935\n\n{code}\n", "F. Lazard | 1935 | L'Opinion"),
    ("a.adoc", ".Composed by M. Havel, 1924\n{code}\n", "M. Havel | 1924"),
]
"""Texts, and composer, year, source and award; the titles are tested above."""

SURNAMES = (
    "Wurzburg Bondar Ellinghoven Sackmann Birgfeld Osborne Crosskill Koranyi Bilek Proskurowski "
    "Ксенофонтов Троицкий d'Orville Szén Høeg Cozio Carvajal Mouterde Ulrichsen Ropke"
)

OTHER_HEADINGS = [
    "Theorem",
    "Moscow",
    "Congress",
    "Summer",
    "Solutions",
    "EG",
    "Tourney",
    "Study",
    "MAY",
    "XIV",
    "Argentina",
    "Apprentices",
    "Kharkov tourney",
    "Kindergarten",
    "Pawnless",
    "Dresden Olympiad",
    "Vorwärts",
    "Sommerfest",
    "Schachfreunde",
    "Nederlandse Bond",
    "Zomeravond",
    "Vacances",
    "Feuilleton",
    "Наследие",
    "Сибирь",
    "Товарищи",
    "EBUR",
    "FIDE Album",
    "KNSB",
    "MCMXXV",
    "Isle of Man",
    "Long Island",
    "Bad Kissingen",
    "Castles",
    "Epaulettes",
    "Staircase",
    "Diagonals",
    "Minimalism",
    "Romanticism",
    "Retrograde",
    "Lightning",
    "Midnight",
    "Riddle me this",
    "Photocopy",
    "Fifty Years",
    "Whitsun",
    "Tasmania",
    "Vaduz",
    "Kaliningrad",
    "Bournemouth",
    "Zeitnot",
]

NO_COMPOSER = [
    ("a.md", "## WCCI 2013-2015\n\n{code}\n"),
    ("a.md", "## Zugzwang themes 1925\n\n{code}\n"),
    ("a.md", "## Bavaria 1925\n\n{code}\n"),
    ("a.md", "## Ljubljana 1938\n\n{code}\n"),
    ("a.md", "## Tournée 1925\n\n{code}\n"),
    ("a.md", "## Herbst 1931\n\n{code}\n"),
    ("a.md", "## Voorjaar 1931\n\n{code}\n"),
    ("a.md", "## Весна 1931\n\n{code}\n"),
    ("a.md", "## Москва 1925\n\n{code}\n"),
    ("a.md", "## Olympiad 1950\n\n{code}\n"),
    ("a.md", "## Lösungen 1925\n\n{code}\n"),
    ("a.md", "## XVII 1925\n\n{code}\n"),
    ("a.md", "## Argentina 1925\n\n{code}\n"),
    ("a.md", "## Yugoslavia 1954\n\n{code}\n"),
    ("a.md", "## Lemma 1925\n\n{code}\n"),
    ("a.md", "## Corollary 1925\n\n{code}\n"),
    ("a.md", "## Addendum 1925\n\n{code}\n"),
    ("a.md", "## Jahrgang 1925\n\n{code}\n"),
    ("a.md", "## Ergebnisse 1925\n\n{code}\n"),
    ("a.md", "## Bibliographie 1925\n\n{code}\n"),
    ("a.md", "## Winter Term 1925\n\n{code}\n"),
    ("a.md", "## Grand Prix 1925\n\n{code}\n"),
    ("a.md", "## Rook Endings 1925\n\n{code}\n"),
    ("a.md", "## Selected Works 1925\n\n{code}\n"),
    ("a.md", "## Hall of Fame, 1925\n\n{code}\n"),
    ("a.md", "## Archive 1925\n\n{code}\n"),
    ("a.md", "## Cambridge Springs 1904\n\n{code}\n"),
    ("a.md", "**Bled 1931**\n\n{code}\n"),
    ("a.md", "**Nottingham, 1936**\n\n{code}\n"),
    ("a.md", "**Uppsala 1956**\n\n{code}\n"),
    ("a.md", "## Preisbericht 1925\n\n{code}\n"),
    ("a.md", "## Thematurnier 1925\n\n{code}\n"),
    ("a.md", "## Concours 1925\n\n{code}\n"),
    ("a.md", "## Wedstrijd 1925\n\n{code}\n"),
    ("a.md", "## Retrospective 1925\n\n{code}\n"),
    ("a.tex", "\\section{Beginnings, 1890--1925}\n\n{code}\n"),
    ("a.tex", "\\textbf{Paragraph 1925}\n\n{code}\n"),
    ("a.tex", "\\caption{Tableau 1925}\n{code}\n"),
    ("a.txt", "Printed in Great Britain, 1925\n\n{code}\n"),
    ("a.txt", "To the memory of G. Nadareishvili\n\n{code}\n"),
    ("a.txt", "Dear Mr. Roycroft, 1972\n\n{code}\n"),
    ("a.html", "<h2>Highlights 1925</h2>\n<p>{code}</p>\n"),
    ("a.html", "<h3>Anti-Cook 1925</h3>\n<p>{code}</p>\n"),
    ("a.org", "* Inbox 1925\n\n{code}\n"),
    ("a.typ", "= Abstract 1925\n\n{code}\n"),
]


@pytest.mark.parametrize(("name", "text", "expected"), COMPOSERS)
def test_composer_year_source_and_award(name: str, text: str, expected: str) -> None:
    assert [short(found._replace(title="")) for found in attributions(text, name)] == [expected]


@pytest.mark.parametrize("surname", SURNAMES.split())
def test_a_surname_and_a_year_are_a_credit(surname: str) -> None:
    assert attributions(f"## {surname} 1925\n\n{CODE}\n", "a.md")[0][:2] == (surname, "1925")


@pytest.mark.parametrize("words", OTHER_HEADINGS)
def test_other_words_and_a_year_are_no_composer(words: str) -> None:
    assert attributions(f"## {words} 1925\n\n{CODE}\n", "a.md")[0].composer == ""


@pytest.mark.parametrize(("name", "text"), NO_COMPOSER)
def test_other_text_is_no_composer(name: str, text: str) -> None:
    assert not any(found.composer for found in attributions(text, name))


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
