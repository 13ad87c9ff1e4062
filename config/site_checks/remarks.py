"""What is said of one thing that was looked at."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tournaments.messages import Message

Level = Literal["ok", "warning", "wrong"]


@dataclass(frozen=True)
class Remark:
    """`about`: what was looked at, by a name that does not change; `todo`: what to do, empty where all is well. Neither
    holds a secret."""

    level: Level
    about: str
    said: Message
    todo: Message | None = None


def ok(about: str, said: Message) -> Remark:
    """It is as it should be."""
    return Remark("ok", about, said)


def warning(about: str, said: Message, todo: Message) -> Remark:
    """It works, and may not for long, or not for everybody."""
    return Remark("warning", about, said, todo)


def wrong(about: str, said: Message, todo: Message) -> Remark:
    """It does not work, or is not safe."""
    return Remark("wrong", about, said, todo)
