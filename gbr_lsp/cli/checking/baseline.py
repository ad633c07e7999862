"""A baseline: the findings of a collection at its first check, not reported again.

A finding is identified by file, rule and the text of its line, so that other lines may change;
equal findings are counted. Paths are relative to the folder of the baseline, with slashes.
"""

import json
import os
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

import click

from gbr_lsp.base.files import reason_of
from gbr_lsp.cli.checking.check_file import KnownFinding
from gbr_lsp.cli.checking.result_files import save
from gbr_lsp.cli.output import print_message, readable_name
from gbr_lsp.rules import RULES

_VERSION = 1
_MAX_REPORTED = 10


class Baseline:
    """The recorded findings of a baseline, counted for each file."""

    def __init__(self, path: str, entries: Mapping[str, Counter[KnownFinding]]) -> None:
        self.path = path
        self._known = entries

    def entries_of(self, name: str) -> Mapping[KnownFinding, int]:
        """Return the recorded findings of the file `name`, each with its count."""
        return self._known.get(_key(self.path, name), {})

    def stale_messages(
        self, stale_findings: Mapping[str, Mapping[KnownFinding, int]], rules: Mapping[str, frozenset[str]]
    ) -> Iterator[str]:
        """Yield a message for each recorded finding of a file or rule that no longer occurs.

        `stale_findings` has the recorded findings not found in each file read, `rules` the rules that ran.
        Unread files count if deleted.
        """
        read = {_key(self.path, name): name for name in stale_findings}
        for key in sorted(self._known):
            name = read.get(key)
            if name is None and not self._is_gone(key):
                continue
            left = self._known[key] if name is None else stale_findings[name]
            for (rule, line), count in sorted(left.items()):
                if name is None or rule in rules[name] or rule not in RULES:
                    more = f" ({count} times)" if 1 < count else ""
                    yield f"{key}: {rule}: {line}{more}"

    def remaining_entries(self, rules: Mapping[str, frozenset[str]]) -> dict[str, Counter[KnownFinding]]:
        """Return the recorded findings of files and rules that did not run, by key of the file."""
        read = {_key(self.path, name): looked_for for name, looked_for in rules.items()}
        return {
            key: Counter(
                {known: count for known, count in counts.items() if key not in read or known[0] not in read[key]}
            )
            for key, counts in self._known.items()
            if key in read or not self._is_gone(key)
        }

    def _is_gone(self, key: str) -> bool:
        try:
            os.lstat(os.path.join(os.path.dirname(os.path.abspath(self.path)), key))
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return True
        except OSError:
            pass  # A parent folder may be unreadable.
        return False


def read_baseline(path: str, *, may_be_missing: bool = False) -> Baseline:
    """Return the `Baseline` in the file `path`, empty if it `may_be_missing`; raise ClickException."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode) and not os.path.isdir(path):
            raise click.ClickException(f"{path}: is not a regular file")
        with open(path, encoding="utf-8") as file:
            known = _parsed(json.load(file))
    except OSError as error:
        if may_be_missing and isinstance(error, FileNotFoundError):
            return Baseline(path, {})
        raise click.ClickException(f"{path}: {reason_of(error)}") from None
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise click.ClickException(f"{path}: is not a baseline file") from None
    return Baseline(path, known)


def write_baseline(
    baseline: Baseline, findings: Iterable[tuple[str, KnownFinding]], rules: Mapping[str, frozenset[str]]
) -> int:
    """Write `findings`, pairs of file and finding, and what `baseline` keeps; return the number of findings."""
    known = baseline.remaining_entries(rules)
    for name, one in findings:
        known.setdefault(_key(baseline.path, name), Counter())[one] += 1
    files: list[str] = []
    # They are sorted, so that each run writes the same file.
    for key, counts in sorted(known.items()):
        entries = [{"rule": rule, "count": count, "line": line} for (rule, line), count in sorted(counts.items())]
        if entries:
            files.append(f"    {_json(key)}: [\n" + ",\n".join(f"      {_json(one)}" for one in entries) + "\n    ]")
    listed = "{\n" + ",\n".join(files) + "\n  }" if files else "{}"
    text = f'{{\n  "version": {_VERSION},\n  "findings": {listed}\n}}\n'
    save(baseline.path, text.encode("utf-8", "backslashreplace"))
    return sum(sum(counts.values()) for counts in known.values())


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _parsed(content: Any) -> dict[str, Counter[KnownFinding]]:
    """Return the recorded findings by file; wrong content raises one of several errors."""
    if content["version"] != _VERSION:
        raise ValueError
    known: dict[str, Counter[KnownFinding]] = {}
    for key, entries in content["findings"].items():
        counts = known.setdefault(key, Counter())
        for entry in entries:
            rule, line, count = entry["rule"], entry["line"], entry["count"]
            if not (isinstance(rule, str) and isinstance(line, str) and isinstance(count, int) and 0 < count):
                raise ValueError
            counts[rule, line] += count
    return known


def _key(path: str, name: str) -> str:
    """Return `name` relative to the folder of the baseline `path`, with slashes."""
    folder = os.path.dirname(os.path.abspath(path))
    own = os.path.abspath(name)
    # A relative path to another drive does not exist.
    with suppress(ValueError):
        own = os.path.relpath(own, folder)
    return readable_name(own.replace(os.sep, "/"))


def report_stale(path: str, messages: Iterable[str]) -> None:
    """Print the messages `stale_messages` on stderr, at most `_MAX_REPORTED` of them."""
    entries = list(messages)
    for entry in entries[:_MAX_REPORTED]:
        print_message(f"{path}: no longer found: {entry}")
    if _MAX_REPORTED < len(entries):
        more = f"{len(entries) - _MAX_REPORTED} more entries are no longer found"
        print_message(f"{path}: {more}")
