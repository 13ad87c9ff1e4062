"""What would come of the pending attacks if the Defense Phase ended as the table lies: asked of the same rules that
resolve them, and kept nowhere."""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from rules.highlander.changes.resolution import resolve_one
from rules.highlander.position import Highlander, Status
from rules.highlander.reading.damage import pending
from rules.highlander.reading.state import attack_card, other, squares
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


class Foreseen(NamedTuple):
    """The status an attack would get, the damage that would be pending because of it, whether it would win the game."""

    status: Status
    damage: int
    wins: bool


def foreseen(j: Judgment, seat: str) -> dict[int, Foreseen]:
    """By number, what would come of each pending attack against a player whose area is known here; attacks are resolved
    in the order played, so that what one does to a later one counts."""
    p: Highlander = j.position
    attacker = other(j, seat)
    if p.turn == attacker:
        p = unguarded(p, seat)
    seen: dict[int, Foreseen] = {}
    for number, attack in enumerate(p.players[attacker].attacks, 1):
        if p.winner is not None or attack.status != "pending" or not _known(j, attacker, number):
            continue
        try:
            after = resolve_one(Judgment.of(j, p), p, seat, number)
        except Impossible:
            continue
        status = after.players[attacker].attacks[number - 1].status
        seen[number] = Foreseen(status, pending(after, seat) - pending(p, seat), after.winner == attacker)
        p = after
    return seen


def unguarded(p: Highlander, seat: str) -> Highlander:
    """The position with a player's Defenses used against nothing yet. Until that player's next Sweep Phase each still
    says what it was used against: attacks of the turn before, which are swept when the attacker's turn begins."""
    mine = p.players[seat]
    defenses = tuple(replace(defense, against=()) for defense in mine.defenses)
    return replace(p, players=p.players | {seat: replace(mine, defenses=defenses)})


def _known(j: Judgment, attacker: str, number: int) -> bool:
    """Whether whoever asks knows the attack: what a hidden one is, nobody else is told by what it would do."""
    attack = j.position.players[attacker].attacks[number - 1]
    if attack.made:
        return bool(squares(j, attack))
    return attack_card(j, attack) is not None
