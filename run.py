#!/usr/bin/env python3
"""Starts everything: `python3 run.py serve`, `python3 run.py test`, `python3 run.py manage ...`.

Needs Python 3.11 or newer with pip, and nothing else: the rest is installed into .venv beside this file.
This file itself stays readable for an old Python, so that it can say that it is too old.
"""

import os
import shutil
import subprocess
import sys

OLDEST = (3, 11)
KNOWN = ("python3.14", "python3.13", "python3.12", "python3.11")
HERE = os.path.dirname(os.path.abspath(__file__))


def newer_python():
    """The path of a Python that is new enough, or None."""
    for name in KNOWN:
        found = shutil.which(name)
        if found:
            return found
    return None


def main():
    if sys.version_info < OLDEST:
        other = newer_python()
        here = "{}.{}".format(*sys.version_info[:2])
        if other and not os.environ.get("FIRST_BLOOD_TRIED"):
            sys.stderr.write("Python " + here + " is too old; going on with " + other + ".\n")
            sys.stderr.flush()
            os.environ["FIRST_BLOOD_TRIED"] = "1"
            command = [other, os.path.abspath(__file__), *sys.argv[1:]]
            if os.name == "nt":
                return subprocess.call(command)
            os.execv(other, command)  # noqa: S606
        sys.stderr.write(
            "Python " + here + " is too old: this needs Python 3.11 or newer.\n"
            "Install one (Debian, Ubuntu: apt install python3; macOS: brew install python; "
            "Windows: python.org) and start again with it.\n"
        )
        return 1
    sys.path.insert(0, HERE)
    from config.launch.entry import start

    return start(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
