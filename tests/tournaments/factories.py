"""People and events for the tests: rows by factory_boy, everything that happens by the site's own changes."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import factory

from tests.tournaments.kept import kept
from tournaments.access import Actor
from tournaments.entrants.changes import add_entrant, check_in, register
from tournaments.events.changes import create_event
from tournaments.events.life import open_check_in, publish_event, start_event
from tournaments.events.staff import grant_role
from tournaments.models.accounts import User
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import (
    finish_round,
    offer_round,
    publish_round,
    set_pairing,
    start_round,
)

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


def at(minutes: float = 0) -> datetime:
    """So many minutes after noon."""
    return NOON + timedelta(minutes=minutes)


class UserFactory(factory.django.DjangoModelFactory[User]):
    """An account."""

    class Meta:
        model = User

    username = factory.Sequence(lambda n: f"person{n}")
    email = factory.LazyAttribute(lambda person: f"{person.username}@example.org")
    display_name = factory.LazyAttribute(lambda person: person.username.capitalize())


def actor(name: str) -> Actor:
    """The account of that name, made when there is none, as one who acts."""
    known = User.objects.filter(username=name).first()
    return Actor.of_user(known or UserFactory.create(username=name))


def make_event(by: Actor | None = None, **choices: Any) -> Event:
    """A draft with Olga as its organiser."""
    chosen: dict[str, Any] = {"name": "Autumn Open", "game": "looney_tunes", "games_per_match": 1} | choices
    return create_event(chosen, by=by or actor("olga"), now=at(-120))


@kept
def open_event(players: int = 0, **choices: Any) -> Event:
    """An event whose registration is open, with so many players with accounts entered."""
    olga = actor("olga")
    event = publish_event(make_event(**choices), by=olga, now=at(-110))
    for number in range(1, players + 1):
        register(event, by=actor(f"player{number}"), now=at(-100))
    return event


@kept
def running_event(players: int = 4, **choices: Any) -> Event:
    """An event that has started with so many players, all with accounts; Olga runs it, Sam keeps scores,
    Hedda is head judge and Jude judge.
    """
    event = open_event(players, **choices)
    return started(event)


def started(event: Event) -> Event:
    """Through check-in, where everybody is there, to the start."""
    olga = actor("olga")
    for name, role in (("sam", "scorekeeper"), ("hedda", "head_judge"), ("jude", "judge")):
        actor(name)
        grant_role(event, name, role, by=olga, now=at(-90))
    event = open_check_in(event, by=olga, now=at(-60))
    for entrant in event.entrants.all():
        check_in(entrant, by=olga, now=at(-50))
    return start_event(event, by=olga, now=at(-10), lists_missing="keep")


def walk_in(event: Event, name: str = "Wanda") -> Entrant:
    """Somebody without an account, entered at the desk."""
    return add_entrant(event, name, by=actor("olga"), now=at(-95))


def published_round(event: Event, minute: float = -5) -> Round:
    """The next round, offered and published."""
    olga = actor("olga")
    return publish_round(offer_round(event, by=olga, now=at(minute)), by=olga, now=at(minute))


def running_round(event: Event, minute: float = 0) -> Round:
    """The next round, being played since that minute."""
    return start_round(published_round(event, minute - 5), by=actor("olga"), now=at(minute))


def played_round(event: Event, minute: float = 0) -> Round:
    """The next round, finished: seat A wins everywhere."""
    round = running_round(event, minute)
    for match in tables(round):
        enter_result(match, win("A"), by=actor("sam"), now=at(minute + 20))
    return finish_round(round, by=actor("olga"), now=at(minute + 30))


def tables(round: Round) -> list[Match]:
    """The matches of two, by table."""
    return list(round.matches.filter(is_bye=False).order_by("table"))


def seated(match: Match, letter: str) -> Entrant:
    """Who sits there."""
    return match.seats.get(letter=letter).entrant


def player(match: Match, letter: str) -> Actor:
    """Who sits there, as one who acts."""
    entrant = seated(match, letter)
    assert entrant.user is not None
    return Actor.of_user(entrant.user)


def win(letter: str, games: list[int] | None = None) -> dict[str, Any]:
    """The outcome in which this seat wins."""
    return {"winner": letter} | ({"games": games} if games else {})


@kept
def round_under_way(players: int = 4, **choices: Any) -> Round:
    """The first round of such an event, being played since noon."""
    return running_round(running_event(players, **choices))


@kept
def second_round(players: int, *, under_way: bool = True) -> Event:
    """An event with one round finished; the second is being played, or published and not started."""
    event = running_event(players)
    played_round(event, 0)
    (running_round if under_way else published_round)(event, 60)
    return event


@kept
def many_seated(game: str, seats: int) -> Match:
    """A running match of so many seats, the only one of its round: the organiser paired it by hand."""
    event = running_event(seats, game=game)
    olga = actor("olga")
    round = offer_round(event, by=olga, now=at(-5))
    codes = list(event.entrants.order_by("pk").values_list("code", flat=True))
    if seats > 2:
        pairing = {"tables": [{"table": 1, "seats": codes}]}
        set_pairing(round, pairing, reason="One table for all.", by=olga, now=at(-5))
    round = start_round(publish_round(round, by=olga, now=at(-5)), by=olga, now=at(0))
    return tables(round)[0]
