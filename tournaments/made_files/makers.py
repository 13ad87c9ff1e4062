"""The files that are made as long work where they are large. Whoever has one makes its maker known when the site is
loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from tournaments.access import Actor
from tournaments.models.events import Event

#: What tells files of one maker apart: a round's number, a stage, for whom.
Asked = Mapping[str, str]
Follow = Callable[[Actor, Event, Asked], bool]


@dataclass(frozen=True)
class Maker:
    """`make` gives the file. `most`: so many things of it are written within a request, by a number counted and not by
    time: a third of a second's work. `stays`: whether it is the same until something of the event changes; `fixed`:
    whether it is always, as what was asked names everything it is made of: its `make` refuses where that is no more
    what is there. `may_follow`: who knows of the job that makes it, and may break it off; None: staff, and whoever
    edits the event."""

    name: str
    make: Callable[[Event, Asked], bytes]
    most: int
    stays: bool = True
    fixed: bool = False
    may_follow: Follow | None = None

    def is_large(self, things: int) -> bool:
        """Whether a file of so many things is made as long work."""
        return things > self.most


MAKERS: dict[str, Maker] = {}


def make_known(maker: Maker) -> Maker:
    """Adds a maker. Twice is once."""
    MAKERS[maker.name] = maker
    return maker
