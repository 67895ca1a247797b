"""HTML as a reader sees it, brought to lines: quoted lines with `> `, lists, tables and links readable, nothing hidden."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from keepword.threading.characters import Invisible
from keepword.threading.html.bounds import bounded
from keepword.threading.html.hidden import STRUCK, UNSEEN, Look, looked, page_ground
from keepword.threading.html.lines import Page
from keepword.threading.html.markers import Marker, marker
from keepword.threading.html.styles import Sheet, declarations, sheet
from keepword.threading.lines import MAX_CHARACTERS, MAX_LINES, Role, excerpt

if TYPE_CHECKING:
    from collections.abc import Mapping

    from selectolax.lexbor import LexborNode

    from keepword.threading.html.styles import Declarations
    from keepword.threading.lines import Line

MAX_HIDDEN = 40
"""Hidden pieces that are named one by one."""

_PARAGRAPHS = frozenset("p h1 h2 h3 h4 h5 h6 ul ol dl table blockquote pre hr figure".split())  # noqa: SIM905 - names read best in one row
_BLOCKS = _PARAGRAPHS | frozenset(
    """
    html body div li tr section article header footer main nav aside address center form fieldset legend dt dd
    caption thead tbody tfoot details summary figcaption dir menu option
    """.split()  # noqa: SIM905 - names read best in rows
)
_TIGHT = re.compile(r"margin(?:-top|-bottom)?:\s?0|msonormal|msolistparagraph", re.IGNORECASE)
_TRACKING = re.compile(r"[\W_]{1,4}$")
_ROLES = {Marker.ATTRIBUTION: Role.ATTRIBUTION, Marker.QUOTE: Role.QUOTE, Marker.SIGNATURE: Role.SIGNATURE}
_WEB = ("http://", "https://", "mailto:", "tel:")
_OF_PROGRAMS: dict[str, Declarations] = {
    "pre": {"white-space": "pre"},
    "a": {"color": "#0000ee"},
    **{tag: {"text-decoration": "line-through"} for tag in ("s", "strike", "del")},
}
"""What mail programs' own style sheets say: the colour of links is not inherited."""

_MARKUP = re.compile(r"<[^<>]{0,600}>|\[(?:if [^\]]{0,60}|endif)\]>?|<!")
"""What comments for Outlook hold beside words."""

MAX_URL = 500
_SCHEME = re.compile(r"(?:mailto|tel):", re.IGNORECASE)
_HOST = re.compile(r"https?://(?:www\.)?", re.IGNORECASE)


@dataclass(slots=True)
class _Open:
    """An element whose end is still to come."""

    node: LexborNode
    tag: str
    look: Look
    role: Role
    depth: int
    gap: bool
    href: str = ""
    mark: int = 0
    holder: bool = False


@dataclass(frozen=True, slots=True)
class Rendered:
    """The lines of the page, and a line for each thing that was hidden or beyond a limit."""

    lines: list[Line]
    removed: tuple[str, ...]


def rendered(html: str) -> Rendered:
    """Bring a page of HTML to lines. Never raises; what is beyond the bounds of `html_bounds` is not read and named."""
    source, limits = bounded(html)
    walk = _Walk(LexborHTMLParser(source))
    walk.run()
    hidden = [f"hidden: {piece}" for piece in walk.hidden[:MAX_HIDDEN]]
    if len(walk.hidden) > MAX_HIDDEN:
        hidden.append(f"limit: {len(walk.hidden) - MAX_HIDDEN} more hidden pieces are not listed")
    if walk.page.cut:
        hidden.append(f"limit: a page of more than {MAX_LINES} lines or {MAX_CHARACTERS} characters, read up to there")
    return Rendered(walk.page.finished(), (*hidden, *walk.invisible.named(), *limits))


