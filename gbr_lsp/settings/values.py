"""The settings themselves: plain values that the layers below take as arguments."""

import os
from typing import NamedTuple

from gbr_lsp.base.files.globs import Globs
from gbr_lsp.model.conventions import Conventions
from gbr_lsp.model.finding import Rule, Severity
from gbr_lsp.notation.values import Form


class Settings(NamedTuple):
    """The settings in force: which rules run, how texts are read, and which files.

    `select` is None where no rules are named; all names are those of rules, `all` spelled out. `form` is None where
    none is preferred.
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
        """The settings with what they ignore in one file."""
        if not self.per_file_ignores:
            return self
        path = os.path.abspath(path)
        names = tuple(name for globs, names in self.per_file_ignores if _is_match(globs, path) for name in names)
        return self._replace(ignore=self.ignore + names) if names else self

    def severity_of(self, rule: Rule) -> Severity:
        """The severity of a rule: that of the settings, or else that of the rule."""
        return dict(self.severities).get(rule.name, rule.severity)


def _is_match(globs: Globs, path: str) -> bool:
    """Whether a pattern matches a file; with `!` before it, whether it does not."""
    (pattern,) = globs.patterns
    if not pattern.startswith("!"):
        return globs.has_match(path)
    return Globs(globs.folder, ("**",)).has_match(path) and not Globs(globs.folder, (pattern[1:],)).has_match(path)
