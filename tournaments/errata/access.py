"""Who may declare errata: the owner of a series, and the head judges of its published events."""

from __future__ import annotations

from tournaments.access import Actor, may
from tournaments.errors import NotAllowed
from tournaments.messages import message as _
from tournaments.models.events import Event, Role
from tournaments.models.series import Series

ACTION = "declare_erratum"


def may_declare(series: Series, by: Actor) -> bool:
    """Whether the actor may declare an erratum of this series."""
    if by.user is None or not by.may_ask(ACTION):
        return False
    if series.owner_id == by.user.pk:
        return True
    judged = Event.objects.filter(
        series=series,
        staff_roles__user=by.user,
        staff_roles__role=Role.HEAD_JUDGE,
        staff_roles__revoked_at=None,
    )
    return any(may(by, ACTION, event) for event in judged)


def check_may_declare(series: Series, by: Actor) -> None:
    """Raises NotAllowed where the actor may not."""
    if not may_declare(series, by):
        raise NotAllowed(
            _("Errata are declared by the owner of the series and the head judges of its events."),
            action=ACTION,
        )
