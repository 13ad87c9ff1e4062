"""Tags of the components: icons, fields, status, clocks, numbers. docs/look.md shows how they are used."""

import secrets
from collections.abc import Sequence
from datetime import datetime
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

import segno
from django import forms, template
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import localtime
from django.utils.translation import pgettext

from rules.registry import games, title
from tournaments import now as clock_edge
from tournaments.clocks.queries import ClockView
from tournaments.standings.tiebreakers.registry import TIEBREAKERS

register = template.Library()

# One 16 by 16 drawing for each name; every state has a shape of its own, so that colour carries nothing alone.
ICONS = {
    "done": "M8 0a8 8 0 1 1 0 16A8 8 0 0 1 8 0Zm3.6 4.7L7 9.9 4.6 7.6 3.3 9l3.8 3.6 6-6.7Z",
    "open": "M8 0a8 8 0 1 1 0 16A8 8 0 0 1 8 0Zm0 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2Z",
    "half": "M8 0a8 8 0 1 1 0 16A8 8 0 0 1 8 0Zm0 2a6 6 0 1 0 0 12Z",
    "contested": "m8 0 8 8-8 8-8-8Zm-1 4v5h2V4Zm0 6v2h2v-2Z",
    "call": "M8 0a5 5 0 0 1 5 5v4l2 3v1H1v-1l2-3V5a5 5 0 0 1 5-5ZM6 14h4a2 2 0 0 1-4 0Z",
    "time": "M1 1h14v14H1Zm6 2v6h5V7H9V3Z",
    "pause": "M2 1h4v14H2Zm8 0h4v14h-4Z",
    "play": "M3 1v14l11-7Z",
    "stop": "M2 2h12v12H2Z",
    "warn": "m8 0 8 15H0Zm-1 5v5h2V5Zm0 6v2h2v-2Z",
    "remark": "M2 1h12a2 2 0 0 1 2 2v7a2 2 0 0 1-2 2H8l-4 4v-4H2a2 2 0 0 1-2-2V3a2 2 0 0 1 2-2ZM4 4v2h8V4ZM4 7v2h5V7Z",
    "note": "M8 0a8 8 0 1 1 0 16A8 8 0 0 1 8 0ZM7 3v2h2V3Zm0 4v6h2V7Z",
    "next": "m5 1 7 7-7 7-1.5-1.5L9 8 3.5 2.5Z",
    "back": "M11 1 4 8l7 7 1.5-1.5L7 8l5.5-5.5Z",
    "plus": "M7 1h2v6h6v2H9v6H7V9H1V7h6Z",
    "cross": "m2.5 1 5.5 5.5L13.5 1 15 2.5 9.5 8l5.5 5.5-1.5 1.5L8 9.5 2.5 15 1 13.5 6.5 8 1 2.5Z",
    "swap": "M5 0v3h9v2H5v3L1 4Zm6 8 4 4-4 4v-3H2v-2h9Z",
    "print": "M4 1h8v3H4ZM1 5h14v7h-3v3H4v-3H1Zm5 4v4h4V9Z",
    "search": "M6.5 0a6.5 6.5 0 0 1 5.2 10.4L16 14.6 14.6 16l-4.2-4.3A6.5 6.5 0 1 1 6.5 0Zm0 2a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9Z",  # noqa: E501
    "dice": "M1 1h14v14H1Zm3.5 2a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3ZM8 6.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Zm3.5 3.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Z",  # noqa: E501
    "person": "M8 0a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM1 16c0-4 3-7 7-7s7 3 7 7Z",
    "eye": "M8 3c4 0 7 3 8 5-1 2-4 5-8 5S1 10 0 8c1-2 4-5 8-5Zm0 2a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z",
    "lock": "M8 0a4 4 0 0 1 4 4v3h2v9H2V7h2V4a4 4 0 0 1 4-4Zm0 2a2 2 0 0 0-2 2v3h4V4a2 2 0 0 0-2-2Z",
}


@register.filter
def day(at: datetime) -> str:
    """Day and month, short, as the reader's language writes them: 21 Nov, 21. Nov."""
    return date_format(localtime(at), pgettext("day and month of a date", "j M"))


@register.simple_tag
def icon(name: str) -> SafeString:
    """The drawing of that name, hidden from screen readers: a word always stands beside it."""
    return format_html(
        '<svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">'
        '<path fill-rule="evenodd" d="{}"/></svg>',
        mark_safe(ICONS[name]),  # noqa: S308 - our own constant
    )


