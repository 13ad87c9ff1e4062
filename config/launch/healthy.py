"""Whether a part is well, for whoever watches it from beside: `python -m config.launch.healthy PORT PATH`, or of one
that nobody can ask `python -m config.launch.healthy FILE`, where FILE is its sign of life (config/alive.py).

Exit code 0 where it answers 200 within five seconds, or the file was touched in the last half minute; else 1 with the
reason. With `--wait SECONDS` before all that it is tried again for so long. Nothing of the site is loaded. It asks by
the first name that the site answers to.
"""

import http.client
import os
import sys
import time

SECONDS = 5
#: Seconds after which a file is no sign of life: several words to the queue fit in.
FRESH = 30
PAUSE = 0.5


def main(arguments: list[str]) -> int:
    """The exit code."""
    end = time.monotonic()
    if len(arguments) > 2 and arguments[0] == "--wait" and arguments[1].isdigit():
        end += int(arguments[1])
        arguments = arguments[2:]
    by_port = len(arguments) == 2 and arguments[0].isdigit()
    if not by_port and len(arguments) != 1:
        sys.stderr.write("usage: python -m config.launch.healthy [--wait SECONDS] PORT PATH | FILE\n")
        return 64
    while True:
        well, said = answers(int(arguments[0]), arguments[1]) if by_port else is_fresh(arguments[0])
        if well or time.monotonic() >= end:
            (sys.stdout if well else sys.stderr).write(said + "\n")
            return 0 if well else 1
        time.sleep(PAUSE)


def answers(port: int, path: str) -> tuple[bool, str]:
    """Whether it answers well, and what it says."""
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=SECONDS)
    try:
        asked.request("GET", path, headers={"Host": host()})
        answer = asked.getresponse()
        text = answer.read(500).decode("utf-8", "replace").strip()
    except (OSError, http.client.HTTPException) as error:
        return False, f"127.0.0.1:{port} does not answer: {error}"
    finally:
        asked.close()
    return answer.status == 200, text


def is_fresh(file: str) -> tuple[bool, str]:
    """Whether the file was touched lately, and when."""
    try:
        age = time.time() - os.stat(file).st_mtime
    except OSError as error:
        return False, f"{file}: {error.strerror}"
    return age < FRESH, f"{file} was touched {age:.0f} seconds ago"


def host() -> str:
    """A name that the site answers to."""
    names = [name.strip().lstrip(".") for name in os.environ.get("ALLOWED_HOSTS", "").split(",")]
    return next((name for name in names if name not in ("", "*")), "localhost")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
