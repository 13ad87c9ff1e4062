"""Whether a card being played is countered, ignored or let be (Countering Cards, ignore)."""

from __future__ import annotations

from rules.highlander.legality import first_blood
from rules.highlander.position import Chance, Highlander
from rules.highlander.reading.countering import (
    answerable,
    answered_place,
    counters_any,
    counters_one,
    defense_answered,
    faces_shown,
    is_of_attack,
    last_of_series,
    may_be_ignored,
)
from rules.highlander.reading.series import COMPANION
from rules.highlander.reading.state import face
from rules.highlander.verbs import Ignore, Pass, Use
from rules.kernel.judgment import Judgment


def verify_pass(j: Judgment, e: Pass) -> None:
    chance: Chance | None = j.position.chance
    if first_blood.removes(j.position, e.by):
        first_blood.forgoes(j, e.by)
    elif j.position.choice is not None and j.position.choice.what == "hand":
        if j.position.choice.seat != e.by:
            j.forbid("dirty-trick-head-butt", "another player discards cards first")
    elif passes_early(j, e.by):
        return
    elif chance is None or chance.seat != e.by:
        j.forbid("countering-cards", "no card is just being played that this player could let be")
    elif j.position.choice is not None:
        j.forbid("target", "the card just used wants its target first")


def passes_early(j: Judgment, seat: str) -> bool:
    """Whether a player lets be, as older logs had to say, what waits for its companion: nothing is lost by it."""
    p: Highlander = j.position
    if p.chance is not None or p.choice is not None or seat not in p.players or seat == p.turn:
        return False
    for held in p.players[p.turn].in_play if p.turn in p.players else ():
        found = face(j, held.card) if held.waiting else None
        if found is not None and any(effect.do == COMPANION for effect in found.conjunction):
            return True
    return False


def verify_ignore(j: Judgment, e: Ignore) -> None:
    p: Highlander = j.position
    if p.chance is None or p.chance.seat != e.by or p.choice is not None:
        j.forbid("ignore", "no card is just being played that this player could ignore")
    elif not ignorable(j, p, p.chance):
        j.forbid("ignore", "the card is not aimed at this player, or nothing lets this player ignore it")


def ignorable(j: Judgment, p: Highlander, chance: Chance) -> set[int | None]:
    cards = p.players[p.turn].in_play
    tried = answerable(j, p, chance) if chance.series else [c for c in cards if c.card == chance.card]
    return {card.card for card in tried if may_be_ignored(j, p, p.turn, card)}


def may_counter(j: Judgment, e: Use) -> None:
    """A card discarded to counter: of a series played in conjunction, the one at ``counters``."""
    p: Highlander = j.position
    chance = p.chance
    assert chance is not None
    theirs = p.players[p.turn].in_play
    attacked = is_of_attack(p, chance) or bool(chance.defense)
    place = answered_place(j, p, e)
    if (place != 0 and not chance.series) or (
        chance.series
        and not (attacked and not place)
        and (not 1 <= place <= len(theirs) or theirs[place - 1] not in answerable(j, p, chance))
    ):
        j.forbid(
            "log.argument",
            "“counters” is the place in play of the card countered, where several were played in conjunction",
        )
        return
    if chance.series and not place:
        card = last_of_series(p, chance)
    elif chance.series:
        if not counters_one(j, p, e, faces_shown(j, theirs[place - 1])):
            j.forbid("countering-cards", "that card does not counter this one")
        return
    elif chance.defense:
        card = defense_answered(p, chance)
    else:
        card = chance.card if chance.card is not None or not theirs else theirs[-1].card
    if not counters_any(j, p, e, card):
        j.forbid("countering-cards", "that card does not counter this one")
