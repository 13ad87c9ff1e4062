"""The HeroCard table: stacks by Attribute with the points in use, the attack against the block, Victory Points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
from django.utils.translation import gettext as _

from referee.boards.addresses import Note, address, numbered, side_of
from referee.boards.noted import noted
from referee.boards.scene import Face, Scene, count_of, face_of, faces_of
from referee.games.herocard import words as herocard_words
from referee.games.herocard.attributes import ATTRIBUTES
from referee.games.herocard.tug import clash_of

PHASES = {
    "opening": "Setting up",
    "commit": "Looking at the secret cards",
    "first": "Choosing who goes first",
    "tiles": "Constructing the dream",
    "killers": "Placing the Killers",
    "dreamer": "Placing the Dreamer",
    "discard": "Discard phase",
    "draw": "Draw phase",
    "clear": "Clear phase",
    "move": "Move phase",
    "action": "Action phase",
    "refresh": "Refreshing the hand",
    "over": "The game is over",
}
#: Victory Points that win, by the number of players.
WANTED = {2: 3, 3: 5, 4: 7}
#: what a board of both games draws itself; everything else that is true it notes
DRAWN = frozenset(
    {"number", "phase", "turn", "priority", "winner", "sequence", "exclusive", "time"}
    | {
        f"players.*.{name}"
        for name in (
            "scores", "deck", "hand", "discard", "stacks", "deployed", "wasted", "twisted", "alive", "points",
            "scene", "killer", "kills", "out",
        )
    }
)  # fmt: skip


class Laid(msgspec.Struct, frozen=True):
    """A card on a stack. ``cost`` is empty where the reader does not know the card; ``wasted``, ``twisted``: where the
    position says that it is."""

    face: Face
    cost: str = ""
    down: bool = False
    wasted: str = ""
    twisted: str = ""
    at: str = ""


class Heap(msgspec.Struct, frozen=True):
    """A stack, its top card first; ``used`` of ``score`` points, ``unsure``: cards of unknown cost lie there."""

    key: str
    name: str
    score: int | None
    used: int
    unsure: bool
    cards: tuple[Laid, ...]
    at: str
    score_at: str


class Hero(msgspec.Struct, frozen=True):
    """One player's side of the table. ``points`` are Victory Points (None in Nightmare)."""

    seat: str
    name: str
    turn: bool
    acts: bool
    won: bool
    alive: bool
    heaps: tuple[Heap, ...]
    hand: tuple[Face, ...]
    hand_size: int | None
    deck: tuple[Face, ...]
    deck_size: int | None
    discard: tuple[Face, ...]
    discard_size: int | None
    at: str
    points: int | None = None
    pips: tuple[bool, ...] = ()
    kills: int | None = None
    out: int = 0
    secrets: tuple[tuple[str, Face], ...] = ()


class HeroBoard:
    """Draws duels."""

    template = "referee/boards/herocard.html"
    drawn: ClassVar[frozenset[str]] = DRAWN

    def board(self, scene: Scene) -> dict[str, Any]:
        """Whose turn and phase, the attack, each player's stacks and hand."""
        position = scene.position
        players = position.get("players") or {}
        faces = labelled(players, scene)
        return {
            "number": position.get("number"),
            "phase": _(PHASES.get(str(position.get("phase")), "Action phase")),
            "wanted": WANTED.get(len(players)),
            "priority": scene.names.get(position.get("priority") or "", ""),
            "notes": _notes(position),
            "clash": clash_of(position, faces, scene),
            "noted": noted(scene, self.drawn),
            "heroes": [_hero(seat, players[seat], scene) for seat in scene.seats if seat in players],
        }

    def words(self, entry: Mapping[str, Any]) -> str | None:
        """Entries as the table would say them."""
        return herocard_words.words(entry)


def labelled(printed: Any, scene: Scene) -> dict[str, Face]:
    """The cards of a printed part that have a label, by label."""
    if isinstance(printed, list):
        return {label: face for item in printed for label, face in labelled(item, scene).items()}
    if not isinstance(printed, dict):
        return {}
    if "as" in printed:
        return {str(printed["as"]): face_of(printed, scene.catalogue)}
    return {label: face for item in printed.values() for label, face in labelled(item, scene).items()}


