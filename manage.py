#!/usr/bin/env python3
"""Django's command line, with this project's settings."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from django.core.management import execute_from_command_line

    from config.frames import with_room

    try:
        with_room(execute_from_command_line)(sys.argv)
    except Exception as error:
        from config.launch.database import why_unreachable

        reason = why_unreachable(error)
        if reason is None or "--traceback" in sys.argv:
            raise
        sys.exit(reason)


if __name__ == "__main__":
    main()
