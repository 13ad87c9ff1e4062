"""A finished game as one page, made as long work where it is more than a few entries: each has a board to draw."""

from __future__ import annotations

from collections.abc import Hashable
from hashlib import sha256

import msgspec
from django.http import HttpRequest, HttpResponse

from referee.judging.judged import Judged, judged, mark_now
from referee.judging.viewers import Viewer
from referee.models.records import Record
from referee.records.queries import records
from referee.replays.offline import Beside, beside_log, offline_page
from referee.spending import count
from tournaments.access import Actor
from tournaments.errors import Conflict, NotFound
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
        return send(_page(judged(record, viewer.seat), beside_log(record)))
    of = _made_of(mark_now(record, viewer.seat), beside_log(record))
    asked = {"record": str(record.pk), "seat": viewer.seat or "", "of": of}
    event = record.match.round.event
    return answer_of_file(http, event, actor, MAKER, asked, send, query, lambda: count(http, PRICE))


def _made_of(mark: Hashable, beside: Beside) -> str:
    """A hash of all that the page is made of: the log as it is stored, the rules, names and notes."""
    return sha256(msgspec.json.encode([mark, beside.key])).hexdigest()


def _page(judged_log: Judged, beside: Beside) -> bytes:
    return offline_page(Viewer(judged_log.seat), judged_log, beside).encode()


def _make(event: Event, asked: Asked) -> bytes:
    record = records().filter(pk=int(asked["record"]), match__round__event=event).first()
    if record is None:
        raise NotFound(_("There is no such log."))
    judged_log, beside = judged(record, asked["seat"] or None), beside_log(record)
    # The file stays under the name it was asked for by, also where all is again as it was then: so it holds that alone.
    if _made_of(judged_log.mark, beside) != asked["of"]:
        raise Conflict(_("This game, or what is shown beside it, has changed. Ask for its page once more."))
    return _page(judged_log, beside)


MAKER = make_known(Maker("game.html", _make, MOST, fixed=True))
