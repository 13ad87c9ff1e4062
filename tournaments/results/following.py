"""What would follow from a change of a match's result: shown before it is confirmed.

Everything is read at one moment, and nobody waits for it: the facts of the event, and the result that stands. The
result that would stand is put into these facts, and from both the standings are worked out as for the pages.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum, auto
from typing import Any

import msgspec

from tournaments.access import Actor, may
from tournaments.facts import EventFile
from tournaments.facts import Match as MatchFacts
from tournaments.kept_standings.assumed import places_by
from tournaments.models.events import Event
from tournaments.models.rounds import PUBLISHED_STATES, Match, RoundState
from tournaments.outcomes.outcome import Outcome, result_of_outcome, words_of
from tournaments.projection import facts_of
from tournaments.reading import one_moment
from tournaments.results.staff import check_result
from tournaments.results.writes import standing_result
from tournaments.text import clean_reason

#: Before and after.
Outcomes = tuple[Outcome | None, Outcome | None]
Facts = tuple[EventFile, EventFile]
#: A match by its round and who plays it.
Key = tuple[int, frozenset[str]]


class Stays(Enum):
    """A match's result that would not change."""

    AS_IT_IS = auto()


#: What would stand at a match; None: nothing any more.
Assumed = Outcome | Stays | None


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
    the match: who wins is not told before the result stands, nor what follows from it. ``seen``: the id of the result
    that stood, 0 for none: who goes on says it again, and is refused where another stands by then.
    """

    result: tuple[str, str]
    places: list[Placed]
    after_round: int
    so_far: bool
    published: list[int]
    offered: int | None
    goes_on: tuple[str, str] | None
    by_lot: bool = False
    seen: int = 0

    @property
    def changes_result(self) -> bool:
        """Whether the match's result would be another one."""
        return self.result[0] != self.result[1]


def result_follows(match: Match, outcome: object, *, reason: str, by: Actor) -> Follows:
    """What would follow from a result that staff enter, as ``enter_result`` would. Raises as that does."""
    said = clean_reason(reason, needed=False)

    def assumed(match: Match) -> Assumed:
        wanted = check_result(match, outcome, by=by, reason=said)
        return Stays.AS_IT_IS if wanted.stays else wanted.outcome

    follows = what_follows(match, assumed)
    if may(by, "view_offer", match.round.event):
        return follows
    return msgspec.structs.replace(follows, offered=None)


def what_follows(match: Match, assume: Callable[[Match], Assumed]) -> Follows:
    """What would follow if another result stood at this match. ``assume`` gives it for the match as it is at the moment
    of reading; it may only read, and what it raises is raised."""
    with one_moment():
        match = Match.objects.select_related("round__event", "round__stage").get(pk=match.pk)
        stood = standing_result(match)
        assumed = assume(match)
        before = None if stood is None else dict(stood.outcome)
        after = before if isinstance(assumed, Stays) else assumed
        facts = facts_of(match.round.event)
        changed = facts if isinstance(assumed, Stays) else _with_result(facts, match, assumed)
        seen = 0 if stood is None else stood.pk
        return _follows(match, (facts, changed), (before, after), seen)


def _with_result(facts: EventFile, match: Match, outcome: Outcome | None) -> EventFile:
    codes = dict(match.seats.order_by("letter").values_list("letter", "entrant__code"))
    result = None if outcome is None else result_of_outcome(outcome, codes)
    return with_results(facts, {(match.round.number, frozenset(codes.values())): result})


def with_results(facts: EventFile, results: Mapping[Key, Any]) -> EventFile:
    """The facts with these results of matches in the place of those that they have."""

    def turned(number: int, match: MatchFacts) -> MatchFacts:
        key = (number, frozenset(match.seats))
        return msgspec.structs.replace(match, result=results[key]) if key in results else match

    rounds = tuple(
        msgspec.structs.replace(each, matches=tuple(turned(each.number, match) for match in each.matches))
        for each in facts.rounds
    )
    return msgspec.structs.replace(facts, rounds=rounds)


def _follows(match: Match, facts: Facts, outcomes: Outcomes, seen: int) -> Follows:
    names = dict(match.seats.values_list("letter", "entrant__name"))
    after_round, so_far = _after(match, facts[0])
    changed, by_lot = facts[0] != facts[1], _is_drawn_now(outcomes)
    told = changed and not by_lot
    before, after = outcomes
    return Follows(
        result=(_said(before, names), "" if by_lot else _said(after, names)),
        places=places_moved(facts, after_round) if told else [],
        after_round=after_round,
        so_far=so_far,
        published=_resting(match) if before != after else [],
        offered=_outdated(match.round.event) if changed else None,
        goes_on=None if by_lot else _goes_on(match, outcomes, names),
        by_lot=by_lot,
        seen=seen,
    )


def _is_drawn_now(outcomes: Outcomes) -> bool:
    """Whether a lot would be drawn that nobody has seen yet."""
    before, after = outcomes
    return drawn_by_lot(after) and not drawn_by_lot(before)


def drawn_by_lot(outcome: Outcome | None) -> bool:
    """Whether a lot says who has won."""
    return (outcome or {}).get("decided_by") == "lot"


def _said(outcome: Outcome | None, names: dict[str, str]) -> str:
    return "" if outcome is None else str(words_of(outcome, names))


def _after(match: Match, facts: EventFile) -> tuple[int, bool]:
    """After which round places are compared: the newest finished one, or that of the match where it is still played."""
    if match.round.state != RoundState.FINISHED:
        return match.round.number, True
    finished = match.round.event.rounds.filter(state=RoundState.FINISHED).order_by("-number")
    return finished.values_list("number", flat=True)[0], False


def places_moved(facts: Facts, after_round: int) -> list[Placed]:
    """Who would have another place after this round by the second facts than by the first, the best first."""
    now, then = (places_by(_upto(each, after_round), after_round) for each in facts)
    names = {entrant.id: entrant.name for entrant in facts[1].entrants}
    moved = [
        Placed(code, names[code], now.get(code), place)
        for code, place in then.items()
        if now.get(code) != place
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