class _Walk:
    """One pass over the tree, without recursion: depth is the sender's choice."""

    def __init__(self, tree: LexborHTMLParser) -> None:
        self.page = Page()
        self.hidden: list[str] = []
        self.invisible = Invisible()
        self._tree = tree
        self._sheet, self._searched = _sheets(tree)
        self._styles: dict[tuple[str, str, str], tuple[Declarations, Declarations]] = {}
        self._open: list[_Open] = []
        self._unseen = ""

    def run(self) -> None:
        """Walk in document order, telling each element's beginning and end."""
        node = self._tree.root
        while node is not None:
            below = node.first_child if self._enter(node) else None
            node = below if below is not None else self._onward(node)
        self._note("")

    def _onward(self, node: LexborNode | None) -> LexborNode | None:
        """End the elements that are complete with this node, and return what follows them."""
        while node is not None:
            if self._open and self._open[-1].node.mem_id == node.mem_id:
                self._leave()
            if node.next is not None:
                return node.next
            node = node.parent
        return None

    def _enter(self, node: LexborNode) -> bool:
        """Begin a node; tell whether its children are to be visited."""
        if node.is_text_node:
            self._text(self.invisible.drop(node.text_content or ""))
            return False
        if node.is_comment_node:
            self._hide(_MARKUP.sub(" ", (node.comment_content or "")[:2000]))
            return False
        tag = node.tag or ""
        if not node.is_element_node or tag.startswith("-"):
            return False
        if tag in UNSEEN:
            return self._skip(node, tag)
        return self._element(node, tag)

    def _skip(self, node: LexborNode, tag: str) -> bool:
        """Pass over an element that no program shows; the head is looked into for its title."""
        if tag == "head":
            for child in node.iter():
                if (child.tag or "") in UNSEEN:
                    self._hide(child.text(deep=True))
            return False
        fragments = node.template_fragments() if tag == "template" else [node]
        self._hide(" ".join(fragment.text(deep=True) for fragment in fragments))
        return False

    def _hide(self, text: str, why: str = "") -> None:
        if text.strip():
            self.hidden.append(excerpt(why + Invisible().drop(text[:2000]).strip()))

    def _element(self, node: LexborNode, tag: str) -> bool:
        attributes = node.attributes
        parent = self._open[-1] if self._open else None
        look = self._look(node, tag, attributes, parent.look if parent else Look())
        if look.gone:
            self._hide(node.text(deep=True), STRUCK if look.struck else "")
            return False
        if tag == "br":
            self.page.break_line()
        elif tag == "img":
            self._image(attributes)
        else:
            self._begin(node, tag, attributes, look, parent)
            return True
        return False

    def _look(self, node: LexborNode, tag: str, attributes: Mapping[str, str | None], inherited: Look) -> Look:
        if not attributes and not self._sheet.by_name and not self._searched and tag not in _OF_PROGRAMS:
            return inherited
        normal, important = self._ruled(tag, attributes.get("id") or "", attributes.get("class") or "")
        extra = self._searched.get(node.mem_id, {}) if self._searched else {}
        own, urgent = declarations(attributes["style"] or "") if "style" in attributes else ({}, {})
        style = {**normal, **extra, **own, **important, **urgent}
        for name, value in _OF_PROGRAMS.get(tag if tag != "a" or attributes.get("href") else "", {}).items():
            style.setdefault(name, value)
        look = looked(inherited, style, attributes) if style or attributes else inherited
        return replace(look, ground=page_ground(look.ground)) if tag in ("html", "body") else look

    def _ruled(self, tag: str, id_: str, classes: str) -> tuple[Declarations, Declarations]:
        """Return what the style sheets say of such an element."""
        key = (tag, id_, classes)
        if key not in self._styles:
            normal: Declarations = {}
            important: Declarations = {}
            for rule in self._sheet.rules_for(tag, id_, frozenset(classes.split()[:40])):
                normal.update(rule.normal)
                important.update(rule.important)
            self._styles[key] = (normal, important)
        return self._styles[key]

    def _begin(
        self, node: LexborNode, tag: str, attributes: Mapping[str, str | None], look: Look, parent: _Open | None
    ) -> None:
        role, depth = (parent.role, parent.depth) if parent else (Role.TEXT, 0)
        held = parent.holder if parent else False
        mark = marker(tag, attributes) if attributes or tag == "blockquote" else None
        gap = tag in _PARAGRAPHS and not _TIGHT.search(
            f"{attributes.get('style') or ''} {attributes.get('class') or ''}"[:1000]
        )
        if tag in _BLOCKS:
            self.page.block(gap)
        if mark is Marker.REST:
            self.page.rest = True
        elif mark is Marker.LEVEL:
            depth, role, held = depth + 1, Role.TEXT, True
        elif mark is Marker.HOLDER and not held:
            role, held = (Role.ATTRIBUTION if node.css_first("blockquote") else Role.QUOTE), True
        elif mark in _ROLES and role is Role.TEXT:
            role = _ROLES[mark]
        self._open.append(
            _Open(node, tag, look, role, depth, gap, self._href(tag, attributes), self.page.written, held)
        )
        self.page.set(role, depth, look.kept)
        self.page.element(tag, attributes)

    def _href(self, tag: str, attributes: Mapping[str, str | None]) -> str:
        href = (attributes.get("href") or "").strip() if tag == "a" else ""
        return href if href.lower().startswith(_WEB) else ""

    def _leave(self) -> None:
        done = self._open.pop()
        if done.href:
            self._link(done)
        if done.tag in _BLOCKS:
            self.page.block(done.gap)
        self.page.end_element(done.tag)
        parent = self._open[-1] if self._open else None
        if parent and done.tag == "blockquote" and parent.role is Role.ATTRIBUTION:
            parent.role = Role.TEXT  # behind the first quoted block of a holder the writer may answer
        self.page.set(
            parent.role if parent else Role.TEXT, parent.depth if parent else 0, parent.look.kept if parent else False
        )

    def _link(self, done: _Open) -> None:
        """Write where a link leads, unless its text says so."""
        text = self.page.since(done.mark)
        target = _without(_SCHEME, done.href[: MAX_URL + 20])
        bare = _without(_HOST, target.partition("?")[0] if done.href[:7].lower() == "mailto:" else target)
        if not text.strip() or bare.rstrip("/").casefold() in text.casefold().replace("www.", ""):
            return
        self.page.write(f" <{target[:MAX_URL]}{'…' if len(target) > MAX_URL else ''}>")

    def _image(self, attributes: Mapping[str, str | None]) -> None:
        """Write an emoji that was sent as a picture; no other alternative text is what a reader sees."""
        alt = (attributes.get("alt") or "")[:12]
        look = self._open[-1].look if self._open else Look()
        if alt and not alt.isascii() and not any(char.isalnum() for char in alt) and not look.unseen:
            self.page.write(alt)

    def _text(self, text: str) -> None:
        look = self._open[-1].look if self._open else Look()
        if not look.unseen:
            self.page.write(text)
            if self._unseen and text.strip():
                self._note("")
        elif text.strip():
            self._note(text)

    def _note(self, text: str) -> None:
        """Collect unseen text that runs on over several elements into one piece."""
        if not text and self._unseen:
            self._hide(self._unseen)
            self._unseen = ""
        elif len(self._unseen) < 1000:
            self._unseen += text[:1000]


def _without(prefix: re.Pattern[str], text: str) -> str:
    found = prefix.match(text)
    return text[found.end() :] if found else text


def _sheets(tree: LexborHTMLParser) -> tuple[Sheet, dict[int, Declarations]]:
    """Read all style elements, and search the elements that the harder selectors meet."""
    found = sheet("\n".join(node.text(deep=True) for node in tree.css("style")))
    searched: dict[int, Declarations] = {}
    for selector, style in found.complex:
        try:
            nodes = tree.css(selector)
        except (SelectolaxError, ValueError, RuntimeError):
            continue
        for node in nodes[:20_000]:
            searched.setdefault(node.mem_id, {}).update(style)
    return found, searched
