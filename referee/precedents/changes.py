"""Keeping a precedent."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import msgspec
from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from referee.budget import WHOLE_LOG, budget
from referee.models.precedents import Precedent
from referee.precedents.copies import copy_for_all
from rules.kernel.errors import LogError
from rules.kernel.log import read_log
from rules.kernel.scenario import run_scenario
from rules.registry import load
from tournaments.access import Actor, require
from tournaments.errors import Conflict, Invalid
from tournaments.messages import message
from tournaments.models.rounds import Match

MAX_BYTES = 1_000_000


class BadScenario(Invalid):
    """A scenario that cannot be kept."""

    code = "bad_scenario"


def keep_precedent(match: Match, name: str, data: bytes, *, by: Actor, now: datetime) -> Precedent:
    """Keeps a scenario as a precedent of the game that is played at this match. It must expect something, and what it
    expects must hold. Raises NotAllowed, BadScenario, Conflict where the name is taken."""
    event = match.round.event
    require(by, "rule", event, match)
    game = load(event.game)
    if not name.strip() or name == "position":
        raise BadScenario(_("Give the precedent a name."), fields={"name": _("Give it a name.")})
    if len(data) > MAX_BYTES:
        raise BadScenario(_("This scenario is too long to be kept."))
    try:
        log = read_log(data, game.all_verbs)
        with budget(WHOLE_LOG):
            failures = run_scenario(game, data)
    except LogError as error:
        raise BadScenario(str(error)) from None
    if not log.expectations and not any(entry.expect for entry in log.entries):
        raise BadScenario(_("A precedent must expect something: a verdict, or a fact of the position."))
    if failures:
        raise BadScenario(message("What it expects does not hold: %(why)s", why=failures[0].message))
    open_copy = copy_for_all(game, data)
    try:
        with transaction.atomic():
            return Precedent.objects.create(
                event=event,
                game=event.game,
                name=name[:100],
                text=data.decode(),
                words=_words(data),
                match=match,
                open_text=open_copy.decode(),
                open_words=_words(open_copy),
                at=now,
                **by.fact,
            )
    except IntegrityError:
        raise Conflict(_("There is a precedent of this name. Choose another.")) from None


def _words(data: bytes) -> str:
    """Every word a person may look for: rules, titles of cards, comments."""
    words: dict[str, None] = {}
    for line in data.decode().split("\n"):
        if line.startswith("#"):
            words[line.strip("# ")] = None
        elif line.strip():
            _collect(msgspec.json.decode(line), words)
    return "\n".join(words)[:20_000]


def _collect(value: Any, words: dict[str, None]) -> None:
    if isinstance(value, str):
        words[value] = None
    elif isinstance(value, list):
        for inner in value:
            _collect(inner, words)
    elif isinstance(value, dict):
        for inner in value.values():
            _collect(inner, words)
