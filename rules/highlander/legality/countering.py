"""Whether a card being played is countered, ignored or let be (Countering Cards, ignore)."""

from __future__ import annotations

from rules.highlander.language import conjunction as joining
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
from rules.highlander.reading.state import face
from rules.highlander.texts import say
from rules.highlander.verbs import Ignore, Pass, Use
from rules.kernel.judgment import Judgment


def verify_pass(j: Judgment, e: Pass) -> None:
    chance: Chance | None = j.position.chance
    if first_blood.removes(j.position, e.by):
        first_blood.forgoes(j, e.by)
    elif j.position.choice is not None and j.position.choice.what == "hand":
        if j.position.choice.seat != e.by:
            j.forbid("dirty-trick-head-butt", say("another_player_discards_first"))
    elif passes_early(j, e.by):
        return
    elif chance is None or chance.seat != e.by:
        j.forbid("countering-cards", say("no_played_card_to_let_pass"))
    elif j.position.choice is not None:
        j.forbid("target", say("choose_target_of_used_card"))


def passes_early(j: Judgment, seat: str) -> bool:
    """Whether a player lets a card pass while it waits for its companion, as older logs had to say: nothing is lost by
    it."""
    p: Highlander = j.position
    if p.chance is not None or p.choice is not None or seat not in p.players or seat == p.turn:
        return False
    for held in p.players[p.turn].in_play if p.turn in p.players else ():
        facts = face(j, held.card) if held.waiting else None
        if facts is not None and any(isinstance(effect, joining.Companion) for effect in facts.conjunction):
            return True
    return False


def verify_ignore(j: Judgment, e: Ignore) -> None:
    p: Highlander = j.position
    if p.chance is None or p.chance.seat != e.by or p.choice is not None:
        j.forbid("ignore", say("no_played_card_to_ignore"))
    elif not ignorable(j, p.chance):
        j.forbid("ignore", say("may_not_ignore_card"))


def ignorable(j: Judgment, chance: Chance) -> set[int | None]:
    p: Highlander = j.position
    cards = p.players[p.turn].in_play
    tried = answerable(j, chance) if chance.series else [c for c in cards if c.card == chance.card]
    return {card.card for card in tried if may_be_ignored(j, p.turn, card)}


def may_counter(j: Judgment, e: Use) -> None:
    """A card discarded to counter: of a series played in conjunction, the one at ``counters``."""
    p: Highlander = j.position
    chance = p.chance
    assert chance is not None
    theirs = p.players[p.turn].in_play
    place = answered_place(j, e)
    if not _is_answerable(j, chance, place):
        j.forbid(
            "log.argument",
            say("counters_names_place"),
        )
        return
    if place:
        fits = counters_one(j, e, faces_shown(j, theirs[place - 1]))
    else:
        fits = counters_any(j, e, _played_last(p, chance))
    if not fits:
        j.forbid("countering-cards", say("card_does_not_counter_that"))


def _is_answerable(j: Judgment, chance: Chance, place: int) -> bool:
    """Whether the card at a place is one of a series that may be answered, or none is named where there is no series;
    0 is also the Attack or Defense that a series ends with."""
    p: Highlander = j.position
    if not chance.series or not place:
        return not place and (not chance.series or is_of_attack(p, chance) or bool(chance.defense))
    theirs = p.players[p.turn].in_play
    return place <= len(theirs) and theirs[place - 1] in answerable(j, chance)


def _played_last(p: Highlander, chance: Chance) -> int | None:
    """The card that is answered where no place names one: alone, or the Attack or Defense that a series ends with."""
    if chance.series:
        return last_of_series(p, chance)
    if chance.defense:
        return defense_answered(p, chance)
    theirs = p.players[p.turn].in_play
    return chance.card if chance.card is not None or not theirs else theirs[-1].card
