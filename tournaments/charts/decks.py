"""Which decks were played, how they fared, and how many of them came into the cut. Said only of lists that everybody
may read: a closed list is told by no sum."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

import msgspec
from django.db.models import Count, Max

from rules.kernel.cards import Catalogue, DeckList
from rules.registry import load
from tournaments.access import Actor, may
from tournaments.decks.own_cards import cards_mark, catalogue_of
from tournaments.decks.publication import NEVER_IN, are_public
from tournaments.fact_memory import FactMemory
from tournaments.facts import EventFile, Result
from tournaments.live.queries import versions_of
from tournaments.live.versions import as_mark
from tournaments.models.decks import DeckList as HandedIn
from tournaments.models.events import Event
from tournaments.models.rounds import RoundState
from tournaments.projection import facts_of
from tournaments.reading import as_text, one_moment, reads_alone
from tournaments.settled import settled
from tournaments.stages.queries import stages_of
from tournaments.structures.elimination.bracket import winner_of

#: Events in memory.
EVENTS = 6


class Seen(Protocol):
    """Another part of the site that knows lists of an event."""

    def mark(self, event: Event) -> tuple[int, ...]:
        """Differs once it knows others."""

    def of(self, event: Event) -> Mapping[str, object]:
        """By the code of an entrant, the list it has seen of him in finished rounds."""


#: Asked for those who handed in none, once lists are public.
SEEN_ELSEWHERE: list[Seen] = []


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


_breakdowns: FactMemory[Breakdown] = FactMemory(EVENTS)
#: By code, the kind of the list that each has.
Kinds = dict[str, str]
_kinds: FactMemory[Kinds] = FactMemory(2 * EVENTS)


def breakdown_of(event: Event, *, by: Actor) -> Breakdown | None:
    """The decks by how many played them; None before the event has published its lists, and where it asks for none."""
    if not are_public(event) or not may(by, "view_open_decks", event):
        return None
    finished = event.rounds.filter(state=RoundState.FINISHED)
    with one_moment():
        over = set(finished.values_list("pk", flat=True))
        keys = settled(event) if reads_alone() else {}
        made_of = event.pk, event.game, cards_mark(event)
        handed_in, told = _handed_in(event, made_of), _told(event, made_of, over)
        never_in = frozenset(event.entrants.filter(NEVER_IN).values_list("code", flat=True))
        cut = _in_cut(event)
        waiting = as_mark(versions_of(event.pk)) if over - keys.keys() else ""
        key = (
            (made_of, handed_in[0], told[0], never_in, tuple(cut) if cut is not None else None),
            (tuple(keys.values()), waiting),
        )
        made = _breakdowns.get(key, lambda: _made(event, handed_in[1], told[1], never_in, cut))
    return made if made.players else None


def _handed_in(event: Event, made_of: Hashable) -> tuple[Hashable, Kinds]:
    """The kinds of the lists that stand, and what differs once they do: a list that was handed in is never changed."""
    standing = HandedIn.objects.filter(entrant__event=event, replaced_at=None)
    key = made_of, *standing.aggregate(newest=Max("pk"), number=Count("pk")).values()

    def made() -> Kinds:
        rows = standing.order_by("pk").annotate(said=as_text("body")).values_list("entrant__code", "said")
        return _kinds_of(event, ((code, _deck_of_text(said)) for code, said in rows.iterator()))

    return key, _kinds.get(("handed in", key), made)


def _told(event: Event, made_of: Hashable, over: set[int]) -> tuple[Hashable, Kinds]:
    """The kinds of those that other parts of the site have seen, and what differs once they know others."""
    key = made_of, frozenset(over), tuple(seen.mark(event) for seen in SEEN_ELSEWHERE)

    def made() -> Kinds:
        lists: dict[str, object] = {}
        for seen in SEEN_ELSEWHERE:
            lists = dict(seen.of(event)) | lists
        return _kinds_of(event, ((code, _deck_of(body)) for code, body in lists.items()))

    return key, _kinds.get(("told", key), made)


def _kinds_of(event: Event, lists: Iterable[tuple[str, DeckList | None]]) -> Kinds:
    catalogue = catalogue_of(event)
    return {code: kind_of(event.game, deck, catalogue) if deck else "" for code, deck in lists}


_read_deck = msgspec.json.Decoder(DeckList).decode


def _deck_of_text(said: str) -> DeckList | None:
    try:
        return _read_deck(said)
    except msgspec.DecodeError:
        return None


def _deck_of(body: object) -> DeckList | None:
    try:
        return msgspec.convert(body, DeckList)
    except msgspec.ValidationError:
        return None


def _made(
    event: Event, handed_in: Kinds, told: Kinds, never_in: frozenset[str], cut: list[str] | None
) -> Breakdown:
    kinds = {code: kind for code, kind in (told | handed_in).items() if code not in never_in}
    decks: defaultdict[str, Deck] = defaultdict(lambda: Deck(""))
    # one kind by any spelling of its name: as it is written first
    titles: dict[str, str] = {}
    for code, kind in kinds.items():
        kinds[code] = titles.setdefault(kind.casefold(), kind)
        deck = decks[kinds[code]]
        deck.title, deck.players = kinds[code], deck.players + 1
    facts = facts_of(event, finished_only=True)
    _count_matches(facts, kinds, decks)
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
        len(kinds.keys() - handed_in.keys()),
    )


def kind_of(game: str, deck: DeckList, catalogue: Catalogue | None) -> str:
    """The card or the Hero that a list is built around where the game knows one, else the name it was given."""
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
