"""The operator's Markdown files, read into passages: front matter, headings, plain text.

A file may begin with front matter between two lines of `---`: `id`, `title`, `audience` (customer or internal),
`language`, `valid_until`. It is divided at its headings; each passage has the id `file-id#heading-slug`.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Final

MAX_FILE: Final = 1_000_000
"""Bytes. A page of knowledge is a few thousand; what is larger is something else."""
MAX_PASSAGE: Final = 1_400
"""Characters; longer sections are divided at their paragraphs."""
KEYS: Final = ("id", "title", "audience", "language", "valid_until")
FENCES: Final = {"audience": "internal", "valid_until": "2026-12-31"}
"""The keys that keep something from customers, each with a value that it may have."""
AUDIENCES: Final = {"customer": False, "customers": False, "public": False, "internal": True, "staff": True}
"""Words for whom a file is written, and whether they mean that no customer may read it."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a file, where, and what to do about it."""

    file: str
    line: int
    what: str
    todo: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}; {self.todo}"


class UnusableFileError(Exception):
    """A file cannot be used."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


@dataclass(frozen=True, slots=True)
class Section:
    """One section of a page: `title` is the path of its headings, `line` where it begins in the file."""

    id: str
    title: str
    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Page:
    """One file. `internal` pages are for the staff; after `valid_until` nothing of a page is said any more."""

    file: str
    id: str
    title: str
    language: str
    internal: bool
    valid_until: date | None
    sections: tuple[Section, ...]
    empty: tuple[Section, ...] = ()
    """Headings with nothing below them."""
    declared: frozenset[str] = frozenset()
    """The keys that its front matter writes."""

    def speakable(self, today: date) -> bool:
        """Say whether a customer may read it on this day."""
        return not self.internal and (self.valid_until is None or today <= self.valid_until)


def read_page(path: Path, name: str) -> Page:
    """Read one file; raise `UnusableFileError` where it cannot be used. `name` stands for it in faults and ids."""
    return parse_page(_decoded(path, name), name)


def parse_page(text: str, name: str) -> Page:
    """Read a page from its text; raise `UnusableFileError` where it has no heading or its front matter is wrong."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    fields, start = _front_matter(lines, name)
    heads = list(_headings(lines, start))
    if not heads:
        raise UnusableFileError(
            Fault(name, start + 1, "there is no heading", "begin the text with a line like `# Returns`")
        )
    page_id = fields.get("id") or _slug(Path(name).with_suffix("").as_posix())
    title = fields.get("title") or heads[0][2]
    sections, empty = _sections(lines, heads, page_id, title)
    return Page(
        file=name,
        id=page_id,
        title=title,
        language=fields.get("language", "en")[:2].lower(),
        internal=AUDIENCES[fields.get("audience", "customer")],
        declared=frozenset(fields),
        valid_until=date.fromisoformat(fields["valid_until"]) if "valid_until" in fields else None,
        sections=sections,
        empty=empty,
    )


def _decoded(path: Path, name: str) -> str:
    try:
        size = path.stat().st_size
        if size > MAX_FILE:
            what = f"the file has {size:,} bytes, more than {MAX_FILE:,}"
            raise UnusableFileError(Fault(name, 1, what, "divide it, or move it out of the folder"))
        raw = path.read_bytes()
    except OSError as error:
        what = f"the file cannot be read ({error.strerror})"
        raise UnusableFileError(Fault(name, 1, what, "mend its permissions or remove it")) from None
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        todo = "save it as UTF-8"
        raise UnusableFileError(Fault(name, line, f"byte {raw[error.start]:#04x} is not UTF-8", todo)) from None


def _front_matter(lines: list[str], name: str) -> tuple[dict[str, str], int]:
    """Return the fields, and the number of the first line after them; a file may do without."""
    first = next((i for i, line in enumerate(lines[:200]) if line.strip()), 0)
    if lines[first].strip() == "+++":
        raise UnusableFileError(Fault(name, first + 1, "front matter between `+++` is not read", "write `---` instead"))
    if lines[first].strip() != "---":
        return {}, 0
    end = next((i for i, line in enumerate(lines[first + 1 : 200], first + 1) if line.strip() == "---"), None)
    if end is None:
        raise UnusableFileError(Fault(name, first + 1, "the front matter has no end", "close it with a line of `---`"))
    fields: dict[str, str] = {}
    for number, line in enumerate(lines[first + 1 : end], first + 2):
        key, value = _field(line, name, number)
        if value and _checked(key, value, name, number):
            fields[key] = value.lower() if key in {"audience", "language"} else value
    return fields, end + 1


def _field(line: str, name: str, number: int) -> tuple[str, str]:
    """Return a line's key and value, empty where it has none.

    Who may read a page and until when is never passed over, however it is written: what is not understood is a fault.
    """
    key, colon, value = line.partition(":")
    key = re.sub(r"[\s-]", "_", key.strip().lower())
    value = value.strip().strip("\"'").strip()
    whole = bool(colon and value and not line.startswith((" ", "\t")))
    if key in FENCES and not whole:
        raise UnusableFileError(
            Fault(
                name, number, f"`{key}` has no value on its line, or is indented", f"write it as `{key}: {FENCES[key]}`"
            )
        )
    return (key, value) if whole and not line.startswith("#") else ("", "")


