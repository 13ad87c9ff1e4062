"""A part of the site as a process of its own: `python -m config.launch.child pages HOST PORT`."""

import os
import sys

from config.launch.lifeline import end_with_launcher


def main(arguments: list[str]) -> None:
    """Runs one part until it is told to end: `pages HOST PORT`, `stream HOST PORT` or `runner`."""
    end_with_launcher()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    part = arguments[0]
    if part == "runner":
        from config.runner import main as run

        run()
    else:
        serve(part, arguments[1], int(arguments[2]))


def serve(part: str, host: str, port: int) -> None:
    """Runs granian for the pages (WSGI, two threads) or for the event stream (ASGI)."""
    from granian import Granian
    from granian.constants import Interfaces
    from granian.log import LogLevels

    pages = part == "pages"
    Granian(
        target=f"config.launch.{part}:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI if pages else Interfaces.ASGINL,
        workers=1,
        blocking_threads=2 if pages else 1,
        backpressure=64 if pages else 4000,
        websockets=False,
        log_level=LogLevels.warning,
        process_name=f"first-blood {part}",
        workers_kill_timeout=2,
    ).serve()


if __name__ == "__main__":
    main(sys.argv[1:])
