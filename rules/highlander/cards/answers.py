"""Cards that answer others: countering, ignoring, several played with each other."""

from __future__ import annotations

from rules.highlander.cards.facts import card, signature
from rules.highlander.cards.keeping import known
from rules.highlander.language.conjunction import With
from rules.highlander.language.continuous import ExtendExertion, Ignores, Prevent
from rules.highlander.language.effects import AnotherSpecial, Choose, Counter, Damage, DamageSeries, Lasts
from rules.highlander.language.filters import Called, every
from rules.highlander.language.lasting import Challenged
from rules.highlander.language.one_card import CountersNextEdge
from rules.highlander.language.requirements import CardTarget, OpponentLastTurn

COUNTERING = (
    known("Rachel Ellenstein", "situation", "Counters the next Edge of itself and leaves.", "Rachel Ellenstein",
          groups=("Ally",), while_in_play=(CountersNextEdge(who="all"),)),
    known("Lt. John Stenn", "situation", "Discard him to counter a Police.", "Discard to Use Cards", groups=("Ally",),
          discard_to_use=(Counter(Called("Police")),)),
    known("Watcher", "situation", "Discard it to counter a Master card.", "Countering Cards",
          variant="Watcher Involvement", groups=("Watcher",), discard_to_use=(Counter(Called("Master")),)),
)  # fmt: skip

IGNORING = (
    card("Secret Identity", "situation", "The opponent's Events may be ignored.", edition="MC",
         while_in_play=(Ignores("event"),), **signature("Methos", number=2)),
    known("Discipline", "edge", "Ignores what in play prevents Attacks.", "Discipline (all versions)",
          variant="Attacks", on_play=(Lasts(what=Ignores(denials="attacks"), until="turn"),)),
    known("Discipline", "edge", "Ignores what in play prevents Special cards.", "Discipline (all versions)",
          variant="Special", on_play=(Lasts(what=Ignores(denials="special cards"), until="turn"),)),
    known("Taunt", "event", "The opponent plays no cards from hand next turn.", "Playing Cards From Your Hand",
          owners=("Gen Katana",), sub_title="Katana",
          on_play=(Lasts(who="opponent", what=Prevent("hand"), until="next"),)),
    known("Challenge", "event", "Lasts to the end of the opponent's next turn; what it does is not printed.",
          "Continuous Effects", edition="SE", declared=True,
          on_play=(Lasts(who="opponent", what=Challenged(), until="next"),)),
    card("Parking Garage", "location", "Nobody rolls to recover a weapon.", edition="ME",
         while_in_play=(Prevent("recovering", who="all"),)),
    known("Tessa", "situation", "An Exertion of 5 cards takes more; how many is not printed, 3 are assumed.", "Tessa",
          groups=("Ally",), while_in_play=(ExtendExertion(3),)),
    known("Kate", "event", "2 damage to an opponent who gained Ability.", "Gaining Ability", groups=("Ally",),
          requires=(OpponentLastTurn("gain"),), on_play=(Damage(2, who="opponent"),)),
)  # fmt: skip

TOGETHER = (
    card("Kirk Matunas", "event", "1 damage, and 2 more for each one played with the first.", edition="ME",
         restriction=3, marks=("in_series",), on_play=(DamageSeries(1, 2, who="opponent"),)),
    known("Police", "event", "Damage of an Event is countered.", "Kirk Matunas - Countering",
          variant="Counter Damage", requires=(CardTarget(every("event"), "opponent"),),
          on_play=(Choose(what=every("event"), until="undo_damage", who="opponent"),)),
    known("Excessive Force", "edge", "With a Police: that does 1 damage too (the number is assumed).",
          "Preventing Play of Cards by Effect", conjunction=(With(Called("Police")),),
          on_play=(Damage(1, who="opponent"),)),
    known("Armorer", "edge", "Another Armor card may be played.", "Groups", groups=("Armor",),
          on_play=(AnotherSpecial(every(Called("Armor"))),)),
    known("Forged Armor", "object", "In the group of Armor.", "Groups", groups=("Armor",), declared=True),
)  # fmt: skip

ANSWERS = (*COUNTERING, *IGNORING, *TOGETHER)
