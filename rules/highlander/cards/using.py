"""Cards in play that their player uses, or that ask something of who plays another card."""

from __future__ import annotations

from rules.highlander.card import Effect
from rules.highlander.cards.facts import card, signature
from rules.highlander.cards.keeping import known

USED = (
    card("Jack Donovan", "situation", "Discard it instead of playing a card or exerting.", edition="ME",
         marks=("instead_of_a_card",), discard_to_use=(Effect("excuse"),)),
    card("Gypsy Lover", "situation", "Looks at a card of the opponent's hand by lot.", edition="SE",
         groups=("Gypsy",), while_in_play=(Effect("looks_at_hand"),)),
    card("Hogg", "object", "An Exertion avoids an attack, or an attack is a Power Blow.", edition="WC",
         marks=("one_in_play",), on_leave=(Effect("lose_ability", count=1),),
         while_in_play=(Effect("exert_to_avoid"), Effect("makes_power_blow")), **signature("Kern", number=2)),
    card("Flying Machine", "object", "Attacks that are not Ranged cost the opponent an Exertion.", variant="Wings",
         edition="TG", marks=("one_in_play",), on_leave=(Effect("lose_ability", count=1),),
         while_in_play=(Effect("attack_costs_exertion", "opponent"),), **signature("Corda & Reno", number=2)),
    known("Joe Dawson", "pre_game", "An Exertion moves the discard pile's Watchers under the Endurance.",
          "Joe Dawson Pre-Game", variant="Watcher Pre-Game",
          while_in_play=(Effect("exert_to_move_under", what="Watcher"),)),
)  # fmt: skip

ASKING = (
    known("Master's Advance", "situation", "A Dodge costs the opponent another Dodge.", "Stacking",
          while_in_play=(Effect("cost", "opponent", 1, "dodge"),)),
    known("Battlefield", "location", "A Dodge costs everybody another Dodge; it may do damage in a way not printed.",
          "Discard Costs", declared=True, while_in_play=(Effect("cost", "all", 1, "dodge"),), marks=("may_damage",)),
    known("Theatre", "location", "Discards are drawn by lot, by the opponent where Insurance is in play too.",
          "Insurance: Kalas: Situation and Theatre: Location", while_in_play=(Effect("discards_at_random", "all"),)),
    known("Maniacal Laugh", "event", "The opponent must attack or exert for an Attack, or loses a Defense.",
          "Maniacal Laugh", variant="Must Attack",
          on_play=(Effect("lasts", "opponent", what="must attack", until="next"),)),
    card("Dust Cloud", "event", "In the Desert both players' next attacks may be hidden.", edition="ME",
         requires=(Effect("in_play", what="Desert"),), on_play=(Effect("next_attack", "all", what="may_hide"),)),
    known("Bassett and Hotchkiss", "event", "Up to 2 cards of the hand are replaced (the number is assumed).",
          "Immediate Effects", on_play=(Effect("replace_cards", count=2),)),
)  # fmt: skip

BORROWING = (
    card("Immortal Research", "edge", "One card of the opponent's hand is played, no Persona Specific one.",
         edition="MC", requires=(Effect("first_this_turn", what="Immortal Research"),),
         on_play=(Effect("borrow", what="hand"),), **signature("Methos", number=3)),
)  # fmt: skip

USING = (*BORROWING, *USED, *ASKING)
