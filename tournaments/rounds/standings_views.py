"""Standings and the working behind each figure."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.errors import NotFound
from tournaments.kept_standings.kept import chain_of, finished_round, kept_of, table_after, written_record
from tournaments.kept_standings.rule_changes import rule_changes
from tournaments.kept_standings.snapshots import nobody_keeps, standings_are_due
from tournaments.kept_standings.standings import working as working_of_entrant
from tournaments.models.events import Event, State
from tournaments.models.rounds import Round, RoundState, StandingsSnapshot
from tournaments.now import now
from tournaments.pages.event_request import EventRequest, event_view
from tournaments.stages.queries import stages_of, title_of
from tournaments.standings.profiles import profile_choices
from tournaments.tables.lines import newest_round
from tournaments.tables.played import matches_played

Row = dict[str, Any]
PAGE = 100


def kept_rows(
    event: Event, number: int | None = None
) -> tuple[Round | None, StandingsSnapshot | None, list[Row]]:
    """The standings as kept after a finished round (the newest by default): codes and values. Nothing while those of
    many are being worked out, which takes a second; where nobody does that they are made here.

    Raises NotFound for a round that is not finished.
    """
    round = finished_round(event, number)
    if round is None and number is not None:
        raise NotFound(_("That round is not finished."))
    if round is None:
        return None, None, []
    kept = kept_of(round)
    if kept is None and not nobody_keeps(event, now()):
        return round, None, []
    return round, kept, table_after(event, round, kept)


def with_entrants(event: Event, kept: StandingsSnapshot | None, rows: Sequence[Row]) -> list[Row]:
    """Rows with what is shown of the entrants put back and the values in the order of the chain."""
    if not rows:
        return []
    entrants = event.entrants.values_list("pk", "code", "name", "status", named=True)
    if len(rows) <= PAGE:
        entrants = entrants.filter(code__in=[row["entrant"] for row in rows])
    by_code = {entrant.code: entrant for entrant in entrants}
    chain = chain_of(kept, rows)
    played = _stages_played(event)
    return [
        {
            "place": row["place"],
            "entrant": by_code[row["entrant"]],
            "values": [(name, row["values"].get(name)) for name in chain],
            "stage": played.get(row.get("stage", ""), ""),
            "record": written_record(row),
        }
        for row in rows
    ]


def _stages_played(event: Event) -> dict[str, str]:
    """The names of the stages by their codes, at a finished event of several; else nothing. Standings kept before
    there were stages name none."""
    if event.state != State.FINISHED:
        return {}
    stages = stages_of(event)
    return {stage.code: title_of(stage) for stage in stages} if len(stages) > 1 else {}


def kept_standings(
    event: Event, number: int | None = None, most: int | None = None
) -> tuple[Round | None, StandingsSnapshot | None, list[Row]]:
    """Both: the first so many, or all. Raises NotFound for a round that is not finished."""
    round, kept, rows = kept_rows(event, number)
    return round, kept, with_entrants(event, kept, rows[:most])


def _relied_on(kept: StandingsSnapshot) -> dict[str, Any]:
    """The choices that the standings follow, the set of rules by its title."""
    titles = dict(profile_choices())
    said = kept.said_rules
    return {name: titles.get(text, text) if name == "profile" else text for name, text in said.items()}


def _round_on(event: Event) -> Round | None:
    """The round that is published or played now."""
    newest = newest_round(event)
    return newest if newest is not None and newest.state != RoundState.FINISHED else None


@require_GET
@event_view()
def standings(request: EventRequest, number: int | None = None) -> HttpResponse:
    """The table after a finished round; every figure leads to its working."""
    round, kept, table = kept_rows(request.event, number)
    words = request.http.GET.get("q", "").strip()[:100].casefold()
    if words:
        fit = {
            code
            for code, name in request.event.entrants.values_list("code", "name")
            if words in name.casefold()
        }
        table = [row for row in table if row["entrant"] in fit]
    page = Paginator(table, PAGE).get_page(request.http.GET.get("page"))
    rows = with_entrants(request.event, kept, list(page.object_list))
    own = request.mine.code if request.mine is not None else ""
    at = next((n for n, row in enumerate(table) if row["entrant"] == own), None) if own else None
    chain = chain_of(kept, table)
    return request.show(
        "tournaments/standings/table.html",
        round=round,
        kept=kept,
        rows=rows,
        page=page,
        own_place=table[at]["place"] if at is not None else None,
        own_page=at // PAGE + 1 if at is not None else None,
        chain=chain,
        words=words,
        here=request.http.path,
        on=_round_on(request.event),
        due=standings_are_due(request.event),
        rule_changes=rule_changes(request.event) if kept else [],
        relied_on=_relied_on(kept) if kept else {},
        rounds=list(request.event.rounds.filter(state=RoundState.FINISHED).order_by("number")),
    )


@require_GET
@event_view()
def working(request: EventRequest, number: int, entrant_id: int) -> HttpResponse:
    """What one entrant played, and the working of every figure: opponents, values, what was floored or left out, the
    rule."""
    entrant = request.event.entrants.filter(pk=entrant_id).select_related("user").first()
    if entrant is None:
        raise NotFound(_("There is no such player in this event."))
    its_working = working_of_entrant(request.event, entrant, number)
    met = {part["opponent"] for figure in its_working["values"].values() for part in figure["parts"]}
    by_code = {each.code: each for each in request.event.entrants.filter(code__in=met - {None})}
    figures = [
        {
            "name": name,
            "value": figure["value"],
            "rule": figure["rule"],
            "parts": [{**part, "opponent": by_code.get(part["opponent"])} for part in figure["parts"]],
        }
        for name, figure in its_working["values"].items()
    ]
    return request.show(
        "tournaments/standings/working.html",
        round_number=number,
        entrant=entrant,
        place=its_working.get("place"),
        figures=figures,
        matches=matches_played(entrant, number),
    )
