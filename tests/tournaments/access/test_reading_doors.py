"""Every door that is read, by everybody who may come, in every state: opened by the table and by nothing else.

Who may not is refused, by pages and API alike, whatever there is; who may is shown it, and told that there is nothing
where there really is nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls.resolvers import URLPattern

from tests.tournaments.access.doors import READ, is_refusal, patterns, steps_of
from tests.tournaments.access.reading import OTHERWISE, reads
from tests.tournaments.access.scenes import MAKERS, Scene, all_scenes, disputed, scene_of
from tests.tournaments.access.test_doors import NOW, Cast, Door, writes
from tests.tournaments.access.walkers import AT_TABLE, LINK, WALKERS
from tests.tournaments.factories import actor
from tournaments.access.table import PLAYER

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
#: about the own entrant of whoever comes
OF_ONESELF = {"kept_table", "my-notifications", "notifications", "my-penalties"}
#: What a log came to waits for who plays a running match of a competitive event, whichever event the log is of. These
#: accounts play in some of the scenes; a claim link is for its own event alone.
WAITS = {
    "record_page",
    "record_entry",
    "record_picture",
    "record_offline",
    "record",
    "record-entry",
    "record-notes",
}
PLAY = {"player", "other", "polly"}
NEVER = "never"
#: A game's log, and a picture that its side sent for judges alone: for who sits there and who may see the log whole;
#: for others there is none, until the event opens it.
OF_A_GAME = {"record", "record-file", "record-entry", "record-rulings", "record-notes", "record_page",
             "record_download", "record_entry", "record_picture", "record_offline", "picture"}  # fmt: skip
UNPUBLISHED = {"draft", "registration", "checking_in", "begun", "offered"}
EVERYWHERE = {maker.__name__ for maker in MAKERS}
#: Where there is really nothing to show to who may: by the scenes' names. What no scene has (a second log, a branch, a
#: precedent, a saved file, a webhook, a deck check by programs) is shown in tests of its own.
NOTHING: dict[str, set[str]] = {
    name: scenes
    for names, scenes in (
        (
            "logs-beside merged-log logs_beside merged_download dispute-branch precedent precedent_file saved-file "
            "saved_file webhook deck-check record_offline",
            EVERYWHERE,
        ),
        (
            "round round-clock round_page print_names print_tables print_slips round_pairings_pdf round_slips_pdf",
            UNPUBLISHED,
        ),
        ("offer!", EVERYWHERE - {"offered"}),
        ("offer seating", {"begun"}),
        ("change_pairing", {"begun", "offered", "between"}),
        ("standings_after working", EVERYWHERE - {"between", "finished"}),
        ("deck", {*UNPUBLISHED, "published", "started", "reported", "contested", "paused", "called"}),
        ("announcements embed", {"draft"}),
        ("event-rejudge", EVERYWHERE - {"disputed", "answered"}),
    )
    for name in names.split()
}
#: one in so many of what the full tier meets: prime, so that each door, walker and scene has its turn
SHARE = 53


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
    return NOW if PLAYER in held and cast.walkers.may_ask(who, door.actions[0], door.path) else NEVER


def wrong_at(cast: Cast, door: Door, who: str, scene: Scene) -> str:
    """What is wrong with the answer; empty where nothing is."""
    wanted = expected(cast, door, who, scene)
    with transaction.atomic(), writes(cast.walkers.tokens.get(who)) as written:
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
    is_hidden = door.label in OF_A_GAME and not knows_the_game(cast, who, scene, door)
    if wanted == NOW and status >= 400 and not waits and not is_hidden and scene.name not in nothing_at(door):
        return f"{where} shows nothing: {answer.content[:120]!r}"
    return ""


def knows_the_game(cast: Cast, who: str, scene: Scene, door: Door) -> bool:
    """Whether a log at the first table is there for this one."""
    whole = Door(door.label, door.path, "GET", "", ("view_log",))
    return who in AT_TABLE or cast.expected(whole, who, scene) == NOW


def nothing_at(door: Door) -> set[str]:
    """The scenes in which there is nothing behind this door."""
    name = f"{door.label}!" if door.takes_json and f"{door.label}!" in NOTHING else door.label
    return NOTHING.get(name, set())


@pytest.mark.parametrize("share", [SHARE, pytest.param(1, marks=pytest.mark.long)])
def test_every_reading_door_in_every_state(share: int) -> None:
    cast = Cast(all_scenes())
    met = [each for number, each in enumerate(product(doors(), WALKERS, cast.scenes)) if number % share == 0]
    found = [text for text in (wrong_at(cast, *each) for each in met) if text]
    assert not found, "\n".join(found)


#: Of an event, a match, a log or a live table.
OF_EVENTS = ("events/<", "matches/", "records/", "live/", "embed/")


def test_every_door_that_is_read_is_known_here() -> None:
    """A door of an event that answers GET is in the tables of `reading.py`: those of the API by their views, pages by
    their list and, whatever the list says, by being asked."""
    known, others = reads(), set(OTHERWISE.split())
    scene, client = scene_of(disputed), Client()
    client.force_login(actor("olga").user)  # type: ignore[arg-type]
    unknown = []
    for path, pattern in patterns():
        name, api = str(pattern.name), path.startswith("api/")
        if not path.removeprefix("api/v1/").startswith(OF_EVENTS):
            continue
        if (name, api) in known or (name, False) in known or name in others:
            continue
        if name in READ and not api:
            unknown.append((name, path))
        elif not api or is_read(pattern):
            answer = client.get(scene.address(path, steps_of(name)[0]))
            if answer.status_code != 405:
                unknown.append((name, path, answer.status_code))
    assert not unknown


def test_what_is_known_here_is_there() -> None:
    names = {str(pattern.name) for _path, pattern in patterns()}
    assert {name for name, _api in reads()} | set(OTHERWISE.split()) <= names
    assert {name.rstrip("!") for name in NOTHING} <= {name for name, _api in reads()}
