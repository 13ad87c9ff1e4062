"""Cards that keep others, lie on them, take control of them or remove them."""

from __future__ import annotations

from typing import Unpack

from rules.highlander.card import Effect, HighlanderCard, Type
from rules.highlander.cards.facts import Facts, beside, card, named, reserved, signature


def known(title: str, kind: Type, summary: str, entry: str, /, **facts: Unpack[Facts]) -> HighlanderCard:
    """A card that the Handbook names, and whose text its entry shows."""
    return named(title, kind, summary, entry, **beside(facts, declared=False))


KEEPING = (
    card("Dojo", "situation", "Keeps up to five cards of the hand; only one Dojo.", edition="WC",
         marks=("one_in_play", "gives_back"), while_in_play=(Effect("holds", count=5),)),
    known("Safe House", "situation", "Keeps Allies, who come into play when it leaves.",
          "Safe House - Playing Cards From", marks=("keeps_allies",), while_in_play=(Effect("holds", what="Ally"),)),
    known("Hidden Resources", "edge", "A Situation is played face down with it.", "Playing Cards Face-Down",
          conjunction=(Effect("with_face_down"),)),
    known("Security Guard", "situation", "A Situation or Object is not removed by the opponent.", "Security Guard",
          requires=(Effect("target", what="situation|object"),),
          on_play=(Effect("choose", what="situation|object", until="put_on"),), while_in_play=(Effect("guards"),)),
)  # fmt: skip

CONTROL = (
    known("Shapeshift", "event", "Cards in play are traded.", "Controlling An Opponent's Cards In Play",
          owners=("Kane",), requires=(Effect("target", "mine", what="in_game !event !edge"),
                                      Effect("target", "opponent", what="in_game !event !edge")),
          on_play=(Effect("choose", "mine", what="in_game !event !edge", until="offer"),)),
    card("Impulse", "event", "Control of a card that is discarded to use, to the end of the opponent's next turn.",
         edition="AT", restriction=3, requires=(Effect("target", "opponent", what="discard_to_use in_game"),),
         on_play=(Effect("choose", "opponent", what="discard_to_use in_game", until="control_a_while"),)),
    card("Seduce", "event", "Takes control of a Situation that is an Ally.", edition="WC", **reserved("Fitzcairn"),
         requires=(Effect("target", "opponent", what="situation Ally"),),
         on_play=(Effect("choose", "opponent", what="situation Ally", until="control"),)),
)  # fmt: skip

REMOVING = (
    known("Trenchcoat", "situation", "Pedestrians, Reporters and Bystanders leave play and stay out.",
          "Immediate Effects", edition="TG",
          on_play=(Effect("remove", "all", what="Pedestrian|Reporter|Bystander"),),
          while_in_play=tuple(Effect("prevent", "all", what=f"a {group}")
                              for group in ("Pedestrian", "Reporter", "Bystander"))),
    known("Simple Mind", "situation", "Situations that are no Plots leave play.", "Removing Situations from play",
          on_play=(Effect("remove", "all", what="situation !Plot"),)),
    card("Divine Intervention", "event", "A Pre-Game card of the opponent leaves the game, and so does this.",
         edition="Promo", requires=(Effect("target", "opponent", what="pre_game"),),
         on_play=(Effect("leaves_the_game"), Effect("choose", "opponent", what="pre_game", until="out_of_game"))),
    known("Rules of the Game", "situation", "A second one is not played while it has effect.",
          "Rules of the Game and Focus", marks=("one_in_play",)),
)  # fmt: skip

DUPLICATING = (
    known("Flashback", "situation", "Discard it to duplicate an Edge or Event of the opponent.",
          "Duplicating a Card's Effects", owners=("Ceirdwyn",),
          discard_to_use=(Effect("choose", "opponent", what="event|edge", until="duplicate"),)),
    card("Master's Wisdom", "event", "Duplicates an Event of the opponent's last turn.", edition="MC",
         **reserved("Methos", number=4), requires=(Effect("target", "opponent", what="event last_turn"),),
         on_play=(Effect("choose", "opponent", what="event last_turn", until="duplicate"),)),
    card("Princes of the Universe", "edge", "1 more Ability where you gain some this turn.", edition="Promo",
         restriction=1, requires=(Effect("will_gain"),), on_play=(Effect("gain", "you", 1),)),
)  # fmt: skip

KEPT = (*KEEPING, *CONTROL, *REMOVING, *DUPLICATING)
__all__ = ["KEPT", "known", "signature"]
