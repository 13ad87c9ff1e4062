"""The title of a round, worked out once for all phones that show it."""

from __future__ import annotations

from tournaments.fact_memory import FactMemory
from tournaments.live.queries import versions_of
from tournaments.models.rounds import Round
from tournaments.stages.titles import round_title

#: Rounds of which a process remembers it.
ROUNDS = 100
#: What it rests on: the rounds before it, and how many are planned. Not the results that come in meanwhile.
TOPICS = ("event", "entrants", "rounds")

_titles: FactMemory[str] = FactMemory(ROUNDS)


def kept_title(round: Round) -> str:
    """The same as `round_title`, kept until something of it changes."""
    versions = versions_of(round.event_id)
    mark = tuple(versions.get(topic, 0) for topic in TOPICS)
    return _titles.get((round.pk, mark), lambda: round_title(round))
