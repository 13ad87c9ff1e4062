"""The Highlander table: each attack on its 3×3 Grid with the Defenses over it, both sides, and First Blood."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.boards.scene import Face, Printed, Scene, count_of, face_of, faces_of, title_of
from referee.games.highlander import words as highlander_words
from referee.wording.labels import value_words
from rules.highlander import grid as grids
from rules.highlander.card import PRE_GAME, SPECIALS

PHASES = {
    "roll_off": "Rolling for the first turn",
    "opening": "Drawing the opening hands",
    "must_do": "Sweep: Must Do",
    "may_do": "Sweep: May Do",
    "defense": "Defense Phase",
    "attack": "Attack Phase",
    "draw_discard": "Draw/Discard Phase",
    "time_called": "Time was called: the turn is over, a judge invokes First Blood",
    "first_blood": "First Blood: shuffling hands in and drawing",
    "over": "The game is over",
}
STATUS = {
    "pending": "pending",
    "successful": "successful",
    "blocked": "blocked",
    "power_blocked": "Power Blocked",
    "dodged": "dodged",
    "avoided": "avoided",
}
HOW = {
    "ability": "no Ability left",
    "head": "a head was taken",
    "first blood": "first damage in First Blood",
    "first blood ability": "no Ability left in First Blood",
    "conceded": "conceded",
    "highest ability": "the higher Ability",
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
#: what a player must or may do now, by what the position calls it
MUSTS = {
    "discard": "discard %(n)s",
    "draw": "draw to the Ability",
    "draw_cards": "draw %(n)s",
    "replace": "replace %(n)s",
    "search": "search the Endurance",
    "shuffle": "shuffle",
    "roll": "roll",
    "mill": "%(n)s off the Endurance",
    "choke": "cards of the Endurance under a card",
}


class Square(msgspec.Struct, frozen=True):
    """One square of a Grid: attacked, defended, both, neither; ``unknown`` under a hidden attack."""

    attacked: bool
    defended: bool
    unknown: bool = False


class Guarding(msgspec.Struct, frozen=True):
    """A Defense as it is named beside the attack it is used against."""

    number: int
    face: Face
    notes: tuple[str, ...]


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


class Standing(msgspec.Struct, frozen=True):
    """A Defense in play that is used against no attack now."""

    number: int
    face: Face
    squares: tuple[Square, ...]
    area: str
    notes: tuple[str, ...]


class Lying(msgspec.Struct, frozen=True):
    """A card in play. ``borrowed`` names its owner where another controls it."""

    place: int
    face: Face
    notes: tuple[str, ...]


class Held(msgspec.Struct, frozen=True):
    """A card of a hand, with its Grid where it has one: titles of several Grids are told apart by it."""

    face: Face
    squares: tuple[Square, ...]
    area: str


class Immortal(msgspec.Struct, frozen=True):
    """One player's side of the table."""

    seat: str
    name: str
    turn: bool
    acts: bool
    won: bool
    ability: int | None
    coming: tuple[str, ...]
    states: tuple[str, ...]
    persona: tuple[Lying, ...]
    specials: tuple[Lying, ...]
    standing: tuple[Standing, ...]
    exchanges: tuple[Exchange, ...]
    hand: tuple[Held, ...]
    hand_size: int | None
    endurance: int | None
    discard_size: int | None
    top: Face | None
    removed: int | None


class Transition(msgspec.Struct, frozen=True):
    """The changes of First Blood: ``done`` when this entry made the change, else what it would change now."""

    done: bool
    leaves: tuple[tuple[str, Face], ...]
    ability: tuple[tuple[str, int, int], ...]


class HighlanderBoard:
    """Draws Highlander."""

    template = "referee/boards/highlander.html"

    def board(self, scene: Scene) -> dict[str, Any]:
        """Whose turn and phase, the attacks on their Grids, each player's side, what First Blood changes."""
        position = scene.position
        players = position.get("players") or {}
        phase = str(position.get("phase"))
        return {
            "number": position.get("number"),
            "phase": _(PHASES.get(phase, phase.replace("_", " "))),
            "whose": scene.names.get(str(position.get("turn") or ""), "") if phase not in _NOBODYS else "",
            "notes": _notes(position, scene),
            "exerting": _exerting(position, scene),
            "first_blood": bool(position.get("first_blood")),
            "transition": transition(scene),
            "hands": _hands(position, scene),
            "how": _(HOW.get(str(position.get("how")), "")) if position.get("how") else "",
            "immortals": [_immortal(seat, players, scene) for seat in scene.seats if seat in players],
        }

    def words(self, entry: Mapping[str, Any]) -> str | None:
        """Entries as the table would say them."""
        return highlander_words.words(entry)


_NOBODYS = ("roll_off", "over")


def transition(scene: Scene) -> Transition | None:
    """The changes that First Blood made with this entry or, while a judge is waited for, would make. None at any
    other time."""
    position = scene.position
    if position.get("first_blood"):
        before = scene.previous() if scene.previous is not None else None
        if before is None or before.get("first_blood"):
            return None
        return _changed(before, position, scene)
    if position.get("phase") != "time_called":
        return None
    return Transition(False, tuple(_specials_of(position, scene)), ())


