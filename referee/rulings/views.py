"""A judge rules, takes a log's outcome."""

from __future__ import annotations

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from referee.citing.choosing import MOST, Citable, find_citable, known
from referee.judging.viewers import viewer_of
from referee.models.records import Record
from referee.records.adoption import adopt_outcome
from referee.records.queries import record_of
from referee.replays.page import names_of, replay_for, wanted_entry
from referee.replays.ruling_forms import RulingForm, ruling_form
from referee.replays.steps import Step, step_at
from referee.replays.views import show_replay
from referee.rulings.changes import WantedRuling, issue_ruling
from referee.rulings.effects import ruling_effects
from tournaments.access import Actor, actor_of, require
from tournaments.errors import Conflict, DomainError
from tournaments.pages.event_request import EventRequest, now
from tournaments.pages.forms import show_refusal
from tournaments.text import clean_reason


@require_POST
def rule_entry(http: HttpRequest, record_id: int, n: int) -> HttpResponse:
    """Rules on entry ``n``, or shows what would follow."""
    actor = actor_of(http)
    record = record_of(record_id, actor)
    require(actor, "rule", record.match.round.event, record.match)
    form = ruling_form(record, _step(actor, record, n), http.POST)
    if form is None:
        raise Conflict(_("There is nothing to rule on at this entry."))
    values, event = http.POST.getlist("cites")[: MOST + 1], record.match.round.event
    form.cited = known(event, values, actor)
    if http.POST.get("do") in ("find", "repaired"):
        return _filled(http, actor, record, n, form.cited)
    if not form.is_valid():
        return show_replay(http, actor, record, str(n), form=form, status=400)
    try:
        if http.POST.get("do") == "look":
            wanted = replace(_wanted(form, n, values), seen_result=None)
            effects = ruling_effects(record, wanted, by=actor, now=now())
            return show_replay(http, actor, record, str(n), form=form, effects=effects)
        ruling = issue_ruling(record, _wanted(form, n, values), by=actor, now=now())
    except DomainError as error:
        show_refusal(form, error)
        return show_replay(http, actor, record, str(n), form=form, status=error.status)
    request = EventRequest(http, record.match.round.event, actor)
    address = reverse("referee:record_page", args=[record.pk]) + f"?entry={ruling.entry}"
    return request.then(address, _("The ruling stands in the log."))


def _filled(http: HttpRequest, actor: Actor, record: Record, n: int, cited: list[Citable]) -> HttpResponse:
    """The form as it was filled in: with what can be cited for the words that are looked for, or with the repair that
    was made on the board."""
    form = ruling_form(record, _step(actor, record, n))
    assert form is not None
    sent = http.POST
    form.initial = {
        **form.initial,
        **{name: sent[name] for name in form.fields if name in sent and name != "seen"},
    }
    form.words, form.searched, form.cited = sent.get("find", "")[:80], True, cited
    if sent.get("do") == "find":
        picked = {one.value for one in cited}
        offered = find_citable(record.match.round.event, form.words, actor)
        form.offered = [one for one in offered if one.value not in picked]
    return show_replay(http, actor, record, str(n), form=form)


def _wanted(form: RulingForm, n: int, cites: list[str]) -> WantedRuling:
    """What the form says of entry ``n``."""
    said = form.cleaned_data
    return WantedRuling(
        on=n,
        decision=said["decision"],
        to=said["to"] if said["decision"] == "rewind" else None,
        repair=form.changes(),
        reason=said["reason"],
        cites=cites,
        follow={"yes": True, "no": False}.get(said["follow"]),
        seen=said["seen"],
        supersedes=said["supersedes"],
        seen_result=said["seen_result"],
    )


@require_POST
def adopt(http: HttpRequest, record_id: int) -> HttpResponse:
    """Takes this log's outcome as the game's."""
    actor = actor_of(http)
    record = record_of(record_id, actor)
    request = EventRequest(http, record.match.round.event, actor)
    reason = clean_reason(http.POST.get("reason"))
    adopt_outcome(record, reason=reason, by=actor, now=now())
    address = reverse("tournaments:match_page", args=[record.match_id])
    return request.then(address, _("The log's outcome is now the result."))


def _step(actor: Actor, record: Record, n: int) -> Step:
    judged_log = replay_for(record, viewer_of(actor, record.match))
    return step_at(judged_log, wanted_entry(judged_log, str(n)), names_of(record))
