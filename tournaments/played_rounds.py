"""Rounds of an event as plain facts: their matches, who sat where, and the results that count.

The database writes the rows of a round as one text, which is read as a whole: a round of 5,000 players in a third of
the time that its rows take one by one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import Any, Protocol

import msgspec
from django.db.models import FilteredRelation, OuterRef, Q, QuerySet, Subquery

from tournaments import facts as plain
from tournaments.facts.structs import AnyResult
from tournaments.models.entrants import Entrant
from tournaments.models.rounds import Match, MatchState, Round, Seat
from tournaments.outcomes.outcome import Outcome, result_of_outcome
from tournaments.reading import JsonTexts, RowsAsText, as_text


class _Match(msgspec.Struct, array_like=True, gc=False):
    """A match as the database writes it, with the text of its standing outcome."""

    pk: int
    table: int | None
    is_bye: bool | int
    state: str
    bracket_side: str
    bracket_round: int | None
    bracket_slot: int | None
    outcome: str | None


class _Seat(msgspec.Struct, array_like=True, gc=False):
    """A seat as the database writes it, with the code of who sits there."""

    match: int
    letter: str
    code: str


_matches = msgspec.json.Decoder(list[_Match])
_seats = msgspec.json.Decoder(list[_Seat])


def rounds_by_key(rounds: Sequence[int]) -> dict[int, plain.Round]:
    """These rounds, named and found by their primary keys. Matches stand in the order of their tables, those without
    one behind."""
    if not rounds:
        return {}
    named = Round.objects.filter(pk__in=rounds).values_list("pk", "number", "stage__code")
    rows = _texts(
        Match.objects.filter(round__in=rounds).alias(
            standing=FilteredRelation("results", condition=Q(results__replaced_at=None))
        ),
        *("pk", "table", "is_bye", "state", "bracket_side", "bracket_round", "bracket_slot"),
        as_text("standing__outcome"),
    )
    # By a look at each one's own row: with a join the rows would be sorted first.
    code = Subquery(Entrant.objects.filter(pk=OuterRef("entrant")).values("code"))
    seats = _texts(Seat.objects.filter(round__in=rounds), "match", "letter", code)
    read = JsonTexts()
    return {
        pk: plain.Round(number=number, stage=stage, matches=_matches_of(rows.get(pk), seats.get(pk), read))
        for pk, number, stage in list(named)
    }


def _texts(rows: QuerySet[Any], *columns: Any) -> dict[int, str]:
    """These columns of the rows of each round."""
    packed = rows.order_by().values("round").annotate(packed=RowsAsText(*columns))
    return dict(packed.values_list("round", "packed"))


def _matches_of(rows: str | None, seats: str | None, read: JsonTexts) -> tuple[plain.Match, ...]:
    if rows is None:
        return ()
    seated: defaultdict[int, dict[str, str]] = defaultdict(dict)
    for seat in sorted(_seats.decode(seats or "[]"), key=attrgetter("letter")):
        seated[seat.match][seat.letter] = seat.code
    matches = _matches.decode(rows)
    matches.sort(key=_place)
    return tuple([_match(row, seated[row.pk], read) for row in matches])


def _place(row: _Match) -> tuple[bool, int, int]:
    return row.table is None, row.table or 0, row.pk


def _match(row: _Match, codes: dict[str, str], read: JsonTexts) -> plain.Match:
    outcome = None if row.outcome is None else read[row.outcome]
    counted = counted_result(row, codes, outcome)
    if not row.bracket_side:
        return plain.Match(seats=tuple(codes.values()), table=row.table, result=counted)
    side: Any = row.bracket_side  # one of those that there are: the database has no other
    bracket = plain.Bracket(side, row.bracket_round or 1, row.bracket_slot or 1)
    return plain.Match(seats=tuple(codes.values()), table=row.table, result=counted, bracket=bracket)


class _Counted(Protocol):
    """What of a match's row says whether its result counts."""

    is_bye: Any
    state: Any


def counted_result(row: _Counted, codes: Mapping[str, str], outcome: Outcome | None) -> AnyResult:
    """The result that counts of a match by its row, its seats and its standing outcome; None while there is none."""
    if row.is_bye:
        return "bye"
    if outcome is None or row.state not in (MatchState.DECIDED, MatchState.REPORTED):
        return None
    return result_of_outcome(outcome, codes)
