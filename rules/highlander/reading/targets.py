"""The targets that a card may have (Target)."""

from __future__ import annotations

from collections.abc import Callable

from rules.highlander.card import PRE_GAME, HighlanderCard
from rules.highlander.language import effects as act
from rules.highlander.language import requirements as needs
from rules.highlander.language.filters import Filter, Word
from rules.highlander.position import Choice, Highlander, InPlay
from rules.highlander.position_values import aim, aim_text
from rules.highlander.reading.in_play import guarded, kind
from rules.highlander.reading.state import face
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment

#: what a target may have to be beside a Type, a group or a Title
SPECIAL_WORDS: dict[Word, Callable[[Highlander, InPlay, HighlanderCard], bool]] = {
    "discard_to_use": lambda p, held, card: bool(card.discard_to_use),
    "in_game": lambda p, held, card: card.type not in PRE_GAME,
    "pre_game": lambda p, held, card: (
        card.type in PRE_GAME - {"persona"} and "Persona Premium" not in card.groups
    ),
    "in_hand": lambda p, held, card: not held.condition and "no_weapon" not in card.marks,
    "hand_icon": lambda p, held, card: bool(card.hand_icons) and not held.condition,
    "last_turn": lambda p, held, card: held.played == p.number - 1,
}
#: the place of a target that is a player
ANY = -1
REMOVING = frozenset({"remove", "out_of_game"})
TYPES = frozenset({"event", "situation", "object", "location", "edge"})


def suits(j: Judgment, seat: str, place: int, what: Filter) -> bool:
    """Whether a card in play is what a text says. A card face down is of its Type and may be anything else."""
    p: Highlander = j.position
    held = p.players[seat].in_play[place]
    facts = face(j, held.card)
    for clause in what.every:
        if facts is not None:
            holds = _is_any(p, held, facts, clause.any_of)
        elif TYPES.intersection(clause.any_of):
            holds = kind(j, held) in clause.any_of
        else:
            continue
        if holds == clause.none:
            return False
    return True


def _is_any(p: Highlander, held: InPlay, card: HighlanderCard, wanted: tuple[Word, ...]) -> bool:
    # a loop: asked of every card in play, and a generator costs more than the few words there are
    for word in wanted:  # noqa: SIM110
        if _is(p, held, card, word):
            return True
    return False


def _is(p: Highlander, held: InPlay, card: HighlanderCard, word: Word) -> bool:
    test = SPECIAL_WORDS.get(word)
    return test(p, held, card) if test is not None else card.is_a(word)


@enforces("persona-premium")
def possible(j: Judgment, choice: Choice) -> list[tuple[str, int]]:
    """Every card in play that may be the target, as (side, place from 0); of an ``attack``, those still pending."""
    p: Highlander = j.position
    if choice.what == "attack":
        attacker = next(seat for seat in p.players if seat != choice.seat)
        attacks = p.players[attacker].attacks
        return [(attacker, n) for n, attack in enumerate(attacks) if attack.status == "pending"]
    if choice.what == "player":
        return [(seat, ANY) for seat in p.players]
    return [(seat, place) for seat, place in _places(p, choice) if _may_be_chosen(j, choice, seat, place)]


def is_possible(j: Judgment, choice: Choice) -> bool:
    """Whether anything may be the target: the first one is enough."""
    if choice.what in ("attack", "player"):
        return bool(possible(j, choice))
    for seat, place in _places(j.position, choice):  # noqa: SIM110 (a loop, as above)
        if _may_be_chosen(j, choice, seat, place):
            return True
    return False


def _places(p: Highlander, choice: Choice) -> list[tuple[str, int]]:
    """The places of all cards in play on the sides that are asked for."""
    whose = choice.whose
    sides = [seat for seat in p.players if not whose or (whose == "you") == (seat == choice.seat)]
    return [(seat, place) for seat in sides for place in range(len(p.players[seat].in_play))]


def _may_be_chosen(j: Judgment, choice: Choice, seat: str, place: int) -> bool:
    """Whether a card in play is of the kind that is asked for, and open to what becomes of it."""
    p: Highlander = j.position
    held = p.players[seat].in_play[place]
    return (
        isinstance(choice.what, Filter)
        and suits(j, seat, place, choice.what)
        and not held.waiting
        and not (choice.then == "roll" and held.rolled)
        and not (choice.then in REMOVING and seat != choice.seat and guarded(j, seat, place))
    )


def targets(j: Judgment) -> list[tuple[str, int]]:
    """The targets that may be chosen now."""
    p: Highlander = j.position
    return possible(j, p.choice) if p.choice is not None else []


def choice_of(
    seat: str,
    p: Highlander,
    effect: needs.CardTarget | act.Choose,
    title: str,
    event: bool,
) -> Choice:
    """The choice that a card's text gives its player. ``until`` says what happens to the target: ``turn`` or ``next``
    (nullified in that turn) or one of the ways below; it is removed where nothing is said."""
    until = effect.until if isinstance(effect, act.Choose) else ""
    turns = {"next": (p.number + 1,), "turn": (p.number,)}.get(until, ())
    then = "nullify" if turns else (until or "remove")
    whose = {"opponent": "opponent", "mine": "you"}.get(effect.who, "")
    what = aim(aim_text(effect.what))
    return Choice(seat=seat, what=what, then=then, turns=turns, whose=whose, title=title, event=event)
