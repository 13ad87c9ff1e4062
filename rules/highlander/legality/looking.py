"""Whether a player looks at a card of the opponent (Gypsy Lover, Kane)."""

from __future__ import annotations

from rules.highlander.language import continuous as during
from rules.highlander.legality.waiting import free_to_act
from rules.highlander.position import TURN_PHASES
from rules.highlander.reading.in_play import unused
from rules.highlander.reading.state import other, pick
from rules.highlander.texts import say
from rules.highlander.verbs import LookAtCard
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


def verify_look_at(j: Judgment, e: LookAtCard) -> int | None:
    """A card of the opponent's hand, by lot, or the top of the opponent's Endurance."""
    phases = ("must_do", "may_do") if e.zone == "endurance" else TURN_PHASES
    if not free_to_act(j, e, phases):
        return None
    theirs = j.position.players[other(j, e.by)]
    if unused(j, e.by, during.LookAt, e.zone) is None:
        j.forbid("gypsy-lover" if e.zone == "hand" else "persona-power", say("may_not_look_now"))
        return None
    zone = theirs.hand if e.zone == "hand" else theirs.endurance[:1]
    if not zone:
        j.forbid("log.card", say("no_card_to_look_at"))
        return None
    if e.card is None:
        return OPEN
    card = pick(j, zone, e.card, other(j, e.by))
    if card is None:
        j.forbid("log.card", say("card_to_borrow_not_there"))
        return None
    j.identify(card, e.card)
    return card
