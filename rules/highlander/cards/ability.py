"""Cards about damage, Ability and how a game ends. What the Handbook does not print of a card is read from its
examples."""

from __future__ import annotations

from typing import Unpack

from rules.highlander.card import Effect, HighlanderCard, Type
from rules.highlander.cards.facts import Facts, beside


def card(title: str, kind: Type, summary: str, /, **facts: Unpack[Facts]) -> HighlanderCard:
    return HighlanderCard(title=title, **beside(facts, summary=summary, type=kind, source="Handbook"))


ABILITY = (
    card(
        "Dr. Anne Lindsay", "situation", "Discard it to prevent 2 damage.", groups=("Ally",),
        source="Handbook: Damage - Preventing", discard_to_use=(Effect("prevent_damage", count=2),),
    ),
    card(
        "Dr. Sonny Jackson", "edge", "Prevents damage that is pending; how much is not printed.", groups=("Ally",),
        source="Handbook: Damage - Preventing", on_play=(Effect("prevent_damage"),), declared=True,
    ),
    card(
        "Do It Yourself", "event", "1 damage is prevented and done to who caused it.", sub_title="Katana",
        owners=("Gen Katana",), source="Handbook: Damage - Redirecting", on_play=(Effect("redirect_damage", count=1),),
    ),
    card(
        "Honor Bound", "situation", "After five of the opponent's turns it is discarded and everybody loses 4 Ability.",
        edition="Promo", restriction=1, while_in_play=(Effect("leaves_after", count=5),),
        when_over=(Effect("lose_ability", "all", 4),),
    ),
    card(
        "Pedestrian", "situation", "After five of the opponent's turns the higher Ability wins the game.",
        edition="SE", variant="Game Ends in 5 Turns", groups=("Bystander",),
        while_in_play=(Effect("leaves_after", count=5),), when_over=(Effect("end_duel"),),
    ),
    card(
        "Arms and Tactics", "premium", "Five cards may leave the game as First Blood begins.", variant="Discard 5",
        source="Handbook: First Blood and Arms and Tactics (Discard 5)",
        while_in_play=(Effect("remove_at_first_blood", count=5),),
    ),
)  # fmt: skip
