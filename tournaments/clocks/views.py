"""Buttons of the clocks."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournaments.clocks import changes, whole_round
from tournaments.errors import NotFound
from tournaments.models.rounds import Round, RoundState
from tournaments.pages.event_request import EventRequest, event_view, now, whole_number

SAID: dict[str, Any] = {
    "pause": gettext_lazy("The clock is paused for everybody."),
    "resume": gettext_lazy("The clock runs again."),
    "stop": gettext_lazy("The clock is removed: time will no longer be called in this round."),
    "extend": gettext_lazy("Every table that plays has more time."),
    "call": gettext_lazy("Time is called at every table that plays."),
    "reveal": gettext_lazy("The end is revealed to everybody."),
}


@require_POST
@event_view("view_desk")
def clock_step(request: EventRequest, number: int, step: str) -> HttpResponse:
    """Pauses, resumes, stops the clock of a round, gives all time, calls time, or reveals a random end."""
    round = request.event.rounds.exclude(state=RoundState.WITHDRAWN).filter(number=number).first()
    if round is None or step not in SAID:
        raise NotFound(_("There is no such round or step."))
    round.event = request.event

    def act() -> str:
        _act(request, round, step)
        return request.url("desk")

    return request.then(act(), str(SAID[step]))


def _act(request: EventRequest, round: Round, step: str) -> None:
    reason = request.http.POST.get("reason", "")
    if step == "pause":
        changes.pause_clock(round, by=request.actor, now=now(), reason=reason)
    elif step == "resume":
        changes.resume_clock(round, by=request.actor, now=now())
    elif step == "stop":
        changes.stop_clock(round, by=request.actor, now=now(), reason=reason)
    elif step == "reveal":
        changes.reveal_end(round, by=request.actor, now=now(), reason=reason)
    elif step == "call":
        whole_round.call_time_now(round, by=request.actor, now=now(), reason=reason)
    else:
        minutes = whole_number(request.http.POST.get("minutes"), _("Minutes"), 1, changes.MAX_MINUTES)
        whole_round.extend_round(round, minutes, by=request.actor, now=now(), reason=reason)
