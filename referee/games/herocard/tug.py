"""The Attack Sequence as a tug of war: the attack's cards pull at one end of a rope, the block's at the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.boards.addresses import Note, address, numbered
from referee.boards.scene import Face, Scene, face_of
from referee.games.herocard.attributes import ATTRIBUTES
from rules.herocard.core.reading.card import KIND_NAMES
from rules.herocard.core.reading.values import succeeds


class Share(msgspec.Struct, frozen=True):
    """An active card and what it adds; ``notes``: what else is to be said of it."""

    face: Face
    who: str
    kind: str
    value: int
    notes: tuple[str, ...]
    at: str


class Pull(msgspec.Struct, frozen=True):
    """A card's part of the rope, in hundredths of it from the left; ``side`` pulls it."""

    side: str
    x: float
    width: float


class Clash(msgspec.Struct, frozen=True):
    """The Attack Sequence: both values with the cards that make them, and those that count for neither. ``rope``: the
    cards of both sides as they pull, the attack from the left; ``knot``: where they meet; ``succeeds``: whether the
    attack would, as it stands; ``by``: by how much one is above the other."""

    title: str
    attack: int
    block: int
    attackers: tuple[Note, ...]
    blockers: tuple[Note, ...]
    attacking: tuple[Share, ...]
    blocking: tuple[Share, ...]
    beside: tuple[Share, ...]
    rope: tuple[Pull, ...]
    knot: float
    succeeds: bool
    by: int


def clash_of(position: Mapping[str, Any], faces: Mapping[str, Face], scene: Scene) -> Clash | None:
    """The Attack Sequence under way; None where there is none."""
    sequence = position.get("sequence")
    if not sequence:
        return None
    shares: dict[str | None, list[Share]] = {"attack": [], "block": [], None: []}
    for at, card in numbered(sequence.get("cards"), "sequence.cards"):
        shares.setdefault(card.get("side"), []).append(_share(card, at, faces, scene))
    sides = sequence.get("sides") or {}
    taken = {
        side: tuple(
            Note(scene.names.get(seat, seat), address("sequence.sides", seat))
            for seat in scene.seats
            if sides.get(seat) == side
        )
        for side in ("attack", "block")
    }
    attack, block = (int(sequence.get(key) or 0) for key in ("attack", "block"))
    return Clash(
        title=_title(sequence, scene.names),
        attack=attack,
        block=block,
        attackers=taken["attack"],
        blockers=taken["block"],
        attacking=tuple(shares["attack"]),
        blocking=tuple(shares["block"]),
        beside=tuple(shares[None]),
        rope=tuple(_rope(shares["attack"], shares["block"])),
        knot=_knot(attack, block),
        succeeds=succeeds(attack, block),
        by=abs(attack - block),
    )


def _knot(attack: int, block: int) -> float:
    """Where attack and block meet on a rope of a hundred, the attack's end at 0: in the middle where they are equal."""
    whole = max(0, attack) + max(0, block)
    return round(100 * max(0, attack) / whole, 1) if whole else 50.0


def _rope(attacking: list[Share], blocking: list[Share]) -> list[Pull]:
    """Each card that pulls, as long as its value; the attack from the left end on, the block from the right."""
    pulls = {
        side: [share.value for share in shares if share.value > 0]
        for side, shares in (("attack", attacking), ("block", blocking))
    }
    whole = sum(sum(values) for values in pulls.values())
    rope, at = [], 0.0
    for side, values in (("attack", pulls["attack"]), ("block", pulls["block"][::-1])):
        for value in values:
            rope.append(Pull(side, round(at, 1), round(100 * value / whole, 1)))
            at += 100 * value / whole
    return rope


def _share(card: Mapping[str, Any], at: str, faces: Mapping[str, Face], scene: Scene) -> Share:
    notes = []
    if card.get("target"):
        notes.append(_("against %s") % scene.names.get(card["target"], card["target"]))
    if card.get("attribute"):
        notes.append(str(_(dict(ATTRIBUTES).get(card["attribute"], card["attribute"]))))
    if card.get("converted") is not None:
        notes.append(_("converted to %s") % card["converted"])
    printed = card.get("card")
    face = faces.get(str(printed)) or face_of(printed, scene.catalogue)
    who = scene.names.get(str(card.get("seat")), str(card.get("seat")))
    kind = _(KIND_NAMES.get(str(card.get("kind")), KIND_NAMES["miscellaneous"]))
    return Share(face, who, kind, int(card.get("value") or 0), tuple(str(note) for note in notes), at)


def _title(sequence: Mapping[str, Any], names: Mapping[str, str]) -> str:
    attacker, target = (str(sequence.get(key) or "") for key in ("attacker", "target"))
    named = {
        "who": names.get(attacker, attacker),
        "whom": names.get(target, target),
        "killer": sequence.get("killer"),
    }
    if sequence.get("kind") == "scare":
        return str(_("%(who)s attacks to scare everybody") % named)
    if sequence.get("kind") == "kill":
        return str(_("%(who)s attacks to kill %(whom)s with the %(killer)s") % named)
    return str(_("%(who)s attacks %(whom)s") % named if target else _("%(who)s attacks") % named)
