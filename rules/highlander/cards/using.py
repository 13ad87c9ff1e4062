"""Cards in play that their player uses, or that ask something of who plays another card."""

from __future__ import annotations

from rules.highlander.cards.facts import card, signature
from rules.highlander.cards.keeping import known
from rules.highlander.language.continuous import Cost, ExertTo, ForcedDiscards, LookAt, WithoutExertion
from rules.highlander.language.effects import Lasts, LetBorrow, LoseAbility, NextAttack, ReplaceCards
from rules.highlander.language.filters import Called, CardName
from rules.highlander.language.lasting import MustAttack
from rules.highlander.language.one_card import AttackCostsExertion, Excuse
from rules.highlander.language.requirements import CardInPlay, FirstThisTurn

USED = (
    card("Jack Donovan", "situation", "Discard it instead of playing a card or exerting.", edition="ME",
         marks=("instead_of_a_card",), discard_to_use=(Excuse(),)),
    card("Gypsy Lover", "situation", "Looks at a card of the opponent's hand by lot.", edition="SE",
         groups=("Gypsy",), while_in_play=(LookAt("hand"),)),
    card("Hogg", "object", "An Exertion avoids an attack, or an attack is a Power Blow.", edition="WC",
         marks=("one_in_play",), on_leave=(LoseAbility(1),),
         while_in_play=(ExertTo("avoid"), WithoutExertion(what="power_blow")), **signature("Kern", number=2)),
    card("Flying Machine", "object", "Attacks that are not Ranged cost the opponent an Exertion.", variant="Wings",
         edition="TG", marks=("one_in_play",), on_leave=(LoseAbility(1),),
         while_in_play=(AttackCostsExertion(who="opponent"),), **signature("Corda & Reno", number=2)),
    known("Joe Dawson", "pre_game", "An Exertion moves the discard pile's Watchers under the Endurance.",
          "Joe Dawson Pre-Game", variant="Watcher Pre-Game",
          while_in_play=(ExertTo("move_under", Called("Watcher")),)),
)  # fmt: skip

ASKING = (
    known("Master's Advance", "situation", "A Dodge costs the opponent another Dodge.", "Stacking",
          while_in_play=(Cost(1, who="opponent", what="dodge"),)),
    known("Battlefield", "location", "A Dodge costs everybody another Dodge; it may do damage in a way not printed.",
          "Discard Costs", declared=True, while_in_play=(Cost(1, who="all", what="dodge"),), marks=("may_damage",)),
    known("Theatre", "location", "Discards are drawn by lot, by the opponent where Insurance is in play too.",
          "Insurance: Kalas: Situation and Theatre: Location", while_in_play=(ForcedDiscards("at_random", who="all"),)),
    known("Maniacal Laugh", "event", "The opponent must attack or exert for an Attack, or loses a Defense.",
          "Maniacal Laugh", variant="Must Attack",
          on_play=(Lasts(who="opponent", what=MustAttack(), until="next"),)),
    card("Dust Cloud", "event", "In the Desert both players' next attacks may be hidden.", edition="ME",
         requires=(CardInPlay(CardName("Desert")),), on_play=(NextAttack("may_hide", who="all"),)),
    known("Bassett and Hotchkiss", "event", "Up to 2 cards of the hand are replaced (the number is assumed).",
          "Immediate Effects", on_play=(ReplaceCards(2),)),
)  # fmt: skip

BORROWING = (
    card("Immortal Research", "edge", "One card of the opponent's hand is played, no Persona Specific one.",
         edition="MC", requires=(FirstThisTurn("Immortal Research"),),
         on_play=(LetBorrow("hand"),), **signature("Methos", number=3)),
)  # fmt: skip

USING = (*BORROWING, *USED, *ASKING)
