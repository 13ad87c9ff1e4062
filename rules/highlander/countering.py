"""Countering: what may be discarded from play against a card being played (Countering Cards, In Conjunction)."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.position import Highlander, InPlay
from rules.highlander.state import active, face, other
from rules.kernel.judgment import Judgment


def counters(j: Judgment, p: Highlander, seat: str, place: int, played: HighlanderCard) -> bool:
    """Whether a card in play can be discarded to counter a card being played."""
    held = p.players[seat].in_play[place]
    found = face(j, held.card)
    if found is None or not active(p, held) or (p.first_blood and found.title == "Thunder Castle Games"):
        return False
    if held.played >= p.number and found.type not in ("pre_game", "premium"):
        return False
    for effect in found.discard_to_use:
        if effect.do == "counter" and effect.what in (played.type, "any", *played.groups, played.title):
            return True
    return False


def may_be_countered(j: Judgment, p: Highlander, seat: str, card: InPlay) -> bool:
    """Whether the opponent of ``seat`` has something to counter this card with."""
    played = face(j, card.card)
    opponent = other(j, seat)
    places = range(len(p.players[opponent].in_play))
    return played is not None and any(counters(j, p, opponent, place, played) for place in places)


def series_open(j: Judgment, p: Highlander, seat: str) -> bool:
    """Whether one of the cards played in conjunction with the attack just made can be countered."""
    return any(card.waiting and may_be_countered(j, p, seat, card) for card in p.players[seat].in_play)
