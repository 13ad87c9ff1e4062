"""What can be cited by who rules, answers or decides: listed by search, and picked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from referee.models.citations import Citation
from referee.precedents.queries import best_precedents, of_event
from referee.rulebooks.books import titles
from referee.rulebooks.index import search
from rules.registry import games, load
from tournaments.access import Actor
from tournaments.decks.own_cards import catalogue_of
from tournaments.errors import Invalid
from tournaments.messages import message as _
from tournaments.models.events import Event

Kind = Citation.Kind
#: So many are cited at most, and so many of each kind are offered by a search.
MOST, OFFERED = 20, 12


class Citable(msgspec.Struct, frozen=True):
    """Something that can be cited. ``value`` is what a form sends for it."""

    kind: str
    key: str
    heading: str
    about: str = ""

    @property
    def value(self) -> str:
        return f"{self.kind}:{self.key}"


def find_citable(event: Event, words: str, actor: Actor) -> list[Citable]:
    """Rules, cards and precedents of an event's game for these words, the best of each first."""
    if not words.strip() or event.game not in games():
        return []
    listed: list[Citable] = []
    for hit in search(words, event.game, catalogue_of(event)):
        kind = Kind.CARD if hit.kind == "face" else Kind.RULE
        listed.append(Citable(kind, hit.key, hit.heading, hit.summary))
    shown = [one for kind in (Kind.RULE, Kind.CARD) for one in _first(listed, kind)]
    precedents = best_precedents(of_event(actor, event), words, OFFERED)
    return [*shown, *(Citable(Kind.PRECEDENT, str(one.pk), one.name) for one in precedents)]


def _first(listed: Iterable[Citable], kind: str) -> list[Citable]:
    return [one for one in listed if one.kind == kind][:OFFERED]


def chosen(event: Event, values: Sequence[object], actor: Actor) -> list[Citable]:
    """What these values stand for: ``rule:…``, ``card:…``, ``precedent:…``, or the bare id of a rule. Raises Invalid
    for what there is not, or what the actor may not read."""
    if len(values) > MOST:
        raise _wrong(_("At most %(n)s things are cited.", n=MOST))
    made = {}
    for value in values:
        one = _one(event, str(value), actor)
        made[one.value] = one
    return list(made.values())


def known(event: Event, values: Sequence[object], actor: Actor) -> list[Citable]:
    """The same without what there is not: what stays ticked on a form."""
    made = {}
    for value in values[:MOST]:
        try:
            one = _one(event, str(value), actor)
        except Invalid:
            continue
        made[one.value] = one
    return list(made.values())


def _one(event: Event, value: str, actor: Actor) -> Citable:
    kind, colon, key = value.partition(":")
    if not colon:
        kind, key = Kind.RULE, value
    if event.game not in games():
        pass
    elif kind == Kind.RULE:
        entry = load(event.game).rulebook.entry(key)
        if entry is not None:
            return Citable(kind, entry.id, entry.heading)
    elif kind == Kind.CARD:
        cards = titles(event.game, catalogue_of(event)).get(key)
        if cards:
            return Citable(kind, key, cards[0].title)
    elif kind == Kind.PRECEDENT and key.isascii() and key.isdecimal() and len(key) < 16:
        precedent = of_event(actor, event).filter(pk=int(key)).first()
        if precedent is not None:
            return Citable(kind, key, precedent.name)
    raise _wrong(_("“%(what)s” cannot be cited: there is no such rule, card or precedent.", what=value[:80]))


def _wrong(said: str) -> Invalid:
    return Invalid(said, fields={"cites": said})
