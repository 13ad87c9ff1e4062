"""Kills of the parts of a launched site, by what they are."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import time
from collections.abc import Iterable

from tests.ground.launched import Site, gone
from tests.ground.places import alive, command_of, wait_until

#: The words of a part's command line, before and after its server has given it a name; some have several processes.
PARTS: dict[str, tuple[str, ...]] = {
    "a page worker": ("first-blood pages worker",),
    "the pages": ("config.launch.child pages",),
    "the runner": ("config.launch.child runner",),
    "the stream": ("config.launch.child stream",),
    "the stream's worker": ("first-blood stream worker",),
}
LAUNCHER, ALL = "the launcher", "everything at once"


def processes_of(site: Site, part: str) -> list[int]:
    """The processes of a part that run now."""
    words = {pid: command_of(pid) for pid in sorted(site.processes() - {site.process.pid})}
    named = PARTS[part]
    short = part.removeprefix("the ")
    return [
        pid
        for pid, said in words.items()
        if any(word in said for word in named) or said == f"first-blood {short}"
    ]


def kill_whole(site: Site) -> set[int]:
    """Kills every process of the site at once, and gives which there were."""
    before = site.processes()
    # The launcher first: it would start others.
    for pid in [site.process.pid, *sorted(before - {site.process.pid})]:
        _kill(pid)
    site.process.wait()
    assert wait_until(lambda: gone(before), 60), [command_of(pid) for pid in before if alive(pid)]
    return before


def kill(site: Site, part: str, chance: random.Random) -> set[int]:
    """Kills the part at a moment nobody chose, and has the site whole again where nobody else sees to it. Gives who
    must be gone at the end."""
    before = site.processes()
    if part in (LAUNCHER, ALL):
        time.sleep(chance.random())
        before |= site.processes()
        killed = before if part == ALL else {site.process.pid}
        # The launcher first: it would start others.
        for pid in [site.process.pid, *sorted(killed - {site.process.pid})]:
            _kill(pid)
        site.process.wait()
        assert wait_until(lambda: gone(before), 60), [command_of(pid) for pid in before if alive(pid)]
        site.process = site.launch()
        assert site.up(), site.said()
        return before
    found: list[int] = []
    assert wait_until(lambda: found.extend(processes_of(site, part)) or found, 60), (part, site.said())
    time.sleep(chance.random())
    # It may have ended with another part by now; then whoever came in its place.
    pid = chance.choice(processes_of(site, part) or found)
    _kill(pid)
    assert wait_until(lambda: not alive(pid), 60)
    return before


def _kill(pid: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def kills(seed: int, times: int, more: Iterable[str] = ()) -> list[str]:
    """So many kills, every part among them, in an order of the seed's; everything at once where there are many."""
    often = [*PARTS, *more]
    chance = random.Random(f"kills {seed}")
    # To start the launcher again takes as long as several of the others.
    kinds = [*often, LAUNCHER, *([ALL] if times > 2 * len(often) else [])]
    chosen = kinds + [chance.choice(often) for _ in range(times - len(kinds))]
    chance.shuffle(chosen)
    return chosen
