"""Keeping a precedent."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import IntegrityError, transaction

from referee.budget import WHOLE_LOG, budget
from referee.models.precedents import Precedent
from referee.precedents.checking import check_precedent
from referee.precedents.contents import words_of
from referee.precedents.copies import copy_for_all
from rules.kernel.errors import LogError
from rules.kernel.game import Game
from rules.kernel.log import game_of, read_log
from rules.kernel.scenario import run_scenario
from rules.registry import load
from tournaments.access import Actor, require
from tournaments.errors import Conflict, Invalid
from tournaments.messages import message as _
from tournaments.models.rounds import Match

MAX_BYTES, MAX_NAME = 1_000_000, 100


class BadScenario(Invalid):
    """A scenario that cannot be kept."""

    code = "bad_scenario"


def keep_precedent(match: Match, name: str, data: bytes, *, by: Actor, now: datetime) -> Precedent:
    """Keeps a scenario as a precedent of the game that is played at this match. It must expect something, and what it
    expects must hold. Raises NotAllowed, BadScenario, Conflict where the name is taken."""
    event = match.round.event
    require(by, "rule", event, match)
    game = load(event.game)
    name = name[:MAX_NAME]
    check_name(name)
    failures = check_scenario(game, data)
    if failures:
        raise BadScenario(_("What it expects does not hold: %(why)s", why=failures[0]))
    open_copy = copy_for_all(game, data)
    try:
        with transaction.atomic():
            kept = Precedent.objects.create(
                event=event,
                game=event.game,
                name=name,
                text=data.decode(),
                words=words_of(name, data),
                match=match,
                open_text=open_copy.decode(),
                open_words=words_of(name, open_copy),
                at=now,
                **by.fact,
            )
            check_precedent(kept, now=now)
            return kept
    except IntegrityError:
        raise Conflict(_("There is a precedent of this name. Choose another.")) from None


def check_name(name: str) -> None:
    """Raises BadScenario for what cannot be the name of a precedent."""
    if not name.strip() or name == "position" or len(name) > MAX_NAME or not name.isprintable():
        raise BadScenario(_("Give the precedent a name."), fields={"name": _("Give it a name.")})


def check_scenario(game: Game, data: bytes) -> Sequence[str]:
    """What a scenario expects that does not hold. Raises BadScenario for one that cannot be kept."""
    if len(data) > MAX_BYTES:
        raise BadScenario(_("This scenario is too long to be kept."))
    try:
        log = read_log(data, game.all_verbs)
        if game_of(data) != game.name:
            raise BadScenario(_("This scenario is of another game."))
        with budget(WHOLE_LOG):
            failures = run_scenario(game, data)
    except LogError as error:
        raise BadScenario(error.args[0]) from None
    if not log.expectations and not any(entry.expect for entry in log.entries):
        raise BadScenario(_("A precedent must expect something: a verdict, or a fact of the position."))
    return [failure.message for failure in failures]
