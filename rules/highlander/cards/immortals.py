"""Cards about Personas and their Powers, and others that no other file's concern is."""

from __future__ import annotations

from rules.highlander.card import Effect
from rules.highlander.cards.facts import card, named, signature
from rules.highlander.cards.named_events import CONTINUERS

IMMORTALS = (
    card("Nemesis", "situation", "General Katana makes only Standard Exertions in his turn.", variant="Psychosis",
         edition="ME", marks=("one_in_play", "one_of_title"), requires=(Effect("opponent_is", what="General Katana"),),
         while_in_play=(Effect("prevent", "opponent", what="other exertions"),)),
    card("Master's Advantage", "situation", "The opponent's Persona Power is nullified.", edition="TG",
         while_in_play=(Effect("nullify", "opponent", what="persona"),), **signature("Ramirez", number=2)),
    card("Darius", "event", "Lets one card of another Persona be included, and played with it.", variant="Event",
         edition="SE", deck=("other_persona",), conjunction=(Effect("companion"),)),
    card("David Blake", "event", "The damage of an Event of the opponent is done to him too.", edition="ME",
         restriction=2, requires=(Effect("event_damage"),),
         on_play=(Effect("damage", "opponent", what="event_damage"),)),
    card("Yuk-Hsui Chun", "situation", "Draw up to the opponent's hand size first.", edition="4H", restriction=3,
         while_in_play=(Effect("draw_to_opponents_hand"),)),
    card("Continuity", "situation", "The next three Defenses may be Power Blocks without an Exertion.",
         owners=CONTINUERS, groups=("Standing Defense",), while_in_play=(Effect("power_blocks", count=3),)),
    card("Blatant Clue", "object", "Nothing prevents Plots; discard it to fetch a card with a Situation's title.",
         edition="4H", restriction=3, while_in_play=(Effect("ignore", what="for Plot"),),
         discard_to_use=(Effect("search", count=1, what="title of a situation"),)),
    card("Watcher Regional HQ", "location", "A card at the beginning of the turn for each own Watcher.", edition="WC",
         groups=("Watcher",), while_in_play=(Effect("each_turn_draw_for", "all", what="Watcher"),)),
    named("Duende", "situation", "A successful attack goes under it; its Text has no effect.", "Duende",
          while_in_play=(Effect("takes_attacks"),), declared=False),
    named("Chessex", "situation", "A second Event a turn; after two Events no Attack Phase.",
          "Chessex - Darius and Chessex", while_in_play=(Effect("second_event"),), declared=False),
    named("Conjure", "event", "An Object from that player's deck comes into play directly.",
          "Darius: Event - Putting Cards Directly Into Play", marks=("puts_directly",),
          on_play=(Effect("another_special", what="object"),), declared=False),
    named("Watcher", "event", "Both players take their weapons up again.", "Watcher: Fair Fight",
          variant="Fair Fight", groups=("Watcher",), on_play=(Effect("rearm", "all"),), declared=False),
    named("Master's Sanctuary", "situation", "Protects from the Location Holy Ground.", "Master's Sanctuary",
          while_in_play=(Effect("protects", what="Holy Ground"),), declared=False),
    named("Holy Ground", "location", "Lost without Master's Sanctuary.", "Master's Sanctuary", variant="Location"),
)  # fmt: skip
