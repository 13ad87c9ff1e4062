"""Exertions: cards come off an Endurance, and what is left of them is put away; what they make a Power Blow or a
Power Block."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.endurance import take
from rules.highlander.changes.state import change
from rules.highlander.position import Exerting, Highlander, Mark
from rules.highlander.reading.exertion import STANDARD
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext


def make_power_blow(p: Highlander, seat: str, number: int) -> Highlander:
    mine = p.players[seat]
    attack = mine.attacks[number - 1]
    attack = replace(attack, marks=(*attack.marks, Mark("power_blow")))
    attacks = (*mine.attacks[: number - 1], attack, *mine.attacks[number:])
    return change(p, seat, attacks=attacks, power_blow_made=True)


def make_power_block(p: Highlander, seat: str, number: int, by_exertion: bool) -> Highlander:
    mine = p.players[seat]
    defense = replace(mine.defenses[number - 1], power_block=True, by_exertion=by_exertion)
    return change(p, seat, defenses=(*mine.defenses[: number - 1], defense, *mine.defenses[number:]))


@enforces("reading.b31")
def begin_exertion(
    ctx: EntryContext, p: Highlander, seat: str, purpose: str, number: int = 0, wanted: int = STANDARD, owner: str = "",
    keep: tuple[str, int] = ("", 0),
) -> Highlander:  # fmt: skip
    """Cards come off an Endurance for an Exertion; ``keep``: what kind of them its player may take, and how many."""
    owner = owner or seat
    p, cards = take(ctx, p, owner, wanted)
    left = wanted - len(cards) if p.reshuffling else 0
    exerting = Exerting(
        seat=seat, purpose=purpose, number=number, wanted=wanted, left=left, owner=owner, cards=cards,
        keep=keep[0], keeps=keep[1],
    )  # fmt: skip
    mine = p.players[seat]
    further = 0 if mine.exertions else mine.further_exertion
    made = replace(mine, exertions=mine.exertions + 1, exerted_in=p.phase, further_exertion=further)
    return replace(p, players={**p.players, seat: made}, exerting=exerting if cards or left else None)


def put_away(p: Highlander) -> Highlander:
    """Put the cards left of an Exertion on their owner's discard pile (Exertions)."""
    exerting = p.exerting
    if exerting is None:
        return p
    held = p.players[exerting.owner]
    held = replace(held, discard_pile=held.discard_pile + exerting.cards)
    return replace(p, exerting=None, players={**p.players, exerting.owner: held})
