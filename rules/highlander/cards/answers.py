"""Cards that answer others: countering, ignoring, several played with each other."""

from __future__ import annotations

from rules.highlander.card import Effect
from rules.highlander.cards.facts import card, signature
from rules.highlander.cards.keeping import known

COUNTERING = (
    known("Rachel Ellenstein", "situation", "Counters the next Edge of itself and leaves.", "Rachel Ellenstein",
          groups=("Ally",), while_in_play=(Effect("counters_next_edge", "all"),)),
    known("Lt. John Stenn", "situation", "Discard him to counter a Police.", "Discard to Use Cards", groups=("Ally",),
          discard_to_use=(Effect("counter", what="Police"),)),
    known("Watcher", "situation", "Discard it to counter a Master card.", "Countering Cards",
          variant="Watcher Involvement", groups=("Watcher",), discard_to_use=(Effect("counter", what="Master"),)),
)  # fmt: skip

IGNORING = (
    card("Secret Identity", "situation", "The opponent's Events may be ignored.", edition="MC",
         while_in_play=(Effect("ignore", what="event"),), **signature("Methos", number=2)),
    known("Discipline", "edge", "Ignores what in play prevents Attacks.", "Discipline (all versions)",
          variant="Attacks", on_play=(Effect("lasts", what="ignore prevent attacks", until="turn"),)),
    known("Discipline", "edge", "Ignores what in play prevents Special cards.", "Discipline (all versions)",
          variant="Special", on_play=(Effect("lasts", what="ignore prevent special cards", until="turn"),)),
    known("Taunt", "event", "The opponent plays no cards from hand next turn.", "Playing Cards From Your Hand",
          owners=("Gen Katana",), sub_title="Katana",
          on_play=(Effect("lasts", "opponent", what="prevent hand", until="next"),)),
    known("Challenge", "event", "Lasts to the end of the opponent's next turn; what it does is not printed.",
          "Continuous Effects", edition="SE", declared=True,
          on_play=(Effect("lasts", "opponent", what="challenged", until="next"),)),
    card("Parking Garage", "location", "Nobody rolls to recover a weapon.", edition="ME",
         while_in_play=(Effect("prevent", "all", what="recovering"),)),
    known("Tessa", "situation", "An Exertion of 5 cards takes more; how many is not printed, 3 are assumed.", "Tessa",
          groups=("Ally",), while_in_play=(Effect("extend_exertion", count=3),)),
    known("Kate", "event", "2 damage to an opponent who gained Ability.", "Gaining Ability", groups=("Ally",),
          requires=(Effect("opponent_gained"),), on_play=(Effect("damage", "opponent", 2),)),
)  # fmt: skip

TOGETHER = (
    card("Kirk Matunas", "event", "1 damage, and 2 more for each one played with the first.", edition="ME",
         restriction=3, marks=("in_series",), on_play=(Effect("damage_series", "opponent", 1, "2"),)),
    known("Police", "event", "Damage of an Event is countered.", "Kirk Matunas - Countering",
          variant="Counter Damage", requires=(Effect("target", "opponent", what="event"),),
          on_play=(Effect("choose", "opponent", what="event", until="undo_damage"),)),
    known("Excessive Force", "edge", "With a Police: that does 1 damage too (the number is assumed).",
          "Preventing Play of Cards by Effect", conjunction=(Effect("with", what="Police"),),
          on_play=(Effect("damage", "opponent", 1),)),
    known("Armorer", "edge", "Another Armor card may be played.", "Groups", groups=("Armor",),
          on_play=(Effect("another_special", what="Armor"),)),
    known("Forged Armor", "object", "In the group of Armor.", "Groups", groups=("Armor",), declared=True),
)  # fmt: skip

ANSWERS = (*COUNTERING, *IGNORING, *TOGETHER)
