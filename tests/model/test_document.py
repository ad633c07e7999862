"""Documents: cutting, editing, pairing."""

import sys
from concurrent.futures import ThreadPoolExecutor
from itertools import accumulate
from threading import Barrier

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from gbr_lsp.base.text import Edit, Span, apply_edits, count_line_ends
from gbr_lsp.hosts import host_for, plain
from gbr_lsp.hosts.protocol import Host, Reading, State
from gbr_lsp.lint.engine import lint
from gbr_lsp.lsp.conversion import Positions
from gbr_lsp.model import block as block_module
from gbr_lsp.model import chunks
from gbr_lsp.model import document as document_module
from gbr_lsp.model.block import Block, cut
from gbr_lsp.model.document import Document
from tests.support.strategies import PIECES, kinds, texts, times
from tests.support.wire import HANG


@given(texts, kinds)
def test_the_blocks_joined_are_the_text(text: str, kind: str) -> None:
    document = Document.of(text, host_for(kind))
    assert document.text == text
    assert all(block.text for block in document.blocks)


@times(5)
@given(texts, kinds, st.lists(st.tuples(st.integers(0, 200), st.integers(0, 40), st.sampled_from(PIECES)), max_size=5))
def test_an_edited_document_is_the_document_of_the_edited_text(
    text: str, kind: str, edits: list[tuple[int, int, str]]
) -> None:
    document = Document.of(text, host_for(kind))
    for start, length, new in edits:
        start = min(start, len(text))
        edit = Edit(Span(start, min(start + length, len(text))), new)
        text = apply_edits(text, [edit])
        document = document.edit(edit)
        whole = Document.of(text, host_for(kind))
        assert list(document.blocks) == list(whole.blocks)
        assert list(document.starts) == list(whole.starts)


@given(
    st.lists(st.sampled_from(PIECES), min_size=5, max_size=60),
    kinds,
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 90), st.sampled_from(PIECES)), max_size=6),
    st.lists(st.integers(0, 9), min_size=6),
)
def test_lines_counted_before_edits_are_those_of_the_edited_text(
    pieces: list[str], kind: str, edits: list[tuple[int, int, str]], counted: list[int]
) -> None:
    """With chunks of few blocks, and however many chunks were counted before each edit."""
    text = "".join(pieces)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunks, "MIN_CHUNK_BLOCKS", 2)
        patch.setattr(chunks, "MAX_PLAIN_SECTION", 2)
        patch.setattr(chunks, "LONG_PARAGRAPHS", 30)
        patch.setattr(block_module, "_LONG_PARAGRAPH", 12)
        patch.setattr(chunks, "_UNCUT_LENGTH", 20)
        patch.setattr(document_module, "_CHUNKS_AT_ONCE", 1)
        document = Document.of(text, host_for(kind))
        for (start, length, new), more in zip(edits, counted, strict=False):
            for _ in range(more):
                document.count_lines()
            start = min(start, len(text))
            edit = Edit(Span(start, min(start + length, len(text))), new)
            text = apply_edits(text, [edit])
            document = document.edit(edit)
            expected = [count_line_ends(text[:start]) for start in document.chunk_offsets]
            assert document.first_lines == expected[: len(document.first_lines)]
            assert list(document.starts) == [0, *accumulate(len(block.text) for block in document.blocks)][:-1]
            assert [document.blocks[number] for number in range(len(document.blocks))] == list(document.blocks)
            assert list(document.blocks) == list(Document.of(text, host_for(kind)).blocks)
    while document.count_lines():
        pass
    assert document.first_lines[-1] == count_line_ends(text)


_PARAGRAPHS = (
    "# x", "12. A. Author", "13. B. Other 0323.12 g3g1", "0000.11 a6h8 Win", "1. Kd4 Kb6 2. Kd5", "text", "```", "---",
    "`6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w - - 0 1`", "\f", "[Event \"x\"]",
)  # fmt: skip


