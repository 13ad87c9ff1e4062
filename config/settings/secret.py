"""A secret key for who has set none: drawn once, kept where only the owner can read it."""

import os
import secrets
import tempfile
from pathlib import Path


def kept_secret(path: Path) -> str:
    """The key kept at `path`, drawn and written there first when there is none.

    Two processes that start at once agree on one key: the file appears whole, and the first wins.
    """
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        pass
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    # mkstemp makes a file for the owner alone.
    handle, name = tempfile.mkstemp(prefix=".secret-", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(64) + "\n")
            file.flush()
            os.fsync(file.fileno())
        _place(Path(name), path)
    finally:
        Path(name).unlink(missing_ok=True)
    return path.read_text(encoding="ascii").strip()


def _place(made: Path, path: Path) -> None:
    """Puts the file in its place unless another process was first."""
    try:
        os.link(made, path)
    except FileExistsError:
        return
    except OSError:  # a file system without hard links
        if not path.exists():
            made.replace(path)
