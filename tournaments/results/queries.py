"""Asking for results."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import QuerySet

from tournaments.clocks.queries import ClockView
from tournaments.models.entrants import Entrant
from tournaments.models.events import EventSeed, State
from tournaments.models.results import Provenance, Report, Result
from tournaments.models.rounds import Match
from tournaments.outcomes.lots import START, WINNER, Lot, drawn
from tournaments.outcomes.outcome import Outcome, words_of
from tournaments.results.writes import standing_reports, standing_result
from tournaments.stages.queries import MatchRules, match_rules


def result_of(match: Match) -> Result | None:
    """The result that stands."""
    return standing_result(match)


def reports_of(match: Match) -> list[Report]:
    """The current report of each player."""
    return standing_reports(match)


def history_of(match: Match) -> QuerySet[Result]:
    """Every result the match ever had, oldest first."""
    return match.results.order_by("id")


def what_was_said(match: Match, most: int = 20) -> list[Result | Report]:
    """Results and reports of a match, newest first. A report that became a result by itself is that result."""
    results = list(match.results.order_by("-id")[:most])
    became = {
        result.at for result in results if result.provenance in (Provenance.REPORTED, Provenance.CONFIRMED)
    }
    reports = match.reports.select_related("entrant").exclude(at__in=became).order_by("-id")[:most]
    said: list[Result | Report] = [*results, *reports]
    return sorted(said, key=lambda each: each.at, reverse=True)[:most]


@dataclass(frozen=True)
class Draw:
    """What was drawn at a match, `lot` or `start`, and everybody's lot there, the first one first."""

    what: str
    lots: list[tuple[Entrant, Lot]]


def draws_at(match: Match) -> list[Draw]:
    """The lots that were drawn at a match, with their working; nothing before the event's seed is public."""
    event = match.round.event
    if event.state != State.FINISHED:
        return []
    by_code = {seat.entrant.code: seat for seat in match.seats.select_related("entrant").order_by("letter")}
    standing = standing_result(match)
    decided = standing is not None and standing.outcome.get("decided_by") == "lot"
    first = standing.outcome["winner"] if standing is not None and decided else ""
    seed = EventSeed.objects.filter(event=event).values_list("value", flat=True).first() or ""
    draws = []
    for what, letter in ((WINNER, first), (START, match.starts)):
        lots = drawn(seed, what, match.round.number, by_code) if letter else []
        # of a round that came out of a file, or of places changed since, there may be no lot
        if lots and by_code[lots[0].code].letter == letter:
            draws.append(Draw(what, [(by_code[lot.code].entrant, lot) for lot in lots]))
    return draws


def outcome_words(outcome: Outcome, match: Match) -> str:
    """An outcome in a few words, with the players' names."""
    names = {seat.letter: seat.entrant.name for seat in match.seats.all()}
    return words_of(outcome, names)


def no_new_game(match: Match, clock: ClockView) -> MatchRules | None:
    """The rules of a match of several games of which, by this clock, no further one starts; None where one may."""
    if clock.state not in ("called", "over"):
        return None
    rules = match_rules(match, match.seats.count())
    return rules if rules.games > 1 else None


def games_of(match: Match) -> int:
    """The most games that the match may have, by its stage; a table of three or more plays one."""
    return match_rules(match, match.seats.count()).games
