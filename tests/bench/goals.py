"""The goals, in the order of the page, with reasons for unmet ones."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from . import asking, beside, checks, folders, keystrokes, opening, people, searching
from .bench import Bench, Figure
from .session import Session


class Row(NamedTuple):
    """A row of the table: name on the command line, work, goal, and the function that measures it."""

    name: str
    work: str
    goal: str
    measure: Callable[[Bench, Session], Iterator[Figure]]
    reason: str = ""
    """Why the goal may not be met, for the page."""


ROWS = (
    Row(
        "real-records",
        "`check` of real records, a sample repeated with other names and dates",
        "one job ≤ 1.3 ×, two jobs ≤ 0.8 × `pgn-extract -s -r`; in pure Python ≤ 3.2 × and ≤ 1.7 ×; without the rules "
        "that follow moves ≤ 0.5 × and ≤ 0.28 ×",
        lambda bench, _: people.real(bench),
        "records are cut, recognized and counted in Python, which is most of the time if moves are made in C.",
    ),
    Row(
        "optional-rules",
        "the same with optional rules, against the default ones",
        "`--extend-select check-sign` ≤ 1.2 ×, every rule ≤ 4 ×",
        lambda bench, _: people.optional(bench),
        "`dual` and `annotation-sign` read each record as a tree in Python, which takes 3 ms; the legal moves of each "
        "position are tried in C since, which halved the time.",
    ),
    Row(
        "book",
        "`check` of a book of 1 MB in one Markdown file",
        "one job ≤ 10 ×, two jobs ≤ 6 × `codespell`",
        lambda bench, _: people.book(bench),
        "most of the time is spent on reading and following the printed solutions, in Python.",
    ),
    Row(
        "games-in-text",
        "`check` of 1 MB of games in a plain text file",
        "≤ 2 × the same games as PGN, and so a keystroke",
        people.plain_games,
        "plain text is read as prose: each line may be a solution of any board near it, and comments and variations "
        "are read as words. A keystroke reads the section of its paragraph again.",
    ),
    Row(
        "check-codes",
        "`check` of a PGN of distinct records, every rule but those that follow moves",
        "two jobs ≤ 0.28 ×, one job ≤ 0.5 × `pgn-extract -s -r`",
        lambda bench, _: checks.codes(bench),
        "records are cut and recognized in Python; more kinds of damaged codes are searched than when the goal was "
        "set.",
    ),
    Row(
        "check-solutions",
        "all default rules, solutions replayed",
        "two jobs ≤ 1.6 ×, one job ≤ 5 × `pgn-extract -s -r`, which is C",
        lambda bench, _: checks.solutions(bench),
        "records are cut, recognized and counted in Python.",
    ),
    Row(
        "check-small",
        "`check` of one 2 kB file, whole process",
        "without a solution ≤ 0.8 ×, with one ≤ 1 × `codespell`",
        lambda bench, _: people.small(bench),
        "Python and click are a third of the work, importing our modules two fifths, compiling expressions a sixth; to "
        "store modules or expressions compiled would lean on private parts of the interpreter, and was left.",
    ),
    Row(
        "check-dense",
        "`check` of 300 different manuscripts of 2 kB with ten codes each",
        "one job ≤ 4.2 × `codespell`, by processor time",
        lambda bench, _: folders.dense(bench),
        "a third is finding codes, a fifth running rules; the rest is spread thinly.",
    ),
    Row(
        "check-folder",
        "`check` of 2,000 files of 2 kB, of which one in twenty has a code",
        "one job ≤ 0.8 × `codespell`, by processor time; two jobs ≤ one job",
        lambda bench, _: folders.sparse(bench),
        "starting costs as much as in the row of one small file; files without a code are below half of codespell's "
        "time.",
    ),
    Row(
        "start",
        "server start to `initialize` answered",
        "≤ 1.1 × floor server",
        opening.start,
        "the server imports the registration of all of its features; their modules are imported later.",
    ),
    Row(
        "first-diagnostics",
        "server start to the diagnostics of a 2 kB file",
        "pulled or pushed ≤ 1.18 × the floor server's start",
        opening.first_diagnostics,
        "half of the difference from the floor server is the import of our modules and click, a seventh compiles "
        "expressions.",
    ),
    Row(
        "long-manuscript",
        "120 kB manuscript with more than 100 studies and their solutions",
        "first diagnostics ≤ 0.5 s, keystroke ≤ 2 × our own 10 kB keystroke",
        opening.long_manuscript,
        "seven tenths of the first diagnostics are spent on following the printed solutions.",
    ),
    Row(
        "book-in-server",
        "the book of 1 MB opened, in a client that refreshes its diagnostics",
        "first findings ≤ 0.2 s, all of them ≤ 1.1 × `check` with one job",
        opening.book,
        "the goal was set on a machine on which Python is more than twice as fast. After the first findings, the "
        "sections are linted in slices, between which the event loop has its turn.",
    ),
    Row(
        "typing-small",
        "keystroke to diagnostics, 10 kB manuscript",
        "median ≤ 1 ×, 99th percentile ≤ 3 × the floor server's median",
        keystrokes.small,
        "the floor server does nothing with the text; ours reads the paragraph again, and judges its codes.",
    ),
    Row(
        "typing-large",
        "keystroke to diagnostics, the PGN, as many findings, after the first scan",
        "≤ 1.5 × our own 10 kB keystroke, ≤ 0.01 × the floor server with that file open",
        keystrokes.large,
    ),
    Row("burst", "20 keystrokes in a burst, the PGN", "≤ the floor server's burst on the 10 kB file", keystrokes.burst),
    Row(
        "first-hover",
        "the PGN opened: first hover answered",
        "≤ 1.15 × the floor server",
        opening.first_hover,
        "the line ends of the text are counted, which is the whole difference.",
    ),
    Row("scan", "hover during the first scan of the PGN", "≤ 10 ms over a hover after it", opening.scan),
    Row(
        "beside",
        "hover beside each request of the server, the PGN",
        "≤ 50 ms, and in the median ≤ 10 ms over a hover alone",
        beside.every_request,
        "it is the longest of 750 hovers beside one request; this machine takes more than twice the time of that of "
        "the goals.",
    ),
    Row(
        "asking",
        "text hover, completion, signature help at any size",
        "hover ≤ 1.2 ×, completion ≤ 1.4 ×, signature help ≤ 1.5 × the floor server's hover on an empty file",
        asking.text,
        "the floor server answers a hover with one word; ours reads the code and writes its position in words. A "
        "completion is a list of eight squares with an edit each.",
    ),
    Row(
        "svg",
        "hover with the SVG board",
        "≤ 2 × the floor server's hover on an empty file",
        asking.svg,
        "the answer has the SVG of the board, which the client reads in this time too.",
    ),
    Row(
        "check-memory",
        "memory, `check`, all its processes, whatever the script",
        "≤ 1.5 × the file",
        lambda bench, _: checks.memory(bench),
        "each process counts the interpreter and the modules again, which they share; counted once, they hold less.",
    ),
    Row(
        "server-memory",
        "memory, server with the PGN open",
        "peak ≤ 1.25 × the floor server's, settled ≤ 3 × the file",
        opening.memory,
    ),
    Row(
        "book-memory",
        "peak memory with a book of 10 MB",
        "`check` ≤ 8 ×, server ≤ 15 × the file",
        people.book_memory,
        "the codes, boards and followed solutions of all sections are kept until the file is reported.",
    ),
    Row(
        "check-growth",
        "growth of `check`: seconds for a byte more, from 10 MB on against from 1 MB on",
        "linear in bytes: ≤ 1.2 ×",
        lambda bench, _: checks.growth(bench),
    ),
    Row(
        "typing-growth",
        "growth of a keystroke: 1, 10, 62 MB, the slowest against the quickest",
        "≤ 1.5 ×",
        keystrokes.growth,
    ),
    Row(
        "typing-prose",
        "growth of a keystroke in a manuscript: 10 kB, 100 kB, 1 MB, 10 MB",
        "≤ 1.5 × that at 10 kB",
        keystrokes.prose,
    ),
    Row(
        "search-first",
        "first search of the PGN, the index built meanwhile",
        "two jobs ≤ 0.5 ×, one job ≤ 1.1 × `pgn-extract -s -r`; first hit ≤ 1 s",
        lambda bench, _: searching.first(bench),
        "records are read in Python.",
    ),
    Row(
        "search-warm",
        "a search with the index, whole process, at most 100 hits",
        "≤ 1.5 × `gbr-lsp --version`",
        lambda bench, _: searching.warm(bench),
        "the query language and SQLite are imported, which `--version` does not need.",
    ),
    Row(
        "search-edited",
        "one record edited, searched again; size of the index",
        "≤ 0.15 × the first search; ≤ 0.5 × the PGN",
        lambda bench, _: searching.edited(bench),
        "behind an edit one process compares the checksums of all chunks.",
    ),
    Row(
        "search-play",
        "`during:`, where the class leaves few, and everywhere",
        "few ≤ 3 s; else first hit ≤ 1 s, whole ≤ 1.2 × `check`",
        lambda bench, _: searching.play(bench),
        "solutions that name moves to the squares asked for are followed, and their positions compared one by one.",
    ),
    Row(
        "search-repeated",
        "`anticipations` of 100 studies, `duplicates`, `duplicates --in-solutions`; two PGN files with common records",
        "≤ 2 s; ≤ 1 × the first search; ≤ 2 × `check`; ≤ 1.2 × without `duplicate-position`",
        lambda bench, _: searching.repeated(bench),
        "every position of every solution is made in Python to be compared, where `check` makes moves in C; and games "
        "that repeat those of another file are judged again by one process, a few hundred at a time.",
    ),
    Row(
        "search-memory",
        "memory with one job: `search`, `index`, reports, two PGN files",
        "≤ 1.5 × the file",
        lambda bench, _: searching.memory(bench),
        "new studies, and the places of all games of two files, are held until all are compared.",
    ),
    Row(
        "search-editor",
        "first answers of the server, the PGN open and known to the index",
        "≤ 50 ms",
        searching.asked,
        "titles and boards of all chunks are compared, beside what reads and lints the document that was just opened.",
    ),
    Row("ripgrep", "`rg` for the codes alone", "none, for comparison", lambda bench, _: checks.ripgrep(bench)),
)
