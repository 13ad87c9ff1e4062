"""The verbs of the moment in a competitive event: those for which everybody can see a reason, whatever anybody holds.

What a spectator knows of a hand is how many cards it holds. So beside the options that follow from what lies open,
every verb that names a card is tried with one card of each kind of the catalogue: where the rules of this moment refuse
them all, it is not of the moment. Nothing here looks at a card that somebody holds.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, get_type_hints

import msgspec

from referee.live.verbs import argument_kind, offered_verbs, tag_of
from rules.kernel.cards import Catalogue
from rules.kernel.entering import SEAT
from rules.kernel.entries import JUDGE, TABLE, Entry
from rules.kernel.errors import Impossible
from rules.kernel.game import Game
from rules.kernel.replay import Replay

_APART = frozenset(Entry.__struct_fields__)


def verbs_of_the_moment(view: Replay, by: str) -> frozenset[str]:
    """The verbs that ``by`` may have a reason to enter now, judged from what everybody knows: ``view`` is the
    spectators'."""
    verbs = _offered(view, by)
    if by in (TABLE, JUDGE) or view.stopped is not None or by not in view.game.to_act(view.position):
        return frozenset(verbs)
    others = tuple(seat for seat in view.seats if seat != by)
    for verb in _naming_cards(view.game):
        tag = tag_of(verb)
        if tag not in verbs and _fits(view, verb, by, others):
            verbs.add(tag)
    return frozenset(verbs)


def _offered(view: Replay, by: str) -> set[str]:
    try:
        return {str(option.do) for option in view.options_for(by)}
    except Impossible:
        return set()


def _fits(view: Replay, verb: type[Entry], by: str, others: tuple[str, ...]) -> bool:
    """Whether the rules refuse this verb for no reason but, perhaps, the card."""
    first, rest = _cards(view.catalogue)
    for cards in (first, rest):
        said: set[tuple[str, ...]] = set()
        for entry in _trials_of(verb, by, others, cards):
            j = view.judgment()
            try:
                view.game.verbs[verb].verify(j, entry)
            except (Impossible, ValueError, LookupError):
                continue
            if j.violations is None:
                return True
            said.add(tuple(violation.message for violation in j.violations))
        if len(said) <= 1:
            # Cards of every kind are refused in the same words: the moment is wrong for the verb, not the card.
            return False
    return False


@lru_cache(maxsize=2048)
def _trials_of(
    verb: type[Entry], by: str, others: tuple[str, ...], cards: tuple[str, ...]
) -> tuple[Entry, ...]:
    """The same few entries are tried after each entry of each table."""
    return tuple(_trials(verb, by, others, cards))


def _trials(verb: type[Entry], by: str, others: tuple[str, ...], cards: tuple[str, ...]) -> Iterator[Entry]:
    """The verb with each card of the choice, and with the first that can be said of the rest; a second card, which goes
    with few first ones, is left out."""
    values: dict[str, tuple[Any, ...]] = {}
    named = ""
    for name, kind, field in _arguments(verb):
        if kind["kind"] == "card" and (not named or field.required):
            values[name], named = cards, named or name
        elif name == "count":
            values[name] = (1,)
        elif not field.required:
            continue
        elif kind["kind"] == "choice":
            values[name] = tuple(kind["of"])
        elif kind["kind"] == "number":
            values[name] = (max(1, kind["low"] or 0),)
        elif kind["kind"] == "seat":
            values[name] = (*others[:1], by)
        else:
            return
    for said in itertools.product(*values.values()):
        yield verb(by=by, **dict(zip(values, said, strict=True)))


@lru_cache(maxsize=512)
def _arguments(verb: type[Entry]) -> tuple[tuple[str, dict[str, Any], msgspec.structs.FieldInfo], ...]:
    hints = get_type_hints(verb, include_extras=True)
    fields = [field for field in msgspec.structs.fields(verb) if field.name not in _APART]
    return tuple((field.name, argument_kind(hints[field.name], field.name), field) for field in fields)


@lru_cache(maxsize=16)
def _naming_cards(game: Game) -> tuple[type[Entry], ...]:
    """The verbs by which a seat names cards, and that the rules may wait for."""
    return tuple(
        verb
        for verb in offered_verbs(game)
        if SEAT in verb.entered.by
        and verb in game.verbs
        and not verb.unprompted
        and any(kind["kind"] in ("card", "cards", "plays") for _, kind, _ in _arguments(verb))
    )


@lru_cache(maxsize=16)
def _cards(catalogue: Catalogue) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """One card of each kind, the first of the catalogue; and one of each further grid of a kind: a Block stops what its
    grid covers and no more."""
    kinds: dict[str, str] = {}
    grids: dict[tuple[str, str], str] = {}
    for card in catalogue.cards:
        kind = str(getattr(card, "type", getattr(card, "kind", "")))
        kinds.setdefault(kind, card.title)
        grids.setdefault((kind, card.grid), card.title)
    first = tuple(dict.fromkeys(kinds.values()))
    return first, tuple(dict.fromkeys(title for title in grids.values() if title not in first))
