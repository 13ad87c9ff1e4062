"""The course of a turn: sweeping, what must and may be done, the phases, adjusting Ability, drawing."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander.card import HighlanderCard, is_attack, is_defense, is_type
from rules.highlander.defenses import hidden
from rules.highlander.endurance import mill, size, take
from rules.highlander.grid import AREAS
from rules.highlander.position import Highlander
from rules.highlander.resolution import resolve
from rules.highlander.state import (
    active,
    barred,
    change,
    depart,
    effects,
    face,
    is_mark,
    lasts,
    leave,
    maximum,
    other,
    pick,
    rebalanced,
)
from rules.highlander.verbs import AttackWith, Discard, Draw, Exert, NextPhase, NoMore
from rules.highlander.waiting import free_to_act
from rules.kernel.enforce import enforces
from rules.kernel.entries import Entry
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


def begin_turn(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """A player's turn begins: what does not stay in play is swept, what must be done waits."""
    p = _expire(j, p, seat)
    p = _sweep(j, p, seat)
    lost = sum(1 for e in p.lasting if e.seat == seat and e.what == "lose attack" and e.until >= p.number)
    p = change(
        p, seat, attacks_allowed=1 - lost, attacks_made=0, next_attack=(), later_attack=(),
        specials_played=0, special_forgone=False,
        exertions=0, exerted_in="", power_blow_made=False, played_card=False, discarded_defense=False,
        skip_attack=False, called=False, recovering=False,
    )  # fmt: skip
    j.position = p
    for _, effect, _ in effects(j, seat):
        if effect.do == "each_turn_mill":
            p = mill(j, p, seat, effect.count)
    p = _removed(j, p)
    p = settled(p, seat)
    return replace(p, phase="must_do" if p.players[seat].must else "may_do", turn=seat)


@enforces("illusory-terrain-2")
def _removed(j: Judgment, p: Highlander) -> Highlander:
    """Cards of a type that a card in play keeps out leave (Illusory Terrain)."""
    j.position = p
    kept_out = {
        effect.what for seat in p.players for _, effect, _ in effects(j, seat) if effect.do == "keep_out"
    }
    for seat in p.players if kept_out else ():
        for place in reversed(range(len(p.players[seat].in_play))):
            found = face(j, p.players[seat].in_play[place].card)
            if found is not None and found.type in kept_out:
                p = depart(j, p, seat, place)
    return p


def settled(p: Highlander, seat: str) -> Highlander:
    """Without what cannot be done any more: discarding from an empty hand, drawing with a full one."""
    while p.players[seat].must:
        mine = p.players[seat]
        first = mine.must[0]
        room = max(mine.ability, 0) - len(mine.hand)
        empty = size(p, seat) == 0 and p.reshuffling is None
        if (first.do == "draw" and (room <= 0 or empty)) or (
            first.do == "discard" and (first.count <= 0 or not mine.hand)
        ):
            p = change(p, seat, must=mine.must[1:])
        else:
            break
    return replace(p, phase="may_do") if p.phase == "must_do" and not p.players[seat].must else p


