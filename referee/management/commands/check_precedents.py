"""`manage.py check_precedents [--json]`: judges every precedent by the rules of today."""

from typing import Any

from django.core.management.base import CommandParser

from referee.models.precedents import Precedent
from referee.precedents.checking import check_precedent, newest_checks
from rules.registry import known
from tournaments.commands import Command as BaseCommand
from tournaments.now import now


class Command(BaseCommand):
    help = "Judges all precedents by the rules of today and lists what changed. Ends with 0, or 1: some do not hold."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", dest="as_json", help="print the result as JSON")

    def run(self, **options: Any) -> int:
        rows: list[dict[str, object]] = []
        count = 0
        precedents = Precedent.objects.select_related("event").order_by("pk")
        for precedent in precedents.iterator(chunk_size=200):
            if known(precedent.game) is None:
                continue
            count += 1
            before = newest_checks([precedent.pk]).get(precedent.pk)
            held = before is None or not before.failures
            check = check_precedent(precedent, now=now())
            if held and not check.failures:
                continue
            rows.append(
                {
                    "game": precedent.game,
                    "name": precedent.name,
                    "event": precedent.event.slug if precedent.event else None,
                    "before": "holds" if held else "fails",
                    "now": "fails" if check.failures else "holds",
                    "failures": check.failures,
                }
            )
        failed = sum(row["now"] == "fails" for row in rows)
        if options["as_json"]:
            self.write_json(
                {
                    "precedents": count,
                    "failed": failed,
                    "changed": [row for row in rows if row["before"] != row["now"]],
                    "still_failing": [row for row in rows if row["before"] == row["now"]],
                }
            )
        else:
            self._tell(rows, count, failed)
        return int(failed > 0)

    def _tell(self, rows: list[dict[str, Any]], count: int, failed: int) -> None:
        said = {
            ("holds", "fails"): "no longer holds",
            ("fails", "holds"): "holds again",
            ("fails", "fails"): "still does not hold",
        }
        for row in rows:
            why = "; ".join(row["failures"])
            self.stderr.write(
                f"{row['game']} {row['name']}: {said[row['before'], row['now']]}{': ' if why else ''}{why}"
            )
        self.stderr.write(f"{count - failed} hold, {failed} do not", self.style.NOTICE)
