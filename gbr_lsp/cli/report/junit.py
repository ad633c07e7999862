"""JUnit's XML: a suite for each file, a failed test for each finding, a passed one for a clean file.

Hints are passed tests with output, because they do not make the command fail.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from xml.etree import ElementTree as Xml

from gbr_lsp.base.lazy_regex import regex
from gbr_lsp.cli.output import readable_name
from gbr_lsp.cli.report.concise import line
from gbr_lsp.cli.report.file_report import CheckedFiles, Report, ordered_findings, severity_of
from gbr_lsp.cli.report.full import notes
from gbr_lsp.lint.engine import PlacedFinding
from gbr_lsp.model.finding import Severity

_NOT_XML = regex("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters that XML 1.0 forbids, even as a reference (section 2.2)."""


def write(reports: list[Report], files: CheckedFiles) -> Iterator[str]:
    found: defaultdict[str, list[Report]] = defaultdict(list)
    for report in reports:
        # Standard input may be given the name of another file.
        found[report.name].append(report)
    failed = dict(files.failures)
    root = Xml.Element("testsuites", name="gbr-lsp")
    for name in sorted({*files.names, *failed}):
        suite = Xml.SubElement(root, "testsuite", name=_allowed(name))
        if name in failed:
            _case(suite, name, "readable").append(_element("error", failed[name], failed[name]))
        elif name in found:
            _findings(suite, found[name])
        else:
            _case(suite, name, "no findings")
        _count(suite)
    _count(root)
    Xml.indent(root)
    yield '<?xml version="1.0" encoding="utf-8"?>'
    # Other characters are written as references: ASCII is valid UTF-8, whatever the encoding of the stream.
    yield Xml.tostring(root, encoding="us-ascii", xml_declaration=False).decode("ascii")


def _findings(suite: Xml.Element, reports: list[Report]) -> None:
    seen: Counter[str] = Counter()
    for report, item in ordered_findings(reports):
        at = report.location_of(item.span.start)
        name = f"{item.finding.rule} at {report.spot_of(item.span)}"
        seen[name] += 1
        # Readers identify tests by name.
        case = _case(suite, report.name, name if seen[name] < 2 else f"{name} ({seen[name]})", at)
        case.append(_outcome(report, item))


def _outcome(report: Report, item: PlacedFinding) -> Xml.Element:
    text = "\n".join([line(report, item), *notes(report, item.finding)])
    if severity_of(item) is Severity.HINT:
        return _element("system-out", text)
    return _element("failure", text, item.finding.message, type=severity_of(item).value)


def _case(suite: Xml.Element, file: str, name: str, at: dict[str, int] | None = None) -> Xml.Element:
    place = {"line": str(at["row"]), "column": str(at["column"])} if at else {}
    file = _allowed(file)
    return Xml.SubElement(suite, "testcase", {"name": name, "classname": file, "file": file, **place})


def _element(tag: str, text: str, message: str | None = None, **attributes: str) -> Xml.Element:
    element = Xml.Element(tag, {} if message is None else {"message": _allowed(message)}, **attributes)
    element.text = _allowed(text)
    return element


def _count(element: Xml.Element) -> None:
    cases = {"tests": "testcase", "failures": "failure", "errors": "error"}
    element.attrib |= {name: str(sum(1 for _ in element.iter(tag))) for name, tag in cases.items()}


def _allowed(text: str) -> str:
    return _NOT_XML.sub("\ufffd", readable_name(text))
