"""`manage.py rejudge EVENT|PATH... [--rules EDITION] [--processes N] [--json]`: logs judged anew."""

import os
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
from django.core.management.base import CommandParser
from django.db import connections

from referee.files import log_files, whole_number
from referee.logs.storage import body
from referee.models.records import Record
from referee.rejudging.of_files import Told, Wanted, lost, rejudge_file
from referee.rejudging.places import Places, places_if_adopted
from referee.rejudging.processes import answers
from rules.kernel.editions import DAY, edition_named
from rules.kernel.errors import LogError
from rules.registry import games, load, title
from tournaments.commands import INTERNAL, USAGE, BadInput
from tournaments.commands import Command as BaseCommand
from tournaments.models.events import Event

#: as a shell says that Ctrl-C ended a command
INTERRUPTED = 130
MAX_PROCESSES = 256
#: the word of an event in its address
SLUG = re.compile(r"[-a-zA-Z0-9_]{1,80}")
#: so many changed entries of a log are named to a person
NAMED = 5


class Command(BaseCommand):
    help = (
        "Judges logs anew and says what comes out differently: from what the rules they name give, or from what is "
        "stored in their header as “judged”. Ends with 0 when nothing would differ, 1 when something would."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "paths",
            nargs="+",
            metavar="EVENT|PATH",
            help="a log, or a folder of them (*.jsonl); else an event of this site, by the word in its address",
        )
        parser.add_argument(
            "--rules",
            metavar="EDITION",
            help="by this edition, or that of a day (2026-11-21)",
        )
        parser.add_argument(
            "--processes", type=whole_number, metavar="N", help="at work at once (default: the processors)"
        )
        parser.add_argument("--json", action="store_true", dest="as_json", help="print the result as JSON")

    def run(self, **options: Any) -> int:
        edition, processes = options["rules"], options["processes"]
        if edition is not None and not _is_known(edition):
            raise BadInput(f"--rules: no rules are called “{edition[:40]}”; there are: {'; '.join(_known())}")
        if processes is not None and not 1 <= processes <= MAX_PROCESSES:
            raise BadInput(f"--processes: from 1 to {MAX_PROCESSES}")
        begun = time.monotonic()
        wanted = list(_wanted(options["paths"], edition))
        # the processes share no connection with this one
        connections.close_all()
        try:
            told = answers(rejudge_file, wanted, processes or _processors(), lost)
        except KeyboardInterrupt:
            self.stderr.write("Interrupted: nothing is told of any log.")
            return INTERRUPTED
        places = _places(wanted, told)
        seconds = time.monotonic() - begun
        if options["as_json"]:
            self.write_json(_as_json(told, seconds) | _places_as_json(places))
        else:
            self._say(told, places, seconds)
        return _code(told)

    def _say(self, told: Sequence[Told], places: Mapping[str, Places], seconds: float) -> None:
        for one in told:
            if one.problem:
                self.stderr.write(f"{one.log}: {one.problem}")
            for line in _in_words(one):
                self.stderr.write(f"{one.log}: {line}")
        for event, of_event in places.items():
            for line in _places_in_words(of_event):
                self.stderr.write(f"{event}: {line}")
        differ = sum(one.rejudged.differs for one in told)
        failed = sum(bool(one.problem) for one in told)
        count = "1 log" if len(told) == 1 else f"{len(told)} logs"
        self.stderr.write(
            f"{count} in {seconds:.1f} s: {differ} would differ, {failed} could not be judged",
            self.style.NOTICE,
        )


def _wanted(names: Sequence[str], edition: str | None) -> Iterator[Wanted]:
    """The logs of files and folders; then those of the events that are named. Raises ``BadInput``."""
    paths = [name for name in names if Path(name).exists()]
    events = [name for name in names if name not in paths and SLUG.fullmatch(name)]
    others = [name for name in names if name not in events]
    if others:
        yield from (Wanted(str(path), edition) for path in log_files(others))
    for name in dict.fromkeys(events):
        event = Event.objects.filter(slug=name).first()
        if event is None:
            raise BadInput(f"{name}: there is no such file, and no such event")
        yield from _of_event(event, edition)