@enforces("sweep-phase", "sweep-phase-what-cards-are-swept", "events", "edges")
def _sweep(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """The player's own attacks, Defenses, Events and Edges of the last turn go to the discard piles."""
    mine = p.players[seat]
    pile = list(mine.discard_pile)
    for attack in mine.attacks:
        card = attack.card if attack.card is not None else attack.face_down
        if card is not None:
            pile.append(card)
    standing = []
    for defense in mine.defenses:
        declared = face(j, defense.card)
        if declared is not None and declared.is_standing:
            standing.append(replace(defense, against=()))
        elif defense.card is not None:
            pile.append(defense.card)
    p = change(p, seat, attacks=(), defenses=tuple(standing), discard_pile=tuple(pile))
    for place in reversed(range(len(p.players[seat].in_play))):
        found = face(j, p.players[seat].in_play[place].card)
        if found is None or found.type in ("event", "edge"):
            p = leave(j, p, seat, place)
    return p


@enforces("continuous-effects")
def _expire(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """Effects whose turn is over end; cards that count the opponent's turns leave play."""
    p = replace(p, lasting=tuple(e for e in p.lasting if e.until >= p.number))
    owner = seat
    for place in reversed(range(len(p.players[owner].in_play))):
        card = p.players[owner].in_play[place]
        found = face(j, card.card)
        for effect in found.while_in_play if found else ():
            if effect.do == "leaves_after":
                counted = replace(card, count=card.count + 1)
                held = p.players[owner].in_play
                p = change(p, owner, in_play=(*held[:place], counted, *held[place + 1 :]))
                if counted.count >= effect.count and active(p, card):
                    p = depart(j, p, owner, place)
    return p


# -- going on --------------------


def verify_next_phase(j: Judgment, e: NextPhase) -> None:
    p: Highlander = j.position
    if not free_to_act(j, e, "must_do", "may_do", "defense", "attack", "draw_discard"):
        return
    mine = p.players[e.by]
    if p.phase == "must_do" or mine.must:
        j.forbid("must-do-phase", "what must be done is done first")
    elif p.phase == "defense" and hidden(j, e.by):
        j.forbid("hidden-attacks-revealing", "the hidden attacks are revealed first")
    elif p.phase == "attack":
        if any(card.waiting for card in mine.in_play) and can_still_attack(j, e.by):
            j.forbid("in-conjunction", "a card played in conjunction waits for its attack")
        elif not mine.played_card and not mine.exertions and size(p, e.by) != 0 and not mine.skip_attack:
            j.forbid("reading.b10", "a player who plays no card makes an Exertion")
    elif p.phase == "draw_discard" and OPEN in mine.hand:
        j.unsure("how many cards the hand holds")
    elif p.phase == "draw_discard" and len(mine.hand) > max(mine.ability, 0):
        j.forbid("draw-discard-phase", f"{len(mine.hand) - max(mine.ability, 0)} card(s) must be discarded")


def can_still_attack(j: Judgment, seat: str) -> bool:
    """Whether any attack, or an Exertion for one, is open; what was played in conjunction is lost if not."""
    from rules.highlander.options import faces

    tries: list[Entry] = [Exert(by=seat, purpose="attack")]
    areas = tuple(AREAS)
    for ref, card in faces(j, j.position.players[seat].hand):
        if card.is_attack:
            tries += [AttackWith(by=seat, card=ref, area=area) for area in (("",) if card.squares else areas)]  # type: ignore[arg-type]
    return any(_passes(j, entry) for entry in tries)


def _passes(j: Judgment, entry: Entry) -> bool:
    trial = Judgment(j.game, j.catalogue, j.options, j.seats, j.position, j.known, j.n)
    j.game.verbs[type(entry)].verify(trial, entry)
    return trial.violations is None


def perform_next_phase(j: Judgment, e: NextPhase, plan: None) -> Highlander:
    p: Highlander = j.position
    if p.phase == "may_do":
        return replace(p, phase="defense")
    if p.phase == "defense":
        p = resolve(j, p, p.turn)
        return p if p.winner is not None else begin_attack(j, p)
    if p.phase == "attack":
        return adjust(j, p, p.turn)
    if p.phase == "draw_discard":
        return end_turn(j, p)
    raise Impossible("the phase cannot be left yet")


@enforces("ability", "reading.b8", "reading.b44")
def begin_attack(j: Judgment, p: Highlander) -> Highlander:
    """A player who begins the Attack Phase with no Ability left loses (reading B8)."""
    if p.players[p.turn].skip_attack:
        return adjust(j, replace(p, phase="attack"), p.turn)
    if p.players[p.turn].ability <= 0:
        how = "first blood ability" if p.first_blood else "ability"
        return replace(p, winner=other(j, p.turn), how=how, phase="over")
    return replace(p, phase="attack")


@enforces(
    "ability-adjustment-phase", "ability-loss", "damage", "exhaustion", "maximum-ability", "gaining-ability"
)
def adjust(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """The Ability Adjustment Phase: pending damage, losses, Exhaustion and gains, then Draw/Discard begins."""
    j.position = p
    mine = p.players[seat]
    safe = lasts(p, seat, "prevent damage")
    lost = ("loss",) if safe else ("loss", "damage")
    losses = sum(due.amount for due in mine.due if due.kind in lost) + 5 * mine.exhausted
    if not mine.exhausted and size(p, seat) == 0:
        losses += 5
    gains = sum(due.amount for due in mine.due if due.kind == "gain")
    top = maximum(j, seat)
    ability = mine.ability - losses
    gained = max(0, min(gains, top - ability)) if gains else 0
    p = change(p, seat, ability=ability + gained, due=(), exhausted=0, gained_last_turn=gained > 0)
    if not safe and any(due.kind == "damage" and due.amount > 0 for due in mine.due):
        p = _damaged(j, p, seat)
    return replace(p, phase="draw_discard")


def _damaged(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """Cards that leave play when their player takes damage."""
    for place in reversed(range(len(p.players[seat].in_play))):
        card = p.players[seat].in_play[place]
        found = face(j, card.card)
        if (
            found is not None
            and active(p, card)
            and any(e.do == "leaves_when_damaged" for e in found.while_in_play)
        ):
            p = depart(j, p, seat, place)
    return p


def end_turn(j: Judgment, p: Highlander) -> Highlander:
    """The turn is over: what the next turn looks back on is noted, and it begins."""
    mine = p.players[p.turn]
    specials = [face(j, card.card) for card in mine.in_play if card.played == p.number]
    j.position = p
    blow = any(is_mark(j, attack, "power_blow") for attack in mine.attacks)
    p = change(
        p, p.turn, turns=mine.turns + 1, attacked_last_turn=bool(mine.attacks), power_blow_last_turn=blow,
        location_last_turn=any(c is not None and c.type == "location" for c in specials),
    )  # fmt: skip
    following = other(j, p.turn)
    p = rebalanced(j, p, replace(p, number=p.number + 1))
    if p.time_called and not p.first_blood:
        return replace(p, turn=following, phase="time_called")
    return begin_turn(j, p, following)


# -- drawing and discarding --------------------


@enforces("drawing-cards")
def verify_draw(j: Judgment, e: Draw) -> None:
    p: Highlander = j.position
    if e.by not in p.players:
        j.forbid("log.seat", "a player draws")
        return
    mine = p.players[e.by]
    left = size(p, e.by)
    if p.phase in ("opening", "first_blood"):
        _opening_draw(j, e, left)
        return
    if not free_to_act(j, e, "must_do", "defense", "attack", "draw_discard"):
        return
    forced = bool(mine.must) and mine.must[0].do == "draw"
    if not forced and p.phase != "draw_discard":
        j.forbid("draw-discard-phase", "cards are drawn in the Draw/Discard Phase")
        return
    if mine.must and not forced:
        j.forbid("must-do-phase", "what must be discarded is discarded first")
        return
    room = max(mine.ability, 0) - len(mine.hand)
    if p.first_blood:
        j.forbid("first-blood-and-drawing-cards", "nobody draws in First Blood")
    elif not forced and barred(j, e.by, "draws"):
        j.forbid("denial-v-permission", "drawing is prevented")
    elif OPEN in mine.hand and 1 <= e.number <= mine.ability:
        j.unsure("how many cards the hand holds")
    elif not 1 <= e.number <= max(room, 0):
        j.forbid("draw-discard-phase", f"up to {max(room, 0)} card(s) may be drawn, to the current Ability")
    elif left is not None and e.number > left:
        j.forbid("endurance", f"the Endurance holds {left} card(s)")


def _opening_draw(j: Judgment, e: Draw, left: int | None) -> None:
    p: Highlander = j.position
    mine = p.players[e.by]
    if p.phase == "first_blood":
        if e.by in p.redrawn or len(p.shuffled_in) < len(j.seats):
            j.forbid("first-blood", "each player draws once, after both hands were shuffled in")
            return
    elif mine.hand:
        j.forbid("hand", "the opening hand is drawn already")
        return
    wanted = max(mine.ability, 0) if left is None else min(max(mine.ability, 0), left)
    if e.number != wanted:
        j.forbid("first-blood" if p.phase == "first_blood" else "hand", f"{wanted} cards are drawn")


def perform_draw(j: Judgment, e: Draw, plan: None) -> Highlander:
    p: Highlander = j.position
    reshuffle = p.phase not in ("opening", "first_blood")
    p, cards = take(j, p, e.by, e.number)
    if not reshuffle:
        p = replace(p, reshuffling=None)
    for card, ref in zip(cards, e.cards or (), strict=False):
        j.show(card, ref)
    p = change(p, e.by, hand=p.players[e.by].hand + cards)
    if reshuffle:
        return settled(_drawn(j, p, e.by), e.by)
    if p.phase == "opening" and all(p.players[seat].hand for seat in j.seats):
        return begin_turn(j, p, p.turn)
    if p.phase == "first_blood":
        p = replace(p, redrawn=(*p.redrawn, e.by))
        return begin_turn(j, p, p.turn) if len(p.redrawn) == len(j.seats) else p
    return p


def _drawn(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """Cards that leave play when their player draws a card (Poison Gas)."""
    for place in reversed(range(len(p.players[seat].in_play))):
        card = p.players[seat].in_play[place]
        found = face(j, card.card)
        for effect in found.while_in_play if found is not None and active(p, card) else ():
            if effect.do == "leaves_when_drawn":
                p = depart(j, p, seat, place)
    return p


KINDS = {"attack": is_attack, "defense": is_defense}


def of_kind(card: HighlanderCard, what: str) -> bool:
    """Test: a card of the kind that must be discarded."""
    if what in KINDS:
        return KINDS[what](card)
    return what == "card" or is_type(card, what)


def not_of_kind(card: HighlanderCard, what: str) -> bool:
    return not of_kind(card, what)


def verify_discard(j: Judgment, e: Discard) -> Any:
    """A card from hand: because it must be, in the May Do Phase when not attacked, or down to the Ability."""
    p: Highlander = j.position
    if not free_to_act(j, e, "must_do", "may_do", "defense", "attack", "draw_discard"):
        return None
    mine = p.players[e.by]
    card = pick(j, mine.hand, e.card, e.by)
    if card is None:
        j.forbid("log.card", "that card is not in the hand")
        return None
    j.show(card, e.card)
    if mine.must and mine.must[0].do == "draw":
        j.forbid("must-do-phase", "what must be drawn is drawn first")
    elif mine.must:
        must = mine.must[0]
        message = f"a card of another kind must be discarded: {must.what}"
        j.need("must-do-phase", of_kind, (card,), message, "the card", (must.what,))
    elif p.phase == "may_do":
        opponent = p.players[other(j, e.by)]
        if not opponent.turns:
            j.forbid(
                "looking-back-at-a-previous-action-or-last-turn-effects", "the opponent had no last turn"
            )
        elif opponent.attacked_last_turn or mine.discarded_defense:
            j.forbid("may-do-phase", "one Defense may be discarded when the opponent did not attack")
        else:
            j.need("may-do-phase", is_defense, (card,), "only a Defense may be discarded here", "the card")
    elif p.phase == "draw_discard" and OPEN in mine.hand:
        j.unsure("how many cards the hand holds")
    elif p.phase != "draw_discard" or len(mine.hand) <= max(mine.ability, 0):
        j.forbid("discarding-cards", "nothing lets this player discard now")
    return card


def perform_discard(j: Judgment, e: Discard, plan: Any) -> Highlander:
    if plan is None:
        raise Impossible("that card is not in the hand")
    p: Highlander = j.position
    mine = p.players[e.by]
    hand = tuple(c for c in mine.hand if c != plan)
    p = change(p, e.by, hand=hand, discard_pile=(*mine.discard_pile, plan))
    if mine.must:
        return _one_done(p, e.by)
    return change(p, e.by, discarded_defense=True) if p.phase == "may_do" else p


def _one_done(p: Highlander, seat: str) -> Highlander:
    must = p.players[seat].must
    first = replace(must[0], count=must[0].count - 1)
    return settled(change(p, seat, must=(first, *must[1:])), seat)


def verify_no_more(j: Judgment, e: NoMore) -> None:
    if not free_to_act(j, e, "must_do", "may_do", "defense", "attack", "draw_discard"):
        return
    mine = j.position.players[e.by]
    if not mine.must or mine.must[0].do != "discard":
        j.forbid("must-do-phase", "nothing must be discarded")
        return
    what = mine.must[0].what
    if OPEN in mine.hand:
        j.unsure("which cards the hand holds")
    for card in (card for card in mine.hand if card != OPEN):
        j.need(
            "must-do-phase", not_of_kind, (card,), f"the hand still holds one: {what}", "the hand", (what,)
        )


def perform_no_more(j: Judgment, e: NoMore, plan: None) -> Highlander:
    p: Highlander = j.position
    return settled(change(p, e.by, must=p.players[e.by].must[1:]), e.by)
