"""Exports as tables: entrants, deck lists, pairings, results, standings, the log. Each is made once, as plain rows, and
written as CSV or as JSON. Cells that a spreadsheet would run are made harmless in CSV.

The API sends CSV with a byte order mark: without one, Excel on Windows reads UTF-8 as Latin-1.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import msgspec
from django.db.models import QuerySet

from tournaments.access import Actor, may
from tournaments.adjustments.queries import adjustments_of
from tournaments.decks.publication import published_lists
from tournaments.events.queries import as_read_by, journal_of
from tournaments.kept_standings.standings import standings_kept
from tournaments.matches.queries import rounds_of
from tournaments.models.deck_checks import DeckCheck
from tournaments.models.decks import DeckList
from tournaments.models.events import Event
from tournaments.outcomes.outcome import words_of
from tournaments.penalties.queries import penalties_for
from tournaments.prizes.queries import prizes_of
from tournaments.roster.queries import entrants_of
from tournaments.tables.seated import pairings_of, results_by_match, tables_of


@dataclass(frozen=True)
class Rows:
    """A table to be written: the names of its columns, and its lines."""

    columns: list[str]
    lines: list[list[Any]]


def standings_rows(event: Event, after_round: int | None = None) -> Rows:
    """The table after a finished round: place, entrant, name, one column a tiebreaker; then matches won, lost and
    drawn, empty where tables are pods."""
    rows = standings_kept(event, after_round)
    names = list(rows[0]["values"]) if rows else list(event.tiebreakers)
    record = ["won", "lost", "drawn"]
    lines = [
        [
            *(row[name] for name in ("place", "entrant", "name")),
            *row["values"].values(),
            *((row["record"] or {}).get(name) for name in record),
        ]
        for row in rows
    ]
    return Rows(["place", "entrant", "name", *names, *record], lines)


def entrants_rows(event: Event, for_staff: bool = False) -> Rows:
    """The entrants of the event. For staff with rating, seed, club, address and fixed table."""
    columns = ["entrant", "name", "status", "dropped_after"]
    more = ["rating", "list_seed", "club", "email", "fixed_table", "table_range", "paid_at", "entered_before"]
    more += ["missed_rounds_as"]
    own = more if for_staff else []
    lines = entrants_of(event).values_list("code", "name", "status", "dropped_after", *own)
    return Rows([*columns, *own], [list(line) for line in lines])


def pairings_rows(event: Event) -> Rows:
    """Who sits where in the published rounds, a line for each seat. `starts` is empty where the higher seed chooses."""
    lines: list[list[Any]] = []
    for round in rounds_of(event):
        paired = pairings_of(round)
        for table in tables_of(round):
            how = paired[table.match]
            bracket = how["bracket"] or {}
            place = [bracket.get("side"), bracket.get("round"), bracket.get("slot")]
            for player in table.players:
                starts = (player.letter == how["starts"]) if how["starts"] else None
                who = [player.letter, player.code, player.name]
                lines.append(
                    [round.number, round.stage.code, table.number, *who, starts, table.is_bye, *place]
                )
    columns = ["round", "stage", "table", "seat", "entrant", "name", "starts", "bye"]
    return Rows([*columns, "bracket_side", "bracket_round", "bracket_slot"], lines)


def results_rows(event: Event) -> Rows:
    """Every match of the published rounds with its result."""
    lines: list[list[Any]] = []
    for round in rounds_of(event):
        results = results_by_match(round, "provenance")
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
    return Rows(["round", "table", "entrants", "names", "state", "result", "provenance"], lines)


def adjustments_rows(event: Event) -> Rows:
    """Match points given or taken, with their reasons, which everybody may read."""
    lines: list[list[Any]] = [
        [row.round_number, row.entrant.code, row.entrant.name, row.match_points, row.reason, row.by, row.at]
        for row in adjustments_of(event)
    ]
    return Rows(["round", "entrant", "name", "match_points", "reason", "by", "at"], lines)


def penalties_rows(event: Event, actor: Actor) -> Rows:
    """Every row of the event's penalties, also those that were replaced; none of a table at which the reader plays."""
    columns = [
        "number",
        "round",
        "table",
        "entrant",
        "name",
        "infraction",
        "penalty",
        "by_policy",
        "time",
        "game",
    ]
    more = ["minutes", "note", "reason", "by", "at", "replaces", "stands"]
    lines: list[list[Any]] = [
        [
            row.pk,
            row.match.round.number if row.match else None,
            row.match.table if row.match else None,
            *(
                row.entrant.code,
                row.entrant.name,
                row.infraction,
                row.penalty,
                row.by_policy,
                row.time,
                row.game,
            ),
            *(row.minutes, row.note, row.reason, row.by, row.at, row.replaces_id),
            row.replaced_at is None and not row.taken_back,
        ]
        for row in penalties_for(actor, event)
    ]
    return Rows([*columns, *more], lines)


