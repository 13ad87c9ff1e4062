"""A request about one event: the event, who acts, what is open to them. Every event page begins with this."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _

from tournaments.access import Actor, actor_of, allowed, require
from tournaments.access.permissions import Subject
from tournaments.access.rows import Part, first_of, part_of
from tournaments.errors import Invalid, NotFound
from tournaments.messages import message
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import PUBLISHED_STATES, Match
from tournaments.now import now
from tournaments.pages.zones import in_zone_of
from tournaments.prepared import Prepared

P = ParamSpec("P")
# Actions that only staff have: who may do one of these sees the desk.
DESK = "view_desk"
event_at = Prepared(lambda slug: Event.objects.filter(slug=slug), str)


@dataclass(frozen=True)
class EventRequest:
    """A request about one event. `http` is Django's own."""

    http: HttpRequest
    event: Event
    actor: Actor

    @cached_property
    def can(self) -> frozenset[str]:
        """Every action open to the actor now."""
        return self.can_about(None)

    @cached_property
    def part(self) -> Part:
        """The actor's part in the event."""
        return part_of(self.actor, self.event)

    def can_about(self, subject: Subject) -> frozenset[str]:
        """Every action open to the actor now that is about this entrant or match."""
        return allowed(self.actor, self.event, subject, self.part)

    @cached_property
    def mine(self) -> Entrant | None:
        """The actor's own entrant."""
        return first_of(self.part.own)

    @property
    def is_staff(self) -> bool:
        """Whether the actor has a role in the event."""
        return DESK in self.can

    def show(self, template: str, status: int = 200, **context: Any) -> HttpResponse:
        """Renders an event page."""
        everywhere = {
            "event": self.event,
            "can": self.can,
            "mine": self.mine,
            "plays_here": self.mine is not None,
            "is_staff": self.is_staff,
        }
        with in_zone_of(self.event):
            return render(self.http, template, everywhere | context, status=status)

    def url(self, name: str, *args: object) -> str:
        """The address of a page of this event."""
        return reverse(f"tournaments:{name}", args=[self.event.slug, *args])

    def then(self, default: str, said: str = "") -> HttpResponse:
        """After a change: on to the page the form named (of this site only), else to `default`."""
        if said:
            messages.success(self.http, said)
        wanted = self.http.POST.get("next", "")
        if not url_has_allowed_host_and_scheme(wanted, {self.http.get_host()}):
            wanted = default
        answer = HttpResponseRedirect(wanted)
        answer.status_code = 303
        return answer


def event_view(
    action: str | None = "view_event",
) -> Callable[[Callable[Concatenate[EventRequest, P], HttpResponse]], Callable[..., HttpResponse]]:
    """Makes a view of `view(request, …)`. `action` is asked for reading; a change asks the table itself.

    An event that may not be seen does not exist for the visitor. Who is not signed in is asked to.
    """

    def wrap(view: Callable[Concatenate[EventRequest, P], HttpResponse]) -> Callable[..., HttpResponse]:
        @wraps(view)
        def inner(http: HttpRequest, slug: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
            event = event_at.first(slug)
            request = EventRequest(http, event, actor_of(http)) if event else None
            if request is None or "view_event" not in request.can:
                raise NotFound(_("There is no event at this address."))
            if action is not None and action not in request.can:
                if request.actor.user is None and http.method == "GET":
                    return redirect_to_login(http.get_full_path())
                require(request.actor, action, request.event)
            with in_zone_of(event):
                return view(request, *args, **kwargs)

        return inner

    return wrap


def whole_number(text: str | None, what: str, low: int = 0, high: int = 1_000_000) -> int:
    """A whole number out of a form. Raises Invalid, naming `what`."""
    try:
        number = int(str(text or "").strip())
    except ValueError:
        raise Invalid(_("%(what)s needs a whole number.") % {"what": what}) from None
    if not low <= number <= high:
        raise Invalid(
            _("%(what)s must be between %(low)s and %(high)s.") % {"what": what, "low": low, "high": high}
        )
    return number


__all__ = ["EventRequest", "event_view", "now", "whole_number"]


def match_request(http: HttpRequest, match_id: int) -> tuple[EventRequest, Match]:
    """A request about a match in a round everybody may see. Raises NotFound otherwise."""
    shown = Match.objects.filter(pk=match_id, round__state__in=PUBLISHED_STATES)
    match = shown.select_related("round__event", "round__stage").first()
    request = EventRequest(http, match.round.event, actor_of(http)) if match else None
    if match is None or request is None or "view_event" not in request.can:
        raise NotFound(message("There is no match at this address."))
    return request, match
