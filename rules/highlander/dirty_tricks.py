"""Dirty Tricks that go on once they succeeded (Dirty Trick: Choke)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.endurance import take
from rules.highlander.in_play import set_card
from rules.highlander.modifiers import has, live
from rules.highlander.position import Highlander, InPlay, Under
from rules.highlander.state import change, face
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


@enforces("dirty-trick")
def stays(j: Judgment, p: Highlander, attacker: str, seat: str, number: int) -> Highlander:
    """A successful attack that stays in play holds the top card of the opponent's Endurance, face down."""
    attacks = p.players[attacker].attacks
    attack = attacks[number - 1]
    held = InPlay(owner=attack.owner, card=attack.card, played=p.number)
    gone = replace(attack, card=None, made="stays in play")
    p = change(
        p, attacker, attacks=(*attacks[: number - 1], gone, *attacks[number:]),
        in_play=(*p.players[attacker].in_play, held),
    )  # fmt: skip
    return _take_under(j, p, seat, attacker, len(p.players[attacker].in_play) - 1, 1)


@enforces("dirty-trick-choke-multiple-chokes")
def choked(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """At the beginning of a turn as many cards of the Endurance go under every such card as lie there already."""
    j.position = p
    if all(has(j, who, "doubles") is None for who in p.players):
        return p
    for holder in p.players:
        for place in range(len(p.players[holder].in_play)) if holder != seat else ():
            held = p.players[holder].in_play[place]
            found = face(j, held.card)
            doubles = found is not None and any(effect.do == "doubles" for effect in found.while_in_play)
            j.position = p
            if doubles and live(j, holder, place):
                p = _take_under(j, p, seat, holder, place, len(held.under))
    return p


def _take_under(j: Judgment, p: Highlander, seat: str, holder: str, place: int, count: int) -> Highlander:
    p, cards = take(j, p, seat, count)
    held = p.players[holder].in_play[place]
    below = tuple(Under(owner=seat, face_down=card) for card in cards)
    return set_card(p, holder, place, replace(held, under=(*held.under, *below)))
