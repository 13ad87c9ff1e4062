"""Conditions of card texts: whether they hold when a part is carried out. Each fact of ``When`` is one, asked by a
function of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from rules.kernel.entry_context import EntryContext
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.cards.language import When
from rules.looney_tunes.position import LooneyPosition
from rules.looney_tunes.texts import say

T = TypeVar("T")
Asked = Callable[[EntryContext, LooneyPosition, str, T], bool]

#: A condition's name → whether it holds for the text of a seat, with the value that the card says. Asked in this order.
CONDITIONS: dict[str, Asked[object]] = {}


def condition(function: Asked[T]) -> Asked[T]:
    """Marks what asks the condition of its name."""
    CONDITIONS[function.__name__] = function  # type: ignore[assignment]  # its type is that of the fact
    return function


def holds(ctx: EntryContext, position: LooneyPosition, seat: str, when: When) -> bool:
    """Whether all of a condition holds for the text of a seat."""
    for name, asked in CONDITIONS.items():
        wanted = getattr(when, name)
        if wanted is not None and not asked(ctx, position, seat, wanted):
            return False
    return True


def faces(ctx: EntryContext, cards: tuple[int, ...]) -> list[LooneyCard]:
    """The known cards among those at a Scene; of others the judge is told that they are not known."""
    here = [ctx.card(card) for card in cards]
    known = [face for face in here if isinstance(face, LooneyCard)]
    if len(known) < len(here):
        ctx.unsure(say("who_is_at_scene"))
    return known


def _scene(ctx: EntryContext, position: LooneyPosition) -> LooneyCard | None:
    """The Scene being shot, where it is known."""
    scene = None if position.scene is None else ctx.card(position.scene)
    return scene if isinstance(scene, LooneyCard) else None


@condition
def active(ctx: EntryContext, position: LooneyPosition, seat: str, wanted: bool) -> bool:
    """One is the active player, or is not."""
    return wanted == (position.active == seat)


@condition
def scene_color(ctx: EntryContext, position: LooneyPosition, seat: str, wanted: str) -> bool:
    """The Scene counts as that color."""
    scene = _scene(ctx, position)
    return scene is None or (position.scene_color or scene.color) == wanted


@condition
def scene_rank_at_least(ctx: EntryContext, position: LooneyPosition, seat: str, wanted: int) -> bool:
    """The Scene's Rank is so high."""
    scene = _scene(ctx, position)
    return scene is None or (scene.rank is not None and scene.rank + position.scene_rank_change >= wanted)


@condition
def scene_rank_at_most(ctx: EntryContext, position: LooneyPosition, seat: str, wanted: int) -> bool:
    """The Scene's Rank is so low."""
    scene = _scene(ctx, position)
    return scene is None or (scene.rank is not None and scene.rank + position.scene_rank_change <= wanted)


@condition
def actors_at_least(ctx: EntryContext, position: LooneyPosition, seat: str, wanted: int) -> bool:
    """One has so many Actors there."""
    return len(position.players[seat].face_up) >= wanted


@condition
def actor(ctx: EntryContext, position: LooneyPosition, seat: str, wanted: str) -> bool:
    """An Actor of that name is among one's own."""
    return any(face.title == wanted for face in faces(ctx, position.players[seat].face_up))


@condition
def own_color(ctx: EntryContext, position: LooneyPosition, seat: str, wanted: str) -> bool:
    """All one's Actors there count as that color."""
    player = position.players[seat]
    if player.counts_as is not None:
        return bool(player.face_up) and player.counts_as == wanted
    there = faces(ctx, player.face_up)
    return bool(there) and all(face.color == wanted for face in there)


@condition
def rival_actor(ctx: EntryContext, position: LooneyPosition, seat: str, wanted: str) -> bool:
    """An Actor of that name is among a rival's."""
    others = tuple(c for s, other in position.players.items() if s != seat for c in other.face_up)
    return any(face.title == wanted for face in faces(ctx, others))


@condition
def overacting(ctx: EntryContext, position: LooneyPosition, seat: str, wanted: bool) -> bool:
    """One's own total is above the Scene's Rank, or is not."""
    scene, player = _scene(ctx, position), position.players[seat]
    if scene is None or scene.rank is None or player.never_overacts:
        return not wanted
    total = player.rank_change + sum(face.rank or 0 for face in faces(ctx, player.face_up))
    return wanted == (total > scene.rank + position.scene_rank_change)
