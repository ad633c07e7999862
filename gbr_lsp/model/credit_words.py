"""Words that distinguish names of composers from sources, headings and terms, folded by `plain`."""

import unicodedata
from functools import cache

from gbr_lsp.languages import LANGUAGES

PARTICLES = frozenset(
    """van der den de von vom zu di da dos del della du la le ter ten el al af av d l y""".split()  # noqa: SIM905
)
"""Lower-case parts of surnames."""

GIVEN_NAMES = frozenset(
    """abram adam albert aleksandr aleksei aleksey alessandro alexander alexandr alexandre alexei alexey alfred alois
    amatzia anatoli anatoly andre andrei andrej andres andrew andrey antonin antonio arpad arthur artur arvid
    august axel bent bernhard bernard bo boris bruno carl carlos charles christian christopher claude daniel david
    dmitri dmitry eduard edward emanuel emil emilian enrico enzo eric erich ernest ernst eugene evgeny felix
    fernando filip francesco frantisek frank franz franco fred friedrich frits fritz gady genrikh georg george
    georges georgy gerald gerd gerhard giambattista gia gijs giuseppe gleb gregory grigory guido guillermo gunnar
    gunter gustav gustavus hans harold harrie harry heinrich heinz helmut henk hendrik henri henry herbert hermann
    hillel hugo ignace igor ilham ilya ivan iuri iwan jacob jakob jan jaroslav jean jeno jindrich joachim johan
    johann johannes john jose josef joseph juan julien juri jurgen jozsef karel karen karl kasimir kazimierz klaus
    konstantin ladislav lars laszlo leo leon leonard leonid leopold lev luca luigi luis marcel marco mario mark
    martin marko mate max maxim michael michal michel miguel mihai mikhail milan mirko miroslav nikita nikolai
    nikolay noam ofer oleg oscar oskar otto ove paul pal pavel pedro peter petr petter philipp philip pietro piotr
    poul rainer ralf ramon reinhold rene richard rinaldo robert roger roland roman rudolf samuel sergei sergey
    sergiy siegfried stefan stefano stephen steffen sven theodor theodore thomas tigran timothy tom tomas torsten
    valentin valery vasily velimir victor viktor vitaly vladimir vladislav vladislaw walter werner wieland wilhelm
    wilhelmus willem william wladimir wolfgang wouter yehuda yochanan yuri zigfrids""".split()  # noqa: SIM905
)

SURNAMES = frozenset(
    """afek akobia amelung arestov avni bazlov becker behting belyavsky benko bent berger birnov bondar bondarenko
    bron bianchetti campioli chekhover cheron costeff croitor dawson didukh dobrescu dolgov dvoretsky duras elkies
    euwe fritz garcia gorgiev greco grin gurgenidze gurvich grigoriev halberstadt haring hasek heijden herbstman
    horwitz hildebrand iriarte jespersen kakovin kalandadze kaminer kasparyan keres keith kling koppelomaki
    korolkov kok kosek kovalenko kralin kricheli krug kubbel kuznetsov lasker lazard lewitt liburkin loyd lucena
    maizelis makhatadze maksimovskikh mandler mattison minski minev missiaen mitrofanov mouterde mugnos
    nadareishvili nestorescu neumann nunn olmutz otten pallier pervakov petrov philidor platov pogosyants
    pogosjants polerio polgar ponziani prokes prokop prokofiev reichhelm reti rinck richter roycroft rossi rusinek
    rusz saavedra salvio sarychev sehwers selezniev selesniev seletsky selman seyboth simkhovich slumstrup smyslov
    sochniev somov stamma studenetsky timman tkachenko topko troitsky troitzky troitzki umnov vancura
    vandecasteele vandiest vasilchikov vlasak villeneuve visokosov vlasenko vukcevich wotawa yakimchik zalkind
    zakhodyakin zepler zinar""".split()  # noqa: SIM905
)
"""Surnames of composers: evidence for a name without initials."""

