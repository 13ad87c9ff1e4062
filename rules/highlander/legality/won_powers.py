"""Whether who takes a head takes the Powers of who lost it (Quickening)."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.language import one_card as own
from rules.highlander.position import Highlander
from rules.highlander.reading.modifiers import live
from rules.highlander.reading.own_texts import says_of_itself
from rules.highlander.reading.state import face, other
from rules.highlander.reading.won_powers import RULE
from rules.highlander.texts import say
from rules.highlander.verbs import TakePowers
from rules.kernel.judgment import Judgment


def opponents_powers(j: Judgment, seat: str) -> HighlanderCard | None:
    """The opponent's Persona."""
    cards = (face(j, held.card) for held in j.position.players[other(j, seat)].in_play)
    return next((card for card in cards if card is not None and card.type == "persona"), None)


def verify_take_powers(j: Judgment, e: TakePowers) -> None:
    """Who took the head may take the whole Power of the one who lost it."""
    p: Highlander = j.position
    if e.by not in p.players or p.winner != e.by or p.how != "head":
        j.forbid(RULE, say("powers_taken_with_head"))
    elif not any(_holds(j, e.by, place) for place in range(len(p.players[e.by].in_play))):
        j.forbid(RULE, say("may_not_take_powers"))
    elif (theirs := opponents_powers(j, e.by)) is None:
        j.forbid(RULE, say("opponent_had_no_persona"))
    elif any(
        effect.seat == e.by and effect.effect == lasting_effects.WonPower(theirs.title)
        for effect in p.lasting
    ):
        j.forbid(RULE, say("power_had_already"))


def _holds(j: Judgment, seat: str, place: int) -> bool:
    facts = face(j, j.position.players[seat].in_play[place].card)
    return facts is not None and live(j, seat, place) and says_of_itself(facts, own.WonPowers)
