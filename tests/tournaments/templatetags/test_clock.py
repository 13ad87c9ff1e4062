"""A clock is drawn once for all tables that show the same, with its figures put in: as its template says it."""

from __future__ import annotations

from datetime import timedelta
from itertools import product
from typing import Any

import pytest
from django.template import Context, engines
from django.template.loader import render_to_string
from django.utils.timezone import override as in_zone
from django.utils.translation import override

from config.template_layout import LaidOut
from tournaments import now as clock_edge
from tournaments.clocks.queries import ClockView
from tournaments.templatetags import look

TEMPLATE = """{% load i18n look %}
<span
  class="clock {{ size }}{% if view.state == "paused" %} paused{% elif over %} over{% endif %}{% if not shown
    and not over %} unknown{% endif %}"
  role="timer"
  aria-live="off"
  {% if view.ends_at and view.state == "running" %}
    data-deadline="{{ view.ends_at|date:"c" }}"
    data-now="{{ now|date:"c" }}"
    data-over="{% translate "TIME" %}"
  {% endif %}
>
  {% if over %}
    <output>{% translate "TIME" %}</output>
  {% elif view.state == "paused" %}
    <output>{{ shown }}</output> <span class="unit">{% icon "pause" %} {% translate "paused" %}</span>
  {% elif shown %}
    <output>{{ shown }}</output> <span class="unit">{% translate "left" %}</span>
  {% elif view.state == "running" %}
    <span class="unit">{% icon "play" %} {% translate "running; the end is not announced" %}</span>
  {% elif view.state == "not_started" %}
    <span class="unit">{% translate "not started" %}</span>
  {% elif view.state == "stopped" %}
    <span class="unit">{% translate "clock stopped" %}</span>
  {% endif %}
</span>
"""
STATES = ("none", "not_started", "running", "paused", "called", "over", "stopped", "done")


@pytest.mark.parametrize("zone", ["UTC", "Europe/Vienna"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_every_clock(language: str, zone: str, monkeypatch: pytest.MonkeyPatch) -> None:
    moment = clock_edge.now()
    monkeypatch.setattr(look.clock_edge, "now", lambda: moment)
    template = LaidOut(TEMPLATE, engine=engines["django"].engine)  # type: ignore[attr-defined]
    for state, seconds, minutes, size in product(STATES, (None, 0, 299, 4000), (None, 5), ("", "large")):
        ends = None if minutes is None else moment + timedelta(minutes=minutes)
        view = ClockView(state, remaining_seconds=seconds, ends_at=ends)
        shown = "" if seconds is None else look.clock_figures(seconds)
        over = state in ("called", "over")
        as_it_is: dict[str, Any] = {
            "view": view, "size": size, "now": moment, "shown": shown, "over": over,
        }  # fmt: skip
        with override(language), in_zone(zone):
            drawn = render_to_string("components/clock.html", look.clock(view, size))
            assert drawn == template.render(Context(as_it_is))
