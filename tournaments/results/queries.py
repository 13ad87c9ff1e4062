"""Asking for results."""

from __future__ import annotations

from django.db.models import QuerySet

from tournaments.clocks.queries import ClockView
from tournaments.models.results import Provenance, Report, Result
from tournaments.models.rounds import Match
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
