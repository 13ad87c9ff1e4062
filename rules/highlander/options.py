"""Every legal entry at a position: candidates of each verb, held against the same ``verify`` that judges entries."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rules.highlander import grid
from rules.highlander.card import HighlanderCard
from rules.highlander.position import Highlander, Side
from rules.highlander.state import face, other
from rules.highlander.verbs import (
    Accept,
    AttackWith,
    Call,
    Cover,
    DeclareSuccessful,
    Defend,
    Discard,
    Done,
    Draw,
    Drop,
    Exert,
    FirstBlood,
    MakeAttack,
    NextPhase,
    NoMore,
    Pass,
    Play,
    PowerBlock,
    PowerBlow,
    Recover,
    Reveal,
    Roll,
    Shuffle,
    Target,
    TurnOver,
    Use,
)
from rules.kernel.cards import CardRef
from rules.kernel.entries import JUDGE, TABLE, Entry
from rules.kernel.judgment import Judgment

Legal = Callable[[Entry], bool]


def options(j: Judgment, by: str, legal: Legal) -> list[Entry]:
    """The candidates of ``by`` that ``legal`` accepts."""
    p: Highlander = j.position
    if by == TABLE:
        return [entry for entry in _table(j, p) if legal(entry)]
    if by == JUDGE:
        return [entry for entry in (FirstBlood(by=JUDGE),) if legal(entry)]
    if by not in p.players:
        return []
    return [entry for entry in _player(j, p, by) if legal(entry)]


def _table(j: Judgment, p: Highlander) -> Iterator[Entry]:
    for seat in j.seats:
        if p.phase == "roll_off" or p.rolling is not None:
            for value in range(1, 7):
                yield Roll(by=TABLE, seat=seat, value=value)
        if p.reshuffling is not None or p.phase == "first_blood":
            yield Shuffle(by=TABLE, seat=seat)
    if p.exerting is not None:
        yield TurnOver(by=TABLE)


def _player(j: Judgment, p: Highlander, by: str) -> Iterator[Entry]:
    mine = p.players[by]
    if p.conceding is not None:
        yield Accept(by=by, accept=True)
        yield Accept(by=by, accept=False)
        return
    if p.chance is not None:
        yield Pass(by=by)
        used = range(1, len(mine.in_play) + 1)
        their = range(1, len(p.players[p.turn].in_play) + 1) if p.chance.series else (0,)
        yield from (Use(by=by, place=n, counters=m) for n in used for m in their)
        return
    if p.exerting is not None:
        yield from _exertion(j, p, by)
        return
    if p.choice is not None:
        for seat, side in p.players.items():
            yield from (Target(by=by, seat=seat, place=n) for n in range(1, len(side.in_play) + 1))
        return
    if by != p.turn and p.phase not in ("opening", "first_blood"):
        yield from _reveals(j, p, by)
        yield from (Use(by=by, place=n) for n in range(1, len(mine.in_play) + 1))
        return
    yield from (Draw(by=by, count=n) for n in range(max(mine.ability, 0) + 1))
    yield from (NextPhase(by=by), NoMore(by=by), Call(by=by), Recover(by=by))
    yield from (Use(by=by, place=n) for n in range(1, len(mine.in_play) + 1))
    yield from _hand(j, p, by, mine)
    if p.phase == "defense":
        yield from _defense(j, p, by, mine)
    if p.phase == "attack":
        yield from _attack(by, mine)
    yield from (Drop(by=by, defense=n) for n in range(1, len(mine.defenses) + 1))


def faces(j: Judgment, cards: tuple[int, ...]) -> list[tuple[CardRef, HighlanderCard]]:
    """The different known cards of a zone, each with the reference that names it alone."""
    numbers = dict.fromkeys(n for card in cards if (n := j.known.faces.get(card)) is not None)
    found = []
    for number in numbers:
        card = j.catalogue.cards[number]
        assert isinstance(card, HighlanderCard)
        found.append((reference(j, number), card))
    return found


def reference(j: Judgment, number: int) -> CardRef:
    from msgspec import convert

    ref: CardRef = convert(j.catalogue.reference(number), CardRef)
    return ref


def _areas(card: HighlanderCard) -> tuple[Any, ...]:
    return ("",) if card.squares else tuple(grid.AREAS)


def _hand(j: Judgment, p: Highlander, by: str, mine: Side) -> Iterator[Entry]:
    attacks = range(1, len(p.players[other(j, by)].attacks) + 1)
    for ref, card in faces(j, mine.hand):
        yield Discard(by=by, card=ref)
        if card.is_special or card.type == "edge":
            yield Play(by=by, card=ref)
        if card.is_attack and p.phase == "attack":
            for area in _areas(card):
                yield AttackWith(by=by, card=ref, area=area)
                yield AttackWith(by=by, card=ref, area=area, hidden=True)
        if card.is_defense and p.phase == "defense":
            for area in _areas(card):
                yield from (Defend(by=by, card=ref, against=n, area=area) for n in attacks)


def _exertion(j: Judgment, p: Highlander, by: str) -> Iterator[Entry]:
    exerting = p.exerting
    if exerting is None:
        return
    yield Done(by=by)
    attacks = range(1, len(p.players[other(j, by)].attacks) + 1)
    for ref, card in faces(j, exerting.cards):
        for area in _areas(card):
            if exerting.purpose == "attack":
                yield AttackWith(by=by, card=ref, source="exertion", area=area)
                yield AttackWith(by=by, card=ref, source="exertion", area=area, hidden=True)
            elif exerting.purpose == "defense":
                yield from (Defend(by=by, card=ref, source="exertion", against=n, area=area) for n in attacks)


def _defense(j: Judgment, p: Highlander, by: str, mine: Side) -> Iterator[Entry]:
    yield Exert(by=by, purpose="defense")
    attacks = range(1, len(p.players[other(j, by)].attacks) + 1)
    yield from (DeclareSuccessful(by=by, attack=n) for n in attacks)
    for d in range(1, len(mine.defenses) + 1):
        yield PowerBlock(by=by, defense=d)
        yield Exert(by=by, purpose="power_block", number=d)
        yield from (Cover(by=by, defense=d, against=n) for n in attacks)


def _attack(by: str, mine: Side) -> Iterator[Entry]:
    yield from (Exert(by=by, purpose="attack"), Exert(by=by, purpose="nothing"))
    yield from (MakeAttack(by=by), MakeAttack(by=by, hidden=True))
    for n in range(1, len(mine.attacks) + 1):
        yield PowerBlow(by=by, attack=n)
        yield Exert(by=by, purpose="power_blow", number=n)


def _reveals(j: Judgment, p: Highlander, by: str) -> Iterator[Entry]:
    for n, attack in enumerate(p.players[by].attacks, 1):
        if attack.face_down is not None and face(j, attack.face_down) is not None:
            number = j.known.faces[attack.face_down]
            yield Reveal(by=by, attack=n, card=reference(j, number))
