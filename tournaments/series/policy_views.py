"""Pages of a series' policy of penalties: what it says, and changing it."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods

from tournaments.access import actor_of
from tournaments.errors import DomainError, NotAllowed
from tournaments.models.series import Series
from tournaments.now import now
from tournaments.policies.lines import lines_of
from tournaments.policies.queries import Holding, policy_of_series
from tournaments.policies.words import rules_in_words
from tournaments.series.changes import check_owner
from tournaments.series.policies import remove_penalty_policy, set_penalty_policy
from tournaments.series.policy_forms import InfractionForms, PolicyForm, body_from, initial_of, place_errors
from tournaments.series.queries import series_by_slug


@require_GET
def series_policy(request: HttpRequest, slug: str) -> HttpResponse:
    """What the events of the series punish how."""
    series, actor = series_by_slug(slug), actor_of(request)
    holding = policy_of_series(series)
    context = {
        "series": series,
        "holding": holding,
        "rules": rules_in_words(holding.policy),
        "lines": lines_of(holding.policy),
        "owns": actor.user is not None and series.owner_id == actor.user.pk,
    }
    return render(request, "tournaments/series/policy.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def series_policy_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Changing it: each time a new version."""
    series, actor = series_by_slug(slug), actor_of(request)
    check_owner(series, actor)
    holding = policy_of_series(series)
    if request.method != "POST":
        whole, parts = initial_of(holding.policy)
        return _shown(request, series, holding, PolicyForm(initial=whole), InfractionForms(initial=parts))
    if "remove" in request.POST:
        remove_penalty_policy(series, by=actor, now=now())
        return _done(request, series)
    form, formset = PolicyForm(request.POST), InfractionForms(request.POST)
    if form.is_valid() and formset.is_valid():
        body = body_from(holding.policy, form.cleaned_data, formset)
        try:
            set_penalty_policy(series, body, by=actor, now=now())
            return _done(request, series)
        except NotAllowed:
            raise
        except DomainError as error:
            place_errors(error, form, formset)
    return _shown(request, series, holding, form, formset, 400)


def _done(request: HttpRequest, series: Series) -> HttpResponse:
    messages.success(request, _("Saved."))
    answer = HttpResponseRedirect(reverse("tournaments:series_policy", args=[series.slug]))
    answer.status_code = 303
    return answer


def _shown(
    request: HttpRequest,
    series: Series,
    holding: Holding,
    form: PolicyForm,
    formset: object,
    status: int = 200,
) -> HttpResponse:
    context = {"series": series, "holding": holding, "form": form, "formset": formset, "still": True}
    return render(request, "tournaments/series/policy_form.html", context, status=status)
