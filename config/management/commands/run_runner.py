"""`manage.py run_runner`: goes through the timetable here, for who runs neither Celery nor `run.py serve`."""

from typing import Any

from config.commands import Command as BaseCommand
from config.runner import main


class Command(BaseCommand):
    help = "Runs the timetable (time called, unchallenged results, disputes) until it is stopped."

    def run(self, **options: Any) -> None:
        main()
