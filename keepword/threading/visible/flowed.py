"""Text of the format `flowed` put back into paragraphs (RFC 3676)."""

from __future__ import annotations


def reflow(text: str, *, delete_space: bool) -> str:
    """Join the lines that the sender's program broke; quote depth (section 4.5) and `DelSp` (4.1) are kept right.

    Lines end in LF. A quoted paragraph keeps its depth as `>` marks and one space.
    """
    out: list[str] = []
    paragraph: list[str] = []
    depth = 0
    for line in text.split("\n"):
        here, content = _unquoted(line)
        if paragraph and here != depth:
            # 4.5: a change of depth ends a paragraph, though the line before it says that it flows.
            out.append(_quoted(depth, "".join(paragraph)))
            paragraph = []
        depth = here
        flows = content.endswith(" ") and content != "-- "
        if content == "-- " and paragraph:
            # 4.3: the signature's line never flows.
            out.append(_quoted(depth, "".join(paragraph)))
            paragraph = []
        paragraph.append(content[:-1] if flows and delete_space else content)
        if not flows:
            out.append(_quoted(depth, "".join(paragraph)))
            paragraph = []
    if paragraph:
        out.append(_quoted(depth, "".join(paragraph)))
    return "\n".join(out)


def _unquoted(line: str) -> tuple[int, str]:
    """Return the quote depth and the content, space-stuffing (4.4) undone."""
    content = line.lstrip(">")
    depth = len(line) - len(content)
    return depth, content.removeprefix(" ")


def _quoted(depth: int, content: str) -> str:
    return f"{'>' * depth} {content}" if depth else content
