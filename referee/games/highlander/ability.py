"""A player's Ability: the figure, what is still to change it, and what it would become if it were adjusted now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.boards.addresses import Note, address, numbered
from referee.boards.scene import Scene
from rules.highlander.position import TURN_PHASES
from rules.highlander.reading.adjusting import adjusted
from rules.highlander.reading.damage import EXHAUSTION


class Ability(msgspec.Struct, frozen=True):
    """``now`` is None where the position does not say it; ``then``: what the rules would make of it, where that is
    another figure; ``fatal``: none would be left. ``coming``: each change that waits, in words."""

    now: int | None
    then: int | None
    fatal: bool
    coming: tuple[Note, ...]


def ability_of(seat: str, side: Mapping[str, Any], here: str, scene: Scene) -> Ability:
    """The Ability of a seat with what waits for its Ability Adjustment Phase."""
    now = number(side.get("ability"))
    coming = tuple(_coming(side, here))
    then = None
    if coming and scene.judged is not None and scene.judged.position.phase in TURN_PHASES:
        then = adjusted(scene.judged, seat).ability
    if then == now:
        then = None
    return Ability(now, then, then is not None and then <= 0, coming)


def _coming(side: Mapping[str, Any], here: str) -> list[Note]:
    """Damage pending, losses and gains not yet adjusted, what cards that stay have still to change, Exhaustion."""
    said = {"damage": _("%(n)s damage"), "loss": _("loses %(n)s"), "gain": _("gains %(n)s")}
    coming = []
    changes = [
        (at, {**one, "kind": "gain" if one["amount"] > 0 else "loss", "amount": abs(one["amount"])})
        for at, one in numbered(side.get("ability_changes"), address(here, "ability_changes"))
        if isinstance(one.get("amount"), int)
    ]
    for at, due in [*numbered(side.get("due"), address(here, "due")), *changes]:
        text = said.get(str(due.get("kind")), "%(n)s") % {"n": due.get("amount")}
        if due.get("prevented"):
            text = _("%(what)s, %(n)s of it prevented") % {"what": text, "n": due["prevented"]}
        coming.append(Note(f"{text} ({due['source']})" if due.get("source") else text, at))
    if isinstance(side.get("exhausted"), int) and side["exhausted"]:
        lost = _("loses %(n)s") % {"n": EXHAUSTION * side["exhausted"]}
        coming.append(Note(f"{lost} ({_('Exhaustion')})", address(here, "exhausted")))
    return coming


def number(value: Any) -> int | None:
    """A printed number; None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None
