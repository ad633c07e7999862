"""Problems in settings: published for each file, open or not, and sent for the client's own, until they are fixed."""

from lsprotocol import types

from gbr_lsp.lsp.conversion import to_problem
from gbr_lsp.lsp.server import Server
from gbr_lsp.settings import SettingsProblem

NOTIFICATION = "gbr/settingsProblems"
"""Sent to clients with `supportSettingsProblems` in their initialization options."""


def register(server: Server) -> None:
    sent: list[str] = []
    published: dict[str, list[SettingsProblem]] = {}

    def publish() -> None:
        for uri, (text, found) in server.configuration.problems().items():
            if published.get(uri, []) != found:
                published[uri] = found
                items = [to_problem(problem, text, server.documents.encoding) for problem in found]
                server.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, items))

    def send() -> None:
        nonlocal sent
        section = server.initial_section
        found = server.configuration.client_problems()
        if found != sent and isinstance(section, dict) and section.get("supportSettingsProblems") is True:
            sent = found
            server.protocol.notify(NOTIFICATION, {"messages": found})

    server.events.on_initialized.append(send)
    server.events.on_options_change.append(lambda _: send())
    server.events.on_open.append(lambda _: publish())
    server.events.on_configure.append(publish)
