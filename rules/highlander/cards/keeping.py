"""Cards that keep others, lie on them, take control of them or remove them."""

from __future__ import annotations

from typing import Unpack

from rules.highlander.card import HighlanderCard
from rules.highlander.cards.facts import Facts, beside, card, named, reserved, signature
from rules.highlander.language.conjunction import WithFaceDown
from rules.highlander.language.continuous import Holds, Prevent
from rules.highlander.language.effects import Choose, Gain, RemoveCards
from rules.highlander.language.filters import Called, Type, every, no, some
from rules.highlander.language.one_card import Guards, LeavesTheGame
from rules.highlander.language.requirements import CardTarget, Pending


def known(title: str, kind: Type, summary: str, entry: str, /, **facts: Unpack[Facts]) -> HighlanderCard:
    """A card that the Handbook names, and whose text its entry shows."""
    return named(title, kind, summary, entry, **beside(facts, declared=False))


KEEPING = (
    card("Dojo", "situation", "Keeps up to five cards of the hand; only one Dojo.", edition="WC",
         marks=("one_in_play", "gives_back"), while_in_play=(Holds(5),)),
    known("Safe House", "situation", "Keeps Allies, who come into play when it leaves.",
          "Safe House - Playing Cards From", marks=("keeps_allies",),
          while_in_play=(Holds(what=every(Called("Ally"))),)),
    known("Hidden Resources", "edge", "A Situation is played face down with it.", "Playing Cards Face-Down",
          conjunction=(WithFaceDown(),)),
    known("Security Guard", "situation", "A Situation or Object is not removed by the opponent.", "Security Guard",
          requires=(CardTarget(every(some("situation", "object"))),),
          on_play=(Choose(what=every(some("situation", "object")), until="put_on"),), while_in_play=(Guards(),)),
)  # fmt: skip

CONTROL = (
    known("Shapeshift", "event", "Cards in play are traded.", "Controlling An Opponent's Cards In Play",
          owners=("Kane",), requires=(CardTarget(every("in_game", no("event"), no("edge")), "mine"),
                                      CardTarget(every("in_game", no("event"), no("edge")), "opponent")),
          on_play=(Choose(what=every("in_game", no("event"), no("edge")), until="offer", who="mine"),)),
    card("Impulse", "event", "Control of a card that is discarded to use, to the end of the opponent's next turn.",
         edition="AT", restriction=3, requires=(CardTarget(every("discard_to_use", "in_game"), "opponent"),),
         on_play=(Choose(what=every("discard_to_use", "in_game"), until="control_a_while", who="opponent"),)),
    card("Seduce", "event", "Takes control of a Situation that is an Ally.", edition="WC", **reserved("Fitzcairn"),
         requires=(CardTarget(every("situation", Called("Ally")), "opponent"),),
         on_play=(Choose(what=every("situation", Called("Ally")), until="control", who="opponent"),)),
)  # fmt: skip

REMOVING = (
    known("Trenchcoat", "situation", "Pedestrians, Reporters and Bystanders leave play and stay out.",
          "Immediate Effects", edition="TG",
          on_play=(RemoveCards(who="all", what=every(
              some(Called("Pedestrian"), Called("Reporter"), Called("Bystander")))),),
          while_in_play=tuple(Prevent(Called(group), who="all")
                              for group in ("Pedestrian", "Reporter", "Bystander"))),
    known("Simple Mind", "situation", "Situations that are no Plots leave play.", "Removing Situations from play",
          on_play=(RemoveCards(who="all", what=every("situation", no(Called("Plot")))),)),
    card("Divine Intervention", "event", "A Pre-Game card of the opponent leaves the game, and so does this.",
         edition="Promo", requires=(CardTarget(every("pre_game"), "opponent"),),
         on_play=(LeavesTheGame(), Choose(what=every("pre_game"), until="out_of_game", who="opponent"))),
    known("Rules of the Game", "situation", "A second one is not played while it has effect.",
          "Rules of the Game and Focus", marks=("one_in_play",)),
)  # fmt: skip

DUPLICATING = (
    known("Flashback", "situation", "Discard it to duplicate an Edge or Event of the opponent.",
          "Duplicating a Card's Effects", owners=("Ceirdwyn",),
          discard_to_use=(Choose(what=every(some("event", "edge")), until="duplicate", who="opponent"),)),
    card("Master's Wisdom", "event", "Duplicates an Event of the opponent's last turn.", edition="MC",
         **reserved("Methos", number=4), requires=(CardTarget(every("event", "last_turn"), "opponent"),),
         on_play=(Choose(what=every("event", "last_turn"), until="duplicate", who="opponent"),)),
    card("Princes of the Universe", "edge", "1 more Ability where you gain some this turn.", edition="Promo",
         restriction=1, requires=(Pending("gain"),), on_play=(Gain(1),)),
)  # fmt: skip

KEPT = (*KEEPING, *CONTROL, *REMOVING, *DUPLICATING)
__all__ = ["KEPT", "known", "signature"]
