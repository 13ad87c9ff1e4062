"""What is known of players who are late, and of those who did not come."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.losses.queries import standing_losses
from tournaments.models.entrants import STANDING, Entrant
from tournaments.models.events import Event
from tournaments.models.lateness import KeptAbsent
from tournaments.models.penalties import Penalty, PenaltyKind
from tournaments.models.results import Result
from tournaments.models.rounds import PUBLISHED_STATES, Match, Round, RoundState, Seat
from tournaments.models.stages import StageKind
from tournaments.policies.structs import TARDINESS
from tournaments.reading import AT_ONCE
from tournaments.stages.queries import match_rules
from tournaments.standings.profiles import PROFILES

#: The penalties for being late, in the order in which they are given.
LATE_PENALTIES = (PenaltyKind.GAME_LOSS, PenaltyKind.MATCH_LOSS)


@dataclass(frozen=True, slots=True)
class Minutes:
    """The minutes after a round's start from which somebody who is not there has lost a game, and the match. Where a
    match is one game there is no game loss: `game` is None."""

    game: int | None
    match: int

    def allowed(self, penalty: str) -> int | None:
        """The minutes before this penalty; None where it is not given."""
        return self.match if penalty == PenaltyKind.MATCH_LOSS else self.game


def minutes_of(event: Event, games: int) -> Minutes:
    """The event's own minutes, else those of its rules for standings."""
    usual = PROFILES[event.profile]
    of_game = usual.late_game if event.late_game_minutes is None else event.late_game_minutes
    of_match = usual.late_match if event.late_match_minutes is None else event.late_match_minutes
    return Minutes(of_game if games > 1 else None, of_match)


def minutes_at(match: Match) -> Minutes:
    """The same for the match."""
    return minutes_of(match.round.event, match_rules(match).games)


def minutes_late(match: Match, now: datetime) -> int:
    """Whole minutes since the match could begin: since its round started."""
    started = match.round.started_at
    return 0 if started is None else max(0, int((now - started).total_seconds() // 60))


def late_at(match: Match) -> list[Penalty]:
    """The penalties for being late that stand at the table."""
    return list(standing_losses().filter(match=match, infraction=TARDINESS).select_related("entrant"))


@dataclass(frozen=True, slots=True)
class Absent:
    """Somebody who did not come to the last match and would be paired again."""

    entrant: Entrant
    match: Match


def absent_in(event: Event) -> list[Absent]:
    """Everybody who did not come in the newest round, still takes part, and of whom nothing was decided. In a single
    elimination who did not come is out, and nothing has to be said."""
    newest = (
        event.rounds.filter(state__in=PUBLISHED_STATES).order_by("-number").select_related("stage").first()
    )
    if newest is None or newest.stage.kind == StageKind.SINGLE_ELIMINATION:
        return []
    if newest.state != RoundState.FINISHED:
        return []
    missed = _who_did_not_come(newest)
    kept = set(KeptAbsent.objects.filter(match__round=newest).values_list("match", "entrant"))
    return [
        each
        for each in missed
        if each.entrant.status in STANDING and (each.match.pk, each.entrant.pk) not in kept
    ]


def _who_did_not_come(round: Round) -> list[Absent]:
    """Whose match went to the opponent because he did not come, by staff or as the penalty for lateness."""
    results = Result.objects.filter(match__round=round, replaced_at=None)
    results = results.filter(outcome__kind__in=["no_show", "match_loss"], outcome__has_key="winner")
    said = {match: outcome for match, outcome in results.values_list("match", "outcome") if outcome["winner"]}
    if not said:
        return []
    late = standing_losses().filter(
        match__round=round, infraction=TARDINESS, penalty=PenaltyKind.MATCH_LOSS, counts_here=True
    )
    marked = set(late.order_by().values_list("match", "entrant"))
    absent = []
    for start in range(0, len(said), AT_ONCE):
        part = list(said)[start : start + AT_ONCE]
        for seat in Seat.objects.filter(match__in=part).select_related("match__round", "entrant"):
            outcome = said[seat.match_id]
            known = outcome["kind"] == "no_show" or (seat.match_id, seat.entrant_id) in marked
            if known and outcome["winner"] != seat.letter:
                absent.append(Absent(seat.entrant, seat.match))
    return sorted(absent, key=lambda each: (each.match.table or 0, each.entrant.pk))
