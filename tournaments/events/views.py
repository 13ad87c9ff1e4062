"""Pages of events: the list, creating and changing one, its public page."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from rules.registry import most_seats
from tournaments.access import actor_of
from tournaments.choices import game_choices
from tournaments.clocks.queries import clock_view
from tournaments.day_rules.queries import rules_of
from tournaments.entrants.entry import registration_closed
from tournaments.errors import DomainError
from tournaments.events.changes import create_event, edit_event
from tournaments.events.copying import templates_of
from tournaments.events.forms import EventForm
from tournaments.events.public import public_part
from tournaments.lateness.queries import minutes_of
from tournaments.models.accounts import User
from tournaments.models.entrants import STANDING, Entrant
from tournaments.models.events import Event, EventSeed, StaffRole, State
from tournaments.pages.event_request import EventRequest, event_view, now
from tournaments.pages.forms import show_refusal
from tournaments.plans.queries import timetable
from tournaments.roster.queries import places_taken
from tournaments.stage_pages.pods import worth_of_places
from tournaments.stage_pages.views import picture_of

PAGE = 25


def visible_events(user: User | None) -> QuerySet[Event]:
    """Published events, and the drafts this account works on."""
    if user is None:
        return Event.objects.exclude(state=State.DRAFT)
    own = StaffRole.objects.filter(event=OuterRef("pk"), user=user, revoked_at=None)
    return Event.objects.filter(~Q(state=State.DRAFT) | Exists(own))


@require_GET
def event_list(request: HttpRequest) -> HttpResponse:
    """All events the visitor may see, searched and paged."""
    words, game = request.GET.get("q", "").strip()[:100], request.GET.get("game", "")
    state = request.GET.get("state", "")
    events = visible_events(actor_of(request).user)
    for word in words.split()[:6]:
        events = events.filter(Q(name__icontains=word) | Q(venue__icontains=word))
    if game in dict(game_choices()):
        events = events.filter(game=game)
    if state in State.values:
        events = events.filter(state=state)
    page = Paginator(events.order_by("-created_at", "-pk"), PAGE).get_page(request.GET.get("page"))
    page.object_list = _counted(list(page.object_list))
    context = {
        "page": page,
        "words": words,
        "game": game,
        "state": state,
        "games": game_choices(),
        "states": [choice for choice in State.choices if choice[0] != State.DRAFT],
        "searched": bool(words or game or state),
    }
    return render(request, "tournaments/events/list.html", context)


def _counted(events: list[Event]) -> list[Event]:
    """With how many are in each as `in_count`: of these alone, as a site may have thousands."""
    standing = Entrant.objects.filter(event__in=events, status__in=STANDING).order_by()
    counts = dict(standing.values_list("event_id").annotate(n=Count("pk")))
    for event in events:
        event.in_count = counts.get(event.pk, 0)  # type: ignore[attr-defined]
    return events


def went_on(address: str) -> HttpResponse:
    """The answer to a form that was taken."""
    answer = HttpResponseRedirect(address)
    answer.status_code = 303
    return answer


@login_required
def event_new(request: HttpRequest) -> HttpResponse:
    """Creating an event: the draft, with whoever makes it as its organiser."""
    actor = actor_of(request)
    if request.method != "POST":
        context = {"form": EventForm(), "templates": templates_of(actor.user), "still": True}
        return render(request, "tournaments/events/form.html", context)
    form = EventForm(request.POST)
    status = 400
    if form.is_valid():

        def make() -> str:
            event = create_event(form.choices(), by=actor, now=now())
            messages.success(request, _("The event is created. It is a draft until you open registration."))
            return reverse("tournaments:desk", args=[event.slug])

        try:
            return went_on(make())
        except DomainError as error:
            show_refusal(form, error)
            status = error.status
    return render(request, "tournaments/events/form.html", {"form": form, "still": True}, status=status)


@event_view("edit_event")
def event_edit(request: EventRequest) -> HttpResponse:
    """Changing an event's choices; after the start only some, and some with a reason."""
    data: Any = request.http.POST if request.http.method == "POST" else None
    form = EventForm(data, instance=Event.objects.get(pk=request.event.pk))
    status = 200
    if data is not None:
        status = 400
        if form.is_valid():
            reason = form.cleaned_data.get("reason", "")
            try:
                edit_event(request.event, form.choices(), by=request.actor, now=now(), reason=reason)
                return request.then(request.url("desk"), _("Saved."))
            except DomainError as error:
                show_refusal(form, error)
                status = error.status
    return request.show("tournaments/events/form.html", status, form=form, still=True)


@require_GET
@event_view()
def event_page(request: EventRequest) -> HttpResponse:
    """The event's public page: pairings, clock, standings, promises, the seed's hash."""
    part = public_part(request.event)
    clock = clock_view(part.round, now()) if part.round is not None else None
    seed = ""
    if request.event.state == State.FINISHED:
        seed = EventSeed.objects.filter(event=request.event).values_list("value", flat=True).first() or ""
    return request.show(
        "tournaments/events/page.html",
        round=part.round,
        round_title=part.title,
        stages=part.stages,
        stage=part.stage,
        **picture_of(request, part.stage),
        structure=part.structure,
        matches=part.matches,
        has_swiss=part.has_swiss,
        clock_view=clock,
        lines=part.lines,
        more=part.more,
        top=part.top,
        rounds=part.rounds,
        journal=part.steps,
        taken=places_taken(request.event),
        registration_closed=registration_closed(request.event, now()),
        own_cards=request.event.card_lists.filter(replaced_at=None).values_list("count", flat=True).first(),
        seed=seed,
        rules=rules_of(request.event),
        late=minutes_of(request.event, request.event.games_per_match),
        plan=timetable(request.event, now()),
        pods=[
            (size, worth_of_places(request.event, size))
            for size in range(3, most_seats(request.event.game) + 1)
        ],
    )
