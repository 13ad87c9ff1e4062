"""Carries out run.py's arguments, before and inside the environment."""

import os
import subprocess
import sys
from pathlib import Path

from config.launch.environment import CannotInstall, python_of, ready

ROOT = Path(__file__).resolve().parent.parent.parent

HELP = """usage: python3 run.py serve [--lan] [--port PORT]   start the site on this machine
       python3 run.py test [--long] [SECTION ...]    run all checks and tests, or some sections
       python3 run.py manage COMMAND ...             any of Django's and the site's own commands
"""


def start(arguments: list[str]) -> int:
    """Makes the environment where needed and goes on inside it; gives the exit code."""
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        (sys.stdout if arguments else sys.stderr).write(HELP)
        return 0 if arguments else 64
    what, rest = arguments[0], arguments[1:]
    modules = {"serve": ["-m", "config.launch.serve"], "test": ["-m", "config.launch.checks"]}
    if what == "manage":
        inside = [str(ROOT / "manage.py"), *rest]
    elif what in modules:
        inside = [*modules[what], *rest]
    else:
        sys.stderr.write(f"run.py knows no {what!r}.\n{HELP}")
        return 64
    try:
        folder = ready(ROOT, development=what == "test")
    except CannotInstall as error:
        sys.stderr.write(f"{error}\n")
        return 1
    except KeyboardInterrupt:
        sys.stderr.write("Stopped before the environment was complete; the next start goes on with it.\n")
        return 130
    return go_on(python_of(folder), inside, stay=what == "manage")


def go_on(python: Path, arguments: list[str], *, stay: bool) -> int:
    """Continues in the environment's Python. `stay` keeps the working directory, for paths a person gave."""
    environ = os.environ
    known = [p for p in environ.get("PYTHONPATH", "").split(os.pathsep) if p]
    if str(ROOT) not in known:
        environ["PYTHONPATH"] = os.pathsep.join([str(ROOT), *known])
    if not stay:
        os.chdir(ROOT)
    sys.stdout.flush()
    sys.stderr.flush()
    command = [str(python), *arguments]
    if os.name != "nt":
        os.execv(command[0], command)  # noqa: S606
    # Windows has no exec that keeps the console's control: wait, and hand the exit code on.
    # What is written to a file or a pipe is UTF-8 there too, as everywhere else.
    environ.setdefault("PYTHONUTF8", "1")
    process = subprocess.Popen(command)
    while True:
        try:
            return process.wait()
        except KeyboardInterrupt:
            continue  # Ctrl-C went to the child as well, which ends in its own way
