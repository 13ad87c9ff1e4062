"""What penalties cost at a table, in words for everybody there. Why they were given stays with their players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.losses.queries import Losses
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.penalties import Penalty, PenaltyKind


@dataclass(frozen=True, slots=True)
class Cost:
    """A penalty that was given for this table, and what it costs there."""

    penalty: Penalty
    text: Message


def costs_of(losses: Losses) -> Iterator[Cost]:
    """A line for each penalty that costs something at the table, in their order."""
    points = {penalty.pk: count for penalty, count in losses.points}
    for letter, penalty in losses.penalties:
        name = penalty.entrant.name
        if letter in losses.match:
            yield Cost(penalty, _("%(name)s lost the match.", name=name))
        elif penalty.pk in points:
            yield Cost(penalty, _points(name, points[penalty.pk]))
        elif penalty.penalty != PenaltyKind.GAME_LOSS:
            continue
        elif letter not in losses.games:
            if losses.cancelled:
                yield Cost(
                    penalty, _("%(name)s: the game loss is cancelled by one of the opponent.", name=name)
                )
        elif penalty.game == 1:
            yield Cost(penalty, _("%(name)s begins with a game loss.", name=name))
        else:
            yield Cost(penalty, _("%(name)s has lost game %(n)s.", name=name, n=penalty.game))


def _points(name: str, count: int) -> Message:
    if count == 1:
        return _("%(name)s: a match point of this round is taken.", name=name)
    return _("%(name)s: %(n)s match points of this round are taken.", name=name, n=count)
