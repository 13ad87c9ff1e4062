"""How many attacks a turn offers, and letting one of them go (Amanda, Next Attack)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.modifiers import has
from rules.highlander.position import Highlander, Lasting
from rules.highlander.state import change, other
from rules.highlander.verbs import ForgoAttack
from rules.highlander.waiting import free_to_act
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

UNRESTRICTED = "unrestricted"


@enforces("amanda-damage-from-attacks")
def offered(j: Judgment, p: Highlander, seat: str) -> int:
    """The attacks of a turn: one, or what a Persona makes; two such Personas play as others do."""
    j.position = p
    more = has(j, seat, "attacks_each_turn")
    if more is None or has(j, other(j, seat), "attacks_each_turn") is not None:
        return 1
    return more.count


def verify_forgo(j: Judgment, e: ForgoAttack) -> None:
    if not free_to_act(j, e, "attack"):
        return
    mine = j.position.players[e.by]
    if mine.attacks_allowed - mine.attacks_made < 2:
        j.forbid("next-attack", "there is no further attack for which this one is let go")


@enforces("next-attack")
def perform_forgo(j: Judgment, e: ForgoAttack, plan: None) -> Highlander:
    """An attack is let go; what holds of the next attack still holds of the next one played."""
    p: Highlander = j.position
    mine = p.players[e.by]
    if has(j, e.by, "attacks_each_turn") is not None:
        free = Lasting(what=UNRESTRICTED, seat=e.by, until=p.number, by=e.by)
        p = replace(p, lasting=(*p.lasting, free))
    return change(p, e.by, attacks_allowed=mine.attacks_allowed - 1)
