"""A series' own policy of penalties."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from tournaments.access import Actor
from tournaments.access.table import BEFORE
from tournaments.journal import note
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.penalties import PenaltyPolicy
from tournaments.models.series import Series
from tournaments.policies.queries import policy_of_series
from tournaments.policies.reading import body_of, read_policy
from tournaments.series.changes import check_owner


def set_penalty_policy(series: Series, raw: object, *, by: Actor, now: datetime) -> PenaltyPolicy | None:
    """Gives the series this policy as a new version; events that have started keep the one they started with. The same
    as before changes nothing. Raises NotAllowed but for the owner, Invalid with the place that is wrong."""
    with transaction.atomic():
        series = Series.objects.select_for_update(no_key=True).get(pk=series.pk)
        check_owner(series, by)
        policy, before = read_policy(raw), policy_of_series(series)
        if policy == before.policy:
            return before.version
        PenaltyPolicy.objects.filter(series=series, replaced_at=None).update(replaced_at=now)
        newest = PenaltyPolicy.objects.filter(series=series).order_by("-number").first()
        version = PenaltyPolicy.objects.create(
            series=series,
            number=newest.number + 1 if newest else 1,
            body=body_of(policy),
            at=now,
            **by.fact,
        )
        said = _("The series %(name)s has a new version of its penalties.", name=series.name)
        _tell_events(series, said, by, now)
    return version


def remove_penalty_policy(series: Series, *, by: Actor, now: datetime) -> Series:
    """From now on its events start with the usual policy. Twice is once. Raises NotAllowed but for the owner."""
    with transaction.atomic():
        series = Series.objects.select_for_update(no_key=True).get(pk=series.pk)
        check_owner(series, by)
        if PenaltyPolicy.objects.filter(series=series, replaced_at=None).update(replaced_at=now):
            _tell_events(
                series, _("The series %(name)s has the usual penalties again.", name=series.name), by, now
            )
    return series


def _tell_events(series: Series, said: Message, by: Actor, now: datetime) -> None:
    """A line for each event that has yet to start and follows the series."""
    waiting = Event.objects.filter(series=series, state__in=BEFORE, penalty_policy="")
    for event in waiting.order_by("pk"):
        note(event, "penalty_policy", said, by=by, now=now, public=True)
