"""The Looney Tunes table: the storyboard as frames, the Scene being shot between its Actors, score piles, hands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.boards.addresses import Note, address, side_of
from referee.boards.noted import noted
from referee.boards.race import race
from referee.boards.scene import Face, Scene, cards_words, count_of, face_of, faces_of
from referee.wording.labels import value_words
from rules.looney_tunes.ending import points_to_win
from rules.looney_tunes.scoring import taker_now

PHASES = {
    "setup": "Setting up",
    "draw": "Drawing cards",
    "storyboard": "Building the storyboard",
    "choose": "Choosing a Scene",
    "actors": "Playing Actors",
    "reveal": "Revealing",
    "effects": "Special Effects",
    "score": "Scoring the Scene",
    "over": "The game is over",
}
#: More backs than that are drawn as one with a number.
MAX_BACKS = 12
#: The colours a swatch is drawn for; any other is a word alone.
TONES = frozenset({"red", "blue", "green", "yellow", "purple", "orange", "black", "white", "pink", "brown"})
#: what this board draws itself; everything else that is true it notes
DRAWN = frozenset(
    {"phase", "round", "active", "turn", "storyboard", "scene", "scene_color", "scene_rank_change", "winner", "winners"}
    | {"scene_points_change", "movie_deck", "movie_discard", "reshuffle", "last_turn", "time_called"}
    | {
        f"players.*.{name}"
        for name in (
            "hand", "deck", "discard", "face_down", "face_up", "special_effect", "score_pile", "score", "out",
            "rank_change", "counts_as", "never_overacts", "wins_ties",
        )
    }
)  # fmt: skip


class Drawn(msgspec.Struct, frozen=True):
    """A card on this table."""

    face: Face
    kind: str = ""
    tone: str = ""
    color: str = ""
    rank: str = ""
    points: str = ""


class Side(msgspec.Struct, frozen=True):
    """One player's side of the table. ``over``: the Actors are above the Scene's Rank; ``takes``: they take the Scene
    as it lies."""

    seat: str
    name: str
    active: bool
    turn: bool
    out: bool
    won: bool
    score: int
    actors: tuple[Drawn, ...]
    effect: Drawn | None
    total: int | None
    over: bool
    takes: bool
    changed: tuple[Note, ...]
    hand: tuple[Drawn, ...]
    hand_size: int | None
    deck: tuple[Face, ...]
    deck_size: int | None
    discard: tuple[Face, ...]
    discard_size: int | None
    pile: tuple[Drawn, ...]
    at: str


class LooneyTunesBoard:
    """Draws Looney Tunes positions."""

    template = "referee/boards/looney_tunes.html"

    def board(self, scene: Scene) -> dict[str, Any]:
        """The storyboard, the Scene being shot with its Actors, each player's cards."""
        position = scene.position
        players = position.get("players") or {}
        shot = position.get("scene")
        filmed = _card(face_of(shot, scene.catalogue, "scene")) if shot is not None else None
        rank = _rank_of(position, filmed)
        taker = taker_now(scene.judged) if scene.judged is not None else None
        wanted = points_to_win(len(players)) if len(players) > 1 else None
        sides = [_side(seat, players[seat], scene, rank, taker) for seat in scene.seats if seat in players]
        return {
            "round": position.get("round"),
            "phase": str(_(PHASES.get(str(position.get("phase")), "")) or position.get("phase", "")),
            "storyboard": _drawn(position.get("storyboard"), scene, "storyboard"),
            "shot": filmed,
            "shot_changed": _scene_changed(position),
            "movie_deck": faces_of(position.get("movie_deck"), scene.catalogue, "movie_deck"),
            "movie_size": count_of(position.get("movie_deck")),
            "movie_discard": faces_of(position.get("movie_discard"), scene.catalogue, "movie_discard"),
            "movie_discard_size": count_of(position.get("movie_discard")),
            "notes": _notes(position),
            "noted": noted(scene, DRAWN),
            "sides": sides,
            "wanted": wanted,
            "race": race(((side.seat, side.name, side.score, side.turn) for side in sides), wanted),
        }

    def words(self, entry: Mapping[str, Any]) -> str | None:
        """Entries as the table would say them."""
        say = _WORDS.get(str(entry.get("do")))
        return say(entry) if say is not None else None


