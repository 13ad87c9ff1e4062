"""“Did you mean”: cards of a deck list that are not known, and the names that come nearest."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from tournaments.decks.own_cards import catalogue_of
from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.events import Event

#: Unknown cards that are looked up, names given for each, and how long a name is compared.
LOOKED_UP, GIVEN, LONGEST = 20, 3, 80


@dataclass(frozen=True)
class Misspelled:
    """A card as it is written, and the titles that may be meant, the nearest first."""

    card: str
    meant: tuple[str, ...]


def misspelled(body: dict[str, Any], event: Event) -> list[Misspelled]:
    """The unknown cards of the list that have names near them; none where the site has no engine of the game."""
    catalogue = catalogue_of(event)
    if catalogue is None:
        return []
    titles: dict[str, str] = {}
    for card in catalogue.cards:
        titles.setdefault(card.title.casefold(), card.title)
    unknown: dict[str, None] = {}
    for lines in body.get("sections", {}).values():
        for line in lines:
            title = title_of(line["card"])
            if title and title.casefold() not in titles:
                unknown.setdefault(title)
    near = []
    for title in list(unknown)[:LOOKED_UP]:
        closest = get_close_matches(title.casefold()[:LONGEST], titles, n=GIVEN, cutoff=0.7)
        if closest:
            near.append(Misspelled(title, tuple(titles[name] for name in closest)))
    return near


def mended(body: dict[str, Any], written: str, meant: str, event: Event) -> dict[str, Any]:
    """The list with one card spelled as it was meant, in every section. Raises NotFound where that was not offered."""
    if not any(one.card == written and meant in one.meant for one in misspelled(body, event)):
        raise NotFound(_("This card is not in the list any more, or that name was not offered."))
    sections = {
        name: [{**line, "card": _spelled(line["card"], written, meant)} for line in lines]
        for name, lines in body["sections"].items()
    }
    return {**body, "sections": sections}


def title_of(card: Any) -> str:
    """The title by which a line names its card; empty for none."""
    return str(card.get("title") or "") if isinstance(card, dict) else str(card)


def _spelled(card: Any, written: str, meant: str) -> Any:
    if title_of(card) != written:
        return card
    return {**card, "title": meant} if isinstance(card, dict) else meant
