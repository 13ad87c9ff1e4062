"""Exports as CSV: standings, entrants, results. Cells that a spreadsheet would run are made harmless.

The API sends them with a byte order mark: without one, Excel on Windows reads UTF-8 as Latin-1.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence

from tournaments.access import Actor
from tournaments.events.queries import as_read_by, journal_of
from tournaments.kept_standings.standings import standings_kept
from tournaments.matches.queries import rounds_of
from tournaments.models.events import Event
from tournaments.outcomes.outcome import words_of
from tournaments.roster.queries import entrants_of
from tournaments.tables.seated import results_by_match, tables_of


def standings_csv(event: Event, after_round: int | None = None) -> str:
    """The table after a finished round: place, entrant, name, one column a tiebreaker."""
    rows = standings_kept(event, after_round)
    names = list(rows[0]["values"]) if rows else list(event.tiebreakers)
    lines = [[row["place"], row["entrant"], row["name"], *row["values"].values()] for row in rows]
    return _csv(["place", "entrant", "name", *names], lines)


def entrants_csv(event: Event, for_staff: bool = False) -> str:
    """The entrants of the event. For staff with rating, seed, club, address and fixed table."""
    columns = ["entrant", "name", "status", "dropped_after"]
    more = ["rating", "list_seed", "club", "email", "fixed_table", "entered_before", "missed_rounds_as"]
    own = more if for_staff else []
    lines = entrants_of(event).values_list("code", "name", "status", "dropped_after", *own)
    return _csv([*columns, *own], lines)


def results_csv(event: Event) -> str:
    """Every match of the published rounds with its result."""
    lines: list[list[object]] = []
    for round in rounds_of(event):
        results = results_by_match(round, "outcome", "provenance")
        for table in tables_of(round):
            outcome, provenance = results.get(table.match, (None, ""))
            names = {player.letter: player.name for player in table.players}
            said = "Bye" if table.is_bye else words_of(outcome, names) if outcome is not None else ""
            lines.append(
                [
                    round.number,
                    table.number,
                    " / ".join(player.code for player in table.players),
                    " / ".join(names.values()),
                    "decided" if table.is_bye else table.state,
                    said,
                    provenance,
                ]
            )
    return _csv(["round", "table", "entrants", "names", "state", "result", "provenance"], lines)


def log_csv(event: Event, actor: Actor) -> str:
    """The event's journal, oldest first: for staff everything, for others what the event's page shows."""
    lines = [
        [entry.at.isoformat(timespec="seconds"), entry.by, entry.kind, entry.text, entry.reason]
        for entry in as_read_by(actor, event, journal_of(event, actor).reverse())
    ]
    return _csv(["at", "by", "kind", "text", "reason"], lines)


def _csv(header: list[str], lines: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(header)
    for line in lines:
        writer.writerow([_harmless(cell) for cell in line])
    return out.getvalue()


#: Where a spreadsheet may see a formula begin: in front, and, where it splits at semicolons or tabs as it does in
#: many countries, after one of those. The signs of full width count as their narrow ones there.
_FORMULA = re.compile(r"""(^|[;,\t\r\n]["'\s]*)(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r])""")


#: What such a beginning needs: a text without any of it is harmless, and most are.
_SIGNS = frozenset("=+-@\uff1d\uff0b\uff0d\uff20\t\r")


def _harmless(cell: object) -> object:
    if isinstance(cell, str):
        return cell if _SIGNS.isdisjoint(cell) else _FORMULA.sub(r"\1'", cell)
    return "" if cell is None else cell
