"""`{% load saved %}`: whether what the site saves by itself could be saved, for the desk."""

from django import template

from tournaments.exports.saved import failure_of
from tournaments.models.events import Event

register = template.Library()


@register.simple_tag
def not_saved(event: Event) -> str:
    """`{% not_saved event as failed %}`: what went wrong with the newest publication; empty where nothing did."""
    return failure_of(event)
