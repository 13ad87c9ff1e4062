"""The canonical option of a legal entry: without the names of drawn or shown cards, and without what need not be
said."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.highlander import verbs
from rules.highlander.legality import first_blood
from rules.highlander.reading import must_do
from rules.highlander.reading.countering import answered_place
from rules.kernel.entries import Entry
from rules.kernel.judgment import Judgment


def canonical_option(j: Judgment, entry: Entry) -> Entry | None:
    """The canonical option; None for an entry that is several options at once, or none."""
    plain = replace(entry, at=None, note="", seen_by=None)
    form = FORMS.get(type(plain))
    return plain if form is None else form(j, plain)


def _draw(j: Judgment, e: verbs.Draw) -> Entry:
    return replace(e, count=e.number, cards=None)


def _take(j: Judgment, e: verbs.Take) -> Entry:
    return replace(e, card=None) if e.source == "endurance" else e


def _no_more(j: Judgment, e: verbs.NoMore) -> Entry:
    return replace(e, number=0) if e.number - 1 == must_do.let_be_next(j) else e


def _look_at(j: Judgment, e: verbs.LookAtCard) -> Entry:
    return replace(e, card=None)


def _borrow(j: Judgment, e: verbs.Borrow) -> Entry | None:
    return replace(e, card=None) if e.zone == "endurance" else _of_the_hand(j, e)


def _of_the_hand(j: Judgment, e: verbs.Hold | verbs.TakeBack | verbs.Borrow | verbs.Play) -> Entry | None:
    return None if e.card is None else e  # any card of the hand


def _pass(j: Judgment, e: verbs.Pass) -> Entry | None:
    if j.position.chance is not None or j.position.choice is not None:
        return e
    return e if first_blood.removes(j.position, e.by) else None


def _play(j: Judgment, e: verbs.Play) -> Entry | None:
    if e.card is None:
        return _of_the_hand(j, e)
    if e.more and waits_anyway(j, e):
        e = replace(e, more=False)
    # the opponent is meant where nobody is named
    return replace(e, target="") if e.target not in ("", e.by) else e


def _turn_over(j: Judgment, e: verbs.TurnOver) -> Entry:
    return replace(e, cards=(), count=0)


def _use(j: Judgment, e: verbs.Use) -> Entry:
    return replace(e, counters=answered_place(j, e))


def _reveal(j: Judgment, e: verbs.Reveal) -> Entry | None:
    return None if contradicts(j, e) else e  # it is a finding, and nothing that could be done


#: verb → the form of its entries; those of any other are as they are entered
FORMS: dict[type[Entry], Callable[[Judgment, Any], Entry | None]] = {
    verbs.Draw: _draw,
    verbs.Take: _take,
    verbs.NoMore: _no_more,
    verbs.LookAtCard: _look_at,
    verbs.Borrow: _borrow,
    verbs.Hold: _of_the_hand,
    verbs.TakeBack: _of_the_hand,
    verbs.Pass: _pass,
    verbs.Play: _play,
    verbs.TurnOver: _turn_over,
    verbs.Use: _use,
    verbs.Reveal: _reveal,
}


def waits_anyway(j: Judgment, e: verbs.Play) -> bool:
    """Whether a card waits for what it is played with by its own Text, so that its player need not say so."""
    cards = [j.catalogue.cards[number] for number in j.catalogue.find(e.card)] if e.card is not None else []
    return bool(cards) and all(getattr(card, "conjunction", ()) for card in cards)


def contradicts(j: Judgment, e: verbs.Reveal) -> bool:
    """Whether another card is known to lie there."""
    attacks = j.position.players[e.by].attacks if e.by in j.position.players else ()
    held = attacks[e.attack - 1].face_down if e.attack <= len(attacks) else None
    known = j.known.faces.get(held) if held is not None else None
    return known is not None and known not in j.find(e.card)
