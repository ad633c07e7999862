"""The options of `check`, and the options that exclude each other."""

from typing import NamedTuple

import click

from gbr_lsp.cli.checking.check_file import Fixing
from gbr_lsp.cli.checking.schedule import JobOptions
from gbr_lsp.model.finding import Severity

WITH_STATISTICS = {"full": False, "concise": False, "grouped": False, "json": True, "json-lines": True}
"""The formats with statistics; True for formats that programs read."""

_A_DAY = 86_400


class CheckOptions(NamedTuple):
    """The options of one call of `check`, by the names that click gives them."""

    paths: tuple[str, ...]
    select: tuple[str, ...]
    extend_select: tuple[str, ...]
    ignore: tuple[str, ...]
    fix: bool
    unsafe_fixes: bool
    diff: bool
    output_format: str
    output_file: str | None
    statistics: bool
    show_files: bool
    show_codes: bool
    jobs: int
    watch: bool
    config: str | None
    isolated: bool
    baseline: str | None
    write_baseline: bool
    progress: bool
    color: str
    force_exclude: bool
    exit_zero: bool
    fail_level: str
    stdin_filename: str | None
    proof_timeout: float | None
    fail_unread: bool
    annotate: str | None
    against: str | None
    quiet: bool
    verbose: bool

    @property
    def fixing(self) -> Fixing:
        """The fixes to apply or show."""
        if not (self.fix or self.diff):
            return Fixing.NONE
        return Fixing.ALL if self.unsafe_fixes else Fixing.SAFE

    @property
    def job_options(self) -> JobOptions:
        return JobOptions(self.jobs or None, quiet=self.quiet or not self.progress)

    @property
    def has_text_on_stdout(self) -> bool:
        """Whether standard output is for the fixed text of standard input."""
        return self.fix and not self.diff and "-" in self.paths

    def is_failure(self, severity: Severity) -> bool:
        """Return True if a finding of `severity` makes the command fail."""
        levels = list(Severity)
        return levels.index(severity) <= levels.index(Severity(self.fail_level))

    def refuse(self) -> None:
        """Raise UsageError for options that exclude each other."""
        if self.isolated and self.config is not None:
            raise click.UsageError("--config and --isolated do not go together.")
        if self.write_baseline and self.baseline is None:
            raise click.UsageError("--write-baseline needs --baseline FILE, the file to write.")
        if self.statistics and self.output_format not in WITH_STATISTICS:
            *most, last = WITH_STATISTICS
            raise click.UsageError(
                f"--statistics are written as {', '.join(most)} or {last}, not as {self.output_format}."
            )
        if self.proof_timeout is not None and not self.proof_timeout <= _A_DAY:
            raise click.UsageError(f"--proof-timeout is at most {_A_DAY}, the seconds of a day.")
        if self.quiet and self.verbose:
            raise click.UsageError("--quiet and --verbose do not go together.")
        alone = {"--diff": self.diff, "--write-baseline": self.write_baseline, "--statistics": self.statistics}
        both = [name for name, given in alone.items() if given]
        if 1 < len(both):
            raise click.UsageError(f"{both[0]} and {both[1]} do not go together.")
        if self.watch:
            never = {
                "--annotate": self.annotate is not None,
                **alone,
                "--show-files": self.show_files,
                "--show-codes": self.show_codes,
                "-": "-" in self.paths,
            }
            never.pop("--statistics")
            for name in (name for name, given in never.items() if given):
                raise click.UsageError(f"--watch and {name} do not go together.")
