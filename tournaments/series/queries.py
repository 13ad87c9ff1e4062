"""Asking for a series, its events and its table."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.access import Actor, may
from tournaments.access.table import JUDGES
from tournaments.errors import NotFound
from tournaments.fact_memory import FactMemory
from tournaments.kept_standings.standings import standings_kept
from tournaments.live.queries import versions_of
from tournaments.live.versions import as_mark
from tournaments.messages import message as _
from tournaments.models.events import Event, State
from tournaments.models.series import Series
from tournaments.series.points import Placed, SeriesRow, series_table


def series_by_slug(slug: str) -> Series:
    """The series at this address. Raises NotFound."""
    series = Series.objects.filter(slug=slug).first()
    if series is None:
        raise NotFound(_("There is no series at this address."))
    return series


def events_of(series: Series) -> list[Event]:
    """Its published events, in the order of their days."""
    return _by_day(Event.objects.filter(series=series).exclude(state=State.DRAFT))


def _by_day(events: Iterable[Event]) -> list[Event]:
    return sorted(events, key=lambda event: (event.starts_at or event.created_at, event.pk))


def judged_events(series: Series, actor: Actor) -> list[Event]:
    """Those of its events whose logs the actor may read, in the order of their days."""
    if actor.user is None:
        return []
    held = Event.objects.filter(
        series=series,
        staff_roles__user=actor.user,
        staff_roles__role__in=JUDGES,
        staff_roles__revoked_at=None,
    ).distinct()
    return [event for event in _by_day(held) if may(actor, "view_log", event)]


def counted_events(events: list[Event]) -> list[Event]:
    """Those whose places count: the finished ones."""
    return [event for event in events if event.state == State.FINISHED]


#: Tables in memory, and the people that they have together.
TABLES, PEOPLE = 20, 50_000
_tables: FactMemory[list[SeriesRow]] = FactMemory(TABLES, PEOPLE, len)


def table_of_series(series: Series, events: list[Event]) -> list[SeriesRow]:
    """Who has how many points, from the final standings of these events. Made once for all who ask, until anything of
    one of them changes. Not to be changed."""
    versions = tuple((event.pk, as_mark(versions_of(event.pk))) for event in events)
    key = series.pk, tuple(series.points), series.beyond, series.best_of, versions

    def made() -> list[SeriesRow]:
        places = [_places(event) for event in events]
        return series_table(places, series.points, beyond=series.beyond, best_of=series.best_of)

    return _tables.get(key, made)


def _places(event: Event) -> list[Placed]:
    accounts = dict(event.entrants.exclude(user=None).values_list("code", "user_id"))
    # Those whose name was taken away are not one person for being called the same.
    former = event.entrants.filter(user=None, former_at__isnull=False)
    accounts |= {code: -pk for code, pk in former.values_list("code", "pk")}
    return [
        Placed(accounts.get(row["entrant"]) or 0, row["name"], row["place"]) for row in standings_kept(event)
    ]
