"""Work on many things by several processes: answers in the order of the things, whichever is done first.

A process that ends of itself costs the one thing it was at. All of them end with the one that started them: told to
stop, by Ctrl-C, or when it is killed, since then the line to it is cut.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Generic, TypeVar

Thing = TypeVar("Thing")
Answer = TypeVar("Answer")

#: So many things lie ready at a process, so that it never waits for the next.
READY = 4


def answers(
    work: Callable[[Thing], Answer],
    things: Sequence[Thing],
    processes: int,
    lost: Callable[[Thing], Answer],
) -> list[Answer]:
    """``work`` on each thing, in their order; ``lost``: the answer for one whose process ended over it. ``work`` is a
    function of a module; what it raises ends all, as it would without processes."""
    processes = min(processes, len(things))
    if processes < 2:
        return [work(thing) for thing in things]
    return _Staff(work, things, processes, lost).run()


@dataclass(eq=False)
class _Worker:
    """A process at work, the line to it, and the places of the things it was given and has not answered."""

    process: BaseProcess
    line: Connection
    given: deque[int] = field(default_factory=deque)


@dataclass
class _Staff(Generic[Thing, Answer]):
    work: Callable[[Thing], Answer]
    things: Sequence[Thing]
    processes: int
    lost: Callable[[Thing], Answer]
    workers: list[_Worker] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.waiting = deque(range(len(self.things)))
        self.done: dict[int, Answer] = {}

    def run(self) -> list[Answer]:
        try:
            for _number in range(self.processes):
                self._start()
            while len(self.done) < len(self.things):
                ready = wait([worker.line for worker in self.workers])
                for worker in [one for one in self.workers if one.line in ready]:
                    self._hear(worker)
        except BaseException:
            for worker in self.workers:
                worker.process.terminate()
            raise
        finally:
            for worker in self.workers:
                worker.line.close()
            for worker in self.workers:
                worker.process.join()
        return [self.done[place] for place in range(len(self.things))]

    def _start(self) -> None:
        start = _context()
        ours, theirs = start.Pipe()
        forked = start.get_start_method() == "fork"
        # A forked process has every line of this one: it closes them, or it would never see its own being cut.
        inherited = [ours, *(worker.line for worker in self.workers)] if forked else []
        process = start.Process(target=_serve, args=(theirs, self.work, inherited), daemon=True)
        process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self.workers.append(worker)
        self._give(worker)

    def _give(self, worker: _Worker) -> None:
        while self.waiting and len(worker.given) < READY:
            place = self.waiting.popleft()
            worker.given.append(place)
            try:
                worker.line.send(self.things[place])
            except OSError:
                return  # it has ended: heard of where answers are

    def _hear(self, worker: _Worker) -> None:
        try:
            answer = worker.line.recv()
        except (EOFError, OSError):
            self._replace(worker)
            return
        if isinstance(answer, _Raised):
            raise answer.error
        self.done[worker.given.popleft()] = answer
        self._give(worker)

    def _replace(self, worker: _Worker) -> None:
        """A worker has ended over the first thing it had: that is lost, the rest is for another."""
        self.workers.remove(worker)
        worker.line.close()
        worker.process.join()
        if worker.given:
            place = worker.given.popleft()
            self.done[place] = self.lost(self.things[place])
            self.waiting.extendleft(reversed(worker.given))
        if self.waiting:
            self._start()


@dataclass(frozen=True)
class _Raised:
    """What the work raised, on its way to the process that asked for it."""

    error: Exception


def _serve(line: Connection, work: Callable[[Any], Any], inherited: Sequence[Connection]) -> None:
    """The process: answers each thing until the line is cut."""
    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # whoever pressed Ctrl-C told the first process; it ends this one
    for other in inherited:
        other.close()
    _make_ready()
    while True:
        try:
            thing = line.recv()
        except (EOFError, OSError):
            return
        try:
            answer = work(thing)
        except Exception as error:
            answer = _Raised(error)
        try:
            line.send(answer)
        except OSError:
            return


def _make_ready() -> None:
    """A process that was not forked knows nothing of the site's settings, which may name further games."""
    import django
    from django.apps import apps

    if not apps.ready:
        django.setup()


def _context() -> Any:
    """A forked process starts at once with every engine that is loaded; where that is not to be had, a fresh one."""
    methods = multiprocessing.get_all_start_methods()
    return multiprocessing.get_context("fork" if "fork" in methods else "spawn")
