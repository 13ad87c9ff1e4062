"""The cost of playing a card, with its own discounts and the changes by cards in play."""

from __future__ import annotations

from collections.abc import Mapping

from rules.kernel.enforce import enforces
from rules.kernel.knowledge import OPEN
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.conditions import holds, matches
from rules.nightmare_before_christmas.effects import Cost
from rules.nightmare_before_christmas.position import Player
from rules.nightmare_before_christmas.town import KnowsCards, characters, face_of, number_of


@enforces("playing-cards.cost", "reading.a5", "reading.a6", "other-rules.card-text-over-rules")
def cost_of(
    knowledge: KnowsCards,
    player: Player,
    face: NightmareCard,
    locale: str = "",
    replaced: int | None = None,
    more: int = 0,
) -> int | None:
    """The cost of playing a card: its Scare Number, less the printed one of the version it replaces, with what raises
    it (``more``: what cards in play say of it), less the card's own discounts, never below 0. None where a number is
    not known."""
    cost = face.scare_number
    if cost is None:
        return None
    if replaced is not None:
        old = number_of(knowledge, replaced)
        if old is None:
            return None
        cost -= old
    cost += more
    for raised in face.raises:
        if (not raised.at or raised.at == locale) and holds(knowledge, player, raised.when):
            cost += raised.by
    for discount in face.discounts:
        if (not discount.at or discount.at == locale) and holds(knowledge, player, discount.when):
            cost -= discount.by
    return max(cost, 0)


@enforces("playing-cards.cost", "other-rules.card-text-over-rules")
def costs_in_play(
    knowledge: KnowsCards, players: Mapping[str, Player], seat: str, face: NightmareCard
) -> int:
    """How much more (or less) a card of a seat costs because of cards in play: Characters, and Surprises on the table.
    The text of a Creation counts only when it is played, and that of a stacked Surprise is covered."""
    more = 0
    for owner, player in players.items():
        for card in (*characters(player), *player.placed):
            there = face_of(knowledge, card) if card != OPEN else None
            for cost in there.costs if there is not None else ():
                if _concerns(cost, face, owner == seat) and holds(knowledge, player, cost.when, card):
                    more += cost.by
    return more


def _concerns(cost: Cost, face: NightmareCard, own: bool) -> bool:
    return (cost.whose == "any" or own == (cost.whose == "own")) and matches(cost, face)
