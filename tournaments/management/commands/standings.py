"""`standings EVENT [--json] [--explain ENTRANT]`: the table of an event file, or one entrant's working."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.core.management.base import CommandParser

from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand
from tournaments.facts import EventFile, EventFileError
from tournaments.management.commands._event_files import event_at, in_columns
from tournaments.standings import (
    Standings,
    Working,
    standings_json,
    standings_of,
    working_json,
    working_of,
)


class Command(BaseCommand):
    help = "The standings of an event file; with --explain how each figure of one entrant came about."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="an event file (JSON)")
        parser.add_argument("--json", action="store_true", help="answer in JSON")
        parser.add_argument("--explain", metavar="ENTRANT", help="the id of an entrant")

    def run(self, **options: Any) -> int | None:
        event = event_at(options["event"])
        explain: str | None = options["explain"]
        try:
            asked = standings_of(event) if explain is None else working_of(event, explain)
        except EventFileError as error:
            raise BadInput(f"{options['event']}: {error}") from None
        if isinstance(asked, Standings):
            told, text = standings_json(asked), _table(asked, event)
        else:
            told, text = working_json(asked), _explained(asked)
        if options["json"]:
            self.write_json(told)
        else:
            self.stdout.write(text)
        return None


def _table(standings: Standings, event: EventFile) -> str:
    names = {entrant.id: entrant.name or entrant.id for entrant in event.entrants}
    several = len({row.stage for row in standings.rows}) > 1
    rows = [["place", "entrant", *standings.tiebreakers, *(["stage"] if several else [])]]
    for row in standings.rows:
        figures = [_shown(row.values[name]) for name in standings.tiebreakers]
        stage = [row.stage] if several else []
        rows.append([str(row.place), f"{row.entrant} {names[row.entrant]}", *figures, *stage])
    relied = standings.relied_on
    return f"{in_columns(rows)}\n\nAfter round {standings.after_round}. Rules: {relied['edition']}."


def _explained(working: Working) -> str:
    place = "not in the table" if working.place is None else f"place {working.place}"
    lines = [f"{working.entrant}, {place}, after round {working.after_round}"]
    for name, figure in working.values.items():
        lines += ["", f"{name}: {_shown(figure.value)}", f"  {figure.rule}"]
        for part in figure.parts:
            where = f"round {part.round}" if part.round is not None else "event"
            against = f" {part.opponent}" if part.opponent is not None else ""
            note = f" ({part.note})" if part.note else ""
            lines.append(f"  {where}{against}: {_shown(part.value)}{note}")
    return "\n".join(lines)


def _shown(value: Fraction | None) -> str:
    if value is None:
        return "-"
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.4f}"
