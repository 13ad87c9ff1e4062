"""Plots, and the cards about them."""

from __future__ import annotations

from typing import Unpack

from rules.highlander.card import HighlanderCard
from rules.highlander.cards.facts import Facts, beside, card
from rules.highlander.cards.keeping import known
from rules.highlander.language.effects import AnotherSpecial, DiscardForEach, Mill
from rules.highlander.language.filters import Called, CardName, every
from rules.highlander.language.one_card import DiscardParts, StandsIn
from rules.highlander.language.requirements import PlayedThisTurn, PlotPart


def part(title: str, variant: str, summary: str, entry: str, /, **facts: Unpack[Facts]) -> HighlanderCard:
    return known(title, "situation", summary, entry, **beside(facts, variant=variant, groups=("Plot",)))


CUT = "Director's Cut: Situation"
PLOTS = (
    part("Cat and Mouse", "Discard Attack", "The opponent discards an Attack for each in play.", CUT,
         on_play=(DiscardForEach(1, who="opponent", each=CardName("Cat and Mouse", "Discard Attack"), what="attack"),)),
    part("Sea Witch", "Hook", "The first part.", CUT),
    part("Sea Witch", "Line", "The second part; it needs the first.", CUT,
         requires=(PlotPart(CardName("Sea Witch", "Hook")),)),
    part("Counterfeit", "Abduction", "The first part of Counterfeit.", "Counterfeit"),
    part("Counterfeit", "Plastic Surgery", "The second part of Counterfeit; it needs the first.", "Counterfeit",
         requires=(PlotPart(CardName("Counterfeit", "Abduction")),)),
    card("Counterfeit", "event", "With its two other parts: 10 cards off the opponent's Endurance.", groups=("Plot",),
         variant="Betrayal", edition="SE",
         requires=(PlotPart(CardName("Counterfeit", "Abduction")),
                   PlotPart(CardName("Counterfeit", "Plastic Surgery"))),
         on_play=(DiscardParts((CardName("Counterfeit", "Abduction"), CardName("Counterfeit", "Plastic Surgery"))),
                  Mill(10, who="opponent"))),
    part("Disguise", "", "A Plot of the Kurgan.", "Focus - Nullifying Situations", owners=("Kurgan",), declared=True),
    known("Director's Cut", "situation", "Stands in for a part of a Plot.", CUT, variant="Situation",
          while_in_play=(StandsIn(),)),
    known("Schemer", "edge", "After a Situation: Plot another one may be played.", CUT,
          requires=(PlayedThisTurn(every("situation", Called("Plot"))),),
          on_play=(AnotherSpecial(every("situation", Called("Plot"))),)),
)  # fmt: skip
