"""Conversations through a real client library, with the capabilities of three editors."""

import asyncio
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

from tests.support.wire import HANG

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"


@pytest.fixture(params=["visual-studio-code", "neovim", "emacs"])
def editor(request: pytest.FixtureRequest) -> str:
    """The editor whose capabilities the client announces."""
    return str(request.param)


@pytest_lsp.fixture(  # type: ignore[untyped-decorator]
    config=ClientServerConfig(server_command=[sys.executable, "-m", "gbr_lsp", "server"])
)
async def client(editor: str, lsp_client: LanguageClient) -> AsyncIterator[None]:
    names = {"visual-studio-code": "Visual Studio Code"}
    params = types.InitializeParams(
        capabilities=client_capabilities(editor),
        client_info=types.ClientInfo(names.get(editor, editor)),
        root_uri=EXAMPLES.as_uri(),
    )
    lsp_client.feature(types.CLIENT_REGISTER_CAPABILITY)(lambda params: None)
    await lsp_client.initialize_session(params)
    yield
    await lsp_client.shutdown_session()


async def opened(client: LanguageClient, name: str, language: str) -> tuple[str, list[types.Diagnostic]]:
    """Opens an example; its address and diagnostics, however this client gets them."""
    path = EXAMPLES / name
    item = types.TextDocumentItem(path.as_uri(), language, 1, path.read_text(encoding="utf-8"))
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    announced = client.capabilities and client.capabilities.text_document
    if announced and announced.diagnostic:
        params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(path.as_uri()))
        report = await client.text_document_diagnostic_async(params)
        assert isinstance(report, types.RelatedFullDocumentDiagnosticReport)
        return path.as_uri(), list(report.items)
    await asyncio.wait_for(client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), HANG)
    return path.as_uri(), list(client.diagnostics[path.as_uri()])


EXPECTED = [
    ("manuscript.md", "markdown", {"king-mismatch", "control-mismatch", "repeated-kings"}),
    ("collection.pgn", "pgn", {"force-mismatch", "unreadable-fen"}),
]


async def test_diagnostics_hover_and_completion(client: LanguageClient, editor: str) -> None:
    for name, language, rules in EXPECTED:
        await check_diagnostics_and_hover(client, editor, name, language, rules)
    await check_completion_of_a_square_list(client)
    await check_rename_in_a_heading(client)


async def check_diagnostics_and_hover(
    client: LanguageClient, editor: str, name: str, language: str, rules: set[str]
) -> None:
    uri, diagnostics = await opened(client, name, language)
    assert {diagnostic.code for diagnostic in diagnostics} == rules
    text = (EXAMPLES / name).read_text(encoding="utf-8")
    line = next(
        number for number, line in enumerate(text.splitlines()) if "> g3g1 0323.12" in line or "(=0323.12" in line
    )
    column = text.splitlines()[line].index("0323.12") + 1
    at = types.Position(line, column)
    found = await client.text_document_hover_async(types.HoverParams(types.TextDocumentIdentifier(uri), at))
    assert found
    assert isinstance(found.contents, types.MarkupContent)
    assert "Black: king, rook, knight, 2 pawns" in found.contents.value
    assert "♔" in found.contents.value or "![board]" in found.contents.value
    assert found.range == types.Range(at, types.Position(line, column + 1))
    image = "data:image/svg+xml;base64," in found.contents.value
    assert image is (editor == "visual-studio-code")


async def check_completion_of_a_square_list(client: LanguageClient) -> None:
    """An untitled document, typed in: the next man's squares, as text edits at the cursor."""
    uri, text = "untitled:Untitled-1", "g3g1 0323.12 a3"
    item = types.TextDocumentItem(uri, "markdown", 1, text)
    client.text_document_did_open(types.DidOpenTextDocumentParams(item))
    at = types.Position(0, len(text))
    params = types.CompletionParams(types.TextDocumentIdentifier(uri), at)
    offered = await client.text_document_completion_async(params)
    assert isinstance(offered, types.CompletionList)
    assert offered.items
    for entry in offered.items:
        assert isinstance(entry.text_edit, types.TextEdit)
        assert entry.text_edit.range.end == at
    assert any("white bishop" in (entry.detail or "") for entry in offered.items)
    labels = {entry.label for entry in offered.items}
    assert "a2" in labels
    assert not labels & {"g3", "g1", "a3"}


async def check_rename_in_a_heading(client: LanguageClient) -> None:
    """Another server may rename the heading, so there is an answer only on the code."""
    uri, text = "untitled:Untitled-2", "## Kubbel g3g1 0323.12 a3a2e1g8.h6c3c6 4/5 Draw"
    document = types.TextDocumentIdentifier(uri)
    client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "markdown", 1, text)))
    words, code = types.Position(0, 4), types.Position(0, 12)
    assert await client.text_document_prepare_rename_async(types.PrepareRenameParams(document, words)) is None
    found = await client.text_document_prepare_rename_async(types.PrepareRenameParams(document, code))
    span = types.Range(types.Position(0, 10), types.Position(0, len(text)))
    assert found == types.PrepareRenamePlaceholder(span, text[10:])
    edit = await client.text_document_rename_async(types.RenameParams(document, code, "g3h1 0323.12"))
    assert edit
    written = edit.changes[uri] if edit.changes else edit.document_changes[0].edits  # type: ignore[index,union-attr]
    assert list(written) == [types.TextEdit(span, "g3h1 0323.12")]
