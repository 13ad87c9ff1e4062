"""`{% load live %}`: the address of an event's stream, for the page's script."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django import template
from django.urls import reverse

from tournaments.live import address

register = template.Library()


@register.simple_tag(takes_context=True)
def live_stream_url(context: dict[str, Any], event: Any) -> str:
    """`{% live_stream_url event %}`: where the page listens; empty where it has to poll."""
    return address.live_stream_url(event, context["request"], match=context.get("heard"))


@register.simple_tag(takes_context=True)
def jobs_stream_url(context: dict[str, Any], jobs: Mapping[int, int]) -> str:
    """`{% jobs_stream_url followed %}`: where the page hears of these jobs; empty where it has to poll."""
    return address.jobs_stream_url(jobs, context["request"])


@register.simple_tag
def jobs_poll_url(jobs: Mapping[int, int]) -> str:
    """`{% jobs_poll_url followed %}`: where a page without a stream asks for the versions of these jobs."""
    return f"{reverse('tournaments:jobs_live')}?{urlencode({'job': list(jobs)}, doseq=True)}"


@register.simple_tag(takes_context=True)
def live_poll_url(context: dict[str, Any], event: Any) -> str:
    """`{% live_poll_url event %}`: where a page without a stream asks for versions. A page that gives `heard` hears of
    that match.
    """
    heard = context.get("heard")
    return reverse("event_live", args=[event.slug]) + (f"?match={heard.pk}" if heard is not None else "")
