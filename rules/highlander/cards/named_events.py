"""Events, Edges and attacks' companions that are not executed whole yet, or of which only facts are known."""

from __future__ import annotations

from rules.highlander.cards.facts import named
from rules.highlander.language.one_card import DamageUnless

CONTINUERS = (
    "Amanda", "Connor", "Duncan", "Fasil", "Kastagir", "Khan", "Kurgan", "Luther", "Hyde", "Methos", "Nakano",
    "Nefertiri", "Kinman", "Richie", "Yung Dol Kim",
)  # fmt: skip

PRINTED_EVENTS = (
)  # fmt: skip

PRINTED_EDGES = (
)  # fmt: skip

NAMED_EVENTS = (
    named("Power Blow", "event", "A Persona's Power Blow.", "Generic Persona", sub_title="Connor", owners=("Connor",)),
    named("Power Blow", "event", "A Persona's Power Blow.", "Generic Persona", sub_title="Duncan", owners=("Duncan",)),
    named("Alliance", "event", "An Event of Xavier.", "Chessex - Darius and Chessex", owners=("Xavier",)),
    named("Kiss Your Butts Goodbye", "event", "The opponent discards 2 cards (2 is assumed) or takes 2 damage.",
          "Selective Memory", on_play=(DamageUnless(2, who="opponent"),), declared=False),
    named("Psyche", "event", "A card of the opponent's hand is played or discarded.", "Psyche"),
    named("Underworld Contact", "event", "Counters what a Plot does.", "Must Do Phase"),
    named("Throw Weapon", "event", "A Weapon Specific card of the War Axe.",
          "Master's Advantage and Personas that Increase Restriction Numbers", weapon="War Axe", sub_title="War Axe",
          restriction=2),
    named("Big and Bad", "event", "Asks for a larger deck.", "Big and Bad - Calculating Minimum Deck Size",
          deck=("larger_deck",)),
)  # fmt: skip

NAMED = (*PRINTED_EVENTS, *PRINTED_EDGES, *NAMED_EVENTS)
