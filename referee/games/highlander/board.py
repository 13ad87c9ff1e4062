"""The Highlander table: each attack on its 3×3 Grid with the Defenses over it, both sides, and First Blood."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.boards.addresses import Note, address, numbered, side_of
from referee.boards.noted import noted
from referee.boards.scene import Face, Printed, Scene, count_of, face_of, faces_of
from referee.games.highlander import words as highlander_words
from referee.games.highlander.ability import Ability, ability_of, number
from referee.games.highlander.exchanges import Standing, meetings_of, standing_of
from referee.games.highlander.faces import Held, held_of, type_of
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
HOW = {
    "ability": "no Ability left",
    "head": "a head was taken",
    "first blood": "first damage in First Blood",
    "first blood ability": "no Ability left in First Blood",
    "conceded": "conceded",
    "highest ability": "the higher Ability",
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

#: what this board draws itself; everything else that is true it notes
DRAWN = frozenset(
    {"number", "phase", "turn", "exerting", "chance", "choice", "rolling", "conceding", "winner", "how"}
    | {"first_blood", "shuffled_in", "redrawn"}
    | {
        f"players.*.{name}"
        for name in (
            "ability", "endurance", "hand", "discard_pile", "removed", "in_play", "attacks", "defenses", "due",
            "ability_changes", "must", "disarmed", "weapon_broken", "prone", "exhausted",
        )
    }
)  # fmt: skip


class Lying(msgspec.Struct, frozen=True):
    """A card in play. ``borrowed`` names its owner where another controls it."""

    place: int
    face: Face
    kind: str
    notes: tuple[str, ...]
    at: str


class Immortal(msgspec.Struct, frozen=True):
    """One player's side of the table."""

    seat: str
    name: str
    turn: bool
    acts: bool
    won: bool
    ability: Ability
    states: tuple[Note, ...]
    persona: tuple[Lying, ...]
    specials: tuple[Lying, ...]
    standing: tuple[Standing, ...]
    hand: tuple[Held, ...]
    hand_size: int | None
    endurance: tuple[Face, ...]
    endurance_size: int | None
    discard: tuple[Face, ...]
    discard_size: int | None
    removed: tuple[Face, ...]
    removed_size: int | None
    at: str


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
            "noted": noted(scene, DRAWN),
            "meetings": meetings_of(players, scene),
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
        was, now = (number((p.get("players") or {}).get(seat, {}).get("ability")) for p in (before, after))
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
    side, position, here = players[seat], scene.position, side_of(seat)
    lying = [_lying(place, card, seat, scene) for place, card in enumerate(side.get("in_play") or (), 1)]
    persona = tuple(one for one in lying if getattr(one.face.card, "type", "") in PRE_GAME)
    return Immortal(
        seat=seat,
        name=scene.names.get(seat, seat),
        turn=position.get("turn") == seat,
        acts=seat in scene.to_act,
        won=position.get("winner") == seat,
        ability=ability_of(seat, side, here, scene),
        states=tuple(_states(side, here)),
        persona=persona,
        specials=tuple(one for one in lying if one not in persona),
        standing=tuple(standing_of(players, seat, scene)),
        hand=tuple(
            held_of(face) for face in faces_of(side.get("hand"), scene.catalogue, address(here, "hand"))
        ),
        hand_size=count_of(side.get("hand")),
        endurance=faces_of(side.get("endurance"), scene.catalogue, address(here, "endurance")),
        endurance_size=count_of(side.get("endurance")),
        discard=faces_of(side.get("discard_pile"), scene.catalogue, address(here, "discard_pile")),
        discard_size=count_of(side.get("discard_pile")),
        removed=faces_of(side.get("removed"), scene.catalogue, address(here, "removed")),
        removed_size=count_of(side.get("removed")),
        at=here,
    )


def _face(lying: Mapping[str, Any], scene: Scene, at: str = "") -> Face:
    """The face of a card in play; of one face down what this viewer may see of it."""
    down = lying.get("face_down")
    where = address(at, "card" if down is None else "face_down") if at else ""
    return face_of(lying.get("card") if down is None else down, scene.catalogue, where)


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
    at = address(side_of(seat), "in_play", place - 1)
    face = _face(card, scene, at)
    return Lying(place, face, type_of(face), tuple(str(note) for note in notes), at)


#: what may be true of a player, in words
STATES = {"disarmed": "disarmed", "weapon_broken": "weapon broken", "prone": "prone"}


def _states(side: Mapping[str, Any], here: str) -> list[Note]:
    """Further notes beside a player: a weapon lost, things that must be done."""
    states = [Note(str(_(words)), address(here, name)) for name, words in STATES.items() if side.get(name)]
    for at, must in numbered(side.get("must"), address(here, "must")):
        say = MUSTS.get(str(must.get("do")))
        text = _(say) % {"n": must.get("count", 1)} if say else str(must.get("do")).replace("_", " ")
        states.append(Note(_("may: %s") % text if must.get("optional") else _("must: %s") % text, at))
    return states


def _exerting(position: Mapping[str, Any], scene: Scene) -> dict[str, Any] | None:
    exerting = position.get("exerting")
    if not exerting:
        return None
    seat = str(exerting.get("seat"))
    return {
        "who": scene.names.get(seat, seat),
        "wanted": exerting.get("wanted"),
        "cards": faces_of(exerting.get("cards"), scene.catalogue, "exerting.cards"),
    }


def _hands(position: Mapping[str, Any], scene: Scene) -> list[tuple[str, bool, bool]]:
    """In First Blood: each player, whether the hand was shuffled in, whether the new one was drawn."""
    if position.get("phase") != "first_blood":
        return []
    shuffled, drawn = (position.get(key) or () for key in ("shuffled_in", "redrawn"))
    return [(scene.names.get(seat, seat), seat in shuffled, seat in drawn) for seat in scene.seats]


def _notes(position: Mapping[str, Any], scene: Scene) -> list[Note]:
    notes = []
    for key, text in (
        ("chance", _("%s may counter")),
        ("choice", _("%s names a target")),
    ):
        if position.get(key):
            seat = str(position[key].get("seat"))
            notes.append(Note(text % scene.names.get(seat, seat), key))
    if position.get("rolling"):
        notes.append(Note(_("a die is rolled"), "rolling"))
    if position.get("conceding"):
        seat = str(position["conceding"])
        notes.append(Note(_("%s offers to concede") % scene.names.get(seat, seat), "conceding"))
    if (
        position.get("time_called")
        and not position.get("first_blood")
        and position.get("phase") != "time_called"
    ):
        notes.append(Note(_("Time was called: this turn is finished first"), "time_called"))
    return notes
