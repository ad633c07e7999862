"""The goals, in the order of the page, and why those that are not met are not."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from . import asking, beside, checks, folders, keystrokes, opening, searching
from .bench import Bench, Figure
from .session import Session


class Row(NamedTuple):
    """A row of the table: its name on the command line, what is done, the goal, and who measures it."""

    name: str
    work: str
    goal: str
    measure: Callable[[Bench, Session], Iterator[Figure]]
    reason: str = ""
    """Why the goal is not met where it is not, and what was tried."""


ROWS = (
    Row(
        "check-codes",
        "`check` of a PGN of distinct records, every rule but those that follow moves",
        "two jobs ≤ 0.25 ×, one job ≤ 0.5 × `pgn-extract -s -r`",
        lambda bench, _: checks.codes(bench),
        "a record takes some 30 µs, where it took 24: more kinds of damaged codes are looked for, and what was read is "
        "counted.",
    ),
    Row(
        "check-solutions",
        "all default rules, solutions replayed",
        "two jobs ≤ 1.6 ×, one job ≤ 5 × `pgn-extract -s -r`, which is C",
        lambda bench, _: checks.solutions(bench),
        "of a sound record's time half is making its moves, a sixth cutting them out of the text, a sixth counting "
        "numbers and brackets, a tenth what needs no moves, and a twentieth asking whether a line ends the game "
        "against the goal. Tried and kept: the most frequent tokens first, moves without named tuples, tags not cut "
        "again, the end of a game told by its quickest move.",
    ),
    Row(
        "check-small",
        "`check` of one 2 kB file, whole process",
        "≤ 0.7 × `codespell`",
        lambda bench, _: checks.small(bench),
        "Python and click are a third of the work, importing our modules two fifths (a quarter of it to make named "
        "tuples), compiling expressions a sixth. Tried and kept: variants of the expressions for text in ASCII, what "
        "follows moves imported only where moves are, a first look at the text for the signs of a code, garbage "
        "looked for seldom, which took a twelfth, and not at the end, which took a tenth. Tried and left: named "
        "tuples of our own, made in a quarter of the time, which save 7 % and lean on what the interpreter keeps to "
        "itself; to end the process without freeing what it holds, which saves 3 %.",
    ),
    Row(
        "check-dense",
        "`check` of 300 different manuscripts of 2 kB with ten codes each",
        "one job ≤ 4 × `codespell`, by processor time",
        lambda bench, _: folders.dense(bench),
        "of the time a third is finding codes, a fifth running rules, a tenth finding boards, a tenth pairing; the "
        "rest is spread thinly. Tried and kept: rules look at their own part of a code before they ask for a board, "
        "blocks without a sign of a code are not searched, the lines of prose are made once for a section.",
    ),
    Row(
        "check-folder",
        "`check` of 2,000 files of 2 kB, of which one in twenty has a code",
        "one job ≤ 0.8 × `codespell`, by processor time; two jobs ≤ one job",
        lambda bench, _: folders.sparse(bench),
        "starting costs as much as in the row of one small file; files without a code alone are below half of "
        "codespell's time, for they are neither cut nor read further. What is left are the hundred files with codes.",
    ),
    Row(
        "start",
        "server start to `initialize` answered",
        "≤ 1.15 × floor server",
        opening.start,
        "the server imports all of its features; to load each at its first request would save a third of our imports.",
    ),
    Row(
        "first-diagnostics",
        "server start to the diagnostics of a 2 kB file",
        "pulled ≤ 1.1 ×, pushed ≤ 1.2 × the floor server's start",
        opening.first_diagnostics,
        "of the processor time above the floor server's half is importing our modules and click before `initialize` is "
        "answered, a seventh compiling expressions, a twelfth importing what follows moves, the rest reading the text; "
        "to load the index of collections later would save a tenth.",
    ),
    Row(
        "long-manuscript",
        "120 kB manuscript with more than 100 studies and their solutions",
        "first diagnostics ≤ 0.5 s, keystroke ≤ 2 × our own 10 kB keystroke",
        opening.long_manuscript,
        "of the first diagnostics seven tenths are following the printed solutions: their moves are cut out, followed "
        "from each board, and measured by the goal; a sixth is finding codes. Tried and kept: a line is followed once, "
        "though its code is named twice. Tried and left: to look for garbage more seldom still, which saves 3 %.",
    ),
    Row(
        "typing-small",
        "keystroke to diagnostics, 10 kB manuscript",
        "median ≤ 1 ×, 99th percentile ≤ 3 × the floor server's median",
        keystrokes.small,
        "the floor server does nothing with the text. Of our own time three tenths are reading the paragraph typed in, "
        "two pairing and judging its codes, one and a half cutting, one asking whether the printed lines beside are as "
        "they were, one telling what was found. Tried and kept: judging only the study that changed, telling findings "
        "as they were told before, messages without the protocol's classes, read by the event loop itself, expressions "
        "that begin with what is rare, taking over from before the edit where printed lines begin, which took a fifth; "
        "it was 13 times the floor server's before.",
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
        "the line ends of the text are counted, which takes some 40 ms, the whole difference; cutting 62 MB into "
        "chunks takes one. The floor server never looks at the text. With 1 MB it is 1.14 ×.",
    ),
    Row("scan", "hover during the first scan of the PGN", "≤ 10 ms over a hover after it", opening.scan),
    Row(
        "beside",
        "hover beside each request of the server, the PGN",
        "≤ 50 ms, and in the median ≤ 10 ms over a hover alone",
        beside.every_request,
    ),
    Row(
        "asking",
        "text hover, completion, signature help at any size",
        "≤ 1.5 × the floor server's hover on an empty file; completion ≤ 1.3 ×",
        asking.text,
        "hover and signature help meet it; completion offers 55 squares, each with an edit of its own: 11 kB, which "
        "the client reads in this time too. Some 0.2 ms are reading the text around the code twice, with what stands "
        "before the cursor and with what stands behind it. Tried and kept: squares are only judged where the code may "
        "be complete with them, which took 20 ms before, and the answer is written as text, for in the protocol's "
        "classes it took four times the floor server's hover. Tried and left: one range for all items "
        "(`itemDefaults`), which makes 8 kB of 14 kB and saves 0.02 ms.",
    ),
    Row("svg", "hover with the SVG board", "≤ 2 × the floor server's hover on an empty file", asking.svg),
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
        "search-first",
        "first search of the PGN, the index built meanwhile",
        "two jobs ≤ 0.7 ×, one job ≤ 1.1 × `pgn-extract -s -r`; first hit ≤ 1 s",
        lambda bench, _: searching.first(bench),
    ),
    Row(
        "search-warm",
        "a search with the index, whole process, at most 100 hits",
        "≤ 1.5 × `gbr-lsp --version`",
        lambda bench, _: searching.warm(bench),
    ),
    Row(
        "search-edited",
        "one record edited, searched again; size of the index",
        "≤ 0.15 × the first search; ≤ 0.5 × the PGN",
        lambda bench, _: searching.edited(bench),
        "the first search reads with as many processes as there are processors; behind an edit one process compares "
        "the checksums of all chunks and reads the edited one, a fifteenth of a first search with one process.",
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
        "games that repeat those of another file are judged again by one process, a few hundred at a time, so that "
        "little of them is held.",
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
