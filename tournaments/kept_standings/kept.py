"""Kept standings, ready to be shown: read from the database once, as their rows never change, and held in memory
until others push them out."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, cast

from django.db.models import Count, Max

from tournaments.fact_memory import FactMemory
from tournaments.kept_standings.plain import plain
from tournaments.live.queries import versions_of
from tournaments.live.versions import as_mark
from tournaments.models.events import Event
from tournaments.models.rounds import Round, RoundState, StandingsDue, StandingsSnapshot
from tournaments.projection import facts_of
from tournaments.standings import Workings, open_workings, standings_of

#: Tables of standings in memory, and facts with their figures: a table of 5,000 takes a few megabytes, facts tens.
TABLES, BOOKS, WHOLE = 12, 3, 2


_tables: FactMemory[list[dict[str, Any]]] = FactMemory(TABLES)
_books: FactMemory[Workings] = FactMemory(BOOKS)
_before: FactMemory[Workings] = FactMemory(BOOKS)
_whole: FactMemory[dict[str, Any]] = FactMemory(WHOLE)


def finished_round(event: Event, number: int | None = None) -> Round | None:
    """The finished round of that number, or the newest."""
    finished = event.rounds.filter(state=RoundState.FINISHED)
    if number is not None:
        return finished.filter(number=number).first()
    return finished.order_by("-number").first()


def kept_of(round: Round) -> StandingsSnapshot | None:
    """The kept standings of the round, without their table."""
    return StandingsSnapshot.objects.filter(round=round, replaced_at=None).defer("table").first()


def table_after(event: Event, round: Round, kept: StandingsSnapshot | None) -> list[dict[str, Any]]:
    """The table after a finished round, as `table_of` has it. Where nothing is kept yet, as the standings of many are
    worked out beside the request that finished the round, it is made here, once for all who ask."""
    return _tables.get(_unkept(event, round), lambda: _made(event, round)) if kept is None else table_of(kept)


def _made(event: Event, round: Round) -> list[dict[str, Any]]:
    facts = facts_of(event, finished_only=True)
    rows: Any = plain(standings_of(facts, after_round=round.number).rows)
    return cast(list[dict[str, Any]], rows)


def _unkept(event: Event, round: Round) -> Hashable:
    """What differs once a fact of the finished rounds does: each change of one leaves a row that waits with the
    standings (`settled`). They are counted, too: one may have got its number before another and be committed after it.
    Where none waits, anything of the event."""
    waiting = StandingsDue.objects.filter(event=event).aggregate(newest=Max("pk"), number=Count("pk"))
    made_of = (waiting["newest"], waiting["number"]) if waiting["number"] else as_mark(versions_of(event.pk))
    return "unkept", round.pk, made_of


def table_of(kept: StandingsSnapshot) -> list[dict[str, Any]]:
    """Its rows, best first: `place`, `entrant` (the code), `values`. Not to be changed."""
    return _tables.get(
        (kept.pk, kept.at), lambda: StandingsSnapshot.objects.values_list("table", flat=True).get(pk=kept.pk)
    )


def chain_of(kept: StandingsSnapshot | None, table: Sequence[Mapping[str, Any]]) -> list[str]:
    """The tiebreakers of a table in their order. What JSON keeps has none."""
    said = kept.rules.get("tiebreakers") if kept is not None else None
    return list(said or (table[0]["values"] if table else ()))


def written_record(row: dict[str, Any]) -> str:
    """Matches won, lost and drawn of such a row, with dashes between; empty where tables are pods, or the row is older
    than records."""
    return "–".join(map(str, row.get("record") or ()))


def whole_of(kept: StandingsSnapshot, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """The standings with everybody's working, made once for all who ask. Not to be changed."""
    return _whole.get((kept.pk, kept.at, kept.looked), make)


def workings_before(event: Event) -> Workings:
    """The figures before the first round, read once until something of the event changes."""
    key = (event.pk, as_mark(versions_of(event.pk)))
    return _before.get(key, lambda: open_workings(facts_of(event, finished_only=True), after_round=0))


def workings_after(event: Event, round: Round, kept: StandingsSnapshot | None) -> Workings:
    """The workings of the figures after the round. The facts are read and folded once for all who ask, until the
    standings have been worked out anew."""

    def made() -> Workings:
        return open_workings(facts_of(event, finished_only=True), after_round=round.number)

    if kept is None:
        return _books.get(_unkept(event, round), made)
    return _books.get((kept.pk, kept.at, kept.looked), made)
