"""Whether a reader sees a piece of HTML: by its style, size, colour, place and kind of element.

`Look` is what text inherits. Everything that makes it unseen is a row in a table, so a new trick is a new row.
"""

from __future__ import annotations

import re
from colorsys import hls_to_rgb
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from keepword.threading.html.styles import Declarations

Colour = tuple[int, int, int]

MIN_PIXELS = 2.0
"""Text under this size is not read by anybody."""

MIN_CONTRAST = 1.15
"""By WCAG's formula; 1 is the same colour, #eee on white is 1.16."""

FAR = 400.0
"""Pixels off the page."""

STRUCK = "struck out: "
"""What is said before words that the writer crossed out: a reader sees them, but they are taken back."""

UNSEEN = frozenset(
    """
    head title style script template noscript iframe noembed noframes object applet audio video canvas datalist
    svg math map xml param rp
    """.split()  # noqa: SIM905 - names read best in rows
)
"""Elements whose content no mail program shows."""

_NAMED: dict[str, Colour] = {
    "white": (255, 255, 255), "black": (0, 0, 0), "snow": (255, 250, 250), "ivory": (255, 255, 240),
    "ghostwhite": (248, 248, 255), "whitesmoke": (245, 245, 245), "floralwhite": (255, 250, 240),
    "azure": (240, 255, 255), "mintcream": (245, 255, 250), "aliceblue": (240, 248, 255), "seashell": (255, 245, 238),
    "honeydew": (240, 255, 240), "lightyellow": (255, 255, 224), "linen": (250, 240, 230), "beige": (245, 245, 220),
    "red": (255, 0, 0), "green": (0, 128, 0), "blue": (0, 0, 255), "yellow": (255, 255, 0), "navy": (0, 0, 128),
    "gray": (128, 128, 128), "grey": (128, 128, 128), "silver": (192, 192, 192), "maroon": (128, 0, 0),
    "purple": (128, 0, 128), "teal": (0, 128, 128), "orange": (255, 165, 0), "lightgray": (211, 211, 211),
    "lightgrey": (211, 211, 211), "gainsboro": (220, 220, 220), "darkgray": (169, 169, 169), "darkblue": (0, 0, 139),
    "aqua": (0, 255, 255), "lime": (0, 255, 0),
    "lightcyan": (224, 255, 255), "lemonchiffon": (255, 250, 205), "cornsilk": (255, 248, 220), "oldlace": (253, 245, 230),
    "lavenderblush": (255, 240, 245), "papayawhip": (255, 239, 213), "lightgoldenrodyellow": (250, 250, 210),
}  # fmt: skip
_KEYWORD_SIZES = {
    "xx-small": 9.0,
    "x-small": 10.0,
    "small": 13.0,
    "medium": 16.0,
    "large": 18.0,
    "x-large": 24.0,
    "xx-large": 32.0,
}
_LENGTH = re.compile(r"(-?\d{0,6}\.?\d{1,6})\s?(px|pt|em|rem|ex|ch|vw|vh|%|in|cm|mm|)(?![\w.])")
_UNITS = {
    "px": 1.0,
    "pt": 4 / 3,
    "em": 16.0,
    "rem": 16.0,
    "ex": 8.0,
    "ch": 8.0,
    "in": 96.0,
    "cm": 37.8,
    "mm": 3.78,
    "": 1.0,
    "vw": 10.0,
    "vh": 8.0,
    "%": 5.0,
}
_RGB = re.compile(r"rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+([\d.]{1,8}%?))?\s*\)")
_RGB_PERCENT = re.compile(r"rgba?\(\s*(\d{1,3})%[\s,]+(\d{1,3})%[\s,]+(\d{1,3})%")
_HSL = re.compile(r"hsla?\(\s*(-?\d{1,4})(?:deg)?[\s,]+(\d{1,3})%[\s,]+(\d{1,3})%")
_HEX = re.compile(r"#([0-9a-f]{3,8})\b")


