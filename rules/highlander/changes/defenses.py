"""The effects of a Defense that remain when another one follows, or the Phase ends."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.state import change, with_side
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.position import Attack, Defense, Highlander
from rules.highlander.reading.state import face, marked
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext


@enforces("feint-duncan-macleod-and-guards", "feint-duncan-macleod-and-special-attack-or-blocks")
def restored(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """A Guard as it is after the Defense Phase, for which alone it may have an area added; a Special Attack never has
    it (it strikes with the area of its card)."""
    if not p.players[seat].defenses:
        return p
    defenses: list[Defense] = []
    for defense in p.players[seat].defenses:
        card = face(ctx, defense.card)
        lies_on = card is not None and (card.is_guard or marked(defense.marks, "guard"))
        if lies_on and card is not None and marked(defense.marks, "extended"):
            defense = replace(defense, squares=card.squares)
        defenses.append(defense)
    return change(p, seat, defenses=tuple(defenses))


def set_attack(p: Highlander, seat: str, number: int, attack: Attack) -> Highlander:
    mine = p.players[seat]
    attacks = (*mine.attacks[: number - 1], attack, *mine.attacks[number:])
    return with_side(p, seat, replace(mine, attacks=attacks))


def without_the_last(p: Highlander, seat: str) -> Highlander:
    """The position once a new Defense is played: the effects of an earlier one end."""
    if not p.lasting:
        return p
    left = tuple(
        x
        for x in p.lasting
        if x.seat != seat or not isinstance(x.effect, lasting_effects.BlockedArea | lasting_effects.LastSaid)
    )
    return p if len(left) == len(p.lasting) else replace(p, lasting=left)
