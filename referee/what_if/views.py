"""“What if” from an entry of a log: its own page, played on the board."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from referee.judging.own_match import check_may_read_verdicts
from referee.judging.trying import may_try
from referee.judging.viewers import Viewer, viewer_of
from referee.models.records import Record
from referee.records.queries import record_of
from referee.replays.page import names_of, replay_for, wanted_entry
from referee.spending import counted
from referee.what_if.on_board import FRAGMENT, STEPS, Wanted, parts, played, wanted_branch
from tournaments.access import Actor, actor_of
from tournaments.errors import NotAllowed
from tournaments.messages import message as _
from tournaments.pages.event_request import EventRequest


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@counted
def what_if(http: HttpRequest, record_id: int, n: int) -> HttpResponse:
    """Play tried after entry ``n``, as far as it was touched. For the page's script only the parts that change."""
    actor = actor_of(http)
    record = record_of(record_id, actor)
    viewer = _trying(actor, record)
    after = wanted_entry(replay_for(record, viewer), str(n))
    wanted = Wanted(after, [])
    if http.method == "POST" and (http.POST.get("do", "play") in STEPS):
        wanted = wanted_branch(record, viewer.seat, http)
    branch, wrong, status = played(record, viewer.seat, wanted)
    names = names_of(record)
    context = parts(record, branch, viewer.seat, names, wanted.errors)
    template = "parts" if http.headers.get(FRAGMENT) else "page"
    return EventRequest(http, record.match.round.event, actor).show(
        f"referee/what_if/{template}.html",
        status,
        entry=n,
        here=http.path,
        match=record.match,
        viewer=viewer,
        wrong=wrong,
        **context,
    )


def _trying(actor: Actor, record: Record) -> Viewer:
    """The view with which somebody tries play. Raises NotAllowed, OwnMatchRuns."""
    viewer = viewer_of(actor, record.match)
    check_may_read_verdicts(actor, viewer)
    if not may_try(viewer, record.match):
        raise NotAllowed(
            _("Play can be tried here once the match is decided, by others once the event is over.")
        )
    return viewer
