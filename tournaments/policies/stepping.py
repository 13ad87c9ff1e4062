"""What a policy says about somebody who did something again. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.policies.structs import Infraction, Kind
from tournaments.policies.words import PENALTY_WORDS


@dataclass(frozen=True, slots=True)
class Says:
    """What the policy says: the penalty for the time it is by now, and why it is that one."""

    penalty: Kind
    time: int
    why: Message


def policy_says(infraction: Infraction, before: int) -> Says:
    """What the policy says about somebody who was punished for this infraction `before` times in the event."""
    penalty = infraction.steps[min(before, len(infraction.steps) - 1)]
    first, word = infraction.steps[0], PENALTY_WORDS[penalty]
    if before == 0:
        why = _("The first time in this event: %(penalty)s.", penalty=word)
    elif penalty == first:
        why = _("Time %(n)s in this event: still %(penalty)s.", n=before + 1, penalty=word)
    else:
        why = _("Time %(n)s in this event: it steps up to %(penalty)s.", n=before + 1, penalty=word)
    return Says(penalty, before + 1, why)
