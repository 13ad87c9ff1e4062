"""Carrying out one effect of a card: what it is carried out with, and the one place that looks it up by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules.highlander.card import Effect
from rules.highlander.position import Highlander, Lasting
from rules.highlander.reading.state import other
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


class EffectContext(NamedTuple):
    """What an effect is carried out with: ``seat`` is whose card it is, ``event`` whether an Event gives it."""

    entry: EntryContext
    p: Highlander
    seat: str
    effect: Effect
    title: str
    event: bool
    ignored: tuple[str, ...] = ()

    def judgment(self) -> Judgment:
        """What the position says as the effect begins."""
        return Judgment.of(self.entry, self.p)

    def lasting(self, what: str, seat: str, turns: int = 0) -> Lasting:
        """What this card makes hold of ``seat`` to the end of this turn or of one ``turns`` later."""
        until = self.p.number + turns
        return Lasting(what=what, seat=seat, until=until, event=self.event, by=self.seat, source=self.title)

    def targets(self) -> tuple[str, ...]:
        """The seats that ``who`` names, the card's player first."""
        opponent = other(self.entry, self.seat)
        named = {"you": (self.seat,), "opponent": (opponent,)}.get(self.effect.who, (self.seat, opponent))
        return tuple(seat for seat in named if seat not in self.ignored) if self.ignored else named


#: what a verb of card declarations does
Doing = Callable[[EffectContext], Highlander]
#: as a chance that the opponent is disarmed was declared before: logs and card lists that say so are still read
FORMER = "chance_to_disarm"


def run(
    ctx: EntryContext,
    p: Highlander,
    seat: str,
    effect: Effect,
    title: str,
    event: bool,
    ignored: tuple[str, ...] = (),
) -> Highlander:
    """Carries one effect out for the player of its card; those who ignore it are left out."""
    if effect.do == FORMER:
        effect = Effect("chance", "opponent", effect.count, "disarm", effect.what)
    found: Doing | None = ctx.game.effects.get(effect.do)
    return p if found is None else found(EffectContext(ctx, p, seat, effect, title, event, ignored))
