"""Do the facts of an event fit together? The first thing that does not is named with its place."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any, NoReturn

from msgspec import UNSET

from tournaments.event_file.stage_checks import check_coming_in, check_stage_of_round, check_stages
from tournaments.facts.errors import EventFileError
from tournaments.facts.structs import (
    ClubsApart,
    Entrant,
    EventFile,
    Match,
    Number,
    Points,
    Result,
    Rules,
    TableRange,
)
from tournaments.standings.profiles import PROFILES
from tournaments.standings.tiebreakers.registry import TIEBREAKERS

MAX_POINTS = 1_000_000
MAX_ROUNDS = 1_000
MAX_TABLE = 1_000_000
LONGEST_RANGE = 40
LONGEST_ID = 200


def check_event(event: EventFile) -> None:
    """Raise EventFileError at the first fact that cannot be: unknown, doubled, out of order or too large."""
    _check_rules(event.rules)
    ranges = event.rules.table_ranges
    named = set() if ranges is UNSET else {one.name for one in ranges}
    known = _check_entrants(event.entrants, named)
    stages = check_stages(event, known)
    _check_rounds(event, stages, known)
    check_coming_in(event, stages)
    _check_cards(event.cards)


def _refuse(place: str, reason: str) -> NoReturn:
    raise EventFileError(place, reason)


def _check_cards(cards: tuple[dict[str, Any], ...]) -> None:
    """Checks that a card has a title; the rest of it is its game's to judge."""
    for at, card in enumerate(cards):
        if not isinstance(card.get("title"), str) or not card["title"].strip():
            _refuse(f"cards[{at}].title", "must be a text, and not empty")


def _check_rules(rules: Rules) -> None:
    _check_named("rules.profile", rules.profile, PROFILES)
    _check_points(rules.points)
    if not 1 <= rules.games_per_match <= 99:
        _refuse("rules.games_per_match", "must be between 1 and 99")
    if rules.tiebreakers is not UNSET:
        _check_chain(rules.tiebreakers)
    if rules.floor is not UNSET and rules.floor is not None and not 0 <= rules.floor <= 1:
        _refuse("rules.floor", "must be between 0 and 1")
    if rules.swiss_rounds is not None and not 0 <= rules.swiss_rounds <= MAX_ROUNDS:
        _refuse("rules.swiss_rounds", f"must be between 0 and {MAX_ROUNDS}")
    if rules.pod_points is not UNSET:
        _check_pod_points(rules.pod_points)
    if rules.table_ranges is not UNSET:
        _check_ranges(rules.table_ranges)
    until = rules.clubs_apart.until_round if isinstance(rules.clubs_apart, ClubsApart) else None
    if until is not None and not 0 <= until <= MAX_ROUNDS:
        _refuse("rules.clubs_apart.until_round", f"must be a round between 0 and {MAX_ROUNDS}, or null")


def _check_ranges(ranges: tuple[TableRange, ...]) -> None:
    for at, one in enumerate(ranges):
        place = f"rules.table_ranges[{at}]"
        if not one.name.strip() or len(one.name) > LONGEST_RANGE:
            _refuse(f"{place}.name", f"must have between 1 and {LONGEST_RANGE} characters")
        if not 1 <= one.first <= one.last <= MAX_TABLE:
            _refuse(f"{place}.last", f"must be a table from the first on, and at most {MAX_TABLE}")
        for other in ranges[:at]:
            if other.name == one.name:
                _refuse(f"{place}.name", f"{one.name!r} stands there twice")
            if other.first <= one.last and one.first <= other.last:
                _refuse(f"{place}.first", f"it has tables of {other.name!r}")


def _check_points(points: Points) -> None:
    for name in ("win", "draw", "loss", "bye"):
        value = getattr(points, name)
        if value is not UNSET:
            _check_number(f"rules.points.{name}", value)
    if points.win is not UNSET and points.win <= 0:
        _refuse("rules.points.win", "must be more than nothing")


