"""Pages of a PDF as values; the only user of playa-pdf.

To use another library, replace this module by another one with `pages_of`.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from gbr_lsp.proofs.errors import UnreadableProof, message_of
from gbr_lsp.proofs.page import Box, Glyph, Outline, Page, Point

_HEADER_BYTES = 1024
"""A PDF contains `%PDF-` in its first bytes, up to this number."""
_CURVE_STEPS = 4
_MAX_LEAN = 0.05
"""Maximum lean of an upright baseline, as a share of the font's size."""
_MIN_FONT_SIZE = 1.0
_MAX_SIZE_RATIO = 3.0
"""A font size of more than this many character heights is wrong, as in METAFONT's diagram fonts."""
_MAX_COORDINATE = 100_000.0
"""Maximum coordinate and size in points. A page has at most 14,400."""
_MAX_GLYPHS = 200_000
"""Maximum number of glyphs on a page of a book."""
_MAX_OUTLINES = 50_000
_MAX_POINTS = 2_000_000


def pages_of(path: str) -> Iterator[Page | int]:
    """Yield the number of pages of the PDF at `path`, then each `Page`. Raises UnreadableProof."""
    document = _open(path)
    needed = _absent_maps()
    try:
        for page in _read_pages(document):
            if needed:
                raise UnreadableProof(f"needs the character map {needed[0]}, which this copy of gbr-lsp lacks")
            yield page
    finally:
        # A damaged file may also fail to close.
        with suppress(Exception):
            document.close()


def _open(path: str) -> Any:
    """Return the playa document at `path`. Raises UnreadableProof."""
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
        if "`cryptography`" in str(error):
            raise UnreadableProof("is encrypted with AES, which this copy of gbr-lsp cannot read") from None
        raise UnreadableProof(_not_pdf_reason(path) or _reason(error)) from None


def _absent_maps() -> list[str]:
    """Return the names of the character maps that playa needs from now on and that this copy of it lacks.

    The extension for VS Code leaves out those of East Asian fonts, which take 8 MB, and lists them in
    a file. The list that is returned grows.
    """
    from playa import cmapdb

    needed: list[str] = []
    listing = cmapdb.CMAP_DIR / "absent.txt"
    if listing.is_file():
        absent, load = frozenset(listing.read_text().split()), cmapdb._load_data

        def noted(name: str) -> Any:
            if name in absent:
                needed.append(name)
            return load(name)

        cmapdb._load_data = noted
    return needed


def _read_pages(document: Any) -> Iterator[Page | int]:
    """Yield the number of pages of a playa `document`, then each `Page`. Raises UnreadableProof."""
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
    """Names by the identity of the font object: fonts may have equal names, or none."""
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
    """Return True if the file has page labels. Unreadable labels are removed from its catalog."""
    try:
        return document.page_labels is not None and document.pages[0] is not None
    except (MemoryError, RecursionError):
        raise
    except Exception:
        document.catalog.pop("PageLabels", None)
        return False


def _not_pdf_reason(path: str) -> str | None:
    """Return why the file at `path` is not a PDF, or None if it is one."""
    with open(path, "rb") as file:
        start = file.read(_HEADER_BYTES)
    if b"%PDF-" in start:
        return None
    return f"is not a PDF: {'it does not begin with %PDF-' if start else 'it is empty'}"


def _reason(error: Exception) -> str:
    return f"cannot be read as a PDF ({message_of(error)})"


def _page(number: int, page: Any, label: str | None, names: dict[int, str]) -> Page:
    """Return the `Page` of a playa `page`; `names` caches font names by identity.

    Raises UnreadableProof if it has too many glyphs, outlines or points.
    """
    glyphs: list[Glyph] = []
    outlines: list[Outline] = []
    images: list[Box] = []
    points = 0
    for item in page.flatten():
        kind = item.object_type
        if kind == "text":
            made = [_glyph(one, names) for one in item]
            glyphs += [one for one in made if _is_near(one.x, one.y, one.width, one.size)]
        elif kind == "path" and item.fill:
            outline = _outline(item)
            if outline is not None and _is_near(*outline.box):
                outlines.append(outline)
                points += sum(map(len, outline.polygons))
        elif kind == "image":
            box = _box(item.bbox)
            images += [box] if _is_near(*box) else []
        if _MAX_GLYPHS < len(glyphs) or _MAX_OUTLINES < len(outlines) + len(images) or _MAX_POINTS < points:
            raise UnreadableProof(f"has too much on page {number} for a page of a book")
    return Page(number, label, float(page.width), float(page.height), glyphs, outlines, images)


def _is_near(*values: float) -> bool:
    """Return True if no coordinate or size in `values` is too large or NaN."""
    return all(abs(value) <= _MAX_COORDINATE for value in values)


def _glyph(glyph: Any, names: dict[int, str]) -> Glyph:
    """Return the `Glyph` of a playa `glyph`; `names` caches font names by identity."""
    x, y = glyph.origin
    across, down = glyph.displacement
    a, b, c, d = glyph.matrix[:4]
    size = abs(float(glyph.size))
    has_own_matrix = size < _MIN_FONT_SIZE
    if has_own_matrix:
        # A font of pictures: its size and the sign of its height have no meaning.
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
    """Return the character height of a Type 3 font divided by its size; 0 for others."""
    matrix = getattr(font, "matrix", None)
    box = getattr(font, "bbox", None)
    if type(font).__name__ != "Type3Font" or not matrix or not box:
        return 0.0
    return abs((float(box[3]) - float(box[1])) * float(matrix[3]))


def _box(rect: Any) -> Box:
    """Return the `Box` of `rect` (x0, y0, x1, y1) in any order, or an empty one."""
    x0, y0, x1, y1 = (float(value) for value in rect or (0, 0, 0, 0))
    return Box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))


def _outline(path: Any) -> Outline | None:
    """Return the `Outline` of a playa `path`, or None if it has no polygon."""
    polygons = [tuple(polygon) for polygon in _polygons(path) if 2 < len(polygon)]
    if not polygons:
        return None
    xs = [x for polygon in polygons for x, _ in polygon]
    ys = [y for polygon in polygons for _, y in polygon]
    return Outline(_rgb(path.gstate.ncolor.values), Box(min(xs), min(ys), max(xs), max(ys)), tuple(polygons))


def _polygons(path: Any) -> Iterator[list[Point]]:
    """Yield the polygons of a playa `path` as lists of points; some are empty.

    Curves become a few straight lines.
    """
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
    """Return the points on a Bézier curve after `start`; `operator` is `c`, `v` or `y`."""
    controls = {"c": points, "v": [start, *points], "y": [*points, points[-1]]}[operator]
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = start, *controls
    found = []
    for step in range(1, _CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        u = 1 - t
        k0, k1, k2, k3 = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        found.append((k0 * x0 + k1 * x1 + k2 * x2 + k3 * x3, k0 * y0 + k1 * y1 + k2 * y2 + k3 * y3))
    return found


def _rgb(values: Any) -> tuple[float, float, float]:
    """Return a gray, RGB or CMYK color as (red, green, blue) from 0 to 1."""
    numbers = [float(value) for value in values if isinstance(value, int | float)]
    if len(numbers) == 3:
        return numbers[0], numbers[1], numbers[2]
    if len(numbers) == 4:
        c, m, y, k = numbers
        return (1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k)
    gray = numbers[0] if numbers else 0.0
    return gray, gray, gray
