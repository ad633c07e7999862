"""The settings as plain values that the layers below take as arguments."""

import os
from typing import NamedTuple

from gbr_lsp.base.files.globs import Globs
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.finding import Rule, Severity
from gbr_lsp.notation.values import Form


class Settings(NamedTuple):
    """The settings in force: enabled rules, conventions, and files.

    Names are names of rules, with `all` expanded. `select` is None if no rules are selected, `form`
    if none is preferred.
    """

    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    conventions: Conventions = Conventions()
    severities: tuple[tuple[str, Severity], ...] = ()
    per_file_ignores: tuple[tuple[Globs, tuple[str, ...]], ...] = ()
    include: Globs | None = None
    exclude: Globs | None = None
    form: Form | None = None
    encoding: str = "auto"

    def for_file(self, path: str) -> "Settings":
        """Return the `Settings` with the rules that are ignored in the file at `path`."""
        if not self.per_file_ignores:
            return self
        path = os.path.abspath(path)
        names = tuple(name for globs, names in self.per_file_ignores if _is_match(globs, path) for name in names)
        return self._replace(ignore=self.ignore + names) if names else self

    def severity_of(self, rule: Rule) -> Severity:
        """Return the configured `Severity` of `rule`, or its default."""
        return dict(self.severities).get(rule.name, rule.severity)


def _is_match(globs: Globs, path: str) -> bool:
    """Return True if the pattern in `globs` selects `path`; `!` negates it."""
    (pattern,) = globs.patterns
    if not pattern.startswith("!"):
        return globs.has_match(path)
    return Globs(globs.folder, ("**",)).has_match(path) and not Globs(globs.folder, (pattern[1:],)).has_match(path)
