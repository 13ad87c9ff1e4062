"""What the site saves by itself at each publication of a round: the event file and the paper pack, on its own disk.

A file is named after the round, the moment of its publication and how often its pairing was changed by hand: what is
not there by that name is still to be saved, so nothing else is kept about it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import Count, QuerySet
from django.http import HttpResponse

from tournaments.access import Actor
from tournaments.errors import NotFound
from tournaments.event_folders import folder_of, saved_folder
from tournaments.exports.files import event_file_of
from tournaments.journal import note
from tournaments.messages import message as _
from tournaments.models.events import Event, JournalEntry, State
from tournaments.models.rounds import Round, RoundState
from tournaments.paper.of_round import paper_pack

FAILED = "save_failed"
#: How long files stay; a round that was published longer ago is not saved any more.
KEPT = timedelta(days=14)
STAMP = "%Y%m%dT%H%M%S"
NAME = re.compile(r"round-(\d{1,6})-(\d{8}T\d{6})(?:-changed-(\d{1,6}))?\.(json|pdf)")
KINDS = {"json": "application/json", "pdf": "application/pdf"}
MAKERS: dict[str, Callable[[Round, datetime], bytes]] = {
    "json": lambda round, now: msgspec.json.encode(event_file_of(round.event, for_staff=True)),
    "pdf": paper_pack,
}


@dataclass
class Saved:
    """What was saved at one publication: `files` by their form, as the name and the bytes."""

    number: int
    at: datetime
    changes: int
    files: dict[str, tuple[str, int]] = field(default_factory=dict)


def saved_of(event: Event) -> list[Saved]:
    """What is there, the newest publication first."""
    publications: dict[tuple[datetime, int, int], Saved] = {}
    folder = folder_of(event)
    for path in folder.iterdir() if folder.is_dir() else ():
        parts = NAME.fullmatch(path.name)
        if parts is None:
            continue
        number, changes = int(parts[1]), int(parts[3] or 0)
        at = datetime.strptime(parts[2], STAMP).replace(tzinfo=UTC)
        one = publications.setdefault((at, number, changes), Saved(number, at, changes))
        one.files[parts[4]] = path.name, path.stat().st_size
    return [publications[key] for key in sorted(publications, reverse=True)]


def saved_file(event: Event, name: str) -> Path:
    """The file of that name. Raises NotFound."""
    path = folder_of(event) / name
    if NAME.fullmatch(name) is None or not path.is_file():
        raise NotFound(_("There is no such file in this event."))
    return path


def download(path: Path, event: Event) -> HttpResponse:
    """The answer that gives a saved file."""
    answer = HttpResponse(path.read_bytes(), content_type=KINDS[path.suffix[1:]])
    answer["Content-Disposition"] = f'attachment; filename="{event.slug}-{path.name}"'
    return answer


def unsaved(now: datetime) -> list[Round]:
    """The published rounds whose files are not all there."""
    if not settings.SAVED_ROUNDS:
        return []
    due = _standing().filter(event__state=State.RUNNING, published_at__gt=now - KEPT)
    return [round for round in due.order_by("pk") if not all(path.is_file() for path in _paths(round))]


def save_round(round: Round, now: datetime) -> bool:
    """Writes the files of a published round, and drops what is older than the newest few. Whether it could: a failure
    is said to the staff once, in the event's log."""
    try:
        for path in _paths(round):
            _write(path, MAKERS[path.suffix[1:]](round, now))
        _drop(round.event)
    except OSError as error:
        why = error.strerror or type(error).__name__
        text = _(
            "The files of round %(n)s could not be saved: %(why)s. Save the event file from “All exports” yourself.",
            n=round.number,
            why=why,
        )
        stem = _stem(round)
        if not JournalEntry.objects.filter(event=round.event, kind=FAILED, details__saved=stem).exists():
            with transaction.atomic():
                note(round.event, FAILED, text, by=Actor.system(), now=now, details={"saved": stem})
        return False
    return True


def failure_of(event: Event) -> str:
    """What is said of the round that is on where its files could not be saved and are not there; empty else."""
    if not settings.SAVED_ROUNDS or event.state != State.RUNNING:
        return ""
    round = _standing().filter(event=event).order_by("-number").first()
    if round is None or all(path.is_file() for path in _paths(round)):
        return ""
    said = JournalEntry.objects.filter(event=event, kind=FAILED, details__saved=_stem(round)).first()
    return "" if said is None else said.said


def old_files(now: datetime) -> list[Path]:
    """The files of every event that are older than KEPT."""
    folder, old = saved_folder(), []
    for path in folder.glob("*/*") if folder.is_dir() else ():
        parts = NAME.fullmatch(path.name)
        if parts and datetime.strptime(parts[2], STAMP).replace(tzinfo=UTC) < now - KEPT:
            old.append(path)
    return old


def forget_old(now: datetime) -> int:
    """Deletes them; gives how many."""
    old = old_files(now)
    for path in old:
        path.unlink(missing_ok=True)
    return len(old)


def _standing() -> QuerySet[Round]:
    """The rounds that are published and not over, with how often their pairing was changed by hand."""
    standing = Round.objects.filter(state__in=(RoundState.PUBLISHED, RoundState.RUNNING))
    return standing.annotate(changed=Count("offers__changes")).select_related("event", "stage")


def _stem(round: Round) -> str:
    assert round.published_at is not None
    changes = getattr(round, "changed", 0)
    stem = f"round-{round.number}-{round.published_at.astimezone(UTC).strftime(STAMP)}"
    return f"{stem}-changed-{changes}" if changes else stem


def _paths(round: Round) -> list[Path]:
    return [folder_of(round.event) / f"{_stem(round)}.{form}" for form in MAKERS]


def _write(path: Path, body: bytes) -> None:
    """Whole or not at all, and for the site alone."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    with os.fdopen(os.open(part, os.O_CREAT | os.O_TRUNC | os.O_WRONLY, 0o600), "wb") as file:
        file.write(body)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def _drop(event: Event) -> None:
    for old in saved_of(event)[settings.SAVED_ROUNDS :]:
        for name, _size in old.files.values():
            (folder_of(event) / name).unlink(missing_ok=True)
