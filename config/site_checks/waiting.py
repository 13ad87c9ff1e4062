"""Waiting for another program for so long and no longer."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


def within(seconds: float, ask: Callable[[], T]) -> T:
    """What ``ask`` gives, or raises, by then; else TimeoutError. A name that is looked up, a connection and each part
    of an answer may take their time, and no limit of a socket holds for all of them together: so it is asked beside,
    and left to itself when the time is over. It touches no database."""
    told: list[T] = []
    failed: list[BaseException] = []

    def ask_beside() -> None:
        try:
            told.append(ask())
        except BaseException as error:
            failed.append(error)

    beside = threading.Thread(target=ask_beside, name="asked by a check", daemon=True)
    beside.start()
    beside.join(seconds)
    if told:
        return told[0]
    raise failed[0] if failed else TimeoutError