def _card(face: Face) -> Drawn:
    card = face.card
    if card is None:
        return Drawn(face)
    color = getattr(card, "color", None) or ""
    rank, points = getattr(card, "rank", None), getattr(card, "points", None)
    return Drawn(
        face,
        str(getattr(card, "type", "")).lower().replace(" ", "_"),
        f"tone-{color}" if color in TONES else "",
        value_words(color),
        "" if rank is None else str(rank),
        "" if points is None else str(points),
    )


def _drawn(zone: Any, scene: Scene, at: str) -> tuple[Drawn, ...]:
    return tuple(_card(one) for face in faces_of(zone, scene.catalogue, at) for one in _each(face))


def _each(face: Face) -> tuple[Face, ...]:
    """So many backs one by one, as they lie on the table; a whole deck of them stays one."""
    if face.unknown and 1 < face.count <= MAX_BACKS:
        return (msgspec.structs.replace(face, count=1),) * face.count
    return (face,)


def _rank_of(position: Mapping[str, Any], shot: Drawn | None) -> int | None:
    """The Rank of the Scene being shot, with what changed it."""
    if shot is None or not shot.rank:
        return None
    return int(shot.rank) + int(position.get("scene_rank_change") or 0)


def _side(seat: str, player: Mapping[str, Any], scene: Scene, rank: int | None, taker: str | None) -> Side:
    position, catalogue, here = scene.position, scene.catalogue, side_of(seat)

    def zone(name: str) -> tuple[Drawn, ...]:
        return _drawn(player.get(name), scene, address(here, name))

    actors = (*zone("face_down"), *zone("face_up"))
    total = _total(actors, player)
    effect = player.get("special_effect")
    return Side(
        seat=seat,
        name=scene.names.get(seat, seat),
        active=position.get("active") == seat,
        turn=position.get("turn") == seat,
        out=bool(player.get("out")),
        won=seat in (position.get("winners") or ()) or position.get("winner") == seat,
        score=int(player.get("score") or 0),
        actors=actors,
        effect=None if effect is None else _card(face_of(effect, catalogue, address(here, "special_effect"))),
        total=total,
        over=total is not None and rank is not None and total > rank and not player.get("never_overacts"),
        takes=taker == seat,
        changed=_player_changed(player, here),
        hand=zone("hand"),
        hand_size=count_of(player.get("hand")),
        deck=faces_of(player.get("deck"), catalogue, address(here, "deck")),
        deck_size=count_of(player.get("deck")),
        discard=faces_of(player.get("discard"), catalogue, address(here, "discard")),
        discard_size=count_of(player.get("discard")),
        pile=zone("score_pile"),
        at=here,
    )


def _total(actors: tuple[Drawn, ...], player: Mapping[str, Any]) -> int | None:
    """The total Rank at the Scene, once every Actor's is known to the reader."""
    if not actors or any(not actor.rank for actor in actors):
        return None
    return sum(int(actor.rank) for actor in actors) + int(player.get("rank_change") or 0)


def _player_changed(player: Mapping[str, Any], here: str) -> tuple[Note, ...]:
    """The changes that Special Effects made to a player's Actors, in words."""
    said = []
    change = player.get("rank_change")
    if change:
        said.append(Note(_("total Rank %(n)s") % {"n": f"{change:+d}"}, address(here, "rank_change")))
    if player.get("counts_as"):
        words = _("count as %(color)s") % {"color": value_words(player["counts_as"])}
        said.append(Note(words, address(here, "counts_as")))
    if player.get("never_overacts"):
        said.append(Note(_("never overact"), address(here, "never_overacts")))
    if player.get("wins_ties"):
        said.append(Note(_("win ties"), address(here, "wins_ties")))
    return tuple(said)