def _checked(key: str, value: str, name: str, line: int) -> bool:
    """Say whether a key is ours; a value that it cannot have, or a key that is nearly ours, is a fault."""
    if key not in KEYS:
        near = difflib.get_close_matches(key, KEYS, n=1, cutoff=0.75)
        if near:
            raise UnusableFileError(Fault(name, line, f"`{key}` is no key", f"did you mean `{near[0]}`?"))
        return False
    if key == "audience" and value.lower() not in AUDIENCES:
        raise UnusableFileError(
            Fault(name, line, f"audience: {value!r} is nobody we know", "write `customer` or `internal`")
        )
    if key == "valid_until" and not _is_date(value):
        raise UnusableFileError(Fault(name, line, f"valid_until: {value!r} is no date", "write it as 2026-12-31"))
    if key == "id" and _slug(value) != value:
        raise UnusableFileError(Fault(name, line, f"id: {value!r} cannot be cited", f"write it as `{_slug(value)}`"))
    return True


def _is_date(value: str) -> bool:
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def _headings(lines: list[str], start: int) -> Iterator[tuple[int, int, str]]:
    """Yield (line index, level, text) of each heading outside code fences; both of Markdown's forms."""
    fenced = False
    for i in range(start, len(lines)):
        line = lines[i]
        if line.lstrip().startswith(("```", "~~~")):
            fenced = not fenced
        elif not fenced and (level := _level(line)):
            yield i, level, plain(line.strip("# \t"))
        elif not fenced and i > start and _underlines(line, lines[i - 1]):
            yield i - 1, 1 if line.startswith("=") else 2, plain(lines[i - 1].strip())


def _level(line: str) -> int:
    """Return the level of an ATX heading (CommonMark 4.2), 0 for other lines."""
    level = len(line) - len(line.lstrip("#"))
    return level if 1 <= level <= 6 and line[level : level + 1] in {" ", "\t"} and line.strip("# \t") else 0


def _underlines(line: str, above: str) -> bool:
    """Say whether a line makes the one above it a heading (CommonMark 4.3)."""
    return len(line) >= 3 and set(line.rstrip()) in ({"="}, {"-"}) and above.strip() != "" and not _level(above)


def _sections(
    lines: list[str], heads: list[tuple[int, int, str]], page_id: str, title: str
) -> tuple[tuple[Section, ...], tuple[Section, ...]]:
    found: list[Section] = []
    empty: list[Section] = []
    path: list[tuple[int, str]] = []
    used: dict[str, int] = {}
    for n, (index, level, heading) in enumerate(heads):
        path = [*((lv, h) for lv, h in path if lv < level), (level, heading)]
        end = heads[n + 1][0] if n + 1 < len(heads) else len(lines)
        body = lines[index + 1 : end]
        text = plain_text("\n".join(body[1:] if body and _underlines(body[0], lines[index]) else body))
        names = [h for _, h in path if h != title]
        pieces = list(_pieces(text)) or [""]
        for piece in pieces:
            section = Section(
                f"{page_id}#{_unused(_slug(heading), used)}", " › ".join([title, *names]), piece, index + 1
            )
            has_children = n + 1 < len(heads) and heads[n + 1][1] > level
            (found if piece else empty if not has_children else []).append(section)
    return tuple(found), tuple(empty)


def _unused(slug: str, used: dict[str, int]) -> str:
    used[slug] = used.get(slug, 0) + 1
    return slug if used[slug] == 1 else f"{slug}-{used[slug]}"


def _pieces(text: str) -> Iterator[str]:
    """Divide a long text at its paragraphs, and a paragraph that is too long by force."""
    piece = ""
    for paragraph in text.split("\n\n"):
        if piece and len(piece) + len(paragraph) > MAX_PASSAGE:
            yield piece
            piece = ""
        piece = f"{piece}\n\n{paragraph}" if piece else paragraph
        while len(piece) > 2 * MAX_PASSAGE:
            cut = piece.rfind(" ", 1, MAX_PASSAGE) + 1 or MAX_PASSAGE
            yield piece[:cut].strip()
            piece = piece[cut:].strip()
    if piece.strip():
        yield piece


LINK: Final = re.compile(r"!?\[([^\[\]\n]{0,300})\]\(\s{0,5}<?([^()\s<>]{0,1000})>?[^()\n]{0,200}\)")
EMPHASIS: Final = re.compile(r"(?<![\w*_])(\*\*|__|\*|_|`)(?=[^\s*_`])([^\n*_`]{0,500})\1(?![\w*_])")
RULED: Final = re.compile(r"^[\s|:+-]{3,200}$")


def plain_text(markdown: str) -> str:
    """Turn a section's Markdown into plain text as it may stand in a mail; comments are left out."""
    kept = [plain(line.rstrip()) for line in _without_comments(markdown).split("\n") if not _is_decoration(line)]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()


def plain(line: str) -> str:
    """Turn a line's Markdown into plain text: links as `text (address)`, no marks of emphasis."""
    text = LINK.sub(lambda m: m[1] if m[2] in {"", m[1]} else f"{m[1]} ({m[2]})", line)
    text = EMPHASIS.sub(r"\2", text)
    if text.lstrip().startswith("|"):
        text = ", ".join(cell.strip() for cell in text.strip().strip("|").split("|"))
    if text.lstrip().startswith(("* ", "+ ")):
        text = text.replace("* ", "- ", 1) if text.lstrip().startswith("* ") else text.replace("+ ", "- ", 1)
    return text.removeprefix("> ")


def _is_decoration(line: str) -> bool:
    return bool(line.strip() and RULED.match(line)) or line.lstrip().startswith(("```", "~~~"))


def _without_comments(text: str) -> str:
    """Leave out HTML comments, which operators use for notes to themselves; an open one hides the rest."""
    first, *others = text.split("<!--")
    return first + "".join(other.partition("-->")[2] for other in others)


def _slug(text: str) -> str:
    """Turn a heading into an id: lower-case letters and digits of any script, joined by hyphens."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(c if c.isalnum() else "-" for c in decomposed if not unicodedata.combining(c))
    return re.sub(r"-{2,}", "-", bare).strip("-")[:80].strip("-") or "section"
