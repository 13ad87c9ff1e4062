"""Attacks on their 3×3 Grids with the Defenses over them, and Defenses that stand apart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.boards.addresses import address, numbered
from referee.boards.scene import Face, Scene, face_of, title_of
from referee.wording.labels import value_words
from rules.highlander import grid as grids

STATUS = {
    "pending": "pending",
    "successful": "successful",
    "blocked": "blocked",
    "power_blocked": "Power Blocked",
    "dodged": "dodged",
    "avoided": "avoided",
}
#: what an attack or Defense is marked with, in words; a mark that is not here is said as it is written
MARKS = {
    "power_blow": "Power Blow",
    "head_shot": "Head Shot",
    "unblockable": "cannot be blocked",
    "undodgeable": "cannot be dodged",
    "no_power_block": "cannot be Power Blocked",
    "no_hand_defense": "a new Defense comes from an Exertion",
    "single_dodge": "a Dodge avoids only this one",
    "was_hidden": "was hidden",
    "may_hide": "may be hidden",
}


class Square(msgspec.Struct, frozen=True):
    """One square of a Grid: attacked, defended, both, neither; ``unknown`` under a hidden attack."""

    attacked: bool
    defended: bool
    unknown: bool = False
    name: str = ""


class Guarding(msgspec.Struct, frozen=True):
    """A Defense as it is named beside the attack it is used against."""

    number: int
    face: Face
    notes: tuple[str, ...]
    at: str


class Exchange(msgspec.Struct, frozen=True):
    """An attack by number, the Defenses used against it, and both on one Grid; ``area`` says it in words."""

    number: int
    face: Face
    hidden: bool
    status: str
    open: bool
    notes: tuple[str, ...]
    defenses: tuple[Guarding, ...]
    squares: tuple[Square, ...]
    area: str
    at: str


class Standing(msgspec.Struct, frozen=True):
    """A Defense in play that is used against no attack on the table."""

    number: int
    face: Face
    squares: tuple[Square, ...]
    area: str
    notes: tuple[str, ...]
    at: str


def exchange_of(
    number: int,
    attack: Mapping[str, Any],
    side: str,
    others: list[tuple[str, Mapping[str, Any]]],
    scene: Scene,
) -> Exchange:
    here = address(side, "attacks", number - 1)
    hidden = attack.get("face_down") is not None
    card = attack.get("face_down") if hidden else attack.get("card")
    of_card = address(here, "made" if card is None else "face_down" if hidden else "card")
    face = (
        Face(title=_("made attack"), at=of_card) if card is None else face_of(card, scene.catalogue, of_card)
    )
    area = _area(attack, face)
    against = [
        (place, defense, at)
        for other, theirs in others
        for place, (at, defense) in enumerate(numbered(theirs.get("defenses"), address(other, "defenses")), 1)
        if number in (defense.get("against") or ())
    ]
    guarding = tuple(_guarding(place, defense, at, scene) for place, defense, at in against)
    covered = 0
    for (_place, defense, _at), named in zip(against, guarding, strict=True):
        covered |= _area(defense, named.face) or 0
    notes = [*_marks(attack, face)]
    if attack.get("extra"):
        notes.append(_("%+d damage") % attack["extra"])
    status = str(attack.get("status") or "pending")
    return Exchange(
        number=number,
        face=face,
        hidden=hidden,
        status=_(STATUS.get(status, status.replace("_", " "))),
        open=status == "pending",
        notes=tuple(notes),
        defenses=guarding,
        squares=squares_of(area, covered),
        area=area_words(area) if area else _("area not known"),
        at=here,
    )


def _guarding(place: int, defense: Mapping[str, Any], at: str, scene: Scene) -> Guarding:
    face = face_of(defense.get("card"), scene.catalogue, address(at, "card"))
    return Guarding(place, face, tuple(_defense_notes(defense, face)), at)


def standing_of(
    side: Mapping[str, Any], of_side: str, others: list[tuple[str, Mapping[str, Any]]], scene: Scene
) -> list[Standing]:
    standing = []
    attacks = max((len(theirs.get("attacks") or ()) for _at, theirs in others), default=0)
    for place, (at, defense) in enumerate(numbered(side.get("defenses"), address(of_side, "defenses")), 1):
        if any(number <= attacks for number in defense.get("against") or ()):
            continue
        face = face_of(defense.get("card"), scene.catalogue, address(at, "card"))
        area = _area(defense, face)
        words = area_words(area) if area else _("area not known")
        notes = tuple(_defense_notes(defense, face))
        standing.append(Standing(place, face, squares_of(None, area or 0), words, notes, at))
    return standing


def _defense_notes(defense: Mapping[str, Any], face: Face) -> list[str]:
    notes = list(_marks(defense, face))
    if defense.get("second") is not None:
        notes.append(_("with %s") % title_of(defense["second"]))
    if defense.get("power_block"):
        notes.append(_("Power Block"))
    if defense.get("from_exertion"):
        notes.append(_("from an Exertion"))
    return notes


def area_words(area: int) -> str:
    """The squares of an area."""
    return ", ".join(value_words(name) for name, mask in grids.AREAS.items() if area & mask)


def _area(thing: Mapping[str, Any], face: Face) -> int | None:
    """The nine bits of an attack's or Defense's area; None where nobody here knows them."""
    squares = thing.get("squares")
    if isinstance(squares, int) and squares:
        return squares
    made = thing.get("made")
    if isinstance(made, str) and made in grids.AREAS:
        return grids.AREAS[made]
    return getattr(face.card, "squares", 0) or None


def squares_of(area: int | None, covered: int) -> tuple[Square, ...]:
    """The nine squares, Upper Left first. A standing Defense has ``area`` 0 or None and only covers."""
    unknown = area is None and not covered
    return tuple(
        Square(bool((area or 0) & mask), bool(covered & mask), unknown, name)
        for name, mask in grids.AREAS.items()
    )


def _marks(thing: Mapping[str, Any], face: Face) -> list[str]:
    said = [str(mark.get("what")) for mark in thing.get("marks") or () if isinstance(mark, dict)]
    own = [mark for mark in getattr(face.card, "marks", ()) if mark in MARKS]
    return [str(_(MARKS.get(mark, mark.replace("_", " ")))) for mark in dict.fromkeys([*said, *own])]