def _scene_changed(position: Mapping[str, Any]) -> tuple[Note, ...]:
    said = []
    if position.get("scene_color"):
        words = _("counts as %(color)s") % {"color": value_words(position["scene_color"])}
        said.append(Note(words, "scene_color"))
    change = position.get("scene_rank_change")
    if change:
        said.append(Note(_("Rank %(n)s") % {"n": f"{change:+d}"}, "scene_rank_change"))
    points = position.get("scene_points_change")
    if points:
        said.append(Note(_("points %(n)s") % {"n": f"{points:+d}"}, "scene_points_change"))
    return tuple(said)


def _notes(position: Mapping[str, Any]) -> list[Note]:
    notes = []
    if position.get("time_called"):
        notes.append(Note(_("Time was called"), "time_called"))
    if position.get("last_turn"):
        notes.append(Note(_("No Scene is left: this is the last turn"), "last_turn"))
    if position.get("reshuffle"):
        notes.append(Note(_("The Movie discard pile is to be shuffled"), "reshuffle"))
    return notes


def _count(entry: Mapping[str, Any], named: Any) -> str:
    """Cards by name, or how many where nobody names them."""
    if named:
        return cards_words(named)
    count = int(entry.get("count") or 0)
    return str(_("one card") if count == 1 else _("%(n)s cards") % {"n": count})


def _shuffle(entry: Mapping[str, Any]) -> str:
    deck = entry.get("deck")
    if deck in (None, "movie"):
        return str(_("shuffles the Movie deck"))
    return str(_("shuffles the deck of %(seat)s") % {"seat": deck})


def _add_scene(entry: Mapping[str, Any]) -> str:
    named = {"scene": cards_words(entry.get("card"))}
    if entry.get("source") == "hand":
        return str(_("lays %(scene)s on the storyboard from the hand") % named)
    return str(_("lays %(scene)s on the storyboard") % named)


def _send(entry: Mapping[str, Any]) -> str:
    sent = _("sends %s") % _count(entry, entry.get("plays"))
    return str(_("%s, and more") % sent if entry.get("more") else sent)


def _choose(entry: Mapping[str, Any]) -> str:
    if entry.get("card") is None and entry.get("seat") is None:
        return str(_("does what the text allows"))
    return str(_("chooses %s") % (cards_words(entry["card"]) if entry.get("card") else entry["seat"]))


def _score(entry: Mapping[str, Any]) -> str:
    if entry.get("taker") is None:
        return str(_("nobody takes the Scene"))
    return str(_("the Scene goes to %(seat)s") % {"seat": entry["taker"]})


_WORDS: dict[str, Callable[[Mapping[str, Any]], str]] = {
    "shuffle": _shuffle,
    "coin": lambda e: str(_("records that %(seat)s is active first") % {"seat": e.get("seat")}),
    "draw": lambda e: str(_("draws %s") % _count(e, e.get("cards"))),
    "add_scene": _add_scene,
    "choose_scene": lambda e: str(_("chooses %s") % cards_words(e.get("scene"))),
    "send": _send,
    "done": lambda e: str(_("is done")),
    "roll_actor": lambda e: str(_("rolls an Actor")),
    "roll": lambda e: str(_("turns up %s") % cards_words(e.get("card"))),
    "announce": lambda e: str(_("says: no Actor in hand")),
    "reveal": lambda e: str(_("reveals %s") % cards_words(e["cards"]) if e.get("cards") else _("reveals")),
    "resolve": lambda e: str(
        _("carries out %s") % cards_words(e["card"]) if e.get("card") else _("carries out the Special Effect")
    ),
    "choose": _choose,
    "look": lambda e: str(
        _("looks at the hand: %s") % cards_words(e["cards"]) if e.get("cards") else _("looks at the hand")
    ),
    "random": lambda e: str(_("draws %s at random to discard") % cards_words(e.get("card"))),
    "score": _score,
}
