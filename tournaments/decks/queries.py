"""Asking for deck lists."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Exists, OuterRef, Q

from rules.registry import games, load
from tournaments.access import Actor, require
from tournaments.decks.checks import check_of_game
from tournaments.decks.own_cards import catalogue_of, options_of
from tournaments.decks.publication import may_read_open
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant, Status
from tournaments.models.events import Event


def deck_of(entrant: Entrant, *, by: Actor) -> DeckList | None:
    """The standing deck list, for its owner and for judges; for everybody once it is published. Raises NotAllowed."""
    if not may_read_open(entrant, by=by):
        require(by, "view_deck", entrant.event, entrant)
    return entrant.deck_lists.filter(replaced_at=None).first()


def lists_at(entrants: Iterable[int], moment: datetime | None) -> dict[int, DeckList]:
    """By entrant's id the list that stood at a moment: the one that was handed in last before it, else the first after
    it. Who never handed in any is left out."""
    lists: dict[int, DeckList] = {}
    for deck in DeckList.objects.filter(entrant__in=list(entrants)).order_by("id"):
        if deck.entrant_id not in lists or (moment is not None and deck.at <= moment):
            lists[deck.entrant_id] = deck
    return lists


def violations_of(deck: DeckList, event: Event) -> list[dict[str, Any]]:
    """The violations that the check found, each with its rule's place in the rulebook. Kept is its English; that it
    can be said in other languages, the list is checked once more: where the rules have changed since, the English of
    what was found then stays."""
    if event.game not in games():
        return [{**violation, "source": ""} for violation in deck.violations]
    violations = check_of_game(event.game, deck.body, options_of(event), catalogue_of(event))[1]
    today = {(one["rule"], one["message"]): one["message"] for one in violations}
    rulebook = load(event.game).rulebook
    return [
        {
            **violation,
            "message": today.get((violation["rule"], violation["message"]), violation["message"]),
            "source": rulebook.source(violation["rule"]),
        }
        for violation in deck.violations
    ]


def handed_in(entrants: Iterable[Entrant]) -> dict[int, str]:
    """The entrants who have handed in a list, by id: legal, illegal or unchecked. It says nothing of what is in it."""
    rows = DeckList.objects.filter(entrant__in=list(entrants), replaced_at=None)
    words = {True: "legal", False: "illegal", None: "unchecked"}
    return {entrant: words[legal] for entrant, legal in rows.values_list("entrant_id", "legal")}


@dataclass(frozen=True)
class Owing:
    """Who owes a deck list where the event asks for one: who has handed in none, and whose breaks a rule."""

    without: tuple[Entrant, ...] = ()
    illegal: tuple[Entrant, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.without or self.illegal)

    @property
    def all(self) -> tuple[Entrant, ...]:
        """Both, those without a list first."""
        return self.without + self.illegal


def owing(event: Event) -> Owing:
    """Who of those who will play owes a list: registered or checked in. Nobody where no list is asked for."""
    if event.deck_lists != "required":
        return Owing()
    field = event.entrants.filter(status__in=(Status.REGISTERED, Status.CHECKED_IN)).order_by("id")
    standing = DeckList.objects.filter(entrant=OuterRef("pk"), replaced_at=None)
    illegal = Q(Exists(standing.filter(legal=False)))
    rows = field.filter(~Exists(standing) | illegal).annotate(has_list=Exists(standing))
    without: list[Entrant] = []
    wrong: list[Entrant] = []
    for entrant in rows:
        entrant.event = event
        (wrong if entrant.has_list else without).append(entrant)
    return Owing(tuple(without), tuple(wrong))
