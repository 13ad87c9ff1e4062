"""Finds the files that `tournaments.pages.joined` names. They are written from the sources where the site starts, so
that there is nothing to build, and anew when a source is newer; beside each its packed form, which WhiteNoise sends
to who takes it."""

from __future__ import annotations

import gzip
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles import finders
from django.core.files.storage import FileSystemStorage

from tournaments.pages import context
from tournaments.pages import joined as lists
from tournaments.pages.joined import JOINED, OF_PRINT

#: Where it stands what each is made of: another list makes another file, though none of its sources is newer.
LISTS = (Path(lists.__file__), Path(context.__file__))


class JoinedFiles(finders.BaseFinder):
    """Among the site's static files, as if they lay there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.storage = FileSystemStorage(location=settings.DATA_DIR / "joined")

    def check(self, **kwargs: Any) -> list[Any]:
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Where the file lies, made first where it has to be."""
        name = path.removesuffix(".gz")
        if name not in JOINED:
            return []
        place = self.storage.path(name)
        _make(name, Path(place))
        place += path[len(name) :]
        return [place] if find_all else place

    def list(self, ignore_patterns: Any) -> Iterator[tuple[str, FileSystemStorage]]:
        """All of them; the packed ones where they are served from here, for `collectstatic` packs by itself."""
        for name in JOINED:
            self.find(name)
            yield name, self.storage
            if settings.WHITENOISE_USE_FINDERS:
                yield f"{name}.gz", self.storage


def joined(name: str) -> bytes:
    """What the file holds."""
    return b"\n".join(_part(part) for part in JOINED[name])


def _part(name: str) -> bytes:
    text = _source(name).read_bytes()
    return b"@media print {\n" + text + b"}\n" if name == OF_PRINT else text


def _source(name: str) -> Path:
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path)


def _make(name: str, target: Path) -> None:
    """Written where it is missing, another, or older than what it is made of. Its time is that of its newest source, or
    of the list of them, so that a browser that has it is told so after a new start, and `collectstatic` takes it."""
    newest = max(path.stat().st_mtime_ns for path in (*LISTS, *map(_source, JOINED[name])))
    packed = target.with_name(f"{target.name}.gz")
    content = joined(name)
    if _is(target, content, newest) and packed.exists():
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    _write(packed, gzip.compress(content, mtime=0), newest)
    _write(target, content, newest)


def _is(target: Path, content: bytes, newest: int) -> bool:
    try:
        return target.stat().st_mtime_ns == newest and target.read_bytes() == content
    except OSError:
        return False


def _write(target: Path, content: bytes, at: int) -> None:
    """At once or not at all: several processes start together."""
    handle, fresh = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}-")
    with os.fdopen(handle, "wb") as file:
        file.write(content)
    os.chmod(fresh, 0o644)  # for everybody, as the sources are
    os.utime(fresh, ns=(at, at))
    os.replace(fresh, target)
