"""What ratings are made of: the tables of a game's finished events, from their facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import Max

from tournaments.facts import Match, Result
from tournaments.models.events import Event, State
from tournaments.models.rounds import RoundState
from tournaments.projection import facts_of
from tournaments.ratings.figures import Person, RatedEvent, Table

#: Results that say who was better at the table. A match nobody played says nothing of that.
COUNTED = frozenset({"played", "conceded", "game_loss", "adjudicated"})


def rated_events(game: str) -> Iterator[RatedEvent]:
    """The finished events of the game that have a finished round, each with its tables."""
    finished = Event.objects.filter(game=game, state=State.FINISHED, rounds__state=RoundState.FINISHED)
    for event in finished.annotate(ended_at=Max("rounds__finished_at")).order_by("pk"):
        if event.ended_at is not None:
            yield RatedEvent(event.ended_at, event.pk, _rounds(event))


def _rounds(event: Event) -> tuple[tuple[Table, ...], ...]:
    accounts = dict(event.entrants.exclude(user=None).values_list("code", "user_id"))
    facts = facts_of(event, finished_only=True)
    rounds = sorted(facts.rounds, key=lambda round: round.number)
    return tuple(
        tuple(table for match in round.matches if (table := _table(event, match, accounts)))
        for round in rounds
    )


def _table(event: Event, match: Match, accounts: Mapping[str, Any]) -> Table:
    """Who came where; empty for a match that does not count."""
    result = match.result
    if not isinstance(result, Result) or result.kind not in COUNTED or len(match.seats) < 2:
        return {}
    if isinstance(result.ranking, tuple):
        places = {code: place for place, group in enumerate(result.ranking) for code in group}
    elif isinstance(result.winner, str):
        places = {code: int(code != result.winner) for code in match.seats}
    else:
        places = dict.fromkeys(match.seats, 0)
    return {_person(event, code, accounts): place for code, place in places.items()}


def _person(event: Event, code: str, accounts: Mapping[str, Any]) -> Person:
    """An account is one person in all events; without one, each entry is a person of its own."""
    account = accounts.get(code)
    return (account, "") if account else (0, f"{event.pk} {code}")
