"""What may legally be done at a point, and the option that a legal entry amounts to."""

from __future__ import annotations

from typing import Any

import msgspec

from rules.kernel.cards import CardRef, CardSpec
from rules.kernel.entries import TABLE, Entry
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.looney_tunes.actors import roller
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.cards.language import ExtraScene, LoseCard, SackActor, SendBack
from rules.looney_tunes.drawing import due, may_draw
from rules.looney_tunes.flow import texts_of
from rules.looney_tunes.position import MOVIE, LooneyPosition, Step, change, wants_leave
from rules.looney_tunes.scenes import choosing, low_enough
from rules.looney_tunes.scoring import case_of, taker
from rules.looney_tunes.sending import fits, limits_of
from rules.looney_tunes.setting_up import board_due
from rules.looney_tunes.steps import by_chance, chooser, looking, targets
from rules.looney_tunes.storyboard import may_stop_adding
from rules.looney_tunes.verbs import (
    AddScene,
    Announce,
    Choose,
    ChooseScene,
    Coin,
    Done,
    Draw,
    Look,
    Play,
    RandomCard,
    Resolve,
    Reveal,
    Roll,
    RollActor,
    Score,
    Send,
    Shuffle,
)


def to_act(position: LooneyPosition) -> tuple[str, ...]:
    """Whose entry the rules wait for."""
    phase = position.phase
    if phase == "over":
        return ()
    if position.reshuffle or phase == "score":
        return (TABLE,)
    if phase == "setup":
        drawing = tuple(seat for seat in position.to_draw if seat not in position.to_shuffle)
        table = bool(position.to_shuffle) or board_due(position) or position.active is None
        return (*drawing, TABLE) if table else drawing
    if phase == "reveal":
        return tuple(seat for seat, player in position.players.items() if player.face_down)
    if roller(position) is not None or by_chance(position) is not None:
        return (TABLE,)
    return () if position.turn is None else (position.turn,)


def reference(j: Judgment, face: int) -> CardRef:
    """A card's shortest name."""
    ref = j.catalogue.reference(face)
    return ref if isinstance(ref, str) else CardSpec(**ref)


def options(j: Judgment, by: str) -> list[Entry]:
    """Every legal entry of ``by``, one small decision each."""
    position: LooneyPosition = j.position
    if position.phase == "over" or by not in (TABLE, *position.players):
        return []
    if by == TABLE:
        return _of_table(j, position)
    found: list[Entry] = []
    if may_draw(j, by):
        count = due(j, by)
        if count is not None:
            found.append(Draw(by=by, count=count))
    if position.reshuffle:
        return found
    if position.steps:
        return found + _in_a_text(j, position, by)
    return found + _OF_SEAT.get(position.phase, _nothing)(j, position, by)


def _in_a_text(j: Judgment, position: LooneyPosition, by: str) -> list[Entry]:
    """What a seat may do about the step that waits."""
    step = position.steps[0]
    if wants_leave(step):
        return [Choose(by=by), Done(by=by)] if step.seat == by else []
    looks = looking(position)
    if looks is not None:
        return [Look(by=by)] if looks.seat == by else []
    waits = choosing(position)
    if waits is not None and by_chance(position) is None:
        return _choices(j, waits, by) if chooser(waits) == by else []
    return [AddScene(by=by)] if isinstance(step.effect, ExtraScene) and step.seat == by else []


def _nothing(j: Judgment, position: LooneyPosition, by: str) -> list[Entry]:
    return []


def _of_table(j: Judgment, position: LooneyPosition) -> list[Entry]:
    if position.reshuffle:
        return [Shuffle(by=TABLE, deck=MOVIE)]
    if roller(position) is not None:
        return [Roll(by=TABLE)] if position.players[str(roller(position))].deck else []
    if by_chance(position) is not None:
        return [RandomCard(by=TABLE)]
    found: list[Entry] = []
    if position.phase == "setup":
        found += [Shuffle(by=TABLE, deck=deck) for deck in position.to_shuffle]
        if position.active is None:
            found += [Coin(by=TABLE, seat=seat) for seat in j.seats]
        if MOVIE not in position.to_shuffle and board_due(position):
            found.append(AddScene(by=TABLE))
    elif position.phase == "score" and not position.steps:
        cards, case = case_of(j, position)
        faces = tuple(j.card(card) for card in cards)
        if all(isinstance(face, LooneyCard) for face in faces):
            known: tuple[Any, ...] = faces
            if not any(
                card.rank is None or (card.color is None and _colored(known[0], case)) for card in known[1:]
            ):
                found.append(Score(by=TABLE, taker=taker(known, case)))
    return found


def _colored(scene: LooneyCard, case: Any) -> bool:
    return (case.scene_color or scene.color) is not None


def _storyboard(j: Judgment, position: LooneyPosition, by: str) -> list[Entry]:
    found: list[Entry] = []
    if by != position.active:
        return found
    if position.movie_deck:
        found.append(AddScene(by=by))
    for face in _faces(j, position.players[by].hand):
        if _card(j, face).type == "scene":
            found.append(AddScene(by=by, source="hand", card=reference(j, face)))
    if may_stop_adding(j, position):
        found.append(Done(by=by))
    return found


def _choose_scene(j: Judgment, position: LooneyPosition, by: str) -> list[Entry]:
    if by != position.active:
        return []
    return [ChooseScene(by=by, scene=reference(j, face)) for face in _faces(j, position.storyboard)]