@register.inclusion_tag("components/status.html")
def status(shape: str, word: str, kind: str = "") -> dict[str, str]:
    """A state as shape and word; `kind` is "", "soft", "act", "time" or "time full"."""
    return {"shape": shape, "word": word, "kind": kind}


@register.inclusion_tag("components/field.html")
def field(bound: forms.BoundField, label: str = "", help: str = "") -> dict[str, Any]:
    """A form field with label, help and errors tied together for screen readers."""
    widget = bound.field.widget
    described = [f"{bound.auto_id}_help"] if help or bound.help_text else []
    if bound.errors:
        described.append(f"{bound.auto_id}_error")
    attrs: dict[str, str | bool] = {"aria-describedby": " ".join(described)} if described else {}
    if bound.errors:
        attrs["aria-invalid"] = "true"
    group = isinstance(widget, forms.RadioSelect | forms.CheckboxSelectMultiple)
    return {
        "bound": bound,
        "label": label or bound.label,
        "help": help or bound.help_text,
        "control": "" if group else bound.as_widget(attrs=attrs),
        "group": group,
        "described": " ".join(described),
        "check": isinstance(widget, forms.CheckboxInput),
        "hidden": bound.is_hidden,
        "optional": not bound.field.required and not isinstance(widget, (forms.CheckboxInput, forms.Select)),
    }


@register.inclusion_tag("components/clock.html")
def clock(view: ClockView, size: str = "") -> dict[str, Any]:
    """A clock as `clock_view` gives it: counts down where there is an end to show, else says its state."""
    return {
        "view": view,
        "size": size,
        "ends": "" if view.ends_at is None else localtime(view.ends_at).isoformat(),
        "now": localtime(clock_edge.now()).isoformat(),
        "shown": "" if view.remaining_seconds is None else clock_figures(view.remaining_seconds),
        "over": view.state in ("called", "over"),
    }


@register.filter
def clock_figures(seconds: float) -> str:
    """Seconds as minutes and seconds; hours too from one hour on."""
    whole = max(0, int(seconds))
    hours, rest = divmod(whole, 3600)
    minutes, second = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{second:02}" if hours else f"{minutes}:{second:02}"


@register.filter
def points(value: float | Fraction | None) -> str:
    """Match points without needless decimals: 9, 2.5."""
    if value is None:
        return "–"
    number = float(value)
    return str(int(number)) if number == int(number) else f"{number:.2f}".rstrip("0")


@register.simple_tag
def figure(name: str, value: float | Fraction | None) -> str:
    """A tiebreaker's value: percentages to four decimals, others with no more than they need."""
    if value is None:
        return "–"
    number = float(value)
    if name in TIEBREAKERS and TIEBREAKERS[name].percentage:
        return f"{number:.4f}"
    return f"{number:.4f}".rstrip("0").rstrip(".")


@register.simple_tag
def idempotency_key() -> SafeString:
    """A hidden field: the same form sent twice counts once."""
    return format_html('<input type="hidden" name="idempotency_key" value="{}">', fresh_key())


@register.simple_tag
def fresh_key() -> str:
    """A key for such a field."""
    return secrets.token_urlsafe(16)


@register.simple_tag(takes_context=True)
def page_query(context: dict[str, Any], number: int) -> str:
    """The present address's query with another page number."""
    request: HttpRequest = context["request"]
    query = [
        (key, each) for key, several in request.GET.lists() for each in several if key != "page" and each
    ]
    return "?" + urlencode([*query, ("page", number)])


@register.filter
def game_title(name: str) -> str:
    """A game's title for its name in logs."""
    return title(name) if name in games() else name


@register.simple_tag
def qr(address: str, mask: int | None = None) -> SafeString:
    """The address as a QR code, drawn black on white whatever the theme. With a `mask`, by that pattern: any can be
    read, and choosing the most even of eight takes four fifths of the time. See `mask_for`."""
    drawn = segno.make(address, error="m", mask=mask).svg_inline(
        scale=4, border=0, dark="#000", light="#fff", omitsize=True
    )
    return mark_safe(drawn)  # noqa: S308 - drawn by segno, carries no text of ours


@register.simple_tag
def mask_for(addresses: Sequence[str]) -> int | None:
    """The pattern that suits the first of many alike addresses, for all of them."""
    return segno.make(addresses[0], error="m").mask if addresses else None
