"""The tree of a mail's parts (RFC 2046 section 5), found in one pass over the raw bytes.

All boundaries that are open are watched at once, so an outer boundary also ends inner parts whose own end is missing,
and depth costs nothing. Parts are spans of the raw bytes; nothing is copied before it is asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from keepword.threading.mime.headers import Block, field_text, read_block
from keepword.threading.mime.parameters import disposition, file_name, media_type, parameters
from keepword.threading.mime.transfer import decode_body

MAX_DEPTH = 40
"""Levels of parts within parts that are opened; a deeper one is an attachment as it stands."""
MAX_PARTS = 1_000
"""Parts that are read; what comes after them is left aside."""

MAX_SEARCH = 1_000_000
"""Bytes in which a boundary that ends in a space is looked for, before it is taken to be meant without."""

_RFC822 = frozenset({"message/rfc822", "message/news", "message/global"})
_OPAQUE = frozenset({"base64", "quoted-printable"})


@dataclass(slots=True, eq=False)
class Part:
    """One part: its header, its type, and either its children or its body.

    A multipart whose boundary never comes has no children: its body is all that stands there. A message/rfc822 part has
    one child, the message. `body` is still encoded; `content` is not.
    """

    raw: bytes
    block: Block
    type: str
    params: dict[str, str]
    start: int
    end: int
    depth: int
    children: list[Part] = field(default_factory=list)
    defects: list[str] = field(default_factory=list)

    @property
    def body(self) -> bytes:
        """The body as it stands in the mail."""
        return self.raw[self.start : max(self.start, self.end)]

    @property
    def encoding(self) -> str:
        """The Content-Transfer-Encoding as it stands in the header."""
        return self.block.text("content-transfer-encoding")

    @property
    def disposition(self) -> str:
        """`attachment`, `inline`, or empty."""
        return disposition(self.block.text("content-disposition"))

    @property
    def name(self) -> str:
        """The file name that the sender gave to the part, made safe; empty where there is none."""
        given = parameters(self.block.text("content-disposition"))
        name = (
            given.get("filename") or given.get("name") or self.params.get("name") or self.params.get("filename") or ""
        )
        return file_name(name or self.block.text("content-location"))

    def content(self) -> bytes:
        """Decode the body's transfer encoding; what was wrong with it is added to `defects`."""
        data, defect = decode_body(self.body, self.encoding, text=self.type.startswith(("text/", "multipart/")))
        if defect:
            self.defects.append(defect)
        return data

    def walk(self) -> Iterator[Part]:
        """Yield the part and all below it, in the order of the mail."""
        waiting = [self]
        while waiting:
            part = waiting.pop()
            yield part
            waiting.extend(reversed(part.children))


@dataclass(slots=True)
class Tree:
    """What one reading found: the root part, its limits and faults."""

    root: Part
    defects: list[str] = field(default_factory=list)


def read_tree(raw: bytes, *, depth: int = 0, block: Block | None = None) -> Tree:
    """Read the parts of a mail. Never raises; `depth` is where a message inside a message starts to count.

    `block` is the mail's own header block, where it was read before.
    """
    return _Reading(raw, depth).tree(block or read_block(raw, message=True))


@dataclass(slots=True)
class _Open:
    """A multipart whose boundary is awaited; `current` is its part that is being read."""

    boundary: bytes
    part: Part
    current: Part | None = None


