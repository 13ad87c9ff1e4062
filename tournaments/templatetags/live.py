"""`{% load live %}`: the address of an event's stream, for the page's script."""

from typing import Any

from django import template
from django.urls import reverse

from tournaments.live import address

register = template.Library()


@register.simple_tag(takes_context=True)
def live_stream_url(context: dict[str, Any], event: Any) -> str:
    """`{% live_stream_url event %}`: where the page listens; empty where it has to poll."""
    return address.live_stream_url(event, context["request"], match=context.get("heard"))


@register.simple_tag(takes_context=True)
def live_poll_url(context: dict[str, Any], event: Any) -> str:
    """`{% live_poll_url event %}`: where a page without a stream asks for versions. A page that gives `heard` hears of
    that match.
    """
    heard = context.get("heard")
    return reverse("event_live", args=[event.slug]) + (f"?match={heard.pk}" if heard is not None else "")
