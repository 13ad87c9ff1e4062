"""The HeroCard table: stacks by Attribute with the points in use, the attack against the block, Victory Points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.boards.scene import Face, Scene, count_of, face_of, faces_of
from referee.games.herocard import words as herocard_words

ATTRIBUTES = (("body", "Body"), ("mind", "Mind"), ("x", "Attribute X"))
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
KINDS = {
    "base_attack": "Base Attack",
    "attack_mod": "Attack Mod",
    "special_attack": "Special Attack",
    "base_block": "Base Block",
    "block_mod": "Block Mod",
    "special_block": "Special Block",
    "miscellaneous": "Miscellaneous card",
}
#: Victory Points that win, by the number of players.
WANTED = {2: 3, 3: 5, 4: 7}


class Laid(msgspec.Struct, frozen=True):
    """A card on a stack. ``cost`` is empty where the reader does not know the card."""

    face: Face
    cost: str = ""
    down: bool = False
    wasted: bool = False
    twisted: bool = False


class Heap(msgspec.Struct, frozen=True):
    """A stack, its top card first; ``used`` of ``score`` points, ``unsure``: cards of unknown cost lie there."""

    key: str
    name: str
    score: int | None
    used: int
    unsure: bool
    cards: tuple[Laid, ...]


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
    deck_size: int | None
    discard_size: int | None
    top: Face | None
    points: int | None = None
    kills: int | None = None
    out: int = 0
    secrets: tuple[tuple[str, Face], ...] = ()


class Share(msgspec.Struct, frozen=True):
    """An active card and what it adds; ``notes``: what else is to be said of it."""

    face: Face
    who: str
    kind: str
    value: int
    notes: tuple[str, ...]


class Clash(msgspec.Struct, frozen=True):
    """The Attack Sequence: both values with the cards that make them, and those that count for neither."""

    title: str
    attack: int
    block: int
    attackers: tuple[str, ...]
    blockers: tuple[str, ...]
    attacking: tuple[Share, ...]
    blocking: tuple[Share, ...]
    beside: tuple[Share, ...]


class HeroBoard:
    """Draws duels."""

    template = "referee/boards/herocard.html"

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
            "clash": _clash(position, faces, scene),
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
    position = scene.position
    discard = faces_of(player.get("discard"), scene.catalogue)
    secrets = ((_("Scene"), player.get("scene")), (_("Killer"), player.get("killer")))
    return Hero(
        seat=seat,
        name=scene.names.get(seat, seat),
        turn=position.get("turn") == seat,
        acts=seat in scene.to_act,
        won=position.get("winner") == seat,
        alive=bool(player.get("alive", True)),
        heaps=tuple(_heap(key, name, player, scene) for key, name in ATTRIBUTES),
        hand=faces_of(player.get("hand"), scene.catalogue),
        hand_size=count_of(player.get("hand")),
        deck_size=count_of(player.get("deck")),
        discard_size=count_of(player.get("discard")),
        top=discard[-1] if discard and discard[-1].title else None,
        points=player.get("points"),
        kills=player.get("kills"),
        out=int(player.get("out") or 0),
        secrets=tuple(
            (str(name), face_of(card, scene.catalogue)) for name, card in secrets if card is not None
        ),
    )


def _heap(key: str, name: str, player: Mapping[str, Any], scene: Scene) -> Heap:
    laid = [_laid(card, player, scene) for card in (player.get("stacks") or {}).get(key) or ()]
    down = [one for one in player.get("deployed") or () if one.get("attribute") == key]
    for one in reversed(down):
        face = face_of(one.get("card"), scene.catalogue)
        laid.insert(min(int(one.get("above") or 0), len(laid)), Laid(face, _cost(face), True))
    costs = [one.cost for one in laid]
    score = (player.get("scores") or {}).get(key)
    used = sum(int(cost) for cost in costs if cost)
    return Heap(key, str(_(name)), score, used, "" in costs, tuple(reversed(laid)))


def _laid(printed: Any, player: Mapping[str, Any], scene: Scene) -> Laid:
    face = face_of(printed, scene.catalogue)
    label = printed.get("as") if isinstance(printed, dict) else None
    wasted = label is not None and label in (player.get("wasted") or ())
    twisted = label is not None and label in (player.get("twisted") or ())
    return Laid(face, _cost(face), False, wasted, twisted)


def _cost(face: Face) -> str:
    cost = getattr(face.card, "cost", None)
    return "" if cost is None else str(cost)


def _clash(position: Mapping[str, Any], faces: Mapping[str, Face], scene: Scene) -> Clash | None:
    sequence = position.get("sequence")
    if not sequence:
        return None
    shares: dict[str | None, list[Share]] = {"attack": [], "block": [], None: []}
    for card in sequence.get("cards") or ():
        shares.setdefault(card.get("side"), []).append(_share(card, faces, scene))
    sides = sequence.get("sides") or {}
    taken = {
        side: tuple(scene.names.get(seat, seat) for seat in scene.seats if sides.get(seat) == side)
        for side in ("attack", "block")
    }
    return Clash(
        title=_title(sequence, scene.names),
        attack=int(sequence.get("attack") or 0),
        block=int(sequence.get("block") or 0),
        attackers=taken["attack"],
        blockers=taken["block"],
        attacking=tuple(shares["attack"]),
        blocking=tuple(shares["block"]),
        beside=tuple(shares[None]),
    )


def _share(card: Mapping[str, Any], faces: Mapping[str, Face], scene: Scene) -> Share:
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
    kind = _(KINDS.get(str(card.get("kind")), "Miscellaneous card"))
    return Share(face, who, kind, int(card.get("value") or 0), tuple(str(note) for note in notes))


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


def _notes(position: Mapping[str, Any]) -> list[str]:
    notes = []
    if position.get("exclusive"):
        notes.append(_("The Exclusive action is taken"))
    if position.get("time") == "called":
        notes.append(_("Time was called: this turn is the last"))
    if position.get("time") == "extra":
        notes.append(_("Equal at the end of time: the next lead decides"))
    return [str(note) for note in notes]
