"""Making a series, changing it, and putting events into it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from tournaments.access import Actor, require
from tournaments.access.table import BEFORE
from tournaments.day_rules.queries import rules_of
from tournaments.decks.rechecks import check_again
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.journal import note
from tournaments.locks import locked
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.series import Series
from tournaments.text import clean_int, clean_line, clean_text

MAX_PLACES = 256
MAX_POINTS = 100_000
#: where nothing else is said
USUAL = [10, 8, 6, 5, 4, 3, 2, 1]
CHOICES = frozenset({"name", "description", "points", "beyond", "best_of"})


def make_series(choices: Mapping[str, object], *, by: Actor, now: datetime) -> Series:
    """A series that the actor owns. Raises NotAllowed, Invalid with the fields at fault."""
    if by.user is None:
        raise NotAllowed(_("Sign in to make a series."))
    series = Series(created_at=now, owner=by.user, points=USUAL)
    _take(series, {"name": "", **choices})
    base = slugify(series.name)[:60].strip("-") or "series"
    base = "new-series" if base == "new" else base
    for number in range(1, 1000):
        series.slug = base if number == 1 else f"{base}-{number}"
        try:
            with transaction.atomic():
                series.save()
            return series
        except IntegrityError:
            continue
    raise Conflict(_("There are too many series of this name."))


def edit_series(series: Series, choices: Mapping[str, object], *, by: Actor, now: datetime) -> Series:
    """Changes a series; its events' pages say so where the points change. Raises NotAllowed but for its owner."""
    with transaction.atomic():
        series = Series.objects.select_for_update(no_key=True).get(pk=series.pk)
        check_owner(series, by)
        before = (series.points, series.beyond, series.best_of)
        _take(series, choices)
        series.save()
        if before != (series.points, series.beyond, series.best_of):
            said = _("The points of the series %(name)s were changed.", name=series.name)
            for event in Event.objects.filter(series=series).order_by("pk"):
                note(event, "series", said, by=by, now=now, public=True)
    return series


def set_series(event: Event, series: Series | None, *, by: Actor, now: datetime) -> Event:
    """Puts the event into a series of the actor's own, or takes it out of the one it is in.

    Raises NotAllowed, WrongState.
    """
    with transaction.atomic():
        event = locked(event)
        require(by, "set_series", event)
        if series is not None:
            check_owner(series, by)
        if event.series_id == (series.pk if series else None):
            return event
        before, judged_by = event.series, rules_of(event).digest
        event.series = series
        event.save(update_fields=["series"])
        if series is not None:
            said = _("The event is part of the series %(name)s.", name=series.name)
        else:
            said = _(
                "The event is not part of the series %(name)s any more.", name=before.name if before else ""
            )
        note(event, "series", said, by=by, now=now, public=True)
        if event.state in BEFORE and rules_of(event).digest != judged_by:
            check_again(event, by=by, now=now, tell=True)
    return event


def check_owner(series: Series, by: Actor) -> None:
    """Raises NotAllowed for others than the series' owner."""
    if by.user is None or series.owner_id != by.user.pk:
        raise NotAllowed(_("Only the owner of a series may change it or put events into it."))


def _take(series: Series, choices: Mapping[str, object]) -> None:
    unknown = sorted(set(choices) - CHOICES)
    if unknown:
        raise Invalid(
            _("There is no choice “%(name)s”.", name=unknown[0][:40]), fields={unknown[0][:40]: _("Unknown.")}
        )
    if "name" in choices:
        series.name = clean_line(choices["name"], "name", limit=120, needed=True)
    if "description" in choices:
        series.description = clean_text(choices["description"], "description", limit=5000)
    if "points" in choices:
        series.points = _clean_points(choices["points"])
    if "beyond" in choices:
        series.beyond = clean_int(choices["beyond"], "beyond", 0, MAX_POINTS)
    if "best_of" in choices:
        best = choices["best_of"]
        series.best_of = None if best is None else clean_int(best, "best_of", 1, 100)


def _clean_points(value: object) -> list[int]:
    if not isinstance(value, list) or not 1 <= len(value) <= MAX_PLACES:
        said = _("Give the points of 1 to %(n)s places, the first place first.", n=MAX_PLACES)
        raise Invalid(said, fields={"points": said})
    points = [clean_int(each, "points", 0, MAX_POINTS) for each in value]
    if points != sorted(points, reverse=True):
        said = _("A later place cannot have more points.")
        raise Invalid(said, fields={"points": said})
    return points
