"""A process that makes backups and restores them, each in a child of its own, and lets a restore be killed at a stage:
nothing of a killed one is run any more, as no `finally` is. It is told of one after the other by lines."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.ground.places import ROOT, test_database_environ


def _killed(*_given: Any, **_named: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def _among_rows() -> None:
    from config.backups import restoring

    write, written = restoring.write_rows, []

    def some(*given: Any) -> int:
        written.append(write(*given))
        return written[-1] if len(written) < 3 else _killed() or 0

    restoring.write_rows = some


def _before_the_last_page() -> None:
    from config.backups import restoring

    restoring._begin = _killed


def _marked() -> None:
    from config.backups import restoring

    begin = restoring._begin

    def begun() -> None:
        begin()
        _killed()

    restoring._begin = begun


def _swapped() -> None:
    from config.backups import restoring

    restoring.call_command = _killed


def _emptied() -> None:
    from config.backups import restoring

    restoring._write_files = _killed


def _with_the_key_written() -> None:
    replace = Path.replace

    def replaced(self: Path, target: Path) -> Path:
        return _killed() or target if target.name == "secret_key" else replace(self, target)

    Path.replace = replaced  # type: ignore[method-assign, assignment]


def _all_but_told() -> None:
    from config.backups import restoring

    restoring._end = _killed


LAST_WORD = "the new database is all there but for the last word"
SWAPPED = "the database is the new one"
OF_FILES: dict[str, Callable[[], None]] = {
    "the old files are gone": _emptied,
    "the last file is written and not in its place": _with_the_key_written,
    "all is there": _all_but_told,
}
#: In the order that a restore comes to them. Those before the mark leave everything as it was; of the others the site
#: says that a restore is unfinished.
BEFORE: dict[str, Callable[[], None]] = {
    "rows are written": _among_rows,
    LAST_WORD: _before_the_last_page,
}
AFTER: dict[str, Callable[[], None]] = {
    "it is marked, and the last word not said": _marked,
    SWAPPED: _swapped,
    **OF_FILES,
}


@contextmanager
def restorer(data: Path) -> Iterator[Callable[..., int]]:
    """Gives how it is told: the words of a command, and where that is to be killed. What comes back is how the child
    ended, a signal as a negative number."""
    environ = test_database_environ(data) | {"DJANGO_SETTINGS_MODULE": "config.settings"}
    del environ["SECRET_KEY"]  # the site keeps one of its own, which belongs to a backup
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.ground.restore_kills"],
        cwd=ROOT,
        env=environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )

    def told(*words: str, at: str = "") -> int:
        assert process.stdin is not None and process.stdout is not None
        print(json.dumps([words, at]), file=process.stdin, flush=True)
        return int(process.stdout.readline())

    try:
        yield told
    finally:
        process.communicate()


def main() -> None:
    """Until nobody tells of more."""
    import django

    django.setup()
    from django.core.management import call_command

    for line in sys.stdin:
        words, at = json.loads(line)
        child = os.fork()
        if not child:
            os.dup2(2, 1)
            (BEFORE | AFTER).get(at, lambda: None)()
            call_command(*words)
            sys.stderr.flush()
            os._exit(0)
        _, status = os.waitpid(child, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
