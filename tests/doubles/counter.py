"""A shop whose mail was handled on doubles, and then its commands, on the same SQLite file."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from click.testing import CliRunner, Result
from office import Office

from keepword.agent.cli import cli
from keepword.agent.knowledge.search import Knowledge
from keepword.agent.starter import write_starter
from keepword.errors import KeepwordError
from keepword.memory.stores.sqlite import SqliteDocuments
from keepword.testing import Counted

ENV = {"KEEPWORD_SECRET": "s" * 40, "KEEPWORD_SUPPORT_PASSWORD": "p"}


class Counter:
    """The commands of one shop, in this process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        write_starter(folder)

    def work(self, day: Callable[[Office], Awaitable[Any]]) -> Any:
        """Let the agent work on doubles but for the store, and return what the day gives."""
        documents = SqliteDocuments(self.folder / "data" / "keepword.sqlite")

        async def whole_day() -> Any:
            try:
                return await day(Office(Knowledge(self.folder / "knowledge"), documents=Counted(documents)))
            finally:
                await documents.close()

        return asyncio.run(whole_day())

    def call(self, *words: str) -> Result:
        """Run a command; an error of ours stays in the result's `exception`."""
        return CliRunner().invoke(cli, ["--config", str(self.folder), *words], env=ENV)

    def code(self, *words: str) -> int:
        """Return the exit code that `main` makes of a command's result."""
        result = self.call(*words)
        return result.exception.exit_code if isinstance(result.exception, KeepwordError) else result.exit_code

    def lines(self, *words: str) -> list[dict[str, Any]]:
        """Return the JSON objects that a command gives."""
        result = self.call("--json", *words)
        assert result.exit_code in (0, 1), (words, result.output, result.exception)
        return [json.loads(line) for line in result.stdout.splitlines()]
