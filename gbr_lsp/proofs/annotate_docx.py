"""Comments on findings in a copy of a Word file; existing comments are kept.

A comment can begin and end only between runs, so runs are divided at the ends of a code. Text boxes
and notes cannot have comments. A finding in a text box gets one at the run of the body that
contains the box, a finding in a note gets one at the number of the note.
"""

from collections.abc import Sequence
from copy import deepcopy
from io import BytesIO
from typing import Any, NamedTuple

from gbr_lsp.proofs.docx import PlacedElement, WordFile, text_of
from gbr_lsp.proofs.errors import UnreadableProof, message_of
from gbr_lsp.proofs.word_package import W, WordPackage

_AUTHOR = "gbr-lsp"
_INITIALS = "GBR"
_SPACE = "{http://www.w3.org/XML/1998/namespace}space"


class WordPlace(NamedTuple):
    """An offset in the text of a paragraph; paragraphs are numbered from 1."""

    paragraph: int
    offset: int


class WordNote(NamedTuple):
    """A comment on a span of text. An empty span means the first drawing of its paragraph."""

    start: WordPlace
    end: WordPlace
    text: str


def annotate(path: str, notes: Sequence[WordNote]) -> bytes:
    """Return the Word file at `path` with `notes` as comments, as bytes. Raises UnreadableProof."""
    import docx

    try:
        document = docx.Document(path)
        with WordPackage(path) as package:
            file = WordFile(package)
            stories = ((name, [_story_element(name, document)]) for name in file.stories)
            paragraphs = dict(enumerate(file.paragraphs(stories), 1))
            for note in notes:
                runs = _runs_of(note, paragraphs, file, document)
                if runs:
                    comment = document.comments.add_comment(_xml_text(note.text), _AUTHOR, _INITIALS)
                    runs[0].insert_comment_range_start_above(comment.comment_id)
                    runs[-1].insert_comment_range_end_and_reference_below(comment.comment_id)
        stream = BytesIO()
        document.save(stream)
    except (MemoryError, OSError, UnreadableProof):
        raise
    except Exception as error:
        raise UnreadableProof(f"cannot be annotated ({message_of(error)})") from None
    return stream.getvalue()


def _xml_text(text: str) -> str:
    """Return `text` with each character that XML lacks replaced by a blank."""
    return "".join(char if char == "\n" or char.isprintable() else " " for char in text)


def _story_element(name: str, document: Any) -> Any:
    """Return the outermost element of the part `name` of `document`."""
    from docx.oxml import parse_xml

    parts = {str(part.partname).lstrip("/").lower(): part for part in document.part.package.iter_parts()}
    return document.part.element if parts[name] is document.part else parse_xml(parts[name].blob)


def _runs_of(note: WordNote, paragraphs: dict[int, PlacedElement], file: WordFile, document: Any) -> list[Any]:
    """Return the first and last run element of `note`, dividing runs; an empty list if none.

    A note without extent has one run, that of the drawing. `paragraphs` has the paragraphs of
    `document`, which is `file`, by number.
    """
    if note.start == note.end:
        parts = file.parts_of(paragraphs[note.start.paragraph])
        drawing = next((element for part, element in parts if part.picture is not None), None)
        runs = [_body_run(drawing, document)]
    else:
        first = _run_at(note.start, paragraphs, file, document, at_end=False)
        runs = [first, _run_at(note.end, paragraphs, file, document, at_end=True)]
    return [run for run in runs if run is not None]


def _run_at(
    place: WordPlace, paragraphs: dict[int, PlacedElement], file: WordFile, document: Any, *, at_end: bool
) -> Any:
    """Return the run element that begins (`at_end`: ends) at `place`, or None.

    Text without an element, such as the number of a list item, is passed over.
    """
    found: tuple[Any, int] | None = None
    start = 0
    for part, element in file.parts_of(paragraphs[place.paragraph]):
        end = start + len(text_of(part))
        if element is not None and start < end and (start < place.offset if at_end else place.offset < end):
            found = element, min(max(0, place.offset - start), end - start)
            if not at_end:
                break
        start = end
    if found is None:
        return None
    element, offset = found
    run = _body_run(element, document)
    if run is None or element.getparent() is not run:
        return run
    second_run = _divide_run(run, element, offset)
    return run if at_end or second_run is None else second_run


def _body_run(element: Any, document: Any) -> Any:
    """Return the outermost run element around `element`, or None.

    In a footnote or endnote, it is the run of the body with the number of the note.
    """
    if element is not None and element.getroottree().getroot() is not document.part.element:
        element = _reference_to(element, document)
    runs = list(element.iterancestors(f"{W}r")) if element is not None else []
    return runs[-1] if runs else None


def _reference_to(element: Any, document: Any) -> Any:
    """Return the reference element in the body to the note that contains `element`, or None."""
    for kind in ("footnote", "endnote"):
        for note in element.iterancestors(f"{W}{kind}"):
            number = note.get(f"{W}id")
            for one in document.part.element.iter(f"{W}{kind}Reference"):
                if one.get(f"{W}id") == number:
                    return one
    return None


def _divide_run(run: Any, element: Any, offset: int) -> Any:
    """Divide the run element `run` at `offset` in the text of its child `element`.

    If `element` is not text, divide before (`offset` 0) or after it. Return the new run, which
    follows `run`, or None if either would be empty.
    """
    is_text = element.tag == f"{W}t"
    text = element.text or "" if is_text else ""
    at_start, at_end = (not offset, offset == len(text)) if is_text else (not offset, bool(offset))
    following = list(element.itersiblings())
    before = [one for one in element.itersiblings(preceding=True) if one.tag != f"{W}rPr"]
    if (at_start and not before) or (at_end and not following):
        return None
    new = deepcopy(run)
    for child in list(new):
        if child.tag != f"{W}rPr":
            new.remove(child)
    if at_start:
        new.append(element)
    elif not at_end:
        rest = deepcopy(element)
        element.text, rest.text = text[:offset], text[offset:]
        for one in (element, rest):
            one.set(_SPACE, "preserve")
        new.append(rest)
    new.extend(following)
    run.addnext(new)
    return new
