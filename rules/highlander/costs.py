"""Cards that must be discarded to play a card: being Prone, and what cards in play ask for (Prone, Discard Costs)."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.modifiers import modifiers
from rules.highlander.position import Highlander, Must
from rules.highlander.state import candidates, change, face
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

#: cards of the same colour of Grid
GOLD = ("special_attack", "special_attack_or_block")


def same_kind(card: HighlanderCard) -> str:
    """The Type of a card as far as its Icon or the colour of its Grid tells."""
    return "gold" if card.type in GOLD else ("red" if card.type == "attack" else card.type)


@enforces("prone", "regaining-your-feet", "discard-costs", "discard-a-card-to-play-a-card")
def owed(j: Judgment, seat: str, card: HighlanderCard) -> tuple[str, ...]:
    """The kinds of cards that must be discarded from the hand to play a card: one of the same Type when Prone (also for
    the card that ends it), and one more for every effect that asks for one."""
    kinds = [same_kind(card)] if j.position.players[seat].prone else []
    for found in modifiers(j, seat, "cost"):
        if found.effect.what == card.type:
            kinds += [same_kind(card)] * found.effect.count
    return tuple(kinds)


def asked(j: Judgment, seat: str, card: int, hidden: bool = False) -> tuple[str, ...]:
    """What playing a card costs; of an Attack played face down nobody says which kind it is."""
    found = candidates(j, card)
    kinds = owed(j, seat, found[0]) if found and not hidden else ()
    return ("attack",) if hidden and j.position.players[seat].prone else kinds


def can_pay(j: Judgment, seat: str, card: int, hidden: bool = False) -> None:
    """Records it where the hand cannot pay what playing a card costs, as far as the hand is known."""
    kinds = asked(j, seat, card, hidden)
    left = [face(j, one) for one in j.position.players[seat].hand if one != card] if kinds else []
    if not kinds or any(one is None for one in left):
        return
    fit = sum(1 for one in left if one is not None and kinds[0] in (same_kind(one), one.type))
    if kinds == ("attack",):
        fit = sum(1 for one in left if one is not None and one.is_attack)
    if fit < len(kinds):
        message = f"{len(kinds)} card(s) of the same Type must be discarded to play this card"
        j.forbid("prone" if j.position.players[seat].prone else "discard-costs", message)


def pay(p: Highlander, seat: str, kinds: tuple[str, ...]) -> Highlander:
    """What a card costs must be discarded now."""
    if not kinds:
        return p
    must = Must(do="discard", count=len(kinds), what=kinds[0], cost=True)
    return change(p, seat, must=(must, *p.players[seat].must))
