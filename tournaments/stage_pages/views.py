"""The page of a stage: its bracket, its cross tables, its pods, or who is in before it begins."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.errors import NotFound
from tournaments.kept_standings.kept import finished_round, kept_of, table_after
from tournaments.models.events import Event
from tournaments.models.stages import Stage, StageKind
from tournaments.pages.event_request import EventRequest, event_view, whole_number
from tournaments.stage_pages.brackets import (
    bracket_stands,
    drawing_of,
    filled_bracket,
    paper_parts,
    rounds_listed,
)
from tournaments.stage_pages.crosstable import CrossTable, Points, cross_tables
from tournaments.stage_pages.cut import cut_of
from tournaments.stage_pages.drawing import SIZES
from tournaments.stage_pages.pods import pods_of
from tournaments.stage_pages.reading import read_stage
from tournaments.stages.queries import stage_on, stages_of, title_of
from tournaments.stages.titles import round_names, structure_words

#: Tables of pods, and rows of cross tables, on one page. A group that has more rows is spread over pages.
PODS, ROWS = 40, 400
#: Groups of so many are shown on the page of the event and on the wall.
SMALL = 8


def stage_in(event: Event, code: str) -> Stage:
    """A stage that stands. Raises NotFound."""
    for stage in stages_of(event):
        if stage.code == code:
            stage.event = event
            return stage
    raise NotFound(_("There is no such stage in this event."))


@require_GET
@event_view()
def stage_page(request: EventRequest, code: str) -> HttpResponse:
    """A stage as everybody may see it: nothing of a round that is not published."""
    stage = stage_in(request.event, code)
    wanted = request.http.GET.get("size", "")
    size = wanted if wanted in SIZES or wanted == "fit" else "normal"
    return request.show("tournaments/stages/stage.html", **stage_context(request, stage, size), size=size)


@require_GET
@event_view()
def print_stage(request: EventRequest, code: str) -> HttpResponse:
    """The same on paper: a large bracket in parts, one a sheet."""
    stage = stage_in(request.event, code)
    context = stage_context(request, stage, "fit", paper=True)
    if context["part"] == "bracket":
        context["parts"] = paper_parts(filled_bracket(stage))
    return request.show("tournaments/stages/print.html", **context, still=True)


def stage_context(
    request: EventRequest, stage: Stage, size: str = "normal", paper: bool = False
) -> dict[str, Any]:
    """The context of one part of a page about a stage; `part` says which."""
    event = request.event
    stages = stages_of(event)
    context: dict[str, Any] = {
        "stage": stage,
        "stage_title": title_of(stage),
        "structure": structure_words(event, stage),
        "stages": [(each.code, title_of(each)) for each in stages],
        "on_now": stage_on(event).pk == stage.pk,
    }
    if bracket_stands(stage):
        filled = filled_bracket(stage)
        own = request.mine.code if request.mine is not None else ""
        champion = next(
            (
                side.name
                for cell in filled.cells.values()
                for side in cell.sides
                if side.code and side.code == filled.champion
            ),
            "",
        )
        return context | {
            "part": "bracket",
            "drawing": "" if paper else drawing_of(stage, size, own),
            "lists": rounds_listed(filled),
            "own_code": own,
            "champion": champion,
        }
    read = read_stage(stage)
    if not read.rounds:
        if stage.number > 1:
            return context | {
                "part": "cut",
                "cut": cut_of(event, stage),
                "before": title_of(stages[stage.number - 2]),
            }
        return context | {"part": "soon"}
    if stage.kind == StageKind.ROUND_ROBIN:
        return context | {"part": "cross", **_cross(request, stage, paper)}
    if stage.kind == StageKind.PODS:
        return context | {"part": "pods", **_pods(request, stage, paper)}
    return context | {
        "part": "swiss",
        "rounds": read.rounds,
        "round_names": round_names(event, stage, [each.number for each in read.rounds]),
    }


def picture_of(request: EventRequest, stage: Stage) -> dict[str, Any]:
    """The part of the event's page about the stage that is on: the bracket, or small cross tables; else nothing."""
    if bracket_stands(stage):
        own = request.mine.code if request.mine is not None else ""
        return {"drawing": drawing_of(stage, "normal", own)}
    return {"cross": small_tables(request.event, stage)}


def small_tables(event: Event, stage: Stage, most: int = SMALL) -> list[CrossTable]:
    """The cross tables of a round robin whose first round is published, where they are few and small."""
    if stage.kind != StageKind.ROUND_ROBIN or stage.entrants is None:
        return []
    small = stage.groups <= 4 and len(stage.entrants) <= most * stage.groups
    return tables_of_groups(event, stage) if small else []


def points_of(event: Event) -> Points:
    """The points for matches of the event."""
    return Points(Fraction(event.points_win), Fraction(event.points_draw), Fraction(event.points_loss))


def tables_of_groups(event: Event, stage: Stage) -> list[CrossTable]:
    """The groups of a round robin as they stand."""
    round = finished_round(event)
    rows = table_after(event, round, kept_of(round)) if round is not None else []
    order = {row["entrant"]: at for at, row in enumerate(rows)}
    return cross_tables(read_stage(stage), points_of(event), order)


def _cross(request: EventRequest, stage: Stage, paper: bool) -> dict[str, Any]:
    """The groups, so many rows a page; the heads of the columns are those of the whole group."""
    tables = tables_of_groups(request.event, stage)
    lines = [(table, row) for table in tables for row in table.rows]
    most = max((len(table.rows) for table in tables), default=1)
    page = Paginator(lines, len(lines) or 1 if paper else max(10, ROWS * 10 // max(1, most)))
    shown = page.get_page(request.http.GET.get("page"))
    groups: list[dict[str, Any]] = []
    for table, row in shown.object_list:
        if not groups or groups[-1]["table"] is not table:
            groups.append({"table": table, "rows": []})
        groups[-1]["rows"].append(row)
    return {"groups": groups, "several": len(tables) > 1, "page": shown}


def _pods(request: EventRequest, stage: Stage, paper: bool) -> dict[str, Any]:
    """The tables of one round: the newest, or the one that is asked for."""
    read = read_stage(stage)
    numbers = [each.number for each in read.rounds]
    asked = request.http.GET.get("round")
    number = whole_number(asked, _("The round")) if asked else numbers[-1]
    if number not in numbers:
        raise NotFound(_("This round is not published."))
    pods, byes = pods_of(request.event, read, number)
    page = Paginator(pods, len(pods) or 1 if paper else PODS).get_page(request.http.GET.get("page"))
    names = round_names(request.event, stage, numbers)
    return {
        "pods": page.object_list,
        "byes": byes,
        "page": page,
        "number": number,
        "round_names": names,
        "round_name": dict(names)[number],
    }