def decks_rows(event: Event, actor: Actor) -> Rows:
    """A line for each card of the deck lists that the reader may see: all for judges who do not play, for others those
    that are published."""
    return rows_of_lists(decks_for(event, actor))


def rows_of_lists(decks: QuerySet[DeckList]) -> Rows:
    """The same of these lists."""
    lines = [
        [deck.entrant.code, deck.entrant.name, deck.state, deck.at, section, card, count]
        for deck in decks.iterator(chunk_size=500)
        for section, card, count in _cards_of(deck.body)
    ]
    return Rows(["entrant", "name", "check", "handed_in", "section", "card", "count"], lines)


def decks_for(event: Event, actor: Actor) -> QuerySet[DeckList]:
    """The standing deck lists that the reader may see, by the names of their players."""
    if not may(actor, "export_decks", event):
        return published_lists(event, by=actor)
    return all_lists(event)


def all_lists(event: Event) -> QuerySet[DeckList]:
    """All that stand, by the names of their players."""
    standing = DeckList.objects.filter(entrant__event=event, replaced_at=None)
    return standing.select_related("entrant").order_by("entrant__name", "pk")


def _cards_of(body: dict[str, Any]) -> Iterator[tuple[str, str, int]]:
    """Section, card and count of each line; a card that is named by more than its title as JSON."""
    for section, lines in body.get("sections", {}).items():
        for line in lines:
            card = line["card"]
            title = card if isinstance(card, str) else msgspec.json.encode(card).decode()
            yield section, title, line.get("count", 1)


def deck_checks_rows(event: Event, actor: Actor) -> Rows:
    """Every deck check with what was found in each deck, also what was corrected; a check without a finding is a line
    of its own."""
    lines: list[list[Any]] = []
    checks = DeckCheck.objects.filter(match__round__event=event).select_related("match__round")
    for check in checks.prefetch_related("findings__entrant").order_by("pk"):
        begun = [check.pk, check.match.round.number, check.match.table, check.by, check.at]
        ended = [check.ended_by, check.ended_at, check.minutes]
        for one in check.findings.all() or [None]:
            finding: list[Any] = [None] * 8
            if one is not None:
                said = [one.outcome, one.extra, one.note, one.by, one.at]
                finding = [one.entrant.code, one.entrant.name, *said, one.replaced_at is None]
            lines.append([*begun, *ended, *finding])
    columns = ["check", "round", "table", "by", "at", "ended_by", "ended_at", "minutes"]
    return Rows(
        [*columns, *("entrant", "name", "outcome", "extra", "note", "found_by", "found_at", "stands")], lines
    )


def prizes_rows(event: Event) -> Rows:
    """Who wins what by the newest standings, a line for each player; those who share a place share its prizes."""
    lines: list[list[Any]] = [
        [won.place, name, None if won.each is None else str(won.each), "; ".join(won.what)]
        for won in prizes_of(event)
        for name in won.names
    ]
    return Rows(["place", "name", "amount", "what"], lines)


def log_rows(event: Event, actor: Actor) -> Rows:
    """The event's journal, oldest first: for staff everything, for others what the event's page shows."""
    lines = [
        [entry.at, entry.by, entry.kind, entry.text, entry.reason]
        for entry in as_read_by(actor, event, journal_of(event, actor).reverse())
    ]
    return Rows(["at", "by", "kind", "text", "reason"], lines)


def as_csv(rows: Rows) -> str:
    """The table as CSV."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(rows.columns)
    for line in rows.lines:
        writer.writerow([_harmless(_plain(cell)) for cell in line])
    return out.getvalue()


def as_json(name: str, rows: Rows) -> bytes:
    """The table as JSON: below its name an object for each line."""
    lines = [dict(zip(rows.columns, (_plain(cell) for cell in line), strict=True)) for line in rows.lines]
    return msgspec.json.encode({name: lines})


def _plain(cell: Any) -> Any:
    """A time, and a text that may be translated, as plain texts."""
    if isinstance(cell, datetime):
        return cell.isoformat(timespec="seconds")
    return str(cell) if isinstance(cell, str) else cell


#: Where a spreadsheet may see a formula begin: in front, and, where it splits at semicolons or tabs as it does in
#: many countries, after one of those. The signs of full width count as their narrow ones there.
_FORMULA = re.compile(r"""(^|[;,\t\r\n]["'\s]*)(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20\t\r])""")


#: What such a beginning needs: a text without any of it is harmless, and most are.
_SIGNS = frozenset("=+-@\uff1d\uff0b\uff0d\uff20\t\r")


def _harmless(cell: object) -> object:
    if isinstance(cell, str):
        return cell if _SIGNS.isdisjoint(cell) else _FORMULA.sub(r"\1'", cell)
    return "" if cell is None else cell
