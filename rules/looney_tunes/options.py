"""The legal options at a point, and the canonical form of a legal entry."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from rules.kernel.cards import CardRef, CardSpec
from rules.kernel.entries import TABLE, Entry
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.looney_tunes.actors import roller
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.cards.language import ExtraScene, LoseCard, SackActor, SendBack
from rules.looney_tunes.drawing import due, may_draw
from rules.looney_tunes.flow import texts_of
from rules.looney_tunes.position import MOVIE, LooneyPosition, Step, change, needs_agreement
from rules.looney_tunes.scenes import choosing, low_enough
from rules.looney_tunes.scoring import SceneState, scene_state, scene_winner
from rules.looney_tunes.sending import fits, limits_of
from rules.looney_tunes.setting_up import board_due
from rules.looney_tunes.steps import chooser, step_of_look, step_of_random_card, targets
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
        return _setting_up(position)
    if phase == "reveal":
        return tuple(seat for seat, player in position.players.items() if player.face_down)
    if roller(position) is not None or step_of_random_card(position) is not None:
        return (TABLE,)
    return () if position.turn is None else (position.turn,)


def _setting_up(position: LooneyPosition) -> tuple[str, ...]:
    drawing = tuple(seat for seat in position.to_draw if seat not in position.to_shuffle)
    table = bool(position.to_shuffle) or board_due(position) or position.active is None
    return (*drawing, TABLE) if table else drawing


def reference(ctx: EntryContext, face: int) -> CardRef:
    """A card's shortest name."""
    ref = ctx.catalogue.reference(face)
    return ref if isinstance(ref, str) else CardSpec(**ref)


def options(j: Judgment, by: str) -> list[Entry]:
    """Every legal entry of ``by``, one small decision each."""
    position: LooneyPosition = j.position
    if position.phase == "over" or by not in (TABLE, *position.players):
        return []
    if by == TABLE:
        return _of_table(j, position)
    entries: list[Entry] = []
    if may_draw(position, by):
        count = due(position, by)
        if count is not None:
            entries.append(Draw(by=by, count=count))
    if position.reshuffle:
        return entries
    if position.steps:
        return entries + _in_a_text(j, position, by)
    return entries + _OF_SEAT.get(position.phase, _nothing)(j, position, by)


def _in_a_text(ctx: EntryContext, position: LooneyPosition, by: str) -> list[Entry]:
    """The options of a seat for the step that waits."""
    step = position.steps[0]
    if needs_agreement(step):
        return [Choose(by=by), Done(by=by)] if step.seat == by else []
    looks = step_of_look(position)
    if looks is not None:
        return [Look(by=by)] if looks.seat == by else []
    waits = choosing(position)
    if waits is not None and step_of_random_card(position) is None:
        return _choices(ctx, position, waits, by) if chooser(waits) == by else []
    return [AddScene(by=by)] if isinstance(step.effect, ExtraScene) and step.seat == by else []


def _nothing(ctx: EntryContext, position: LooneyPosition, by: str) -> list[Entry]:
    return []


def _of_table(ctx: EntryContext, position: LooneyPosition) -> list[Entry]:
    if position.reshuffle:
        return [Shuffle(by=TABLE, deck=MOVIE)]
    rolls = roller(position)
    if rolls is not None:
        return [Roll(by=TABLE)] if position.players[rolls].deck else []
    if step_of_random_card(position) is not None:
        return [RandomCard(by=TABLE)]
    if position.phase == "setup":
        return _of_set_up(ctx, position)
    return _score(ctx, position) if position.phase == "score" and not position.steps else []


def _of_set_up(ctx: EntryContext, position: LooneyPosition) -> list[Entry]:
    entries: list[Entry] = [Shuffle(by=TABLE, deck=deck) for deck in position.to_shuffle]
    if position.active is None:
        entries += [Coin(by=TABLE, seat=seat) for seat in ctx.seats]
    if MOVIE not in position.to_shuffle and board_due(position):
        entries.append(AddScene(by=TABLE))
    return entries


