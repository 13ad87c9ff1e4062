"""Every legal entry at a position: candidates of each verb, held against the same ``verify`` that judges entries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import get_args

from msgspec.structs import replace

from rules.highlander import grid
from rules.highlander.card import HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.position import Highlander, Side
from rules.highlander.position_values import Aim
from rules.highlander.reading import countering, powers
from rules.highlander.reading.conjunction import waiting_extend
from rules.highlander.reading.dice import SIDES
from rules.highlander.reading.face_down import holds_others
from rules.highlander.reading.modifiers import has
from rules.highlander.reading.must_do import BY_ITSELF, let_be_next, open_musts
from rules.highlander.reading.references import faces, reference
from rules.highlander.reading.series import has_partner
from rules.highlander.reading.state import face, other
from rules.highlander.verbs import (
    Accept,
    Area,
    AttackWith,
    Borrow,
    Call,
    CarryOut,
    Cover,
    DeclareSuccessful,
    Defend,
    Discard,
    Done,
    Draw,
    Drop,
    Exert,
    FirstBlood,
    ForgoAttack,
    GiveBack,
    Hold,
    Ignore,
    LookAtCard,
    MakeAttack,
    NextPhase,
    NoMore,
    Pass,
    Play,
    Power,
    PowerBlock,
    PowerBlow,
    Recover,
    Remove,
    Reveal,
    Roll,
    Shuffle,
    Take,
    TakeBack,
    Target,
    TurnOver,
    TurnUp,
    Use,
)
from rules.kernel.cards import CardRef
from rules.kernel.entries import JUDGE, TABLE, Entry
from rules.kernel.judgment import Judgment

FACES = range(1, SIDES + 1)
#: the areas that an entry may name
AREAS: tuple[Area, ...] = get_args(Area)[1:]
Legal = Callable[[Entry], bool]


def options(j: Judgment, by: str, legal: Legal) -> list[Entry]:
    """The candidates of ``by`` that ``legal`` accepts."""
    p: Highlander = j.position
    if by == TABLE:
        return [entry for entry in _table(j) if legal(entry)]
    if by == JUDGE:
        return [entry for entry in (FirstBlood(by=JUDGE),) if legal(entry)]
    if by not in p.players:
        return []
    return [entry for entry in _player(j, by) if legal(entry)]


def _table(j: Judgment) -> Iterator[Entry]:
    p: Highlander = j.position
    for seat in j.seats:
        musts = [p.players[seat].must[place] for place in open_musts(p, seat)]
        asked = {one.do for one in musts}
        if p.phase == "roll_off" or p.rolling is not None or "roll" in asked:
            yield from (Roll(by=TABLE, seat=seat, value=value) for value in FACES)
        if p.reshuffling is not None or p.phase == "first_blood" or "shuffle" in asked:
            yield Shuffle(by=TABLE, seat=seat)
        if seat == p.turn and any(one.random for one in musts):
            yield from (Discard(by=TABLE, card=ref) for ref, _ in faces(j, p.players[seat].hand))
    if p.exerting is not None:
        yield TurnOver(by=TABLE)


def _player(j: Judgment, by: str) -> Iterator[Entry]:
    p: Highlander = j.position
    mine = p.players[by]
    first = _half_done(j, by, mine)
    if first is not None:
        yield from first
        return
    if p.rolling is not None and p.rolling.exertion:
        yield Exert(by=by, purpose="roll")
    if p.exerting is not None:
        yield from _exertion(j, by)
    elif by != p.turn and p.phase not in ("opening", "first_blood"):
        yield from _reveals(j, by)
        yield from (Use(by=by, place=n) for n in range(1, len(mine.in_play) + 1))
    else:
        yield from _own_turn(j, by, mine)


def _half_done(j: Judgment, by: str, mine: Side) -> Iterable[Entry] | None:
    """The entries that end something half-done, beside which nothing else is open; None where nothing is half-done."""
    p: Highlander = j.position
    if p.conceding is not None:
        return (Accept(by=by, accept=True), Accept(by=by, accept=False))
    if mine.may_remove:
        return _removals(j, by, mine)
    if p.showing is not None:
        return _turned_up(j, mine, by)
    if p.choice is not None:
        return _targets(j, by, mine, p.choice.what)
    if p.chance is not None:
        return _answers(j, by, mine, p.chance.series)
    return None


def _removals(j: Judgment, by: str, mine: Side) -> Iterator[Entry]:
    """Cards that the Arms and Tactics premium removes from the game."""
    yield Pass(by=by)
    for ref, _ in faces(j, mine.hand):
        yield Remove(by=by, card=ref)
    for ref, _ in faces(j, mine.discard_pile):
        yield Remove(by=by, card=ref, source="discard_pile")


def _targets(j: Judgment, by: str, mine: Side, what: Aim) -> Iterator[Entry]:
    p: Highlander = j.position
    if what == "hand":
        yield Pass(by=by)
        yield from (Discard(by=by, card=ref) for ref, _ in faces(j, mine.hand))
        return
    for seat, side in p.players.items():
        number = max(len(side.in_play), len(side.attacks))
        yield Target(by=by, seat=seat)
        yield from (Target(by=by, seat=seat, place=n) for n in range(1, number + 1))


def _answers(j: Judgment, by: str, mine: Side, series: bool) -> Iterator[Entry]:
    """The entries that answer a card being played, or a series of them."""
    p: Highlander = j.position
    yield from (Pass(by=by), Ignore(by=by))
    yield from _turned_up(j, mine, by)
    used = range(1, len(mine.in_play) + 1)
    their = range(len(p.players[p.turn].in_play) + 1) if series else (0,)
    uses = (Use(by=by, place=n, counters=m) for n in used for m in their)
    yield from (use for use in uses if use.counters or not countering.answered_place(j, use))


def _musts(by: str, mine: Side) -> Iterator[Entry]:
    """The entries that do something of what must be done, beside discarding."""
    for number, one in enumerate(mine.must, 1):
        if one.do == "draw_cards":
            yield from (Draw(by=by, count=n) for n in {one.count, len(mine.endurance)} if n > mine.ability)
        elif one.do == "search":
            yield Take(by=by, source="endurance")
        elif one.do in BY_ITSELF:
            yield CarryOut(by=by, number=number)


def _own_turn(j: Judgment, by: str, mine: Side) -> Iterator[Entry]:
    p: Highlander = j.position
    yield from (Draw(by=by, count=n) for n in range(powers.draws_to(j, by) + 1))
    yield from _musts(by, mine)
    yield from (NextPhase(by=by), NoMore(by=by), Call(by=by), Recover(by=by))
    named = let_be_next(j) if mine.must else None
    yield from (NoMore(by=by, number=n) for n in range(1, len(mine.must) + 1) if n - 1 != named)
    yield from (Exert(by=by, purpose=purpose) for purpose in powers.IN_PLACE)  # type: ignore[arg-type]
    yield from (Use(by=by, place=n) for n in range(1, len(mine.in_play) + 1))
    yield from _hand(j, by, mine)
    yield from _kept(j, by, mine)
    yield from (GiveBack(by=by), Borrow(by=by, zone="endurance"))
    if mine.may_borrow:
        yield from (Borrow(by=by, card=ref) for ref, _ in faces(j, p.players[other(j, by)].hand))
    yield from (LookAtCard(by=by, zone="hand"), LookAtCard(by=by, zone="endurance"))
    yield from _turned_up(j, mine, by)
    if p.phase == "defense":
        yield from _defense(j, by, mine)
    if p.phase == "attack":
        yield from _attack(by, mine)
    yield from (Drop(by=by, defense=n) for n in range(1, len(mine.defenses) + 1))


def _areas(card: HighlanderCard) -> tuple[Area, ...]:
    return ("",) if card.squares else AREAS


def _hand(j: Judgment, by: str, mine: Side) -> Iterator[Entry]:
    p: Highlander = j.position
    holders = [n for n, held in enumerate(mine.in_play, 1) if holds_others(face(j, held.card))]
    for ref, card in faces(j, mine.hand):
        yield Discard(by=by, card=ref)
        if has(j, by, during.MayDiscardTo, "top") is not None:
            yield Discard(by=by, card=ref, on_top=True)
        if card.is_basic and has(j, by, during.MayDiscardTo, "under"):
            yield Discard(by=by, card=ref, under=True)
        yield from _plays(j, by, ref, card)
        yield from (Hold(by=by, place=n, card=ref) for n in holders)
        if card.is_attack and p.phase == "attack":
            yield from _attacks_with(j, by, ref, card)


def _plays(j: Judgment, by: str, ref: CardRef, card: HighlanderCard) -> Iterator[Entry]:
    """Every way to play a Special card or an Edge."""
    if card.is_special or card.type == "edge":
        yield Play(by=by, card=ref)
        if not card.conjunction and has_partner(j, card):
            yield Play(by=by, card=ref, more=True)
        if card.wants_player:
            yield Play(by=by, card=ref, target=by)
    if card.type == "situation":
        yield Play(by=by, card=ref, face_down=True)


def _attacks_with(j: Judgment, by: str, ref: CardRef, card: HighlanderCard) -> Iterator[Entry]:
    """Every way to play an Attack from the hand."""
    for area in _areas(card):
        yield AttackWith(by=by, card=ref, area=area)
        yield AttackWith(by=by, card=ref, area=area, hidden=True)
        if card.is_basic and has(j, by, during.PlayAs, "basic_as_ranged"):
            yield AttackWith(by=by, card=ref, area=area, ranged=True)
            yield AttackWith(by=by, card=ref, area=area, ranged=True, hidden=True)
        if "head_shot_alone" in card.marks:
            yield AttackWith(by=by, card=ref, area=area, hidden=True, blow=True)


def defends(j: Judgment, by: str, mine: Side) -> Iterator[Entry]:
    """Every way to play a Defense from the hand."""
    attacks = range(1, len(j.position.players[other(j, by)].attacks) + 1)
    for ref, card in faces(j, mine.hand) if attacks else ():
        if card.is_defense or card.is_attack:
            for form in _forms(j, by, mine, ref, card):
                yield from (replace(form, attack=n) for n in attacks)


def _forms(j: Judgment, by: str, mine: Side, ref: CardRef, card: HighlanderCard) -> Iterator[Defend]:
    """The ways in which a card may be played as a Defense, against the first attack: its area, and what cards in play
    add."""
    plain = Defend(by=by, card=ref, attack=1)
    for area in _areas(card):
        yield replace(plain, area=area)
    blocks = card.is_defense and card.type != "dodge"
    if blocks and has(j, by, during.PlayAs, "block_as_guard") is not None:
        for area in _areas(card):
            yield replace(plain, area=area, guard=True)
    basic = blocks and card.is_basic
    if waiting_extend(j, by) or (basic and has(j, by, during.BasicBlocks, "extend")):
        yield from (replace(plain, area=area, extend=extra) for area in _areas(card) for extra in AREAS)
    if basic and has(j, by, during.BasicBlocks, "two_as_one") is not None:
        yield from (
            replace(plain, second=other_ref)
            for other_ref, other_card in faces(j, mine.hand)
            if other_card.is_basic
        )


def _kept(j: Judgment, by: str, mine: Side) -> Iterator[Entry]:
    """The entries that put cards under others, or take them back."""
    for ref, _ in faces(j, tuple(below.face_down or 0 for below in mine.arriving)):
        yield Play(by=by, card=ref, source="arriving")
    for place, held in enumerate(mine.in_play, 1):
        for ref, _ in faces(j, tuple(below.face_down or 0 for below in held.under)):
            yield TakeBack(by=by, place=place, card=ref)


def _turned_up(j: Judgment, mine: Side, by: str) -> Iterator[Entry]:
    for place, held in enumerate(mine.in_play, 1):
        if held.face_down is not None and face(j, held.face_down) is not None:
            yield TurnUp(by=by, place=place, card=reference(j, j.known.faces[held.face_down]))


def _exertion(j: Judgment, by: str) -> Iterator[Entry]:
    p: Highlander = j.position
    exerting = p.exerting
    if exerting is None:
        return
    yield Done(by=by)
    if exerting.keeps:
        yield from (Take(by=by, card=ref) for ref, _ in faces(j, exerting.cards))
    attacks = range(1, len(p.players[other(j, by)].attacks) + 1)
    for ref, card in faces(j, exerting.cards):
        for area in _areas(card):
            if exerting.purpose == "attack":
                yield AttackWith(by=by, card=ref, source="exertion", area=area)
                yield AttackWith(by=by, card=ref, source="exertion", area=area, hidden=True)
            elif exerting.purpose == "defense":
                yield from (Defend(by=by, card=ref, source="exertion", attack=n, area=area) for n in attacks)
    if exerting.from_hand:
        for ref, card in faces(j, p.players[by].hand):
            for area in _areas(card) if card.is_attack else ():
                yield AttackWith(by=by, card=ref, area=area)
                yield AttackWith(by=by, card=ref, area=area, hidden=True)


def _defense(j: Judgment, by: str, mine: Side) -> Iterator[Entry]:
    p: Highlander = j.position
    yield Exert(by=by, purpose="defense")
    yield Power(by=by, what="discard_defenses")
    yield from defends(j, by, mine)
    attacks = range(1, len(p.players[other(j, by)].attacks) + 1)
    yield from (DeclareSuccessful(by=by, attack=n) for n in attacks)
    for d in range(1, len(mine.defenses) + 1):
        yield PowerBlock(by=by, defense=d)
        yield Exert(by=by, purpose="power_block", defense=d)
        yield Power(by=by, what="power_block", defense=d)
        yield from (Cover(by=by, defense=d, attack=n) for n in attacks)
    yield from (Exert(by=by, purpose="avoid", attack=n) for n in attacks)
    yield Exert(by=by, purpose="move_under")


def _attack(by: str, mine: Side) -> Iterator[Entry]:
    yield from (Exert(by=by, purpose="attack"), Exert(by=by, purpose="nothing"), Power(by=by, what="attack"))
    yield Power(by=by, what="discard_defenses")
    yield Exert(by=by, purpose="move_under")
    yield from (MakeAttack(by=by), MakeAttack(by=by, hidden=True), ForgoAttack(by=by))
    for n in range(1, len(mine.attacks) + 1):
        yield PowerBlow(by=by, attack=n)
        yield Exert(by=by, purpose="power_blow", attack=n)


def _reveals(j: Judgment, by: str) -> Iterator[Entry]:
    p: Highlander = j.position
    for n, attack in enumerate(p.players[by].attacks, 1):
        if attack.face_down is not None and face(j, attack.face_down) is not None:
            number = j.known.faces[attack.face_down]
            area: Area = next((name for name in AREAS if grid.AREAS[name] == attack.squares), "")
            yield Reveal(by=by, attack=n, card=reference(j, number), area=area)
