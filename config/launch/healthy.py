"""Whether a part answers, for whoever watches it from beside: `python -m config.launch.healthy PORT PATH`.

Exit code 0 where it answers 200 within five seconds, else 1 with the reason. Nothing of the site is loaded. It asks by
the first name that the site answers to.
"""

import http.client
import os
import sys

SECONDS = 5


def main(arguments: list[str]) -> int:
    """The exit code."""
    if len(arguments) != 2 or not arguments[0].isdigit():
        sys.stderr.write("usage: python -m config.launch.healthy PORT PATH\n")
        return 64
    port, path = arguments
    asked = http.client.HTTPConnection("127.0.0.1", int(port), timeout=SECONDS)
    try:
        asked.request("GET", path, headers={"Host": host()})
        answer = asked.getresponse()
        text = answer.read(500).decode("utf-8", "replace").strip()
    except OSError as error:
        sys.stderr.write(f"127.0.0.1:{port} does not answer: {error}\n")
        return 1
    finally:
        asked.close()
    sys.stdout.write(text + "\n")
    return 0 if answer.status == 200 else 1


def host() -> str:
    """A name that the site answers to."""
    names = [name.strip().lstrip(".") for name in os.environ.get("ALLOWED_HOSTS", "").split(",")]
    return next((name for name in names if name not in ("", "*")), "localhost")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
