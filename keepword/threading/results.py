"""The grammar of `Authentication-Results` (RFC 8601, 2.2), read in one pass with comments and quoted strings."""

from __future__ import annotations

from dataclasses import dataclass, field

MAX_VALUE = 32_000
"""Characters; a longer field is not read at all, as no border server writes one."""
MAX_RESULTS = 200
NAMELESS = "microsoft365"
"""Configured as authserv-id, it stands for the server that does not name itself."""
_SPACE = frozenset(" \t\r\n")
_ENDS = _SPACE | frozenset(';()"')


@dataclass(frozen=True, slots=True)
class Verified:
    """One method's result, all lower case; `properties` by `ptype.property`, their values as written."""

    method: str
    result: str
    properties: dict[str, str] = field(default_factory=dict)

    def get(self, name: str) -> str:
        """Return a property's value, or an empty string."""
        return self.properties.get(name, "")


@dataclass(frozen=True, slots=True)
class Results:
    """One field: who says so, and what. Nothing in `verified` means that no check was made (`none`) or none can be read."""

    authserv_id: str
    verified: tuple[Verified, ...]


class _MalformedError(ValueError):
    """The value does not follow the grammar."""


def read_results(value: str) -> Results | None:
    """Read a field's value; None where it does not follow the grammar or has a version that we do not know."""
    if len(value) > MAX_VALUE:
        return None
    try:
        return _results(_split(_tokens(value)))
    except _MalformedError:
        return None


def read_nameless(value: str) -> Results | None:
    """Read the field that Microsoft 365 writes: without an authserv-id, so that its first part is a result already."""
    results = read_results(f"{NAMELESS}; {value}")
    begins = value.lstrip()[:4].lower() == "spf="
    return results if begins else None


def read_arc_results(value: str) -> tuple[int, Results] | None:
    """Read an `ARC-Authentication-Results` (RFC 8617, 4.1.1): the instance, then the same grammar."""
    head, _, rest = value[:MAX_VALUE].partition(";")
    name, _, number = head.partition("=")
    instance = number.strip()
    if name.strip().lower() != "i" or not (instance.isascii() and instance.isdigit() and len(instance) < 4):
        return None
    results = read_results(rest)
    return (int(instance), results) if results else None


def _tokens(value: str) -> list[tuple[str, str]]:
    """Cut a value into (`word`|`quoted`|`;`|`=`, text); comments, however nested, are dropped."""
    tokens: list[tuple[str, str]] = []
    at, valued = 0, False
    while at < len(value):
        c = value[at]
        if c in _SPACE:
            at += 1
        elif c == "(":
            at = _after_comment(value, at)
        elif c == '"':
            text, at = _quoted(value, at)
            tokens.append(("quoted", text))
            valued = False
        elif c == ";" or (c == "=" and not valued):
            tokens.append((c, c))
            valued = c == "="
            at += 1
        elif c == ")":
            raise _MalformedError
        else:
            end = _word_end(value, at, valued)
            tokens.append(("word", value[at:end]))
            at, valued = end, False
    return tokens


def _word_end(value: str, at: int, valued: bool) -> int:
    """Find where a word ends; in a property's value `=` is part of it (`header.b=abc==`)."""
    end = at
    while end < len(value) and value[end] not in _ENDS and (valued or value[end] != "="):
        end += 1
    return end


def _after_comment(value: str, at: int) -> int:
    depth = 0
    while at < len(value):
        c = value[at]
        if c == "\\":
            at += 1
        elif c == "(":
            depth += 1
        elif c == ")":
            depth -= 1
            if depth == 0:
                return at + 1
        at += 1
    raise _MalformedError


def _quoted(value: str, at: int) -> tuple[str, int]:
    text: list[str] = []
    at += 1
    while at < len(value):
        c = value[at]
        if c == '"':
            return "".join(text), at + 1
        if c == "\\" and at + 1 < len(value):
            at += 1
            c = value[at]
        text.append(c)
        at += 1
    raise _MalformedError


def _split(tokens: list[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """Divide tokens at the semicolons."""
    parts: list[list[tuple[str, str]]] = [[]]
    for token in tokens:
        if token[0] == ";":
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def _results(parts: list[list[tuple[str, str]]]) -> Results:
    head, *rest = parts
    if not head or head[0][0] not in {"word", "quoted"} or [t for _, t in head[1:]] not in ([], ["1"]):
        raise _MalformedError
    stated = [part for part in rest if part]
    if any(part == [("word", part[0][1])] and part[0][1].lower() == "none" for part in stated):
        stated = []
    found = (_verified(part) for part in stated[:MAX_RESULTS])
    return Results(head[0][1], tuple(v for v in found if v is not None))


def _verified(part: list[tuple[str, str]]) -> Verified | None:
    """Read `method[/version]=result [reason=…] [ptype.property=value …]`.

    What does not begin so says nothing; a fault further on ends the properties, and the result stands.
    """
    pairs = _pairs(part)
    if not pairs or not pairs[0][1]:
        return None
    (method, result), *rest = pairs
    name, _, version = method.lower().partition("/")
    if version not in {"", "1"}:
        return None
    properties: dict[str, str] = {}
    for key, text in rest:
        properties.setdefault(key.lower(), text)
    return Verified(name, result.lower(), properties)


def _pairs(part: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Read `name = value` pairs up to the first fault; the last value may be missing, as in Google's `smtp.mailfrom=;`."""
    pairs: list[tuple[str, str]] = []
    at = 0
    while at < len(part):
        name, at = _name(part, at)
        if not name or at == len(part) or part[at][0] != "=":
            break
        text, at = _value(part, at + 1)
        pairs.append((name, text))
    return pairs


def _value(part: list[tuple[str, str]], at: int) -> tuple[str, int]:
    """Join a quoted local part to its domain."""
    if at == len(part) or part[at][0] == "=":
        return "", at
    kind, text = part[at]
    if kind == "quoted" and at + 1 < len(part) and part[at + 1][1].startswith("@"):
        return text + part[at + 1][1], at + 2
    return text, at + 1


def _name(part: list[tuple[str, str]], at: int) -> tuple[str, int]:
    """Join a name that has space round its dot or slash; two words in a row are no name."""
    name = ""
    while at < len(part) and part[at][0] == "word":
        text = part[at][1]
        if name and not (name.endswith((".", "/")) or text.startswith((".", "/"))):
            return "", at
        name, at = name + text, at + 1
    return name, at
