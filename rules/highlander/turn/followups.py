"""The consequences of a turn's Defenses at the beginning of the Attack Phase."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.looking_back import remembered_defense
from rules.highlander.changes.state import change
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.legality import preventions
from rules.highlander.position import Attack, Defense, Highlander, Lasting
from rules.highlander.reading.last_defenses import is_successful_block, last_defense
from rules.highlander.reading.state import face, says
from rules.highlander.turn.attacks import made
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment


def after_defenses(ctx: EntryContext, p: Highlander) -> Highlander:
    """The position at the beginning of the Attack Phase."""
    seat = p.turn
    if not p.players[seat].defenses:
        return p
    p = _additional(ctx, p, seat)
    last = last_defense(Judgment.of(ctx, p), seat)
    if last is not None and last.played == p.number and says(ctx, last, "becomes_attack"):
        return _strike(ctx, p, seat, last)
    return p


@enforces("deflect-gladius-and-additional-attacks")
def _additional(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """One additional Attack for the last Defense of a kind that gives it, if it was a successful Block."""
    giving = [
        d for d in p.players[seat].defenses if d.played == p.number and says(ctx, d, "additional_if_held")
    ]
    if not giving or not is_successful_block(Judgment.of(ctx, p), giving[-1]):
        return p
    return change(p, seat, attacks_allowed=p.players[seat].attacks_allowed + 1)


@enforces("special-attack-or-block-and-prevention", "block-and-strike")
def _strike(ctx: EntryContext, p: Highlander, seat: str, last: Defense) -> Highlander:
    """The Defense played last becomes the next Attack, to the area it blocked; not where anything prevents it, or no
    attack is left."""
    mine = p.players[seat]
    card = face(ctx, last.card)
    if card is None or mine.attacks_made >= mine.attacks_allowed:
        return p
    trial = Judgment.of(ctx, p)
    preventions.attack(trial, preventions.Way(seat, last.card, strikes=True))
    if trial.violations:
        return p
    defenses = tuple(defense for defense in mine.defenses if defense is not last)
    blocked = Lasting(lasting_effects.BlockedArea(last.squares), seat, p.number)
    p = change(replace(p, lasting=(*p.lasting, blocked)), seat, defenses=defenses)
    p = remembered_defense(ctx, p, seat, last)
    attack = Attack(owner=seat, card=last.card, marks=mine.next_attack)
    return made(ctx, p, seat, attack, True)
