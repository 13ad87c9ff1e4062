"""Cards about hands, the Endurance and Exertions."""

from __future__ import annotations

from rules.highlander.cards.facts import card, named, reserved
from rules.highlander.language.conjunction import GivesMark, With
from rules.highlander.language.continuous import (
    EachTurn,
    ForcedDiscards,
    Keep,
    LeavesWhen,
    Prevent,
    PreventByLastTurn,
)
from rules.highlander.language.effects import (
    AdditionalAttack,
    AvoidAttacks,
    DrawCards,
    EndDefensePhase,
    ExertToKeep,
    FurtherExertion,
    Lasts,
    Mill,
    MustDiscard,
    ReplaceCards,
    Search,
)
from rules.highlander.language.lasting import ExertFromOpponent
from rules.highlander.language.one_card import AvoidDiscarding, Reshuffle, ShuffleHands, SkipAttackPhase
from rules.highlander.language.requirements import InPhase

EVERYTHING = 100

PRINTED = (
    card("Elizabeth Vaughn", "event", "Up to 6 cards of the hand are replaced.", groups=("Reporter",), edition="SE",
         on_play=(ReplaceCards(6),)),
    card("Luck", "event", "Any card of the Endurance comes to the hand, and it is shuffled.", edition="SE",
         on_play=(Search(1),), **reserved("Richie", number=2)),
    card("Flashback", "situation", "After a successful attack: a card with a Title in play comes to the hand.",
         edition="4H", owners=("Silas",), marks=("after_successful_attack",),
         discard_to_use=(Search(1, "title in play"),)),
    card("Holy Ground", "event", "Attacks are avoided; all hands are shuffled in and replaced; no Attack Phase.",
         edition="ME", requires=(InPhase("defense"),), on_play=(
             AvoidAttacks(), ShuffleHands(who="all"), SkipAttackPhase(),
             EndDefensePhase(),
         )),
    card("Factory", "location", "Nobody draws in the Draw/MustDiscard Phase; it leaves when a hand falls below 5.",
         edition="ME",
         while_in_play=(Prevent("draws", who="all"), LeavesWhen(5, what="hand_below", who="all"))),
    card("Treachery", "event", "The Exertion for a Power Blow or Block takes the opponent's cards.", edition="MC",
         restriction=3, on_play=(Lasts(what=ExertFromOpponent(), until="turn"),)),
)  # fmt: skip

NAMED = (
    named("Nexus", "situation", "Discard it to shuffle the discard pile in.", "Nexus and Drawing Cards",
          discard_to_use=(Reshuffle(),), declared=False),
    named("Patience", "event", "May draw to the Ability.", "Drawing Cards", on_play=(DrawCards(what="may_up"),),
          marks=("in_first_blood",), declared=False),
    named("Lean and Mean", "event", "May draw a card.", "Denial v Permission", marks=("in_first_blood",),
          on_play=(DrawCards(1, "may"),), declared=False),
    named("Impressive Move", "event", "The opponent cannot draw to the end of the next turn.", "Denial v Permission",
          on_play=(Lasts(who="opponent", what=Prevent("drawing"), until="next"),)),
    named("Memories", "event", "An Exertion gives a Special card to the hand.", variant="Special", declared=False,
          entry="Exertions - Taking Cards From Exertions", on_play=(ExertToKeep(1, what="special"),)),
    named("Courage", "event", "Attacks of this turn's Exertion may be kept.", "Drawing Cards", declared=False,
          on_play=(Lasts(what=Keep("attack"), until="turn"),)),
    named("Alaine", "situation", "Attacks of an own Exertion may be kept.", "Exertions - Keeping Cards From",
          owners=("Ceirdwyn",), groups=("Ally",), while_in_play=(Keep("attack"),)),
    named("Flashback", "situation", "Discard it for a further Exertion of 3 cards.", declared=False,
          entry="Flashback - Additional 3-Card Exertion", marks=("after_exertion",),
          discard_to_use=(FurtherExertion(3),)),
    named("Master's Stratagem", "situation", "Two cards may be discarded and replaced each turn.", "May Do Phase",
          while_in_play=(EachTurn(2, does="replace"),), declared=False),
    named("Quality Blade", "object", "Draws a card at the beginning of the turn.", "Must Do Phase", edition="ME",
          while_in_play=(EachTurn(1, does="draw"),), declared=False),
    named("Malicious Grin", "event", "The opponent must discard all Dodges.", "Must Do Phase", owners=("Luther",),
          on_play=(MustDiscard(EVERYTHING, "dodge", who="opponent"),), declared=False),
    named("Selective Memory", "edge", "No discarding; what follows from not discarding happens.", "Selective Memory",
          on_play=(AvoidDiscarding(),), declared=False),
    named("Pagliaccio", "situation", "Forced discards off the Endurance come from the hand.",
          "Pagliaccio and Forced Discards From Your Endurance", while_in_play=(ForcedDiscards("from_hand"),)),
    named("Cull the Weak", "event", "The opponent's Endurance is discarded.", variant="Exhausted",
          entry="Pagliaccio and Forced Discards From Your Endurance",
          on_play=(Mill(what="all", who="opponent"),)),
)  # fmt: skip

#: what looks back on a turn that is over, or forward
TURNS = (
    named("Slaughterhouse", "location", "Who made no attack last turn plays no Special card.", declared=False,
          entry="Looking Back at a Previous Action", while_in_play=(PreventByLastTurn("special cards", who="all"),)),
    named("Superior Tactics", "edge", "The Dodge it is played with counts as having no Text.", "Superior Tactics",
          conjunction=(With("dodge"), GivesMark("no_text")), declared=False),
    named("Extra Shot", "event", "An additional attack; after a turn it cannot be blocked (on what is not printed).",
          "Looking Back at a Previous Action", owners=("Annie Devlin",),
          on_play=(AdditionalAttack("unblockable", "last turn"),)),
    named("Stalk", "special_attack", "Unblockable and undodgeable when the opponent gained Ability.",
          "Gaining Ability", grid="OOO/OSO/OOO", owners=("Hyde",), sub_title="Martin Hyde", declared=False,
          marks=("unblockable_after_gain", "undodgeable_after_gain")),
)  # fmt: skip

HANDS = (*PRINTED, *NAMED, *TURNS)
