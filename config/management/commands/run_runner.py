"""`manage.py run_runner`: goes through the timetable here, for who runs neither Celery nor `run.py serve`."""

from typing import Any

from config.runner import main
from tournaments.commands import Command as BaseCommand


class Command(BaseCommand):
    help = "Runs the timetable (time called, unchallenged results, disputes) until it is stopped."

    def run(self, **options: Any) -> None:
        main()
