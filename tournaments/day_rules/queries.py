"""Asking by which rules an event is judged."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from datetime import date
from typing import Any

import msgspec

from rules.kernel.editions import corrected, edition_on
from rules.kernel.errors import LogError
from rules.registry import known, load
from tournaments.errors import Conflict
from tournaments.messages import message as _
from tournaments.models.errata import Erratum, PinnedRules
from tournaments.models.events import Event, State
from tournaments.pages.zones import zone_of

#: Events that have not started are judged by what will hold on their day.
COMING = frozenset({State.DRAFT, State.REGISTRATION, State.CHECK_IN})


class Named(msgspec.Struct, frozen=True):
    """An erratum among the rules of an event."""

    number: int
    version: int
    title: str
    applies_from: date


class DayRules(msgspec.Struct, frozen=True):
    """The rules of an event's day. ``cards`` and ``options`` are what errata change; ``digest`` tells two sets of
    errata apart, empty without any; ``day`` is None where no day is known; ``pin``: the row that keeps them, 0 before
    the start."""

    edition: str
    day: date | None = None
    cards: tuple[dict[str, Any], ...] = ()
    options: dict[str, Any] = {}
    errata: tuple[Named, ...] = ()
    digest: str = ""
    pin: int = 0


def rules_of(event: Event) -> DayRules:
    """The rules that the event started with; before it starts, those it would start with on the day it is planned for,
    or with all errata there are where no day is."""
    pinned = PinnedRules.objects.filter(event=event, replaced_at=None).first()
    game = known(event.game)
    if pinned is not None and (game is None or pinned.edition in game.editions):
        named = msgspec.convert(pinned.errata, tuple[Named, ...])
        return DayRules(
            pinned.edition,
            pinned.day,
            tuple(pinned.cards),
            pinned.options,
            named,
            pinned.digest,
            pinned.pk,
        )
    starts = event.starts_at
    day = None if starts is None else starts.astimezone(zone_of(event)).date()
    return rules_on(event, day, coming=event.state in COMING)


def rules_on(event: Event, day: date | None, *, coming: bool = True) -> DayRules:
    """The rules that an event of this game and series has when it starts on a day; without ``coming``, no errata: it
    started before there were any."""
    game = known(event.game)
    if game is None:
        return DayRules("", day)
    try:
        edition = game.editions[-1] if day is None else edition_on(game, day.isoformat())
    except LogError:
        edition = game.editions[0]
    if not coming or event.series_id is None:
        return DayRules(edition, day)
    rows = Erratum.objects.filter(
        series=event.series_id, game=event.game, replaced_at=None, withdrawn=False
    ).order_by("applies_from", "number")
    errata = [row for row in rows if day is None or row.applies_from <= day]
    if not errata:
        return DayRules(edition, day)
    cards, options = together(event.game, errata)
    return DayRules(
        edition,
        day,
        tuple(cards),
        options,
        tuple(Named(row.number, row.version, row.title, row.applies_from) for row in errata),
        hashlib.sha256("".join(row.digest for row in errata).encode()).hexdigest(),
    )


def together(game_name: str, errata: Iterable[Erratum]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The cards and options of several errata: the later one holds where two say something of the same."""
    game, cards, options = load(game_name), list[dict[str, Any]](), dict[str, Any]()
    for erratum in errata:
        cards = corrected_cards(game.name, cards, erratum.cards)
        options |= erratum.options
    return cards, options


def corrected_cards(
    game_name: str, own: Iterable[dict[str, Any]], errata: Iterable[dict[str, Any]]
) -> list[dict[str, Any]]:
    """An event's own cards with those that errata correct. Raises Conflict where they fit the game's rules no more."""
    cards, corrections = list(own), list(errata)
    if not corrections:
        return cards
    try:
        return corrected(load(game_name), cards, corrections)
    except msgspec.ValidationError:
        raise Conflict(
            _("An erratum, or the event's card list, does not fit the game's rules any more.")
        ) from None
