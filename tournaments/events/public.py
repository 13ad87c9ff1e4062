"""The public content of an event's page, read once for all readers until something of the event changes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tournaments.fact_memory import FactMemory
from tournaments.live.queries import versions_of
from tournaments.live.versions import as_mark
from tournaments.messages import Message
from tournaments.models.events import Event, JournalEntry
from tournaments.models.rounds import Round
from tournaments.models.stages import Stage, StageKind
from tournaments.rounds.standings_views import kept_standings
from tournaments.stages.queries import stages_of, title_of
from tournaments.stages.titles import chain_words, match_words, round_title
from tournaments.tables.lines import Line, lines_and_clock, newest_round, shown_rounds

TABLES, TOP, STEPS = 40, 10, 8
#: Events of which a process remembers it.
EVENTS = 20


@dataclass(frozen=True)
class PublicPart:
    """The newest round's first tables, the best so far, the last steps. Nothing in it depends on the reader, and no
    time that runs: clocks are read anew each time."""

    round: Round | None
    title: str
    #: The chain, code and title of each, where it is more than one Swiss stage; `stage` is the one that is on.
    stages: list[tuple[str, str]]
    stage: Stage
    #: Whether a stage of it is Swiss.
    has_swiss: bool
    #: The structure of the whole event in words.
    structure: Message
    #: The length of a match, by stage where they differ.
    matches: Message
    lines: list[Line]
    more: int
    top: list[dict[str, Any]]
    rounds: list[Round]
    steps: list[JournalEntry]


_parts: FactMemory[PublicPart] = FactMemory(EVENTS)


def public_part(event: Event) -> PublicPart:
    """The part as it is now. Every change raises the version of a topic of its event in its own transaction, and the
    versions are read before all else: what is found for them is at least as new.
    """
    return _parts.get((event.pk, as_mark(versions_of(event.pk))), lambda: _read(event))


def _read(event: Event) -> PublicPart:
    round = newest_round(event)
    chain = stages_of(event)
    one_swiss = len(chain) == 1 and chain[0].kind == StageKind.SWISS
    stage = chain[0] if round is None else next((s for s in chain if s.pk == round.stage_id), chain[0])
    stage.event = event
    lines: list[Line] = []
    more = 0
    if round is not None:
        round.event = event
        lines = lines_and_clock(round, most=TABLES)[0]
        more = round.matches.count() - len(lines)
    return PublicPart(
        round,
        "" if round is None else round_title(round),
        [] if one_swiss else [(each.code, title_of(each)) for each in chain],
        stage,
        any(each.kind == StageKind.SWISS for each in chain),
        chain_words(event, chain),
        match_words(event, chain),
        lines,
        more,
        kept_standings(event, most=TOP)[2],
        shown_rounds(event),
        list(event.journal.filter(public=True).order_by("-id")[:STEPS]),
    )
