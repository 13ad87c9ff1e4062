"""Cards about damage, Ability and how a game ends. What the Handbook does not print of a card is read from its
examples."""

from __future__ import annotations

from typing import Unpack

from rules.highlander.card import HighlanderCard
from rules.highlander.cards.facts import Facts, beside
from rules.highlander.language.continuous import LeavesAfter
from rules.highlander.language.effects import AvertDamage, LoseAbility
from rules.highlander.language.filters import Type
from rules.highlander.language.one_card import EndDuel, RemoveAtFirstBlood


def card(title: str, kind: Type, summary: str, /, **facts: Unpack[Facts]) -> HighlanderCard:
    return HighlanderCard(title=title, **beside(facts, summary=summary, type=kind, source="Handbook"))


ABILITY = (
    card(
        "Dr. Anne Lindsay", "situation", "Discard it to prevent 2 damage.", groups=("Ally",),
        source="Handbook: Damage - Preventing", discard_to_use=(AvertDamage(2),),
    ),
    card(
        "Dr. Sonny Jackson", "edge", "Prevents damage that is pending; how much is not printed.", groups=("Ally",),
        source="Handbook: Damage - Preventing", on_play=(AvertDamage(),), declared=True,
    ),
    card(
        "Do It Yourself", "event", "1 damage is prevented and done to who caused it.", sub_title="Katana",
        owners=("Gen Katana",), source="Handbook: Damage - Redirecting", on_play=(AvertDamage(1, "redirect"),),
    ),
    card(
        "Honor Bound", "situation", "After five of the opponent's turns it is discarded and everybody loses 4 Ability.",
        edition="Promo", restriction=1, while_in_play=(LeavesAfter(5),),
        when_over=(LoseAbility(4, who="all"),),
    ),
    card(
        "Pedestrian", "situation", "After five of the opponent's turns the higher Ability wins the game.",
        edition="SE", variant="Game Ends in 5 Turns", groups=("Bystander",),
        while_in_play=(LeavesAfter(5),), when_over=(EndDuel(),),
    ),
    card(
        "Arms and Tactics", "premium", "Five cards may leave the game as First Blood begins.", variant="Discard 5",
        source="Handbook: First Blood and Arms and Tactics (MustDiscard 5)",
        while_in_play=(RemoveAtFirstBlood(5),),
    ),
)  # fmt: skip
