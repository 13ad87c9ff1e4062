"""Do the stages of an event and the matches of their rounds fit what each kind of stage allows?"""

from __future__ import annotations

from typing import NoReturn

from rules.registry import known
from tournaments.facts.errors import EventFileError
from tournaments.facts.structs import (
    AnyResult,
    Bracket,
    Entrant,
    EventFile,
    Match,
    Result,
    Round,
    Rules,
    Stage,
)
from tournaments.standings.chain import ELIMINATION_KINDS, OPEN_KINDS

MAX_STAGES = 20
MAX_ROUNDS = 1_000
MAX_SIZE = 1_000_000
LONGEST_NAME = 50
TIEBREAKS = ("higher_seed", "lot", "judge")
"""Last tiebreaks of every game; a game may have more of its own."""


def check_stages(event: EventFile, known_ids: set[str]) -> dict[str, int]:
    """The place of every stage by its id. Raises EventFileError at the first thing that cannot be."""
    places: dict[str, int] = {}
    for at, stage in enumerate(event.stages):
        if stage.id in places:
            _refuse(f"stages[{at}].id", f"{stage.id!r} is there twice")
        places[stage.id] = at
        _check_numbers(f"stages[{at}]", stage)
        _check_entrants(f"stages[{at}].entrants", stage, known_ids)
        _check_choices(f"stages[{at}]", stage, event, first=at == 0)
        if at and stage.size is not None:
            _check_groups(f"stages[{at}].size", stage.size, event.stages[at - 1])
    if not 1 <= len(places) <= MAX_STAGES:
        _refuse("stages", f"an event needs at least one stage, and has at most {MAX_STAGES}")
    return places


def _refuse(place: str, reason: str) -> NoReturn:
    raise EventFileError(place, reason)


def _check_numbers(place: str, stage: Stage) -> None:
    most = stage.pod_size if stage.pod_size is not None else MAX_SIZE
    bounds = (
        ("size", stage.size, 2, MAX_SIZE),
        ("games_per_match", stage.games_per_match, 1, 99),
        ("rounds", stage.rounds, 0, MAX_ROUNDS),
        ("legs", stage.legs, 1, 10),
        ("groups", stage.groups, 1, 1_000),
        ("pod_size", stage.pod_size, 3, 100),
        ("smallest", stage.smallest, 2, min(100, most)),
    )
    for name, value, least, greatest in bounds:
        if value is not None and not least <= value <= greatest:
            _refuse(f"{place}.{name}", f"must be between {least} and {greatest}")
    if stage.smallest is None and stage.pod_size is not None and stage.pod_size < 3:
        _refuse(f"{place}.pod_size", "must be at least as many as the smallest table has")


def _check_entrants(place: str, stage: Stage, known_ids: set[str]) -> None:
    seen: set[str] = set()
    for at, entrant in enumerate(stage.entrants or ()):
        if entrant not in known_ids:
            _refuse(f"{place}[{at}]", f"{entrant!r} is not among the entrants")
        if entrant in seen:
            _refuse(f"{place}[{at}]", f"{entrant!r} is there twice")
        seen.add(entrant)


def _check_choices(place: str, stage: Stage, event: EventFile, *, first: bool) -> None:
    if stage.kind in ELIMINATION_KINDS and stage.draws:
        _refuse(f"{place}.draws", "there are no draws in an elimination")
    if stage.third_place and stage.kind != "single_elimination":
        _refuse(f"{place}.third_place", "only a single elimination has a match for the third place")
    tiebreak = stage.last_tiebreak
    if tiebreak is None:
        return
    engine = known(event.game)
    offered = (*TIEBREAKS, *(engine.event_rules.last_tiebreaks if engine is not None else ()))
    if tiebreak not in offered:
        _refuse(f"{place}.last_tiebreak", f"{tiebreak!r} is none of {', '.join(offered)}")
    if tiebreak == "higher_seed" and first and event.rules.first_round == "random":
        _refuse(f"{place}.last_tiebreak", "higher_seed cannot decide where the seeds are drawn")


