"""Defenses that are more than their card: extended by an area, formed of two Basic Blocks, or made a Guard."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from rules.highlander import grid
from rules.highlander.card import HighlanderCard
from rules.highlander.conjunction import waiting_effect
from rules.highlander.modifiers import has
from rules.highlander.position import Defense, Highlander, Mark
from rules.highlander.state import change, face, marked
from rules.highlander.verbs import Defend
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


class Form(NamedTuple):
    """What a Defense is played as: the area it covers, what holds of it, and the second card of it."""

    area: int
    marks: tuple[Mark, ...] = ()
    second: int | None = None


def form(
    e: Defend, cards: Sequence[HighlanderCard], second: HighlanderCard | None, other: int | None
) -> Form:
    """The form of a Defense that may be played so; of a title that fits several ``cards``, what each of them covers."""
    area = grid.AREAS[e.area] if e.area else (grid.ALL if cards else 0)
    for card in cards:
        area &= card.squares or area
    area |= second.squares if second is not None else 0
    marks: tuple[Mark, ...] = ()
    if e.extend:
        area |= grid.AREAS[e.extend]
        marks = (Mark("extended"),)
    if e.guard:
        marks = (*marks, Mark("guard"))
    return Form(area, marks, other)


def form_allowed(j: Judgment, e: Defend, card: HighlanderCard, second: HighlanderCard | None) -> None:
    """Records what stands in the way of playing a Defense in its form."""
    if second is not None:
        _two(j, e.by, card, second)
    if e.extend:
        plain = form(replace(e, extend=""), (card,), second, None).area
        _extended(j, e, card, plain)
    if e.guard and (card.type == "dodge" or has(j, e.by, "blocks_as_guards") is None):
        j.forbid("master-s-stance", "nothing makes this card a Guard")


@enforces("silas-and-combining-basic-blocks")
def _two(j: Judgment, seat: str, card: HighlanderCard, second: HighlanderCard) -> None:
    """Two Basic Blocks, the same or different, may be played as one by a Persona's Power, even where one of them alone
    would be improper."""
    if has(j, seat, "two_basic_blocks") is None:
        j.forbid("silas-and-combining-basic-blocks", "nothing lets two Blocks be played as one")
    elif not (card.is_basic and second.is_basic and card.type == second.type == "block"):
        j.forbid("silas-and-combining-basic-blocks", "only Basic Blocks are played as one")


@enforces("adjoining-area")
def _extended(j: Judgment, e: Defend, card: HighlanderCard, area: int) -> None:
    """One area more, next to one that is covered already."""
    played = waiting_effect(j, e.by, "extend")
    lying = has(j, e.by, "extend_basic_block") if card.is_basic and card.type == "block" else None
    if played is None and lying is None:
        j.forbid("adjoining-area", "nothing adds an area to this Defense")
    elif not grid.AREAS[e.extend] & grid.adjoining(area):
        j.forbid("adjoining-area", "that area does not adjoin one that the Defense covers")


@enforces("feint-duncan-macleod-and-guards", "feint-duncan-macleod-and-special-attack-or-blocks")
def restored(j: Judgment, p: Highlander, seat: str) -> Highlander:
    """A Guard has an area added to it for the Defense Phase alone; a Special Attack never has it (it strikes with the
    area of its card)."""
    if not p.players[seat].defenses:
        return p
    found: list[Defense] = []
    for defense in p.players[seat].defenses:
        card = face(j, defense.card)
        lies_on = card is not None and (card.is_guard or marked(defense.marks, "guard"))
        if lies_on and card is not None and marked(defense.marks, "extended"):
            defense = replace(defense, squares=card.squares)
        found.append(defense)
    return change(p, seat, defenses=tuple(found))
