"""When deck lists are locked and published: for every role, at every point of an event, by page, API and files."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.factories import (
    actor,
    at,
    finish_round,
    open_event,
    running_round,
    started,
    tables,
    walk_in,
    win,
)
from tests.tournaments.pages.conftest import Who, who
from tournaments.access import Actor
from tournaments.decks.changes import submit_deck
from tournaments.decks.publication import published_lists
from tournaments.decks.queries import deck_of
from tournaments.entrants.changes import drop_entrant
from tournaments.errors import Conflict, Invalid, NotAllowed, ReasonNeeded
from tournaments.events.changes import edit_event
from tournaments.events.life import finish_event
from tournaments.events.staff import grant_role
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.results.changes import enter_result

__all__ = ["who"]
pytestmark = pytest.mark.django_db
SECRET = "No Such Card"
LIST = {"name": "Planted name", "sections": {"personal": [{"card": SECRET, "count": 2}]}}
#: who reads a list of Player1 before it is published; Jude, Hedda and Olga do not play
CLOSED_TO = ("", "stranger", "player2", "sam", "player3")
OPEN_TO = ("player1", "jude", "hedda", "olga")


def taking(**choices: object) -> Event:
    """Four players, of whom Player1 has handed in; Player3 is a judge besides."""
    event = open_event(4, deck_lists="optional", **choices)
    grant_role(event, "player3", "judge", by=actor("olga"), now=at(-90))
    submit_deck(of(event), LIST, by=actor("player1"), now=at(-80))
    return event


def of(event: Event, number: int = 1) -> Entrant:
    entrant = event.entrants.get(code=f"P0{number}")
    entrant.event = event
    return entrant


def readers(event: Event) -> set[str]:
    """Who of all reads the list of Player1."""
    read = set()
    event.refresh_from_db()
    for name in (*CLOSED_TO, *OPEN_TO):
        try:
            deck_of(of(event), by=actor(name) if name else Actor.anonymous())
        except NotAllowed:
            continue
        read.add(name)
    return read


def play(event: Event, minute: int) -> None:
    round = running_round(event, minute)
    for match in tables(round):
        enter_result(match, win("A"), by=actor("sam"), now=at(minute + 20))
    finish_round(round, by=actor("olga"), now=at(minute + 30))


@pytest.mark.parametrize(
    ("choices", "opens"),
    [
        ({}, "never"),
        ({"open_decks": "start"}, "start"),
        ({"open_decks": "round", "open_decks_after": 1}, "round 1"),
        ({"open_decks": "round", "open_decks_after": 5}, "end"),
    ],
)
def test_who_reads_a_list_and_when(choices: dict[str, object], opens: str) -> None:
    event, everybody = taking(**choices), {*CLOSED_TO, *OPEN_TO}
    closed, steps = {"player1", "olga"}, []
    assert readers(event) == closed  # Hedda and Jude have their roles from the start on
    event = started(event)
    closed = {*OPEN_TO}
    for step in ("start", "round 1", "end"):
        if step == "round 1":
            play(event, 0)
        elif step == "end":
            finish_event(event, by=actor("olga"), now=at(100), reason="Enough.")
        steps.append(step)
        assert readers(event) == (everybody if opens in steps else closed), step
        public = published_lists(event, by=Actor.anonymous()).count()
        assert public == (opens in steps)


def test_no_page_answer_or_file_tells_a_closed_list(who: Who) -> None:
    event = started(taking(open_decks="round", open_decks_after=1))
    slug = event.slug
    paths = [
        *[
            reverse(f"tournaments:{name}", args=[slug])
            for name in ("event_page", "entrants", "standings", "decks", "charts")
        ],
        reverse("tournaments:entrant_deck", args=[slug, of(event).pk]),
        f"/api/v1/events/{slug}/charts/",
        *[
            f"/api/v1/events/{slug}/{path}"
            for path in ("", "decks/", "entrants/", "entrants/P01/deck/", "journal/")
        ],
        *[
            f"/api/v1/events/{slug}/export/{name}"
            for name in (
                "event.json",
                "standings.json",
                "entrants.csv",
                "pairings.json",
                "decks.json",
                "decks.csv",
            )
        ],
    ]
    showing = [
        *paths[3:7],
        f"/api/v1/events/{slug}/decks/",
        f"/api/v1/events/{slug}/entrants/P01/deck/",
        f"/api/v1/events/{slug}/export/decks.json",
        f"/api/v1/events/{slug}/export/decks.csv",
    ]

    def told(client: Client) -> list[str]:
        said = {path: client.get(path).content.decode() for path in paths}
        return [path for path, text in said.items() if SECRET in text or "Planted name" in text]

    for name in ("", "player2", "player3", "sam"):
        assert told(who(name)) == []
    assert paths[-1] in told(who("jude"))
    play(event, 0)
    for name in ("", "player2", "sam"):
        assert told(who(name)) == showing
    answer = who("").get(f"/api/v1/events/{slug}/decks/").json()
    assert answer["published"] and [one["entrant"] for one in answer["lists"]] == ["P01"]


def test_who_never_played_keeps_the_list() -> None:
    event = taking(open_decks="start")
    drop_entrant(of(event), by=actor("olga"), now=at(-70))
    event = started_without(event)
    assert published_lists(event, by=actor("player2")).count() == 0
    with pytest.raises(NotAllowed):
        deck_of(of(event), by=actor("player2"))


def started_without(event: Event) -> Event:
    event.entrants.filter(code="P01").update(status="waitlisted")
    Event.objects.filter(pk=event.pk).update(state="running")
    return Event.objects.get(pk=event.pk)


def test_the_deadline_locks_by_itself(who: Who) -> None:
    event = taking(deck_deadline=at(-60))
    other = LIST | {"name": "Other"}
    submit_deck(of(event), other, by=actor("player1"), now=at(-60.01))
    with pytest.raises(Conflict, match="locked"):
        submit_deck(of(event), LIST, by=actor("player1"), now=at(-60))
    walked = walk_in(event)
    with pytest.raises(Conflict, match="locked"):
        submit_deck(walked, LIST, by=Actor.of_entrant(walked), now=at(-59))
    assert submit_deck(of(event), LIST, by=actor("olga"), now=at(-59)).by == "Olga"
    page = who("player1").get(reverse("tournaments:my_deck", args=[event.slug])).content.decode()
    assert "locked since" in page and "11:00" in page and 'type="file"' not in page


def test_after_the_start_the_choice_changes_with_a_reason_and_the_round_must_be_said() -> None:
    event, olga = started(taking()), actor("olga")
    with pytest.raises(Invalid):
        edit_event(event, {"open_decks": "round"}, by=olga, now=at(0), reason="So said.")
    with pytest.raises(ReasonNeeded):
        edit_event(event, {"open_decks": "start"}, by=olga, now=at(0))
    edit_event(event, {"open_decks": "start"}, by=olga, now=at(0), reason="As announced.")
    assert event.journal.filter(kind="edited", public=True, reason="As announced.").exists()
