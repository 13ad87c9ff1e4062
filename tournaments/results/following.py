"""What would follow from a change of a match's result: shown before it is confirmed, worked out by the change itself
and taken back.

The change is made as ever, in a transaction that is rolled back; of it stay the facts of the event as it would leave
them. From these the standings are worked out as for the pages.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import msgspec
from django.db import transaction

from tournaments.access import Actor, may
from tournaments.facts import EventFile
from tournaments.kept_standings.standings import standings_by
from tournaments.models.events import Event
from tournaments.models.rounds import PUBLISHED_STATES, Match, RoundState
from tournaments.outcomes.outcome import Outcome, words_of
from tournaments.projection import facts_of
from tournaments.results.staff import enter_result
from tournaments.results.writes import standing_result

#: Before and after.
Outcomes = tuple[Outcome | None, Outcome | None]
Facts = tuple[EventFile, EventFile]


class Placed(msgspec.Struct, frozen=True):
    """An entrant's place before and after."""

    entrant: str
    name: str
    before: int | None
    after: int | None


class Follows(msgspec.Struct, frozen=True, kw_only=True):
    """What would follow from a change for a match and its event.

    ``result``: of the match, in words. ``places``: of those who move, after round ``after_round``; ``so_far``: that
    round is still played. ``published``: the rounds whose published pairing rests on the result; ``offered``: one whose
    offer would be out of date; ``goes_on``: in a bracket who goes on, before and after. ``by_lot``: a lot would decide
    the match: who wins is not told before the result stands, nor what follows from it.
    """

    result: tuple[str, str]
    places: list[Placed]
    after_round: int
    so_far: bool
    published: list[int]
    offered: int | None
    goes_on: tuple[str, str] | None
    by_lot: bool = False

    @property
    def changes_result(self) -> bool:
        """Whether the match's result would be another one."""
        return self.result[0] != self.result[1]


class _TakenBack(Exception):
    """Raised to roll the change back."""


def result_follows(match: Match, outcome: object, *, reason: str, by: Actor, now: datetime) -> Follows:
    """What would follow from a result that staff enter, as ``enter_result`` would. Nothing stays of it. Raises as that
    does."""
    follows = what_follows(match, lambda: enter_result(match, outcome, by=by, now=now, reason=reason))
    if may(by, "view_offer", match.round.event):
        return follows
    return msgspec.structs.replace(follows, offered=None)


def what_follows(match: Match, change: Callable[[], object]) -> Follows:
    """What would follow from ``change``, which writes a result of this match, or takes one back."""
    event = match.round.event
    before, stood = facts_of(event), _outcome(match)
    after, stands = before, stood
    try:
        with transaction.atomic():
            change()
            after, stands = facts_of(event), _outcome(match)
            raise _TakenBack
    except _TakenBack:
        pass
    return _follows(match, (before, after), (stood, stands))


def _follows(match: Match, facts: Facts, outcomes: Outcomes) -> Follows:
    names = dict(match.seats.values_list("letter", "entrant__name"))
    after_round, so_far = _after(match, facts[0])
    changed, by_lot = facts[0] != facts[1], _is_drawn_now(outcomes)
    told = changed and not by_lot
    before, after = outcomes
    return Follows(
        result=(_said(before, names), "" if by_lot else _said(after, names)),
        places=places_moved(match.round.event, facts, after_round) if told else [],
        after_round=after_round,
        so_far=so_far,
        published=_resting(match) if before != after else [],
        offered=_outdated(match.round.event) if changed else None,
        goes_on=None if by_lot else _goes_on(match, outcomes, names),
        by_lot=by_lot,
    )


def _is_drawn_now(outcomes: Outcomes) -> bool:
    """Whether a lot would be drawn that nobody has seen yet."""
    before, after = outcomes
    return drawn_by_lot(after) and not drawn_by_lot(before)


def drawn_by_lot(outcome: Outcome | None) -> bool:
    """Whether a lot says who has won."""
    return (outcome or {}).get("decided_by") == "lot"


def _outcome(match: Match) -> Outcome | None:
    """What the result that stands says; None where there is none."""
    standing = standing_result(match)
    return None if standing is None else dict(standing.outcome)


def _said(outcome: Outcome | None, names: dict[str, str]) -> str:
    return "" if outcome is None else str(words_of(outcome, names))


def _after(match: Match, facts: EventFile) -> tuple[int, bool]:
    """After which round places are compared: the newest finished one, or that of the match where it is still played."""
    if match.round.state != RoundState.FINISHED:
        return match.round.number, True
    finished = match.round.event.rounds.filter(state=RoundState.FINISHED).order_by("-number")
    return finished.values_list("number", flat=True)[0], False


def places_moved(event: Event, facts: Facts, after_round: int) -> list[Placed]:
    """Who would have another place after this round by the second facts than by the first, the best first."""
    kept = [_upto(each, after_round) for each in facts]
    now, then = ({row["entrant"]: row for row in standings_by(event, each, after_round)} for each in kept)
    moved = [
        Placed(code, (then.get(code) or now[code])["name"], now.get(code, {}).get("place"), row.get("place"))
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