def _score(ctx: EntryContext, position: LooneyPosition) -> list[Entry]:
    """Who takes the Scene, where every fact that decides it is known and printed."""
    cards, case = scene_state(ctx, position)
    faces = [ctx.card(card) for card in cards]
    known = tuple(face for face in faces if isinstance(face, LooneyCard))
    if len(known) < len(faces):
        return []
    scene, *actors = known
    if any(actor.rank is None or (actor.color is None and _colored(scene, case)) for actor in actors):
        return []
    return [Score(by=TABLE, taker=scene_winner(known, case))]


def _colored(scene: LooneyCard, case: SceneState) -> bool:
    return (case.scene_color or scene.color) is not None


def _storyboard(ctx: EntryContext, position: LooneyPosition, by: str) -> list[Entry]:
    entries: list[Entry] = []
    if by != position.active:
        return entries
    if position.movie_deck:
        entries.append(AddScene(by=by))
    for face in _faces(ctx, position.players[by].hand):
        if _card(ctx, face).type == "scene":
            entries.append(AddScene(by=by, source="hand", card=reference(ctx, face)))
    if may_stop_adding(ctx, position):
        entries.append(Done(by=by))
    return entries


def _choose_scene(ctx: EntryContext, position: LooneyPosition, by: str) -> list[Entry]:
    if by != position.active:
        return []
    return [ChooseScene(by=by, scene=reference(ctx, face)) for face in _faces(ctx, position.storyboard)]


def _actors(ctx: EntryContext, position: LooneyPosition, by: str) -> list[Entry]:
    if by != position.turn or position.rolling:
        return []
    player = position.players[by]
    entries: list[Entry] = []
    there = [ctx.card(card) for card in player.face_down]
    hand = player.hand
    limits = limits_of(ctx, position, by, hand[1:] if OPEN not in hand else hand)
    actor_in_hand = unknown = False
    for face in _faces(ctx, player.hand):
        card = _card(ctx, face)
        actor_in_hand |= card.type == "actor"
        if None not in there and fits(*there, card, limits):
            for more in (False, True):
                entries.append(Send(by=by, plays=(Play(reference(ctx, face)),), more=more))
    unknown = any(card not in ctx.known.faces for card in player.hand)
    if player.face_down:
        entries.append(Done(by=by))
    elif player.deck:
        entries.append(RollActor(by=by))
    elif not actor_in_hand and not unknown:
        entries.append(Announce(by=by, what="no_actor"))
    return entries


def _reveal(ctx: EntryContext, position: LooneyPosition, by: str) -> list[Entry]:
    return [Reveal(by=by)] if position.players[by].face_down else []


def _effects(ctx: EntryContext, position: LooneyPosition, by: str) -> list[Entry]:
    if by != position.turn:
        return []
    waiting = texts_of(ctx, position, by)
    entries: list[Entry] = []
    for card in waiting:
        face = ctx.known.faces.get(card)
        if face is None and len(waiting) > 1:
            continue
        ref = reference(ctx, face) if face is not None and len(waiting) > 1 else None
        choices = len(_card(ctx, face).choices) if face is not None else 0
        entries += [Resolve(by=by, card=ref, choice=n) for n in range(1, max(choices, 1) + 1)]
    return list(dict.fromkeys(entries))


_OF_SEAT = {
    "storyboard": _storyboard, "choose": _choose_scene, "actors": _actors, "reveal": _reveal, "effects": _effects,
}  # fmt: skip


def _choices(ctx: EntryContext, position: LooneyPosition, step: Step, by: str) -> list[Entry]:
    entries: dict[tuple[str | None, int | None], Entry] = {}
    for target in targets(ctx, position, step):
        seat, card = target.seat, target.card
        if card is None:
            entries[seat, None] = Choose(by=by, seat=seat)
            continue
        face = ctx.known.faces.get(card)
        if face is None:
            continue
        if isinstance(step.effect, SackActor) and not low_enough(_card(ctx, face), step.effect.amount):
            continue
        if isinstance(step.effect, SendBack) and _card(ctx, face).type != "actor":
            continue
        entries[seat, face] = Choose(by=by, seat=seat, card=reference(ctx, face))
    return list(entries.values())


