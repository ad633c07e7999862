"""Random positions, texts and edits for the properties."""

from hypothesis import settings
from hypothesis import strategies as st

from gbr_lsp.hosts import HOSTS
from gbr_lsp.notation.placement import Placement, from_squares
from gbr_lsp.notation.values import BISHOP, BLACK, KING, KNIGHT, PAWN, QUEEN, ROOK, WHITE


def times(many: int) -> settings:
    """Return settings with `many` times the usual examples of a short or a long run."""
    return settings(max_examples=many * settings().max_examples)


@st.composite
def placements(draw: st.DrawFn) -> Placement:
    """Draw one king each and up to 18 other men on any squares; the position may be impossible."""
    squares = draw(st.lists(st.integers(0, 63), min_size=2, max_size=20, unique=True))
    kinds = draw(
        st.lists(
            st.tuples(st.sampled_from((QUEEN, ROOK, BISHOP, KNIGHT, PAWN)), st.booleans()),
            min_size=len(squares) - 2,
            max_size=len(squares) - 2,
        )
    )
    men = dict(zip(squares, [(KING, WHITE), (KING, BLACK), *kinds], strict=True))
    placement = from_squares(men)
    assert placement is not None
    return placement


PIECES = [
    "<table>\n", "<td>",
    "</td>", "<tr>", "</table>", "<script>", "<h1>", "<p>", "-->", "kings: ", '"kings": ', "gbr: ", "&",
    " | a6h8 |", "0000.11 | ", "\\", "wKc1 bKa1", "(a6h8)", "{0000.11}{a6h8}", "**", "White: Kh8, pc6; Black: Ka6, ph5",
    "=0323.12g3g1", "0323.12", "g3g1", "g3g1 0323.12 ", "a7d3 0116.00 b2b3c6d6 3/3+", "0000.02. a1a8. a2b2", "O4OO.l0",
    "0400,10", "040.10", "4/5", " Draw", "White to move", "ZAZ ", "+", "=", "-", "$", "(", ")", "[", "]", "{", "}", "<",
    ">", '"', "'", "`", "```\n", "~~~\n", "|", "\\", "%", "#", "# x\n", "---\n", "> ", "- ", "~", "\\,", ".", ",", ":",
    ";", " ", "\t", "\n", "\n\n", "\r", "\r\n", "\f", "\v", "\x85", "\u2028", "\u00a0", "\u0301", "🎉", "♔", "é",
    "[Event \"x\"]\n", "[Black \"(=0323.12g3g1)\"]\n", "[FEN \"6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1\"]\n",
    "\ud800", "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1", "\\begin{verbatim}\n", "\\end{verbatim}\n", "\\section{x}\n", "<!-- ",
    " -->",
    "gbr: ignore[force-mismatch]", "gbr: ignore-start", "gbr: ignore-end", "[sic]", "class ", "GBR code ", "KBB v KN ",
    "0023", "9999.99", "8000.88", "http://x/", "a1", "e4e5f6", "1/2-1/2", "2015.06.26", "g9g1", "x", "0", "1. e4 ",
    '{"code": "0323.12g3g1"}, ', '"}, {"', '[{"', '[["', '": [', "}]}",
]  # fmt: skip
"""Fragments of manuscripts, and strings that may break their readers."""

texts = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=3)), max_size=24).map("".join)

kinds = st.sampled_from([f"a.{host.endings[0]}" for host in HOSTS if host.endings])
