"""Standings and the working behind each figure."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from tournaments.entrants.models import Entrant
from tournaments.errors import NotFound
from tournaments.events.models import Event, Profile
from tournaments.events.queries import rule_changes
from tournaments.pages.here import Here, event_view
from tournaments.rounds.models import Round, RoundState, StandingsSnapshot
from tournaments.rounds.snapshots import standings_are_due
from tournaments.rounds.standings import working as working_of_entrant


def kept_standings(
    event: Event, number: int | None = None
) -> tuple[Round | None, StandingsSnapshot | None, list[Any]]:
    """The standings as kept after a finished round (the newest by default), with the entrants put back.

    Raises NotFound for a round that is not finished.
    """
    finished = event.rounds.filter(state=RoundState.FINISHED)
    found = finished.order_by("-number").first() if number is None else finished.filter(number=number).first()
    if found is None:
        if number is not None:
            raise NotFound(_("That round is not finished."))
        return None, None, []
    kept = StandingsSnapshot.objects.filter(round=found, replaced_at=None).first()
    if kept is None:
        return found, None, []
    by_code = {entrant.code: entrant for entrant in event.entrants.all()}
    rows = [
        {"place": row["place"], "entrant": by_code[row["entrant"]], "values": _in_order(row["values"], kept)}
        for row in kept.table
    ]
    return found, kept, rows


def _in_order(values: dict[str, Any], kept: StandingsSnapshot) -> list[tuple[str, Any]]:
    return [(name, values.get(name)) for name in kept.rules.get("tiebreakers", values)]


def _relied_on(rules: dict[str, Any]) -> dict[str, Any]:
    """What the standings follow, the set of rules by its title."""
    titles = dict(Profile.choices)
    return {
        name: titles.get(text, text) if name == "profile" else text
        for name, text in rules.items()
        if name != "tiebreakers"
    }


@require_GET
@event_view()
def standings(here: Here, number: int | None = None) -> HttpResponse:
    """The table after a finished round; every figure leads to its working."""
    found, kept, rows = kept_standings(here.event, number)
    words = here.request.GET.get("q", "").strip()[:100].casefold()
    if words:
        rows = [row for row in rows if words in row["entrant"].name.casefold()]
    chain = kept.rules.get("tiebreakers", []) if kept else []
    return here.show(
        "tournaments/standings/table.html",
        round=found,
        kept=kept,
        rows=rows,
        chain=chain,
        words=words,
        due=standings_are_due(here.event),
        rule_changes=rule_changes(here.event) if kept else [],
        relied_on=_relied_on(kept.rules) if kept else {},
        rounds=list(here.event.rounds.filter(state=RoundState.FINISHED).order_by("number")),
    )


@require_GET
@event_view()
def working(here: Here, number: int, entrant_id: int) -> HttpResponse:
    """How every figure of one entrant came about: opponents, values, what was floored or left out, the rule."""
    entrant = here.event.entrants.filter(pk=entrant_id).first()
    if entrant is None:
        raise NotFound(_("There is no such player in this event."))
    found = working_of_entrant(here.event, entrant, number)
    by_code: dict[str, Entrant] = {each.code: each for each in here.event.entrants.all()}
    figures = [
        {
            "name": name,
            "value": figure["value"],
            "rule": figure["rule"],
            "parts": [{**part, "opponent": by_code.get(part["opponent"])} for part in figure["parts"]],
        }
        for name, figure in found["values"].items()
    ]
    return here.show(
        "tournaments/standings/working.html",
        round_number=number,
        entrant=entrant,
        place=found.get("place"),
        figures=figures,
    )
