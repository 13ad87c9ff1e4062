"""Special cards and Edges: playing them, countering, targets, discarding cards from play to use them."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.highlander import effects
from rules.highlander.attacks import may_attack
from rules.highlander.card import Effect, HighlanderCard
from rules.highlander.conjunction import joined
from rules.highlander.countering import counters, may_be_countered, series_open
from rules.highlander.defenses import hidden
from rules.highlander.position import Attack, Chance, Choice, Highlander, InPlay
from rules.highlander.state import (
    active,
    attack_card,
    barred,
    change,
    depart,
    face,
    lasts,
    leave,
    maximum,
    other,
    pick,
    rebalanced,
    without_guards,
)
from rules.highlander.turns import begin_attack, settled
from rules.highlander.verbs import Pass, Play, Recover, Roll, Target, Use
from rules.highlander.waiting import free_to_act, still_plays
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment


def verify_play(j: Judgment, e: Play) -> Any:
    """A Special card in the Defense or Attack Phase, one a turn; an Edge in these and the May Do Phase."""
    p: Highlander = j.position
    if not free_to_act(j, e, "must_do", "may_do", "defense", "attack", "draw_discard"):
        return None
    mine = p.players[e.by]
    card = pick(j, mine.hand, e.card, e.by)
    if card is None:
        j.forbid("log.card", "that card is not in the hand")
        return None
    j.show(card, e.card)
    found = face(j, card)
    if found is None:
        j.forbid("log.argument", "name the card so that it is one card alone")
        return None
    if lasts(p, e.by, "prevent hand"):
        j.forbid("prevention", "cards cannot be played from the hand this turn")
    if p.phase == "draw_discard" or not still_plays(j, e):
        if p.phase == "draw_discard":
            j.forbid("ability-adjustment-phase", "no cards are played once Ability is being adjusted")
        return None
    if found.type == "edge":
        if p.phase == "must_do":
            j.forbid("edges", "in the Must Do Phase only an Edge that bears on what must be done is played")
    elif found.is_special:
        _special(j, e, found)
    else:
        j.forbid(
            "special-card",
            "only Special cards and Edges are played so; Attacks and Defenses have their own entry",
        )
    for effect in found.requires:
        _required(j, e.by, found, effect)
    return card


@enforces("cards-that-do-damage")
def _special(j: Judgment, e: Play, found: HighlanderCard) -> None:
    p: Highlander = j.position
    mine = p.players[e.by]
    if p.first_blood:
        j.forbid("first-blood", "Special cards are not played in First Blood")
    elif p.phase not in ("defense", "attack"):
        j.forbid("special-card", "a Special card is played in the Defense or the Attack Phase")
    elif mine.special_forgone:
        j.forbid("effects-in-place-of-a-special", "an effect was chosen in place of a Special card this turn")
    elif mine.specials_played >= 1 + _further(j, e.by, found):
        j.forbid("special-card.one-per-turn", "one Special card a turn")
    for effect in found.on_play:
        if effect.do == "attacks_succeed" and hidden(j, e.by):
            j.forbid(
                "hidden-attacks-defending-against", "a hidden attack is revealed before it is let succeed"
            )
        if effect.do == "instead_of_attack":
            may_attack(j, e.by)
    if "one_in_play" in found.marks and _lies(j, found.title, e.by):
        j.forbid("special-card.requirement", f"only one “{found.title}” may be in play")
    stop = barred(j, e.by, "special cards") or barred(j, e.by, f"{found.type}s")
    if stop:
        j.forbid("prevention", f"{stop} prevents playing this card")
    if barred(j, e.by, "damaging special cards") and any(
        x.do in ("damage", "damage_for_each") for x in found.on_play
    ):
        j.forbid("preventing-play-of-cards-by-effect", "cards that may do damage are prevented")


def _further(j: Judgment, seat: str, found: HighlanderCard) -> int:
    """How many Special cards more than one this turn allows for this card (Monkey, Desperation)."""
    allowed = 0
    for card in j.position.players[seat].in_play:
        played = face(j, card.card)
        if played is not None and card.played == j.position.number:
            for effect in played.on_play:
                if effect.do == "another_special" and effect.what in ("", found.title):
                    allowed += 1
    return allowed


def _required(j: Judgment, seat: str, found: HighlanderCard, effect: Effect) -> None:
    """What must hold for a card to be played. Records what does not."""
    p: Highlander = j.position
    mine, theirs = p.players[seat], p.players[other(j, seat)]
    holds = {
        "defense_phase": p.phase == "defense",
        "attack_phase": p.phase == "attack",
        "opponent_power_blow": theirs.power_blow_last_turn,
        "opponent_location": theirs.location_last_turn,
        "opponent_gained": theirs.gained_last_turn,
        "opponent_attacked": any(a.face_down is not None or not _ranged(j, a) for a in theirs.attacks),
        "disarmed": mine.disarmed and not mine.weapon_broken,
        "will_gain": any(due.kind == "gain" for due in mine.due) and mine.ability < maximum(j, seat),
        "in_play": _lies(j, effect.what),
        "situation": bool(_targets(j, p, "situation")),
    }.get(effect.do, True)
    if not holds:
        j.forbid(
            "special-card.requirement",
            f"“{found.title}” may not be played here: {effect.do.replace('_', ' ')}",
        )


def _ranged(j: Judgment, attack: Attack) -> bool:
    card = attack_card(j, attack)
    return card is not None and card.is_ranged


def _lies(j: Judgment, title: str, seat: str = "") -> bool:
    sides = j.position.players.items()
    cards = (card for holder, held in sides if seat in ("", holder) for card in held.in_play)
    return any((found := face(j, card.card)) is not None and found.title == title for card in cards)


def perform_play(j: Judgment, e: Play, plan: Any) -> Highlander:
    if plan is None:
        raise Impossible("that card is not in the hand")
    p: Highlander = j.position
    mine = p.players[e.by]
    found = face(j, plan)
    if found is None:
        raise Impossible("nobody knows which card this is")
    waiting = bool(found.conjunction)
    played = InPlay(owner=e.by, card=plan, played=p.number, waiting=waiting)
    p = change(
        p, e.by, hand=tuple(c for c in mine.hand if c != plan), in_play=(*mine.in_play, played), played_card=True,
        specials_played=mine.specials_played + found.is_special,
    )  # fmt: skip
    if waiting:
        return p
    if may_be_countered(j, p, e.by, played):
        return replace(p, chance=Chance(seat=other(j, e.by)))
    return take_effect(j, p, e.by)


def take_effect(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """The card played last does what it says; a target is asked for where it wants one."""
    j.position = p
    card = p.players[seat].in_play[-1]
    found = face(j, card.card)
    if found is None:
        return p
    if found.type == "location":
        p = _only_location(j, p, seat)
    for effect in found.on_play:
        if effect.do == "choose":
            turns = {"next": (p.number + 1,), "turn": (p.number,)}.get(effect.until, ())
            choice = Choice(seat=seat, what=effect.what, then="nullify" if turns else "remove", turns=turns)
            return replace(p, choice=choice) if _targets(j, p, effect.what) else p
        j.position = p
        p = effects.run(j, p, seat, effect, found.title, found.type == "event")
    p = settled(_changed(p, found, seat), seat)
    ends = any(effect.do == "end_defense_phase" for effect in found.on_play)
    return begin_attack(j, p) if ends and p.phase == "defense" and p.winner is None else p


def _changed(p: Highlander, found: HighlanderCard, seat: str) -> Highlander:
    """Continuous changes of Ability that a card brings with it."""
    for effect in found.while_in_play:
        if effect.do == "ability":
            for who in p.players:
                if effect.who == "all" or (effect.who == "you") == (who == seat):
                    held = p.players[who]
                    gained = held.gained_last_turn or effect.count > 0
                    p = change(p, who, ability=held.ability + effect.count, gained_last_turn=gained)
    return p


def _only_location(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """One Location is in play at a time (Locations)."""
    for who in p.players:
        for place in reversed(range(len(p.players[who].in_play))):
            card = p.players[who].in_play[place]
            found = face(j, card.card)
            newest = who == seat and place == len(p.players[who].in_play) - 1
            if found is not None and found.type == "location" and not newest:
                p = depart(j, p, who, place)
    return p


# -- countering --------------------


def verify_pass(j: Judgment, e: Pass) -> None:
    chance: Chance | None = j.position.chance
    if chance is None or chance.seat != e.by:
        j.forbid("countering-cards", "there is no chance to counter to let go")


def perform_pass(j: Judgment, e: Pass, plan: None) -> Highlander:
    p: Highlander = replace(j.position, chance=None)
    series = j.position.chance is not None and j.position.chance.series
    return joined(j, p, p.turn) if series else take_effect(j, p, p.turn)


def verify_use(j: Judgment, e: Use) -> None:
    """Discard to Use Cards."""
    p: Highlander = j.position
    if e.by not in p.players or not 1 <= e.place <= len(p.players[e.by].in_play):
        j.forbid(
            "discard-to-use-cards", f"there is no card at place {e.place} of this player's cards in play"
        )
        return
    card = p.players[e.by].in_play[e.place - 1]
    found = face(j, card.card)
    if found is None or not found.discard_to_use:
        j.forbid("discard-to-use-cards", "that card is not discarded to use")
    elif p.chance is not None and p.chance.seat == e.by:
        _countering(j, e)
    elif e.counters:
        j.forbid("countering-cards", "there is nothing to counter")
    elif e.by != p.turn:
        if _between(j, e.by, card):
            _own_use(j, e, found, card)
    elif free_to_act(j, e, "must_do", "may_do", "defense", "attack", "draw_discard"):
        _own_use(j, e, found, card)


def _countering(j: Judgment, e: Use) -> None:
    """A card discarded to counter: of a series played in conjunction, the one at ``counters``."""
    p: Highlander = j.position
    theirs = p.players[p.turn].in_play
    series = p.chance is not None and p.chance.series
    place = e.counters if series else len(theirs)
    if (
        (e.counters != 0) != series
        or not 1 <= place <= len(theirs)
        or (series and not theirs[place - 1].waiting)
    ):
        j.forbid(
            "log.argument", "“counters” names one of the cards played in conjunction, and is for those alone"
        )
        return
    played = face(j, theirs[place - 1].card)
    if played is None or not counters(j, p, e.by, e.place - 1, played):
        j.forbid("countering-cards", "that card does not counter this one")


def _between(j: Judgment, seat: str, card: InPlay) -> bool:
    """Whether a player may use a card on the opponent's turn: once the opponent has played a card (Discard to Use
    Cards), with nothing half-done. Records what is in the way."""
    p: Highlander = j.position
    busy = p.reshuffling or p.rolling or p.exerting or p.chance or p.choice or p.conceding
    if (
        busy
        or p.phase not in ("must_do", "may_do", "defense", "attack", "draw_discard")
        or p.players[p.turn].called
    ):
        j.forbid("immediate-effects", "something is half-done and cannot be interrupted")
    elif card.played >= p.number - 1 and not p.players[p.turn].played_card:
        j.forbid("discard-to-use-cards", "on the opponent's first turn it is used once a card was played")
    else:
        return True
    return False


def _own_use(j: Judgment, e: Use, found: HighlanderCard, card: InPlay) -> None:
    if all(effect.do == "counter" for effect in found.discard_to_use):
        j.forbid("countering-cards", "there is nothing to counter")
    elif not active(j.position, card):
        j.forbid("nullify", "the card is nullified")
    elif card.played == j.position.number:
        j.forbid("discard-to-use-cards.when", "it is used from the opponent's next card on")
    elif j.position.first_blood and found.title == "Thunder Castle Games":
        j.forbid("first-blood", "no Thunder Castle Games card is used in First Blood")
    elif not _has_target(j, e, found):
        j.forbid("target", "there is no card it could target")


def _has_target(j: Judgment, e: Use, found: HighlanderCard) -> bool:
    """Whether a card that removes another when discarded has another to remove."""
    wanted = [effect.what for effect in found.discard_to_use if effect.do == "remove_chosen"]
    itself = (e.by, e.place - 1)
    return all(any(target != itself for target in _targets(j, j.position, what)) for what in wanted)


def perform_use(j: Judgment, e: Use, plan: None) -> Highlander:
    p: Highlander = j.position
    if not 1 <= e.place <= len(p.players[e.by].in_play):
        raise Impossible("there is no such card")
    found = face(j, p.players[e.by].in_play[e.place - 1].card)
    chance = p.chance if p.chance is not None and p.chance.seat == e.by else None
    p = depart(j, p, e.by, e.place - 1)
    if found is not None and "ripped" in found.marks:
        p = _rip(p, e.by)
    if chance is not None:
        return _countered(j, p, e.counters if chance.series else 0)
    for effect in found.discard_to_use if found else ():
        if effect.do == "remove_chosen":
            return (
                replace(p, choice=Choice(seat=e.by, what=effect.what)) if _targets(j, p, effect.what) else p
            )
        p = effects.run(j, p, e.by, effect, found.title if found else "", False)
    return p


def _rip(p: Highlander, seat: str) -> Highlander:
    """The card just put on the discard pile leaves the game instead."""
    mine = p.players[seat]
    return change(
        p, seat, discard_pile=mine.discard_pile[:-1], removed=(*mine.removed, mine.discard_pile[-1])
    )


def _countered(j: Judgment, p: Highlander, place: int) -> Highlander:
    """A card has no effect and goes to the discard pile; it counts as played (Countering Cards). ``place``: of a card
    played in conjunction (from 1), 0 for the one just played."""
    seat = p.turn
    p = leave(j, p, seat, (place or len(p.players[seat].in_play)) - 1)
    if not place:
        return replace(p, chance=None)
    j.position = p
    return p if series_open(j, p, seat) else joined(j, replace(p, chance=None), seat)


# -- targets --------------------


def _targets(j: Judgment, p: Highlander, what: str) -> list[tuple[str, int]]:
    """Cards in play of a type, as (side, place from 0)."""
    found = []
    for seat, held in p.players.items():
        for place, card in enumerate(held.in_play):
            declared = face(j, card.card)
            if declared is not None and declared.type == what:
                found.append((seat, place))
    return found


def targets(j: Judgment) -> list[tuple[str, int]]:
    """What may be chosen now."""
    p: Highlander = j.position
    return _targets(j, p, p.choice.what) if p.choice is not None else []


def verify_target(j: Judgment, e: Target) -> None:
    p: Highlander = j.position
    if p.choice is None or p.choice.seat != e.by:
        j.forbid("target", "no target is asked of this player")
    elif (e.seat, e.place - 1) not in targets(j):
        j.forbid("target", f"a {p.choice.what} in play is wanted")


def perform_target(j: Judgment, e: Target, plan: None) -> Highlander:
    p: Highlander = j.position
    if p.choice is None or (e.seat, e.place - 1) not in targets(j):
        raise Impossible("that cannot be the target")
    choice = p.choice
    p = replace(p, choice=None)
    if choice.then == "nullify":
        held = p.players[e.seat].in_play
        card = held[e.place - 1]
        card = replace(card, nullified=(*card.nullified, *choice.turns))
        after = change(p, e.seat, in_play=(*held[: e.place - 1], card, *held[e.place :]))
        return rebalanced(j, p, after)
    return depart(j, p, e.seat, e.place - 1)


# -- dice --------------------


def verify_roll(j: Judgment, e: Roll) -> None:
    p: Highlander = j.position
    if e.by != TABLE or e.seat not in p.players:
        j.forbid("log.seat", "the table sees a player roll")
    elif p.phase == "roll_off":
        if p.players[e.seat].rolled:
            j.forbid("phases", "each player rolls once; equal rolls are rolled again")
    elif p.rolling is None:
        j.forbid("die-roll-when-to-roll", "no card or effect asks for a roll")
    elif e.seat != p.turn:
        j.forbid("die-rolls", "nobody rolls on the opponent's turn")
    elif e.value > 6:
        j.forbid("die-rolls-modifying", "a die roll is from 1 to 6")


def perform_roll(j: Judgment, e: Roll, plan: None) -> Highlander:
    p: Highlander = j.position
    if p.phase == "roll_off":
        p = change(p, e.seat, rolled=e.value)
        rolls = [p.players[seat].rolled for seat in j.seats]
        if not all(rolls):
            return p
        if rolls[0] == rolls[1]:
            for seat in j.seats:
                p = change(p, seat, rolled=0)
            return p
        return replace(p, turn=j.seats[rolls.index(max(rolls))], phase="opening")
    what, _, chance = (p.rolling or "disarm 1").partition(" ")
    p = replace(p, rolling=None)
    if e.value > int(chance):
        return p
    return change(p, e.seat, disarmed=False) if what == "recover" else _disarmed(j, p, other(j, e.seat))


@enforces("guards-and-disarming")
def _disarmed(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """A player without a weapon loses the Guards in play."""
    return change(without_guards(j, p, seat), seat, disarmed=True)


def verify_recover(j: Judgment, e: Recover) -> None:
    """A roll at the beginning of the own turn to take up a disarmed weapon again (reading B28)."""
    if not free_to_act(j, e, "must_do", "may_do"):
        return
    mine = j.position.players[e.by]
    if not mine.disarmed or mine.weapon_broken:
        j.forbid("disarming-and-weapons-of-choice", "there is no disarmed weapon to recover")
    elif mine.recovering:
        j.forbid("disarming-and-weapons-of-choice", "one roll to recover is made at the beginning of a turn")


def perform_recover(j: Judgment, e: Recover, plan: None) -> Highlander:
    p: Highlander = j.position
    return replace(change(p, e.by, recovering=True), rolling="recover 1")