class _Reading:
    def __init__(self, raw: bytes, depth: int) -> None:
        self.raw = raw
        self.depth = depth
        self.open: list[_Open] = []
        self.level: dict[bytes, int] = {}
        self.parts = 0
        self.defects: list[str] = []

    def tree(self, block: Block) -> Tree:
        self.parts += 1
        root, at = self._made(block, self.depth, "text/plain")
        while self.open and (found := self._delimiter(at)) is not None:
            line, at = found
            self._boundary(*line, at)
            if self.parts > MAX_PARTS:
                self.defects.append(f"limit: more than {MAX_PARTS} parts")
                break
        else:
            if any(frame.current is not None for frame in self.open):
                self.defects.append("mime: the last boundary is missing")
        self._close(0, len(self.raw))
        return Tree(root, self.defects)

    def _delimiter(self, at: int) -> tuple[tuple[int, int, bool], int] | None:
        """Return the next line that is an open boundary, as (start, level, final), and where the next line starts."""
        raw = self.raw
        while True:
            start = at if raw.startswith(b"--", at) else raw.find(b"\n--", at) + 1
            if start == 0:
                return None
            stop = raw.find(b"\n", start)
            stop = len(raw) if stop < 0 else stop
            if (known := self._known(raw[start + 2 : stop])) is not None:
                return (start, *known), min(len(raw), stop + 1)
            at = stop

    def _known(self, line: bytes) -> tuple[int, bool] | None:
        """Tell a boundary: (level, final). One that itself ends in dashes is no final one.

        RFC 2046 5.1.1 wants the whole line compared no further than the boundary: what follows a space is ignored.
        """
        exact = line.rstrip(b"\r")
        for text in (exact, exact.rstrip(), exact.split(None, 1)[0] if exact.strip() else b""):
            if (level := self.level.get(text)) is not None:
                return level, False
            if text.endswith(b"--") and (level := self.level.get(text[:-2])) is not None:
                return level, True
        return None

    def _boundary(self, start: int, level: int, final: bool, after: int) -> None:
        end = start - (2 if self.raw[start - 2 : start] == b"\r\n" else 1) if start else 0
        self._close(level + 1, end)
        frame = self.open[level]
        if frame.current is not None:
            self._end(frame.current, end)
        if final:
            self._close(level, end)
            return
        default = "message/rfc822" if frame.part.type == "multipart/digest" else "text/plain"
        part, _ = self._part(after, frame.part.depth + 1, default)
        frame.part.children.append(part)
        frame.current = part

    def _end(self, part: Part, end: int) -> None:
        """End a part and the messages that it holds."""
        part.end = end
        for child in part.children:
            if part.type in _RFC822:
                self._end(child, end)

    def _close(self, level: int, end: int) -> None:
        """Close all multiparts from `level` inwards at `end`."""
        while len(self.open) > level:
            frame = self.open.pop()
            if frame.current is not None:
                self._end(frame.current, end)
            self._end(frame.part, end)
            if not frame.part.children:
                frame.part.defects.append("mime: a multipart without parts")
            self.level = {known.boundary: number for number, known in enumerate(self.open)}

    def _part(self, at: int, depth: int, default: str, *, message: bool = False) -> tuple[Part, int]:
        """Read the header of the part at `at` and open what it contains; also return where its body starts."""
        self.parts += 1
        block = read_block(self.raw, at, self._header_stop(at), message=message)
        return self._made(block, depth, default)

    def _made(self, block: Block, depth: int, default: str) -> tuple[Part, int]:
        kind = block.raw("content-type")
        text = field_text(kind) if kind else ""
        part = Part(
            self.raw,
            block,
            media_type(text, default),
            parameters(text) if text else {},
            block.body,
            len(self.raw),
            depth,
        )
        part.defects.extend(block.defects)
        if depth - self.depth >= MAX_DEPTH or depth >= MAX_DEPTH:
            if part.type.startswith(("multipart/", "message/")):
                self.defects.append(f"limit: more than {MAX_DEPTH} levels of parts")
            return part, block.body
        self._opened(part)
        return part, block.body

    def _header_stop(self, at: int) -> int | None:
        """Bound a part's header by the next boundary, where no empty line comes before it."""
        if not self.open:
            return None
        blank = self.raw.find(b"\n\n", at, at + 20_000)
        crlf = self.raw.find(b"\n\r\n", at, at + 20_000)
        first = min((x for x in (blank, crlf) if x >= 0), default=at + 20_000)
        stop = self.raw.find(b"\n--", max(0, at - 1), first)
        while stop >= 0:
            line_end = self.raw.find(b"\n", stop + 1, first)
            if self._known(self.raw[stop + 3 : line_end if line_end >= 0 else first]) is not None:
                return stop + 1
            stop = self.raw.find(b"\n--", stop + 1, first)
        return None

    def _opened(self, part: Part) -> None:
        if part.type.startswith("multipart/"):
            self._open(part)
        elif part.type in _RFC822 and part.encoding.lower() not in _OPAQUE:
            inner, _ = self._part(part.start, part.depth + 1, "text/plain", message=True)
            part.children.append(inner)

    def _open(self, part: Part) -> None:
        boundary = part.params.get("boundary", "").encode("utf-8")
        if boundary[-1:].isspace() and self.raw.find(b"\n--" + boundary, part.start - 1, part.start + MAX_SEARCH) < 0:
            boundary = boundary.rstrip()
        if not boundary:
            part.defects.append("mime: a multipart without a boundary")
            return
        self.level[boundary] = len(self.open)
        self.open.append(_Open(boundary, part))
