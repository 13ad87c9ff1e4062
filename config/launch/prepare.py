"""Before the first page: the database's tables, and the demo where there is nothing yet.

The demo is the management command `build_demo`. It prints, one a line, what a person needs to sign in;
the launcher keeps that text in the data folder and shows it at every start.
"""

import hashlib
import os
import sqlite3
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit

from config.launch.lifeline import end_with_launcher

ROOT = Path(__file__).resolve().parent.parent.parent
STAMP = "prepared"
DEMO_TEXT = "demo-accounts.txt"


def needed(data: Path) -> bool:
    """Whether anything must be done. Cheap: no Django. Always so with a PostgreSQL."""
    database = file_of(data)
    if database is None:
        return True
    try:
        return (data / STAMP).read_text(encoding="utf-8") != stamp(database)
    except (OSError, sqlite3.Error):
        return True


def file_of(data: Path) -> Path | None:
    """The file of the database, where it is SQLite's."""
    address = os.environ.get("DATABASE_URL", "")
    if not address:
        return data / "site.sqlite3"
    if not address.startswith("sqlite:///"):
        return None
    # as the settings read it
    return Path(unquote(urlsplit(address).path[1:])).absolute()


def stamp(database: Path) -> str:
    """The state that makes preparing needless while it stays the same: migrations, locks, the database's own list."""
    digest = hashlib.sha256(os.fsencode(database))
    for path in sorted(ROOT.glob("*/migrations/*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    digest.update((ROOT / "requirements" / "runtime.txt").read_bytes())
    connection = sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)
    try:
        rows = connection.execute("SELECT app, name FROM django_migrations ORDER BY app, name").fetchall()
    finally:
        connection.close()
    digest.update(repr(rows).encode())
    return digest.hexdigest()


def main() -> None:
    """Migrates, builds the demo where it is due, and leaves the stamp."""
    end_with_launcher()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    from django.conf import settings

    data: Path = settings.DATA_DIR
    from config.backups.errors import NotHere

    try:
        prepare(data)
    except NotHere as error:
        sys.exit(str(error))
    except Exception as error:
        from config.launch.database import why_unreachable

        reason = why_unreachable(error)
        if reason is None:
            raise
        sys.exit(reason)


def prepare(data: Path) -> None:
    """Migrates, after a backup where there is something to lose, and builds the demo in an empty embedded site. One
    start at a time."""
    from django.conf import settings
    from django.core.management import call_command

    from config.backups.before_upgrade import back_up_before
    from config.launch.lock import locked

    with locked(data / "prepare.lock", "Another start is preparing the database; waiting for it."):
        back_up_before()
        call_command("migrate", verbosity=0, interactive=False)
        database = file_of(data)
        if database and (not settings.EMBEDDED or not is_empty() or build_demo(data)):
            leave_stamp(data, database)


def leave_stamp(data: Path, database: Path) -> None:
    """Without it the next start prepares anew, which costs it seconds: no reason to end this one."""
    try:
        (data / STAMP).write_text(stamp(database), encoding="utf-8")
    except (OSError, sqlite3.Error) as error:
        sys.stderr.write(f"The next start will look at the database anew: {error}.\n")


def is_empty() -> bool:
    """Whether nobody has an account and no event exists."""
    from tournaments.models.accounts import User
    from tournaments.models.events import Event

    return not User.objects.exists() and not Event.objects.exists()


def build_demo(data: Path) -> bool:
    """Builds the demo, all or nothing: a start that is cut short finds an empty database again.

    False when it could not be built: the site starts without it, and the next start tries again.
    """
    import io
    import traceback

    from django.core.management import call_command
    from django.db import transaction

    sys.stderr.write("Building the demo event.\n")
    text = io.StringIO()
    try:
        with transaction.atomic():
            call_command("build_demo", stdout=text)
    except Exception:
        traceback.print_exc()
        sys.stderr.write("The demo could not be built, for the reason above; the site starts without it.\n")
        return False
    handle = os.open(data / DEMO_TEXT, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text.getvalue())
    return True


if __name__ == "__main__":
    main()
