"""The pages of one's own data: what is held, as a file, and having it deleted."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods
from rest_framework.utils.encoders import JSONEncoder

from tournaments.access import actor_of
from tournaments.errors import DomainError, NotFound
from tournaments.leaving.changes import delete_account, delete_entry, events_alone, own_account, own_entry
from tournaments.leaving.forms import AccountForm, EntryForm
from tournaments.leaving.proof import asks_for_code, check_proof
from tournaments.leaving.queries import data_of_account, data_of_entry
from tournaments.models.accounts import User
from tournaments.models.entrants import Entrant
from tournaments.now import now
from tournaments.pages.event_request import EventRequest, event_view
from tournaments.pages.forms import show_refusal


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_data(request: HttpRequest) -> HttpResponse:
    """What is deleted with the account and what is kept; a POST deletes it and signs out."""
    actor = actor_of(request)
    user = own_account(actor)
    form = AccountForm(asks_for_code(user), request.POST if request.method == "POST" else None)
    status = 200
    if form.is_bound:
        status = 400
        if form.is_valid():
            try:
                _check(request, user, form.cleaned_data)
                delete_account(by=actor, now=now())
                return _gone(request, _("Your account is deleted."))
            except DomainError as error:
                show_refusal(form, error)
                status = error.status
    context = {"form": form, "alone": events_alone(user)}
    return render(request, "tournaments/leaving/account.html", context, status=status)


def _check(request: HttpRequest, user: User, sent: dict[str, Any]) -> None:
    check_proof(request, user, password=sent.get("password", ""), code=sent.get("code", ""))


@never_cache
@login_required
@require_GET
def own_data_file(request: HttpRequest) -> HttpResponse:
    """All that is held of the account, as a file."""
    return _file(data_of_account(own_account(actor_of(request))), "my-data.json")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@event_view()
def entry_data(request: EventRequest, entrant_id: int) -> HttpResponse:
    """The same for somebody who came by a claim link; a POST takes the name out of the event."""
    entrant = own_entry(_entrant(request, entrant_id), request.actor)
    form = EntryForm(request.http.POST if request.http.method == "POST" else None)
    status = 200
    if form.is_bound:
        status = 400
        if form.is_valid():
            delete_entry(entrant, by=request.actor, now=now())
            return request.then(request.url("event_page"), _("Your name is deleted from this event."))
    return request.show("tournaments/leaving/entry.html", status, form=form, entrant=entrant)


@never_cache
@require_GET
@event_view()
def entry_data_file(request: EventRequest, entrant_id: int) -> HttpResponse:
    """All that is held of the entry, as a file."""
    entrant = own_entry(_entrant(request, entrant_id), request.actor)
    return _file(data_of_entry(entrant), f"my-data-{request.event.slug}.json")


def _entrant(request: EventRequest, entrant_id: int) -> Entrant:
    entrant = request.event.entrants.filter(pk=entrant_id).first()
    if entrant is None:
        raise NotFound(_("There is no such entrant in this event."))
    entrant.event = request.event
    return entrant


def _file(data: dict[str, Any], name: str) -> HttpResponse:
    answer = JsonResponse(data, encoder=JSONEncoder, json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _gone(request: HttpRequest, said: str) -> HttpResponse:
    logout(request)
    messages.success(request, said)
    answer = HttpResponseRedirect(reverse("tournaments:front"))
    answer.status_code = 303
    return answer
