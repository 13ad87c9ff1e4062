"""Seeing that a part is frozen: it runs, and does nothing.

A part that dies is seen by its supervisor. One that hangs answers nobody, and its signs of life (rows, which the pages
tell of at `/readyz`) grow old. Asked on a thread of its own, so that waiting for an answer holds nothing up.
"""

from __future__ import annotations

import http.client
import json
import os
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from config.heartbeat import MAX_SILENCE
from config.launch.probe import all_answer
from config.launch.supervise import Child, Supervisor

#: Seconds between two looks at a part.
EVERY = MAX_SILENCE / 6
#: Looks in a row that must find it so: a machine that slept finds every sign old for a moment.
LOOKS = 3
#: A request that runs so many times as long will not end any more.
STUCK = 6
#: So many times as long without a sign of life from anybody is no slow database, and without an answer no slow start.
LONG = 4
#: Connections asked at once, or tried for one answer: those that come to a frozen process of the pages wait in vain,
#: beside well ones.
TRIES = 5


@dataclass
class Watch:
    """Asks the pages and the stream how they are, and marks the children that are frozen.

    ``word`` opens the pages' report of who was heard of when; ``processes`` answer for the pages.
    """

    supervisor: Supervisor
    pages_port: int
    stream_port: int
    host: str
    word: str
    patience: float = MAX_SILENCE
    processes: int = 1
    answered: dict[str, float] = field(default_factory=dict)
    seen: dict[str, int] = field(default_factory=dict)
    #: since when fewer processes of the pages give signs of life than there are, by their start
    fewer: dict[str, float] = field(default_factory=dict)

    def run(self) -> None:
        """Asks until the supervisor is told to stop."""
        children = list(self.supervisor.children)
        with ThreadPoolExecutor(len(children) or 1) as side_by_side:
            while not self.supervisor.stop.wait(EVERY):
                # Waiting in vain for one holds up the look at no other.
                list(side_by_side.map(self._look_at, children))

    def _look_at(self, child: Child) -> None:
        start = child.start_name
        frozen = self.frozen(child.name)
        if frozen is None:
            return
        times = self.seen.get(start, 0) + 1 if frozen else 0
        self.seen[start] = times
        if times >= LOOKS and child.start_name == start:
            child.frozen = frozen

    def start(self) -> None:
        """Runs beside the supervisor."""
        threading.Thread(target=self.run, name="watch", daemon=True).start()

    def frozen(self, name: str) -> str | None:
        """Why a part counts as frozen, in words; empty when it is well or has not had its time yet, None when nobody
        could say."""
        child = next(child for child in self.supervisor.children if child.name == name)
        if child.process is None or time.monotonic() - child.started < self.patience:
            return ""
        if name == "pages":
            # Being alive is answered without the database; a slow one is no reason to end anything.
            alive = self._silent(child, lambda: self._all_answer(self.pages_port, "/healthz"))
            return alive or self._old_signs(child, "pages")
        if name == "event stream":
            return self._silent(child, lambda: self._all_answer(self.stream_port, "/healthz"))
        return self._old_signs(child, "sweeps")

    def _all_answer(self, port: int, path: str) -> bool:
        """Whether every one of some connections is answered. A process that froze with the database in its hands lets
        nobody write a sign of life; that it is silent itself is seen here. Side by side, so that each has long for it:
        who is slow is not silent."""
        return all_answer(port, self.host, path, TRIES, self.patience / 2, self.supervisor.stop)

    def _silent(self, child: Child, ask: Callable[[], bool]) -> str:
        if ask():
            self.answered[child.name] = time.monotonic()
            return ""
        since, limit = self.answered.get(child.name, 0.0), self.patience
        if since < child.started:
            # Still loading, as far as anybody knows: a slow machine would end it again and again before it answers.
            since, limit = child.started, LONG * self.patience
        return "no answer" if time.monotonic() - since > limit else ""

    def _old_signs(self, child: Child, part: str) -> str | None:
        """Why this part counts as frozen by its signs of life: empty when it does not, None when the pages cannot say.
        Old signs count soon only while others' are fresh: where all are old, the database may be slow."""
        known = self.report()
        if known is None:
            return None
        fresh = any(sign["age"] < self.patience / 2 for sign in known)
        mine = _signs_of(child, part, known)
        if not fresh and (part == "pages" or not mine):
            return ""
        # After long it may be the runner that holds SQLite's lock and is frozen.
        limit = self.patience if fresh else LONG * self.patience
        # None at all: it is loading, or froze while it did.
        loading = not mine and time.monotonic() - child.started < LONG * self.patience
        if any(sign["age"] > limit for sign in mine) or not (mine or loading):
            return "no sign of life"
        if any(sign["busy"] > STUCK * self.patience for sign in mine):
            return "one request without end"
        return "no sign of life of one" if part == "pages" and self._one_is_missing(child, len(mine)) else ""

    def _one_is_missing(self, child: Child, heard_of: int) -> bool:
        """Whether a process of the pages has given no sign of life for longer than it may load: it froze before the
        first one. Nobody waits for it in vain, since it takes no connections yet."""
        if heard_of >= self.processes:
            self.fewer.pop(child.start_name, None)
            return False
        since = self.fewer.setdefault(child.start_name, time.monotonic())
        return time.monotonic() - since > LONG * self.patience

    def report(self) -> list[dict[str, Any]] | None:
        """Who was heard of when, as the pages know it; None when they do not answer. Empty without a database."""
        text = self._get(self.pages_port, "/readyz", {"Authorization": f"Watch {self.word}"})
        if text is None:
            return None
        try:
            parts: list[dict[str, Any]] = json.loads(text).get("parts", [])
        except ValueError:
            return []
        return parts

    def _get(self, port: int, path: str, headers: dict[str, str]) -> bytes | None:
        """The answer of whoever takes the connection; tried again, as the next one may come to another process."""
        for _ in range(TRIES):
            if self.supervisor.stop.is_set():
                return None
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=max(1.0, self.patience / 15))
            try:
                connection.request("GET", path, headers={"Host": self.host, **headers})
                return connection.getresponse().read()
            except ConnectionRefusedError:
                return None
            except (OSError, http.client.HTTPException):
                continue
            finally:
                connection.close()
        return None


def _signs_of(child: Child, part: str, known: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The signs of life of a part's present start, of processes that have not ended."""
    own = [sign for sign in known if sign["part"] == part and sign["start"] == child.start_name]
    return [sign for sign in own if not _is_gone(sign)]


def _is_gone(sign: dict[str, Any]) -> bool:
    """Whether the process of a part's present start has ended: the part has replaced it by another. It is one of this
    machine."""
    number = str(sign.get("process", "")).rpartition(":")[2]
    if sys.platform == "win32" or not number.isdecimal():
        return False  # nothing is replaced on Windows
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:
        pass
    return False
