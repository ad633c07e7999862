"""Contents of a PDF page: glyphs, filled paths, images, in points from the top left corner."""

from typing import NamedTuple

Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle in points; `top` is smaller than `bottom`."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top

    def has_point(self, x: float, y: float) -> bool:
        """Return True if (`x`, `y`) is in the box or on its border."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def union(self, other: "Box") -> "Box":
        """Return the smallest box that contains this box and `other`."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


class Glyph(NamedTuple):
    """A drawn character. (`x`, `y`) is its origin on the baseline, `width` the advance of the pen.

    `code` is the code in the file. `text` is its meaning, or empty if the file does not define any.
    `font` identifies the font in its document; `size` is in points.
    """

    x: float
    y: float
    width: float
    size: float
    text: str
    code: int
    font: str
    is_upright: bool = True


class Outline(NamedTuple):
    """A filled path. `color` is red, green and blue from 0 to 1."""

    color: tuple[float, float, float]
    box: Box
    polygons: tuple[tuple[Point, ...], ...]


class Page(NamedTuple):
    """A page. `number` counts from 1, `label` is its printed number according to the file, or None."""

    number: int
    label: str | None
    width: float
    height: float
    glyphs: list[Glyph]
    outlines: list[Outline]
    images: list[Box]
