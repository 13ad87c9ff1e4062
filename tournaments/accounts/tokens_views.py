"""The page of one's API tokens: making one, which is shown this once, and ending it."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from tournaments.access import actor_of
from tournaments.access.scopes import Scope
from tournaments.accounts.tokens import MAX_DAYS, MAX_EVENTS, end_token, make_token, own_account, tokens_of
from tournaments.errors import DomainError
from tournaments.events.queries import events_worked_at
from tournaments.models.accounts import User
from tournaments.now import now
from tournaments.pages.forms import show_refusal

ALL, SOME = "all", "some"


class ApiTokenForm(forms.Form):
    """The form for a new token: what it is for."""

    name = forms.CharField(
        label=gettext_lazy("Name of the token"),
        max_length=100,
        help_text=gettext_lazy("For which program it is. Only you see this."),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it may do"),
        choices=Scope.choices,
        initial=[Scope.READ],
        widget=forms.CheckboxSelectMultiple,
    )
    where = forms.ChoiceField(
        label=gettext_lazy("Where"),
        choices=[
            (ALL, gettext_lazy("In all events")),
            (SOME, gettext_lazy("Only in those chosen")),
        ],
        initial=ALL,
    )
    events = forms.MultipleChoiceField(
        label=gettext_lazy("Events"), required=False, widget=forms.CheckboxSelectMultiple
    )
    days = forms.IntegerField(
        label=gettext_lazy("Valid for (days)"), min_value=1, max_value=MAX_DAYS, initial=90
    )

    def __init__(self, user: User, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = events_worked_at(user).values_list("slug", "name")[:MAX_EVENTS]
        events = self.fields["events"]
        assert isinstance(events, forms.MultipleChoiceField)
        events.choices = list(chosen)
        if not events.choices:
            del self.fields["events"]
            del self.fields["where"]

    def clean(self) -> dict[str, Any]:
        """Refuses *some* without any, and *all* with some: the token would do more than was meant."""
        sent: dict[str, Any] = super().clean() or self.cleaned_data
        if sent.get("where") == SOME and not sent.get("events") and "events" not in self.errors:
            self.add_error("events", _("Choose at least one event."))
        if sent.get("where") == ALL and sent.get("events"):
            self.add_error("where", _("Events are chosen below, but this says all of them."))
        return sent


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def api_tokens(request: HttpRequest) -> HttpResponse:
    """The tokens that still work; a POST makes one and shows it."""
    actor = actor_of(request)
    user = own_account(actor)
    form = ApiTokenForm(user, request.POST if request.method == "POST" else None)
    made, status = "", 200
    if form.is_bound:
        status = 400
        if form.is_valid():
            sent = form.cleaned_data
            events = sent["events"] if sent.get("where") == SOME else None
            try:
                _token, made = make_token(
                    sent["name"], sent["scopes"], sent["days"], events, by=actor, now=now()
                )
                form, status = ApiTokenForm(user), 200
            except DomainError as error:
                show_refusal(form, error)
                status = error.status
    titles = dict(Scope.choices)
    tokens = [
        {"token": token, "scopes": [titles[scope] for scope in token.scopes if scope in titles]}
        for token in tokens_of(user, now())
    ]
    context = {"form": form, "made": made, "tokens": tokens}
    return render(request, "tournaments/accounts/tokens.html", context, status=status)


@login_required
@require_POST
def end_api_token(request: HttpRequest, token_id: int) -> HttpResponse:
    """Ends one of one's tokens."""
    end_token(token_id, by=actor_of(request), now=now())
    messages.success(request, _("The token does not work any more."))
    answer = HttpResponseRedirect(reverse("tournaments:api_tokens"))
    answer.status_code = 303
    return answer
