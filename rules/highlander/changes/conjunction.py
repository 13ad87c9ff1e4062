"""Merging cards played in conjunction: the attack or the Defense takes over the cards that wait for it (In
Conjunction)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.events import PowerBlowMade, happened
from rules.highlander.changes.state import change
from rules.highlander.language import conjunction as joining
from rules.highlander.language import effects as act
from rules.highlander.position import Attack, Highlander, InPlay, Mark, Side
from rules.highlander.reading.conjunction import any_waits, fits
from rules.highlander.reading.state import attack_card, face, is_mark, squares
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment

BLOWS = ("power_blow", "head_shot")


def join_defense(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """The position once everything played in conjunction with the last Defense played is settled."""
    mine = p.players[seat]
    defense = mine.defenses[-1]
    cards = []
    for waiting in mine.in_play:
        declared = face(ctx, waiting.card)
        if waiting.waiting and declared is not None:
            event = declared.type == "event"
            marks = tuple(
                Mark(e.what, event) for e in declared.conjunction if isinstance(e, joining.GivesMark)
            )
            given = any(mark.what == "from_exertion" for mark in marks)
            defense = replace(
                defense, marks=(*defense.marks, *marks), from_exertion=defense.from_exertion or given
            )
        cards.append(replace(waiting, waiting=False) if waiting.waiting else waiting)
    return change(p, seat, defenses=(*mine.defenses[:-1], defense), in_play=tuple(cards))


@enforces("in-conjunction-exertions", "flamboyant-attack")
def join(j: Judgment, seat: str, attack: Attack) -> tuple[Attack, tuple[InPlay, ...]]:
    """The attack with the cards that wait for it applied, and the player's cards in play, none of them waiting any
    more."""
    p: Highlander = j.position
    if not any_waits(p, seat):  # the very same cards: what holds by them need not be asked anew
        return attack, p.players[seat].in_play
    card = attack_card(j, attack)
    area = squares(j, attack)
    cards = []
    for waiting in p.players[seat].in_play:
        declared = face(j, waiting.card)
        if waiting.waiting and declared is not None:
            suits = card is None or all(
                fits(card, effect.what, area)
                for effect in declared.conjunction
                if isinstance(effect, joining.With)
            )
            event = declared.type == "event"
            if suits:
                marks = tuple(
                    Mark(e.what, event) for e in declared.conjunction if isinstance(e, joining.GivesMark)
                )
                extra = sum(e.count for e in declared.conjunction if isinstance(e, act.ExtraDamage))
                attack = replace(attack, marks=(*attack.marks, *marks), extra=attack.extra + extra)
        cards.append(replace(waiting, waiting=False) if waiting.waiting else waiting)
    return attack, tuple(cards)


@enforces("combination")
def merged(j: Judgment, before: tuple[Attack, ...], attack: Attack) -> tuple[tuple[Attack, ...], Attack]:
    """A single attack formed of an attack and the one before it: it covers both areas and has the marks and the
    additional damage of both."""
    card = face(j, attack.card)
    if not before or card is None or not is_mark(j, attack, "combines"):
        return before, attack
    first = before[-1]
    if first.face_down is not None:  # nobody sees yet what the two would be together
        return before, attack
    added = sum(effect.count for effect in card.on_play if isinstance(effect, act.ExtraDamage))
    single = replace(
        first, squares=squares(j, first) | squares(j, attack),
        marks=(*first.marks, *(m for m in attack.marks if m.what != "combines")),
        extra=first.extra + attack.extra + added,
    )  # fmt: skip
    return (*before[:-1], single), replace(attack, status="combined")


def joined(ctx: EntryContext, p: Highlander, seat: str) -> Highlander:
    """The position once everything played in conjunction with the last attack made is settled. One Power Blow a turn:
    what would make a second one does not (Power Blows - Making Power Blows)."""
    if p.phase == "defense":
        return join_defense(ctx, p, seat)
    j, mine = Judgment.of(ctx, p), p.players[seat]
    attack, cards = join(j, seat, mine.attacks[-1])
    attack, blow = _as_a_blow(j, attack, mine)
    before, attack = merged(j, mine.attacks[:-1], attack)
    p = change(
        p,
        seat,
        attacks=(*before, attack),
        in_play=cards,
        power_blow_made=mine.power_blow_made or blow,
    )
    return happened(ctx, p, PowerBlowMade(seat)) if blow else p


def _as_a_blow(j: Judgment, attack: Attack, mine: Side) -> tuple[Attack, bool]:
    """The attack as the Power Blow that its cards make it or do not let it be, and whether it is one."""
    card = face(j, attack.card)
    if card is not None and "head_shot_alone" in card.marks and not mine.specials_played:
        attack = replace(attack, marks=(*attack.marks, *(Mark(what) for what in BLOWS)))
    if is_mark(j, attack, "no_power_blow"):
        attack = _without_blow(attack)
    if not is_mark(j, attack, "power_blow") and not is_mark(j, attack, "head_shot"):
        return attack, False
    return (_without_blow(attack), False) if mine.power_blow_made else (attack, True)


def _without_blow(attack: Attack) -> Attack:
    return replace(attack, marks=tuple(mark for mark in attack.marks if mark.what not in BLOWS))


def dropped(p: Highlander, seat: str) -> Highlander:
    """The position after a Phase: cards that wait for a card to be played with stop waiting."""
    cards = p.players[seat].in_play
    if not any_waits(p, seat):
        return p
    return change(p, seat, in_play=tuple(replace(h, waiting=False) if h.waiting else h for h in cards))
