"""Cards by name for a phone: the player's own registered deck first, then the catalogue."""

from __future__ import annotations

from typing import Any

from referee.entering.names import pickable
from referee.live.live_replay import LiveReplay
from referee.live.phones import Phone
from rules.kernel.cards import IDENTITY

#: Cards in one answer to a search.
MAX_CARDS = 40


def cards_for(run: LiveReplay, phone: Phone, query: str) -> dict[str, Any]:
    """``deck``: the cards of the player's own registered list with their counts; ``cards``: those of the catalogue, the
    log's own first, all without a query, the best fitting ones with one. Every word typed must begin a word of the
    name."""
    view = run.view(phone.sees)
    words = query.casefold().split()
    deck = deck_cards(run, phone)
    everything = [
        {"ref": view.catalogue.reference(n), "words": _words(view.catalogue.cards[n])}
        for n in pickable(view.game, view.catalogue)
    ]
    if words:
        deck = [line for line in deck if _fits(line["words"], words)]
        everything = sorted(
            (line for line in everything if _fits(line["words"], words)),
            key=lambda line: (not line["words"].casefold().startswith(words[0]), line["words"]),
        )[:MAX_CARDS]
    return {"deck": deck, "cards": everything}


def deck_cards(run: LiveReplay, phone: Phone) -> list[dict[str, Any]]:
    """The cards of the deck list registered for the seat whose view this phone has, each with its count; empty without
    a list. No phone gets another seat's list."""
    deck = run.view(phone.sees).decks.get(phone.view)
    if deck is None:
        return []
    catalogue = run.view(phone.sees).catalogue
    by_number: dict[int, dict[str, Any]] = {}
    for section, lines in deck.sections.items():
        for line in lines:
            numbers = catalogue.find(line.card)
            if not numbers:
                continue
            n = numbers[0]
            known = by_number.setdefault(
                n,
                {
                    "ref": catalogue.reference(n),
                    "words": _words(catalogue.cards[n]),
                    "section": section,
                    "count": 0,
                },
            )
            known["count"] += line.count
    return sorted(by_number.values(), key=lambda line: line["words"])


def _words(card: Any) -> str:
    parts = [card.title, *(getattr(card, field) for field in IDENTITY)]
    return " · ".join(part for part in parts if part)


def _fits(words: str, typed: list[str]) -> bool:
    parts = words.casefold().replace("·", " ").replace("-", " ").split()
    return all(any(part.startswith(word) for part in parts) for word in typed)