@times(5)
@given(
    st.lists(st.sampled_from(_PARAGRAPHS), min_size=5, max_size=60),
    kinds,
    st.lists(st.tuples(st.integers(0, 400), st.integers(0, 90), st.sampled_from(_PARAGRAPHS)), max_size=6),
)
def test_an_edited_text_without_headings_has_the_sections_of_the_edited_text(
    paragraphs: list[str], kind: str, edits: list[tuple[int, int, str]]
) -> None:
    """With sections that are cut behind few blocks."""
    text = "\n\n".join(paragraphs)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunks, "MIN_CHUNK_BLOCKS", 4)
        patch.setattr(chunks, "MAX_PLAIN_SECTION", 4)
        patch.setattr(chunks, "_OPENER_RATIO", 2)
        patch.setattr(chunks, "_CAPTION_RATIO", 2)
        patch.setattr(chunks, "_MAX_SECTION", 5)
        document = Document.of(text, host_for(kind))
        for start, length, new in edits:
            start = min(start, len(text))
            edit = Edit(Span(start, min(start + length, len(text))), new)
            text = apply_edits(text, [edit])
            document = document.edit(edit)
            whole = Document.of(text, host_for(kind))
            assert [len(section) for section in document.sections()] == [len(section) for section in whole.sections()]
        around = [document.section_around(number).blocks for number in range(len(document.blocks))]
    assert [section for at, section in enumerate(around) if section[0] is document.blocks[at]] == list(
        document.sections()
    )


def test_a_fence_that_is_opened_reads_the_text_behind_it_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "A paragraph.\n\n" * 4000
    document = Document.of(text, host_for("a.md"))
    read = 0

    def counted(host: Host, some: str, state: State) -> tuple[list[Block], State]:
        nonlocal read
        read += len(some)
        return cut(host, some, state)

    monkeypatch.setattr(document_module, "cut", counted)
    assert len(document.edit(Edit(Span(14, 14), "```\n")).blocks) == 2
    assert read < 4 * len(text)


@given(st.lists(st.integers(0, 3)), st.lists(st.integers(0, 3)))
def test_same_ends_share_no_item(one: list[int], other: list[int]) -> None:
    head, tail = chunks.same_ends(one, other)
    shared = min(len(one), len(other))
    assert one[:head] == other[:head]
    assert head == shared or one[head] != other[head]
    assert one[len(one) - tail :] == other[len(other) - tail :]
    assert head + tail == shared or one[-tail - 1] != other[-tail - 1]


_BREAKS = ("\n", "\r\n", "\r", "\n\n", " \n", "\n \n", "]\n", "x", "{\n")
_LINES = ('[Event "a"]', '[Event "a"] ', " [Event ", '[White "b"]', "1. e4 *", "{ comment", "}", "% x", "")


@times(5)
@given(
    st.lists(st.tuples(st.sampled_from(_LINES), st.sampled_from(_BREAKS)), max_size=40),
    st.integers(0, 60),
    st.lists(st.integers(0, 400), min_size=1, max_size=5),
)
def test_chunks_that_are_cut_later_have_the_blocks_of_the_text(
    lines: list[tuple[str, str]], portion: int, offsets: list[int]
) -> None:
    """From seam to seam, in any order of cutting, with lines counted before and behind."""
    text = "".join(line + ending for line, ending in lines)
    host = host_for("a.pgn")
    whole = Document.of_blocks(cut(host, text, host.start)[0], host)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(chunks, "_UNCUT_LENGTH", portion)
        later = Document.of(text, host)
        counted = [chunk.lines for chunk in Document.of(text, host).chunks]
    for offset in (min(offset, len(text)) for offset in offsets):
        near, start = later.part(Span(offset, offset))
        assert text.startswith(near.text, start)
        assert 0 <= offset - start <= near.length
        assert start == 0 or start < offset
        if near.blocks:
            block = near.blocks[near.block_number(offset - start)]
            assert block == whole.blocks[whole.block_number(offset)]
    assert list(later.blocks) == list(whole.blocks)
    assert list(later.starts) == list(whole.starts)
    assert counted == [chunk.lines for chunk in later.chunks]
    assert sum(counted) == count_line_ends(text)


