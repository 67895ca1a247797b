"""Run a command that ends when whoever started us is gone: `python leash.py COMMAND…`, with our standard input a pipe.

When the parent ends, however it ends, the pipe is closed; then the command is terminated. Works wherever pipes do.
"""

from __future__ import annotations

import subprocess
import sys
import threading


def main(command: list[str]) -> int:
    """Start the command and wait for its end or for the end of our input, whichever comes first."""
    child = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    threading.Thread(target=_watch, args=(child,), daemon=True).start()
    return child.wait()


def _watch(child: subprocess.Popen[bytes]) -> None:
    while sys.stdin.buffer.read(1):
        pass
    child.terminate()
    try:
        child.wait(timeout=5)
    except subprocess.TimeoutExpired:
        child.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