def _check_groups(place: str, size: int, before: Stage) -> None:
    if before.kind == "round_robin" and size % before.groups:
        _refuse(
            place, f"the {before.groups} groups of {before.id!r} cannot give the same number each to {size}"
        )


def check_stage_of_round(
    place: str, played: Round, stage: Stage, late: set[str], rules: Rules, first: bool
) -> None:
    """Raises EventFileError where a match of the round is none of its stage. `late` may come into it on the way."""
    inside = (
        None if stage.entrants is None else {*stage.entrants, *(late if stage.kind in OPEN_KINDS else ())}
    )
    for at, match in enumerate(played.matches):
        here = f"{place}.matches[{at}]"
        if inside is not None:
            for seat in match.seats:
                if seat not in inside:
                    _refuse(f"{here}.seats", f"{seat!r} is not in the stage {stage.id!r}")
        _check_bracket(f"{here}.bracket", match, stage)
        _check_seats(f"{here}.seats", len(match.seats), stage)
        _check_decided(f"{here}.result", match.result, drawn=first and rules.first_round == "random")
        _check_draw(f"{here}.result", match, stage)


def _check_bracket(place: str, match: Match, stage: Stage) -> None:
    if stage.kind in ELIMINATION_KINDS:
        if not isinstance(match.bracket, Bracket):
            _refuse(place, f"is missing: {stage.id!r} is a {stage.kind} stage")
    elif isinstance(match.bracket, Bracket):
        _refuse(place, f"{stage.id!r} is a {stage.kind} stage and has no bracket")


def _check_seats(place: str, seats: int, stage: Stage) -> None:
    if stage.kind in ELIMINATION_KINDS and seats > 2:
        _refuse(place, "a match of an elimination has two seats, or one for a bye")
    if stage.kind == "round_robin" and seats != 2:
        _refuse(place, "a match of a round robin has two seats; who sits out is in no match")


def _check_decided(place: str, result: AnyResult, *, drawn: bool) -> None:
    if not isinstance(result, Result) or not isinstance(result.decided_by, str):
        return
    if not isinstance(result.winner, str):
        _refuse(f"{place}.decided_by", "a match that a tiebreak decided has a winner")
    if not 1 <= len(result.decided_by) <= LONGEST_NAME:
        _refuse(f"{place}.decided_by", f"must have between 1 and {LONGEST_NAME} characters")
    if drawn and result.decided_by == "higher_seed":
        _refuse(f"{place}.decided_by", "higher_seed cannot decide where the seeds are drawn")


def _check_draw(place: str, match: Match, stage: Stage) -> None:
    if not is_drawn(match.result):
        return
    if stage.kind in ELIMINATION_KINDS:
        _refuse(place, "a match of an elimination has a winner: a draw is not possible")
    if stage.draws is False:
        _refuse(place, f"the stage {stage.id!r} has no draws")


def is_drawn(result: AnyResult) -> bool:
    """Whether nobody at the table came before anybody else."""
    if not isinstance(result, Result):
        return False
    if result.ranking is not None:
        return len(result.ranking) == 1
    return result.winner is None


def check_coming_in(event: EventFile, places: dict[str, int]) -> None:
    """Awarded byes and late entries belong to rounds of Swiss and pods stages. Raises EventFileError elsewhere."""
    stage_of = {played.number: event.stages[places[played.stage]] for played in event.rounds}
    begun = max((places[played.stage] for played in event.rounds), default=0)
    none_open = next(
        (None for stage in event.stages[begun:] if stage.kind in OPEN_KINDS), event.stages[begun]
    )
    for at, entrant in enumerate(event.entrants):
        for place, number, what in _comings(entrant):
            stage = stage_of.get(number, none_open)
            if stage is not None and stage.kind not in OPEN_KINDS:
                _refuse(
                    f"entrants[{at}].{place}",
                    f"{what} in round {number}, and {stage.id!r} is a {stage.kind} stage, which has none",
                )


def _comings(entrant: Entrant) -> list[tuple[str, int, str]]:
    comings = [("awarded_byes", number, "an awarded bye") for number in entrant.awarded_byes]
    if entrant.entered_before > 1:
        comings.append(("entered_before", entrant.entered_before, "a late entry"))
    return comings
