"""The Nightmare Before Christmas table: each town's row of Locales with the Characters beneath, and the points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.boards.addresses import Note, address, numbered, side_of
from referee.boards.noted import noted
from referee.boards.race import race
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
#: what this board draws itself; everything else that is true it notes
DRAWN = frozenset(
    {"stage", "day", "days_left", "king", "turn", "activity", "free", "function_used", "time_called", "winners"}
    | {
        f"players.*.{name}"
        for name in (
            "locales", "creations", "placed", "stacks", "hexed", "pumpkin_points", "hand", "deck", "discard",
            "surprise_discard", "resolving", "locale_deck", "starting_locale", "coming", "set_aside",
        )
    }
)  # fmt: skip


class Character(msgspec.Struct, frozen=True):
    """A Character below a Locale with what is stacked on it. ``number``: its printed Scare Number."""

    face: Face
    number: str
    stacked: tuple[Face, ...]
    hexed: bool
    hexed_at: str


class Place(msgspec.Struct, frozen=True):
    """A Locale of the row. ``active`` is None where nobody can know it; ``windows``: one for each point of the Scare
    Threshold, lit for each that the Characters there make."""

    face: Face
    threshold: str
    characters: tuple[Character, ...]
    under: tuple[Face, ...]
    scare: int
    active: bool | None
    windows: tuple[bool, ...]
    at: str


class Heap(msgspec.Struct, frozen=True):
    """A pile beside the row; ``closed``: it lies face down."""

    name: str
    cards: tuple[Face, ...]
    size: int | None
    closed: bool
    at: str


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
    aside: tuple[tuple[str, tuple[Face, ...], str], ...]
    hand: tuple[tuple[Face, str], ...]
    hand_size: int | None
    piles: tuple[Heap, ...]
    at: str


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
            "notes": _notes(position),
            "towns": towns,
            "race": race((town.seat, town.name, town.scare, town.acts) for town in towns),
            "tallies": _tallies(towns, players) if over else [],
            "noted": noted(scene, DRAWN),
        }

    def words(self, entry: Mapping[str, Any]) -> str | None:
        """Entries as the table would say them."""
        return nightmare_words.words(entry)


def _town(seat: str, player: Mapping[str, Any], scene: Scene) -> Town:
    position, here = scene.position, side_of(seat)

    def heap(name: str, key: str, closed: bool) -> Heap:
        at, zone = address(here, key), player.get(key)
        return Heap(name, faces_of(zone, scene.catalogue, at), count_of(zone), closed, at)

    return Town(
        seat=seat,
        name=scene.names.get(seat, seat),
        king=position.get("king") == seat,
        turn=position.get("turn") == seat,
        acts=seat in scene.to_act,
        won=seat in (position.get("winners") or ()),
        pumpkin=int(player.get("pumpkin_points") or 0),
        scare=int(player.get("scare_points") or 0),
        places=tuple(
            _place(locale, at, player, here, scene)
            for at, locale in numbered(player.get("locales"), address(here, "locales"))
        ),
        aside=_aside(player, here, scene),
        hand=tuple(
            (face, _number(face, "scare_number"))
            for face in faces_of(player.get("hand"), scene.catalogue, address(here, "hand"))
        ),
        hand_size=count_of(player.get("hand")),
        piles=(
            heap(_("Main Deck"), "deck", True),
            heap(_("Locales to come"), "locale_deck", True),
            heap(_("Discard Pile"), "discard", False),
            heap(_("Surprise Discard Pile"), "surprise_discard", False),
        ),
        at=here,
    )


def _place(locale: Mapping[str, Any], at: str, player: Mapping[str, Any], here: str, scene: Scene) -> Place:
    face = face_of(locale.get("card"), scene.catalogue, address(at, "card"))
    hexed = player.get("hexed") or ()
    stacks = {
        stack.get("on"): (address(where, "cards"), stack.get("cards"))
        for where, stack in numbered(player.get("stacks"), address(here, "stacks"))
    }
    below = []
    for where, printed in numbered(locale.get("characters"), address(at, "characters")):
        label = printed.get("as") if isinstance(printed, dict) else None
        one = face_of(printed, scene.catalogue, where)
        under, zone = stacks.get(label, ("", None)) if label else ("", None)
        hex_at = address(here, "hexed", hexed.index(label)) if label and label in hexed else ""
        stacked = faces_of(zone, scene.catalogue, under)
        below.append(Character(one, _number(one, "scare_number"), stacked, bool(hex_at), hex_at))
    scare = int(locale.get("scare") or 0)
    threshold = "0*" if getattr(face.card, "starting", False) else _number(face, "scare_threshold")
    return Place(
        face,
        threshold,
        tuple(below),
        faces_of(locale.get("under"), scene.catalogue, address(at, "under")),
        scare,
        locale.get("active"),
        tuple(n < scare for n in range(int(threshold))) if threshold.isdecimal() else (),
        at,
    )


def _number(face: Face, name: str) -> str:
    number = getattr(face.card, name, None)
    return "" if number is None else str(number)


def _aside(
    player: Mapping[str, Any], here: str, scene: Scene
) -> tuple[tuple[str, tuple[Face, ...], str], ...]:
    """The zones beside the row that hold something, each with its label."""
    named = [
        (_("Creations"), "creations"),
        (_("On the table"), "placed"),
        (_("Taking effect"), "resolving"),
        (_("Set aside to discard"), "set_aside"),
    ]
    rows = [
        (name, faces_of(player.get(key), scene.catalogue, address(here, key)), address(here, key))
        for name, key in named
    ]
    slots = ((_("Starting Locale"), "starting_locale"), (_("New Locale, committed to"), "coming"))
    for name, key in slots:
        if player.get(key) is not None:
            rows.append((name, (face_of(player[key], scene.catalogue, address(here, key)),), ""))
    return tuple((str(name), faces, at) for name, faces, at in rows if faces)


def _activity(position: Mapping[str, Any], scene: Scene) -> tuple[Note, ...]:
    """The Day's activity and for whom it is free."""
    kind, free = position.get("activity"), position.get("free")
    said = []
    if kind:
        said.append(
            Note(_("Activity: %(what)s") % {"what": _(ACTIVITIES.get(str(kind), str(kind)))}, "activity")
        )
    if free is not None:
        said.append(Note(_("free for %(name)s") % {"name": scene.names.get(free, free)}, "free"))
    return tuple(said)


def _notes(position: Mapping[str, Any]) -> list[Note]:
    notes = []
    if position.get("function_used"):
        notes.append(Note(_("A Function was used this turn"), "function_used"))
    if position.get("time_called"):
        notes.append(Note(_("Time was called"), "time_called"))
    return notes


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
    beside = [face for _name, faces, _at in town.aside for face in faces]
    terms += [
        (face.title, int(number))
        for face in beside
        if (number := _number(face, "scare_number")) not in ("", "0")
    ]
    return tuple(terms) if sum(worth for _title, worth in terms) == town.scare else ()
