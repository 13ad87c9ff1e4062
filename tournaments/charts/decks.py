"""Which decks were played, how they fared, and how many of them came into the cut. Said only of lists that everybody
may read: a closed list is told by no sum."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import msgspec

from rules.kernel.cards import Catalogue, DeckList
from rules.registry import load
from tournaments.access import Actor
from tournaments.decks.own_cards import catalogue_of
from tournaments.decks.publication import NEVER_IN, are_public, published_lists
from tournaments.facts import EventFile, Result
from tournaments.live.queries import versions_of
from tournaments.live.versions import as_mark
from tournaments.memory import Memory
from tournaments.models.events import Event
from tournaments.projection import facts_of
from tournaments.stages.queries import stages_of
from tournaments.structures.elimination.bracket import winner_of

#: Events in memory.
EVENTS = 6
#: Other parts of the site that know lists of an event: each gives, by the code of an entrant, the list it has seen of
#: him in finished rounds. Asked for those who handed in none, once lists are public.
SEEN_ELSEWHERE: list[Callable[[Event], Mapping[str, object]]] = []


@dataclass
class Deck:
    """The players of one kind of deck. `title` is empty for lists that no name tells apart. Matches against the same
    kind of deck, byes and pods are left out of what was won, lost and drawn."""

    title: str
    players: int = 0
    won: int = 0
    lost: int = 0
    drawn: int = 0
    #: How many of them were in the second stage.
    into_cut: int = 0

    @property
    def share(self) -> float | None:
        """Parts of a win for each match; None without a match."""
        matches = self.won + self.lost + self.drawn
        return (self.won + self.drawn / 2) / matches if matches else None


@dataclass(frozen=True)
class Breakdown:
    """`cut`: how many came into the second stage, None where there was none; `without`: players of whom no list is
    known; `from_logs`: how many of the lists were handed in by nobody and stand in the log of a game."""

    decks: tuple[Deck, ...]
    players: int
    cut: int | None
    without: int = field(default=0)
    from_logs: int = field(default=0)


_breakdowns: Memory[Breakdown] = Memory(EVENTS)


def breakdown_of(event: Event, *, by: Actor) -> Breakdown | None:
    """The decks by how many played them; None before the event has published its lists, and where it asks for none."""
    if not are_public(event):
        return None
    lists = published_lists(event, by=by)
    newest = lists.order_by("-pk").values_list("pk", flat=True).first()
    key = (event.pk, as_mark(versions_of(event.pk)), newest)
    made = _breakdowns.get(key, lambda: _made(event, by))
    return made if made.players else None


def _made(event: Event, by: Actor) -> Breakdown:
    catalogue = catalogue_of(event)
    lists = dict(published_lists(event, by=by).values_list("entrant__code", "body").iterator())
    handed_in = len(lists)
    never_in = set(event.entrants.filter(NEVER_IN).values_list("code", flat=True))
    for seen in SEEN_ELSEWHERE:
        lists = {code: body for code, body in seen(event).items() if code not in never_in} | lists
    kinds = {code: kind_of(event.game, body, catalogue) for code, body in lists.items()}
    decks: defaultdict[str, Deck] = defaultdict(lambda: Deck(""))
    # one kind by any spelling of its name: as it is written first
    titles: dict[str, str] = {}
    for code, kind in kinds.items():
        kinds[code] = titles.setdefault(kind.casefold(), kind)
        deck = decks[kinds[code]]
        deck.title, deck.players = kinds[code], deck.players + 1
    facts = facts_of(event, finished_only=True)
    _count_matches(facts, kinds, decks)
    cut = _in_cut(event)
    for code in cut or ():
        if code in kinds:
            decks[kinds[code]].into_cut += 1
    ranked = sorted(
        decks.values(), key=lambda deck: (-deck.players, -(deck.share or 0), deck.title.casefold())
    )
    played = {seat for played in facts.rounds for match in played.matches for seat in match.seats}
    return Breakdown(
        tuple(ranked),
        len(kinds),
        len(cut) if cut is not None else None,
        len(played - kinds.keys()),
        len(kinds) - handed_in,
    )


def kind_of(game: str, body: object, catalogue: Catalogue | None) -> str:
    """The card or the Hero that a list is built around where the game knows one, else the name it was given."""
    try:
        deck = msgspec.convert(body, DeckList)
    except msgspec.ValidationError:
        return ""
    around = load(game).built_around(deck, catalogue) if catalogue is not None else ""
    return around or " ".join((deck.name or "").split())


def _count_matches(facts: EventFile, kinds: dict[str, str], decks: dict[str, Deck]) -> None:
    for played in facts.rounds:
        for match in played.matches:
            result = match.result
            if len(match.seats) != 2 or result is None or result == "bye":
                continue
            first, second = (kinds.get(seat) for seat in match.seats)
            if first == second:
                continue
            winner = winner_of(match, result) if isinstance(result, Result) else None
            for seat, kind in zip(match.seats, (first, second), strict=True):
                if kind is None:
                    continue
                if seat == winner:
                    decks[kind].won += 1
                elif winner is not None or result == "double_loss":
                    decks[kind].lost += 1
                else:
                    decks[kind].drawn += 1


def _in_cut(event: Event) -> list[str] | None:
    """The codes of who was in the second stage; None where it has not begun, or is none."""
    stages = stages_of(event)
    return stages[1].entrants if len(stages) > 1 else None
