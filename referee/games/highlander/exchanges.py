"""Attacks on their 3×3 Grids with the Defenses over them, what would come of each, and Defenses that stand apart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from referee.boards.addresses import address, numbered
from referee.boards.scene import Face, Scene, face_of, title_of
from referee.games.highlander.faces import ink_of
from referee.games.highlander.squares import Square, area_words, squares_of
from rules.highlander import grid as grids
from rules.highlander.changes.foreseen import Foreseen, foreseen
from rules.highlander.reading.defenses import proper
from rules.highlander.reading.state import attack_card
from rules.highlander.reading.state import face as known_face
from rules.kernel.judgment import Judgment

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
#: why a Defense does not hold, by the entry of the Handbook that says so
IMPROPER = {
    "defense": "does not cover it",
    "unblockable-attacks": "it cannot be blocked",
    "dirty-tricks": "it cannot be blocked",
    "undodgeable-attacks": "it cannot be dodged",
    "back-away": "does not avoid Ranged Attacks",
}


class Guarding(msgspec.Struct, frozen=True):
    """A Defense as it is named beside the attack it is used against. ``fails``: why it does not hold."""

    number: int
    face: Face
    ink: str
    notes: tuple[str, ...]
    fails: str
    at: str


class Exchange(msgspec.Struct, frozen=True):
    """An attack by number, the Defenses used against it, and both on one Grid; ``described`` says the Grid in words,
    ``comes`` what would come of it (``through``, ``stopped`` as a class), each empty where nobody here knows."""

    number: int
    face: Face
    ink: str
    cover: str
    hidden: bool
    status: str
    open: bool
    notes: tuple[str, ...]
    defenses: tuple[Guarding, ...]
    squares: tuple[Square, ...]
    described: str
    comes: str
    how: str
    at: str


class Meeting(msgspec.Struct, frozen=True):
    """The attacks of one player on another, as they meet that player's Defenses. ``lane``: the attacker's place at the
    table, from 1; ``live``: some are still pending."""

    lane: int
    who: str
    whom: str
    live: bool
    exchanges: tuple[Exchange, ...]


class Standing(msgspec.Struct, frozen=True):
    """A Defense in play that is used against no attack on the table."""

    number: int
    face: Face
    ink: str
    squares: tuple[Square, ...]
    area: str
    notes: tuple[str, ...]
    at: str


class Against(msgspec.Struct, frozen=True):
    """A Defense used against an attack: whose, its number there, as it is printed, where."""

    seat: str
    number: int
    defense: Mapping[str, Any]
    at: str


def meetings_of(players: Mapping[str, Any], scene: Scene) -> list[Meeting]:
    """The attacks on the table by who made them; those still pending first."""
    met = []
    for lane, seat in enumerate(scene.seats, 1):
        attacks = (players.get(seat) or {}).get("attacks") or ()
        others = [other for other in scene.seats if other != seat and other in players]
        if not attacks or not others:
            continue
        seen = foreseen(scene.judged, others[0]) if scene.judged is not None and len(others) == 1 else {}
        exchanges = tuple(
            _exchange(number, attack, seat, used_against(players, others, number, scene), seen, scene)
            for number, attack in enumerate(attacks, 1)
        )
        names = [scene.names.get(other, other) for other in others]
        live = any(one.open for one in exchanges)
        met.append(Meeting(lane, scene.names.get(seat, seat), ", ".join(names), live, exchanges))
    return sorted(met, key=lambda one: not one.live)


def used_against(
    players: Mapping[str, Any], others: Sequence[str], number: int, scene: Scene
) -> list[Against]:
    """The Defenses used against an attack of somebody. In the attacker's own turn those of the others still name the
    attacks of the turn before, which are swept: they are used against nothing yet."""
    defenders = [seat for seat in others if _names_attacks(seat, scene)]
    return [
        Against(seat, place, defense, at)
        for seat in defenders
        for place, (at, defense) in enumerate(
            numbered(players[seat].get("defenses"), address("players", seat, "defenses")), 1
        )
        if number in (defense.get("against") or ())
    ]


def _names_attacks(seat: str, scene: Scene) -> bool:
    """Whether the numbers that a player's Defenses are used against mean attacks that lie on the table."""
    return scene.position.get("turn") == seat


