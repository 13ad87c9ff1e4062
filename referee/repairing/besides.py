"""What a ruling does besides changing facts: a phase or an effect is skipped, an action forbidden or allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.repairing.hand import Hand
from referee.wording.labels import value_words, verb_words
from rules.kernel.errors import Impossible

Option = tuple[str, str]
#: The form's fields, and the changes that are made of them.
SKIP, BAR = "skip", "bar"
KINDS = ("forbid", "permit")
LONGEST = 80


class Besides(msgspec.Struct, frozen=True):
    """The choices of the form: what can be skipped now; for whom, which action and until when one is forbidden or
    allowed."""

    skips: tuple[Option, ...]
    kinds: tuple[Option, ...]
    verbs: tuple[Option, ...]
    seats: tuple[Option, ...]
    periods: tuple[Option, ...]


def besides_of(hand: Hand, names: Mapping[str, str]) -> Besides:
    """The choices in a position, with the players' names."""
    game = hand.run.game
    verbs = [str(verb.__struct_config__.tag) for verb in game.verbs]
    periods = game.periods(hand.run.position)
    return Besides(
        tuple((phase, value_words(phase)) for phase in game.skippable if _can_be_skipped(hand, phase)),
        tuple(zip(KINDS, (_("Forbid"), _("Allow")), strict=True)),
        tuple(
            sorted(((verb, verb_words(verb, game.name)) for verb in verbs), key=lambda one: one[1].casefold())
        ),
        (("", _("everybody")), *((seat, names.get(seat, seat)) for seat in hand.run.seats)),
        (("", _("the game")), *((name, value_words(name)) for name in periods)),
    )


def _can_be_skipped(hand: Hand, phase: str) -> bool:
    try:
        return hand.run.game.skip(hand.run.judgment(), phase) is not None
    except Impossible:
        return False


def change_besides(sent: Mapping[str, str]) -> dict[str, Any] | None:
    """The change that the form says; None where none of its buttons was pressed."""
    if sent.get(SKIP):
        return {"change": "skip", "phase": sent[SKIP][:LONGEST]}
    if sent.get("do") != BAR or sent.get(BAR) not in KINDS:
        return None
    made = {"change": sent[BAR], "verb": sent.get("verb", "")[:LONGEST]}
    for field, name in (("seat", "bar_seat"), ("until", "bar_until")):
        if sent.get(name):
            made[field] = sent[name][:LONGEST]
    return made
