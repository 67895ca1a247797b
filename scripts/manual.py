"""Write the tables of settings in docs/operating.md anew, from the models that read the files."""

from __future__ import annotations

from pathlib import Path

from keepword.config.reference import manual_tables

PAGE = Path(__file__).resolve().parent.parent / "docs" / "operating.md"
BEGIN, END = "<!-- settings: written by scripts/manual.py -->", "<!-- end of settings -->"


def main() -> None:
    """Replace what stands between the two marks."""
    text = PAGE.read_text("utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n\n{manual_tables()}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
