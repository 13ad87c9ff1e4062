"""The bracket of a stage as it stands: worked out once until a fact of the event changes, and its picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournaments.fact_memory import FactMemory
from tournaments.live.queries import versions_of
from tournaments.live.versions import as_mark
from tournaments.messages import Message
from tournaments.models.stages import Stage
from tournaments.stage_pages.cells import Cell, Filled, fill, heading
from tournaments.stage_pages.drawing import picture
from tournaments.stage_pages.places import turn_of
from tournaments.stage_pages.reading import read_stage
from tournaments.stage_pages.windows import windows
from tournaments.structures.elimination.draw import Place

#: Brackets and drawings in memory. A drawing of 128 has some hundred thousand characters.
BRACKETS, DRAWINGS, CHARACTERS = 20, 60, 8_000_000
#: What fits on a sheet of A4 across, and on the wall: matches below each other, and rounds.
PAPER, WALL = (16, 5), (4, 3)
#: With more parts than this the wall has the pairings alone.
WALL_PARTS = 4
GOING = frozenset({"coming", "published", "playing", "contested"})

_filled: FactMemory[Filled] = FactMemory(BRACKETS)
_drawings: FactMemory[SafeString] = FactMemory(DRAWINGS, CHARACTERS, len)


@dataclass(frozen=True)
class RoundList:
    """A round of the bracket as the list beside the picture has it."""

    title: Message
    cells: list[Cell]


def bracket_stands(stage: Stage) -> bool:
    """Whether the stage is an elimination whose first round is published."""
    return stage.eliminates and stage.entrants is not None


def filled_bracket(stage: Stage) -> Filled:
    """The bracket of a stage whose first round is published."""
    key = (stage.pk, as_mark(versions_of(stage.event_id)))
    return _filled.get(key, lambda: fill(read_stage(stage)))


def drawing_of(stage: Stage, size: str, mine: str = "") -> SafeString:
    """The picture of the whole bracket; the reader's own matches are marked."""
    filled = filled_bracket(stage)
    own = mine if stage.entrants and mine in stage.entrants else ""
    key = (stage.pk, as_mark(versions_of(stage.event_id)), size, own, get_language())
    return _drawings.get(key, lambda: picture(filled, size, own))


def rounds_listed(filled: Filled) -> list[RoundList]:
    """The matches of the bracket round by round, in the order in which they are numbered; byes last in each."""
    lists: dict[tuple[str, int], list[Cell]] = {}
    for cell in sorted(filled.drawn(), key=lambda cell: turn_of(cell.place, filled.bracket.depth)):
        lists.setdefault((cell.place.side, cell.place.round), []).append(cell)
    return [
        RoundList(
            heading(cells[0].place, filled.bracket), sorted(cells, key=lambda cell: cell.number is None)
        )
        for cells in lists.values()
    ]


def paper_parts(filled: Filled) -> list[SafeString]:
    """The bracket on sheets: whole where it fits on one."""
    return [picture(filled, shown=shown) for shown in paper_windows(filled)]


def paper_windows(filled: Filled) -> list[frozenset[Place] | None]:
    """The places on each sheet of paper; None for all of them."""
    if len(filled.bracket.draw) <= PAPER[0]:
        return [None]
    parts = [places for places in windows(filled.bracket, *PAPER) if _any(filled, places)]
    return [frozenset(places) for places in parts]


def wall_parts(filled: Filled) -> list[SafeString]:
    """From the round that is played on, large enough for the wall; nothing where that takes too many parts."""
    parts = windows(filled.bracket, *WALL, start=_present_rounds(filled))
    drawn = [places for places in parts if _any(filled, places)]
    if len(drawn) > WALL_PARTS:
        return []
    return [picture(filled, "fit", shown=frozenset(places)) for places in drawn]


def _any(filled: Filled, places: list[Place]) -> bool:
    return any(place in filled.cells and filled.cells[place].state != "void" for place in places)


def _present_rounds(filled: Filled) -> Mapping[str, int]:
    """The first round of each side with a match to be played. A side that is over is left out while the other goes on;
    of a bracket that is over the last rounds are shown."""
    going, last = {}, {}
    for side in ("winners", "losers"):
        last[side] = max((place.round for place in filled.cells if place.side == side), default=0)
        rounds = [
            place.round for place, cell in filled.cells.items() if place.side == side and cell.state in GOING
        ]
        if rounds:
            going[side] = min(rounds)
    over = {side: last[side] + 1 if going else max(1, last[side] - 1) for side in last}
    return over | going
