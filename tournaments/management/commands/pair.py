"""`pair EVENT [--json]`: the next round of an event file."""

from __future__ import annotations

import time
from typing import Any

from django.core.management.base import CommandParser

from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand
from tournaments.facts import Bracket, EventFileError
from tournaments.management.commands._event_files import event_at, in_columns
from tournaments.pairing import (
    OVER,
    PROMISES,
    PairedMatch,
    Pairing,
    PairingRefused,
    pair_next_round,
    pairing_json,
)


class Command(BaseCommand):
    help = "Pairs the next round of the current stage and says which promise was relaxed for whom."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("event", metavar="EVENT", help="an event file (JSON)")
        parser.add_argument("--json", action="store_true", help="answer in JSON")

    def run(self, **options: Any) -> int | None:
        event = event_at(options["event"])
        began = time.perf_counter()
        try:
            pairing = pair_next_round(event)
        except (PairingRefused, EventFileError) as error:
            raise BadInput(f"{options['event']}: {error}") from None
        seconds = time.perf_counter() - began
        if options["json"]:
            self.write_json(pairing_json(pairing, seconds))
        else:
            self.stdout.write(_told(pairing, seconds))
        return None


def _told(pairing: Pairing, seconds: float) -> str:
    lines = [f"Round {pairing.round}, stage {pairing.stage}"]
    if pairing.over:
        lines.append(OVER[pairing.over_because])
    if pairing.matches:
        lines.append(in_columns([["table", "seats", ""], *map(_row, pairing.matches)]))
    if pairing.byes:
        lines.append(f"Bye: {', '.join(pairing.byes)}")
    if pairing.unpaired:
        lines.append(f"Without an opponent: {', '.join(pairing.unpaired)}")
    for relaxed in pairing.relaxed:
        lines.append(f"Relaxed for {', '.join(relaxed.entrants)}: {PROMISES[relaxed.promise]}")
    cost = float(pairing.cost.squared_difference)
    lines.append(f"Sum of squared differences: {cost:g}. Took {seconds:.3f} s.")
    return "\n".join(lines)


def _row(match: PairedMatch) -> list[str]:
    """The table, who sits there, and what is to be said of it: its place in a bracket, why it is as it is."""
    said = list(match.reasons)
    if isinstance(match.bracket, Bracket):
        side = match.bracket.side.replace("_", " ")
        said.insert(0, f"{side}, round {match.bracket.round}, slot {match.bracket.slot}")
    table = "-" if match.table is None else str(match.table)
    alone = " (bye)" if len(match.seats) == 1 else ""
    return [table, " - ".join(match.seats) + alone, ", ".join(said)]
