"""Small questions about a position and small changes of it, used by every concern."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander.card import Effect, HighlanderCard
from rules.highlander.position import Attack, Due, Highlander, InPlay, Mark, Side
from rules.kernel.cards import CardRef
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


def other(j: Judgment, seat: str) -> str:
    """The opponent."""
    return j.seats[1] if seat == j.seats[0] else j.seats[0]


def side(j: Judgment, seat: str) -> Side:
    found: Side = j.position.players[seat]
    return found


def change(p: Highlander, seat: str, **changes: Any) -> Highlander:
    """The position with one side changed."""
    return replace(p, players={**p.players, seat: replace(p.players[seat], **changes)})


def face(j: Judgment, card: int | None) -> HighlanderCard | None:
    found = None if card is None else j.card(card)
    assert found is None or isinstance(found, HighlanderCard)
    return found


@enforces("focus-nullifying-situations")
def active(p: Highlander, card: InPlay) -> bool:
    """Whether a card in play has effect now (Focus - Nullifying Situations, Countering Cards)."""
    return p.number not in card.nullified


def effects(j: Judgment, seat: str) -> list[tuple[str, Effect, InPlay]]:
    """Every continuous effect that reaches ``seat``: (whose card, effect, card). Identical cards count once unless they
    change Ability (Stacking)."""
    found = []
    p: Highlander = j.position
    for holder, held in p.players.items():
        seen: set[int] = set()
        for card in held.in_play:
            number = j.known.faces.get(card.card or 0)
            if number is None or number in seen or not active(p, card):
                continue
            seen.add(number)
            declared = j.catalogue.cards[number]
            assert isinstance(declared, HighlanderCard)
            for effect in declared.while_in_play:
                if effect.who == "all" or (effect.who == "you") == (holder == seat):
                    found.append((holder, effect, card))
    return found


def has(j: Judgment, seat: str, do: str, what: str = "") -> Effect | None:
    """A continuous effect on ``seat`` by name."""
    for _, effect, _ in effects(j, seat):
        if effect.do == do and (not what or effect.what == what):
            return effect
    return None


def barred(j: Judgment, seat: str, what: str) -> str | None:
    """What prevents ``seat`` from doing something (Prevention): the card's title or the effect, else None."""
    for _, effect, card in effects(j, seat):
        if effect.do == "prevent" and effect.what == what:
            found = face(j, card.card)
            return found.title if found else "a card in play"
    for lasting in j.position.lasting:
        if lasting.seat == seat and lasting.what == f"prevent {what}" and lasting.until >= j.position.number:
            return "an effect that lasts"
    return None


def lasts(p: Highlander, seat: str, what: str) -> bool:
    return any(e.seat == seat and e.what == what and e.until >= p.number for e in p.lasting)


def marked(marks: tuple[Mark, ...], what: str) -> bool:
    return any(mark.what == what for mark in marks)


def attack_card(j: Judgment, attack: Attack) -> HighlanderCard | None:
    return face(j, attack.card if attack.card is not None else attack.face_down)


def squares(j: Judgment, attack: Attack) -> int:
    """The area an attack covers; 0 while its card is unknown."""
    if attack.squares:
        return attack.squares
    card = attack_card(j, attack)
    return card.squares if card else 0


def is_mark(j: Judgment, attack: Attack, what: str) -> bool:
    """Whether an attack is ``unblockable``, a ``power_blow`` …, by what was played with it or by its own text."""
    if marked(attack.marks, what):
        return True
    card = attack_card(j, attack)
    return card is not None and what in card.marks


def owe(p: Highlander, seat: str, amount: int, kind: str, source: str, event: bool = False) -> Highlander:
    """The position with damage, loss or gain waiting for the seat's Ability Adjustment Phase."""
    due = Due(amount=amount, kind=kind, source=source, event=event)  # type: ignore[arg-type]
    return change(p, seat, due=(*p.players[seat].due, due))


def maximum(j: Judgment, seat: str) -> int:
    """Maximum Ability: 15 and what continuous effects add (Maximum Ability)."""
    return 15 + sum(e.count for e in ability_effects(j, seat) if e.count > 0)


def ability_effects(j: Judgment, seat: str) -> list[Effect]:
    """Continuous gains and losses of Ability; identical cards do stack here (Stacking)."""
    found = []
    for holder, held in j.position.players.items():
        for card in held.in_play:
            declared = face(j, card.card)
            if declared is None or not active(j.position, card):
                continue
            for effect in declared.while_in_play:
                if effect.do == "ability" and (
                    effect.who == "all" or (effect.who == "you") == (holder == seat)
                ):
                    found.append(effect)
    return found


def leave(j: Judgment, p: Highlander, seat: str, place: int) -> Highlander:
    """The position after the card at ``place`` (from 0) of a side left play for its owner's discard pile."""
    card = p.players[seat].in_play[place]
    kept = p.players[seat].in_play[:place] + p.players[seat].in_play[place + 1 :]
    p = change(p, seat, in_play=kept)
    if card.card is None:
        return p
    pile = p.players[card.owner].discard_pile
    return change(p, card.owner, discard_pile=(*pile, card.card))


def pick(j: Judgment, zone: tuple[int, ...], ref: CardRef, seat: str) -> int | None:
    """Which card of a player's zone a reference means; a new one where nobody knows what the zone holds."""
    card = j.pick(zone, ref)
    return j.new(seat, 1)[0] if card == OPEN else card


def without_guards(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """The position after a player's Guards left play."""
    mine: Side = p.players[seat]
    guards = tuple(d for d in mine.defenses if (c := face(j, d.card)) is not None and c.is_guard)
    kept = tuple(d for d in mine.defenses if d not in guards)
    pile = (*mine.discard_pile, *(d.card for d in guards if d.card is not None))
    return change(p, seat, defenses=kept, discard_pile=pile)


def rebalanced(j: Judgment, before: Highlander, after: Highlander) -> Highlander:
    """``after`` with Ability following the continuous gains and losses that began or ended since ``before``."""
    sums = []
    for p in (before, after):
        j.position = p
        sums.append({seat: sum(effect.count for effect in ability_effects(j, seat)) for seat in p.players})
    for seat, now in sums[1].items():
        was = sums[0][seat]
        if now != was:
            held: Side = after.players[seat]
            gained = held.gained_last_turn or now > was
            after = change(after, seat, ability=held.ability + now - was, gained_last_turn=gained)
    j.position = after
    return after


def depart(j: Judgment, p: Highlander, seat: str, place: int) -> Highlander:
    """A card leaves play, and continuous changes of Ability that it gave end with it."""
    return rebalanced(j, p, leave(j, p, seat, place))
