"""Carrying out one effect of a card: what it is carried out with, and the one place that looks it up by its name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar

from rules.highlander.language.parts import Part
from rules.highlander.position import Highlander, Lasting
from rules.highlander.reading.state import other
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment

K = TypeVar("K", bound=Part)


class EffectContext(NamedTuple, Generic[K]):
    """The context in which an effect is carried out: ``seat`` is whose card it is, ``event`` whether an Event gives
    it."""

    entry: EntryContext
    p: Highlander
    seat: str
    effect: K
    title: str
    event: bool
    ignored: tuple[str, ...] = ()

    def judgment(self) -> Judgment:
        """The judgment of the position at which the effect begins."""
        return Judgment.of(self.entry, self.p)

    def lasting(self, effect: Part, seat: str, turns: int = 0) -> Lasting:
        """A lasting effect of this card on ``seat``, to the end of this turn or of one ``turns`` later."""
        until = self.p.number + turns
        return Lasting(effect, seat, until, event=self.event, by=self.seat, source=self.title)

    def targets(self) -> tuple[str, ...]:
        """The seats that ``who`` names, the card's player first."""
        opponent = other(self.entry, self.seat)
        named = {"you": (self.seat,), "opponent": (opponent,)}.get(self.effect.who, (self.seat, opponent))
        return tuple(seat for seat in named if seat not in self.ignored) if self.ignored else named


#: what carries a kind of part out
Doing = Callable[[EffectContext[K]], Highlander]
#: by the name of each kind
Table = dict[str, Callable[[EffectContext[Any]], Highlander]]


def run(
    ctx: EntryContext,
    p: Highlander,
    seat: str,
    effect: Part,
    title: str,
    event: bool,
    ignored: tuple[str, ...] = (),
) -> Highlander:
    """Carries one effect out for the player of its card; those who ignore it are left out."""
    doing: Doing[Any] | None = ctx.game.effects.get(effect.do)
    return p if doing is None else doing(EffectContext(ctx, p, seat, effect, title, event, ignored))
