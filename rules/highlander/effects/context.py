"""What an effect is carried out with."""

from __future__ import annotations

from typing import NamedTuple

from rules.highlander.card import Effect
from rules.highlander.position import Highlander, Lasting
from rules.highlander.state import other
from rules.kernel.judgment import Judgment


class EffectContext(NamedTuple):
    """What an effect is carried out with: ``seat`` is whose card it is, ``event`` whether an Event gives it."""

    j: Judgment
    p: Highlander
    seat: str
    effect: Effect
    title: str
    event: bool
    ignored: tuple[str, ...] = ()

    def lasting(self, what: str, seat: str, turns: int = 0) -> Lasting:
        """What this card makes hold of ``seat`` to the end of this turn or of one ``turns`` later."""
        until = self.p.number + turns
        return Lasting(what=what, seat=seat, until=until, event=self.event, by=self.seat, source=self.title)

    def targets(self) -> tuple[str, ...]:
        """The seats that ``who`` names, the card's player first."""
        opponent = other(self.j, self.seat)
        named = {"you": (self.seat,), "opponent": (opponent,)}.get(self.effect.who, (self.seat, opponent))
        return tuple(seat for seat in named if seat not in self.ignored) if self.ignored else named
