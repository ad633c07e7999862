"""Enhanced metafiles, the previews of drawings in Word: their filled paths as outlines.

A file is a list of records with a type, a size and data. Records, brushes and stock objects follow
[MS-EMF].
"""

import struct
from collections.abc import Iterator
from itertools import islice

from gbr_lsp.proofs.page import Box, Outline, Point

_POLYGON, _POLY_POLYGON, _END, _DELETE, _SELECT, _BRUSH = 3, 8, 14, 40, 37, 39
_MOVE, _LINE, _BEGIN_PATH, _FILL_PATH, _STROKE_AND_FILL_PATH = 27, 54, 59, 62, 63
_BEZIER_TO_16, _LINE_TO_16, _POLYGON_16, _POLY_POLYGON_16 = 88, 89, 86, 91
_STOCK_GRAYS = {0x80000000: 1.0, 0x80000001: 0.75, 0x80000002: 0.5, 0x80000003: 0.25, 0x80000004: 0.0}
"""The gray levels of the stock brushes."""
_SCALED_SIZE = 160.0
"""Size in points that every metafile is scaled to, since its own units are arbitrary."""
_MAX_RECORDS = 200_000

_Color = tuple[float, float, float]


def outlines_of(data: bytes) -> list[Outline]:
    """Return a list of an `Outline` for each filled path of the metafile `data`.

    The list ends at the first damage.
    """
    filled_paths = list(_filled_paths(data))
    points = [point for _, polygons in filled_paths for polygon in polygons for point in polygon]
    if not points:
        return []
    left, top = min(x for x, _ in points), min(y for _, y in points)
    scale = _SCALED_SIZE / max(1e-9, max(x for x, _ in points) - left, max(y for _, y in points) - top)
    found = []
    for color, polygons in filled_paths:
        scaled_polygons = tuple(
            tuple(((x - left) * scale, (y - top) * scale) for x, y in polygon) for polygon in polygons if polygon
        )
        xs, ys = ([point[axis] for polygon in scaled_polygons for point in polygon] for axis in (0, 1))
        if xs:
            found.append(Outline(color, Box(min(xs), min(ys), max(xs), max(ys)), scaled_polygons))
    return found


def _filled_paths(data: bytes) -> Iterator[tuple[_Color, list[list[Point]]]]:
    """Yield (color, polygons) for each filled path of the metafile `data`.

    The color is that of the brush: red, green and blue from 0 to 1.
    """
    brushes: dict[int, _Color] = {number: (gray, gray, gray) for number, gray in _STOCK_GRAYS.items()}
    brush: _Color | None = (1.0, 1.0, 1.0)
    path: list[list[Point]] = []
    for kind, body in _records(data):
        try:
            if kind == _BRUSH:
                number, _, color = struct.unpack_from("<III", body)
                brushes[number] = ((color & 255) / 255, (color >> 8 & 255) / 255, (color >> 16 & 255) / 255)
            elif kind == _SELECT:
                (number,) = struct.unpack_from("<I", body)
                # Pens and fonts are selected too but change no brush. 0x80000005 is the brush that
                # paints nothing.
                brush = None if number == 0x80000005 else brushes.get(number, brush)
            elif kind == _DELETE:
                brushes.pop(struct.unpack_from("<I", body)[0], None)
            elif kind == _BEGIN_PATH:
                path = []
            elif kind == _MOVE:
                path.append([_point(body)])
            elif kind == _LINE and path:
                path[-1].append(_point(body))
            elif kind in (_LINE_TO_16, _BEZIER_TO_16) and path:
                path[-1] += _points_16(body, 20, struct.unpack_from("<I", body, 16)[0])
            elif kind in (_FILL_PATH, _STROKE_AND_FILL_PATH):
                if brush is not None:
                    yield brush, path
                path = []
            elif kind in (_POLYGON_16, _POLY_POLYGON_16) and brush is not None:
                yield brush, _polygons_16(kind, body)
        except struct.error:
            return


def _records(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield (type, data) for each record of the metafile `data`."""
    at = 0
    for _ in range(_MAX_RECORDS):
        if len(data) < at + 8:
            return
        kind, size = struct.unpack_from("<II", data, at)
        if size < 8 or kind == _END:
            return
        yield kind, data[at + 8 : at + size]
        at += size


def _point(body: bytes) -> Point:
    """Return the point of two 32-bit integers at the start of `body`."""
    x, y = struct.unpack_from("<ii", body)
    return float(x), float(y)


def _points_16(body: bytes, start: int, count: int) -> list[Point]:
    """Return `count` points of two 16-bit integers, from byte `start` of `body`."""
    values = struct.unpack_from(f"<{min(2 * count, len(body))}h", body, start)
    return [(float(x), float(y)) for x, y in zip(values[::2], values[1::2], strict=True)]


def _polygons_16(kind: int, body: bytes) -> list[list[Point]]:
    """Return the polygons, lists of points, of a record of type `kind` with data `body`."""
    if kind == _POLYGON_16:
        return [_points_16(body, 20, struct.unpack_from("<I", body, 16)[0])]
    polygons, points = struct.unpack_from("<II", body, 16)
    counts = struct.unpack_from(f"<{min(polygons, len(body))}I", body, 24)
    all_points = iter(_points_16(body, 24 + 4 * polygons, points))
    return [list(islice(all_points, count)) for count in counts]
