"""Conditions of card texts: whether they hold when a part is carried out."""

from __future__ import annotations

from rules.kernel.judgment import Judgment
from rules.looney_tunes.cards.card import LooneyCard, When
from rules.looney_tunes.position import LooneyPosition, Player


def faces(j: Judgment, cards: tuple[int, ...]) -> list[LooneyCard]:
    """The known cards among those at a Scene; of others the judge is told that they are not known."""
    found = [j.card(card) for card in cards]
    known = [face for face in found if isinstance(face, LooneyCard)]
    if len(known) < len(found):
        j.unsure("who is at the Scene")
    return known


def holds(j: Judgment, position: LooneyPosition, seat: str, when: When) -> bool:
    """Whether all of a condition holds for the text of a seat."""
    return (
        (when.active is None or when.active == (position.active == seat))
        and _scene_fits(j, position, when)
        and _actors_fit(j, position, seat, when)
    )


def _scene_fits(j: Judgment, position: LooneyPosition, when: When) -> bool:
    scene = None if position.scene is None else j.card(position.scene)
    if not isinstance(scene, LooneyCard):
        return True
    color = position.scene_color or scene.color
    if when.scene_color is not None and color != when.scene_color:
        return False
    low, high = when.scene_rank_at_least, when.scene_rank_at_most
    if low is None and high is None:
        return True
    if scene.rank is None:
        return False
    rank = scene.rank + position.scene_rank_change
    return (low is None or rank >= low) and (high is None or rank <= high)


def _actors_fit(j: Judgment, position: LooneyPosition, seat: str, when: When) -> bool:
    player = position.players[seat]
    if when.actors_at_least is not None and len(player.face_up) < when.actors_at_least:
        return False
    if when.actor is not None and all(face.title != when.actor for face in faces(j, player.face_up)):
        return False
    if when.own_color is not None and not _all_of(j, player, when.own_color):
        return False
    if when.rival_actor is not None:
        others = tuple(c for s, other in position.players.items() if s != seat for c in other.face_up)
        if all(face.title != when.rival_actor for face in faces(j, others)):
            return False
    return when.overacting is None or when.overacting == _overacts(j, position, player)


def _all_of(j: Judgment, player: Player, color: str) -> bool:
    if player.counts_as is not None:
        return bool(player.face_up) and player.counts_as == color
    there = faces(j, player.face_up)
    return bool(there) and all(face.color == color for face in there)


def _overacts(j: Judgment, position: LooneyPosition, player: Player) -> bool:
    scene = None if position.scene is None else j.card(position.scene)
    if not isinstance(scene, LooneyCard) or scene.rank is None or player.never_overacts:
        return False
    total = player.rank_change + sum(face.rank or 0 for face in faces(j, player.face_up))
    return total > scene.rank + position.scene_rank_change
