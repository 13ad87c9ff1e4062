"""The branches of a dispute: played by tapping what is legal, kept, compared side by side, shown, put forward."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from referee.citing.forms import cites_sent, citing_sent
from referee.disputes.reading import dispute_of
from referee.judging.judged import judged
from referee.models.disputes import Dispute, DisputeRow
from referee.models.records import Record
from referee.replays.page import names_of
from referee.rulings.branches import (
    Reasoned,
    branch_numbered,
    branches_of,
    effects_of_branch,
    keep_branch,
    log_of,
    rule_by_branch,
    share_branch,
    shared_rows,
)
from referee.rulings.branching import Branch, differences, play_branch
from referee.spending import counted
from referee.what_if.on_board import FRAGMENT, STEPS, Wanted, board_of, parts, played, wanted_branch
from tournaments.access import require
from tournaments.errors import DomainError, NotAllowed, NotFound
from tournaments.now import now
from tournaments.pages.event_request import EventRequest, event_view, whole_number
from tournaments.pages.translation import in_words

#: As much of the lines is read.
MAX_TEXT = 60_000
#: Branches that stand side by side.
MOST_BESIDE = 4


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@counted
@event_view()
def branches(request: EventRequest, dispute_id: int) -> HttpResponse:
    """The page of a dispute's branches, for judges who do not play."""
    dispute, reader = dispute_of(request.event, dispute_id, request.actor)
    require(request.actor, "view_log", request.event, dispute.match)
    require(request.actor, "rule", request.event, dispute.match)
    if not reader.judges:
        raise NotFound(_("There is no such dispute."))
    sent = request.http.POST
    if request.http.method != "POST":
        return _page(request, dispute)
    try:
        said = _step(request, dispute)
    except (NotAllowed, NotFound):
        raise
    except DomainError as error:
        return _page(request, dispute, wrong=in_words(error), status=error.status)
    if said is None:
        return _page(request, dispute)
    back = sent.get("do") == "rule"
    name = "referee:dispute" if back else "referee:dispute_branches"
    return request.then(reverse(name, args=[request.event.slug, dispute.pk]), said)


def _step(request: EventRequest, dispute: Dispute) -> str | None:
    """Does what was pressed; gives what is said of it, None where the page alone is drawn."""
    sent, who = request.http.POST, request.actor
    word = sent.get("do", "")
    if word == "keep":
        wanted = wanted_branch(log_of(dispute), None, request.http)
        keep_branch(dispute, wanted.after, wanted.lines, sent.get("name", ""), by=who, now=now())
        return _("The branch is kept in the dispute.")
    if word not in ("share", "rule"):
        return None
    number = whole_number(sent.get("branch"), _("The branch"), 1, 2**62)
    if word == "share":
        share_branch(dispute, number, by=who, now=now())
        return _("The branch stands in the dispute for the table.")
    rule_by_branch(dispute, number, _reasoned(request), by=who, now=now())
    return _("The ruling stands in the log, and play goes on with the branch.")


def _reasoned(request: EventRequest) -> Reasoned:
    """What the judge says to the branch that is put forward."""
    sent = request.http.POST
    seen = whole_number(sent.get("seen"), _("The entries"), 0, 1_000_000)
    result = None
    if sent.get("do") == "rule" and sent.get("seen_result"):
        result = whole_number(sent["seen_result"], _("The result"), 0, 2**62)
    return Reasoned(sent.get("reason", ""), seen, cites_sent(request.http), result)


def _page(request: EventRequest, dispute: Dispute, *, wrong: str = "", status: int = 200) -> HttpResponse:
    record, sent = log_of(dispute), request.http.POST
    names = names_of(record)
    wanted = Wanted(_start(dispute, record), [])
    if sent.get("do") in (*STEPS, "keep") or sent.get("tap") or sent.get("verb"):
        wanted = wanted_branch(record, None, request.http)
    if request.http.GET.get("after", "").isdecimal():
        wanted.after = min(int(request.http.GET["after"][:9]), record.entries)
    branch, why, failed = played(record, None, wanted)
    wrong, status = wrong or why, status if wrong else failed
    context = parts(record, branch, None, names, wanted.errors) | {"keeps": True, "wrong": wrong}
    here = reverse("referee:dispute_branches", args=[request.event.slug, dispute.pk])
    if request.http.headers.get(FRAGMENT):
        return request.show("referee/what_if/parts.html", status, here=here, match=dispute.match, **context)
    kept = branches_of(dispute)
    picked = [number for number in request.http.GET.getlist("of") if number.isdecimal()][:MOST_BESIDE]
    beside, unplayed = _beside(record, [row for row in kept if str(row.pk) in picked])
    effects = None
    if sent.get("do") == "look" and not wrong:
        effects, context["wrong"] = _effects(request, dispute)
    shown = shared_rows(dispute)
    return request.show(
        "referee/dispute_pages/branches.html",
        status,
        dispute=dispute,
        match=dispute.match,
        here=here,
        kept=[(row, unplayed.get(row.pk, ""), row.pk in shown) for row in kept],
        beside=[(row, one, board_of(one, None, names)) for row, one in beside],
        compared=_compared(beside),
        effects=effects,
        looked=sent.get("branch", "") if sent.get("do") in ("look", "find", "rule") else "",
        citing=citing_sent(request.http, request.event, request.actor),
        reason=sent.get("reason", "")[:500],
        picked=picked,
        **context,
    )


def _beside(
    record: Record, rows: Sequence[DisputeRow]
) -> tuple[list[tuple[DisputeRow, Branch]], dict[int, str]]:
    """These branches, played, and why others of them cannot be, by their rows. No others are played: each may cost what
    a question costs."""
    played, unplayed = [], {}
    for row in rows:
        try:
            played.append((row, play_branch(record, row.entry or 0, row.payload["lines"])))
        except DomainError as error:
            unplayed[row.pk] = in_words(error)
    return played, unplayed


def _effects(request: EventRequest, dispute: Dispute) -> tuple[Any, str]:
    """What would follow from putting a branch forward, or why it cannot be."""
    sent = request.http.POST
    try:
        number = whole_number(sent.get("branch"), _("The branch"), 1, 2**62)
        branch_numbered(dispute, number)
        said = _reasoned(request)
        return effects_of_branch(dispute, number, said, by=request.actor, now=now()), ""
    except (NotAllowed, NotFound):
        raise
    except DomainError as error:
        return None, in_words(error)


def _start(dispute: Dispute, record: Record) -> int:
    """Where a branch leaves the log unless it is said: before the entry in question, or at the end."""
    run = judged(record).run
    asked = dispute.entry or run.stopped
    return max(asked - 1, 0) if asked else len(run.entries)


def _compared(beside: Sequence[tuple[Any, Branch]]) -> list[tuple[Any, Any, Any]]:
    """Each further branch against the first: its row, its differences, and whether the outcomes differ."""
    if len(beside) < 2:
        return []
    first = beside[0][1]
    return [(row, differences(first, one), first.outcome != one.outcome) for row, one in beside[1:]]
