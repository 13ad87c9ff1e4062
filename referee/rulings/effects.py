"""What would follow from a ruling: shown before it is confirmed, worked out by the change itself and taken back.

The ruling is judged and written as ever, in a transaction that is rolled back; of it stay the facts of the event as it
would leave them. From these the standings are worked out as for the pages.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec
from django.db import IntegrityError, transaction

from referee.games.presentation import drawer_of
from referee.judging.judged import judged
from referee.judging.words import entry_words, who_did
from referee.models.records import Record
from referee.rulings.changes import Prepared, prepare_ruling, somebody_ruled, write_ruling
from referee.rulings.entry import goes_against
from rules.kernel.replay import Replay
from rules.kernel.report import outcome_json
from tournaments.access import Actor
from tournaments.facts import EventFile
from tournaments.kept_standings.standings import standings_by
from tournaments.models.events import Event
from tournaments.models.rounds import PUBLISHED_STATES, Match, RoundState
from tournaments.outcomes.outcome import words_of
from tournaments.projection import facts_of
from tournaments.results.queries import result_of

Outcomes = tuple[dict[str, Any] | None, dict[str, Any] | None]


class Line(msgspec.Struct, frozen=True):
    """An entry of the log, with its verdict."""

    n: int
    who: str
    words: str
    verdict: str


class Placed(msgspec.Struct, frozen=True):
    """An entrant's place before and after."""

    name: str
    before: int | None
    after: int | None


class Effects(msgspec.Struct, frozen=True):
    """What would follow from a ruling.

    ``gone``: entries that are no longer part of the play; ``added``: those that are judged once more after the ruling.
    ``status`` and ``outcome``: what the log comes to, before and after. ``result``: of the match, in words. ``places``:
    of those who move, after round ``after_round``; ``so_far``: that round is still played. ``published``: the rounds
    whose published pairing rests on the result; ``offered``: one whose offer would be out of date; ``goes_on``: in a
    bracket who goes on, before and after.
    """

    gone: list[Line]
    added: list[Line]
    status: tuple[str, str]
    outcome: tuple[dict[str, Any] | None, dict[str, Any] | None]
    against: bool
    result: tuple[str, str]
    places: list[Placed]
    after_round: int
    so_far: bool
    published: list[int]
    offered: int | None
    goes_on: tuple[str, str] | None

    @property
    def changes_result(self) -> bool:
        """Whether the match's result would be another one."""
        return self.result[0] != self.result[1]


class _TakenBack(Exception):
    """Raised to roll the ruling back."""


def ruling_effects(
    record: Record,
    *,
    on: int,
    decision: str,
    reason: str,
    seen: int,
    by: Actor,
    now: datetime,
    to: int | None = None,
    repair: Sequence[object] = (),
    cites: Sequence[str] = (),
    follow: bool | None = None,
    supersedes: int | None = None,
    plays: Sequence[object] = (),
) -> Effects:
    """The effects of a ruling, as ``issue_ruling`` would make it. Nothing stays of it. Raises as that does."""
    prepared = prepare_ruling(
        record, on=on, decision=decision, reason=reason, seen=seen, by=by, now=now, to=to, repair=repair,
        cites=cites, follow=follow, supersedes=supersedes, plays=plays,
    )  # fmt: skip
    match, event = record.match, record.match.round.event
    before = facts_of(event)
    stood = _outcome(match)
    after, stands = before, stood
    try:
        with transaction.atomic():
            write_ruling(record, prepared, by=by, now=now)
            after, stands = facts_of(event), _outcome(match)
            raise _TakenBack
    except _TakenBack:
        pass
    except IntegrityError:
        raise somebody_ruled() from None
    return _effects(record, prepared, (before, after), (stood, stands))


def _effects(
    record: Record, prepared: Prepared, facts: tuple[EventFile, EventFile], outcomes: Outcomes
) -> Effects:
    match, event = record.match, record.match.round.event
    run, fork = judged(record).run, prepared.fork
    names = {seat.letter: seat.entrant.name for seat in match.seats.all()}
    stays = set(fork.active_entries)
    gone = [n for n in run.active_entries if n not in stays]
    first = prepared.seen + prepared.rulings + 1
    after_round, so_far = _after(match, facts[0])
    changed = facts[0] != facts[1]
    return Effects(
        gone=_lines(run, gone, names),
        added=_lines(fork, range(first, len(fork.entries) + 1), names),
        status=(run.status(), fork.status()),
        outcome=(outcome_json(run.outcome()), outcome_json(fork.outcome())),
        against=goes_against(prepared.decision, prepared.before),
        result=(_said(outcomes[0], names), _said(outcomes[1], names)),
        places=_moved(event, facts, after_round) if changed else [],
        after_round=after_round,
        so_far=so_far,
        published=_resting(match) if outcomes[0] != outcomes[1] else [],
        offered=_outdated(event) if changed else None,
        goes_on=_goes_on(match, outcomes, names),
    )


def _lines(run: Replay, numbers: Sequence[int], names: dict[str, str]) -> list[Line]:
    drawer = drawer_of(run.game.name)
    return [
        Line(
            n,
            who_did(str(run.entries[n - 1].by), names),
            entry_words(run.entries[n - 1], drawer, names),
            run.verdicts[n - 1].verdict,
        )
        for n in numbers
    ]


def _outcome(match: Match) -> dict[str, Any] | None:
    """What the result that stands says; None where there is none."""
    standing = result_of(match)
    return None if standing is None else dict(standing.outcome)


def _said(outcome: dict[str, Any] | None, names: dict[str, str]) -> str:
    return "" if outcome is None else str(words_of(outcome, names))


def _after(match: Match, facts: EventFile) -> tuple[int, bool]:
    """After which round places are compared: the newest finished one, or that of the match where it is still played."""
    if match.round.state != RoundState.FINISHED:
        return match.round.number, True
    finished = match.round.event.rounds.filter(state=RoundState.FINISHED).order_by("-number")
    return finished.values_list("number", flat=True)[0], False


def _moved(event: Event, facts: tuple[EventFile, EventFile], after_round: int) -> list[Placed]:
    """Who would have another place, the best first."""
    kept = [_upto(each, after_round) for each in facts]
    now, then = ({row["entrant"]: row for row in standings_by(event, each, after_round)} for each in kept)
    moved = [
        Placed((then.get(code) or now[code])["name"], now.get(code, {}).get("place"), row.get("place"))
        for code, row in then.items()
        if now.get(code, {}).get("place") != row.get("place")
    ]
    return sorted(moved, key=lambda each: (each.after is None, each.after or 0, each.name))


def _upto(facts: EventFile, number: int) -> EventFile:
    """The facts with no round after this one."""
    return msgspec.structs.replace(
        facts, rounds=tuple(round for round in facts.rounds if round.number <= number)
    )


def _resting(match: Match) -> list[int]:
    """The published rounds that were paired from the match's result."""
    later = match.round.event.rounds.filter(number__gt=match.round.number, state__in=PUBLISHED_STATES)
    return list(later.order_by("number").values_list("number", flat=True))


def _outdated(event: Event) -> int | None:
    """The offered round, which rests on facts that change."""
    return event.rounds.filter(state=RoundState.OFFERED).values_list("number", flat=True).first()


def _goes_on(match: Match, outcomes: Outcomes, names: dict[str, str]) -> tuple[str, str] | None:
    """In a bracket, who has won the match before and after; empty where nobody has."""
    before, after = (names.get(str((each or {}).get("winner")), "") for each in outcomes)
    return (before, after) if match.round.stage.eliminates and before != after else None
