"""Telling players who asked for it: the notifications of a fact, written in its transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import Any

from tournaments.access import Actor
from tournaments.live.nudge import nudge
from tournaments.messages import stored
from tournaments.models.entrants import Entrant
from tournaments.models.events import StaffRole
from tournaments.models.notifications import About, Channel, Notification, Subscription
from tournaments.models.rounds import Match, Round, Seat
from tournaments.reading import AT_ONCE

#: After which nobody wants to be told any more.
OLD = {
    About.ROUND: timedelta(minutes=30),
    About.TIME: timedelta(minutes=10),
    About.CALL: timedelta(minutes=30),
    About.PENALTY: timedelta(minutes=60),
    About.CALLED: timedelta(minutes=15),
    About.DISPUTE: timedelta(minutes=30),
    About.APPEAL: timedelta(minutes=30),
}


def end_of_phones(entrant: Entrant, *, now: datetime) -> None:
    """Nothing more is told to any phone of this entry: whoever opened a link to it may not be its player."""
    phones = Subscription.objects.filter(entrant=entrant, channel=Channel.PUSH, ended_at=None)
    Notification.objects.filter(subscription__in=phones, state="waiting").update(state="failed")
    phones.update(ended_at=now, secret="")


def notify_of_round(round: Round, *, now: datetime) -> None:
    """A pairing was published: everybody seated, and who has the bye, is told the table."""
    _tell(About.ROUND, {seat: {"round": round.pk} for seat in _seats([round.pk])}, now)


def notify_of_seats(round: Round, matches: Iterable[int], *, now: datetime) -> None:
    """The players of these tables of a published round were seated anew."""
    wanted = set(matches)
    told = {seat: {"round": round.pk} for seat in _seats([round.pk]) if seat[1] in wanted}
    _tell(About.ROUND, told, now)


def notify_of_time(rounds: Iterable[int], matches: Iterable[int], *, now: datetime) -> None:
    """Time is called at these tables of these rounds."""
    wanted = set(matches)
    told = {seat: {"match": seat[1]} for seat in _seats(rounds) if seat[1] in wanted}
    _tell(About.TIME, told, now)


def notify_of_answer(match: Match, answer: str, *, now: datetime) -> None:
    """A judge has answered the call of this table."""
    said = {"match": match.pk, "answer": {"text": str(answer), "message": stored(answer)}}
    _tell(About.CALL, {seat: said for seat in _seats([match.round_id]) if seat[1] == match.pk}, now)


def notify_of_penalty(entrant: Entrant, penalty: int, *, now: datetime) -> None:
    """A judge has given this player a penalty, or another one. What it is stands on the player's own page."""
    _tell(About.PENALTY, {(entrant.pk, 0): {"penalty": penalty}}, now)


def notify_judges(match: Match, about: About, path: str, *, by: Actor, now: datetime) -> None:
    """Something at this table waits for a judge: those who asked are told which table, but whoever brought it about.
    Whether they play there themselves is looked at when it is sent."""
    asked = Subscription.objects.filter(
        role__event=match.round.event_id, role__revoked_at=None, ended_at=None
    )
    if by.user is not None:
        asked = asked.exclude(role__user=by.user)
    said = {"match": match.pk, "path": path}
    _send([row for row in asked.order_by("pk") if about in row.about], about, lambda row: said, now)


def end_of_role(role: StaffRole, *, now: datetime) -> None:
    """The role was taken back: its phones are told nothing more, and their addresses are forgotten."""
    phones = Subscription.objects.filter(role=role, ended_at=None)
    Notification.objects.filter(subscription__in=phones, state="waiting").update(state="failed")
    phones.update(ended_at=now, secret="")


def _seats(rounds: Iterable[int]) -> list[tuple[int, int]]:
    """The entrant and the match of every seat in these rounds whose player asked to be told of something: one
    statement, and nothing where nobody did."""
    asked = Seat.objects.filter(round__in=list(rounds), entrant__subscriptions__ended_at=None)
    asked = asked.filter(entrant__subscriptions__isnull=False).distinct()
    return list(asked.values_list("entrant", "match"))


def _tell(about: About, told: dict[tuple[int, int], dict[str, Any]], now: datetime) -> None:
    data = {entrant: said for (entrant, _match), said in told.items()}
    numbers: list[int] = list(data)
    rows: list[Subscription] = []
    for start in range(0, len(numbers), AT_ONCE):
        part = numbers[start : start + AT_ONCE]
        asked = Subscription.objects.filter(entrant__in=part, ended_at=None).order_by("pk")
        rows += [row for row in asked if about in row.about]
    _send(rows, about, lambda row: data[row.entrant_id or 0], now)


def _send(
    phones: Iterable[Subscription],
    about: About,
    data: Callable[[Subscription], dict[str, Any]],
    now: datetime,
) -> None:
    rows = [
        Notification(
            subscription=phone,
            about=about,
            data=data(phone),
            created_at=now,
            due_at=now,
            expires_at=now + OLD[about],
        )
        for phone in phones
    ]
    if rows:
        Notification.objects.bulk_create(rows, batch_size=500)
        nudge()
