"""What a ruling cites: listed by search, picked, kept with it, and shown with its links."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from django.urls import reverse

from referee.models.citations import Citation
from referee.models.rulings import IssuedRuling
from referee.precedents.queries import Standing, best_precedents, of_event, readable, standings_of
from referee.rulebooks.books import rule_address, titles
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


class Cited(msgspec.Struct, frozen=True):
    """A citation as somebody reads it. ``address``: empty where there is no page of it; ``standing``: of a precedent,
    whether it holds."""

    kind: str
    key: str
    heading: str
    address: str
    standing: Standing | None = None

    @property
    def holds_no_more(self) -> bool:
        """Whether it is a precedent that no longer holds."""
        return self.standing is not None and bool(self.standing.failures)


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
        raise _wrong(_("A ruling cites at most %(n)s things.", n=MOST))
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
    if kind == Kind.RULE:
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


def keep_citations(ruling: IssuedRuling, cited: Iterable[Citable]) -> None:
    """Keeps them with the ruling, inside the transaction that writes it."""
    Citation.objects.bulk_create(
        Citation(
            ruling=ruling,
            kind=one.kind,
            key=one.key,
            heading=one.heading[:300],
            precedent_id=int(one.key) if one.kind == Kind.PRECEDENT else None,
        )
        for one in cited
    )


def citations_of(
    event: Event, rulings: Iterable[IssuedRuling], actor: Actor, *, of_staff: bool = False
) -> dict[int, list[Cited]]:
    """What each of these rulings cites, by its number, as the actor may read it: a precedent that is not theirs to read
    is left out."""
    rows = list(Citation.objects.filter(ruling__in=list(rulings)).order_by("pk"))
    wanted = {row.precedent_id for row in rows if row.precedent_id is not None}
    known = {}
    if wanted:
        every = readable(actor, event.game, of_staff=of_staff).filter(pk__in=wanted)
        known = {precedent.pk: precedent for precedent in every}
    standings = standings_of(known.values())
    told: dict[int, list[Cited]] = {}
    for row in rows:
        one = _cited(event, row, standings)
        if one is not None:
            told.setdefault(row.ruling_id, []).append(one)
    return told


def _cited(event: Event, row: Citation, standings: dict[int, Standing]) -> Cited | None:
    address, standing = "", None
    if row.kind == Kind.RULE:
        address = rule_address(event.game, row.key)
    elif row.kind == Kind.CARD:
        address = f"{reverse('referee:card', args=[event.game, row.key])}?event={event.slug}"
    else:
        if row.precedent_id not in standings:
            return None
        address = reverse("referee:one_precedent", args=[row.precedent_id])
        standing = standings[row.precedent_id]
    return Cited(row.kind, row.key, row.heading, address, standing)


def _wrong(said: str) -> Invalid:
    return Invalid(said, fields={"cites": said})
