"""Running changes at the same moment in processes of their own, each with its own connection."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from queue import Empty
from typing import Any

from django.db import connections

from tournaments.errors import DomainError

Answer = tuple[str, Any]
fork = multiprocessing.get_context("fork")


def together(*changes: Callable[[], Any]) -> list[Answer]:
    """What each change came to, in their order: ("done", its value) or ("refused", the code)."""
    connections.close_all()
    barrier, answers = fork.Barrier(len(changes)), fork.Queue()
    children = [
        fork.Process(target=_run, args=(n, change, barrier, answers)) for n, change in enumerate(changes)
    ]
    for child in children:
        child.start()
    found: dict[int, Answer] = {}
    for _ in children:
        try:
            number, answer = answers.get(timeout=300)
        except Empty:
            break
        found[number] = answer
    for child in children:
        child.join(timeout=120)
    return [found.get(number, ("lost", None)) for number in range(len(changes))]


def alone(change: Callable[[], Any]) -> int | None:
    """Runs a change in a process that may die in it; gives the exit code."""
    connections.close_all()
    child = fork.Process(target=change)
    child.start()
    child.join(timeout=300)
    return child.exitcode


def meanwhile(change: Callable[[], Any]) -> None:
    """Runs a change beside what this thread is in the middle of, on a connection of its own, and waits for it."""

    def run() -> Any:
        try:
            return change()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as beside:
        beside.submit(run).result(timeout=300)


def _run(number: int, change: Callable[[], Any], barrier: Any, answers: Any) -> None:
    connections.close_all()
    connections["default"].ensure_connection()
    barrier.wait(timeout=120)
    try:
        value = change()
        answers.put((number, ("done", value if isinstance(value, int | str | type(None)) else "row")))
    except DomainError as error:
        answers.put((number, ("refused", error.code)))
    except BaseException as error:
        answers.put((number, ("failed", repr(error))))
    finally:
        connections.close_all()
