"""Print the demonstration as a person would want to see it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table

from keepword.agent.outcome import Outcome
from keepword.threading.message import Message


class Stage:
    """Where the demonstration is printed; with `as_json` only its events are, a line each."""

    def __init__(self, *, as_json: bool) -> None:
        self._json = as_json
        self._rich = Console(highlight=False)

    def event(self, name: str, value: Mapping[str, Any]) -> None:
        """Print an event for programs."""
        if self._json:
            print(json.dumps({"event": name, **value}, ensure_ascii=False, default=str))  # noqa: T201 - the result

    def title(self, text: str) -> None:
        """Begin a step."""
        if not self._json:
            self._rich.rule(f"[bold]{escape(text)}", align="left")

    def mail(self, direction: str, message: Message, style: str) -> None:
        """Show a mail that came in or went out."""
        self.event(direction, {"message_id": message.id, "subject": message.subject, "text": message.text})
        if self._json:
            return
        to = ", ".join(a.address for a in message.to)
        head = f"{message.from_[0].address if message.from_ else '?'} → {to} · {message.subject}"
        links = f"\nIn-Reply-To: {message.in_reply_to[0]}" if message.in_reply_to else ""
        body = escape(message.text.strip()) + f"[dim]{escape(links)}[/dim]"
        self._rich.print(Panel(body, title=escape(f"{direction}: {head}"), title_align="left", border_style=style))

    def outcome(self, outcome: Outcome) -> None:
        """Say what became of a mail."""
        self.event("outcome", outcome.line())
        if not self._json:
            self._rich.print(f"  [bold]{outcome.outcome}[/bold]  {escape(outcome.reason)}")

    def state(self, name: str, value: Mapping[str, Any]) -> None:
        """Show a memory as JSON, as programs read it."""
        self.event(name.replace(" ", "_"), dict(value))
        if not self._json:
            self._rich.print(f"  [bold]{escape(name)}[/bold]")
            for key, item in value.items():
                if item not in (None, "", [], ()):
                    self._rich.print(f"    {key}: {escape(json.dumps(item, ensure_ascii=False, default=str))}")

    def verdicts(self, verdicts: Sequence[Mapping[str, Any]]) -> None:
        """Show what was promoted and what was refused, with the rule that decided."""
        for verdict in verdicts:
            self.event("verdict", verdict)
        if self._json or not verdicts:
            return
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
        for wraps in (False, False, True, True):
            table.add_column(overflow="fold", no_wrap=not wraps)
        for v in verdicts:
            mark = "[green]promoted[/green]" if v["promoted"] else "[red]refused[/red]"
            rule = v["rule"] if v["decided_by"] == v["rule"] else f"{v['rule']}, by {v['decided_by']}"
            table.add_row(mark, escape(rule), escape(v["value"]), escape(f"“{v['quote']}”"))
        self._rich.print(table)

    def line(self, text: str) -> None:
        """Print a plain line for people."""
        if not self._json:
            self._rich.print(text)
