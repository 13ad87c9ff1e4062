"""Telling players who asked for it: the notifications of a fact, written in its transaction."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from tournaments.access import Actor
from tournaments.live.nudge import nudge
from tournaments.many_rows import write_rows
from tournaments.messages import stored
from tournaments.models.entrants import Entrant
from tournaments.models.events import StaffRole
from tournaments.models.notifications import About, Channel, Notification, Subscription
from tournaments.models.rounds import Match, Round
from tournaments.reading import JsonTexts, as_text

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
    asked = _asked([round.pk], About.ROUND)
    _send(((phone, {"round": round.pk}) for phone, _match in asked), About.ROUND, now)


def notify_of_seats(round: Round, matches: Iterable[int], *, now: datetime) -> None:
    """The players of these tables of a published round were seated anew."""
    wanted, asked = set(matches), _asked([round.pk], About.ROUND)
    _send(((phone, {"round": round.pk}) for phone, match in asked if match in wanted), About.ROUND, now)


def notify_of_time(rounds: Iterable[int], matches: Iterable[int], *, now: datetime) -> None:
    """Time is called at these tables of these rounds."""
    wanted, asked = set(matches), _asked(rounds, About.TIME)
    _send(((phone, {"match": match}) for phone, match in asked if match in wanted), About.TIME, now)


def notify_of_answer(match: Match, answer: str, *, now: datetime) -> None:
    """A judge has answered the call of this table."""
    said = {"match": match.pk, "answer": {"text": str(answer), "message": stored(answer)}}
    asked = _asked([match.round_id], About.CALL)
    _send(((phone, said) for phone, at in asked if at == match.pk), About.CALL, now)


def notify_of_penalty(entrant: Entrant, penalty: int, *, now: datetime) -> None:
    """A judge has given this player a penalty, or another one. What it is stands on the player's own page."""
    phones = Subscription.objects.filter(entrant=entrant, ended_at=None).order_by("pk")
    told = ((row.pk, {"penalty": penalty}) for row in phones if About.PENALTY in row.about)
    _send(told, About.PENALTY, now)


def notify_judges(match: Match, about: About, path: str, *, by: Actor, now: datetime) -> None:
    """Something at this table waits for a judge: those who asked are told which table, but whoever brought it about.
    Whether they play there themselves is looked at when it is sent."""
    asked = Subscription.objects.filter(
        role__event=match.round.event_id, role__revoked_at=None, ended_at=None
    )
    if by.user is not None:
        asked = asked.exclude(role__user=by.user)
    said = {"match": match.pk, "path": path}
    _send(((row.pk, said) for row in asked.order_by("pk") if about in row.about), about, now)


def end_of_role(role: StaffRole, *, now: datetime) -> None:
    """The role was taken back: its phones are told nothing more, and their addresses are forgotten."""
    phones = Subscription.objects.filter(role=role, ended_at=None)
    Notification.objects.filter(subscription__in=phones, state="waiting").update(state="failed")
    phones.update(ended_at=now, secret="")


def _asked(rounds: Iterable[int], about: About) -> list[tuple[int, int]]:
    """The phones that asked to be told of this, of everybody seated in these rounds, each with the match: one
    statement, and nothing where nobody did. Of thousands; so no row is read whole."""
    phones = Subscription.objects.filter(ended_at=None, entrant__seats__round__in=list(rounds))
    rows = (
        phones.annotate(of=as_text("about")).order_by("pk").values_list("pk", "of", "entrant__seats__match")
    )
    read = JsonTexts()
    return [(phone, match) for phone, of, match in rows if about in read[of]]


def _send(told: Iterable[tuple[int, dict[str, Any]]], about: About, now: datetime) -> None:
    """Writes for each of these phones what it is told."""
    until = now + OLD[about]
    rows = write_rows(
        Notification,
        ("subscription_id", "data"),
        told,
        about=about,
        created_at=now,
        due_at=now,
        expires_at=until,
    )
    if rows:
        nudge()