@dataclass(frozen=True, slots=True)
class Look:
    """What text inherits: `gone` cannot be undone by a child. `ground` is None where a picture may lie under the text."""

    gone: bool = False
    invisible: bool = False
    pixels: float = 16.0
    colour: Colour | None = (0, 0, 0)
    ground: Colour | None = (255, 255, 255)
    clear: bool = False
    kept: bool = False
    """Whether white space counts, as in `<pre>`."""
    struck: bool = False
    """Whether a line goes through it; children cannot undo that (CSS Text Decoration 3, section 2)."""

    @property
    def unseen(self) -> bool:
        """Whether text with this look shows nothing."""
        return self.gone or self.invisible or self.clear or self.pixels < MIN_PIXELS or self._melts

    @property
    def _melts(self) -> bool:
        return self.colour is not None and self.ground is not None and contrast(self.colour, self.ground) < MIN_CONTRAST


def looked(look: Look, style: Declarations, attributes: Mapping[str, str | None]) -> Look:
    """Return the look of an element's text, from what it inherits, its style and its older attributes."""
    if "hidden" in attributes or (style and any(test(style) for test in _GONE)):
        return replace(look, gone=True)
    if _struck(style):
        return replace(look, gone=True, struck=True)
    changes: dict[str, object] = {}
    for name, value in style.items():
        if name in _INHERITED:
            changes.update(_INHERITED[name](value, look))
    changes.update(_attributes(attributes, style))
    return replace(look, **changes) if changes else look  # type: ignore[arg-type]


def page_ground(ground: Colour | None) -> Colour | None:
    """Return the ground of a whole page; a coloured one is unknown, for programs drop or keep it as they like."""
    return ground if ground == (255, 255, 255) else None


def _attributes(attributes: Mapping[str, str | None], style: Declarations) -> dict[str, object]:
    """`<font color>` and `bgcolor`, where style says nothing."""
    changes: dict[str, object] = {}
    if (ground := attributes.get("bgcolor")) and not any(name.startswith("background") for name in style):
        changes["ground"] = colour_in(_hashed(ground))
    if attributes.get("background"):
        changes["ground"] = None
    if (colour := attributes.get("color") or attributes.get("text")) and "color" not in style:
        changes["colour"] = colour_in(_hashed(colour))
    return changes


def _hashed(value: str) -> str:
    value = value.strip().lower()[:40]
    return f"#{value}" if re.fullmatch(r"[0-9a-f]{6}", value) else value


def _colour(value: str, _: Look) -> dict[str, object]:
    if value in ("inherit", "currentcolor", ""):
        return {}
    return {"colour": colour_in(value), "clear": _is_clear(value)}


def _ground(value: str, _: Look) -> dict[str, object]:
    if "url(" in value or "gradient" in value:
        return {"ground": None}
    if value in ("inherit", "none", "initial", "unset", "") or _is_clear(value):
        return {}
    found = colour_in(value)
    return (
        {"ground": found}
        if found or not re.fullmatch(r"[\d\s%a-z\-]*(?:repeat|scroll|top|left|center|none)[\d\s%a-z\-]*", value)
        else {}
    )


def _picture(value: str, _: Look) -> dict[str, object]:
    return {} if value in ("none", "initial", "") else {"ground": None}


def _size(value: str, look: Look) -> dict[str, object]:
    pixels = _KEYWORD_SIZES.get(value) or _relative(value, look.pixels)
    return {} if pixels is None else {"pixels": pixels}


def _font(value: str, look: Look) -> dict[str, object]:
    """Read the shorthand, of which the first length is the size."""
    return _size(value.split("/")[0].split(" ")[-1], look) if "/" in value else _size(value, look)


def _relative(value: str, inherited: float) -> float | None:
    found = _LENGTH.search(value)
    if not found:
        return None
    number, unit = float(found.group(1)), found.group(2)
    return number * inherited / (100 if unit == "%" else 1) if unit in ("em", "%") else number * _UNITS[unit]


def _visibility(value: str, _: Look) -> dict[str, object]:
    return {"invisible": value in ("hidden", "collapse")} if value != "inherit" else {}


def _white_space(value: str, _: Look) -> dict[str, object]:
    return {"kept": value.startswith(("pre", "break-spaces"))} if value != "inherit" else {}


_INHERITED: dict[str, Callable[[str, Look], dict[str, object]]] = {
    "color": _colour,
    "-webkit-text-fill-color": _colour,
    "background": _ground,
    "background-color": _ground,
    "background-image": _picture,
    "font": _font,
    "font-size": _size,
    "visibility": _visibility,
    "white-space": _white_space,
}


