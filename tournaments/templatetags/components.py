"""`{% load components %}`: markup that pages share, with what stands inside it.

    {% step "tournaments:event_step" event.slug "publish" kind="act" %}{% translate "Open registration" %}{% endstep %}

What they draw stands in `templates/components`; docs/look.md lists them.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import template
from django.template.context import Context
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournaments.templatetags.look import day
from tournaments.templatetags.look import icon as drawing

register = template.Library()


def _drawn(context: Context, name: str, **values: Any) -> SafeString:
    """The component of that name with these values, and nothing else of the page but the word against forgery."""
    assert context.template is not None
    template = context.template.engine.get_template(f"components/{name}.html")
    return template.render(context.new({**values, "csrf_token": context.get("csrf_token")}))


@register.simple_block_tag(takes_context=True)
def step(
    context: Context, content: str, view: str, *args: Any, kind: str = "", next: str = "", key: bool = False
) -> SafeString:
    """A form of one button that posts to a view, as `url` names it: `kind` is the button's, `next` where to go on
    afterwards, and with a `key` the form counts once however often it is sent."""
    address = reverse(view, args=args)
    return _drawn(context, "step", content=content, address=address, kind=kind, next=next, key=key)


@register.simple_block_tag(takes_context=True)
def confirm(
    context: Context, content: str, id: str, word: str, view: str, *args: Any, kind: str = "", icon: str = ""
) -> SafeString:
    """A step that opens first and says what will happen: `word` stands on the button that opens it, behind an `icon`
    where there is one; inside stand the rest of the form that posts to the view, and its button."""
    address = reverse(view, args=args)
    return _drawn(
        context, "confirm", content=content, id=id, word=word, address=address, kind=kind, icon=icon
    )


@register.inclusion_tag("components/reason.html")
def reason(
    id: str, of: int | str = "", optional: bool = False, help: str = "", value: str | None = None
) -> dict[str, Any]:
    """The field for a reason, in a form that has no form class; `of` tells it from others of its id on the page."""
    return {"id": f"{id}-{of}" if of else id, "optional": optional, "help": help, "value": value}


@register.inclusion_tag("components/search_field.html")
def search_field(
    label: str,
    words: str,
    name: str = "q",
    help: str = "",
    live: str = "",
    target: str = "",
    delay: int = 250,
    whole_form: bool = False,
    in_address: bool = False,
) -> dict[str, Any]:
    """A field to look for words. With `live`, an address, it looks while one types, once nothing was typed for `delay`
    milliseconds: it puts in the `target` that comes from there, sends the `whole_form` or itself alone, and has what is
    looked for stand `in_address` or not."""
    return {
        "label": label,
        "words": words,
        "name": name,
        "help": help,
        "live": live,
        "target": target,
        "delay": delay,
        "whole_form": whole_form,
        "in_address": in_address,
    }


@register.simple_block_tag
def notice(content: str, icon: str = "note", kind: str = "", role: str = "status") -> SafeString:
    """A message beside its icon: `kind` is "", "done", "wrong", "act" or "time"; without a `role` it is not announced
    when it appears."""
    read_out = format_html(' role="{}"', role) if role else ""
    kinds = f"message {kind}".strip()
    return format_html('<div class="{}"{}>{}<div>{}</div></div>', kinds, read_out, drawing(icon), content)


@register.simple_block_tag
def crumbs(content: str, label: str = "", kind: str = "") -> SafeString:
    """The way back from a page: its `crumb`s, the page itself as the last."""
    return format_html(
        '<nav class="{}" aria-label="{}"><ol>{}</ol></nav>',
        f"crumbs {kind}".strip(),
        label or _("Back"),
        content,
    )


@register.simple_block_tag
def crumb(content: str, view: str = "", *args: Any) -> SafeString:
    """One page on that way by its view; without a view the page that is shown."""
    if not view:
        return format_html('<li aria-current="page">{}</li>', content)
    return format_html('<li><a href="{}">{}</a></li>', reverse(view, args=args), content)


@register.simple_tag
def moment(at: datetime) -> SafeString:
    """A date and a time of day."""
    return _time(at, f"{date_format(localtime(at), 'DATE_FORMAT')}, {date_format(localtime(at), 'H:i')}")


@register.simple_tag
def moment_of_days(at: datetime) -> SafeString:
    """The same without the year: of what happened in an event's days."""
    return _time(at, f"{day(at)}, {date_format(localtime(at), 'H:i')}")


@register.simple_tag
def moment_in_journal(at: datetime) -> SafeString:
    """The same at the beginning of a line of a journal, broken between day and time where it is narrow."""
    hours = date_format(localtime(at), "H:i")
    nowrap = '<span class="nowrap">{}</span> <span class="nowrap">{}</span>'
    return _time(at, format_html(nowrap, day(at), hours))


def _time(at: datetime, said: str) -> SafeString:
    return format_html('<time datetime="{}">{}</time>', localtime(at).isoformat(), said)
