"""Every door that is read, by everybody who may come, in every state: opened by the table and by nothing else.

Who may not is refused, by pages and API alike, whatever there is; who may is shown it, or told that there is nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.db import transaction
from django.urls.resolvers import URLPattern

from tests.tournaments.access.doors import is_refusal, patterns
from tests.tournaments.access.reading import reads
from tests.tournaments.access.scenes import Scene, all_scenes
from tests.tournaments.access.test_doors import Cast, Door, writes
from tests.tournaments.access.walkers import LINK, WALKERS
from tournaments.access.table import PLAYER

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
#: about the own entrant of whoever comes
OF_ONESELF = {"kept_table", "my-notifications", "notifications", "my-penalties"}
#: What a log came to waits for who plays a running match of a competitive event, whichever event the log is of. These
#: accounts play in some of the scenes; a claim link is for its own event alone.
WAITS, PLAY = {"record_page", "record_entry", "record", "record-entry"}, {"player", "other", "polly"}
NEVER = "never"
#: one in so many of what the full tier meets: prime, so that each door, walker and scene has its turn
SHARE = 37


def is_read(pattern: URLPattern) -> bool:
    """Whether the door of the API answers GET; pages say it themselves."""
    view = getattr(pattern.callback, "cls", None)
    return view is None or hasattr(view, "get")


def doors() -> Iterator[Door]:
    """Those of events, by the table above."""
    known = reads()
    for path, pattern in patterns():
        name, api = str(pattern.name), path.startswith("api/")
        actions = known.get((name, api)) or known.get((name, False)) if api else known.get((name, False))
        if actions is not None and is_read(pattern):
            yield Door(name, path, "GET", "", actions)


def expected(cast: Cast, door: Door, who: str, scene: Scene) -> str:
    if door.label not in OF_ONESELF:
        return cast.expected(door, who, scene)
    held = cast.walkers.roles(who, scene, door.path)
    return "now" if PLAYER in held and cast.walkers.may_ask(who, door.actions[0], door.path) else NEVER


def wrong_at(cast: Cast, door: Door, who: str, scene: Scene) -> str:
    """What is wrong with the answer; empty where nothing is."""
    wanted = expected(cast, door, who, scene)
    with transaction.atomic(), writes() as written:
        answer: Any = cast.walkers.clients[who, scene.name].get(
            cast.walkers.at(who, scene).address(door.path)
        )
        transaction.set_rollback(True)
    status = answer.status_code
    where = f"{door.label} ({door.path}) to {who or 'a visitor'} in {scene.name} ({wanted}): {status}"
    if status >= 500 or written:
        return f"{where} is a fault, or wrote to {written}"
    if wanted == NEVER and not is_refusal(answer):
        return f"{where} lets in"
    waits = door.label in WAITS and who in (*PLAY, LINK)
    if waits and who in PLAY and status < 400:
        return f"{where} tells what a log came to"
    if wanted != NEVER and is_refusal(answer) and status != 404 and not waits:
        return f"{where} refuses {answer.content[:120]!r}"
    return ""


@pytest.mark.parametrize("share", [SHARE, pytest.param(1, marks=pytest.mark.long)])
def test_every_reading_door_in_every_state(share: int) -> None:
    cast = Cast(all_scenes())
    met = [each for number, each in enumerate(product(doors(), WALKERS, cast.scenes)) if number % share == 0]
    found = [text for text in (wrong_at(cast, *each) for each in met) if text]
    assert not found, "\n".join(found)