def _faces(ctx: EntryContext, zone: tuple[int, ...]) -> list[int]:
    """The different known faces of a zone."""
    faces = ctx.known.faces
    return list(dict.fromkeys(faces[card] for card in zone if card in faces))


def _card(ctx: EntryContext, face: int) -> LooneyCard:
    card = ctx.catalogue.cards[face]
    assert isinstance(card, LooneyCard)
    return card


# -- canonical form ---------------------------------------------------------------------------------------------------


def canonical_option(j: Judgment, entry: Entry) -> Entry | None:
    """The option a legal entry amounts to; None where it is several at once."""
    entry = msgspec.structs.replace(entry, at=None, note="", seen_by=None)
    made = _CANONICAL.get(type(entry))
    return entry if made is None else made(j, j.position, entry)


def _canonical_done(ctx: EntryContext, position: LooneyPosition, entry: Done) -> Entry | None:
    return None if position.phase == "choose" else entry


def _canonical_draw(ctx: EntryContext, position: LooneyPosition, entry: Draw) -> Entry | None:
    if position.phase in ("storyboard", "choose") and not position.steps:
        return None
    return Draw(by=entry.by, count=due(position, entry.by))


def _canonical_add(ctx: EntryContext, position: LooneyPosition, entry: AddScene) -> Entry | None:
    if entry.source == MOVIE:
        return change(entry, card=None)
    return change(entry, card=_named(ctx, position.players[entry.by].hand, entry.card))


def _without_card(ctx: EntryContext, position: LooneyPosition, entry: Roll | RandomCard) -> Entry | None:
    return change(entry, card=None)


def _without_cards(ctx: EntryContext, position: LooneyPosition, entry: Reveal | Look) -> Entry | None:
    return change(entry, cards=None)


def _canonical_resolve(ctx: EntryContext, position: LooneyPosition, entry: Resolve) -> Entry | None:
    waiting = texts_of(ctx, position, entry.by)
    named = _named(ctx, waiting, entry.card) if entry.card is not None else _of(ctx, waiting[0])
    return change(entry, card=named if len(waiting) > 1 else None)


def _canonical_choice_of_scene(
    ctx: EntryContext, position: LooneyPosition, entry: ChooseScene
) -> Entry | None:
    return change(entry, scene=_named(ctx, position.storyboard, entry.scene))


def _canonical_send(ctx: EntryContext, position: LooneyPosition, entry: Send) -> Entry | None:
    if entry.plays is None or len(entry.plays) != 1 or entry.plays[0].card is None:
        return None
    card = _named(ctx, position.players[entry.by].hand, entry.plays[0].card)
    return change(entry, plays=(Play(card),), count=None)


def _canonical_choice(ctx: EntryContext, position: LooneyPosition, entry: Choose) -> Entry | None:
    if entry.card is None:
        return entry
    step = position.steps[0]
    if isinstance(step.effect, LoseCard):
        entry = change(entry, seat=None if step.against == chooser(step) else step.against)
    zone = [t.card for t in targets(ctx, position, step) if t.seat == entry.seat and t.card]
    return change(entry, card=_named(ctx, tuple(zone), entry.card))


_CANONICAL: dict[type[Entry], Callable[..., Entry | None]] = {
    Done: _canonical_done,
    Draw: _canonical_draw,
    AddScene: _canonical_add,
    Roll: _without_card,
    RandomCard: _without_card,
    Reveal: _without_cards,
    Look: _without_cards,
    Resolve: _canonical_resolve,
    ChooseScene: _canonical_choice_of_scene,
    Send: _canonical_send,
    Choose: _canonical_choice,
}


def _of(ctx: EntryContext, card: int) -> CardRef | None:
    face = ctx.known.faces.get(card)
    return None if face is None else reference(ctx, face)


def _named(ctx: EntryContext, zone: tuple[int, ...], ref: CardRef | None) -> CardRef | None:
    """The shortest name of the card of a zone that a reference means."""
    if ref is None:
        return None
    card = ctx.pick(zone, ref)
    face = None if card is None else ctx.known.faces.get(card)
    return ref if face is None else reference(ctx, face)
