"""`{% load rulebooks %}`: from a verdict to the rule it cites."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.registry import games, load

register = template.Library()


@register.simple_tag
def rule_link(game: str, violation: Any) -> SafeString:
    """`{% rule_link game violation %}`: the source of a broken rule, leading to the rule's page where it has one."""
    rule, source = (
        (violation["rule"], violation["source"])
        if isinstance(violation, Mapping)
        else (violation.rule, violation.source)
    )
    if load(game).rulebook.entry(rule) is None:
        return format_html('<span title="{}">{}</span>', rule, source)
    address = reverse("referee:rule", args=[game, rule])
    return format_html('<a href="{}" title="{}">{}</a>', address, rule, source)


@register.simple_tag
def entry_link(game: str, rule: str) -> SafeString:
    """`{% entry_link game rule %}`: the heading of the entry that a rule's id stands for, leading to its page; the id
    itself where there is none."""
    entry = load(game).rulebook.entry(rule) if game in games() else None
    if entry is None:
        return format_html('<span class="code">{}</span>', rule)
    address = reverse("referee:rule", args=[game, entry.id])
    return format_html('<a href="{}" lang="en">{}</a>', address, entry.heading)
