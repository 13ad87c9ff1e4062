"""Asking for deck checks: which tables can be drawn, what a check found, what time it took."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet

from tournaments.access import Actor, require
from tournaments.clocks.changes import MAX_MINUTES
from tournaments.clocks.queries import time_run
from tournaments.matches.queries import current_round
from tournaments.models.deck_checks import DeckCheck, DeckFinding
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import Match, MatchState, RoundState, Seat


@dataclass(frozen=True)
class ListLine:
    """A line of a list: its section, the card as written, how many."""

    section: str
    card: str
    count: int
    first: bool = False


@dataclass(frozen=True)
class TableToCheck:
    """A table of the round that is on, and how often its players were checked in this event."""

    match: Match
    seats: tuple[tuple[Entrant, int], ...]
    checked_now: bool

    @property
    def plays(self) -> bool:
        """Whether its match is not decided."""
        return self.match.state != MatchState.DECIDED


@dataclass(frozen=True)
class Difference:
    """A line of which the deck holds more or fewer cards than its list."""

    line: ListLine
    counted: int


def lines_of_list(deck: DeckList) -> list[ListLine]:
    """The lines of the list in order."""
    lines = []
    for section, rows in deck.body.get("sections", {}).items():
        for number, row in enumerate(rows):
            card: Any = row["card"]
            if isinstance(card, dict):
                card = ", ".join(str(part) for part in card.values() if isinstance(part, str))
            lines.append(ListLine(section, str(card), row.get("count", 1), number == 0))
    return lines


def matches_to_check(event: Event) -> QuerySet[Match]:
    """The matches of the round that is published or being played, by the number of their tables."""
    round = current_round(event)
    if round is None or round.state == RoundState.FINISHED:
        return Match.objects.none()
    return round.matches.filter(is_bye=False).order_by("table", "pk")


def tables_to_check(event: Event, matches: QuerySet[Match] | list[Match]) -> list[TableToCheck]:
    """These with their players, each with how often he was checked, and whether they are checked in this round."""
    times = _checked(event)
    now = set(DeckCheck.objects.filter(match__in=matches).values_list("match_id", flat=True))
    seats: dict[int, list[tuple[Entrant, int]]] = {}
    for seat in Seat.objects.filter(match__in=matches).select_related("entrant").order_by("letter"):
        seats.setdefault(seat.match_id, []).append((seat.entrant, times[seat.entrant_id]))
    return [TableToCheck(match, tuple(seats.get(match.pk, ())), match.pk in now) for match in matches]


def ranks_to_draw(event: Event) -> dict[int, tuple[int, int]]:
    """The matches that still play and were not checked in this round, by the number of their tables; each with how many
    of its players were checked before in this event, and how often all together."""
    waiting = matches_to_check(event).exclude(state=MatchState.DECIDED).filter(deck_checks=None)
    times, ranks = _checked(event), dict.fromkeys(waiting.values_list("pk", flat=True), (0, 0))
    seats = Seat.objects.filter(match__in=waiting.order_by()).order_by()
    for match, entrant in seats.values_list("match_id", "entrant_id"):
        if entrant in times and match in ranks:
            players, checks = ranks[match]
            ranks[match] = players + 1, checks + times[entrant]
    return ranks


def _checked(event: Event) -> Counter[int]:
    """How often each who was checked was."""
    seats = Seat.objects.filter(match__deck_checks__isnull=False, round__event=event)
    return Counter(seats.values_list("entrant_id", flat=True))


def checks_of(event: Event, *, by: Actor) -> QuerySet[DeckCheck]:
    """Every check of the event with what was found, newest first. For judges who do not play."""
    require(by, "view_deck_checks", event)
    return with_findings(
        DeckCheck.objects.filter(match__round__event=event).exclude(match__round__published_at=None)
    )


def with_findings(checks: QuerySet[DeckCheck]) -> QuerySet[DeckCheck]:
    """With the standing findings and their players, newest first."""
    standing = DeckFinding.objects.filter(replaced_at=None).select_related("entrant", "deck")
    return (
        checks.select_related("match__round__event")
        .prefetch_related(Prefetch("findings", standing, to_attr="standing"))
        .order_by("-id")
    )


def differences_of(finding: DeckFinding) -> list[Difference]:
    """The lines whose number is another than the list says."""
    if finding.deck is None:
        return []
    pairs = zip(lines_of_list(finding.deck), finding.counted, strict=False)
    return [Difference(line, number) for line, number in pairs if number is not None and number != line.count]


def proposed_minutes(check: DeckCheck, now: datetime) -> int:
    """The time that ran on the round's clock since the check began, in whole minutes, rounded up."""
    seconds = time_run(check.match.round, check.at, now).total_seconds()
    return min(MAX_MINUTES, -(-int(seconds) // 60))
