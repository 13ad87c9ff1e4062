"""Asking for errata, and what they change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from rules.kernel.card_list import declaration
from rules.kernel.cards import convert_cards
from rules.registry import games, known
from tournaments.events.game_options import LABELS, VALUES
from tournaments.models.errata import Erratum
from tournaments.models.series import Series


@dataclass(frozen=True)
class FactChange:
    """A fact of a card, or an option: as it was and as it is."""

    name: str
    before: str
    now: str


@dataclass(frozen=True)
class CardChange:
    """A corrected card; ``new``: the site knows no card of that name."""

    title: str
    new: bool
    facts: tuple[FactChange, ...]


@dataclass(frozen=True)
class Shown:
    """An erratum with what it changes, and its versions before, newest first."""

    row: Erratum
    cards: tuple[CardChange, ...]
    options: tuple[FactChange, ...]
    earlier: tuple[Erratum, ...]


def errata_of(series: Series) -> list[Shown]:
    """Every erratum of a series, those that apply last first; withdrawn ones at the end."""
    versions: dict[int, list[Erratum]] = {}
    for row in series.errata.order_by("number", "-version"):
        versions.setdefault(row.number, []).append(row)
    newest = [(rows[0], tuple(rows[1:])) for rows in versions.values()]
    newest.sort(key=lambda pair: (pair[0].applies_from, pair[0].number), reverse=True)
    newest.sort(key=lambda pair: pair[0].withdrawn)
    return [
        Shown(row, card_changes(row.game, row.cards), option_changes(row.game, row.options), earlier)
        for row, earlier in newest
    ]


def card_changes(game_name: str, cards: Iterable[dict[str, Any]]) -> tuple[CardChange, ...]:
    """The facts in which these cards differ from those of the site."""
    game = known(game_name)
    if game is None:
        return ()
    changes = []
    for row in cards:
        try:
            (card,) = convert_cards(game.card_type, [row])
        except msgspec.ValidationError:  # of rules that have changed since
            changes.append(CardChange(str(row.get("title", "")), False, ()))
            continue
        place = game.catalogue.meant(card)
        before = {} if place is None else declaration(game.catalogue.cards[place])
        after = declaration(card)
        names = [name for name in {**before, **after} if name not in ("title", "own", "source")]
        facts = (FactChange(name, _plain(before.get(name)), _plain(after.get(name))) for name in names)
        changes.append(CardChange(card.title, place is None, tuple(f for f in facts if f.before != f.now)))
    return tuple(changes)


def option_changes(game_name: str, options: dict[str, Any]) -> tuple[FactChange, ...]:
    """The options as the game has them, and as they are changed."""
    game = known(game_name)
    if game is None:
        return ()
    defaults = {field.name: field.default for field in msgspec.structs.fields(game.options_type)}
    return tuple(
        FactChange(str(LABELS.get(name, name.replace("_", " "))), _plain(defaults.get(name)), _plain(value))
        for name, value in options.items()
    )


def games_of_series(series: Series) -> list[str]:
    """The games that its events play, then all others."""
    played = [game for game in dict.fromkeys(series.events.values_list("game", flat=True)) if game in games()]
    return [*played, *(game for game in games() if game not in played)]


def _plain(value: Any) -> str:
    """A value of a declaration for people; empty where there is none."""
    if value is None or value == "" or value == ():
        return ""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, str):
        return str(VALUES.get(value, value))
    if isinstance(value, int | float):
        return str(value)
    return msgspec.json.encode(value).decode()
