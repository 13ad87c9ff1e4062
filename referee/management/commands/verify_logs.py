"""`manage.py verify_logs [PATH...] [--code CODE] [--json]`: whether the hash chains of logs hold."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from referee.files import read_file
from referee.logs.codes import read_code
from referee.logs.verification import Chain, all_stored, of_code, of_file, of_file_and_code, of_stored
from tournaments.commands import BadInput
from tournaments.commands import Command as BaseCommand


class Command(BaseCommand):
    help = "Checks the hash chains of logs (files, folders), or of all stored logs. Ends with 0, or 1: one is broken."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", metavar="PATH", nargs="*", help="a log, or a folder of them (*.jsonl)")
        parser.add_argument(
            "--code",
            metavar="CODE",
            help="the code of a log, as its page shows it: its stored log, or the files named, are held against it",
        )
        parser.add_argument("--json", action="store_true", dest="as_json", help="print the result as JSON")

    def run(self, **options: Any) -> int:
        paths = options["paths"]
        counts = {"sound": 0, "none": 0}
        faults: list[Chain] = []
        for chain in _wanted(paths, options["code"]):
            if chain.state in counts:
                counts[chain.state] += 1
            else:
                faults.append(chain)
        broken = [fault for fault in faults if fault.state != "sent_broken"]
        if options["as_json"]:
            self.write_json(
                {
                    "logs": sum(counts.values()) + len(faults),
                    "sound": counts["sound"],
                    "without_chain": counts["none"],
                    "broken": [_as_json(fault) for fault in broken],
                    "sent_broken": [_as_json(fault) for fault in faults if fault.state == "sent_broken"],
                }
            )
        else:
            for fault in faults:
                at = "" if fault.entry is None else f" at entry {fault.entry}"
                sent = " when it was sent" if fault.state == "sent_broken" else ""
                self.stderr.write(
                    f"{fault.log}: {fault.state.removeprefix('sent_')}{at}{sent}: {fault.message}"
                )
            self.stderr.write(
                f"{counts['sound']} sound, {counts['none']} without a chain, {len(broken)} broken",
                self.style.NOTICE,
            )
        return 1 if broken else 0


def _wanted(paths: list[str], code: str | None) -> Iterable[Chain]:
    """The chains of files, or of the stored log of a code, or of all stored logs."""
    if code is None:
        return _of_paths(paths, of_file) if paths else of_stored(all_stored())
    said = read_code(code)
    if said is None:
        raise BadInput(f"--code: “{code[:60]}” is no code of a log: a sign of it is wrong, or one is missing")
    if paths:
        return _of_paths(paths, lambda name, data: of_file_and_code(name, data, said))
    chain = of_code(said)
    if chain is None:
        raise BadInput("--code: this site has no log with this code")
    return [chain]


def _of_paths(paths: list[str], judge: Callable[[str, bytes], Chain]) -> Iterator[Chain]:
    """The logs of files and folders. A named file that is no log ends the command; in a folder it is a fault."""
    for name in paths:
        folder = Path(name)
        if folder.is_dir():
            for path in sorted(folder.rglob("*.jsonl")):
                yield judge(str(path), read_file(str(path)))
        else:
            chain = judge(name, read_file(name))
            if chain.state == "unreadable":
                raise BadInput(f"{name}: {chain.message}")
            yield chain


def _as_json(fault: Chain) -> dict[str, object]:
    return {"log": fault.log, "entry": fault.entry, "message": fault.message}
