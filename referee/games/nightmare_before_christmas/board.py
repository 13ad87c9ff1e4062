"""The Nightmare Before Christmas table: each town's row of Locales with the Characters beneath, and the points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.boards.scene import Face, Scene, count_of, face_of, faces_of
from referee.games.nightmare_before_christmas import words as nightmare_words

STAGES = {
    "king": "Choosing the first Pumpkin King",
    "day": "A Day begins",
    "flip": "Starting Locales and hands",
    "locale": "Placing new Locales",
    "choose": "Choosing the activity",
    "activity": "Performing the activity",
    "turn": "Player Turns",
    "reimburse": "Drawing for Surprises",
    "discard": "Discarding down to seven",
    "recycle": "Making a new deck from the discards",
    "over": "The game is over",
}
ACTIVITIES = {"draw": "draw a card", "add": "add a Pumpkin Point", "move": "move a Character"}


class Character(msgspec.Struct, frozen=True):
    """A Character below a Locale with what is stacked on it. ``number``: its printed Scare Number."""

    face: Face
    number: str
    stacked: tuple[Face, ...]
    hexed: bool


class Place(msgspec.Struct, frozen=True):
    """A Locale of the row. ``active`` is None where nobody can know it."""

    face: Face
    threshold: str
    characters: tuple[Character, ...]
    under: tuple[Face, ...]
    scare: int
    active: bool | None


class Town(msgspec.Struct, frozen=True):
    """One player's Halloweentown and cards."""

    seat: str
    name: str
    king: bool
    turn: bool
    acts: bool
    won: bool
    pumpkin: int
    scare: int
    places: tuple[Place, ...]
    aside: tuple[tuple[str, tuple[Face, ...]], ...]
    hand: tuple[Face, ...]
    hand_size: int | None
    piles: tuple[tuple[str, int | None], ...]
    top: Face | None


class Tally(msgspec.Struct, frozen=True):
    """A line of the final count: three figures, and how each comes about."""

    place: int
    name: str
    scare: int
    scare_terms: tuple[tuple[str, int], ...]
    active: int
    active_names: tuple[str, ...]
    thresholds: int
    threshold_terms: tuple[str, ...]


class NightmareBoard:
    """Draws positions of The Nightmare Before Christmas."""

    template = "referee/boards/nightmare_before_christmas.html"

    def board(self, scene: Scene) -> dict[str, Any]:
        """The Day between the players, every town, and at the end the count."""
        position = scene.position
        players = position.get("players") or {}
        towns = [_town(seat, players[seat], scene) for seat in scene.seats if seat in players]
        over = position.get("phase") == "over"
        return {
            "day": position.get("day"),
            "days_left": position.get("days_left"),
            "stage": _(STAGES.get(str(position.get("stage")), "Player Turns")),
            "activity": _activity(position, scene),
            "notes": _notes(position, scene),
            "towns": towns,
            "tallies": _tallies(towns, players) if over else [],
        }

    def words(self, entry: Mapping[str, Any]) -> str | None:
        """Entries as the table would say them."""
        return nightmare_words.words(entry)


def _town(seat: str, player: Mapping[str, Any], scene: Scene) -> Town:
    position = scene.position
    discard = faces_of(player.get("discard"), scene.catalogue)
    return Town(
        seat=seat,
        name=scene.names.get(seat, seat),
        king=position.get("king") == seat,
        turn=position.get("turn") == seat,
        acts=seat in scene.to_act,
        won=seat in (position.get("winners") or ()),
        pumpkin=int(player.get("pumpkin_points") or 0),
        scare=int(player.get("scare_points") or 0),
        places=tuple(_place(locale, player, scene) for locale in player.get("locales") or ()),
        aside=_aside(player, scene),
        hand=faces_of(player.get("hand"), scene.catalogue),
        hand_size=count_of(player.get("hand")),
        piles=(
            (_("Main Deck"), count_of(player.get("deck"))),
            (_("Locales to come"), count_of(player.get("locale_deck"))),
            (_("Discard Pile"), count_of(player.get("discard"))),
            (_("Surprise Discard Pile"), count_of(player.get("surprise_discard"))),
        ),
        top=discard[-1] if discard and discard[-1].title else None,
    )


