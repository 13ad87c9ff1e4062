"""Work for strangers, bounded: no single question may keep a core busy, however it is put together.

What an engine is asked costs by its cards, its entries and what is unknown among them, and no count of these bounds it
well. So the work itself is bounded: a thread that has computed for too long is told to stop, where it stands.
"""

from __future__ import annotations

import ctypes
import functools
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import ParamSpec, TypeVar

from tournaments.errors import Invalid
from tournaments.messages import message as _

P = ParamSpec("P")
T = TypeVar("T")

#: Seconds of computing for a question about a position, and for a whole log that somebody hands in or opens.
QUESTION, WHOLE_LOG = 0.25, 10.0
#: Seconds between two looks at who is at work.
LOOK = 0.02


class TooCostly(Invalid):
    """A question that asks for more work than is done for one."""

    code = "too_costly"


class _Stop(BaseException):
    """Raised inside a thread that has used its budget up. No ``except Exception`` of an engine's may catch it."""


@dataclass(eq=False)
class _Work:
    """The budget of one thread: when it is used up, by the thread's own computing time."""

    thread: int
    clock: Callable[[], float]
    end: float
    stopped: bool = False


@dataclass
class _Watch:
    """Looks at all work under way and stops what has used its budget up."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    under_way: list[_Work] = field(default_factory=list)
    awake: threading.Event = field(default_factory=threading.Event)
    thread: threading.Thread | None = None

    def begin(self, seconds: float) -> _Work:
        clock = _clock_of_this_thread()
        work = _Work(threading.get_ident(), clock, clock() + seconds)
        with self.lock:
            self.under_way.append(work)
            if self.thread is None or not self.thread.is_alive():
                self.thread = threading.Thread(target=self._run, name="budget", daemon=True)
                self.thread.start()
        self.awake.set()
        return work

    def end(self, work: _Work) -> None:
        """After this nothing is raised any more on behalf of this work. Raises ``_Stop`` where the work around it was
        told to stop as well."""
        try:
            self._leave(work)
        except _Stop:  # raised at the last moment; it comes once
            self._leave(work)
        if work.stopped:
            _take_in(work.thread)
            if self.is_stopped(work.thread):
                raise _Stop

    def _leave(self, work: _Work) -> None:
        with self.lock:
            if work in self.under_way:
                self.under_way.remove(work)

    def is_stopped(self, thread: int) -> bool:
        """Whether work of this thread that is under way was told to stop."""
        with self.lock:
            return any(work.stopped for work in self.under_way if work.thread == thread)

    def _run(self) -> None:
        while True:
            self.awake.wait()
            with self.lock:
                if not self.under_way:
                    self.awake.clear()
                for work in self.under_way:
                    if not work.stopped and work.clock() > work.end:
                        work.stopped = True
                        _raise_in(work.thread)
            time.sleep(LOOK)


def _raise_in(thread: int) -> None:
    """Has a thread raise ``_Stop`` at its next step of Python."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(_Stop))


def _take_in(thread: int) -> None:
    """Lets this thread raise what it was told to, or was told again here, so that nothing of it is left.

    Taking it back instead would leave the interpreter waiting for it for good: Python 3.11 then hangs as soon as
    anybody traces it (a debugger, coverage, a profiler)."""
    try:
        _raise_in(thread)
        while True:
            pass
    except _Stop:
        return


def _clock_of_this_thread() -> Callable[[], float]:
    """The seconds this thread has computed, readable from another; the time itself where there is no such clock."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.monotonic
    clock = time.pthread_getcpuclockid(threading.get_ident())
    return lambda: time.clock_gettime(clock)


_watch = _Watch()


@contextmanager
def budget(seconds: float) -> Iterator[None]:
    """Runs its block for so many seconds of computing at most. For pure work alone: no database inside.

    Raises:
        TooCostly: it was not done by then.
    """
    work = _watch.begin(seconds)
    try:
        try:
            yield
        finally:
            _watch.end(work)
    except _Stop:
        if _watch.is_stopped(work.thread):
            raise
        raise TooCostly(
            _(
                "This takes more computing than the site allows for one question: use fewer cards, "
                "entries or unknowns."
            )
        ) from None


def within(seconds: float) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A function of pure work with a budget."""

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        @functools.wraps(function)
        def bounded(*args: P.args, **kwargs: P.kwargs) -> T:
            with budget(seconds):
                return function(*args, **kwargs)

        return bounded

    return decorate
