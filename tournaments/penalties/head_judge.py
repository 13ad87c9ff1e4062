"""Who acts as head judge: the head judge, and an organiser where the event has none who could decide."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import QuerySet, prefetch_related_objects

from tournaments.access import Actor, may
from tournaments.access.permissions import Subject, may_at
from tournaments.access.rows import part_of
from tournaments.access.table import HEAD_JUDGE
from tournaments.errors import NotAllowed
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, StaffRole
from tournaments.models.rounds import Match


def acts_as_head_judge(actor: Actor, event: Event, subject: Subject = None) -> bool:
    """Whether the actor may go beyond and below the policy here: the head judge who does not play at this table; an
    organiser, or who stands in for one, where there is no such head judge."""
    if not may(actor, "exceed_policy", event, subject):
        return False
    if actor.is_system or HEAD_JUDGE in part_of(actor, event).roles:
        return True
    return not _head_judges(event, subject)


def head_judge_at(actor: Actor, event: Event, matches: Iterable[Match]) -> frozenset[int]:
    """At which of an event's matches the actor acts as head judge: the same of many, with as many queries as for
    one. It reads the seats with their entrants where they are not there yet."""
    tables = list(matches)
    able = may_at(actor, "exceed_policy", event, tables)
    if not able or actor.is_system or HEAD_JUDGE in part_of(actor, event).roles:
        return able
    prefetch_related_objects(tables, "seats__entrant")
    heads = set(_held(event).values_list("user_id", flat=True))
    return frozenset(
        match.pk
        for match in tables
        if match.pk in able and heads <= {seat.entrant.user_id for seat in match.seats.all()}
    )


def check_head_judge(actor: Actor, event: Event, subject: Subject = None) -> None:
    """Raises NotAllowed for anybody else, and names whom to ask."""
    if acts_as_head_judge(actor, event, subject):
        return
    names = ", ".join(_head_judges(event, subject))
    if names:
        raise NotAllowed(_("Only the head judge goes beyond or below the policy. Ask %(name)s.", name=names))
    raise NotAllowed(_("Only the head judge goes beyond or below the policy."))


def _head_judges(event: Event, subject: Subject) -> list[str]:
    """The names of the head judges who do not play there."""
    held = _held(event).select_related("user")
    if isinstance(subject, Entrant):
        held = held.exclude(user=subject.user_id) if subject.user_id else held
    elif subject is not None:
        players = subject.seats.exclude(entrant__user=None).values("entrant__user")
        held = held.exclude(user__in=players)
    return [role.user.shown_name for role in held.order_by("pk")]


def _held(event: Event) -> QuerySet[StaffRole]:
    """Who is head judge."""
    return StaffRole.objects.filter(event=event, role=HEAD_JUDGE, revoked_at=None)
