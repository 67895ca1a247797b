"""Which parts of a mail are its text, and which are attachments (RFC 2046 section 5.1, RFC 2183)."""

from __future__ import annotations

import html as markup
import re
from dataclasses import dataclass, field

from keepword.threading.message import Attachment, Forwarded
from keepword.threading.mime.addresses import read_addresses
from keepword.threading.mime.charsets import decode
from keepword.threading.mime.encoded_words import decode_words
from keepword.threading.mime.parameters import file_name
from keepword.threading.mime.parts import MAX_DEPTH, Part, Tree, read_tree
from keepword.threading.mime.transfer import uuencoded
from keepword.threading.visible.flowed import reflow
from keepword.threading.visible.text import visible

MAX_TEXT = 500_000
"""Characters of text that are kept; what is cut is said so."""
_TOO_LONG = f"limit: text longer than {MAX_TEXT} characters, the rest is cut"
MAX_BYTES = 4 * (MAX_TEXT + 1)
"""Bytes of one part that are decoded: no charset takes more than four for a character."""
MAX_ATTACHMENTS = 500

_RICH = frozenset({"text/enriched", "text/richtext"})
_FILES = "calendar x-amp-html vcard x-vcard directory csv rfc822-headers x-moz-deleted xml css javascript"
_NEVER_TEXT = frozenset(f"text/{subtype}" for subtype in _FILES.split())
_MESSAGES = frozenset({"message/rfc822", "message/news", "message/global"})
_RICH_COMMAND = re.compile(r"<(/?)(\w{1,40})>|<<", re.IGNORECASE)


@dataclass(slots=True)
class Contents:
    """The text of a mail as it stands, before anything is cut from it, and all that is not its text."""

    plain: list[str | None] = field(default_factory=list)
    html: list[str | None] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    attached: Forwarded | None = None
    defects: list[str] = field(default_factory=list)
    limits: list[str] = field(default_factory=list)

    def plain_text(self) -> str | None:
        """Join the plain text of all segments; None where a segment has only HTML."""
        return None if not self.plain or None in self.plain else self._bounded("\n".join(t or "" for t in self.plain))

    def html_text(self) -> str | None:
        """Join the HTML of all segments, plain ones made HTML; None where no segment has any."""
        if not any(h is not None for h in self.html):
            return None
        pairs = zip(self.html, self.plain, strict=True)
        return self._bounded("\n".join(h if h is not None else _as_html(p or "") for h, p in pairs))

    def _bounded(self, text: str) -> str:
        if len(text) <= MAX_TEXT:
            return text
        self.limits.append(_TOO_LONG)
        return text[:MAX_TEXT]


def read_contents(tree: Tree) -> Contents:
    """Sort a mail's parts into its text and its attachments.

    A text part with a name is a file, unless the mail has no other text: some programs name the letter itself.
    """
    contents = _sorted(tree, named=False)
    if not contents.plain and any(a.type in ("text/plain", "text/html") for a in contents.attachments):
        contents = _sorted(tree, named=True)
    contents.defects.extend(defect for part in tree.root.walk() for defect in part.defects)
    return contents


def _sorted(tree: Tree, *, named: bool) -> Contents:
    contents = Contents()
    _Sorting(contents, named=named).part(tree.root)
    return contents


def _as_html(text: str) -> str:
    return f"<pre>{markup.escape(text, quote=False)}</pre>"


