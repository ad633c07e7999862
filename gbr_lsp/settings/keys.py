"""The keys of the settings; they validate settings and generate the JSON schema."""

from typing import Any, NamedTuple

from gbr_lsp.base.files.globs import PATTERN
from gbr_lsp.hosts import ENDINGS
from gbr_lsp.model.finding import Severity
from gbr_lsp.notation.digits import NINE_MEANINGS
from gbr_lsp.notation.values import Form, Nine
from gbr_lsp.rules import RULES
from gbr_lsp.settings.kinds import PATH_PATTERN, ValueKind, list_kind, name_kind, table_kind, text_kind, word_kind
from gbr_lsp.solutions.languages import AUTO, NAMES

LETTERS = {
    "english": "KQRBNP",
    "french": "RDTFCP",
    "german": "KDTLSB",
    "italian": "RDTACP",
    "spanish": "RDTACP",
}
"""Letters of king, queen, rook, bishop, knight and pawn by language."""

OFF = "off"
ALL = "all"

_FIVE_LETTERS = r"^(?:([A-ZÀ-ÖØ-ÞŽΑ-ΩА-Я♔-♟])(?!.*\1)){5}(?![\s\S])"
_SIX_LETTERS = r"^(?:([A-ZÀ-ÖØ-ÞΑ-ΡΣ-ΩЁА-Я])(?!.*\1)){6}(?![\s\S])"


class Key(NamedTuple):
    """A key: its description, the kind of its value, and its default (None: no value)."""

    name: str
    description: str
    kind: ValueKind
    default: Any = None


def _schema_reference(definition: str) -> dict[str, Any]:
    return {"$ref": f"#/definitions/{definition}"}


_SEVERITY = word_kind([*(severity.value for severity in Severity), OFF])
_RULE = name_kind(RULES, "rule", _schema_reference("rule"))
_RULES = list_kind(name_kind([*RULES, ALL], "rule", _schema_reference("selector")), "names of rules")
_GLOB = text_kind(PATTERN, "a pattern of paths", _schema_reference("glob"))
_GLOBS = list_kind(_GLOB, "patterns of paths, as in a .gitignore")
_LETTERS = text_kind(
    rf"^(?:{'|'.join(LETTERS)})(?![\s\S])|{_SIX_LETTERS}",
    f"{', '.join(map(repr, LETTERS))}, or six capital letters, of king, queen, rook, bishop, knight, pawn",
    {"anyOf": [{"enum": list(LETTERS)}, {"type": "string", "pattern": _SIX_LETTERS}]},
)
_SOLUTION_LETTERS = text_kind(
    rf"^(?:{'|'.join([AUTO, *NAMES])})(?![\s\S])|{_FIVE_LETTERS}",
    f"{', '.join(map(repr, [AUTO, *NAMES]))}, or five capital letters, of king, queen, rook, bishop, knight",
    {"anyOf": [{"enum": [AUTO, *NAMES]}, {"type": "string", "pattern": _FIVE_LETTERS}]},
)

KEYS = {
    key.name: key
    for key in (
        Key(
            "extend",
            "Another settings file; it applies where this file sets nothing. A relative path starts from the folder of "
            "this file; `~` is your home folder.",
            text_kind(PATH_PATTERN, "the path of a file"),
        ),
        Key("select", "The rules that run; `all` means every rule. By default, all rules run except hints.", _RULES),
        Key("extend-select", "Rules that run in addition to the selected ones.", _RULES, []),
        Key("ignore", "Rules that do not run.", _RULES, []),
        Key(
            "severity",
            "The severity of each rule; `off` switches a rule off. A rule that is a hint by default runs if it "
            "gets another severity.",
            table_kind(
                _RULE,
                _SEVERITY,
                "severities by rule",
                {
                    "properties": {
                        rule.name: {"description": rule.summary, "allOf": [_schema_reference("severity")]}
                        for rule in RULES.values()
                    },
                    "additionalProperties": False,
                },
            ),
            {},
        ),
        Key(
            "per-file-ignores",
            "Rules that do not run in the files that a path pattern matches; with `!` before the pattern, in all "
            "other files. Patterns are relative to the folder of this file.",
            table_kind(
                _GLOB,
                _RULES,
                "names of rules by patterns of paths, as in a .gitignore",
                {"propertyNames": _schema_reference("glob"), "additionalProperties": _RULES.schema},
            ),
            {},
        ),
        Key(
            "include",
            "The files to read in a folder, as path patterns relative to the folder of this file.",
            _GLOBS,
            [f"*.{ending}" for ending in ENDINGS],
        ),
        Key(
            "exclude",
            "Files and folders to skip, as path patterns relative to the folder of this file.",
            _GLOBS,
            [],
        ),
        Key(
            "nine",
            f"What a 9 means: {NINE_MEANINGS[Nine.MODERN]}, or {NINE_MEANINGS[Nine.PROMOTED]}.",
            word_kind(nine.value for nine in Nine),
            Nine.MODERN.value,
        ),
        Key("form", "The spelling in which the program writes codes.", word_kind(form.value for form in Form)),
        Key(
            "bare-class",
            "What happens to a class without kings or other evidence that it is a code: `report` lists and checks it.",
            word_kind(("ignore", "report")),
            "ignore",
        ),
        Key(
            "piece-letters",
            "The letters of the men in LaTeX diagrams: a language, or six letters for king, queen, rook, bishop, "
            "knight, pawn.",
            _LETTERS,
            "german",
        ),
        Key(
            "solution-letters",
            "The letters of the men in solutions outside PGN: `auto` finds them in the document; otherwise a language, "
            "or five letters for king, queen, rook, bishop, knight.",
            _SOLUTION_LETTERS,
            AUTO,
        ),
        Key(
            "encoding",
            "The encoding of files: `auto` means UTF-8 or, if a file is not UTF-8, Windows-1252.",
            word_kind(("auto", "utf-8", "cp1252")),
            "auto",
        ),
        Key(
            "syzygy",
            "Folders with Syzygy tablebases. A relative path starts from the folder of this file; `~` is your home "
            "folder.",
            list_kind(text_kind(PATH_PATTERN, "the path of a folder"), "folders"),
            [],
        ),
    )
}


def settings_schema() -> dict[str, Any]:
    """Return the JSON schema of the settings as a dictionary, in a draft that editors support."""
    summaries = [rule.summary for rule in RULES.values()]
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Settings of gbr-lsp",
        "description": "gbr.toml, .gbr.toml, or [tool.gbr-lsp] of a pyproject.toml",
        "type": "object",
        "additionalProperties": False,
        "properties": {key.name: _key_schema(key) for key in KEYS.values()},
        "definitions": {
            "rule": {"enum": list(RULES), "x-taplo": {"docs": {"enumValues": summaries}}},
            "selector": {"enum": [*RULES, ALL], "x-taplo": {"docs": {"enumValues": [*summaries, "Every rule"]}}},
            "severity": _SEVERITY.schema,
            "glob": {"type": "string", "pattern": PATTERN},
        },
    }


def _key_schema(key: Key) -> dict[str, Any]:
    """Return the JSON schema of `key`: its description, default and kind."""
    default = {} if key.default is None else {"default": key.default}
    return {"description": key.description, **default, **key.kind.schema}
