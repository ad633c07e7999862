"""The one place that knows playa-pdf: pages of a PDF as values.

Another library can take its place by another module with `pages_of`.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from gbr_lsp.proofs.errors import UnreadableProof, message_of
from gbr_lsp.proofs.page import Box, Glyph, Outline, Page, Point

_HEADER_BYTES = 1024
"""Somewhere in so many bytes a PDF says that it is one."""
_CURVE_STEPS = 4
_MAX_LEAN = 0.05
"""The share of a font's size by which a baseline may lean and still be upright."""
_MIN_FONT_SIZE = 1.0
_MAX_SIZE_RATIO = 3.0
"""A size so many times the height of a font's characters is none: METAFONT's fonts of diagrams have such."""
_MAX_GLYPHS = 200_000
"""A page with more glyphs is no page of a book."""
_MAX_OUTLINES = 50_000
_MAX_POINTS = 2_000_000


def pages_of(path: str) -> Iterator[Page | int]:
    """First how many pages a PDF has, then its pages. Raises UnreadableProof."""
    document = _open(path)
    try:
        yield from _read_pages(document)
    finally:
        # What is damaged may fail to close, too.
        with suppress(Exception):
            document.close()


def _open(path: str) -> Any:
    import playa
    from playa.exceptions import PDFPasswordIncorrect

    try:
        return playa.open(path, space="screen")
    except PDFPasswordIncorrect:
        raise UnreadableProof("is protected by a password") from None
    except (OSError, MemoryError):
        raise
    except RecursionError:
        raise UnreadableProof("is nested too deeply") from None
    except Exception as error:
        raise UnreadableProof(_not_pdf_reason(path) or _reason(error)) from None


def _read_pages(document: Any) -> Iterator[Page | int]:
    try:
        count = len(document.pages)
    except (MemoryError, RecursionError):
        raise
    except Exception as error:
        raise UnreadableProof(_reason(error)) from None
    if not count:
        raise UnreadableProof("is a PDF without pages")
    yield count
    has_labels = _has_labels(document)
    names: dict[int, str] = {}
    """The fonts by their identity: two may have the same name, or none."""
    for number in range(1, count + 1):
        try:
            page = document.pages[number - 1]
            yield _page(number, page, (has_labels and page.label) or None, names)
        except (MemoryError, UnreadableProof):
            raise
        except RecursionError:
            raise UnreadableProof(f"is nested too deeply on page {number}") from None
        except Exception as error:
            raise UnreadableProof(f"is damaged on page {number} ({message_of(error)})") from None


def _has_labels(document: Any) -> bool:
    """Whether the file says which numbers are printed on its pages; what cannot be read of that is left out."""
    try:
        return document.page_labels is not None and document.pages[0] is not None
    except (MemoryError, RecursionError):
        raise
    except Exception:
        document.catalog.pop("PageLabels", None)
        return False


def _not_pdf_reason(path: str) -> str | None:
    """Why a file with the name of a PDF is none; None for one that is damaged."""
    with open(path, "rb") as file:
        start = file.read(_HEADER_BYTES)
    if b"%PDF-" in start:
        return None
    return f"is not a PDF: {'it does not begin with %PDF-' if start else 'it is empty'}"


def _reason(error: Exception) -> str:
    return f"cannot be read as a PDF ({message_of(error)})"


def _page(number: int, page: Any, label: str | None, names: dict[int, str]) -> Page:
    glyphs: list[Glyph] = []
    outlines: list[Outline] = []
    images: list[Box] = []
    points = 0
    for item in page.flatten():
        kind = item.object_type
        if kind == "text":
            glyphs += [_glyph(one, names) for one in item]
        elif kind == "path" and item.fill:
            outline = _outline(item)
            if outline is not None:
                outlines.append(outline)
                points += sum(map(len, outline.polygons))
        elif kind == "image":
            images.append(_box(item.bbox))
        if _MAX_GLYPHS < len(glyphs) or _MAX_OUTLINES < len(outlines) + len(images) or _MAX_POINTS < points:
            raise UnreadableProof(f"has too much on page {number} for a page of a book")
    return Page(number, label, float(page.width), float(page.height), glyphs, outlines, images)


def _glyph(glyph: Any, names: dict[int, str]) -> Glyph:
    x, y = glyph.origin
    across, down = glyph.displacement
    a, b, c, d = glyph.matrix[:4]
    size = abs(float(glyph.size))
    has_own_matrix = size < _MIN_FONT_SIZE
    if has_own_matrix:
        # A font of pictures: neither its size nor the sign of its height says anything.
        size = abs(float(across)) or 1.0
    font = glyph.font
    height = _height(font) * size
    if 0 < _MAX_SIZE_RATIO * height < size:
        size = height
    lean = abs(b) + abs(c)
    is_upright = (
        lean <= _MAX_LEAN * (abs(a) + abs(d))
        and 0 <= a
        and (d <= 0 or has_own_matrix)
        and abs(down) <= _MAX_LEAN * size
    )
    name = names.setdefault(id(font), f"{glyph.fontname or ''}#{len(names)}")
    return Glyph(float(x), float(y), float(across), size, glyph.text or "", int(glyph.cid), name, is_upright)


def _height(font: Any) -> float:
    """How high the characters of a font are that brings a matrix of its own, as a share of its size; 0 for others."""
    matrix = getattr(font, "matrix", None)
    box = getattr(font, "bbox", None)
    if type(font).__name__ != "Type3Font" or not matrix or not box:
        return 0.0
    return abs((float(box[3]) - float(box[1])) * float(matrix[3]))


def _box(rect: Any) -> Box:
    x0, y0, x1, y1 = (float(value) for value in rect or (0, 0, 0, 0))
    return Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _outline(path: Any) -> Outline | None:
    polygons = [tuple(polygon) for polygon in _polygons(path) if 2 < len(polygon)]
    if not polygons:
        return None
    xs = [x for polygon in polygons for x, _ in polygon]
    ys = [y for polygon in polygons for _, y in polygon]
    return Outline(_rgb(path.gstate.ncolor.values), Box(min(xs), min(ys), max(xs), max(ys)), tuple(polygons))


def _polygons(path: Any) -> Iterator[list[Point]]:
    """The closed lines of a path, curves as a few straight pieces."""
    polygon: list[Point] = []
    for segment in path.segments:
        operator, points = segment.operator, [(float(x), float(y)) for x, y in segment.points]
        if operator == "m":
            yield polygon
            polygon = points[:1]
        elif operator == "l":
            polygon += points
        elif operator in ("c", "v", "y") and polygon:
            polygon += _curve(polygon[-1], operator, points)
    yield polygon


def _curve(start: Point, operator: str, points: list[Point]) -> list[Point]:
    if operator == "v":
        controls = [start, start, *points]
    elif operator == "y":
        controls = [start, *points, points[-1]]
    else:
        controls = [start, *points]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = controls
    found = []
    for step in range(1, _CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        u = 1 - t
        k0, k1, k2, k3 = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        found.append((k0 * x0 + k1 * x1 + k2 * x2 + k3 * x3, k0 * y0 + k1 * y1 + k2 * y2 + k3 * y3))
    return found


def _rgb(values: Any) -> tuple[float, float, float]:
    """A color of gray, RGB or CMYK as red, green and blue."""
    numbers = [float(value) for value in values if isinstance(value, int | float)]
    if len(numbers) == 3:
        return numbers[0], numbers[1], numbers[2]
    if len(numbers) == 4:
        c, m, y, k = numbers
        return (1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k)
    gray = numbers[0] if numbers else 0.0
    return gray, gray, gray