def test_threads_that_count_lines_at_once_count_the_same() -> None:
    text = '[Event "x"]\n\n1. e4 *\n\n' * 2000
    before = sys.getswitchinterval()
    try:
        sys.setswitchinterval(1e-6)
        with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(4) as threads:
            patch.setattr(chunks, "_UNCUT_LENGTH", 100)
            for _ in range(20):
                positions = Positions(Document.of(text, host_for("a.pgn")), "utf-16")
                asked = [types.Position(line, 0) for line in (7999, 8000, 4000, 7999, 1 << 30)]
                found = list(threads.map(positions.offset, asked))
                slow = [len("".join(text.splitlines(keepends=True)[: each.line])) for each in asked]
                assert found == slow
    finally:
        sys.setswitchinterval(before)


@given(texts, kinds)
def test_findings_lie_in_the_text(text: str, kind: str) -> None:
    for span, finding in lint(Document.of(text, host_for(kind))):
        assert 0 <= span.start <= span.end <= len(text)
        assert finding.message
        assert not finding.message.endswith(".")


@pytest.mark.parametrize("kind", ["a.pgn", "a.md", "a.tex", "a.txt"])
def test_an_edit_keeps_the_blocks_it_does_not_touch(kind: str) -> None:
    """A keystroke in the middle of many games or paragraphs cuts only a few anew; the others are the same objects."""
    text = '[Event "x"]\n[Black "(=0323.12g3g1)"]\n\n1. Bf2+ *\n\n' * 200
    document = Document.of(text, host_for(kind))
    edited = document.edit(Edit(Span(len(text) // 2, len(text) // 2), "x"))
    same = {id(block) for block in document.blocks} & {id(block) for block in edited.blocks}
    assert len(edited.blocks) - 3 <= len(same)


def test_a_board_in_another_section_belongs_to_no_code() -> None:
    text = "# One\n\n=0323.12g3g1\n\n# Two\n\n`6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1`\n"
    (study,) = Document.of(text, host_for("a.md")).studies()
    assert study.boards == ()


def test_several_boards_may_belong_to_one_code_and_one_board_to_several_codes() -> None:
    fen = "`6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1`"
    first, second = Document.of(f"=0323.12g3g1 {fen} {fen} g3g1 0323.12\n", host_for("a.md")).studies()
    assert len(first.boards) == len(second.boards) == 2


def test_threads_that_read_a_block_at_once_get_the_same_codes() -> None:
    """Codes and boards are compared by identity, so there must be one of each."""
    both = Barrier(2, timeout=HANG)

    def read(text: str) -> Reading:
        both.wait()
        return plain.HOST.read(text)

    block = Block(plain.HOST._replace(read=read), "=0323.12g3g1", False)
    with ThreadPoolExecutor(2) as pool:
        one, other = (job.result(HANG) for job in [pool.submit(lambda: block.contents) for _ in range(2)])
    assert one is other is block.contents


CAPTIONS = "".join(f"{number}. Author g3g1 0323.12 4/5\n" for number in range(1500))


@pytest.mark.parametrize("name", ["a.txt", "a.org", "a.md"])
def test_a_long_paragraph_is_cut_before_captions(name: str) -> None:
    """An edit in it reads a part of it again, and a hover looks at few of its studies."""
    text = CAPTIONS.replace(". ", " ") if name == "a.md" else CAPTIONS
    document = Document.of(text, host_for(name))
    assert all(len(block.text) < 18_000 for block in document.blocks)
    assert all(sum(len(block.text) for block in section) < 40_000 for section in document.sections())
    at = text.index("700")
    edited = document.edit(Edit(Span(at, at), "x"))
    assert list(edited.blocks) == list(Document.of(edited.text, host_for(name)).blocks)
    before = set(map(id, document.blocks))
    assert sum(len(block.text) for block in edited.blocks if id(block) not in before) < 40_000


def test_a_grid_is_not_cut() -> None:
    """The eight lines of a board are no captions, wherever they stand in a paragraph."""
    grid = "".join(f"{8 - rank} . . . . . . . .\n" for rank in range(6)) + "2 . . K . . . . .\n1 k . . . . R . .\n"
    document = Document.of((grid + "a1c2 0100.00\n") * 400, host_for("a.txt"))
    assert len(document.blocks) > 3
    assert all(block.text.count("K") == block.text.count("k") for block in document.blocks)
