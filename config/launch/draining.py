"""Ends a server without anybody being refused: `python -m config.launch.draining SECONDS COMMAND…`.

Told to end, it goes on for so many seconds, since a front may yet have to see that the one before it in turn is back;
then /readyz says that it drains, and so many seconds later the command is told. By then a front that asks /readyz more
often sends nothing more. Else it would find nobody there, and a form or a tap is not always sent again: many a Caddy
answers 502 then (its issue 7546). Told a second time, it ends at once.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from types import FrameType

#: Names the file that is there while a server drains.
FILE = "FIRST_BLOOD_DRAINING"


def main(arguments: list[str]) -> int:
    """Runs the command to its end; gives its exit code."""
    if len(arguments) < 2 or not arguments[0].isdigit():
        sys.stderr.write("usage: python -m config.launch.draining SECONDS COMMAND…\n")
        return 64
    with tempfile.TemporaryDirectory(prefix="first-blood-") as folder:
        return run(arguments[1:], float(arguments[0]), Path(folder) / "draining")


def run(command: list[str], seconds: float, file: Path) -> int:
    """Runs it with the file's name in its environment, and ends it when told to."""
    told, hurried, ended = threading.Event(), threading.Event(), threading.Event()

    def end(number: int, frame: FrameType | None) -> None:
        if told.is_set():
            hurried.set()
        told.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, end)
    # A server that is told by the terminal as well would not drain.
    process = subprocess.Popen(command, env={**os.environ, FILE: str(file)}, start_new_session=True)

    def drain() -> None:
        told.wait()
        if not ended.is_set():
            hurried.wait(seconds)
            file.touch()
            hurried.wait(seconds)
            process.terminate()

    threading.Thread(target=drain, name="draining", daemon=True).start()
    code = process.wait()
    ended.set()
    return code if code >= 0 else 128 - code


def is_draining() -> bool:
    """Whether this server was told to end, and answers what still comes."""
    file = os.environ.get(FILE, "")
    return bool(file) and os.path.exists(file)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
