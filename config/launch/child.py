"""A part of the site as a process of its own: `python -m config.launch.child pages HOST PORT`."""

import contextlib
import os
import sys

from config.launch.lifeline import end_with_launcher

# Connections a server holds at once, at work or not: one more is not answered before another closes, and a phone
# keeps its own open while its page is looked at.
MOST_CONNECTIONS = 4000


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

    allow_files(MOST_CONNECTIONS + 200)
    pages = part == "pages"
    Granian(
        target=f"config.launch.{part}:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI if pages else Interfaces.ASGINL,
        workers=1,
        blocking_threads=2 if pages else 1,
        backpressure=MOST_CONNECTIONS,
        websockets=False,
        log_level=LogLevels.warning,
        process_name=f"first-blood {part}",
        workers_kill_timeout=2,
    ).serve()


def allow_files(wanted: int) -> None:
    """Lets this process have so many files open, as far as the machine allows: a connection is one."""
    if sys.platform == "win32":
        return  # it counts no files
    import resource

    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if now != resource.RLIM_INFINITY and now < wanted:
        limit = wanted if most == resource.RLIM_INFINITY else min(wanted, most)
        # macOS says that it sets no limit and refuses more than its own.
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(now, limit), most))


if __name__ == "__main__":
    main(sys.argv[1:])
