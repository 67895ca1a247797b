"""Style sheets, as far as they can hide text: rules with plain selectors, in the order in which they win.

Read are `<style>` elements and `style` attributes. Media queries other than `all` and `screen` describe other devices and are
passed over.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Declarations = dict[str, str]
"""Property → value, both lower-cased, `!important` off."""

MAX_SHEET = 200_000
"""Characters of all sheets together."""

MAX_RULES = 3000
MAX_STYLE = 4000
"""Characters of one `style` attribute."""

_IMPORTANT = re.compile(r"\s*!\s*important\s*$")
_COMPOUND = re.compile(r"(\*|[a-z][a-z0-9]{0,20})?((?:[.#][\w\-]{1,80}){0,8})$", re.IGNORECASE)
_EVERYWHERE = re.compile(r"@media\s{1,4}(?:only\s{1,4})?(?:all|screen)\s{0,4}$", re.IGNORECASE)
_BRACE = re.compile(r"[{}]")
_HIDING = (
    "display",
    "visibility",
    "opacity",
    "font",
    "height",
    "color",
    "left",
    "top",
    "text-indent",
    "mso-hide",
    "clip",
    "transform",
)


@dataclass(frozen=True, slots=True)
class Rule:
    """One selector with its declarations; `weight` orders rules as CSS does (ids, classes, elements, place)."""

    tag: str
    id: str
    classes: frozenset[str]
    weight: tuple[int, int, int, int]
    normal: Declarations
    important: Declarations


@dataclass(frozen=True, slots=True)
class Sheet:
    """All rules of a mail: those with one compound selector by the name they need, the others as selectors to be searched."""

    by_name: Mapping[str, tuple[Rule, ...]] = field(default_factory=dict)
    complex: tuple[tuple[str, Declarations], ...] = ()

    def rules_for(self, tag: str, id_: str, classes: frozenset[str]) -> list[Rule]:
        """Return the rules that an element meets, the weakest first."""
        names = [tag, "*", *(f".{name}" for name in classes), *([f"#{id_}"] if id_ else [])]
        met = [rule for name in names for rule in self.by_name.get(name, ()) if _meets(rule, tag, id_, classes)]
        return sorted(met, key=lambda rule: rule.weight)


def _meets(rule: Rule, tag: str, id_: str, classes: frozenset[str]) -> bool:
    return rule.tag in ("*", tag) and rule.id in ("", id_) and rule.classes <= classes


def declarations(style: str) -> tuple[Declarations, Declarations]:
    """Read `property: value; …`; the second value holds the `!important` ones."""
    normal: Declarations = {}
    important: Declarations = {}
    for row in style[:MAX_STYLE].lower().split(";"):
        name, colon, value = row.partition(":")
        if colon:
            bare = _IMPORTANT.sub("", value[:200])
            (important if len(bare) != len(value[:200]) else normal)[name.strip()] = bare.strip()
    return normal, important


def sheet(source: str) -> Sheet:
    """Read the text of all style elements."""
    by_name: dict[str, list[Rule]] = {}
    hard: list[tuple[str, Declarations]] = []
    for place, (selectors, body) in enumerate(_blocks(_without_comments(source[:MAX_SHEET]))):
        if place >= MAX_RULES:
            break
        normal, important = declarations(body)
        for selector in selectors.split(",")[:60]:
            compound = _COMPOUND.match(selector.strip())
            if compound and selector.strip():
                rule = _rule(compound, place, normal, important)
                by_name.setdefault(_key(rule), []).append(rule)
            elif _searchable(selector) and any(name in body for name in _HIDING):
                hard.append((selector.strip(), {**normal, **important}))
    return Sheet({name: tuple(rules) for name, rules in by_name.items()}, tuple(hard[:40]))


def _searchable(selector: str) -> bool:
    """Bounded, and about what stands in the mail, not about what a reader does with it."""
    return (
        0 < len(selector.strip()) <= 120
        and "::" not in selector
        and not re.search(r":(?!not|first|last|nth|root|is|where)", selector)
    )


def _rule(compound: re.Match[str], place: int, normal: Declarations, important: Declarations) -> Rule:
    names = re.findall(r"[.#][\w\-]+", compound.group(2))
    ids = [name[1:] for name in names if name[0] == "#"]
    classes = frozenset(name[1:] for name in names if name[0] == ".")
    tag = (compound.group(1) or "*").lower()
    return Rule(
        tag, ids[0] if ids else "", classes, (len(ids), len(classes), int(tag != "*"), place), normal, important
    )


def _key(rule: Rule) -> str:
    if rule.id:
        return f"#{rule.id}"
    return f".{min(rule.classes)}" if rule.classes else rule.tag


def _without_comments(source: str) -> str:
    kept, at = [], 0
    while (start := source.find("/*", at)) >= 0:
        kept.append(source[at:start])
        end = source.find("*/", start + 2)
        at = end + 2 if end >= 0 else len(source)
    return "".join([*kept, source[at:]]).replace("<!--", " ").replace("-->", " ")


def _blocks(source: str) -> Iterator[tuple[str, str]]:
    """Give selector lists and bodies, those of `@media all` too."""
    at = 0
    while (brace := source.find("{", at)) >= 0:
        selectors = source[max(at, source.rfind(";", at, brace) + 1) : brace].strip(" \t\r\n}")
        if _EVERYWHERE.match(selectors):
            at = brace + 1
            continue
        end = _closing(source, brace) if selectors.startswith("@") else source.find("}", brace)
        end = end if end >= 0 else len(source)
        if not selectors.startswith("@"):
            yield selectors[:4000], source[brace + 1 : end]
        at = end + 1


def _closing(source: str, brace: int) -> int:
    """Where the block of an at-rule ends, its inner blocks over."""
    depth = 0
    for found in _BRACE.finditer(source, brace):
        depth += 1 if found.group() == "{" else -1
        if not depth:
            return found.start()
    return len(source)
