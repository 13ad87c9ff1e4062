"""The time limits in a game's rules and the clock of an event, kept as one fact.

The clock of an event is its own fields. What a game's options say of time (Highlander's Timed Games: ``minutes``,
``random_minutes``, ``turn_seconds``) gives the defaults, is taken into those fields where somebody writes it into the
game's options, and is written from them into the header of a log.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules.registry import games, load
from tournaments.choices import default_procedure
from tournaments.day_rules.queries import rules_of
from tournaments.errors import Invalid
from tournaments.messages import message as _
from tournaments.models.events import ClockKind, Event

#: the options of a game that the clock of an event says
OF_THE_CLOCK = frozenset({"minutes", "random_minutes", "turn_seconds"})
#: minutes a round where the game's rules name none
USUAL_MINUTES = 50
#: the fields of an event that follow its game until somebody chooses them
FOLLOWING = frozenset({"clock_kind", "round_minutes", "turn_seconds", "procedure"})


def default_clock(game: str) -> dict[str, Any]:
    """The clock of an event of this game where nobody chose one."""
    facts = _facts(game)
    return {
        "clock_kind": ClockKind.RANDOM if facts.get("random_minutes") else ClockKind.FIXED,
        "round_minutes": facts.get("minutes", USUAL_MINUTES),
        "turn_seconds": facts.get("turn_seconds"),
        "procedure": default_procedure(game),
    }


def follow_game(event: Event, game_before: str | None, chosen: Mapping[str, object]) -> None:
    """Gives what was not chosen the game's own value: all of it to a new event (``game_before`` is None), and when
    the game changes what still is as the game before had it."""
    fresh = default_clock(event.game)
    old = None if game_before is None else default_clock(game_before)
    for name, value in fresh.items():
        if name not in chosen and (old is None or getattr(event, name) == old[name]):
            setattr(event, name, value)


def taken_out(options: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """The game's options without those of the clock, and the fields of an event that these mean."""
    fields: dict[str, Any] = {}
    if "random_minutes" in options:
        fields["clock_kind"] = ClockKind.RANDOM if options["random_minutes"] else ClockKind.FIXED
    if "minutes" in options:
        fields["round_minutes"] = options["minutes"]
    if "turn_seconds" in options:
        fields["turn_seconds"] = options["turn_seconds"] or None
    return {name: value for name, value in options.items() if name not in OF_THE_CLOCK}, fields


def take_from_options(event: Event, options: dict[str, Any], chosen: Mapping[str, object]) -> dict[str, Any]:
    """Puts what the game's options say of time into the event's clock; gives the other options.

    Raises Invalid where the same request says otherwise of the clock.
    """
    others, fields = taken_out(options)
    for name, value in fields.items():
        if name in chosen and chosen[name] != value:
            raise Invalid(
                _("The clock and the game's options say different things."),
                fields={
                    name: _("The game's options say otherwise."),
                    "game_options": _("The clock says otherwise."),
                },
            )
        setattr(event, name, value)
    return others


def options_in_log(event: Event, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options for the header of a log: the event's with what errata change, and those given, with the time
    by the event's clock.

    Raises Invalid where those given say otherwise.
    """
    facts = _facts(event.game)
    said: dict[str, Any] = {"turn_seconds": event.turn_seconds or 0}
    if event.clock_kind != ClockKind.NONE:
        said["random_minutes"] = event.clock_kind == ClockKind.RANDOM
    if event.clock_kind == ClockKind.FIXED:
        said["minutes"] = event.round_minutes
    for name in OF_THE_CLOCK & set(facts) & set(options):
        if options[name] != said.get(name, facts[name]):
            raise Invalid(
                _("How long games and turns take is set by the event's clock."),
                fields={"options": _("The event's clock says otherwise.")},
            )
    differing = {name: value for name, value in said.items() if name in facts and value != facts[name]}
    others = {name: value for name, value in options.items() if name not in facts}
    return {**rules_of(event).options, **event.game_options, **others, **differing}


def _facts(game: str) -> dict[str, Any]:
    """The time options of a game where nobody has chosen any."""
    if game not in games():
        return {}
    fields = msgspec.structs.fields(load(game).options_type)
    return {field.name: field.default for field in fields if field.name in OF_THE_CLOCK}
