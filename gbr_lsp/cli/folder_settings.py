"""The settings that a command applies to each file: those of the file's folder, overridden by the options."""

import os
from collections.abc import Iterable, Iterator

import click

from gbr_lsp.base.regular_file import with_folders
from gbr_lsp.cli.files import FileRequest, Source, file_requests, read
from gbr_lsp.cli.output import print_message
from gbr_lsp.cli.usage import rule_names
from gbr_lsp.lint.engine import rules_of
from gbr_lsp.model.document import Document
from gbr_lsp.settings import BadSettings, LoadedSettings, Settings, load_settings, settings_file_in

TextOrPath = str | os.PathLike[str]
"""An argument of the library: a text, or the path of a file."""


class FolderSettings:
    """Settings by folder; each settings file is read once, and each warning printed once."""

    def __init__(self, config: str | None = None, *, isolated: bool = False) -> None:
        self._by_folder: dict[str, LoadedSettings] = {}
        self._warned: set[str] = set()
        self._fixed: LoadedSettings | None = None
        if isolated:
            self._fixed = LoadedSettings()
        elif config is not None:
            self._fixed = self._load(config)

    def settings_for(self, source: Source | FileRequest) -> Settings:
        """Return the settings for the file `source`; raise ClickException if they cannot be read."""
        return self.of_folder(os.path.dirname(source.name)).for_file(source.name)

    def of_folder(self, folder: str) -> Settings:
        """Return the settings for the files of `folder`, without those for single files."""
        return self.load(folder).settings

    def load(self, folder: str) -> LoadedSettings:
        """Return the settings for the files of `folder`, with their sources."""
        if self._fixed is not None:
            return self._fixed
        if folder not in self._by_folder:
            self._by_folder[folder] = self._nearest(os.path.abspath(folder))
        return self._by_folder[folder]

    def requests(
        self, paths: Iterable[str], stdin_name: str | None = None, *, force_exclude: bool = False
    ) -> list[FileRequest]:
        """Return the files under `paths` that the settings include, sorted, not yet read."""
        return file_requests(paths, stdin_name, self.of_folder, force_exclude=force_exclude)

    def read(self, request: FileRequest) -> Source:
        """Return the text of a file, decoded by its settings, or the reason of failure, as a `Source`."""
        return read(request, self.settings_for(request).encoding)

    def sources(self, paths: Iterable[str]) -> Iterator[Source]:
        """Yield the files under `paths` that the settings include, sorted, each read when it is reached."""
        return map(self.read, self.requests(paths))

    def document(self, source: Source) -> Document:
        """Return the document of the file `source`, read by its settings."""
        settings = self.settings_for(source)
        return source.document(settings.conventions)

    def _nearest(self, folder: str) -> LoadedSettings:
        """Return the settings of the nearest settings file upwards; each folder on the way is searched once."""
        waiting = []
        loaded = LoadedSettings()
        for outer in with_folders(folder):
            if outer in self._by_folder:
                loaded = self._by_folder[outer]
                break
            waiting.append(outer)
            try:
                path = settings_file_in(outer)
            except BadSettings as error:
                raise click.ClickException(str(error)) from None
            if path is not None:
                loaded = self._load(path)
                break
        self._by_folder.update(dict.fromkeys(waiting, loaded))
        return loaded

    def _load(self, path: str) -> LoadedSettings:
        try:
            loaded = load_settings(path)
        except BadSettings as error:
            raise click.ClickException(str(error)) from None
        for warning in loaded.warnings:
            if warning not in self._warned:
                self._warned.add(warning)
                print_message(warning)
        return loaded


def read_path(path: TextOrPath, *, settings: bool) -> tuple[Source, Settings]:
    """Return the file `path` for the library, and its settings: the defaults unless `settings_for`.

    Raises OSError for an unreadable file, and BadSettings, a ValueError.
    """
    name = os.fspath(path)
    found = settings_file_in(os.path.dirname(os.path.abspath(name))) if settings else None
    own = load_settings(found).settings.for_file(name) if found else Settings()
    source = read(FileRequest(name, name), own.encoding)
    if source.trouble:
        raise OSError(f"{name}: {source.trouble}")
    return source, own


def selected_rules(
    settings: Settings, select: tuple[str, ...], extend: tuple[str, ...], ignore: tuple[str, ...]
) -> frozenset[str]:
    """Return the names of the rules that run: `select` replaces all that the settings select."""
    if select:
        settings = settings._replace(select=tuple(rule_names(select)), extend_select=())
    return rules_of(
        settings._replace(
            extend_select=settings.extend_select + tuple(rule_names(extend)),
            ignore=settings.ignore + tuple(rule_names(ignore)),
        )
    )
