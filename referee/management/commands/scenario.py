"""`manage.py scenario PATH... [--strict] [--json]`: runs scenarios, files or whole folders."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from referee.files import log_files, read_file
from rules.kernel.errors import LogError
from rules.kernel.log import game_of
from rules.kernel.scenario import Failure, Result, judge_scenario, scenario_json
from rules.registry import load
from tournaments.commands import USAGE, BadInput
from tournaments.commands import Command as BaseCommand


class Command(BaseCommand):
    help = "Runs scenarios. Ends with 0, or 1 when an expectation does not hold, or 64 when a file cannot be read."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a scenario, or a folder of them")
        parser.add_argument("--json", action="store_true", dest="as_json", help="print the results as JSON")
        parser.add_argument(
            "--strict",
            action="store_true",
            help="an entry without an expectation that stays undetermined fails too",
        )

    def run(self, **options: Any) -> int:
        results: list[tuple[str, Result]] = []
        unreadable = False
        named = {Path(name) for name in options["paths"]}
        for path in log_files(options["paths"]):
            try:
                data = read_file(str(path))
                result = judge_scenario(load(game_of(data)), data, options["strict"])
            except LogError as error:
                result = Result((Failure(error.line, f"cannot be read: {error.message}"),))
                unreadable = True
            except BadInput as error:
                result = Result((Failure(0, str(error)),))
                unreadable = True
            results.append((path.name.removesuffix(".jsonl"), result))
            self._say(path, result, whole=path in named)
        out = scenario_json(results)
        if options["as_json"]:
            self.write_json(out)
        else:
            self.stderr.write(_summary(out), self.style.NOTICE)
        return USAGE if unreadable else int(out["failed"] > 0)

    def _say(self, path: Path, result: Result, whole: bool) -> None:
        """Print the result of one scenario: of a file named by itself also which rules were broken as expected."""
        lines = [(failure.line, failure.message) for failure in result.failures]
        if whole:
            failed = {line for line, _ in lines}
            lines += [
                (broken.line, f"illegal{broken.why}") for broken in result.broken if broken.line not in failed
            ]
            lines += [(line, "stayed undetermined") for line in result.open if line not in failed]
        number = {line: n for n, line in enumerate(result.entries, 1)}
        for line, message in sorted(lines):
            entry = f" [entry {number[line]}]" if line in number else ""
            self.stderr.write(f"{path}:{line}: {message}{entry}")


def _summary(out: dict[str, Any]) -> str:
    count = out["undetermined"]
    entries = "1 entry" if count == 1 else f"{count} entries"
    return f"{out['passed']} passed, {out['failed']} failed; {entries} without an expectation stayed undetermined"
