"""Asking for precedents: whole for who may read that match's logs whole, else the copy that is open to all."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import overload

import msgspec
from django.db.models import BooleanField, Case, Expression, Q, QuerySet, Value, When

from referee.models.precedents import Precedent, PrecedentMention
from referee.precedents.checking import newest_checks, ruleset_of
from referee.precedents.index import ranked
from tournaments.access import Actor, may
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.events import Event, State
from tournaments.models.rounds import RoundState, Seat

Kind = PrecedentMention.Kind
#: Columns that a list does not show.
LONG = ("text", "words", "open_text", "open_words")
#: Whose copy is open to everybody: another site's, and those of matches that are over.
OVER = Q(match=None) | Q(match__round__state=RoundState.FINISHED) | Q(event__state=State.FINISHED)


class Standing(msgspec.Struct, frozen=True):
    """Whether a precedent holds by today's rules, as far as its reader may know. ``is_checked``: it was judged by them;
    else what is said is of the rules before."""

    failures: tuple[str, ...] = ()
    is_checked: bool = False


@dataclass(frozen=True)
class InOrder(Sequence[Precedent]):
    """Precedents in the order of these numbers, each part of them read when it is asked for."""

    precedents: QuerySet[Precedent]
    numbers: Sequence[int]

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, at: int) -> Precedent: ...
    @overload
    def __getitem__(self, at: slice) -> list[Precedent]: ...
    def __getitem__(self, at: int | slice) -> Precedent | list[Precedent]:
        if isinstance(at, int):
            return self[at : at + 1 or None][0]
        numbers = self.numbers[at]
        rows = self.precedents.defer(*LONG).in_bulk(list(numbers))
        return [rows[number] for number in numbers if number in rows]


def readable(actor: Actor, game: str = "", *, of_staff: bool = False) -> QuerySet[Precedent]:
    """The precedents that the actor may read, of one game or all, the newest first. Each has ``whole``: whether all of
    it is the actor's to read. Staff of an event of the game (``of_staff``) read the open copies at once, others when
    the match is over."""
    precedents = Precedent.objects.select_related("event")
    if game:
        precedents = precedents.filter(game=game)
    to_others = Q() if of_staff else OVER & (Q(event=None) | ~Q(event__state=State.DRAFT))
    precedents = precedents.annotate(whole=_is_whole(actor, game))
    return precedents.filter(Q(whole=True) | (~Q(open_text="") & to_others))


def _is_whole(actor: Actor, game: str) -> Expression:
    """Whether a precedent is the actor's to read whole; a plain no where none is."""
    events = judged_by(actor, game)
    if not events:
        return Value(False)
    judged = Q(event__in=events)
    own = _own_matches(actor)
    if own:
        judged &= Q(match=None) | ~Q(match__in=own)
    return Case(When(judged, then=True), default=False, output_field=BooleanField())


def of_event(actor: Actor, event: Event) -> QuerySet[Precedent]:
    """The precedents of an event's game that the actor, of its staff, may read."""
    return readable(actor, event.game, of_staff=True)


def found_precedents(
    precedents: QuerySet[Precedent], wanted: str
) -> QuerySet[Precedent] | Sequence[Precedent]:
    """Those of these precedents (by ``readable``) with each of the words in their name, rules, cards or comments as far
    as the actor reads them: the best first. All of them without words."""
    return precedents if not wanted.strip() else InOrder(precedents, ranked(precedents, wanted))


def best_precedents(precedents: QuerySet[Precedent], wanted: str, most: int) -> list[Precedent]:
    """The best of these precedents for a question: those with all of its words, then those with some."""
    return InOrder(precedents, ranked(precedents, wanted, most=most, some=True))[:most]


def citing(precedents: QuerySet[Precedent], kind: Kind, key: str) -> QuerySet[Precedent]:
    """Those of these precedents (by ``readable``) that are about an entry of the rulebook, or have a card in them, as
    far as the actor reads them."""
    mentions = PrecedentMention.objects.filter(kind=kind, key=key)
    read = Q(pk__in=mentions.filter(is_open=True).values("precedent")) | Q(
        whole=True, pk__in=mentions.values("precedent")
    )
    return precedents.filter(read).order_by("-pk")


def precedent_of(precedents: QuerySet[Precedent], number: int) -> Precedent:
    """One of these. Raises NotFound."""
    precedent = precedents.filter(pk=number).first() if 0 < number < 2**63 else None
    if precedent is None:
        raise NotFound(_("There is no such precedent."))
    return precedent


def judged_by(actor: Actor, game: str = "") -> list[int]:
    """The events with precedents of this game, or of any, whose logs the actor may read whole."""
    if actor.user is None:
        return []
    events = Event.objects.filter(precedents__isnull=False).distinct()
    if game:
        events = events.filter(game=game)
    held = events.filter(staff_roles__user=actor.user, staff_roles__revoked_at=None)
    return [one.pk for one in held if may(actor, "view_log", one)]


def _own_matches(actor: Actor) -> list[int]:
    """The matches with precedents that the actor plays in."""
    if actor.user is None and not actor.claimed:
        return []
    own = Q(entrant__in=actor.claimed)
    if actor.user is not None:
        own |= Q(entrant__user=actor.user)
    seats = Seat.objects.filter(own, match__precedents__isnull=False)
    return list(seats.values_list("match", flat=True).distinct())


def text_for(precedent: Precedent) -> str:
    """The scenario as whoever asked for it may read it."""
    whole: bool = getattr(precedent, "whole", False)
    return precedent.text if whole else precedent.open_text


def standings_of(precedents: Iterable[Precedent]) -> dict[int, Standing]:
    """Whether each of these holds, by its number, as the last check of it said."""
    rows = list(precedents)
    checks = newest_checks(row.pk for row in rows)
    told = {}
    for row in rows:
        check = checks.get(row.pk)
        if check is None:
            told[row.pk] = Standing()
            continue
        failures = check.failures if getattr(row, "whole", False) else check.open_failures
        told[row.pk] = Standing(tuple(failures), check.ruleset == ruleset_of(row.game))
    return told
