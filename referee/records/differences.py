"""What the logs of a match come to, where that is not what its players say, or not the same."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations

from referee.models.records import Record, Status
from tournaments.models.entrants import Entrant
from tournaments.models.results import GameOutcome, Report
from tournaments.models.rounds import Match
from tournaments.outcomes.outcome import BadOutcome, Outcome, clean_game, outcome_of_games, same_outcome
from tournaments.stages.queries import match_rules


@dataclass(frozen=True)
class Said:
    """An outcome of the match, by whom: a player's word, or what the log kept by that player comes to (None: by the
    staff, or the table's)."""

    who: Entrant | None
    outcome: Outcome


@dataclass(frozen=True)
class Differing:
    """Logs and words that do not agree."""

    logs: list[Said]
    reports: list[Said]


def differing_at(match: Match) -> Differing | None:
    """The finished logs of a match and the words of its players, where a log says otherwise than one of them or than
    another log; None where none does."""
    logs = _logs(match)
    if not logs:
        return None
    words = Report.objects.filter(match=match, replaced_at=None, source="", entrant__isnull=False)
    reports = [Said(word.entrant, word.outcome) for word in words.select_related("entrant").order_by("id")]
    agree = all(same_outcome(one.outcome, other.outcome) for one in logs for other in reports)
    agree = agree and all(same_outcome(one.outcome, other.outcome) for one, other in combinations(logs, 2))
    return None if agree else Differing(logs, reports)


def _logs(match: Match) -> list[Said]:
    """What each seat's logs come to for the whole match: a game of which it has none is as another log gave it."""
    rows = Record.objects.filter(match=match, replaced_at=None, status=Status.FINISHED, outcome__isnull=False)
    by_seat: dict[str, dict[int, Outcome]] = defaultdict(dict)
    whose: dict[str, Entrant | None] = {}
    letters = sorted(seat.letter for seat in match.seats.all())
    for row in rows.select_related("entrant").order_by("seat", "game_number"):
        try:
            by_seat[row.seat][row.game_number] = clean_game(row.outcome, letters)
        except BadOutcome:
            continue
        whose[row.seat] = row.entrant
    if not by_seat:
        return []
    kept = dict(GameOutcome.objects.filter(match=match, replaced_at=None).values_list("number", "outcome"))
    games = match_rules(match, len(letters)).games
    said = []
    for seat, own in by_seat.items():
        each = {**kept, **own}
        whole = outcome_of_games([each[number] for number in sorted(each)], letters, games)
        if whole is not None:
            said.append(Said(whose[seat], whole))
    return said
