"""Whether something is carried out that must be done (Must Do Phase, beginning of your turn, reading B50)."""

from __future__ import annotations

from rules.highlander.legality.waiting import free_to_act
from rules.highlander.position import TURN_PHASES, Highlander
from rules.highlander.reading.must_do import BY_ITSELF, open_musts, still_to_do
from rules.highlander.texts import say
from rules.highlander.verbs import CarryOut
from rules.kernel.judgment import Judgment


def verify_carry_out(j: Judgment, e: CarryOut) -> None:
    """Something of the list that asks for no card of the hand: cards off the Endurance, a roll."""
    if not free_to_act(j, e, TURN_PHASES):
        return
    p: Highlander = j.position
    must = p.players[e.by].must
    if not 1 <= e.number <= len(must):
        j.forbid("must-do-phase", say("no_such_item_to_do", number=e.number))
    elif e.number - 1 not in open_musts(p, e.by):
        j.forbid("must-do-phase", still_to_do(p, e.by))
    elif must[e.number - 1].do not in BY_ITSELF:
        j.forbid("must-do-phase", say("item_has_own_entry"))
