"""A TCP link between a client and a server that fails by script: it is cut in the middle, falls silent, or says goodbye."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass, field

CUT = "cut"
"""Close both ends, half-way through what the server is just saying."""
SILENT = "silent"
"""Pass on nothing any more, in either direction, and close nothing: a half-open link."""


@dataclass
class Script:
    """When a link fails: `when` is shown each piece that the server says; the first piece for which it is true is struck.

    `fault` is CUT, SILENT, or bytes that are said in place of that piece before the link is closed. `links` counts links.
    """

    when: Callable[[bytes], bool] = lambda _: False
    fault: str | bytes = CUT
    links: int = 0
    struck: int = 0

    def plan(self, fault: str | bytes, when: Callable[[bytes], bool]) -> None:
        """Let the next matching piece fail so, once."""
        self.fault, self.when = fault, when

    def strikes(self, piece: bytes) -> bool:
        """Say whether this piece is struck; each plan strikes once."""
        if not self.when(piece):
            return False
        self.when = lambda _: False
        self.struck += 1
        return True


@dataclass
class FaultyLink:
    """A listener on 127.0.0.1:`port` that passes everything on to `target`, as its script lets it."""

    target: int
    script: Script = field(default_factory=Script)
    port: int = 0
    _serving: set[asyncio.Task[None] | None] = field(default_factory=set)

    def start(self) -> None:
        """Listen, in a thread of its own."""
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.port = asyncio.run_coroutine_threadsafe(self._listen(), self._loop).result(30)

    def stop(self) -> None:
        """Stop listening and cut what is open."""
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result(30)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(30)
        self._loop.close()

    async def _listen(self) -> int:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def _end(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        await asyncio.sleep(0)  # aborted transports close in the loop's next round

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.script.links += 1
        self._serving.add(asyncio.current_task())  # the loop itself holds a silent one by nothing
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.target)
        silent = asyncio.Event()
        up = asyncio.ensure_future(self._up(reader, far_writer, silent))
        try:
            await self._down(far_reader, writer, silent)
        except OSError:
            pass
        finally:
            up.cancel()
            writer.transport.abort()
            far_writer.transport.abort()

    async def _up(self, reader: asyncio.StreamReader, far: asyncio.StreamWriter, silent: asyncio.Event) -> None:
        while piece := await reader.read(65_536):
            if silent.is_set():
                continue
            far.write(piece)
            await far.drain()
        far.close()

    async def _down(self, far: asyncio.StreamReader, writer: asyncio.StreamWriter, silent: asyncio.Event) -> None:
        while piece := await far.read(65_536):
            if not self.script.strikes(piece):
                writer.write(piece)
                await writer.drain()
                continue
            if self.script.fault == SILENT:
                silent.set()
                await asyncio.Event().wait()
            fault = self.script.fault
            writer.write(fault if isinstance(fault, bytes) else piece[: len(piece) // 2])
            await writer.drain()
            writer.close()
            await writer.wait_closed()
            return