def _exchange(
    number: int,
    attack: Mapping[str, Any],
    seat: str,
    against: list[Against],
    seen: Mapping[int, Foreseen],
    scene: Scene,
) -> Exchange:
    here = address("players", seat, "attacks", number - 1)
    hidden = attack.get("face_down") is not None
    card = attack.get("face_down") if hidden else attack.get("card")
    of_card = address(here, "made" if card is None else "face_down" if hidden else "card")
    face = (
        Face(title=_("made attack"), at=of_card) if card is None else face_of(card, scene.catalogue, of_card)
    )
    area = _area(attack, face)
    guarding = tuple(_guarding(one, seat, number, scene) for one in against)
    covered = 0
    for one, named in zip(against, guarding, strict=True):
        covered |= _area(one.defense, named.face) or 0
    notes = [*_marks(attack, face)]
    if attack.get("extra"):
        notes.append(_("%+d damage") % attack["extra"])
    status = str(attack.get("status") or "pending")
    comes, how = _comes(seen.get(number)) if status == "pending" else ("", _SETTLED.get(status, ""))
    return Exchange(
        number=number,
        face=face,
        ink=ink_of(face) or ("" if area is None else "red"),
        cover=guarding[-1].ink if guarding else "",
        hidden=hidden,
        status=_(STATUS.get(status, status.replace("_", " "))),
        open=status == "pending",
        notes=tuple(notes),
        defenses=guarding,
        squares=squares_of(area, covered),
        described=_described(area, covered),
        comes=comes,
        how=how,
        at=here,
    )


#: what came of an attack, as a class
_SETTLED = {
    "successful": "through",
    "blocked": "stopped",
    "power_blocked": "stopped",
    "dodged": "stopped",
    "avoided": "stopped",
}


def _comes(seen: Foreseen | None) -> tuple[str, str]:
    """What would come of an attack as the table lies, in words, and as a class."""
    if seen is None:
        return "", ""
    if seen.wins:
        return _("wins the game"), "through"
    if seen.damage:
        words = ngettext("%(n)s damage comes through", "%(n)s damage comes through", seen.damage)
        return words % {"n": seen.damage}, "through"
    if seen.status == "successful":
        return _("comes through, without damage"), "through"
    return _("is stopped"), "stopped"


def _described(area: int | None, covered: int) -> str:
    """The Grid in words: what is attacked, what of that a Defense lies over, what is left open."""
    if area is None:
        return _("area not known")
    attacked = _("Attacks %s") % area_words(area)
    if not covered:
        return attacked
    named = {"met": area_words(area & covered) or _("nothing"), "open": area_words(area & ~covered)}
    if not named["open"]:
        return f"{attacked}. {_('All of it is covered') % named}"
    return f"{attacked}. {_('Covered: %(met)s. Open: %(open)s') % named}"


def _guarding(one: Against, attacker: str, number: int, scene: Scene) -> Guarding:
    face = face_of(one.defense.get("card"), scene.catalogue, address(one.at, "card"))
    fails = "" if scene.judged is None else _fails(scene.judged, one, attacker, number)
    return Guarding(one.number, face, _cover(face), tuple(_defense_notes(one.defense, face)), fails, one.at)


def _cover(face: Face) -> str:
    """The colour of a Defense: an Attack played as a Block is one."""
    return "green" if ink_of(face) == "green" else "blue"


def _fails(j: Judgment, one: Against, attacker: str, number: int) -> str:
    """Why a Defense does not hold against an attack whose face is known here; empty where it does."""
    attack = j.position.players[attacker].attacks[number - 1]
    defense = j.position.players[one.seat].defenses[one.number - 1]
    card = known_face(j, defense.card)
    if card is None or attack.status != "pending" or (not attack.made and attack_card(j, attack) is None):
        return ""
    reason = proper(j, card, defense.squares, attack, defense.marks)
    return "" if reason is None else _(IMPROPER.get(reason, "does not hold"))


def standing_of(players: Mapping[str, Any], seat: str, scene: Scene) -> list[Standing]:
    """A player's Defenses that are used against no attack on the table."""
    standing = []
    here = address("players", seat)
    others = [other for other in scene.seats if other != seat and other in players]
    attacks = max((len(players[other].get("attacks") or ()) for other in others), default=0)
    used = _names_attacks(seat, scene)
    for place, (at, defense) in enumerate(
        numbered(players[seat].get("defenses"), address(here, "defenses")), 1
    ):
        if used and any(number <= attacks for number in defense.get("against") or ()):
            continue
        face = face_of(defense.get("card"), scene.catalogue, address(at, "card"))
        area = _area(defense, face)
        words = area_words(area) if area else _("area not known")
        notes = tuple(_defense_notes(defense, face))
        standing.append(Standing(place, face, _cover(face), squares_of(None, area or 0), words, notes, at))
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


def _area(thing: Mapping[str, Any], face: Face) -> int | None:
    """The nine bits of an attack's or Defense's area; None where nobody here knows them."""
    squares = thing.get("squares")
    if isinstance(squares, int) and squares:
        return squares
    made = thing.get("made")
    if isinstance(made, str) and made in grids.AREAS:
        return grids.AREAS[made]
    return getattr(face.card, "squares", 0) or None


def _marks(thing: Mapping[str, Any], face: Face) -> list[str]:
    said = [str(mark.get("what")) for mark in thing.get("marks") or () if isinstance(mark, dict)]
    own = [mark for mark in getattr(face.card, "marks", ()) if mark in MARKS]
    return [str(_(MARKS.get(mark, mark.replace("_", " ")))) for mark in dict.fromkeys([*said, *own])]
