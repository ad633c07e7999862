"""The styles of a Word file, and the numbers of its lists."""

import re
from collections import defaultdict
from itertools import islice
from xml.etree.ElementTree import Element

from gbr_lsp.proofs.word_package import W

VAL = f"{W}val"
_PROPERTIES, _LIST, _LIST_ID, _BASE = f"{W}pPr", f"{W}numPr", f"{W}numId", f"{W}basedOn"
_FONT_ATTRIBUTES = (f"{W}ascii", f"{W}hAnsi", f"{W}cs")
_MAX_STYLES, _MAX_BASES = 10_000, 30
"""Maximum number of styles, and of those that a style is based on, one on the other."""
_MAX_LEVELS, _MAX_DIGITS = 9, 6
_PLACEHOLDER = re.compile(r"%\d")


def find(element: Element | None, *names: str) -> Element | None:
    """Return the first element at the path `names` in `element`, or None."""
    for name in names:
        element = element.find(name) if element is not None else None
    return element


def value_of(element: Element | None, *names: str) -> str:
    """Return the value of the first element at the path `names` in `element`, or `""`."""
    found = find(element, *names)
    return found.get(VAL, "") if found is not None else ""


def own_font(element: Element) -> str:
    """Return the font name that a run or style `element` itself has, or `""`."""
    fonts = find(element, f"{W}rPr", f"{W}rFonts")
    return next((name for name in map(fonts.get, _FONT_ATTRIBUTES) if name), "") if fonts is not None else ""


class Styles:
    """The styles in the part with `root`."""

    def __init__(self, root: Element) -> None:
        styles = islice(root.iter(f"{W}style"), _MAX_STYLES)
        self._styles = {style.get(f"{W}styleId", ""): style for style in styles}
        self._bases: dict[str, list[Element]] = {}
        self._fonts: dict[str, str] = {}

    def font_of(self, name: str) -> str:
        """Return the font name of the style `name` or of its nearest base, or `""`."""
        if name not in self._fonts:
            self._fonts[name] = next(filter(None, map(own_font, self.with_bases(name))), "")
        return self._fonts[name]

    def with_bases(self, name: str) -> list[Element]:
        """Return the style `name` and those that it is based on, nearest first."""
        if name not in self._bases:
            found: list[Element] = []
            base = name
            while base in self._styles and len(found) < _MAX_BASES:
                found.append(self._styles[base])
                base = value_of(found[-1], _BASE)
            self._bases[name] = found
        return self._bases[name]


class Lists:
    """The lists in the part with `root`, and the number of the last item of each."""

    def __init__(self, root: Element, styles: Styles) -> None:
        self._styles = styles
        self._levels: dict[str, dict[int, Element]] = defaultdict(dict)
        for one in root.iter(f"{W}abstractNum"):
            for level in islice(one.iterfind(f"{W}lvl"), _MAX_LEVELS):
                self._levels[one.get(f"{W}abstractNumId", "")][_number(level.get(f"{W}ilvl"))] = level
        self._lists = {one.get(f"{W}numId", ""): one for one in root.iter(f"{W}num")}
        self._numbers: dict[str, dict[int, int]] = defaultdict(dict)
        self._started: set[tuple[str, int]] = set()

    def label_of(self, paragraph: Element) -> str:
        """Count the item `paragraph` of a list, and return its number as it is displayed, such as `1.`.

        It is empty for a paragraph in no list, and for bullets, letters and numbers of several levels.
        """
        styles = self._styles.with_bases(value_of(paragraph, _PROPERTIES, f"{W}pStyle"))
        in_lists = (one for one in (paragraph, *styles) if value_of(one, _PROPERTIES, _LIST, _LIST_ID))
        source = next(in_lists, None)
        place = find(source, _PROPERTIES, _LIST)
        name = value_of(place, _LIST_ID)
        definition = value_of(self._lists.get(name), f"{W}abstractNumId")
        levels = self._levels[definition]
        number = _number(value_of(place, f"{W}ilvl"))
        if source in styles:
            style = source.get(f"{W}styleId")
            number = next((one for one, level in levels.items() if value_of(level, f"{W}pStyle") == style), number)
        if number not in levels:
            return ""
        label = value_of(levels[number], f"{W}lvlText")
        count = self._count(name, definition, number)
        is_number = value_of(levels[number], f"{W}numFmt") in ("decimal", "")
        is_simple = _PLACEHOLDER.findall(label) == [f"%{number + 1}"]
        return _PLACEHOLDER.sub(str(count), label) if is_number and is_simple else ""

    def _count(self, name: str, definition: str, level: int) -> int:
        """Count an item of the list `name` at `level`, and return its number.

        Lists of the same `definition` continue each other.
        """
        numbers = self._numbers[definition]
        for deeper in [one for one in numbers if level < one]:
            del numbers[deeper]
        start = value_of(self._levels[definition][level], f"{W}start")
        following = numbers.get(level, (_number(start) if start else 1) - 1) + 1
        if (name, level) not in self._started:
            self._started.add((name, level))
            for one in self._lists[name].iter(f"{W}lvlOverride"):
                if _number(one.get(f"{W}ilvl")) == level and value_of(one, f"{W}startOverride"):
                    following = _number(value_of(one, f"{W}startOverride"))
        numbers[level] = following
        return following


def _number(text: str | None) -> int:
    """Return the number in `text`, 0 if there is none or it is too large."""
    return int(text) if text and text.isascii() and text.isdigit() and len(text) <= _MAX_DIGITS else 0
