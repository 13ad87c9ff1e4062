"""What a judge is offered who wants to punish somebody: each infraction with what the policy says about it now."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tournaments.lateness.queries import minutes_at, minutes_late
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.entrants import Entrant
from tournaments.models.penalties import Penalty
from tournaments.models.rounds import Match, RoundState
from tournaments.now import now
from tournaments.penalties.consequences import consequence
from tournaments.policies.lines import PolicyLine, lines_of
from tournaments.policies.queries import policy_of
from tournaments.policies.stepping import Says, policy_says
from tournaments.policies.structs import TARDINESS
from tournaments.policies.words import PENALTY_WORDS


@dataclass(frozen=True, slots=True)
class Offer:
    """An infraction as the policy has it, what it says about this player now, and what that would do."""

    line: PolicyLine
    says: Says
    does: Message
    #: where being late is not to be punished here but by the minutes, at the table
    instead: Message | None = None

    @property
    def penalty(self) -> Message:
        """The penalty inside a sentence."""
        return PENALTY_WORDS[self.says.penalty]


def offers_of(entrant: Entrant, match: Match | None) -> list[Offer]:
    """Every infraction of the event's policy."""
    policy = policy_of(entrant.event).policy
    times = _times(entrant)
    made = []
    for line in lines_of(policy, entrant.event.game):
        infraction = policy.infraction(line.id)
        assert infraction is not None
        says = policy_says(infraction, times[line.id])
        made.append(Offer(line, says, consequence(says.penalty, entrant, match), _by_minutes(line.id, match)))
    return made


def offer_of(entrant: Entrant, infraction: str, match: Match | None) -> Offer | None:
    """One of them; None for no infraction of the policy."""
    if not infraction or policy_of(entrant.event).policy.infraction(infraction) is None:
        return None
    return next(offer for offer in offers_of(entrant, match) if offer.line.id == infraction)


def _times(entrant: Entrant) -> Counter[str]:
    rows = Penalty.objects.filter(entrant=entrant, replaced_at=None, taken_back=False)
    return Counter(rows.values_list("infraction", flat=True))


def _by_minutes(infraction: str, match: Match | None) -> Message | None:
    """A hint where the minutes have passed from which a game or the match is lost."""
    if infraction != TARDINESS or match is None or match.round.state != RoundState.RUNNING:
        return None
    minutes, allowed = minutes_late(match, now()), minutes_at(match)
    least = allowed.match if allowed.game is None else min(allowed.game, allowed.match)
    if match.seats.count() != 2 or minutes < least:
        return None
    return _("%(n)s minutes have passed: who is still missing loses by the table’s own buttons.", n=minutes)
