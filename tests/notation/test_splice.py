"""Pieces of a text that are read as one."""

from gbr_lsp.base.text import Span
from gbr_lsp.notation.code_search import find
from gbr_lsp.notation.splice import Splice, extended
from gbr_lsp.notation.values import Control, Kind, Occurrence, Part, Problem


def _only_code(splice: Splice) -> Occurrence:
    (code,) = find(splice.text, [Span(0, len(splice.text))])
    return splice.back(code)


def _parts(text: str, code: Occurrence) -> list[str]:
    return [text[part.span.start : part.span.end] for part in code.parts]


def test_pieces_in_another_order() -> None:
    text = "| g3g1 | Troitzky | 0323.12 |"
    code = _only_code(Splice(text, ["=", Span(20, 27), " ", Span(2, 6)]))
    assert _parts(text, code) == ["g3", "g1", "0323.12"]
    assert (code.span, code.is_apart) == (Span(2, 27), True)


def test_a_repaired_piece_is_a_problem_if_it_has_a_rule() -> None:
    text = "g3g1 O323.12"
    for rule in ("confused-digit", ""):
        slip = Problem(rule, Span(5, 6), "0")
        code = _only_code(Splice(text, [Span(0, 5), slip, Span(6, 12)]))
        assert _parts(text, code) == ["g3", "g1", "O323.12"]
        assert (code.span, code.problems, code.is_apart) == (Span(0, 12), (slip,) if rule else (), False)


def test_text_removed_at_the_end_of_a_part_is_not_in_it() -> None:
    text = "g3-g1 0323.12"
    code = _only_code(Splice(text, [Span(0, 2), Problem("misspelled-square", Span(2, 3), ""), Span(3, 13)]))
    assert _parts(text, code) == ["g3", "g1", "0323.12"]


def test_a_part_is_added_with_its_value() -> None:
    text = "0323.12 g3g1 | 4/5"
    (code,) = find(text, [Span(0, 12)])
    longer = extended(text, code, [Part(Kind.CONTROL, Span(15, 18))])
    assert (longer.code.control, longer.span, longer.is_apart) == (Control(4, 5), Span(0, 18), True)
