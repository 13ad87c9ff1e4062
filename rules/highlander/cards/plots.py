"""Plots, and the cards about them."""

from __future__ import annotations

from typing import Unpack

from rules.highlander.card import Effect, HighlanderCard
from rules.highlander.cards.facts import Facts, beside, card
from rules.highlander.cards.keeping import known


def part(title: str, variant: str, summary: str, entry: str, /, **facts: Unpack[Facts]) -> HighlanderCard:
    return known(title, "situation", summary, entry, **beside(facts, variant=variant, groups=("Plot",)))


CUT = "Director's Cut: Situation"
PLOTS = (
    part("Cat and Mouse", "Discard Attack", "The opponent discards an Attack for each in play.", CUT,
         on_play=(Effect("discard_for_each", "opponent", 1, "Cat and Mouse/Discard Attack:attack"),)),
    part("Sea Witch", "Hook", "The first part.", CUT),
    part("Sea Witch", "Line", "The second part; it needs the first.", CUT,
         requires=(Effect("part", what="Sea Witch/Hook"),)),
    part("Counterfeit", "Abduction", "The first part of Counterfeit.", "Counterfeit"),
    part("Counterfeit", "Plastic Surgery", "The second part of Counterfeit; it needs the first.", "Counterfeit",
         requires=(Effect("part", what="Counterfeit/Abduction"),)),
    card("Counterfeit", "event", "With its two other parts: 10 cards off the opponent's Endurance.", groups=("Plot",),
         variant="Betrayal", edition="SE",
         requires=(Effect("part", what="Counterfeit/Abduction"), Effect("part", what="Counterfeit/Plastic Surgery")),
         on_play=(Effect("discard_parts", what="Counterfeit/Abduction,Counterfeit/Plastic Surgery"),
                  Effect("mill", "opponent", 10))),
    part("Disguise", "", "A Plot of the Kurgan.", "Focus - Nullifying Situations", owners=("Kurgan",), declared=True),
    known("Director's Cut", "situation", "Stands in for a part of a Plot.", CUT, variant="Situation",
          while_in_play=(Effect("stands_in"),)),
    known("Schemer", "edge", "After a Situation: Plot another one may be played.", CUT,
          requires=(Effect("played", what="situation Plot"),),
          on_play=(Effect("another_special", what="situation Plot"),)),
)  # fmt: skip
