"""Look through the tree for what lint does not see: dead links in the docs, and what belongs to one machine only."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAX_LINES = 400

# Written in pieces, so that this file does not hold what it looks for.
FORBIDDEN = {
    "the address of a package registry": "|".join(
        (
            "pypi" + r"\.org/simple",
            "files\\.python" + "hosted",
            "registry\\.npm" + "js",
            "arti" + "factory",
            "--index-" + "url",
        )
    ),
    "a path of one machine": r"(?<![\w.:/])/(?:ro" + "ot|wo" + r"rk|home/[a-z]\w*|Us" + r"ers/[A-Za-z]\w*)/\w",
    "a secret": "|".join(
        (
            "BEGIN [A-Z ]*PRIVATE" + " KEY",
            "\\bsk-" + "[A-Za-z0-9]{20}",
            "\\bgh[pos]_" + "[A-Za-z0-9]{20}",
            "\\bAK" + "IA[A-Z0-9]{16}",
        )
    ),
}
MAIL = {".eml", ".mbox"}
LINK = re.compile(r"\[[^\]\n]{0,200}\]\(([^)\s]{1,500})\)")


def tracked() -> list[Path]:
    """Return the files that git keeps, or would keep; without git, all that is not hidden."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout.decode()  # noqa: S603
        paths = [ROOT / name for name in listed.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        paths = [
            path for path in ROOT.rglob("*") if not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
        ]
    return [path for path in paths if path.is_file() and not path.is_symlink()]


def faults(path: Path) -> Iterator[str]:
    """Say what is wrong with one file, a line each."""
    name = path.relative_to(ROOT)
    text = path.read_bytes().decode("utf-8", "replace")
    if path.suffix not in MAIL:
        yield from (f"{name}:{line}: holds {what}" for what, line in forbidden(text))
    if path.suffix == ".md":
        yield from (f"{name}: the link to {target} leads nowhere" for target in dead_links(path, text))
    if name.parts[0] == "keepword" and path.suffix == ".py" and text.count("\n") >= MAX_LINES:
        yield f"{name}: has {text.count(chr(10))} lines; divide it by concept below {MAX_LINES}"


def forbidden(text: str) -> Iterator[tuple[str, int]]:
    """Find what may not stand in a file, and the line."""
    for what, pattern in FORBIDDEN.items():
        yield from ((what, text.count("\n", 0, m.start()) + 1) for m in re.finditer(pattern, text))


def dead_links(path: Path, text: str) -> Iterator[str]:
    """Find links to files that are not there; links to other hosts and within the page are not followed."""
    for target in LINK.findall(text):
        file = target.partition("#")[0]
        if file and "://" not in file and not file.startswith("mailto:") and not (path.parent / file).exists():
            yield target


def main() -> int:
    """Print every fault; 1 where there are any."""
    found = [fault for path in tracked() for fault in faults(path)]
    print("\n".join(found) if found else "the tree is in order")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
