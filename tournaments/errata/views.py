"""Pages of errata: those of a series, declaring and changing one, and the rules of an event."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from rules.registry import known, title
from tournaments.access import actor_of
from tournaments.card_lists.changes import BadCardList
from tournaments.card_lists.columns import columns_of
from tournaments.day_rules.queries import rules_of
from tournaments.errata.access import check_may_declare, may_declare
from tournaments.errata.changes import declare_erratum, replace_erratum, standing_erratum, withdraw_erratum
from tournaments.errata.forms import ErratumForm, card_text, initial_of
from tournaments.errata.queries import card_changes, errata_of, games_of_series, option_changes
from tournaments.errors import DomainError, NotAllowed
from tournaments.models.errata import Erratum
from tournaments.models.series import Series
from tournaments.now import now
from tournaments.pages.event_request import EventRequest, event_view
from tournaments.pages.forms import show_refusal
from tournaments.series.queries import series_by_slug


@require_safe
@never_cache
def series_errata(request: HttpRequest, slug: str) -> HttpResponse:
    """The errata of a series, for everybody."""
    series = series_by_slug(slug)
    context = {"series": series, "errata": errata_of(series), "may": may_declare(series, actor_of(request))}
    return render(request, "tournaments/errata/list.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def series_erratum_new(request: HttpRequest, slug: str) -> HttpResponse:
    """Declaring one: for a game, beginning with a card of the site if one is named."""
    series, actor = series_by_slug(slug), actor_of(request)
    check_may_declare(series, actor)
    games = games_of_series(series)
    wanted = request.GET.get("game", "")
    game = wanted if wanted in games else games[0]
    card = request.GET.get("card", "").strip()[:200]
    if request.method != "POST":
        initial = {"cards": card_text(game, card), "applies_from": now().date()}
        return _form(request, series, ErratumForm(game=game, initial=initial), games=games, card=card)
    form = ErratumForm(request.POST, game=game)
    if form.is_valid():
        try:
            declare_erratum(series, {"game": game, **form.said()}, by=actor, now=now())
            return _done(request, series)
        except DomainError as error:
            _show(form, error)
    return _form(request, series, form, 400, games=games, card=card)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def series_erratum(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Another version of one, or its withdrawal."""
    series, actor = series_by_slug(slug), actor_of(request)
    check_may_declare(series, actor)
    erratum = standing_erratum(series, number)
    if request.method != "POST":
        form = ErratumForm(game=erratum.game, initial=initial_of(erratum))
        return _form(request, series, form, erratum=erratum)
    if request.POST.get("do") == "withdraw":
        seen = request.POST.get("seen", "")
        version = int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 7 else 0
        withdraw_erratum(
            series, number, reason=request.POST.get("reason", ""), seen=version, by=actor, now=now()
        )
        return _done(request, series)
    form = ErratumForm(request.POST, game=erratum.game)
    if form.is_valid():
        try:
            seen_version = form.cleaned_data["seen"] or 0
            replace_erratum(series, number, form.said(), seen=seen_version, by=actor, now=now())
            return _done(request, series)
        except DomainError as error:
            _show(form, error)
    return _form(request, series, form, 400, erratum=erratum)


def _show(form: ErratumForm, error: DomainError) -> None:
    """The refusal in the form; what is wrong with a card by its line. Raises what is no matter of the form."""
    if isinstance(error, NotAllowed):
        raise error
    if isinstance(error, BadCardList):
        problems: Any = error.details["problems"]
        for problem in problems:
            line = _("Line %(n)s: %(why)s.") if problem["line"] else "%(why)s."
            form.add_error("cards", line % {"n": problem["line"], "why": problem["message"]})
        return
    show_refusal(form, error)


def _done(request: HttpRequest, series: Series) -> HttpResponse:
    messages.success(request, _("Saved."))
    answer = HttpResponseRedirect(reverse("tournaments:series_errata", args=[series.slug]))
    answer.status_code = 303
    return answer


def _form(
    request: HttpRequest, series: Series, form: ErratumForm, status: int = 200, **more: Any
) -> HttpResponse:
    erratum: Erratum | None = more.get("erratum")
    context = {
        "series": series,
        "form": form,
        "game": form.game,
        "erratum": erratum,
        "games": [(name, title(name)) for name in more.get("games", ())],
        "card": more.get("card", ""),
        "no_card": bool(more.get("card")) and not form.is_bound and not form.initial.get("cards"),
        "options": [form[name] for name in form.option_names],
        "columns": columns_of(form.game),
        "titles": _titles(form.game),
        "still": True,
    }
    return render(request, "tournaments/errata/form.html", context, status=status)


def _titles(game_name: str) -> list[str]:
    game = known(game_name)
    return [] if game is None else sorted({card.title for card in game.catalogue.cards})


@require_safe
@never_cache
@event_view()
def event_rules(request: EventRequest) -> HttpResponse:
    """The rules an event is judged by: edition, day, and what errata change."""
    rules, event = rules_of(request.event), request.event
    return request.show(
        "tournaments/errata/event.html",
        rules=rules,
        cards=card_changes(event.game, rules.cards),
        options=option_changes(event.game, rules.options),
        kept=[name for name in rules.options if name in event.game_options],
    )
