"""Cards played in conjunction: they lie in play, waiting for the attack or defense they are played with."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander import grid
from rules.highlander.card import HighlanderCard
from rules.highlander.position import Attack, Highlander, InPlay, Mark
from rules.highlander.state import attack_card, change, face, is_mark, squares
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


def conjoined(p: Highlander, seat: str) -> list[InPlay]:
    """The cards of a player that wait for what they are played with."""
    return [card for card in p.players[seat].in_play if card.waiting]


def fits(card: HighlanderCard, what: str, area: int) -> bool:
    """Whether a card is what another is played in conjunction with."""
    if what in grid.GROUPS:
        return card.is_attack and grid.is_in(area, what)
    if what == "basic":
        return card.is_basic and card.is_attack
    if what == "attack":
        return card.is_attack
    return card.is_defense if what == "defense" else card.type == what or (what == "block" and card.is_guard)


def fits_all(j: Judgment, seat: str, card: HighlanderCard, area: int) -> bool:
    """Whether a card suits everything waiting for it (In Conjunction - Exertions). Records what does not."""
    for waiting in conjoined(j.position, seat):
        declared = face(j, waiting.card)
        for effect in declared.conjunction if declared else ():
            if effect.do == "with" and not fits(card, effect.what, area):
                title = declared.title if declared else "the card"
                j.forbid("in-conjunction", f"“{title}” is only played in conjunction with: {effect.what}")
                return False
    return True


@enforces("in-conjunction-exertions")
def join(j: Judgment, seat: str, attack: Attack) -> tuple[Attack, tuple[InPlay, ...]]:
    """The attack with what waits for it applied, and the player's cards in play with nothing waiting any more."""
    p: Highlander = j.position
    card = attack_card(j, attack)
    area = squares(j, attack)
    cards = []
    for waiting in p.players[seat].in_play:
        declared = face(j, waiting.card)
        if waiting.waiting and declared is not None:
            suits = card is None or all(
                fits(card, effect.what, area) for effect in declared.conjunction if effect.do == "with"
            )
            event = declared.type == "event"
            if suits:
                marks = tuple(Mark(e.what, event) for e in declared.conjunction if e.do == "mark")
                extra = sum(e.count for e in declared.conjunction if e.do == "extra_damage")
                attack = replace(attack, marks=(*attack.marks, *marks), extra=attack.extra + extra)
        cards.append(replace(waiting, waiting=False) if waiting.waiting else waiting)
    return attack, tuple(cards)


def joined(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """The position once everything played in conjunction with the last attack made is settled. One Power Blow a turn:
    what would make a second one does not (Power Blows - Making Power Blows)."""
    j.position = p
    mine = p.players[seat]
    attack, cards = join(j, seat, mine.attacks[-1])
    blow = is_mark(j, attack, "power_blow") or is_mark(j, attack, "head_shot")
    if blow and mine.power_blow_made:
        kept = tuple(m for m in attack.marks if m.what not in ("power_blow", "head_shot"))
        attack, blow = replace(attack, marks=kept), False
    return change(
        p,
        seat,
        attacks=(*mine.attacks[:-1], attack),
        in_play=cards,
        power_blow_made=mine.power_blow_made or blow,
    )
