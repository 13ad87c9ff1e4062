"""Citing in a form, without scripts: what is ticked, and what is offered for the words that were looked for."""

from __future__ import annotations

import msgspec
from django.http import HttpRequest

from referee.citing.choosing import MOST, Citable, find_citable, known
from tournaments.access import Actor
from tournaments.models.events import Event


class Citing(msgspec.Struct, frozen=True):
    """What a form has ticked to be cited, and what it is offered for the words that were looked for."""

    cited: list[Citable]
    offered: list[Citable]
    words: str
    searched: bool


def cites_sent(http: HttpRequest) -> list[str]:
    """What is ticked; more than may be is refused by the change."""
    return http.POST.getlist("cites")[: MOST + 1]


def citing_sent(http: HttpRequest, event: Event, actor: Actor) -> Citing:
    """What a form that was sent has ticked, and what it is offered where something was looked for."""
    cited = known(event, cites_sent(http), actor)
    searched, words = http.POST.get("do") == "find", http.POST.get("find", "")[:80]
    picked = {one.value for one in cited}
    citable = find_citable(event, words, actor) if searched else []
    return Citing(cited, [one for one in citable if one.value not in picked], words, searched)
