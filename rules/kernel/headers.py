"""The parts of a log's header that concern its game: cards of its own, and options."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.card_problems import Unknown, in_words
from rules.kernel.cards import Card, alike_but_for_capitals, convert_cards
from rules.kernel.errors import LogError
from rules.kernel.game import Game
from rules.kernel.log import Header
from rules.kernel.texts import say


def cards_of(game: Game, header: Header) -> list[Card]:
    """The cards that the header declares. Raises ``LogError``."""
    try:
        cards = convert_cards(game.card_type, list(header.cards))
    except msgspec.ValidationError:
        raise LogError(1, say("header_problem", error=_wrong_card(game, header))) from None
    alike = alike_but_for_capitals(cards)
    if alike is not None:
        raise LogError(1, say("header_cards_differ_in_capitals_only", alike=alike[0], other_alike=alike[1]))
    return cards


def _wrong_card(game: Game, header: Header) -> str:
    """The first card of a header's list that is malformed, by its place from 0, and why."""
    for place, card in enumerate(header.cards):
        try:
            msgspec.convert(game.card_type.as_taken(card), game.card_type, strict=True)
        except msgspec.ValidationError as error:
            return say("header_card_problem", place=place, other_place=in_words(str(error), game.card_type))
    raise AssertionError


def options_of(game: Game, header: Header) -> Any:
    """The game's options as the header says them. Raises ``LogError``."""
    try:
        return msgspec.convert(header.options, game.options_type)
    except msgspec.ValidationError as error:
        known = ", ".join(game.options_type.__struct_encode_fields__) or "none"
        why = in_words(str(error), game.options_type, say("it"), Unknown("option_unknown", known=known))
        raise LogError(1, say("header_options_problem", why=why)) from None
