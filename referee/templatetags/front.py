"""`{% load front %}`: what the front page shows of the referee."""

from __future__ import annotations

from typing import Any

from django import template

from referee.demo.views import demo_links
from referee.demo.wrong_play import wrong_play

register = template.Library()


@register.inclusion_tag("referee/demo/wrong_play.html", takes_context=True)
def famous_wrong_play(context: dict[str, Any]) -> dict[str, Any]:
    """`{% famous_wrong_play %}`: a wrong play, stepped through by `?step=`; nothing where the site has no examples."""
    return {"play": wrong_play(context["request"].GET.get("step", ""))}


@register.simple_tag
def demo_event() -> str:
    """`{% demo_event as address %}`: the page of the demo's running event; empty on a site that is no demo."""
    links = demo_links()
    return links.event if links is not None else ""
