"""A stored log as a file for one viewer."""

from __future__ import annotations

from django.http import HttpResponse

from referee.judging.viewers import Viewer
from referee.logs.seen import seen_file
from referee.logs.storage import body, stored_log
from referee.models.records import Record
from rules.registry import load


def log_file(record: Record, viewer: Viewer) -> bytes:
    """The log as it is stored, chain and all, for a judge; for everybody else as his seat could have kept it,
    without salts and hashes."""
    if viewer.seat is None:
        return body(record)
    game_name = record.match.round.event.game
    return seen_file(load(game_name), stored_log(record, game_name), viewer.seat)


def as_download(data: bytes, number: int, seat: str | None) -> HttpResponse:
    """That file as an answer: never shown in a page, whatever is in it."""
    name = f"log-{number}.jsonl" if seat is None else f"log-{number}-{seat}.jsonl"
    answer = HttpResponse(data, content_type="application/jsonl; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
