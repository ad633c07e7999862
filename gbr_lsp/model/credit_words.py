"""Words that distinguish names of composers from sources, headings and terms, folded by `plain`."""

import unicodedata
from functools import cache, lru_cache

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
# Countries and cities, dates, and words of headings. They are no surnames without a given name.
_PLACES = """
    kissingen sibir tasmania vaduz сибирь
    aachen aarhus adelaide afghanistan albania alexandria algeria algiers alicante allemagne almaty america angleterre
    angola antwerp antwerpen anvers argentina armenia asia athens atlanta augsburg australia austria autriche
    azerbaijan baden baku baltimore banff bangkok basel bath bavaria bayern beijing belarus belgien belgique bergen
    bern birmingham bled bochum bologna bonn bordeaux bosnia boston bradford bratislava brazil bremen brighton bristol
    brno brooklyn brugge brussel brussels bruxelles bulgaria bulgarie bulgarien burma cairo cambodia cambridge canada
    cannes capetown cardiff carlsbad chicago chile china cleveland cologne colombia cordoba cracow crete croatia cuba
    cyprus czechia czechoslovakia dallas danemark danzig debrecen delft denemarken denmark denver detroit deutschland
    dnepropetrovsk donetsk dortmund dublin dubrovnik duitsland dundee dusseldorf ecosse ecuador edinburgh egypt
    eindhoven engeland espagne essen estonia ethiopia europa finland finnland flanders florence frankfurt frankreich
    frankrijk frg fribourg gand gdr geneva geneve genf genoa gent georgia ghent gibraltar gijon glasgow gothenburg
    gottingen graz grece greece greenland grenoble griechenland groningen haarlem hague haifa halle hannover hanover
    havana heidelberg helsinki hilversum holland hollywood hongarije hongrie houston hungary iceland india indonesia
    innsbruck iran iraq ireland irkutsk istanbul italie italien japan jerusalem karlsruhe kassel katowice kaunas
    kazakhstan kazan kecskemet kenya keulen kharkiv kharkov kiel kiew koln kopenhagen korea krakow krasnodar kyiv kyoto
    latvia lausanne lebanon leeds leiden lemberg libya liege linares linz lisbon lithuania liverpool ljubljana lodz
    londen londres lucerne lugano luxembourg lviv lvov lyon lyons maastricht macedonia madras magdeburg mailand mainz
    malaga malmo malta manchester manila mannheim marburg maribor marienbad marseille melbourne meran mexico miami
    milan milano milwaukee minsk moldova monaco mongolia montenegro montevideo montreal morocco moscou moskou mumbai
    munchen munster naples nauheim neapel nederland newcastle nice niederlande nijmegen noorwegen norvege norway
    norwegen nottingham novgorod novosibirsk nuremberg nurnberg odessa oostenrijk osterreich ostrava ottawa oxford
    pakistan palermo palestine paraguay parijs parnu perm peru philadelphia philippines pistyan pittsburgh plovdiv
    podebrady poland polen pologne poltava portoroz portugal potsdam poznan praag preussen prussia pula reggio
    reykjavik rom roma romania rostov rotterdam roumanie rumanien rusland russie russland sachsen salonica saltsjobaden
    salzburg samara sanremo santiago sarajevo saratov saxony scandinavia scarborough scheveningen schweden schweiz
    scotland seattle semmering serbia seville shanghai sheffield siberia sicily singapore skopje slovakia slovenia
    sochi sofia southport sowjetunion spanien spanje stavanger stettin strasbourg stuttgart suede suisse sverdlovsk
    sweden switzerland sydney syria szeged tallinn tashkent tchequie teesside teplitz tiflis tilburg tokyo toledo
    toronto toulouse trencin trier trieste trondheim tunisia turin turkei turkey turku turquie tver ufa uk ukraine ulm
    ungarn uppsala uruguay usa utrecht uzbekistan valencia vancouver varna varsovie venedig venezuela venice verona
    versailles vienne vietnam vilnius vlaanderen vladivostok volgograd voronezh vrsac wales warschau washington wenen
    wiesbaden wilna winnipeg wroclaw yalta yerevan yugoslavia zandvoort zurich zweden zwitserland zwolle австрия
    азербайджан азия америка англия баку беларусь белград белоруссия бельгия берлин болгария будапешт варшава вена
    венгрия вильнюс воронеж голландия горький грузия европа ереван израиль индия италия казань киев китай латвия
    ленинград литва лондон львов мадрид минск москва нидерланды новосибирск норвегия одесса париж петербург польша
    прага рига рим россия ростов рсфср самара саратов свердловск сербия сочи ссср сша таллин ташкент тбилиси тифлис
    украина финляндия харьков хорватия чехия чехословакия югославия ялта
"""
_TIMES = """
    abend annual année années apr aug automne century days dec decade dienstag dimanche dinsdag donderdag donnerstag
    eeuw evening fall feb freitag frühjahr frühling herbst herfst hiver jaar jaargang jahr jahre jahrgang jahrhundert
    jan jaren jeudi jul jun jänner kerst kerstmis lente lundi maand maandag mar mardi mei mercredi midsummer mittwoch
    mois monat montag month monthly months morning najaar neujahr night nov noël oct ostern pasen pentecost pfingsten
    pinksteren printemps pâques quarter samedi samstag season seasons sep sept silvester siècle sommer sonntag today
    tomorrow vendredi voorjaar vrijdag weeks weihnachten woensdag yearly yesterday zaterdag zomer zondag été август
    августа апрель апреля век весна воскресенье вторник год года годы декабрь декабря зима июль июля июнь июня лето май
    март марта мая месяц ноябрь ноября октябрь октября осень понедельник пятница сентябрь сентября среда суббота
    февраль февраля четверг январь января
"""
_HEADINGS = """
    apprentices castles castling diagonal diagonals epaulette epaulettes feuilleton lightning midnight pawnless
    photocopy retrograde staircase vacances vorwärts whitsun zeitnot zugzwangs товарищи
    aantekening aantekeningen abbildung abhandlung about abridged abrégé abschied abschnitt absence account accounts
    achtergrond activity actualité actualités addenda addendum additional advanced afbeelding aflevering afscheid
    afterword agenda aim aims album algebra algorithm allgemeines almanac amis analyse analyses analysis analytical
    anecdotes anfang anfänge anhang anmeldung anmerkung annals annexe annexes annonce annonces announcement
    announcements answer answers antwoord antwoorden antwort antworten appeal appendice approach arbeit arbeiten archiv
    archive archives arrangement art article articles artikel artikelen artistic aspects assessment atelier attack
    attacks attempt attempts aufgabe aufgaben aufsatz aufsätze ausblick ausgabe ausgewählte ausschreibung austere
    auswahl auszug auteurs auteursregister autorenverzeichnis avant avertissement band base basic basics batteries
    beauty begin beginner beginners beginning beginnings beginsel beilage beispiel beispiele beitrag beiträge bemerkung
    benchmark berichten berichtigung beschrijving besluit bespreking bewertung bibliografie bijdrage bijdragen
    bijeenkomst bijlage bijlagen bilan bild bilder biografie biographical birth birthday blad bladzijde blatt blockade
    blocks board boards boek boeken booklet borrowed brief briefe briefkasten brieven brilliancies brilliancy brève
    brèves buch bulletins bund bye bände bücher cahier cahiers calendar candidates captures career case cases catalog
    catalogue categories category ceremony challenge challenges champion championnat championnats champions changes
    chapitre chapitres chapters chart charts checklist children choix chronicle chronicles chronik chronique chroniques
    circle circuit claim claims classement classics classified cleanup clearance clubs colleagues column columns
    comment commentaire commentaires commentary comments committee comparison comparisons complete completed composing
    compositie computer computers concept concepts concerts concours conference conferences congress congresses congrès
    consequences contact contemporary contenu contest contests continued contributors control cooks copies core corner
    corollaries corollary correctie correcties correspondance correspondence corrigé counting coupe courrier cours
    coverage credits criteria critique cross cups curiosity current cycle danksagung databank database databases datei
    datenbank dear death deaths debut decline decoy dedicated deel deelnemers deep defence defense delegates delen
    derby design detail details development developments dictionary dictionnaire difficult diploma directory disclaimer
    discoveries discovery disputes divers document documents dossier drafts drawing drawn dualfrei duel débuts
    découverte décès dédicace développement early easy echo echoes edit eerste eindstand einführung einleitung
    elementary elite email encyclopaedia end ende endrunde endstand entretien entries entry entscheid entscheidung
    epilogue episode epoch epoche equal era ergebnis ergebnisse ergänzung erinnerung erklärung errata erratum erstes
    esquisse essai essais essay essays essence events evidence exact exam excelsior excerpt excerpts exemple exemples
    exercice exercices experience experiments expert experts extended extract extracts extrait extraits fact facts
    fantasy faq farewell favorite favorites favourite favourites feature features feedback fehler feier fernschach
    festival festschrift fide fight figur fin finalistes finalists findings flight folge forderung foreign forgotten
    form formal format forme former forms formula fortresses fortsetzung forum forward frage fragen fragment fragments
    friends frontispiece frühe fun fundamentals further future fête gallery gambit gedachten gedanken gegenwart
    geleitwort gems general genesis genre geometry gesamtausgabe geschichte geschiedenis glance glossar glückwünsche
    goal goals golden grand grandmaster grandmasters group groups großmeister grundlagen grundlegendes gruppe guest
    guests guide guidelines générale half hall handbook handbuch harvest headline headlines heft hefte herdruk
    herinnering herinneringen heritage hero heroes heutige highlight highlights hints hinweis hinweise histoire
    historical historique holiday holidays homage home homework hommage hoofdstuk horizon hors hunt idea ideas idée
    idées image images importance improvement improvements inbox incorrect indexes individual info inhalt
    inhaltsverzeichnis inhoud inhoudsopgave initial inleiding insight insights instructive interesting interlude
    intermediate internet interview interviews introductory inventory issues item items job journals journey jubilees
    jubileum jubiläum judge judgement judges judgment juge jugement jugend junior juniors jury just kampioen
    kampioenschap kampioenschappen kandidaten kapitel key keys kindergarten kingdom knowledge kommentar kommentare
    kompositionen kongress korrektur korrekturen kunst kurs künstler laboratory landmark landmarks large late latest
    laureates lauréat lauréats law laws leaflet league leben lecteurs lecture lectures left legacy legend legends
    lehrbuch leisure leser leserbriefe letter letters lettre lettres level levels leven lexicon lezers leçon leçons
    library licence license life light lijst limits lines links list liste lists literary literatur literature
    literatuur little littérature livre livres lob logical longest lost love länderkampf löser löserliste
    lösungswettbewerb magazines maneuver manoeuvre manoeuvres manual manuel manuscript manuscripts maps master
    masterpiece masterpieces masters matches material materials mates mathematics matériel maître meaning measures
    mechanism medal medals meester meeting meetings meister members memoir memoirs memories memory merit merits message
    method methode methoden middle middlegame milestone milestones miniature mirror misc miscellanea miscellaneous
    miscellany mise mistake mistakes mitglieder mix mixed model models moment monograph monster morceaux more mosaic
    motif motifs muster mutual mysteries mystery myth mémoire mémoires nachdruck nachrichten nachruf nachrufe nachtrag
    nachträge nachwort nagekomen naissance namen naschrift nature network newcomers newsletter newsletters newspaper
    newspapers nieuwe nieuws nieuwsbrief nomenclature notebook nothing notice notices notiz notizen nouveau nouveautés
    nouvelle nouvelles novelties novelty number numbers nummer numéro nécrologie obituaries obituary odds oeuvre
    oeuvres offer office official olympiade onderwerp online opdracht opening openings opgave opgaven opinion oplossers
    oplossingen opposite optional oracle order origin originality origins other others outline outlines outlook
    ouverture ouvrage ouvrages over overviews overzicht owner painting palmarès pamphlet panorama paper papers paradise
    paradox paragraph paragraphe paragraphs parity participants particulars partie parties partij partijen parts passé
    past paths pattern patterns pensées people perfect performance period periodicals perpetual personal personen
    perspective perspectives petit petite phase phases philosophy photo photographs photos picture pictures plaats
    place plan planche plans players playoff poem poetry point points politics portrait portraits porträt postscript
    potpourri practical practice predecessor predecessors preis preise preisrichter preisträger preliminary president
    previous prijsvraag prijzen principe principes principle principles prisoner private procedure proceedings process
    product profile program programme progress project projects projet prolog prologue proof proofs properties proposal
    prospect prospects protocol protokoll provisional préambule public publishers puzzles quellen questionnaire quick
    quiz quotes random ranking rankings rapport rare rating ratings readers reading realm reason recent recherche
    recommended record records recueil reeks referat reference reform regeln regels register reihe rekord related
    remark remarkable remarque remarques remembering remerciements reminiscences rencontre rencontres repairs replies
    reply report reports reprint reprints request requirements research reserves resource resources response responses
    restored result retro retros retrospect retrospective revues riddle riddles right ronde round rounds roundup rubric
    rubriek rubrique run runde rundschau rätsel règle règlement règles réflexions réponse réponses résultat résultats
    résumé rückblick rückschau sacrifices saison samenvatting sammlung sample samples satellite satz schaak schaakbond
    schedule scheme schluss schlussfolgerung school schools schule science scientific scope score scores scrapbook
    search secret secrets selected self semifinal semifinals seminar senior serial serie series settings short
    sidelines sieger signs simple simultaneous single sitzkrieg sketch sketches skizze skizzen slides snapshot
    snapshots society société solver solvers solving sommaire soundness souvenir souvenirs specimen specimens
    spectacular spiel spieler spotlight squares stage stages stalemates standings starting startseite state statement
    statistics statistik statistiques stellingen step steps stichwort stories story strange strategy streifzug
    structure structures students style subject subscribers success suite sujet summaries summit supplement supplements
    supporters surprise survey surveys switchback symbols symmetry symposia symposium synopsis synthesis synthèse
    system systems système tabel tabelle tableau tableaux tablebase tablebases tables tactics tagebuch tagung tale
    tales task tasks teams technical technique techniques teil teile teilnehmer tekst template tempos temps terme
    termine textbook thanks theatre theorems theoretical theories thesis thought thoughts threads threat théorème tijd
    time timeline timetable tip tips titel titles titre titres toelichting tome tools topic topics total training
    traité transcript travels treasure treasures treasury treatise treffen trial tribute tributes tricks tries trilogy
    triumph trophies trophy truth try trésors tutorial tutorials types uitgave uitslag uitslagen ultimate umfrage
    umwandlung unbekannt understanding union unité universal updates urteil usage useful vainqueur vainqueurs valeur
    value values varia variant variante varianten variantes variants variety various veranstaltung verbetering
    verbeteringen verdict verein vereniging verführung vergadering vergleich verhaal verlag verlauf verschiedenes
    verslag verslagen vertaling veröffentlichung veterans victory vie view viewpoints views visit visits vocabulaire
    vocabulary volumes voorbeeld voorbeelden voorwoord vorbemerkung vorgänger vorrede vorschau vorwort vote votes vraag
    vragen war warm wars welcome wereldkampioenschap werk werke werken wettbewerb wettbewerbe wettkampf widmung
    winnaars winner winners winning wonders woordenlijst words working works workshop workshops worlds writing writings
    wörterbuch yearbook young youth zeit zeitschrift zeitschriften zeittafel zeitung zetten zitate zone zukunft
    zusammenfassung zusatz zweites éditeur époque équipe étape überarbeitung überblick übersetzung übersicht übung
    œuvre œuvres автор алфавит альбом анализ анализы анкета архив база биография борьба вестник вопрос вопросы выводы
    выпуск газета глава главы дебют журнал задача задачи закон заметка заметки записки избранное избранные имена индекс
    история источник источники итог итоги каталог книга книги команда комиссия комментарий конгресс конкурс конкурсы
    концовка краткий критика круг литература личное любители мастер материал материалы матч мемориал метод методы
    миниатюра миниатюры молодость мысли награды начало некролог новинки новости номер обзор общее олимпиада опыт основы
    ответ ответы отдел отзывы открытие отчет ошибки память первый переводы переписка период письма письмо план
    победители поиски поправки портрет послесловие правила практика предисловие предшественники премия пример примеры
    принципы программа проект результат результаты рекорд рекорды решатели россыпь рубрика сборник сборники семинар
    серия система словарь состав список спорт справка справочник ссылка ссылки стадия статистика статьи статья страница
    странице страницы судья съезд таблица таблицы тема темы теорема теория тест техника том тренировка труды турнир
    турниры указатель урок уроки условия участники учебник факты финал фонд форум хроника цель часть чемпион чемпионат
    чемпионаты шахматный шахматы школа эндшпиль энциклопедия эпилог эпоха этюд этюды юбилей юбилейный
"""
_WORD_ENDS = tuple(
    """tion tions sion sions ities ology ologies graphy graphies graphie ungen heit keit heiten schaft schaften bericht
    berichte turnier turniere toernooi toernooien wedstrijd wedstrijden ция ции ние ния ность ство
    ие ism isms ness less mouth grad fest abend avond graph graphs metry""".split()  # noqa: SIM905
)
_MAX_ACRONYM = 4
_ROMAN = frozenset("IVXLCDM")
_SOURCE_STARTS = ("schach", "schack", "skak", "shakh", "sjakk", "szach", "scac", "sakk", "chess", "problem", "tourn")
_NO_SOURCES = frozenset(
    """position diagram chapter section figure fig example study studies ending endings endgame page pages part
    volume table exercise exercises test tests code class version copyright isbn printed published in see
    introduction preface solution solutions index contents note notes update updated date year born died since
    until about author authors editor""".split()  # noqa: SIM905
)
_MEN_AND_GOALS = tuple("white black king queen rook bishop knight pawn win wins draw holds".split())  # noqa: SIM905
_TERMS = (*_MEN_AND_GOALS, "links", "prose", "article", "plays", "solution", "versions")


@lru_cache(maxsize=1 << 14)
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
    has_term_or_source = any(part in _SOURCES or part in words for part in folded.split("-"))
    return has_term_or_source or folded.startswith((*_SOURCE_STARTS, *stems))


@cache
def may_be_surname(word: str) -> bool:
    """Return False if `word` without a given name is a place, a date, a word of headings or an acronym.

    Known surnames are always True: `Moscow`, `EG` and `XVII` → False, `Réti` → True.
    """
    folded = plain(word)
    if folded in SURNAMES:
        return True
    is_acronym = word.isupper() and (len(word) <= _MAX_ACRONYM or _ROMAN.issuperset(word))
    return not is_acronym and not folded.endswith(_WORD_ENDS) and folded not in _words_of_headings()


@cache
def _words_of_headings() -> frozenset[str]:
    return frozenset(map(plain, f"{_PLACES} {_TIMES} {_HEADINGS}".split()))


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
