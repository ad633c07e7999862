"""What a page of a PDF shows, in points from its top left corner, as it is drawn: glyphs, filled paths and images."""

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
        """Whether a point lies in the box."""
        return self.left <= x <= self.right and self.top <= y <= self.bottom

    def union(self, other: "Box") -> "Box":
        """The smallest box with both in it."""
        return Box(
            min(self.left, other.left),
            min(self.top, other.top),
            max(self.right, other.right),
            max(self.bottom, other.bottom),
        )


class Glyph(NamedTuple):
    """A character where it is drawn: its origin on the baseline, how far it moves the pen, and the size of its font.

    `code` is what stands in the file, `text` what it means, empty where the file does not say.
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
    """A filled path: its color as red, green and blue from 0 to 1, its box, and the polygons it is made of."""

    color: tuple[float, float, float]
    box: Box
    polygons: tuple[tuple[Point, ...], ...]


class Page(NamedTuple):
    """A page: `label` is the number that is printed on it, as the file says, or None."""

    number: int
    label: str | None
    width: float
    height: float
    glyphs: list[Glyph]
    outlines: list[Outline]
    images: list[Box]
