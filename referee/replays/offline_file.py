"""A finished game as one page, made as long work where it is more than a few entries: each has a board to draw."""

from __future__ import annotations

from hashlib import sha256

import msgspec
from django.http import HttpRequest, HttpResponse

from referee.judging.judged import judged, mark_of
from referee.judging.viewers import Viewer
from referee.logs.storage import body
from referee.models.records import Record
from referee.notes.reading import public_notes
from referee.records.queries import records
from referee.replays.offline import offline_page, shown_beside
from referee.replays.page import names_of
from referee.spending import count
from rules.kernel.rulebook import ruleset_hash
from rules.registry import load
from tournaments.access import Actor
from tournaments.errors import NotFound
from tournaments.made_files.answers import Send, answer_of_file
from tournaments.made_files.makers import Asked, Maker, make_known
from tournaments.messages import message as _
from tournaments.models.events import Event

#: Games of more entries are drawn as long work: an entry takes 5 to 15 ms on a slow machine, half of it on a quick one.
MOST = 40
#: Seconds of computing that are counted for who asks without an account, where a page is to be made: long games take
#: more, beside the requests.
PRICE = 2.0


def game_as_page(
    http: HttpRequest, record: Record, viewer: Viewer, actor: Actor, send: Send, query: str = ""
) -> HttpResponse:
    """The page of a finished game as this viewer may see it, or where it will be; whoever asks has asked whether the
    actor may have it, and whether the game is over. Raises TooLong, Conflict."""
    if not MAKER.is_large(record.entries):
        return send(_made(record, viewer.seat))
    asked = {"record": str(record.pk), "seat": viewer.seat or "", "of": _made_of(record, viewer.seat)}
    event = record.match.round.event
    return answer_of_file(http, event, actor, MAKER, asked, send, query, lambda: count(http, PRICE))


def _made_of(record: Record, seat: str | None) -> str:
    """A hash of all that the page is made of: the log as it is stored, the rules, names and notes."""
    ruleset = ruleset_hash(load(record.match.round.event.game).package)
    beside = shown_beside(record, names_of(record), public_notes(record))
    return sha256(
        msgspec.json.encode([mark_of(record, body(record)).hex(), ruleset, seat, beside])
    ).hexdigest()


def _made(record: Record, seat: str | None) -> bytes:
    return offline_page(record, Viewer(seat), judged(record, seat), names_of(record)).encode()


def _make(event: Event, asked: Asked) -> bytes:
    record = records().filter(pk=int(asked["record"]), match__round__event=event).first()
    if record is None:
        raise NotFound(_("There is no such log."))
    return _made(record, asked["seat"] or None)


MAKER = make_known(Maker("game.html", _make, MOST, fixed=True))