def _of_event(event: Event, edition: str | None) -> Iterator[Wanted]:
    """The standing logs of an event."""
    records = Record.objects.filter(match__round__event=event, replaced_at=None).order_by("pk")
    for record in records.select_related("match__round").iterator(chunk_size=200):
        match = record.match
        seat = f", seat {record.seat}" if record.seat else ""
        name = (
            f"{event.slug}: round {match.round.number}, table {match.table}, game {record.game_number}{seat}"
        )
        yield Wanted(name, edition, body(record), record.outcome, event.slug, record.pk)


def _places(wanted: Sequence[Wanted], told: Sequence[Told]) -> dict[str, Places]:
    """For each event that was named, the places that would be others if all outcomes that differ were adopted."""
    differ: dict[str, dict[int, Any]] = {}
    for one, answer in zip(wanted, told, strict=True):
        if one.event:
            of_event = differ.setdefault(one.event, {})
            if answer.rejudged.other_outcome:
                of_event[one.record] = answer.rejudged.outcome_now
    return {slug: places_if_adopted(Event.objects.get(slug=slug), report) for slug, report in differ.items()}


def _places_as_json(places: Mapping[str, Places]) -> dict[str, object]:
    """Beside what is told of logs, where an event was named."""
    if not places:
        return {}
    return {
        "places": [
            {
                "event": slug,
                "after_round": report.after_round,
                "so_far": report.so_far,
                "moved": [
                    {"entrant": each.entrant, "name": each.name, "before": each.before, "now": each.after}
                    for each in report.moved
                ],
                "unsettled": report.unsettled,
            }
            for slug, report in places.items()
        ]
    }


def _places_in_words(report: Places) -> Iterator[str]:
    """A line for each entrant who would have another place."""
    when = f"after round {report.after_round}" + (" as far as it is played" if report.so_far else "")
    for each in report.moved:
        before, after = (place or "none" for place in (each.before, each.after))
        yield f"{when}, the place of {each.name} would be {after}, is {before}"
    if report.unsettled:
        yield f"{report.unsettled} of the outcomes that differ alone make no result"


def _is_known(edition: str) -> bool:
    """Whether a game has rules of this name, or on this day."""
    if DAY.fullmatch(edition):
        try:
            date.fromisoformat(edition)
        except ValueError:
            return False
    for game in games():
        try:
            return bool(edition_named(load(game), edition))
        except LogError:
            continue
    return False


def _known() -> Iterator[str]:
    """Every game's editions, in words."""
    for game in games():
        yield f"{title(game)} {', '.join(load(game).editions)}"


def _processors() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _as_json(told: Sequence[Told], seconds: float) -> dict[str, object]:
    return {
        "logs": len(told),
        "differ": [
            {
                "log": one.log,
                "entries": list(one.rejudged.entries),
                "outcome": {"before": one.rejudged.outcome_before, "now": one.rejudged.outcome_now},
            }
            for one in told
            if one.rejudged.differs
        ],
        "failed": [{"log": one.log, "message": one.problem} for one in told if one.problem],
        "seconds": round(seconds, 3),
    }


def _in_words(one: Told) -> Iterator[str]:
    """What would differ of one log, a line each; what only follows from a stop is counted."""
    follows = {"not_reached"}
    entries = one.rejudged.entries
    named = [entry for entry in entries if not follows & {entry.before, entry.now}]
    for entry in named[:NAMED]:
        rule = f" ({entry.rule})" if entry.rule else ""
        yield f"entry {entry.n} was {entry.before}, is {entry.now}{rule}"
    more = len(entries) - len(named[:NAMED])
    if more:
        yield f"and {more} more entries, those before or after a stop among them"
    if one.rejudged.other_outcome:
        before, now = (
            _outcome(outcome) for outcome in (one.rejudged.outcome_before, one.rejudged.outcome_now)
        )
        yield f"the outcome was {before}, is {now}"


def _outcome(outcome: dict[str, Any] | None) -> str:
    return "none" if outcome is None else msgspec.json.encode(outcome).decode()


def _code(told: Sequence[Told]) -> int:
    """1 where something would differ; else whether a file, or the program, is at fault."""
    if any(one.rejudged.differs for one in told):
        return 1
    if any(one.ours for one in told):
        return INTERNAL
    return USAGE if any(one.problem for one in told) else 0
