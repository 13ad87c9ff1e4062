"""Which places of an event would be others if outcomes that logs come to now were adopted: worked out by the standings
from the facts with these outcomes in them. Nothing is written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from referee.models.records import Record
from tournaments.losses.queries import NONE, Losses, losses_of_event
from tournaments.models.events import Event
from tournaments.models.results import GameOutcome, Result
from tournaments.models.rounds import PUBLISHED_STATES, Match, Round, RoundState, Seat
from tournaments.outcomes.outcome import BadOutcome, Outcome, clean_game, result_of_outcome
from tournaments.projection import facts_of
from tournaments.reading import AT_ONCE, one_moment
from tournaments.results.following import Key, Placed, drawn_by_lot, places_moved, with_results
from tournaments.results.from_log import outcome_by_games

#: What a log comes to, by the number of its record.
Outcomes = Mapping[int, Outcome | None]


class Places(msgspec.Struct, frozen=True):
    """The places that would be others after round ``after_round``; ``so_far``: it is still played. ``unsettled``: so
    many of the outcomes alone make no result: the log does not end now, more games are to be played, a judge says who
    won, or a lot would be drawn. ``what_if``: they were judged by other rules than their logs name, so that none of
    them can be used."""

    after_round: int
    so_far: bool
    moved: list[Placed]
    unsettled: int
    what_if: bool = False


def places_if_adopted(event: Event, outcomes: Outcomes) -> Places:
    """The places with these outcomes of stored logs adopted, whatever stands now."""
    with one_moment():
        facts = facts_of(event)
        records = _records(event, outcomes)
        results, unsettled = _results(event, records, outcomes)
        finished = _number(event, [RoundState.FINISHED])
        round = max([finished, *(number for number, _who in results)])
        changed = with_results(facts, results)
        moved = places_moved((facts, changed), round) if changed != facts else []
    return Places(round, round > finished, moved, unsettled)


def _number(event: Event, states: Iterable[str]) -> int:
    """The newest round in one of these states; 0 for none."""
    rounds = Round.objects.filter(event=event, state__in=list(states)).order_by("-number")
    return rounds.values_list("number", flat=True).first() or 0


def _records(event: Event, outcomes: Outcomes) -> list[Record]:
    """One log a game: of several the one whose outcome was adopted, else the newest."""
    numbers, kept_rows = sorted(outcomes), dict[tuple[int, int], Record]()
    for start in range(0, len(numbers), AT_ONCE):
        rows = Record.objects.filter(
            pk__in=numbers[start : start + AT_ONCE],
            replaced_at=None,
            match__round__event=event,
            match__round__state__in=PUBLISHED_STATES,
        ).select_related("match__round__stage")
        for row in rows.order_by("pk"):
            other = kept_rows.get((row.match_id, row.game_number))
            if other is None or row.adopted_at is not None or other.adopted_at is None:
                kept_rows[row.match_id, row.game_number] = row
    return list(kept_rows.values())


def _results(event: Event, records: list[Record], outcomes: Outcomes) -> tuple[dict[Key, Any], int]:
    """The results that the matches would come to, and how many of the logs alone make none. As many queries for many
    matches as for one."""
    by_match: dict[int, list[Record]] = {}
    for record in records:
        record.match.round.event = event
        by_match.setdefault(record.match_id, []).append(record)
    beside = _Beside.of(event, [several[0].match for several in by_match.values()])
    results, unsettled = dict[Key, Any](), 0
    for several in by_match.values():
        match = several[0].match
        codes = beside.codes[match.pk]
        whole = _whole(match, {each.game_number: outcomes[each.pk] for each in several}, beside)
        if whole is None:
            unsettled += len(several)
            continue
        results[match.round.number, frozenset(codes.values())] = result_of_outcome(whole, codes)
    return results, unsettled


class _Beside(msgspec.Struct, frozen=True):
    """What stands beside the logs, by the match: who sits where, the outcomes of its games, what penalties cost, and
    the matches whose lot is known."""

    codes: dict[int, dict[str, str]]
    games: dict[int, dict[int, Outcome]]
    losses: dict[int, Losses]
    lots: frozenset[int]

    @staticmethod
    def of(event: Event, matches: list[Match]) -> _Beside:
        """All of it, read at once."""
        codes: dict[int, dict[str, str]] = {match.pk: {} for match in matches}
        games: dict[int, dict[int, Outcome]] = {match.pk: {} for match in matches}
        lots = set[int]()
        for start in range(0, len(matches), AT_ONCE):
            part = [match.pk for match in matches[start : start + AT_ONCE]]
            seats = Seat.objects.filter(match__in=part).order_by("letter")
            for match, letter, code in seats.values_list("match", "letter", "entrant__code"):
                codes[match][letter] = code
            standing = GameOutcome.objects.filter(match__in=part, replaced_at=None)
            for match, number, outcome in standing.values_list("match", "number", "outcome"):
                games[match][number] = outcome
            results = Result.objects.filter(match__in=part, replaced_at=None)
            lots |= {
                match for match, outcome in results.values_list("match", "outcome") if drawn_by_lot(outcome)
            }
        return _Beside(codes, games, losses_of_event(event, matches), frozenset(lots))


def _whole(match: Match, new: Mapping[int, Outcome | None], beside: _Beside) -> Outcome | None:
    """What the match comes to with the games that are new beside those that stand; None where they alone decide
    nothing."""
    codes = beside.codes[match.pk]
    try:
        games = beside.games[match.pk] | {
            number: clean_game(each, list(codes)) for number, each in new.items()
        }
        in_order = [games[number] for number in sorted(games)]
        whole = outcome_by_games(match, in_order, list(codes), beside.losses.get(match.pk, NONE), codes)
    except BadOutcome:
        return None
    return None if drawn_by_lot(whole) and match.pk not in beside.lots else whole
