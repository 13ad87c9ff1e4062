"""Telling players who asked for it: the notifications of a fact, written in its transaction."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from tournaments.live.nudge import nudge
from tournaments.messages import stored
from tournaments.models.entrants import Entrant
from tournaments.models.notifications import About, Channel, Notification, Subscription
from tournaments.models.rounds import Match, Round, Seat
from tournaments.reading import AT_ONCE

#: After which nobody wants to be told any more.
OLD = {
    About.ROUND: timedelta(minutes=30),
    About.TIME: timedelta(minutes=10),
    About.CALL: timedelta(minutes=30),
    About.PENALTY: timedelta(minutes=60),
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


def _seats(rounds: Iterable[int]) -> list[tuple[int, int]]:
    """The entrant and the match of every seat in these rounds whose player asked to be told of something: one
    statement, and nothing where nobody did."""
    asked = Seat.objects.filter(round__in=list(rounds), entrant__subscriptions__ended_at=None)
    asked = asked.filter(entrant__subscriptions__isnull=False).distinct()
    return list(asked.values_list("entrant", "match"))


def _tell(about: About, told: dict[tuple[int, int], dict[str, Any]], now: datetime) -> None:
    data = {entrant: said for (entrant, _match), said in told.items()}
    numbers, rows = list(data), []
    for start in range(0, len(numbers), AT_ONCE):
        part = numbers[start : start + AT_ONCE]
        for row in Subscription.objects.filter(entrant__in=part, ended_at=None).order_by("pk"):
            if about in row.about:
                made = Notification(subscription=row, about=about, data=data[row.entrant_id])
                made.created_at = made.due_at = now
                made.expires_at = now + OLD[about]
                rows.append(made)
    if rows:
        Notification.objects.bulk_create(rows, batch_size=500)
        nudge()
