"""A bound on HTML before it is parsed: a tree builder's time and memory grow with depth, open formatting and attributes.

The tags are counted in one pass over the source. Where a bound is met the source ends, and a `limit:` line says so; to
drop single tags instead could show what a hidden element around them hides.
"""

from __future__ import annotations

import re

MAX_SOURCE = 2_000_000
"""Characters of HTML, pictures that are written into it left out."""

MAX_NODES = 40_000
"""Elements that the tree may get, those counted that open formatting makes a parser repeat."""

MAX_DEPTH = 2000
"""Elements inside one another; long conversations in HTML come to more than 400."""

MAX_ATTRIBUTES = 400
"""Of one tag."""

_PICTURE = re.compile(r"data:[\w/+.\-]{0,60};base64,[A-Za-z0-9+/=]{500,}")
_TAG = re.compile(r"<(?:(!--)|(/?)([a-zA-Z][a-zA-Z0-9]{0,15}))")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_RAW = {
    name: re.compile(rf"</{name}", re.IGNORECASE)
    for name in ("script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes")
}
_FLAT = frozenset(
    """
    area base br col embed hr img input link meta param source track wbr p li dt dd tr td th thead tbody tfoot
    option
    """.split()  # noqa: SIM905 - names read best in rows
)
_FORMATTING = frozenset("a b big code em font i nobr s small strike strong tt u".split())  # noqa: SIM905 - names read best in one row


def bounded(html: str) -> tuple[str, tuple[str, ...]]:
    """Return as much of the source as is safe to parse, and what was beyond it."""
    html = _PICTURE.sub("data:,", html)
    source = html[:MAX_SOURCE]
    end, reason = _safe_end(source)
    if reason:
        return source[:end], (f"limit: HTML with {reason}, read up to character {end} of {len(html)}",)
    if len(html) > MAX_SOURCE:
        return source, (f"limit: HTML of {len(html)} characters, read up to {MAX_SOURCE}",)
    return source, ()


def _safe_end(source: str) -> tuple[int, str]:
    depth = formatting = nodes = at = 0
    while found := _TAG.search(source, at):
        if found.group(1):
            at = _after(source, "-->", found.end() - 2)
            continue
        at = _after(source, ">", found.end())
        name, closing = found.group(3).lower(), bool(found.group(2))
        step = -1 if closing else 1
        nodes += 0 if closing else 1 + (formatting if formatting > 8 else 0)
        formatting = max(0, formatting + step * (name in _FORMATTING))
        depth = max(0, depth + step * (name not in _FLAT))
        reason = _beyond(nodes, depth, source, found.end(), at)
        if reason:
            return found.start(), reason
        if name in _RAW and not closing:
            raw = _RAW[name].search(source, at)
            at = raw.start() if raw else len(source)
    return len(source), ""


def _after(source: str, mark: str, at: int) -> int:
    """Where a construct ends; without its mark it goes on to the end of the source."""
    end = source.find(mark, at)
    return end + len(mark) if end >= 0 else len(source)


def _beyond(nodes: int, depth: int, source: str, start: int, end: int) -> str:
    if nodes > MAX_NODES:
        return f"more than {MAX_NODES} elements"
    if depth > MAX_DEPTH:
        return f"more than {MAX_DEPTH} elements inside one another"
    if end - start > MAX_ATTRIBUTES and _attributes(source[start:end]) > MAX_ATTRIBUTES:
        return f"more than {MAX_ATTRIBUTES} attributes in a tag"
    return ""


def _attributes(tag: str) -> int:
    """Return an upper bound on a tag's attributes; values in quotes may be long (pictures) and count once."""
    bare, quoted = _QUOTED.subn(" ", tag)
    return quoted + len(bare.replace("/", " ").split())