def _changed(before: Printed, after: Printed, scene: Scene) -> Transition:
    left = list(_specials_of(before, scene))
    for gone in _specials_of(after, scene):
        if gone in left:
            left.remove(gone)
    ability = []
    for seat in scene.seats:
        was, now = (_number((p.get("players") or {}).get(seat, {}).get("ability")) for p in (before, after))
        if was is not None and now is not None and was != now:
            ability.append((scene.names.get(seat, seat), was, now))
    return Transition(True, tuple(left), tuple(ability))


def _specials_of(position: Printed, scene: Scene) -> list[tuple[str, Face]]:
    """The Special cards in play, each with the name of who controls it."""
    specials = []
    for seat in scene.seats:
        for lying in ((position.get("players") or {}).get(seat) or {}).get("in_play") or ():
            face = _face(lying, scene)
            if lying.get("kind") in SPECIALS or getattr(face.card, "type", "") in SPECIALS:
                specials.append((scene.names.get(seat, seat), face))
    return specials


def _immortal(seat: str, players: Mapping[str, Any], scene: Scene) -> Immortal:
    side, position = players[seat], scene.position
    others = [players[other] for other in scene.seats if other != seat and other in players]
    lying = [_lying(place, card, seat, scene) for place, card in enumerate(side.get("in_play") or (), 1)]
    discard = faces_of(side.get("discard_pile"), scene.catalogue)
    persona = tuple(one for one in lying if getattr(one.face.card, "type", "") in PRE_GAME)
    return Immortal(
        seat=seat,
        name=scene.names.get(seat, seat),
        turn=position.get("turn") == seat,
        acts=seat in scene.to_act,
        won=position.get("winner") == seat,
        ability=_number(side.get("ability")),
        coming=tuple(_coming(side)),
        states=tuple(_states(side)),
        persona=persona,
        specials=tuple(one for one in lying if one not in persona),
        standing=tuple(_standing(side, scene)),
        exchanges=tuple(
            _exchange(number, attack, others, scene)
            for number, attack in enumerate(side.get("attacks") or (), 1)
        ),
        hand=tuple(_held(face) for face in faces_of(side.get("hand"), scene.catalogue)),
        hand_size=count_of(side.get("hand")),
        endurance=count_of(side.get("endurance")),
        discard_size=count_of(side.get("discard_pile")),
        top=discard[-1] if discard and discard[-1].title else None,
        removed=count_of(side.get("removed")),
    )


def _exchange(
    number: int, attack: Mapping[str, Any], others: list[Mapping[str, Any]], scene: Scene
) -> Exchange:
    hidden = attack.get("face_down") is not None
    card = attack.get("face_down") if hidden else attack.get("card")
    face = Face(title=_("made attack")) if card is None else face_of(card, scene.catalogue)
    area = _area(attack, face)
    against = [
        (place, defense)
        for other in others
        for place, defense in enumerate(other.get("defenses") or (), 1)
        if number in (defense.get("against") or ())
    ]
    guarding = tuple(_guarding(place, defense, scene) for place, defense in against)
    covered = 0
    for (_place, defense), named in zip(against, guarding, strict=True):
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
        squares=_squares(area, covered),
        area=_area_words(area) if area else _("area not known"),
    )


def _guarding(place: int, defense: Mapping[str, Any], scene: Scene) -> Guarding:
    face = face_of(defense.get("card"), scene.catalogue)
    return Guarding(place, face, tuple(_defense_notes(defense, face)))


def _standing(side: Mapping[str, Any], scene: Scene) -> list[Standing]:
    standing = []
    for place, defense in enumerate(side.get("defenses") or (), 1):
        if defense.get("against"):
            continue
        face = face_of(defense.get("card"), scene.catalogue)
        area = _area(defense, face)
        words = _area_words(area) if area else _("area not known")
        notes = tuple(_defense_notes(defense, face))
        standing.append(Standing(place, face, _squares(None, area or 0), words, notes))
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


def _held(face: Face) -> Held:
    area = getattr(face.card, "squares", 0)
    attacks = bool(getattr(face.card, "is_attack", False))
    shown = _squares(area if attacks else 0, 0 if attacks else area) if area else ()
    return Held(face, shown, _area_words(area) if area else "")


def _area_words(area: int) -> str:
    """The squares of an area."""
    return ", ".join(value_words(name) for name, mask in grids.AREAS.items() if area & mask)


def _face(lying: Mapping[str, Any], scene: Scene) -> Face:
    """The face of a card in play; of one face down what this viewer may see of it."""
    down = lying.get("face_down")
    return face_of(lying.get("card") if down is None else down, scene.catalogue)


