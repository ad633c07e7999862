"""The catalog of a server: what it says of documents is what a full reading of them says, warm, cold and edited."""

import os
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp.base.text import Edit, Span
from gbr_lsp.collection.facts import plain_text
from gbr_lsp.collection.search import read_query
from gbr_lsp.database import chunk_spans as cutting
from gbr_lsp.database.catalog import Catalog, CatalogPart
from gbr_lsp.database.catalog_parts import ChunkStudies, adopt_index, document_parts, file_parts, unread_chunks
from gbr_lsp.database.chunk import STUDY_CONDITION
from gbr_lsp.database.chunk_reader import ReadOptions, read_text
from gbr_lsp.database.lookup import StaleIndex
from gbr_lsp.database.store import open_store
from gbr_lsp.hosts import host_for
from gbr_lsp.model import chunks
from gbr_lsp.model.conventions import DEFAULT_CONVENTIONS
from gbr_lsp.model.document import Document
from gbr_lsp.notation.symmetry import canonical_mirror
from tests.collection import naive

OPTIONS = ReadOptions("a.pgn", "auto", DEFAULT_CONVENTIONS)


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cutting, "_GAMES_PER_CHUNK", 4)
    monkeypatch.setattr(cutting, "_SLICE", 500)
    monkeypatch.setattr(chunks, "_UNCUT_LENGTH", 900)
    monkeypatch.setattr(chunks, "MIN_CHUNK_BLOCKS", 3)


def text_of(random_: random.Random, count: int, ending: str = "\n") -> str:
    made = [naive.study(random_).text for _ in range(count)]
    return "".join(made).replace("\n", ending)


def document_of(text: str) -> Document:
    return Document.of(text, host_for("a.pgn"))


@given(
    st.integers(0, 1 << 32), st.sampled_from(["utf-8", "utf-8-sig", "cp1252"]), st.sampled_from(["\n", "\r\n"]),
)  # fmt: skip
def test_what_the_index_knows_of_a_file_is_what_the_open_document_says(
    tmp_path_factory: pytest.TempPathFactory, seed: int, encoding: str, ending: str
) -> None:
    random_ = random.Random(seed)
    path = tmp_path_factory.mktemp("warm") / "a.pgn"
    text = text_of(random_, 10, ending)
    path.write_bytes(text.encode(encoding, "replace"))
    os.utime(path, (1_000_000_000, 1_000_000_000))
    text = path.read_bytes().decode(encoding)
    store = open_store()
    assert store
    in_file = list(filter(None, file_parts(store, str(path), OPTIONS, map)))
    warm, cold = document_of(text), document_of(text)
    adopt_index(store, str(path), OPTIONS, warm)
    assert not unread_chunks(warm)
    _assert_same(list(document_parts(warm, _nothing)), list(document_parts(cold, map)))
    for chunk in warm.chunks:
        known = chunk.cache_of(ChunkStudies)
        assert known.index == read_text(chunk.text, known.codec, OPTIONS)
    catalog, other = Catalog(), Catalog()
    catalog.put("a", in_file)
    other.put("a", list(document_parts(cold, map)))
    ours, theirs = (
        [(one.place, one.title, one.role) for one in each.matches(STUDY_CONDITION)] for each in (catalog, other)
    )
    assert ours == theirs
    assert len(ours) == 10


@given(st.integers(0, 1 << 32))
def test_after_an_edit_only_its_chunks_are_read(seed: int) -> None:
    random_ = random.Random(seed)
    text = text_of(random_, 80)
    document = document_of(text)
    list(document_parts(document, map))
    at = random_.choice([number for number in range(len(text)) if text.startswith("*", number)])
    edited = document.edit(Edit(Span(at, at), random_.choice(["{é}", '\n\n[Event "x"]\n\n', "{0001.01a1c3}"])))
    assert 1 <= len(unread_chunks(edited)) <= 8 < len(edited.chunks)
    _assert_same(list(document_parts(edited, map)), list(document_parts(document_of(edited.text), map)))


@given(st.integers(0, 1 << 32))
def test_alike_are_those_of_a_naive_comparison(seed: int) -> None:
    random_ = random.Random(seed)
    made = [naive.study(random_) for _ in range(12)]
    text = "".join(study.text for study in made) * 2
    catalog = Catalog()
    catalog.put("a.pgn", list(document_parts(document_of(text), map)))
    entries = list(catalog.matches(STUDY_CONDITION))
    for entry in entries[:4]:
        facts = entry.entry.facts
        alike = catalog.similar_codes(facts.force, facts.kings, facts.squares)
        expected = [
            other
            for other in entries
            if (other.entry.facts.force, other.entry.facts.kings) == (facts.force, facts.kings)
            or _mirror(other.entry.facts.squares) == _mirror(facts.squares)
        ]
        assert [one.row for one in alike] == [one.row for one in expected]
        assert catalog.class_counts()[facts.force] == len(catalog.studies_of_class(facts.force))
        words = plain_text(facts.composer).split()[:1]
        for said in (words, [*words, *plain_text(facts.event).split()[-1:]], [facts.force[:3]], []):
            titled = catalog.search_titles(said, None, 1_000)
            assert titled == [
                (one.title, one.place) for one in entries if all(word in plain_text(one.title) for word in said)
            ]
        condition = read_query(f"men:<={5 + seed % 3}").condition
        rows = [one.row for one in catalog.matches(condition)]
        assert rows == [one.row for one in entries if read_query(f"men:<={5 + seed % 3}").is_match(one.entry.facts)]


def test_a_file_that_has_changed_is_never_shown(tmp_path: Path) -> None:
    path = tmp_path / "a.pgn"
    path.write_text(text_of(random.Random(1), 3))
    catalog = Catalog()
    catalog.put("a", list(filter(None, file_parts(None, str(path), OPTIONS, map))))
    (first, *_) = catalog.matches(STUDY_CONDITION)
    assert first.place.line in path.read_text()
    path.write_text("\n" + path.read_text())
    with pytest.raises(StaleIndex):
        _ = first.place


@given(st.integers(0, 1 << 32), st.booleans())
def test_a_slice_of_a_chunk_is_that_of_its_text(seed: int, is_cut: bool) -> None:
    random_ = random.Random(seed)
    for chunk in document_of(text_of(random_, 20)).chunks:
        assert not is_cut or chunk.blocks
        start, end = sorted(random_.randrange(chunk.length + 2) for _ in range(2))
        assert chunk.slice(start, end) == chunk.text[start:end]


def _mirror(squares: str) -> str:
    from gbr_lsp.collection.facts import fen_of

    return canonical_mirror(fen_of(squares))


def _nothing(_function: object, values: list[Any]) -> list[Any]:
    assert not values
    return []


def _assert_same(parts: list[CatalogPart], others: list[CatalogPart]) -> None:
    ours, theirs = (
        [
            (part.first_row + entry.spot.row, entry.spot.column, entry.facts, entry.text, entry.details)
            for part in each
            for entry in part.chunk.entries(range(part.chunk.codes))
        ]
        for each in (parts, others)
    )
    assert ours == theirs
