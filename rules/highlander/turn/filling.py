"""The details that self-play writes into an entry: cards drawn by lot where nobody has seen them yet, and who sees
them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from rules.highlander import verbs
from rules.highlander.legality.taking import verify_take
from rules.highlander.position import Highlander
from rules.highlander.reading.references import reference
from rules.highlander.reading.state import other
from rules.kernel.cards import CardRef
from rules.kernel.chance import Source
from rules.kernel.entries import Entry
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN


def fill(j: Judgment, entry: Entry, source: Source) -> Entry:
    """The entry with its random and hidden details written in."""
    filled = FILLED.get(type(entry))
    return entry if filled is None else filled(j, entry, source)


def _draw(j: Judgment, entry: verbs.Draw, source: Source) -> Entry:
    names = _names(j, j.position.players[entry.by].endurance[: entry.count], source)
    return replace(entry, count=0, cards=names, seen_by=(entry.by,))


def _take(j: Judgment, entry: verbs.Take, source: Source) -> Entry:
    if entry.source == "exertion":  # self-play takes what lies open
        return entry
    return replace(_drawn_by_lot(j, j.position, entry, source), seen_by=(entry.by,))


def _turn_over(j: Judgment, entry: verbs.TurnOver, source: Source) -> Entry:
    exerting = j.position.exerting
    if exerting is None:
        return entry
    return replace(entry, cards=_names(j, exerting.cards[exerting.named :], source))


def _borrow(j: Judgment, entry: verbs.Borrow, source: Source) -> Entry:
    if entry.zone == "endurance" and entry.card is None:
        (name,) = _names(j, j.position.players[other(j, entry.by)].endurance[:1], source)
        return replace(entry, card=name, seen_by=(entry.by,))
    return _seen_alone(j, entry, source)


def _play(j: Judgment, entry: verbs.Play, source: Source) -> Entry:
    return _seen_alone(j, entry, source) if entry.face_down else entry


def _attack(j: Judgment, entry: verbs.AttackWith, source: Source) -> Entry:
    return _seen_alone(j, entry, source) if entry.hidden and entry.source == "hand" else entry


def _seen_alone(j: Judgment, entry: Entry, source: Source) -> Entry:
    """The player alone sees which card it is."""
    return replace(entry, seen_by=(entry.by,))


#: verb → what self-play writes into its entries
FILLED: dict[type[Entry], Callable[[Judgment, Any, Source], Entry]] = {
    verbs.Draw: _draw,
    verbs.Take: _take,
    verbs.TurnOver: _turn_over,
    verbs.Borrow: _borrow,
    verbs.Hold: _seen_alone,
    verbs.TakeBack: _seen_alone,
    verbs.Play: _play,
    verbs.AttackWith: _attack,
}


def _drawn_by_lot(ctx: EntryContext, p: Highlander, entry: verbs.Take, source: Source) -> Entry:
    """A card drawn by lot among those that the Endurance may hold and the search may end with."""
    zone = [card for card in p.players[entry.by].endurance if card != OPEN]
    numbers = sorted({n for card in zone for n, _ in ctx.known.copies(card, ctx.catalogue)})
    named = []
    for number in numbers:
        trial = Judgment.of(ctx, p)
        drawn = replace(entry, card=reference(ctx, number))
        verify_take(trial, drawn)
        if trial.violations is None and trial.needs is None:
            named.append(drawn)
    return source.choice(named) if named else entry


def _names(j: Judgment, cards: tuple[int, ...], source: Source) -> tuple[CardRef, ...]:
    """Names drawn by lot for cards nobody has seen yet."""
    known = j.known
    names = []
    for card in cards:
        number = source.weighted(known.copies(card, j.catalogue))
        known, _ = known.bind(card, (number,))
        names.append(reference(j, number))
    return tuple(names)