def _hero(seat: str, player: Mapping[str, Any], scene: Scene) -> Hero:
    position, here = scene.position, side_of(seat)
    secrets = ((_("Scene"), "scene"), (_("Killer"), "killer"))
    return Hero(
        seat=seat,
        name=scene.names.get(seat, seat),
        turn=position.get("turn") == seat,
        acts=seat in scene.to_act,
        won=position.get("winner") == seat,
        alive=bool(player.get("alive", True)),
        heaps=tuple(_heap(key, name, player, here, scene) for key, name in ATTRIBUTES),
        hand=faces_of(player.get("hand"), scene.catalogue, address(here, "hand")),
        hand_size=count_of(player.get("hand")),
        deck=faces_of(player.get("deck"), scene.catalogue, address(here, "deck")),
        deck_size=count_of(player.get("deck")),
        discard=faces_of(player.get("discard"), scene.catalogue, address(here, "discard")),
        discard_size=count_of(player.get("discard")),
        at=here,
        points=player.get("points"),
        pips=_pips(player.get("points"), WANTED.get(len(position.get("players") or ()), 0)),
        kills=player.get("kills"),
        out=int(player.get("out") or 0),
        secrets=tuple(
            (str(name), face_of(player[key], scene.catalogue, address(here, key)))
            for name, key in secrets
            if player.get(key) is not None
        ),
    )


def _pips(points: Any, wanted: int) -> tuple[bool, ...]:
    """A pip for each Victory Point that wins, full for each that a player has."""
    return tuple(n < points for n in range(wanted)) if isinstance(points, int) else ()


def _heap(key: str, name: str, player: Mapping[str, Any], here: str, scene: Scene) -> Heap:
    stack = address(here, "stacks", key)
    laid = [
        _laid(card, player, at, scene) for at, card in numbered((player.get("stacks") or {}).get(key), stack)
    ]
    deployed = numbered(player.get("deployed"), address(here, "deployed"))
    down = [(at, one) for at, one in deployed if one.get("attribute") == key]
    for at, one in reversed(down):
        face = face_of(one.get("card"), scene.catalogue, address(at, "card"))
        laid.insert(min(int(one.get("above") or 0), len(laid)), Laid(face, _cost(face), True, at=at))
    costs = [one.cost for one in laid]
    score = (player.get("scores") or {}).get(key)
    used = sum(int(cost) for cost in costs if cost)
    scored = address(here, "scores", key)
    return Heap(key, str(_(name)), score, used, "" in costs, tuple(reversed(laid)), stack, scored)


def _laid(printed: Any, player: Mapping[str, Any], at: str, scene: Scene) -> Laid:
    face = face_of(printed, scene.catalogue, at)
    label = printed.get("as") if isinstance(printed, dict) else None
    wasted, twisted = (_state(player, name, label, at) for name in ("wasted", "twisted"))
    return Laid(face, _cost(face), False, wasted, twisted, at)


def _state(player: Mapping[str, Any], name: str, label: str | None, at: str) -> str:
    """Where the position mentions the card with this label among those in that state; empty where it does not."""
    mentioned = player.get(name) or ()
    side = at.partition(".stacks")[0]
    return address(side, name, mentioned.index(label)) if label is not None and label in mentioned else ""


def _cost(face: Face) -> str:
    cost = getattr(face.card, "cost", None)
    return "" if cost is None else str(cost)


def _notes(position: Mapping[str, Any]) -> list[Note]:
    notes = []
    if position.get("exclusive"):
        notes.append(Note(_("The Exclusive action is taken"), "exclusive"))
    if position.get("time") == "called":
        notes.append(Note(_("Time was called: this turn is the last"), "time"))
    if position.get("time") == "extra":
        notes.append(Note(_("Equal at the end of time: the next lead decides"), "time"))
    return notes
