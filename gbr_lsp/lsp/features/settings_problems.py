"""Problems in settings files, published for each file, open or not, and cleared once fixed."""

from lsprotocol import types

from gbr_lsp.lsp.conversion import to_problem
from gbr_lsp.lsp.server import Server
from gbr_lsp.settings import SettingsProblem


def register(server: Server) -> None:
    published: dict[str, list[SettingsProblem]] = {}

    def publish() -> None:
        for uri, (text, found) in server.configuration.problems().items():
            if published.get(uri, []) != found:
                published[uri] = found
                items = [to_problem(problem, text, server.documents.encoding) for problem in found]
                server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, items))

    server.events.on_open.append(lambda _: publish())
    server.events.on_configure.append(publish)
