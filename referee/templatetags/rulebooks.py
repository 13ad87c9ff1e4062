"""`{% load rulebooks %}`: from a verdict to the rule it cites."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from rules.registry import load

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