def _place(locale: Mapping[str, Any], player: Mapping[str, Any], scene: Scene) -> Place:
    face = face_of(locale.get("card"), scene.catalogue)
    hexed = player.get("hexed") or ()
    stacks = {stack.get("on"): stack.get("cards") for stack in player.get("stacks") or ()}
    below = []
    for printed in locale.get("characters") or ():
        label = printed.get("as") if isinstance(printed, dict) else None
        one = face_of(printed, scene.catalogue)
        stacked = faces_of(stacks.get(label), scene.catalogue) if label else ()
        below.append(Character(one, _number(one, "scare_number"), stacked, bool(label) and label in hexed))
    return Place(
        face,
        "0*" if getattr(face.card, "starting", False) else _number(face, "scare_threshold"),
        tuple(below),
        faces_of(locale.get("under"), scene.catalogue),
        int(locale.get("scare") or 0),
        locale.get("active"),
    )


def _number(face: Face, name: str) -> str:
    number = getattr(face.card, name, None)
    return "" if number is None else str(number)


def _aside(player: Mapping[str, Any], scene: Scene) -> tuple[tuple[str, tuple[Face, ...]], ...]:
    """The zones beside the row that hold something, each with its label."""
    named = [
        (_("Creations"), player.get("creations")),
        (_("On the table"), player.get("placed")),
        (_("Taking effect"), player.get("resolving")),
        (_("Set aside to discard"), player.get("set_aside")),
    ]
    rows = [(name, faces_of(zone, scene.catalogue)) for name, zone in named]
    slots = ((_("Starting Locale"), "starting_locale"), (_("New Locale, committed to"), "coming"))
    for name, key in slots:
        if player.get(key) is not None:
            rows.append((name, (face_of(player[key], scene.catalogue),)))
    return tuple((str(name), faces) for name, faces in rows if faces)


def _activity(position: Mapping[str, Any], scene: Scene) -> str:
    """The Day's activity and for whom it is free."""
    kind = position.get("activity")
    if not kind:
        return ""
    said = str(_("Activity: %(what)s") % {"what": _(ACTIVITIES.get(str(kind), str(kind)))})
    free = position.get("free")
    if free is None:
        return said
    return f"{said} ({_('free for %(name)s') % {'name': scene.names.get(free, free)}})"


def _notes(position: Mapping[str, Any], scene: Scene) -> list[str]:
    notes = []
    if position.get("function_used"):
        notes.append(_("A Function was used this turn"))
    if position.get("time_called"):
        notes.append(_("Time was called"))
    return [str(note) for note in notes]


def _tallies(towns: list[Town], players: Mapping[str, Any]) -> list[Tally]:
    """The count of every town, best first; equal ones share a place."""
    worths = {town.seat: _worth(players[town.seat]) for town in towns}
    lines = []
    for town in sorted(towns, key=lambda one: worths[one.seat], reverse=True):
        worth = worths[town.seat]
        place = 1 + sum(1 for other in worths.values() if other > worth)
        active = [at for at in town.places if at.active]
        lines.append(
            Tally(
                place,
                town.name,
                worth[0],
                _scare_terms(town),
                worth[1],
                tuple(at.face.title for at in active),
                worth[2],
                tuple(at.threshold or "?" for at in active),
            )
        )
    return lines


def _worth(player: Mapping[str, Any]) -> tuple[int, int, int]:
    return (
        int(player.get("scare_points") or 0),
        int(player.get("active_locales") or 0),
        int(player.get("active_thresholds") or 0),
    )


def _scare_terms(town: Town) -> tuple[tuple[str, int], ...]:
    """Where the Scare Points stand: at each Locale, on each card beside the row."""
    terms = [(at.face.title, at.scare) for at in town.places if at.scare]
    beside = [face for _name, faces in town.aside for face in faces]
    terms += [
        (face.title, int(number))
        for face in beside
        if (number := _number(face, "scare_number")) not in ("", "0")
    ]
    return tuple(terms) if sum(worth for _title, worth in terms) == town.scare else ()
