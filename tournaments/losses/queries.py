"""Which losses count at a match. Nothing of it is stored: it follows from the penalties and from who sits where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import QuerySet, prefetch_related_objects

from tournaments.models.events import Event
from tournaments.models.penalties import LOSSES, Penalty, PenaltyKind
from tournaments.models.rounds import PUBLISHED_STATES, Match, Seat
from tournaments.policies.losses import lost_games
from tournaments.policies.queries import policy_of
from tournaments.policies.structs import Policy
from tournaments.prepared import Prepared
from tournaments.stages.queries import match_rules


@dataclass(frozen=True, slots=True)
class Losses:
    """What counts at a match, by seat: games that count as won by the other, who has lost the match, points taken for
    which penalty. `cancelled`: losses of both for one game count for neither. `penalties` are all that were given for
    this match, in their order."""

    games: Mapping[str, int] = field(default_factory=dict)
    match: frozenset[str] = frozenset()
    points: tuple[tuple[Penalty, int], ...] = ()
    cancelled: bool = False
    penalties: tuple[tuple[str, Penalty], ...] = ()

    def of(self, letters: Iterable[str]) -> list[int]:
        """The lost games of these seats, in their order."""
        return [self.games.get(letter, 0) for letter in letters]


NONE = Losses()

#: The standing losses of everybody who sits at a match, whichever match they count in.
losses_beside = Prepared(
    lambda match: standing_losses().filter(entrant__seats__match=match).select_related("entrant"), int
)


def standing_losses() -> QuerySet[Penalty]:
    """Losses that were neither replaced nor taken back."""
    return Penalty.objects.filter(replaced_at=None, taken_back=False, penalty__in=list(LOSSES)).order_by("id")


def losses_at(match: Match) -> Losses:
    """What penalties cost at this match."""
    beside = list(losses_beside(match.pk))
    if not beside:
        return NONE
    landing = landing_of(beside)
    here = [penalty for penalty in beside if landing.get(penalty.pk) == match.pk]
    if not here:
        return NONE
    letters = dict(match.seats.values_list("entrant", "letter"))
    given = [(letters[penalty.entrant_id], penalty) for penalty in here]
    return _counted(match, given, len(letters), policy_of(match.round.event).policy)


def losses_of_event(event: Event, matches: Iterable[Match]) -> dict[int, Losses]:
    """``losses_at`` of each of these matches of the event, by its number, with as many queries as for one; of those
    alone where penalties cost something."""
    given = list(standing_losses().filter(entrant__event=event).select_related("entrant"))
    if not given:
        return {}
    landing, by_match = landing_of(given), dict[int, list[Penalty]]()
    for penalty in given:
        if penalty.pk in landing:
            by_match.setdefault(landing[penalty.pk], []).append(penalty)
    hit = [match for match in matches if match.pk in by_match]
    if not hit:
        return {}
    policy = policy_of(event).policy
    prefetch_related_objects(hit, "seats")
    losses = {}
    for match in hit:
        letters = {seat.entrant_id: seat.letter for seat in match.seats.all()}
        here = [(letters[penalty.entrant_id], penalty) for penalty in by_match[match.pk]]
        losses[match.pk] = _counted(match, here, len(letters), policy)
    return losses


def landing_of(penalties: Iterable[Penalty]) -> dict[int, int]:
    """The match in which each of these losses counts, by its number; none for one that waits for a pairing."""
    penalties = list(penalties)
    seats = Seat.objects.filter(
        entrant__in={penalty.entrant_id for penalty in penalties},
        round__state__in=PUBLISHED_STATES,
        match__is_bye=False,
    )
    played: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for entrant, number, match in seats.order_by("round__number").values_list(
        "entrant", "round__number", "match"
    ):
        played[entrant].append((number, match))
    landing = {}
    for penalty in penalties:
        own = played[penalty.entrant_id]
        first = next((match for number, match in own if number >= penalty.from_round), None)
        given_at = next((match for _number, match in own if match == penalty.match_id), None)
        counted_in = given_at if penalty.counts_here and given_at is not None else first
        if counted_in is not None:
            landing[penalty.pk] = counted_in
    return landing


def _counted(match: Match, given: list[tuple[str, Penalty]], seats: int, policy: Policy) -> Losses:
    instead = instead_of_a_game(policy, match, seats)
    game_losses = [
        (letter, penalty.game if instead == "game" else 1)
        for letter, penalty in given
        if penalty.penalty == PenaltyKind.GAME_LOSS
    ]
    lost = {letter for letter, penalty in given if penalty.penalty == PenaltyKind.MATCH_LOSS}
    games: Mapping[str, int] = {}
    counted = lost_games(game_losses, policy)
    if instead == "game":
        games = counted
    elif instead == "match_loss":
        lost |= set(counted)
    points = tuple(
        (penalty, policy.points_taken)
        for _letter, penalty in given
        if instead == "match_points" and penalty.penalty == PenaltyKind.GAME_LOSS
    )
    cancelled = instead in ("game", "match_loss") and {letter for letter, _game in game_losses} != set(
        counted
    )
    return Losses(games, frozenset(lost), points, cancelled, tuple(given))


def instead_of_a_game(policy: Policy, match: Match, seats: int) -> str:
    """What a game loss costs at this match: a game, or where the match is one game what the policy says; in a bracket
    points would count nothing."""
    if match_rules(match, seats).games > 1:
        return "game"
    if policy.in_one_game == "match_points" and match.round.stage.eliminates and seats == 2:
        return "match_loss"
    return policy.in_one_game
