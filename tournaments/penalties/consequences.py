"""What a penalty would do at a table, before it is given."""

from __future__ import annotations

from tournaments.losses.queries import instead_of_a_game, losses_at
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.penalties import PenaltyKind
from tournaments.models.rounds import Match, MatchState, RoundState
from tournaments.policies.queries import policy_of
from tournaments.policies.structs import Policy
from tournaments.results.writes import BY_PENALTY, standing_result
from tournaments.stages.queries import match_rules


def counts_here(penalty: str, match: Match) -> bool:
    """Whether a loss that is given now counts at this table: while it plays. The loss of the match also where its
    players have reported, and where the opponent has lost the same match by a penalty."""
    if match.is_bye or match.round.state not in (RoundState.PUBLISHED, RoundState.RUNNING):
        return False
    if match.state == MatchState.OPEN:
        return True
    instead = instead_of_a_game(policy_of(match.round.event).policy, match, match.seats.count())
    if penalty != PenaltyKind.MATCH_LOSS and (penalty != PenaltyKind.GAME_LOSS or instead != "match_loss"):
        return False
    result = standing_result(match)
    by_penalty = result is not None and result.source == BY_PENALTY and result.outcome["kind"] == "match_loss"
    return match.state != MatchState.DECIDED or by_penalty


def game_now(match: Match, entrant: Entrant) -> int:
    """The game of the match that is on, or the next, as far as the site knows: after those that logs have told of, and
    those that the player has lost by penalties."""
    seat = match.seats.filter(entrant=entrant).first()
    told = match.game_outcomes.filter(replaced_at=None).count()
    lost = losses_at(match).games.get(seat.letter, 0) if seat is not None else 0
    return min(1 + told + lost, match_rules(match, match.seats.count()).games)


def consequence(penalty: str, entrant: Entrant, match: Match | None) -> Message:
    """What this penalty would do, in a sentence."""
    if penalty in (PenaltyKind.CAUTION, PenaltyKind.WARNING):
        return _("It changes no result. It counts when the same happens again.")
    if penalty == PenaltyKind.DISQUALIFICATION:
        return _("%(name)s leaves the event and its standings; an open match is lost.", name=entrant.name)
    if match is None or not counts_here(penalty, match):
        return (
            _("It counts in the next match of %(name)s.", name=entrant.name)
            if penalty == PenaltyKind.MATCH_LOSS
            else _("It counts for the first game of the next match of %(name)s.", name=entrant.name)
        )
    seats = match.seats.count()
    if penalty == PenaltyKind.GAME_LOSS:
        return _of_game(policy_of(entrant.event).policy, match, seats, entrant)
    return _of_match(entrant, seats)


def _of_game(policy: Policy, match: Match, seats: int, entrant: Entrant) -> Message:
    instead = instead_of_a_game(policy, match, seats)
    if instead == "game":
        number = game_now(match, entrant)
        return _("Game %(n)s of this match is lost: the opponent has won it. If it is on, it ends.", n=number)
    if instead == "warning":
        return _("Here a match is one game: it is a warning.")
    if instead == "match_loss":
        return _("Here a match is one game: %(what)s", what=_of_match(entrant, seats))
    if policy.points_taken == 1:
        return _("Here a match is one game: a match point of this round is taken instead.")
    return _(
        "Here a match is one game: %(n)s match points of this round are taken instead.", n=policy.points_taken
    )


def _of_match(entrant: Entrant, seats: int) -> Message:
    if seats > 2:
        return _("%(name)s is last at this table.", name=entrant.name)
    return _("The opponent of %(name)s wins this match.", name=entrant.name)