_SOURCES = frozenset(
    """overview background history open theorem lemma definition software data results methods discussion abstract
    references bibliography glossary acknowledgements mr mrs ms prof dresden hamburg munich leipzig karlsbad
    ostend editor editors original originals original. origineel urdruck erstdruck themes express echecs echiquier
    revue review journal times news herald gazette citizen weekly post tribune daily telegraph magazine bulletin
    probleemblad probleme problemist problemista problems schwalbe studistica ebur eg diagrammes diagramme
    springaren tidskrift shakhmaty shakhmatny szachy szachista szachowa suomen shahs vremya novoye niva pravda
    bodan stratagems italia scacco scacchistica scacchi ajedrez xadrez chess sah sahovski revista magyar sakkelet
    ceskoslovensky sach sachy deutsche wiener neue neues tijdschrift residentiebode belgisch flemish flemisch
    miniatures vlaamse ussr sssr jubilee memorial tourney tournament turnier tourneys championship cup olympiad
    wcct wccc wcsc match mt jt ty award prize prizes commendation commended mention mentions honourable honorable
    special correction collection anthology encyclopedia book books vol volume issue edition part page pages
    chapter section appendix january february march april may june july august september october november december
    januar februar marz mai juni juli oktober dezember januari februari maart augustus janvier fevrier mars avril
    juin juillet aout septembre octobre novembre decembre enero febrero abril mayo junio julio agosto septiembre
    octubre noviembre diciembre spring summer autumn winter monday tuesday wednesday thursday friday saturday
    sunday christmas easter moscow london paris berlin vienna leningrad petersburg budapest prague tbilisi delhi
    york hastings amsterdam moskau wien prag kiev riga warsaw rome madrid barcelona bucharest belgrade zagreb
    stockholm copenhagen oslo bohemia russia germany france england britain israel belgium netherlands spain italy
    world europe european olympic international national informal thematic club team university press copyright
    published printed revised introduction preface foreword editorial contents index summary solution solutions
    conclusion notes note remarks figure figures table diagram diagrams dia study studies studie studien etude
    etudes ending endings endgame endgames endspiel endspiele eindspel finale finales finali theory theme position
    positions problem puzzle exercise exercises example examples game games lesson lessons day week year years
    date code codes class classes force forces the a an this that these those here there where when what who how
    why all some any no not new old first second third last next our my your his her its in on at of to for from
    with without by after before and or but if as is was were see compare cf also let only one two three four five
    six seven eight nine ten der die das ein eine le les un une el los las il lo gli het een und et oder ou o aber
    mais pero ma white black weiss schwarz move moves plays play mate stalemate check checkmate zugzwang promotion
    underpromotion fortress domination battery castling exchange sacrifice pin fork tempo opposition triangulation
    minor piece pieces pawn pawns rook rooks knight bishop queen king ready todo fixme draft version status type
    name title author authors composer composers source sources event tag fen pgn gbr latex markdown html word tex
    file readme changelog release unreleased python rule rules error warning text test tests good bad sound
    unsound cooked dual duals twin twins unpublished collected best great famous classic classical modern
    anniversary centenary north south east west kings queens torre torres tour tours tower""".split()  # noqa: SIM905
)
_SOURCE_STARTS = ("schach", "schack", "skak", "shakh", "sjakk", "szach", "scac", "sakk", "chess", "problem", "tourn")
_NO_SOURCES = frozenset(
    """position diagram chapter section figure fig example study studies ending endings endgame page pages part
    volume table exercise exercises test tests code class version copyright isbn printed published in see
    introduction preface solution solutions index contents note notes update updated date year born died since
    until about author authors editor""".split()  # noqa: SIM905
)
_MEN_AND_GOALS = tuple("white black king queen rook bishop knight pawn win wins draw holds".split())  # noqa: SIM905
_TERMS = (*_MEN_AND_GOALS, "links", "prose", "article", "plays", "solution", "versions")


def plain(word: str) -> str:
    """Return `word` in lower case without accents and points: `Réti` → `reti`."""
    if word.isascii():
        return word.lower().strip(".'")
    parts = unicodedata.normalize("NFKD", word.casefold().replace("ł", "l").replace("ø", "o"))
    return "".join(char for char in parts if not unicodedata.combining(char)).strip(".'’")


@cache
def is_no_name(word: str) -> bool:
    """Return True if `word` is a term of chess in any language, or a word of sources, headings or dates."""
    folded = plain(word)
    if folded in SURNAMES:
        return False
    words, stems = _terms(_TERMS)
    parts = folded.split("-")
    return (
        any(part in _SOURCES or part in words for part in parts)
        or folded.startswith(_SOURCE_STARTS)
        or folded.startswith(stems)
    )


def has_term(text: str) -> bool:
    """Return True if `text` is no source, because it has a term of chess or a word of headings."""
    words, _ = _terms(_MEN_AND_GOALS)
    return any(plain(word) in words or plain(word) in _NO_SOURCES for word in text.replace("-", " ").split())


@cache
def _terms(fields: tuple[str, ...]) -> tuple[frozenset[str], tuple[str, ...]]:
    """Return the whole words and the stems in `fields` of all languages."""
    written = " ".join(getattr(language, field) for language in LANGUAGES for field in fields)
    found = [word for word in written.replace("|", " ").split() if 1 < len(word)]
    words = frozenset(plain(word) for word in found if not word.endswith("*")) - PARTICLES
    return words, tuple(plain(word[:-1]) for word in found if word.endswith("*") and 4 < len(word))
