"""Whether a hand holds what a card costs (Prone, Discard Costs)."""

from __future__ import annotations

from rules.highlander.reading.costs import asked, holds
from rules.highlander.reading.state import face, without
from rules.highlander.texts import say
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


def can_pay(
    j: Judgment,
    seat: str,
    card: int,
    hidden: bool = False,
    left: tuple[int, ...] | None = None,
    defends: bool = False,
) -> None:
    """Records it where the hand cannot pay what playing a card costs, and where nobody knows whether it can; ``left``:
    what is left of the hand, where that is not the hand without the card."""
    kinds = asked(j, seat, card, hidden, defends)
    if kinds:
        mine = j.position.players[seat]
        message = say("too_few_cards_of_type_to_discard", count=len(kinds))
        left = without(mine.hand, card) if left is None else left
        must_hold(j, "prone" if mine.prone else "discard-costs", left, kinds[0], len(kinds), message)


def must_hold(j: Judgment, rule: str, hand: tuple[int, ...], kind: str, count: int, message: str) -> None:
    """The cards of a hand must be enough of a kind: open where they may be, and decided when they are shown."""
    cards = tuple(card for card in hand if card != OPEN)
    if len(cards) == len(hand):
        j.need(rule, holds, cards, message, say("the_hand"), (kind, count))
    elif not holds(*(facts for card in cards if (facts := face(j, card)) is not None), kind, count):
        j.unsure(say("number_and_names_of_cards_in_hand"))