class _Sorting:
    """One sorting of a mail's parts; `named` takes text parts with names for text."""

    def __init__(self, contents: Contents, *, named: bool = False) -> None:
        self.contents = contents
        self.named = named

    def part(self, part: Part, *, inside: str = "") -> None:
        """Sort one part; `inside` is the type of the multipart around it."""
        if part.children and part.type.startswith("multipart/"):
            self._multipart(part)
        elif part.type in _MESSAGES:
            self._message(part, inside)
        elif _is_text(part, named=self.named):
            self._text(part)
        else:
            self._attach(part)

    def _multipart(self, part: Part) -> None:
        if part.type == "multipart/alternative":
            self._alternative(part)
            return
        for child in part.children:
            self.part(child, inside=part.type)

    def _alternative(self, part: Part) -> None:
        """Take the plain and the HTML form of one text; other forms (a calendar, AMP) are attachments."""
        forms = []
        for child in part.children:
            form = Contents()
            _Sorting(form, named=self.named).part(child, inside=part.type)
            forms.append(form)
        plain = next(
            (t for f in forms if (t := f.plain_text()) is not None and f.html_text() is None and t.strip()), None
        )
        if plain is None:
            plain = next((t for f in forms if (t := f.plain_text()) is not None), None)
        html = next((t for f in reversed(forms) if (t := f.html_text()) is not None), None)
        if plain is not None or html is not None:
            self.contents.plain.append(plain)
            self.contents.html.append(html)
        for form in forms:
            self._adopt(form)

    def _adopt(self, form: Contents) -> None:
        self.contents.attachments.extend(form.attachments)
        self.contents.attached = self.contents.attached or form.attached
        self.contents.defects.extend(form.defects)
        self.contents.limits.extend(form.limits)

    def _message(self, part: Part, inside: str) -> None:
        self._attach(part)
        if inside in ("multipart/report", "multipart/digest") or self.contents.attached is not None:
            return
        message = part.children[0] if part.children else _encoded_message(part)
        if message is not None:
            self.contents.attached = _forwarded(message)

    def _text(self, part: Part) -> None:
        data = part.content()
        if len(data) > MAX_BYTES:
            self.contents.limits.append(_TOO_LONG)
        text = _decoded(part, self._without_files(data) if part.type == "text/plain" else data)
        if _is_html(part, text):
            self.contents.plain.append(None)
            self.contents.html.append(text)
            return
        if part.type in _RICH:
            text = _unrich(text)
        elif part.params.get("format", "").lower() == "flowed":
            text = reflow(text, delete_space=part.params.get("delsp", "").lower() == "yes")
        self.contents.plain.append(text)
        self.contents.html.append(None)

    def _without_files(self, data: bytes) -> bytes:
        """Take uuencoded files out of a text: so programs attached files before MIME."""
        kept: list[bytes] = []
        at = 0
        while len(kept) < MAX_ATTACHMENTS and (found := uuencoded(data, at)) is not None:
            self.contents.attachments.append(Attachment(file_name(found.name), "application/octet-stream", found.size))
            kept.append(data[at : found.start])
            at = found.end
        return b"".join((*kept, data[at:]))

    def _attach(self, part: Part) -> None:
        if len(self.contents.attachments) >= MAX_ATTACHMENTS:
            self.contents.limits.append(f"limit: more than {MAX_ATTACHMENTS} attachments")
            return
        size = len(part.body if part.type in _MESSAGES and part.children else part.content())
        self.contents.attachments.append(Attachment(_name(part), part.type, size))


def _is_text(part: Part, *, named: bool) -> bool:
    """Whether a part is the mail's own text: shown in place, and without a name that makes it a file."""
    if part.type.startswith("multipart/"):
        return part.depth < MAX_DEPTH  # without parts: what stands there is all the text there is
    if not part.type.startswith("text/") or part.type in _NEVER_TEXT or part.disposition == "attachment":
        return False
    return named or not part.name or part.depth == 0


def _is_html(part: Part, text: str) -> bool:
    """Whether a text is HTML: by its type, or because a program forgot to say so."""
    start = text[:200].lstrip().lower()
    return part.type == "text/html" or (part.type == "text/plain" and start.startswith(("<!doctype html", "<html")))


def _name(part: Part) -> str:
    if part.name or part.type not in _MESSAGES or not part.children:
        return part.name
    subject = " ".join(decode_words(part.children[0].block.text("subject")).split())
    return subject[:200].replace("/", "_") + ".eml" if subject else ""


def _decoded(part: Part, data: bytes) -> str:
    text, defect = decode(_bounded(data), part.params.get("charset"))
    if defect:
        part.defects.append(defect)
    # One character more than is kept, so that the cut is seen where the parts are joined.
    return text.replace("\r\n", "\n").replace("\r", "\n")[: MAX_TEXT + 1]


def _bounded(data: bytes) -> bytes:
    """Cut what is longer than any text that we keep, at a line's end, so that no character is cut in two."""
    if len(data) <= MAX_BYTES:
        return data
    end = data.rfind(b"\n", MAX_BYTES // 2, MAX_BYTES)
    return data[: end if end >= 0 else MAX_BYTES]


def _unrich(text: str) -> str:
    """Strip text/enriched (RFC 1896) and text/richtext (RFC 1341) of their commands."""
    breaks = {"nl": "\n", "paragraph": "\n\n"}
    return _RICH_COMMAND.sub(lambda m: "<" if m[2] is None else "" if m[1] else breaks.get(m[2].lower(), ""), text)


def _encoded_message(part: Part) -> Part | None:
    """Read a message that was encoded, against RFC 2046 5.2.1, as some senders do."""
    if part.depth >= MAX_DEPTH or not part.encoding:
        return None
    return read_tree(part.content(), depth=part.depth + 1).root


def _forwarded(message: Part) -> Forwarded:
    authors = read_addresses(message.block.text("from"))
    inner = Contents()
    _Sorting(inner).part(message)
    plain, html = inner.plain_text(), inner.html_text()
    text = plain if plain is not None else _text_of(html)
    return Forwarded(authors[0] if authors else None, decode_words(message.block.text("subject")), text)


def _text_of(html: str | None) -> str:
    return visible(None, html, None).full_text if html else ""
