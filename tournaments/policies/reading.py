"""A policy out of JSON: checked whole, with the place of what is wrong."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from rules.registry import games
from tournaments.errors import Invalid
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.policies.structs import KINDS, TARDINESS, Infraction, Policy, Text
from tournaments.policies.words import NAMES
from tournaments.text import clean_json

ID = re.compile(r"[a-z][a-z0-9_]{0,39}")
LANGUAGE = re.compile(r"[a-z]{2,3}")
MOST_INFRACTIONS, MOST_STEPS, MOST_EXAMPLES = 40, 6, 30
MOST_POINTS, MOST_DAYS = 100, 3650
#: the longest name, description and example
LENGTHS = {"name": 80, "what": 600, "text": 300}


def read_policy(raw: object) -> Policy:
    """The policy that this JSON holds. Raises Invalid, which names the place."""
    clean_json(raw, "policy")
    try:
        policy = msgspec.convert(raw, Policy)
    except msgspec.ValidationError as error:
        raise _wrong("policy", _("It is no policy: %(why)s.", why=str(error))) from None
    if not 1 <= len(policy.infractions) <= MOST_INFRACTIONS:
        raise _wrong("infractions", _("Between 1 and %(n)s infractions.", n=MOST_INFRACTIONS))
    ids = [each.id for each in policy.infractions]
    for at, infraction in enumerate(policy.infractions):
        _check_infraction(f"infractions[{at}]", infraction)
        if ids.index(infraction.id) != at:
            raise _wrong(f"infractions[{at}].id", _("“%(id)s” stands there twice.", id=infraction.id))
    if TARDINESS not in ids:
        raise _wrong("infractions", _("A policy says what becomes of who is late: “%(id)s”.", id=TARDINESS))
    if not 1 <= policy.points_taken <= MOST_POINTS:
        raise _wrong("points_taken", _("A whole number from %(low)s to %(high)s.", low=1, high=MOST_POINTS))
    if not 0 <= policy.shown_days <= MOST_DAYS:
        raise _wrong("shown_days", _("A whole number from %(low)s to %(high)s.", low=0, high=MOST_DAYS))
    return policy


def body_of(policy: Policy) -> dict[str, Any]:
    """The policy as JSON."""
    body: dict[str, Any] = msgspec.to_builtins(policy)
    return body


def _check_infraction(place: str, infraction: Infraction) -> None:
    if not ID.fullmatch(infraction.id):
        raise _wrong(f"{place}.id", _("Small letters, digits and “_”, at most 40."))
    if not infraction.name and infraction.id not in NAMES:
        raise _wrong(f"{place}.name", _("An infraction of your own needs a name."))
    _check_text(f"{place}.name", infraction.name, "name", needed=False)
    _check_text(f"{place}.what", infraction.what, "what")
    steps = [KINDS.index(step) for step in infraction.steps]
    if not 1 <= len(steps) <= MOST_STEPS:
        raise _wrong(f"{place}.steps", _("Between 1 and %(n)s penalties.", n=MOST_STEPS))
    if steps != sorted(steps):
        raise _wrong(f"{place}.steps", _("Who does it again is not punished less."))
    if infraction.id == TARDINESS and steps[-1] > KINDS.index("warning"):
        raise _wrong(
            f"{place}.steps",
            _(
                "The event’s minutes say when who is late loses a game and the match. Before: caution or warning."
            ),
        )
    if len(infraction.examples) > MOST_EXAMPLES:
        raise _wrong(f"{place}.examples", _("At most %(n)s examples.", n=MOST_EXAMPLES))
    for at, example in enumerate(infraction.examples):
        _check_text(f"{place}.examples[{at}].text", example.text, "text")
        if example.game and example.game not in games():
            raise _wrong(f"{place}.examples[{at}].game", _("Choose one of the games."))


def _check_text(place: str, text: Text, kind: str, *, needed: bool = True) -> None:
    by_language = {"en": text} if isinstance(text, str) else text
    if not all(LANGUAGE.fullmatch(language) for language in by_language) or len(by_language) > 20:
        raise _wrong(place, _("Texts stand by the code of their language, as “en”."))
    if needed and not any(said.strip() for said in by_language.values()):
        raise _wrong(place, _("This is required."))
    if any(len(said) > LENGTHS[kind] for said in by_language.values()):
        raise _wrong(place, _("At most %(n)s characters.", n=LENGTHS[kind]))


def _wrong(place: str, why: Message) -> Invalid:
    return Invalid(_("%(place)s: %(why)s", place=place, why=why), fields={place: why})
