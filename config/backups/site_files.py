"""The files of a site beside its database: the secret key where the site keeps one, uploads, mail, saved rounds."""

from __future__ import annotations

import hashlib
import hmac
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from django.conf import settings

from config.private_files import FILE, FOLDER

KEY = "secret_key"
#: What files of a restore that is at work are called by.
LEFT = ".restore-"
#: Seconds by which the times of two machines that share a folder may differ, and those of files be behind.
COARSE = 2.0


def folders() -> dict[str, Path]:
    """The folders that belong to a backup, by their names in it."""
    data = Path(settings.DATA_DIR)
    return {
        "media": Path(settings.MEDIA_ROOT),
        "mail": Path(settings.EMAIL_FILE_PATH),
        "saved": data / "saved",
    }


def keeps_its_key() -> bool:
    """Whether the secret key is one that the site drew and keeps in a file."""
    return not os.environ.get("SECRET_KEY")


def fingerprint() -> str:
    """By which a secret key is known again and from which it cannot be found."""
    return hmac.new(settings.SECRET_KEY.encode(), b"backup", hashlib.sha256).hexdigest()[:32]


def files(moment: float) -> Iterator[tuple[str, bytes]]:
    """Each file's name in the backup, and what is in it, for a database of that moment (as files say it).

    No row names a file, so none can be missing. One that goes while this is read is left out; so is what was saved of
    a round afterwards, since it is known by its name alone and might say what the rows do not: it is saved anew.
    """
    if keeps_its_key():
        yield f"files/{KEY}", (settings.SECRET_KEY + "\n").encode()
    for name, folder in folders().items():
        for path in sorted(folder.rglob("*")):
            if path.is_symlink() or not path.is_file():
                continue
            try:
                if name == "saved" and path.stat().st_mtime > moment - COARSE:
                    continue
                body = path.read_bytes()
            except FileNotFoundError:
                continue
            yield f"files/{name}/{path.relative_to(folder).as_posix()}", body


def bytes_there() -> int:
    """What the files have now that `empty_folders` deletes."""
    return sum(
        path.stat().st_size for folder in folders().values() for path in folder.rglob("*") if path.is_file()
    )


def empty_folders() -> None:
    """Nothing is left of what is in them, the folders themselves apart."""
    for folder in folders().values():
        for inside in folder.iterdir() if folder.is_dir() else ():
            if inside.is_dir() and not inside.is_symlink():
                shutil.rmtree(inside)
            else:
                inside.unlink()


def put_back(name: str, body: bytes) -> bool:
    """Writes a file of a backup where it belongs; False for the key of a site that is told another one."""
    where = name.removeprefix("files/")
    if where == KEY:
        if not keeps_its_key():
            return False
        target = Path(settings.DATA_DIR) / KEY
    else:
        folder, _, rest = where.partition("/")
        if folder not in folders() or not rest:
            return False
        target = folders()[folder] / rest
    target.parent.mkdir(mode=FOLDER, parents=True, exist_ok=True)
    # where this is killed, the next one finds it by that name
    handle, made = tempfile.mkstemp(prefix=LEFT, dir=target.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(body)
    Path(made).chmod(FILE)
    Path(made).replace(target)
    return True
