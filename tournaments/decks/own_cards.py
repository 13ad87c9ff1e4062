"""Asking for an event's card list, and for the cards an event is played with."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from rules.card_lists import reader_of
from rules.kernel.cards import Card, Catalogue, DeckList, convert_cards
from rules.registry import games, load
from tournaments.day_rules.queries import corrected_cards, rules_of
from tournaments.errors import Conflict
from tournaments.messages import message as _
from tournaments.models.card_lists import CardList
from tournaments.models.decks import DeckList as HandedIn
from tournaments.models.events import Event


def takes_lists(event: Event) -> bool:
    """Whether this site can read a card list of the event's game."""
    return bool(reader_of(event.game))


def standing_list(event: Event) -> CardList | None:
    """The event's list as it is now."""
    return event.card_lists.filter(replaced_at=None).first()


def declared_cards(event: Event) -> list[dict[str, Any]]:
    """The event's own cards, and those that errata correct, as the header of a log has them."""
    cards = event.card_lists.filter(replaced_at=None).values_list("cards", flat=True).first()
    return corrected_cards(event.game, cards or (), rules_of(event).cards)


def options_of(event: Event) -> dict[str, Any]:
    """The options of the game in this event: where it chose nothing itself, errata hold."""
    return {**rules_of(event).options, **event.game_options}


def cards_of(card_list: CardList) -> list[Card]:
    """The cards of a list. Raises Conflict where the game's rules have changed so that they cannot be read."""
    return _converted(card_list.event.game, card_list.cards)


def decks_of(card_list: CardList) -> dict[str, DeckList]:
    """The deck lists that the list makes: HeroCard's, one for each Hero."""
    return msgspec.convert(card_list.decks, dict[str, DeckList])


def catalogue_of(event: Event) -> Catalogue | None:
    """All cards the event is played with: the site's, in their place the event's own, and before both those that errata
    correct. None where the site has no engine of the game."""
    if event.game not in games():
        return None
    rows = event.card_lists.filter(replaced_at=None)
    digest = rows.values_list("digest", flat=True).first()
    errata = rules_of(event)
    if digest is None and not errata.cards:
        return load(event.game).catalogue
    known = _known(event.game, digest or "", errata.digest)
    if not known:
        own = rows.get(digest=digest).cards if digest else ()
        cards = _converted(event.game, corrected_cards(event.game, own, errata.cards))
        known.append(load(event.game).catalogue.with_cards(cards))
    return known[0]


def cards_mark(event: Event) -> tuple[str, str]:
    """Differs once the event is played with other cards."""
    digest = event.card_lists.filter(replaced_at=None).values_list("digest", flat=True).first()
    return digest or "", rules_of(event).digest


@lru_cache(maxsize=8)
def _known(game: str, digest: str, errata: str) -> list[Catalogue]:
    """Where the catalogue of a list and of errata is kept once it is made."""
    return []


def _converted(game: str, declared: list[dict[str, Any]]) -> list[Card]:
    try:
        return convert_cards(load(game).card_type, declared)
    except msgspec.ValidationError:
        raise Conflict(
            _(
                "The event's card list does not fit the game's rules any more. Its organiser has to send "
                "it in again."
            )
        ) from None


def lists_not_legal(event: Event) -> list[HandedIn]:
    """The standing deck lists that break a rule, with who handed them in."""
    lists = HandedIn.objects.filter(entrant__event=event, replaced_at=None, legal=False)
    return list(lists.select_related("entrant").order_by("entrant_id"))
