"""Checks a deck list by the game's own rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.kernel.card_problems import Unknown, in_words
from rules.kernel.cards import Catalogue, DeckList
from rules.kernel.texts import say
from rules.registry import games, load
from tournaments.errors import Invalid
from tournaments.messages import message as _


def read_list(body: dict[str, Any]) -> DeckList:
    """The list. Raises Invalid when it is not of the log format's form."""
    try:
        return msgspec.convert(body, DeckList)
    except msgspec.ValidationError as error:
        why = in_words(str(error), DeckList, say("it"), Unknown("deck_list_field_unknown"))
        raise Invalid(_("The deck list cannot be read: %(why)s", why=why), fields={"body": why}) from None


def check_of_game(
    game: str,
    body: dict[str, Any],
    options: Mapping[str, Any] | None = None,
    catalogue: Catalogue | None = None,
) -> tuple[bool | None, list[dict[str, Any]]]:
    """Whether the list is legal under the event's options and with its cards (else the site's), and every rule it
    breaks; None where this site has no engine of the game.

    Raises Invalid when the list is not of the log format's form.
    """
    deck = read_list(body)
    if game not in games():
        return None, []
    engine = load(game)
    chosen = msgspec.convert(dict(options or {}), engine.options_type)
    broken = engine.check_deck(deck, chosen, catalogue or engine.catalogue)
    violations: list[dict[str, Any]] = [
        {"rule": one.rule, "message": one.message, "cards": list(one.cards)} for one in broken
    ]
    return not violations, violations
