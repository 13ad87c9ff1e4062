"""What standing losses do to the result of a match and to match points: written once they count."""

from __future__ import annotations

from datetime import datetime

from tournaments.access import Actor
from tournaments.adjustments.changes import drop_adjustment, keep_adjustment
from tournaments.losses.queries import Losses, landing_of, losses_at, standing_losses
from tournaments.messages import message as _
from tournaments.models.penalties import Penalty, PointAdjustment
from tournaments.models.results import Provenance, Result
from tournaments.models.rounds import Match, MatchState, Round, RoundState
from tournaments.outbox.changes import put
from tournaments.outbox.webhooks import tell_of_result
from tournaments.outcomes.outcome import BadOutcome, Outcome, last_places, outcome_of_games
from tournaments.results.deciding import decided
from tournaments.results.writes import BY_PENALTY, move, standing_result, take_back_reports, write_result
from tournaments.stages.queries import match_rules
from tournaments.standings.tiebreakers.match_points import PENALTY


def settle_round(round: Round, *, by: Actor, now: datetime) -> None:
    """As a round starts: the losses that waited for its pairing. The round is locked."""
    waiting = list(standing_losses().filter(event=round.event, entrant__seats__round=round))
    if not waiting:
        return
    numbers = set(landing_of(waiting).values())
    for match in round.matches.select_for_update(no_key=True).filter(pk__in=numbers).order_by("pk"):
        match.round = round
        settle(match, by=by, now=now)


def settle(match: Match, *, by: Actor, now: datetime) -> Result | None:
    """Writes the result that the losses at this match make by themselves, and takes back one that they made and make no
    more; and the points they take. Gives the result, if it wrote one. The match is locked, its round is running."""
    losses = losses_at(match)
    _take_points(match, losses, by, now)
    before = standing_result(match)
    ours = before is not None and before.source == BY_PENALTY and match.state == MatchState.DECIDED
    if match.state == MatchState.DECIDED and not ours:
        return None
    outcome = _outcome(match, losses, before)
    if outcome is None:
        if ours:
            _open_again(match, before, by, now)
        return None
    if ours and before is not None and before.outcome == outcome:
        return None
    reason = _("By a penalty.")
    return write_result(match, outcome, Provenance.STAFF, by=by, now=now, reason=reason, source=BY_PENALTY)


def _outcome(match: Match, losses: Losses, before: Result | None) -> Outcome | None:
    """The outcome that follows from the losses alone, or from them and what logs and reports say; None where the match
    is still to be decided by play."""
    letters = sorted(match.seats.values_list("letter", flat=True))
    if len(letters) > 2:
        said = before.outcome if before is not None and match.state == MatchState.REPORTED else None
        return last_places(said, losses.match) if said is not None and losses.match else None
    if losses.match:
        if len(losses.match) == len(letters):
            return {"kind": "double_loss"}
        winner = next(letter for letter in letters if letter not in losses.match)
        return {"kind": "match_loss", "winner": winner}
    if not losses.games:
        return None
    rules = match_rules(match, len(letters))
    kept = match.game_outcomes.filter(replaced_at=None).order_by("number")
    games = [game.outcome for game in kept]
    whole = outcome_of_games(games, letters, rules.games, losses.of(letters))
    if whole is None:
        return None
    try:
        return decided(whole | {"kind": "game_loss"}, match, rules)
    except BadOutcome:
        return None  # equal games: who won is played on, or left to a judge


def _open_again(match: Match, before: Result | None, by: Actor, now: datetime) -> None:
    """The result that penalties made stands no more: the match is played or reported. Its history stays."""
    if before is not None:
        before.replaced_at = now
        before.save(update_fields=["replaced_at"])
    take_back_reports(match, now)
    move(match, MatchState.OPEN, by=by, now=now)
    put(match.round.event, "result_withdrawn", {"match": match.pk}, now=now)
    tell_of_result(match, None, now=now)


def _take_points(match: Match, losses: Losses, by: Actor, now: datetime) -> None:
    for penalty, points in losses.points:
        counted = PointAdjustment.objects.filter(penalty=penalty, taken_back_at=None)
        if not counted.exclude(match__round__state=RoundState.WITHDRAWN).exists():
            penalty.entrant.event = match.round.event
            keep_adjustment(
                penalty.entrant,
                match.round.number,
                -points,
                reason=PENALTY,
                by=by,
                now=now,
                penalty=penalty,
                match=match,
            )


def give_points_back(penalty: Penalty, *, by: Actor, now: datetime) -> None:
    """The points that were taken for this penalty. The event is locked."""
    for adjustment in PointAdjustment.objects.filter(penalty=penalty, taken_back_at=None):
        adjustment.entrant = penalty.entrant
        drop_adjustment(adjustment, by=by, now=now)
