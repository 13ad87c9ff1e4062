"""What goes out of a replay: the picture of an entry for a link to it, and a finished game as one page."""

from __future__ import annotations

from urllib.parse import quote

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_safe

from referee.budget import within
from referee.games.presentation import drawer_of
from referee.judging.judged import Judged
from referee.judging.own_match import check_may_read_verdicts
from referee.judging.viewers import Viewer, seen_as, viewer_of
from referee.pictures.preview import preview
from referee.records.queries import record_of
from referee.replays.drawn import board_after
from referee.replays.offline import check_is_over
from referee.replays.offline_file import game_as_page
from referee.replays.page import names_of, replay_for, wanted_entry
from referee.replays.steps import line_at
from referee.spending import counted
from rules.kernel.entries import PUBLIC
from tournaments.access import actor_of
from tournaments.memory import Memory

#: Seconds of computing for one picture: an ordinary one takes a tenth of one.
WORK = 2.0
#: Pictures that are kept, and their bytes together.
PICTURES, BYTES = 200, 8_000_000
_pictures: Memory[bytes] = Memory(PICTURES, BYTES, len)
#: Seconds for which a site that shows previews may keep one.
KEPT = 300


@require_safe
@cache_control(private=True, max_age=KEPT)
@counted
def record_picture(request: HttpRequest, record_id: int, n: int) -> HttpResponse:
    """The board after an entry as a PNG: what everybody may see, whoever asks, so that a link can be sent on."""
    actor = actor_of(request)
    record = record_of(record_id, actor)
    everybody = Viewer(PUBLIC)
    check_may_read_verdicts(actor, everybody)
    judged_log = replay_for(record, everybody)
    n = wanted_entry(judged_log, str(n))
    return HttpResponse(picture(judged_log, n, names_of(record)), content_type="image/png")


def picture(judged_log: Judged, n: int, names: dict[str, str]) -> bytes:
    """The picture of an entry, as far as this view of the log shows it; drawn once in a while. Raises TooCostly."""
    key = (judged_log.mark, n, tuple(names.items()), get_language())
    return _pictures.get(key, lambda: _drawn(judged_log, n, names))


@within(WORK)
def _drawn(judged_log: Judged, n: int, names: dict[str, str]) -> bytes:
    who = words = word = ""
    illegal = False
    if n:
        line = line_at(judged_log, n, names, drawer_of(judged_log.run.game.name))
        who, words, word = line.who, line.words, line.said.word
        illegal = line.said.kind == "act"
    last = len(judged_log.run.entries)
    return preview(
        " – ".join(names.get(seat, seat) for seat in judged_log.run.seats),
        who,
        words or _("Start"),
        word,
        _("entry %(n)s of %(last)s") % {"n": n, "last": last},
        board_after(judged_log, n, names),
        illegal=illegal,
    )


@require_safe
@never_cache
@counted
def record_offline(request: HttpRequest, record_id: int) -> HttpResponse:
    """A finished game as one file that needs no site: every position as who asks for it may see it. A long one is made
    as long work first."""
    actor = actor_of(request)
    record = record_of(record_id, actor)
    own = viewer_of(actor, record.match)
    check_may_read_verdicts(actor, own)
    names = names_of(record)
    viewer = seen_as(own, request.GET.get("seat"), names)
    check_is_over(record, own)
    seat = "" if viewer.seat is None else f"-{viewer.seat}"
    name = f"game-{record.pk}{seat}.html"
    query = f"&seat={quote(request.GET['seat'])}" if request.GET.get("seat") else ""
    return game_as_page(request, record, viewer, actor, lambda body: _as_download(body, name), query)


def _as_download(body: bytes, name: str) -> HttpResponse:
    answer = HttpResponse(body, content_type="text/html; charset=utf-8")
    answer["X-Robots-Tag"] = "noindex"
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