def _check_chain(tiebreakers: tuple[str, ...]) -> None:
    for at, name in enumerate(tiebreakers):
        _check_named(f"rules.tiebreakers[{at}]", name, TIEBREAKERS)
    twice = _first_double(tiebreakers)
    if twice is not None:
        _refuse("rules.tiebreakers", f"{twice!r} stands there twice")


def _check_pod_points(pod_points: dict[str, tuple[Number, ...]]) -> None:
    for size, points in pod_points.items():
        place = f"rules.pod_points[{size!r}]"
        if size != str(len(points)) or len(points) < 3:
            _refuse(place, "must name a pod's size, three or more, and give as many numbers")
        for value in points:
            _check_number(place, value)


def _check_named(place: str, name: str, known: Container[str]) -> None:
    if name not in known:
        _refuse(place, f"invalid enum value {name!r}")


def _check_entrants(entrants: tuple[Entrant, ...], ranges: set[str]) -> set[str]:
    known: set[str] = set()
    for at, entrant in enumerate(entrants):
        if not entrant.id or len(entrant.id) > LONGEST_ID:
            _refuse(f"entrants[{at}].id", f"must have between 1 and {LONGEST_ID} characters")
        if entrant.id in known:
            _refuse(f"entrants[{at}].id", f"{entrant.id!r} is there twice")
        known.add(entrant.id)
    for at, entrant in enumerate(entrants):
        _check_entrant(f"entrants[{at}]", entrant, known, ranges)
    return known


def _check_entrant(place: str, entrant: Entrant, known: set[str], ranges: set[str]) -> None:
    for name in ("dropped_after", "disqualified_after"):
        after = getattr(entrant, name)
        if after is not None and not 0 <= after <= MAX_ROUNDS:
            _refuse(f"{place}.{name}", f"must be a round between 0 and {MAX_ROUNDS}, or null")
    if not 1 <= entrant.entered_before <= MAX_ROUNDS:
        _refuse(f"{place}.entered_before", f"must be a round between 1 and {MAX_ROUNDS}")
    for first, last in entrant.absences:
        if not 1 <= first <= last <= MAX_ROUNDS:
            _refuse(f"{place}.absences", f"[{first}, {last}] is no span of rounds")
    for number in entrant.awarded_byes:
        if not 1 <= number <= MAX_ROUNDS:
            _refuse(f"{place}.awarded_byes", f"{number} is no round")
    _check_forbidden(f"{place}.forbidden", entrant, known)
    if entrant.fixed_table is not None and not 1 <= entrant.fixed_table <= MAX_TABLE:
        _refuse(f"{place}.fixed_table", "must be a table number from 1 on")
    if entrant.table_range is not UNSET and entrant.table_range not in ranges:
        _refuse(f"{place}.table_range", f"{entrant.table_range!r} is not among the table ranges")
    if entrant.rating is not None:
        _check_number(f"{place}.rating", entrant.rating)
    for at, adjustment in enumerate(entrant.adjustments):
        if not 0 <= adjustment.round <= MAX_ROUNDS:
            _refuse(f"{place}.adjustments[{at}].round", f"{adjustment.round} is no round")
        _check_number(f"{place}.adjustments[{at}].match_points", adjustment.match_points)


def _check_forbidden(place: str, entrant: Entrant, known: set[str]) -> None:
    for strength in ("absolute", "weak"):
        for other in getattr(entrant.forbidden, strength):
            if other not in known:
                _refuse(f"{place}.{strength}", f"{other!r} is not among the entrants")
            if other == entrant.id:
                _refuse(f"{place}.{strength}", f"{other!r} is the entrant himself")
    until = entrant.forbidden.until_round
    if isinstance(until, int) and not 0 <= until <= MAX_ROUNDS:
        _refuse(f"{place}.until_round", f"must be a round between 0 and {MAX_ROUNDS}, or null")


