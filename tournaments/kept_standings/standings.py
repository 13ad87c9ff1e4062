"""The standings of an event: the pure functions over its facts, with the entrants' rows put back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments.errors import NotFound
from tournaments.facts import EventFile
from tournaments.kept_standings.assumed import places_by
from tournaments.kept_standings.kept import (
    chain_of,
    finished_round,
    kept_of,
    table_after,
    whole_of,
    workings_after,
    workings_before,
)
from tournaments.kept_standings.plain import figure_of, plain
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import Round, RoundState, StandingsSnapshot
from tournaments.projection import facts_of
from tournaments.reading import one_moment
from tournaments.standings import (
    Standings,
    standings_json,
    standings_of,
    working_json,
    workings_of,
)


@dataclass(frozen=True)
class StandingRow:
    """A row of the table. Values follow the chain; None where there is nothing to average. The record is won, lost and
    drawn; None where tables are pods."""

    place: int
    entrant: Entrant
    values: dict[str, float | int | None]
    record: list[int] | None


def last_finished(event: Event) -> int:
    """The number of the newest finished round; 0 before the first."""
    finished = event.rounds.filter(state=RoundState.FINISHED).order_by("-number")
    return finished.values_list("number", flat=True).first() or 0


def computed(event: Event, after_round: int | None = None, facts: EventFile | None = None) -> Standings:
    """The standings after a round (the newest finished one by default), from the facts."""
    number = last_finished(event) if after_round is None else after_round
    return standings_of(facts or facts_of(event, finished_only=True), after_round=number)


def standings_now(event: Event, after_round: int | None = None) -> list[StandingRow]:
    """The table after a finished round, best first. Raises NotFound for a round that is not finished."""
    _check_finished(event, after_round)
    with one_moment():
        facts = facts_of(event, finished_only=True)
        by_code = {entrant.code: entrant for entrant in event.entrants.all()}
    rows: Any = plain(computed(event, after_round, facts).rows)
    return [StandingRow(row["place"], by_code[row["entrant"]], row["values"], row["record"]) for row in rows]


def places_kept(event: Event) -> dict[str, int]:
    """The places after the newest finished round by the entrants' codes, the best first; before there is one, those by
    which the first round is paired."""
    round = finished_round(event)
    if round is None:
        return places_by(facts_of(event, finished_only=True), 0)
    return {row["entrant"]: row["place"] for row in table_after(event, round, kept_of(round))}


def standings_kept(
    event: Event, after_round: int | None = None, part: slice | None = None
) -> list[dict[str, Any]]:
    """The same as plain rows, of many a part, from what is kept; computed where nothing is kept yet."""
    _check_finished(event, after_round)
    round = finished_round(event, after_round)
    if round is None:
        return [
            {
                "place": row.place,
                "entrant": row.entrant.code,
                "name": row.entrant.name,
                "values": row.values,
                "record": counted(row.record),
            }
            for row in standings_now(event, after_round)[part or slice(None)]
        ]
    kept = kept_of(round)
    table = table_after(event, round, kept)
    # after the table: who is in one stays, and who has just come is in none
    names = dict(event.entrants.values_list("code", "name"))
    chain = chain_of(kept, table)
    return [
        {
            "place": row["place"],
            "entrant": row["entrant"],
            "name": names[row["entrant"]],
            "values": {name: row["values"].get(name) for name in chain},
            "record": counted(row.get("record")),
        }
        for row in table[part or slice(None)]
    ]


def counted(record: list[int] | None) -> dict[str, int] | None:
    """A record with its numbers named."""
    return dict(zip(("won", "lost", "drawn"), record, strict=True)) if record else None


def working(event: Event, entrant: Entrant, after_round: int | None = None) -> dict[str, Any]:
    """The working of every figure of one entrant: value, parts, rule. Notes and rules are messages.

    Raises NotFound for a round that is not finished or an entrant who is not in the standings.
    """
    _check_finished(event, after_round)
    round = finished_round(event, after_round or None)
    if round is None or after_round == 0:
        workings = workings_before(event)
    else:
        workings = workings_after(event, round, kept_of(round))
    if entrant.code not in workings:
        raise NotFound(_("This entrant is not in the standings."))
    entrants_working = workings.of(entrant.code)
    return {
        "entrant": entrants_working.entrant,
        "after_round": entrants_working.after_round,
        "place": entrants_working.place,
        "values": {
            name: {
                "value": figure_of(figure.value),
                "parts": [
                    {
                        "round": part.round,
                        "opponent": part.opponent,
                        "value": figure_of(part.value),
                        "note": part.note,
                    }
                    for part in figure.parts
                ],
                "rule": figure.rule,
            }
            for name, figure in entrants_working.values.items()
        },
    }


def standings_with_working(event: Event) -> dict[str, Any]:
    """The table after the newest finished round as event-format JSON, with the working of everybody in it."""

    def made() -> dict[str, Any]:
        facts = facts_of(event, finished_only=True)
        number = last_finished(event)
        standings = standings_json(standings_of(facts, after_round=number))
        return standings | {
            "workings": [working_json(each) for each in workings_of(facts, after_round=number)]
        }

    round = finished_round(event)
    kept = kept_of(round) if round is not None else None
    return made() if kept is None else whole_of(kept, made)


def snapshot_of(round: Round) -> StandingsSnapshot | None:
    """The standings as they were kept when the round was finished, or corrected last."""
    return StandingsSnapshot.objects.filter(round=round, replaced_at=None).first()


def _check_finished(event: Event, after_round: int | None) -> None:
    if after_round is None or after_round == 0:
        return
    if not event.rounds.filter(number=after_round, state=RoundState.FINISHED).exists():
        raise NotFound(_("That round is not finished."))