def _pixels(style: Declarations, name: str) -> float | None:
    found = _LENGTH.match(style.get(name, ""))
    return float(found.group(1)) * _UNITS[found.group(2)] if found else None


def _shut(style: Declarations) -> bool:
    """No room for anything, and what does not fit is not shown."""
    if not style.get("overflow", style.get("overflow-y", "")).startswith(("hidden", "clip")):
        return False
    sizes = [_pixels(style, name) for name in ("max-height", "height", "max-width", "width")]
    return any(size is not None and size <= 1 for size in sizes)


def _away(style: Declarations) -> bool:
    """Tell what is moved off the page."""
    placed = style.get("position", "") in ("absolute", "fixed", "relative")
    names = ("text-indent", "margin-left", "margin-top", *(("left", "top", "right", "bottom") if placed else ()))
    return any((pixels := _pixels(style, name)) is not None and pixels <= -FAR for name in names)


def _faint(style: Declarations) -> bool:
    if re.search(r"opacity\(\s*0(?:\.0{1,4})?%?\s*\)", style.get("filter", "")):
        return True
    found = re.match(r"([\d.]{1,8})(%?)$", style.get("opacity", ""))
    return found is not None and _number(found.group(1)) <= (5 if found.group(2) else 0.05)


def _struck(style: Declarations) -> bool:
    return any("line-through" in style.get(name, "") for name in ("text-decoration", "text-decoration-line"))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 1.0


def _clipped(style: Declarations) -> bool:
    clip = style.get("clip", "")
    numbers = [_number(number) for number in re.findall(r"[\d.]{1,8}", clip)]
    cut = clip.startswith("rect(") and bool(numbers) and max(numbers) <= 1
    return cut or bool(re.match(r"inset\((?:50|100)%|circle\(0", style.get("clip-path", "")))


def _scaled(style: Declarations) -> bool:
    value = style.get("transform", "")
    return bool(re.search(r"scale[xy]?\(\s*0(?:\.0{1,3})?\s*[,)]|translate[xy]?\(\s*-\d{3,}", value))


_GONE: tuple[Callable[[Declarations], bool], ...] = (
    lambda style: style.get("display") == "none",
    lambda style: style.get("mso-hide") == "all",
    lambda style: style.get("zoom") in ("0", "0%"),
    lambda style: style.get("content-visibility") == "hidden",
    _shut,
    _away,
    _faint,
    _clipped,
    _scaled,
)


def _is_clear(value: str) -> bool:
    if value == "transparent":
        return True
    rgb, hexa = _RGB.match(value), _HEX.match(value)
    if rgb and rgb.group(4):
        return _number(rgb.group(4).rstrip("%")) <= (5 if rgb.group(4).endswith("%") else 0.05)
    return (
        hexa is not None
        and len(hexa.group(1)) in (4, 8)
        and hexa.group(1)[3 if len(hexa.group(1)) == 4 else 6 :] in ("0", "00")
    )


def colour_in(value: str) -> Colour | None:
    """Read the first colour of a value; None where there is none that we know."""
    if rgb := _RGB.search(value):
        return (min(255, int(rgb.group(1))), min(255, int(rgb.group(2))), min(255, int(rgb.group(3))))
    if share := _RGB_PERCENT.search(value):
        red, green, blue = (min(255, round(int(part) * 2.55)) for part in share.groups())
        return (red, green, blue)
    if hsl := _HSL.search(value):
        return _from_hsl(*(float(part) for part in hsl.groups()))
    if hexa := _HEX.search(value):
        return _hex(hexa.group(1))
    return next((_NAMED[word] for word in value.split() if word in _NAMED), None)


def _from_hsl(hue: float, saturation: float, lightness: float) -> Colour:
    red, green, blue = hls_to_rgb(hue % 360 / 360, min(lightness, 100) / 100, min(saturation, 100) / 100)
    return (round(red * 255), round(green * 255), round(blue * 255))


def _hex(digits: str) -> Colour | None:
    if len(digits) in (3, 4):
        digits = "".join(digit * 2 for digit in digits[:3])
    return (int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)) if len(digits) >= 6 else None


@lru_cache(maxsize=1024)
def contrast(one: Colour, other: Colour) -> float:
    """Return WCAG 2's contrast ratio of two colours, 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: Colour) -> float:
    red, green, blue = (
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in (part / 255 for part in colour)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
