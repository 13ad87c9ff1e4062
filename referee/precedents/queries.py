"""Asking for precedents."""

from __future__ import annotations

from django.db.models import QuerySet

from referee.precedents.models import Precedent
from rules.kernel.errors import LogError
from rules.kernel.scenario import run_scenario
from rules.registry import load
from tournaments.errors import NotFound

MOST_WORDS = 80


def found_precedents(game: str, wanted: str) -> QuerySet[Precedent]:
    """The precedents of a game that have each of these words in their names, rules, cards or comments."""
    found = Precedent.objects.filter(game=game).select_related("event")
    for word in wanted[:MOST_WORDS].split():
        found = found.filter(words__icontains=word) | found.filter(name__icontains=word)
    return found


def precedent_of(game: str, number: int) -> Precedent:
    """One of them. Raises NotFound."""
    found = None
    if 0 < number < 2**63:
        found = Precedent.objects.filter(pk=number, game=game).select_related("event").first()
    if found is None:
        raise NotFound("There is no such precedent.")
    return found


def failures_of(precedent: Precedent) -> list[str]:
    """What it expects and the rules of today do not give; empty where it holds."""
    try:
        return [failure.message for failure in run_scenario(load(precedent.game), precedent.text.encode())]
    except LogError as error:
        return [str(error)]
