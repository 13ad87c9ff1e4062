"""A start that is undone: everybody is where they were before it, whatever they did since."""

from __future__ import annotations

import pytest

from tests.tournaments.factories import actor, at, open_event, walk_in
from tournaments.entrants.changes import (
    check_in,
    disqualify_entrant,
    drop_entrant,
    mark_no_show,
    reinstate_entrant,
    return_entrant,
)
from tournaments.entrants.entry import edit_entrant, late_entry
from tournaments.events.life import back_to_registration, open_check_in, start_event, unstart_event
from tournaments.models.events import Event

pytestmark = pytest.mark.django_db

BEFORE = {
    "P01": "checked_in",  # plays, and stays
    "P02": "checked_in",  # drops since
    "P03": "checked_in",  # drops since, and returns
    "P04": "registered",  # is not there
    "P05": "registered",  # is not there when it starts, and comes after that
    "P06": "dropped",  # has left before
    "P07": "dropped",  # has left before, and returns since
    "P08": "checked_in",  # is disqualified since
    "P09": "checked_in",  # has the name corrected since
    "P10": "checked_in",  # does not show up since
    "P11": "waitlisted",
    "P12": "waitlisted",  # is let in since
}
OLGA = "olga"


def statuses(event: Event) -> dict[str, str]:
    return dict(event.entrants.order_by("pk").values_list("code", "status"))


@pytest.fixture
def event() -> Event:
    """In check-in, with somebody in every state: eight places, of whom two left, and four who came to the desk."""
    olga = actor(OLGA)
    event = open_event(8, capacity=8)
    for code in ("P06", "P07"):
        drop_entrant(event.entrants.get(code=code), by=olga, now=at(-50))
    for name in ("Ivo", "Jan", "Kim", "Lea"):
        walk_in(event, name)
    event = open_check_in(event, by=olga, now=at(-40))
    for code, status in BEFORE.items():
        if status == "checked_in":
            check_in(event.entrants.get(code=code), by=olga, now=at(-30))
    assert statuses(event) == BEFORE
    return event


def moved_since(event: Event) -> None:
    """What happens after the start to those who do something."""
    olga = actor(OLGA)
    for minute, (code, change) in enumerate(
        (("P02", drop_entrant), ("P03", drop_entrant), ("P03", return_entrant), ("P05", return_entrant),
         ("P07", return_entrant), ("P10", mark_no_show), ("P12", return_entrant)), start=1,
    ):  # fmt: skip
        change(event.entrants.get(code=code), by=olga, now=at(minute))
    edit_entrant(event.entrants.get(code="P09"), {"name": "Zoe"}, by=olga, now=at(9))
    disqualify_entrant(event.entrants.get(code="P08"), reason="Dice.", by=olga, now=at(10))


@pytest.mark.parametrize("times", [1, 2])
def test_everybody_is_as_before_but_who_is_disqualified(event: Event, times: int) -> None:
    """Once as after a second start that is undone in its turn."""
    olga = actor(OLGA)
    for _turn in range(times):
        event = start_event(event, by=olga, now=at(0))
        assert statuses(event)["P05"] == "no_show"
        if _turn == 0:
            moved_since(event)
        event = unstart_event(event, by=olga, now=at(20))
        assert statuses(event) == BEFORE | {"P08": "disqualified"}
    left = event.entrants.filter(dropped_after__isnull=False)
    assert sorted(left.values_list("code", "dropped_after")) == [("P06", 0), ("P07", 0)]
    names = dict(event.entrants.values_list("code", "name"))
    said = event.journal.get(kind="start_undone")
    # who had come in, left or not shown up by a step of his own; not whom the start alone had moved
    assert (
        said.text
        == "As before the start again, whatever they did since: "
        + ", ".join(names[code] for code in ("P02", "P07", "P10", "P12"))
        + "."
    )
    assert not said.public


def test_the_same_without_check_in(event: Event) -> None:
    """Registration with some who have checked in before it was closed again: each as he was."""
    olga = actor(OLGA)
    event = back_to_registration(event, by=olga, now=at(-20))
    event = start_event(event, by=olga, now=at(0))
    assert statuses(event)["P05"] == "playing"
    for minute, (code, change) in enumerate(
        (("P02", drop_entrant), ("P03", drop_entrant), ("P03", return_entrant), ("P05", drop_entrant),
         ("P04", drop_entrant), ("P04", return_entrant), ("P07", return_entrant), ("P12", return_entrant)), start=1,
    ):  # fmt: skip
        change(event.entrants.get(code=code), by=olga, now=at(minute))
    event = unstart_event(event, by=olga, now=at(20))
    assert (event.state, statuses(event)) == ("registration", BEFORE)
    event = start_event(event, by=olga, now=at(30))
    event = unstart_event(event, by=olga, now=at(31))
    assert statuses(event) == BEFORE


def test_who_has_come_in_since_is_here() -> None:
    olga = actor(OLGA)
    event = open_event(3)
    event = open_check_in(event, by=olga, now=at(-40))
    for entrant in event.entrants.all():
        check_in(entrant, by=olga, now=at(-30))
    event = start_event(event, by=olga, now=at(0))
    late_entry(event, "Late Lea", by=olga, now=at(1))
    gone = late_entry(event, "Late Max", by=olga, now=at(2))
    drop_entrant(gone, by=olga, now=at(3))
    event = unstart_event(event, by=olga, now=at(4))
    assert statuses(event) == dict.fromkeys(("P01", "P02", "P03", "P04"), "checked_in") | {"P05": "dropped"}
    event = unstart_event(start_event(event, by=olga, now=at(5)), by=olga, now=at(6))
    assert statuses(event)["P04"] == "checked_in"


def test_a_start_that_does_not_say_what_came_before_goes_by_its_time(event: Event) -> None:
    """As those of a site from before this was written down."""
    olga = actor(OLGA)
    event = start_event(event, by=olga, now=at(0))
    started = event.journal.get(kind="start_event")
    del started.details["changes"]
    started.save(update_fields=["details"])
    moved_since(event)
    event = unstart_event(event, by=olga, now=at(20))
    assert statuses(event) == BEFORE | {"P08": "disqualified"}
    reinstate_entrant(event.entrants.get(code="P08"), reason="Not his.", by=olga, now=at(21))
