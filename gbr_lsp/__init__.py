"""Language server and linter for the GBR codes of chess endgame studies.

The names of the library are in `api.py`, which is imported when one of them is used.
"""

__version__ = "0.1.0"

_OF_API = (
    "CheckFinding",
    "FixEdit",
    "FoundCode",
    "FoundStudy",
    "RelatedPlace",
    "ParseError",
    "StudyCode",
    "SuggestedFix",
    "check",
    "code_of",
    "find",
    "parse",
    "search",
)
__all__ = ["__version__", *_OF_API]


def __getattr__(name: str) -> object:
    """Return the object `name` of the library. `__init__.pyi` declares the types."""
    if name not in _OF_API:
        raise AttributeError(f"module 'gbr_lsp' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module("gbr_lsp.api"), name)


def __dir__() -> list[str]:
    return [*globals(), *_OF_API]
