"""Continuity: which Defenses may be Power Blocks without an Exertion."""

from __future__ import annotations

from rules.highlander.language import continuous as during
from rules.highlander.reading.modifiers import modifiers
from rules.kernel.judgment import Judgment


def counted_defenses(j: Judgment, seat: str) -> list[tuple[int, int]]:
    """The places of such cards on the player's side, each with the number of Defenses it still counts."""
    counting = modifiers(j, seat, during.WithoutExertion, "next_power_blocks")
    if not counting:  # mostly so
        return []
    return [(one.place, one.effect.count) for one in counting if one.by == seat and one.place >= 0]


def lets_power_block(j: Judgment, seat: str, number: int) -> bool:
    """Whether Defense ``number`` is one of the next three: played since the card was, or a Guard used once more."""
    mine = j.position.players[seat]
    defense = mine.defenses[number - 1]
    this_turn = [n for n, d in enumerate(mine.defenses, 1) if d.played == j.position.number]
    for place, most in counted_defenses(j, seat):
        count = mine.in_play[place].count
        if defense.played != j.position.number:
            if count < most:
                return True
        elif number in this_turn[max(0, len(this_turn) - count) :]:
            return True
    return False
