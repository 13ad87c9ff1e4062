"""`{% load rulebooks %}`: from a verdict to the rule it cites."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from referee.rulebooks.books import rule_address, titles
from referee.searching import card_key
from rules.registry import games, load, title
from tournaments.models.events import Event

register = template.Library()


@register.simple_tag
def rule_link(game: str, violation: Any) -> SafeString:
    """`{% rule_link game violation %}`: the source of a broken rule, leading to the rule's page where it has one."""
    rule, source = (
        (violation["rule"], violation["source"])
        if isinstance(violation, Mapping)
        else (violation.rule, violation.source)
    )
    address = rule_address(game, rule)
    if not address:
        return format_html('<span title="{}">{}</span>', rule, source)
    return format_html('<a href="{}" title="{}">{}</a>', address, rule, source)


@register.simple_tag
def rulebook_link(event: Event) -> SafeString | str:
    """`{% rulebook_link event %}`: the title of an event's game, leading to its rulebook with the event's own cards;
    the bare title where this site has no such game."""
    if event.game not in games():
        return str(event.game)
    address = reverse("referee:rulebook", args=[event.game])
    return format_html('<a href="{}?event={}">{}</a>', address, event.slug, title(event.game))


@register.simple_tag
def card_link(event: Event, name: str) -> SafeString | str:
    """`{% card_link event name %}`: the title of a card, leading to its page with the event's own cards."""
    if event.game not in games():
        return name
    address = reverse("referee:card", args=[event.game, card_key(name)])
    return format_html('<a href="{}?event={}" lang="en">{}</a>', address, event.slug, name)


@register.simple_tag
def card_line(event: Event, line: str) -> SafeString | str:
    """`{% card_line event line %}`: a line of a deck list, leading to the card's page."""
    known_titles = titles(event.game) if event.game in games() else {}
    # What tells versions apart follows the title after a comma, and a title may have one itself.
    parts = line.split(", ")
    keys = (card_key(", ".join(parts[:count])) for count in range(len(parts), 0, -1))
    key = next((key for key in keys if key in known_titles), "")
    if not key:
        return format_html('<span lang="en">{}</span>', line)
    address = reverse("referee:card", args=[event.game, key])
    return format_html('<a href="{}?event={}" lang="en">{}</a>', address, event.slug, line)


@register.simple_tag
def entry_link(game: str, rule: str) -> SafeString:
    """`{% entry_link game rule %}`: the heading of the entry that a rule's id stands for, leading to its page; the id
    itself where there is none."""
    entry = load(game).rulebook.entry(rule) if game in games() else None
    if entry is None:
        return format_html('<span class="code">{}</span>', rule)
    address = reverse("referee:rule", args=[game, entry.id])
    return format_html('<a href="{}" lang="en">{}</a>', address, entry.heading)
