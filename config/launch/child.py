"""A part of the site as a process of its own: `python -m config.launch.child pages HOST PORT`."""

import contextlib
import os
import shutil
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

from config.frames import with_room
from config.front.connections import MAX_CONNECTIONS, OTHER_FILES
from config.launch.lifeline import end_with_launcher
from config.launch.loading import CACHE_FILE
from config.launch.probe import all_answer

ROOT = Path(__file__).resolve().parent.parent.parent

# More than the listeners that the event stream takes (config.stream): who is one too many must be told so.
MAX_STREAMS = 6000

# Seconds after which a connection is closed on which no request begins, or none gets to the end of its headers.
SILENCE = 10

# Where prometheus_client looks for what the processes of a site counted.
FIGURES = "PROMETHEUS_MULTIPROC_DIR"

# Seconds for what is being answered when the site is told to end.
FINISHING = 20

# Seconds between two looks whether the pages answer for the first time.
LOADING = 1.0

# Processes that answer for the pages unless PAGES_PROCESSES says another number. Each keeps the replays of live tables
# for itself, and a third would take its turn from the runner and the stream.
MAX_PAGES = 2


def main(arguments: list[str]) -> None:
    """Runs one part until it is told to end: `pages HOST PORT`, `stream HOST PORT` or `runner`; or `jobs`, until
    nothing of them is due, or `backup`, once."""
    end_with_launcher()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    part = arguments[0]
    if part == "runner":
        from config.runner import main as run

        run()
    elif part == "jobs":
        work()
    elif part == "backup":
        back_up()
    else:
        serve(part, arguments[1], int(arguments[2]))


def work() -> None:
    """Does the chunks of jobs that are due, behind all that people wait for."""
    import django

    if hasattr(os, "nice"):
        os.nice(10)
    django.setup()
    from tournaments.jobs.working import work_for

    with_room(work_for)()


def back_up() -> None:
    """Makes the backup that is due, behind all that people wait for."""
    import django

    if hasattr(os, "nice"):
        os.nice(15)
    django.setup()
    from config.backups import tasks

    tasks.back_up()


def serve(part: str, host: str, port: int) -> None:
    """Runs granian for the pages (our front with two threads for Django in each of up to MAX_PAGES processes) or for
    the event stream (ASGI)."""
    from granian import Granian
    from granian.constants import HTTPModes, Interfaces
    from granian.http import HTTP1Settings
    from granian.log import LogLevels

    pages = part == "pages"
    most = MAX_CONNECTIONS if pages else MAX_STREAMS
    allow_files(most + OTHER_FILES)
    workers = pages_processes() if pages else 1
    if workers > 1:
        share_cache()
        if os.environ.get("METRICS_TOKEN"):
            share_figures()
    end_while_loading()
    server = Granian(
        target=f"config.launch.{part}:application",
        address=host,
        port=port,
        interface=Interfaces.RSGI if pages else Interfaces.ASGINL,
        # The other mode never closes a connection on which nothing comes.
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=SILENCE * 1000),
        workers=workers,
        backpressure=most,
        websockets=False,
        log_level=LogLevels.warning,
        process_name=f"first-blood {part}",
        # A stream never ends by itself: its clients come back to the next one.
        workers_kill_timeout=FINISHING if pages else 1,
    )
    if workers > 1:
        replace_who_dies(server, port)
    server.serve()


def replace_who_dies(server: Any, port: int) -> None:
    """As soon as the pages answer, a process of theirs that dies is replaced, and the others go on. One that dies
    before cannot be started: all end, and the launcher says so."""

    def wait() -> None:
        never = threading.Event()
        while True:
            # Slept first: a process that is forked now would keep a connection of this one.
            time.sleep(LOADING)
            if all_answer(port, "127.0.0.1", "/healthz", 1, SILENCE, never):
                break
        server.respawn_failed_workers = True

    threading.Thread(target=wait, name="first answer", daemon=True).start()


def end_while_loading() -> None:
    """Has a forked process that is told to end before it takes requests end at once. It would inherit a handler that
    only notes the signal for the process it comes from, and be waited for until FINISHING is over."""
    if not hasattr(os, "register_at_fork"):
        return  # nothing forks on Windows

    def as_usual() -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)

    os.register_at_fork(after_in_child=as_usual)


def pages_processes() -> int:
    """How many processes answer for the pages: what PAGES_PROCESSES says, else two where there are two cores to run
    them. One on Windows, where processes cannot listen to one address."""
    said = os.environ.get("PAGES_PROCESSES", "")
    if said:
        if not said.isdecimal() or not 0 < int(said) <= 64:
            sys.exit("PAGES_PROCESSES is a number from 1 to 64.")
        return int(said)
    if sys.platform == "win32":
        return 1
    return min(MAX_PAGES, cores())


def cores() -> int:
    """The cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def share_cache() -> None:
    """Has the processes to be started keep one cache, in a file that is empty at first.

    The file is made here: processes that find none would make it at the same moment and refuse each other.
    """
    import sqlite3

    from config.cache import TABLE

    file = data_folder() / "cache.sqlite3"
    file.parent.mkdir(parents=True, exist_ok=True)
    for ending in ("", "-wal", "-shm"):
        with contextlib.suppress(OSError):
            file.with_name(file.name + ending).unlink()
    with contextlib.closing(sqlite3.connect(file)) as made:
        made.execute("PRAGMA journal_mode = WAL")
        made.execute(TABLE)
    os.environ[CACHE_FILE] = str(file)


def share_figures() -> None:
    """Has the processes to be started count for a monitor in one folder, which is empty at first: whichever is asked
    tells what all of them counted, those that died among them."""
    folder = data_folder() / "figures"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    os.environ[FIGURES] = str(folder)


def data_folder() -> Path:
    """Where the site keeps what it has, before the settings are read."""
    return Path(os.environ.get("DATA_DIR") or ROOT / "data")


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
