"""Cards about Personas and their Powers, and others that no other file's concern is."""

from __future__ import annotations

from rules.highlander.cards.facts import card, named, signature
from rules.highlander.cards.named_events import CONTINUERS
from rules.highlander.language.conjunction import Companion
from rules.highlander.language.continuous import DrawTo, EachTurn, Ignores, Nullify, Prevent, WithoutExertion
from rules.highlander.language.effects import AnotherSpecial, Damage, Rearm, Search
from rules.highlander.language.filters import Called, CardName, every
from rules.highlander.language.one_card import Protects, SecondEvent, TakesAttacks
from rules.highlander.language.requirements import CardInPlay, Pending

IMMORTALS = (
    card("Nemesis", "situation", "General Katana makes only Standard Exertions in his turn.", variant="Psychosis",
         edition="ME", marks=("one_in_play", "one_of_title"),
         requires=(CardInPlay(CardName("General Katana"), "opponent"),),
         while_in_play=(Prevent("other exertions", who="opponent"),)),
    card("Master's Advantage", "situation", "The opponent's Persona Power is nullified.", edition="TG",
         while_in_play=(Nullify("persona", who="opponent"),), **signature("Ramirez", number=2)),
    card("Darius", "event", "Lets one card of another Persona be included, and played with it.", variant="Event",
         edition="SE", deck=("other_persona",), conjunction=(Companion(),)),
    card("David Blake", "event", "The damage of an Event of the opponent is done to him too.", edition="ME",
         restriction=2, requires=(Pending("event_damage"),),
         on_play=(Damage(what="event_damage", who="opponent"),)),
    card("Yuk-Hsui Chun", "situation", "Draw up to the opponent's hand size first.", edition="4H", restriction=3,
         while_in_play=(DrawTo("opponents_hand"),)),
    card("Continuity", "situation", "The next three Defenses may be Power Blocks without an Exertion.",
         owners=CONTINUERS, groups=("Standing Defense",),
         while_in_play=(WithoutExertion(3, what="next_power_blocks"),)),
    card("Blatant Clue", "object", "Nothing prevents Plots; discard it to fetch a card with a Situation's title.",
         edition="4H", restriction=3, while_in_play=(Ignores(to_play=Called("Plot")),),
         discard_to_use=(Search(1, "title of a situation"),)),
    card("Watcher Regional HQ", "location", "A card at the beginning of the turn for each own Watcher.", edition="WC",
         groups=("Watcher",), while_in_play=(EachTurn(1, does="draw", each=Called("Watcher"), who="all"),)),
    named("Duende", "situation", "A successful attack goes under it; its Text has no effect.", "Duende",
          while_in_play=(TakesAttacks(),), declared=False),
    named("Chessex", "situation", "A second Event a turn; after two Events no Attack Phase.",
          "Chessex - Darius and Chessex", while_in_play=(SecondEvent(),), declared=False),
    named("Conjure", "event", "An Object from that player's deck comes into play directly.",
          "Darius: Event - Putting Cards Directly Into Play", marks=("puts_directly",),
          on_play=(AnotherSpecial(every("object")),), declared=False),
    named("Watcher", "event", "Both players take their weapons up again.", "Watcher: Fair Fight",
          variant="Fair Fight", groups=("Watcher",), on_play=(Rearm(who="all"),), declared=False),
    named("Master's Sanctuary", "situation", "Protects from the Location Holy Ground.", "Master's Sanctuary",
          while_in_play=(Protects("Holy Ground"),), declared=False),
    named("Holy Ground", "location", "Lost without Master's Sanctuary.", "Master's Sanctuary", variant="Location"),
)  # fmt: skip