def _actors(j: Judgment, position: LooneyPosition, by: str) -> list[Entry]:
    if by != position.turn or position.rolling:
        return []
    player = position.players[by]
    found: list[Entry] = []
    there = [j.card(card) for card in player.face_down]
    hand = player.hand
    limits = limits_of(j, position, by, hand[1:] if OPEN not in hand else hand)
    actor_in_hand = unknown = False
    for face in _faces(j, player.hand):
        card = _card(j, face)
        actor_in_hand |= card.type == "actor"
        if None not in there and fits(*there, card, limits):
            for more in (False, True):
                found.append(Send(by=by, plays=(Play(reference(j, face)),), more=more))
    unknown = any(card not in j.known.faces for card in player.hand)
    if player.face_down:
        found.append(Done(by=by))
    elif player.deck:
        found.append(RollActor(by=by))
    elif not actor_in_hand and not unknown:
        found.append(Announce(by=by, what="no_actor"))
    return found


def _reveal(j: Judgment, position: LooneyPosition, by: str) -> list[Entry]:
    return [Reveal(by=by)] if position.players[by].face_down else []


def _effects(j: Judgment, position: LooneyPosition, by: str) -> list[Entry]:
    if by != position.turn:
        return []
    waiting = texts_of(j, position, by)
    found: list[Entry] = []
    for card in waiting:
        face = j.known.faces.get(card)
        if face is None and len(waiting) > 1:
            continue
        ref = reference(j, face) if face is not None and len(waiting) > 1 else None
        choices = len(_card(j, face).choices) if face is not None else 0
        found += [Resolve(by=by, card=ref, choice=n) for n in range(1, max(choices, 1) + 1)]
    return list(dict.fromkeys(found))


_OF_SEAT = {
    "storyboard": _storyboard, "choose": _choose_scene, "actors": _actors, "reveal": _reveal, "effects": _effects,
}  # fmt: skip


def _choices(j: Judgment, step: Step, by: str) -> list[Entry]:
    found: dict[tuple[str | None, int | None], Entry] = {}
    for seat, card in targets(j, j.position, step):
        if card is None:
            found[seat, None] = Choose(by=by, seat=seat)
            continue
        face = j.known.faces.get(card)
        if face is None:
            continue
        if isinstance(step.effect, SackActor) and not low_enough(_card(j, face), step.effect.amount):
            continue
        if isinstance(step.effect, SendBack) and _card(j, face).type != "actor":
            continue
        found[seat, face] = Choose(by=by, seat=seat, card=reference(j, face))
    return list(found.values())


def _faces(j: Judgment, zone: tuple[int, ...]) -> list[int]:
    """The different known faces of a zone."""
    faces = j.known.faces
    return list(dict.fromkeys(faces[card] for card in zone if card in faces))


def _card(j: Judgment, face: int) -> LooneyCard:
    card = j.catalogue.cards[face]
    assert isinstance(card, LooneyCard)
    return card


# -- normal form ------------------------------------------------------------------------------------------------------


def normal(j: Judgment, entry: Entry) -> Entry | None:
    """The option a legal entry amounts to; None where it is several at once."""
    entry = msgspec.structs.replace(entry, at=None, note="", seen_by=None)
    position: LooneyPosition = j.position
    if isinstance(entry, Done) and position.phase == "choose":
        return None
    if isinstance(entry, Draw):
        if position.phase in ("storyboard", "choose") and not position.steps:
            return None
        return Draw(by=entry.by, count=due(j, entry.by))
    if isinstance(entry, AddScene):
        if entry.source == MOVIE:
            return change(entry, card=None)
        return change(entry, card=_named(j, position.players[entry.by].hand, entry.card))
    if isinstance(entry, Roll):
        return change(entry, card=None)
    if isinstance(entry, Reveal | Look):
        return change(entry, cards=None)
    if isinstance(entry, RandomCard):
        return change(entry, card=None)
    if isinstance(entry, Resolve):
        waiting = texts_of(j, position, entry.by)
        named = _named(j, waiting, entry.card) if entry.card is not None else _of(j, waiting[0])
        return change(entry, card=named if len(waiting) > 1 else None)
    if isinstance(entry, ChooseScene):
        return change(entry, scene=_named(j, position.storyboard, entry.scene))
    if isinstance(entry, Send):
        if entry.plays is None or len(entry.plays) != 1 or entry.plays[0].card is None:
            return None
        card = _named(j, position.players[entry.by].hand, entry.plays[0].card)
        return change(entry, plays=(Play(card),), count=None)
    if isinstance(entry, Choose) and entry.card is not None:
        step = position.steps[0]
        if isinstance(step.effect, LoseCard):
            entry = change(entry, seat=None if step.against == chooser(step) else step.against)
        zone = [card for seat, card in targets(j, position, step) if seat == entry.seat and card]
        return change(entry, card=_named(j, tuple(zone), entry.card))
    return entry


def _of(j: Judgment, card: int) -> CardRef | None:
    face = j.known.faces.get(card)
    return None if face is None else reference(j, face)


def _named(j: Judgment, zone: tuple[int, ...], ref: CardRef | None) -> CardRef | None:
    """The shortest name of the card of a zone that a reference means."""
    if ref is None:
        return None
    card = j.pick(zone, ref)
    face = None if card is None else j.known.faces.get(card)
    return ref if face is None else reference(j, face)