def _lying(place: int, card: Mapping[str, Any], seat: str, scene: Scene) -> Lying:
    notes = []
    if card.get("owner") not in (None, seat):
        notes.append(_("owned by %s") % scene.names.get(card["owner"], card["owner"]))
    if scene.position.get("number") in (card.get("nullified") or ()):
        notes.append(_("without effect this turn"))
    if card.get("count"):
        notes.append(_("count %s") % card["count"])
    if card.get("waiting"):
        notes.append(_("waits for what it is played with"))
    if card.get("face_down") is not None:
        notes.append(_("face down"))
    under = card.get("under") or ()
    if under:
        seen = [face.title for one in under if (face := _face(one, scene)).title]
        said = _("%(n)s under or on it") % {"n": len(under)}
        notes.append(f"{said}: {', '.join(seen)}" if seen else said)
    return Lying(place, _face(card, scene), tuple(str(note) for note in notes))


def _area(thing: Mapping[str, Any], face: Face) -> int | None:
    """The nine bits of an attack's or Defense's area; None where nobody here knows them."""
    squares = thing.get("squares")
    if isinstance(squares, int) and squares:
        return squares
    made = thing.get("made")
    if isinstance(made, str) and made in grids.AREAS:
        return grids.AREAS[made]
    return getattr(face.card, "squares", 0) or None


def _squares(area: int | None, covered: int) -> tuple[Square, ...]:
    """The nine squares, Upper Left first. A standing Defense has ``area`` 0 or None and only covers."""
    unknown = area is None and not covered
    return tuple(
        Square(bool((area or 0) & mask), bool(covered & mask), unknown) for mask in grids.AREAS.values()
    )


def _marks(thing: Mapping[str, Any], face: Face) -> list[str]:
    said = [str(mark.get("what")) for mark in thing.get("marks") or () if isinstance(mark, dict)]
    own = [mark for mark in getattr(face.card, "marks", ()) if mark in MARKS]
    return [str(_(MARKS.get(mark, mark.replace("_", " ")))) for mark in dict.fromkeys([*said, *own])]


def _coming(side: Mapping[str, Any]) -> list[str]:
    """Damage pending, losses and gains not yet adjusted, what cards that stay have still to change, in words."""
    said = {"damage": _("%(n)s damage"), "loss": _("loses %(n)s"), "gain": _("gains %(n)s")}
    coming = []
    changes = [
        {**one, "kind": "gain" if one["amount"] > 0 else "loss", "amount": abs(one["amount"])}
        for one in side.get("ability_changes") or ()
        if isinstance(one.get("amount"), int)
    ]
    for due in [*(side.get("due") or ()), *changes]:
        text = said.get(str(due.get("kind")), "%(n)s") % {"n": due.get("amount")}
        coming.append(f"{text} ({due['source']})" if due.get("source") else text)
    return coming


def _states(side: Mapping[str, Any]) -> list[str]:
    """Further notes beside a player: a weapon lost, things that must be done."""
    states = []
    if side.get("disarmed"):
        states.append(_("disarmed"))
    if side.get("weapon_broken"):
        states.append(_("weapon broken"))
    if side.get("prone"):
        states.append(_("prone"))
    if side.get("exhausted"):
        states.append(_("exhausted"))
    for must in side.get("must") or ():
        say = MUSTS.get(str(must.get("do")))
        text = _(say) % {"n": must.get("count", 1)} if say else str(must.get("do")).replace("_", " ")
        states.append(_("may: %s") % text if must.get("optional") else _("must: %s") % text)
    return [str(one) for one in states]


def _exerting(position: Mapping[str, Any], scene: Scene) -> dict[str, Any] | None:
    exerting = position.get("exerting")
    if not exerting:
        return None
    seat = str(exerting.get("seat"))
    return {
        "who": scene.names.get(seat, seat),
        "wanted": exerting.get("wanted"),
        "cards": faces_of(exerting.get("cards"), scene.catalogue),
    }


def _hands(position: Mapping[str, Any], scene: Scene) -> list[tuple[str, bool, bool]]:
    """In First Blood: each player, whether the hand was shuffled in, whether the new one was drawn."""
    if position.get("phase") != "first_blood":
        return []
    shuffled, drawn = (position.get(key) or () for key in ("shuffled_in", "redrawn"))
    return [(scene.names.get(seat, seat), seat in shuffled, seat in drawn) for seat in scene.seats]


def _notes(position: Mapping[str, Any], scene: Scene) -> list[str]:
    notes = []
    for key, text in (
        ("chance", _("%s may counter")),
        ("choice", _("%s names a target")),
    ):
        if position.get(key):
            seat = str(position[key].get("seat"))
            notes.append(text % scene.names.get(seat, seat))
    if position.get("rolling"):
        notes.append(_("a die is rolled"))
    if position.get("conceding"):
        seat = str(position["conceding"])
        notes.append(_("%s offers to concede") % scene.names.get(seat, seat))
    if (
        position.get("time_called")
        and not position.get("first_blood")
        and position.get("phase") != "time_called"
    ):
        notes.append(_("Time was called: this turn is finished first"))
    return [str(note) for note in notes]


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