def _check_rounds(event: EventFile, stages: dict[str, int], known: set[str]) -> None:
    if len(event.rounds) > MAX_ROUNDS:
        _refuse("rounds", f"there are more than {MAX_ROUNDS}")
    late = {entrant.id for entrant in event.entrants if entrant.entered_before > 1}
    stage_before = 0
    for at, played in enumerate(event.rounds):
        place = f"rounds[{at}]"
        if played.number != at + 1:
            _refuse(f"{place}.number", f"round {played.number} is out of order, {at + 1} was expected")
        stage = stages.get(played.stage)
        if stage is None:
            _refuse(f"{place}.stage", f"{played.stage!r} is not among the stages")
        if stage < stage_before:
            _refuse(f"{place}.stage", f"{played.stage!r} comes before a stage that had begun")
        stage_before = stage
        _check_seating(place, played.matches, known)
        for number, match in enumerate(played.matches):
            if match.result is not None:
                _check_result(f"{place}.matches[{number}]", match, event.rules)
        check_stage_of_round(place, played, event.stages[stage], late, event.rules, first=stage == 0)


def _check_seating(place: str, matches: tuple[Match, ...], known: set[str]) -> None:
    seated: set[str] = set()
    for number, match in enumerate(matches):
        here = f"{place}.matches[{number}]"
        if not match.seats:
            _refuse(f"{here}.seats", "nobody sits there")
        if match.table is not None and not 1 <= match.table <= 1_000_000:
            _refuse(f"{here}.table", "must be a table number from 1 on, or null")
        for seat in match.seats:
            if seat not in known:
                _refuse(f"{here}.seats", f"{seat!r} is not among the entrants")
            if seat in seated:
                _refuse(f"{here}.seats", f"{seat!r} is seated twice in this round")
            seated.add(seat)


def _check_result(place: str, match: Match, rules: Rules) -> None:
    result, size = match.result, len(match.seats)
    if result == "bye":
        if size != 1:
            _refuse(f"{place}.result", "a bye has one seat")
    elif result == "double_loss":
        if size != 2:
            _refuse(f"{place}.result", "a double loss has two seats")
    elif isinstance(result, Result):
        if size == 1:
            _refuse(f"{place}.result", "one seat alone can only have a bye")
        _check_facts(f"{place}.result", result, match.seats)
        if size > 2 and rules.pod_points is not UNSET and str(size) not in rules.pod_points:
            _refuse(f"{place}.seats", f"rules.pod_points has no line for {size} seats")


def _check_facts(place: str, result: Result, seats: tuple[str, ...]) -> None:
    if result.winner is UNSET and result.ranking is None:
        _refuse(place, "says neither winner nor ranking")
    if isinstance(result.winner, str) and result.winner not in seats:
        _refuse(f"{place}.winner", f"{result.winner!r} does not sit at this table")
    if result.ranking is not None:
        ranked = [seat for group in result.ranking for seat in group]
        if sorted(ranked) != sorted(seats):
            _refuse(f"{place}.ranking", "must name everybody at the table once")
        if not all(result.ranking):
            _refuse(f"{place}.ranking", "a place is empty")
    if result.games is not None:
        if len(seats) != 2:
            _refuse(f"{place}.games", "games are counted for two seats only")
        if not all(0 <= games <= 1000 for games in result.games):
            _refuse(f"{place}.games", "must be three numbers from 0 to 1000")
    for name in ("scores", "tiebreakers"):
        for seat, value in (getattr(result, name) or {}).items():
            if seat not in seats:
                _refuse(f"{place}.{name}", f"{seat!r} does not sit at this table")
            _check_number(f"{place}.{name}[{seat!r}]", value)


def _check_number(place: str, value: Number) -> None:
    if not abs(value) <= MAX_POINTS:
        _refuse(place, f"must be a number between -{MAX_POINTS} and {MAX_POINTS}")


def _first_double(names: Iterable[str]) -> str | None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None
