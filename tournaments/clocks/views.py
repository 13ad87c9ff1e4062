"""Buttons of the clocks."""

from typing import Any

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST

from tournaments.clocks import changes
from tournaments.errors import NotFound
from tournaments.pages.here import Here, event_view, now
from tournaments.rounds.models import RoundState

SAID: dict[str, Any] = {
    "pause": gettext_lazy("The clock is paused for everybody."),
    "resume": gettext_lazy("The clock runs again."),
    "stop": gettext_lazy("The clock is taken away: no time is called any more in this round."),
    "reveal": gettext_lazy("The end is revealed to everybody."),
}


@require_POST
@event_view("view_desk")
def clock_step(here: Here, number: int, step: str) -> HttpResponse:
    """Pauses, resumes, stops the clock of a round, or reveals a random end."""
    found = here.event.rounds.exclude(state=RoundState.WITHDRAWN).filter(number=number).first()
    if found is None or step not in SAID:
        raise NotFound(_("There is no such round or step."))
    found.event = here.event
    reason = here.request.POST.get("reason", "")
    if step == "resume":
        changes.resume_clock(found, by=here.actor, now=now())
    else:
        change = {"pause": changes.pause_clock, "stop": changes.stop_clock, "reveal": changes.reveal_end}[
            step
        ]
        change(found, by=here.actor, now=now(), reason=reason)  # type: ignore[operator]
    return here.then(here.url("desk"), str(SAID[step]))
