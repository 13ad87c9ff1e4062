"""`manage.py align LOG LOG [--json] [--out FILE]`: two logs of one game beside each other."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from referee.files import read_file
from referee.replays.text import STATUS
from rules.alignment.align import Alignment, align
from rules.alignment.report import alignment_json
from rules.kernel.errors import LogError
from rules.kernel.game import Game
from rules.kernel.log import Log, game_of, read_log
from rules.kernel.selfplay import log_bytes
from rules.registry import load
from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand


class Command(BaseCommand):
    help = (
        "Lays two logs of one game beside each other: what both tell, what one of them alone has, the first entries "
        "that cannot both stand; and merges them."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("first", metavar="LOG", help="a log file (JSON Lines)")
        parser.add_argument("second", metavar="LOG", help="another log of the same game")
        parser.add_argument("--json", action="store_true", help="one JSON object on standard output")
        parser.add_argument("--out", metavar="FILE", help="write the merged log there")

    def run(self, **options: Any) -> int:
        (game, first), (_, second) = _read(options["first"]), _read(options["second"])
        try:
            alignment = align(game, first, second)
        except LogError as error:
            raise BadInput(f"{options['first']}, {options['second']}: {error}") from None
        if options["out"] is not None:
            _write(options["out"], alignment.merged)
        if options["json"]:
            self.write_json(alignment_json(alignment))
        else:
            self.stderr.write("\n".join(_lines(alignment, (first, second))))
        return 0 if alignment.divergence is None else 1


def _read(name: str) -> tuple[Game, Log]:
    data = read_file(name)
    try:
        game = load(game_of(data))
        return game, read_log(data, game.all_verbs)
    except LogError as error:
        raise BadInput(f"{name}: {error}") from None


def _write(name: str, log: Log) -> None:
    try:
        Path(name).write_bytes(log_bytes(log))
    except (OSError, ValueError) as error:
        why = (getattr(error, "strerror", None) or str(error)).lower()
        raise BadInput(f"--out: {name} cannot be written ({why})") from None


def _lines(alignment: Alignment, logs: tuple[Log, Log]) -> Iterator[str]:
    """The alignment in words, one line for each thing worth knowing."""
    for which, log in zip(("first", "second"), logs, strict=True):
        if log.chain is not None:
            yield f"The chain of the {which} log is broken at entry {log.chain[0]}: {log.chain[1]}."
    yield f"{alignment.same} entries are in both logs; {alignment.bound} cards are named by one of them alone."
    alone = (("first", alignment.only_in_first), ("second", alignment.only_in_second))
    for which, numbers in alone:
        if numbers:
            yield f"Only in the {which} log: entry {', '.join(_stretches(numbers))}"
    divergence = alignment.divergence
    if divergence is None:
        yield "The logs tell the same."
    else:
        yield f"They part at entry {divergence.first} of the first and entry {divergence.second} of the second log."
        yield divergence.question
    yield f"Merged: {len(alignment.merged.entries)} entries. {STATUS[alignment.run.status()]}"


def _stretches(numbers: Sequence[int]) -> Iterator[str]:
    """Numbers in their order, those in a row as “3–7”."""
    for _, row in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        places = [number for _, number in row]
        yield str(places[0]) if len(places) == 1 else f"{places[0]}–{places[-1]}"
