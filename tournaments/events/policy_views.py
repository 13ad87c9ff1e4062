"""The page that says what is punished how in an event."""

from __future__ import annotations

from django.http import HttpResponse
from django.views.decorators.http import require_safe

from tournaments.pages.event_request import EventRequest, event_view
from tournaments.policies.lines import lines_of
from tournaments.policies.queries import policy_of
from tournaments.policies.words import rules_in_words


@require_safe
@event_view()
def penalty_policy(request: EventRequest) -> HttpResponse:
    """For everybody who sees the event."""
    holding = policy_of(request.event)
    return request.show(
        "tournaments/events/penalty_policy.html",
        holding=holding,
        rules=rules_in_words(holding.policy),
        lines=lines_of(holding.policy, request.event.game),
    )
