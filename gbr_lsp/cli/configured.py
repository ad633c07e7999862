"""The settings that a command applies to each file: those of the file's folder, and above them the options."""

import os

import click

from gbr_lsp.cli.files import Source
from gbr_lsp.cli.usage import rule_names
from gbr_lsp.document import Document
from gbr_lsp.hosts import host_for
from gbr_lsp.lint import rules_of
from gbr_lsp.settings import BadSettings, Loaded, Settings, load, nearest


class Configuration:
    """Settings by folder, each file of settings read once and warned of once."""

    def __init__(self, config: str | None = None, *, isolated: bool = False) -> None:
        self._by_folder: dict[str, Settings] = {}
        self._warned: set[str] = set()
        self._fixed: Settings | None = None
        if isolated:
            self._fixed = Settings()
        elif config is not None:
            try:
                self._fixed = self._warn(load(config))
            except BadSettings as error:
                raise click.ClickException(str(error)) from None

    def settings(self, source: Source) -> Settings:
        """The settings for a file. Raises ClickException where they cannot be read."""
        return self.of_folder(os.path.dirname(source.name))

    def of_folder(self, folder: str) -> Settings:
        """The settings for the files of a folder."""
        if self._fixed is not None:
            return self._fixed
        if folder not in self._by_folder:
            try:
                self._by_folder[folder] = self._warn(nearest(folder))
            except BadSettings as error:
                raise click.ClickException(str(error)) from None
        return self._by_folder[folder]

    def document(self, source: Source) -> Document:
        """The document of a file, read as its settings say."""
        settings = self.settings(source)
        return Document.of(source.text, host_for(source.name), settings.terms)

    def _warn(self, loaded: Loaded) -> Settings:
        if loaded.path and loaded.path not in self._warned:
            self._warned.add(loaded.path)
            for warning in loaded.warnings:
                click.echo(f"gbr-lsp: {warning}", err=True)
        return loaded.settings


def selection(
    settings: Settings, select: tuple[str, ...], extend: tuple[str, ...], ignore: tuple[str, ...]
) -> frozenset[str]:
    """The rules that run: what an option selects takes the place of what the settings select."""
    known = settings._replace(
        select=tuple(rule_names(select or settings.select or ())) if select or settings.select is not None else None,
        extend_select=tuple(rule_names(settings.extend_select + extend)),
        ignore=tuple(rule_names(settings.ignore + ignore)),
    )
    return rules_of(known)
