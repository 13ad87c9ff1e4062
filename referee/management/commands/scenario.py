"""`manage.py scenario PATH... [--json]`: runs scenarios, files or whole folders."""

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser

from config.commands import USAGE, BadInput
from config.commands import Command as BaseCommand
from referee.files import read_file
from rules.kernel.errors import LogError
from rules.kernel.log import game_of
from rules.kernel.scenario import Failure, run_scenario
from rules.registry import load


class Command(BaseCommand):
    help = "Runs scenarios. Ends with 0, or 1 when an expectation does not hold, or 64 when a file cannot be read."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("paths", nargs="+", metavar="PATH", help="a scenario, or a folder of them")
        parser.add_argument("--json", action="store_true", dest="as_json", help="print the results as JSON")

    def run(self, **options: Any) -> int:
        rows: list[dict[str, Any]] = []
        unreadable = False
        for path in scenario_files(options["paths"]):
            try:
                data = read_file(str(path))
                failures = run_scenario(load(game_of(data)), data)
            except LogError as error:
                failures = [Failure(error.line, f"cannot be read: {error.message}")]
                unreadable = True
            except BadInput as error:
                failures = [Failure(0, str(error))]
                unreadable = True
            rows.append(_row(path, failures))
            for failure in failures:
                self.stderr.write(f"{path}:{failure.line}: {failure.message}")
        failed = sum(1 for row in rows if not row["ok"])
        if options["as_json"]:
            self.write_json({"scenarios": rows, "passed": len(rows) - failed, "failed": failed})
        else:
            self.stderr.write(f"{len(rows) - failed} passed, {failed} failed", self.style.NOTICE)
        return USAGE if unreadable else int(failed > 0)


def scenario_files(names: list[str]) -> list[Path]:
    """Every file named, and every ``.jsonl`` below the folders named, each once. Raises ``BadInput``."""
    found: dict[Path, Path] = {}
    for name in names:
        path = Path(name)
        if path.is_dir():
            inside = sorted(path.rglob("*.jsonl"))
            if not inside:
                raise BadInput(f"{name}: there is no scenario (*.jsonl) in this folder")
        elif path.exists():
            inside = [path]
        else:
            raise BadInput(f"{name}: there is no such file")
        for file in inside:
            found.setdefault(file.resolve(), file)
    return list(found.values())


def _row(path: Path, failures: list[Failure]) -> dict[str, Any]:
    return {
        "id": path.name.removesuffix(".jsonl"),
        "ok": not failures,
        "failures": [{"line": failure.line, "message": failure.message} for failure in failures],
    }
