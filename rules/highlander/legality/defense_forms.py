"""Whether a Defense may be extended, formed of two Basic Blocks, or made a Guard."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander import grid
from rules.highlander.card import HighlanderCard
from rules.highlander.language import continuous as during
from rules.highlander.reading.conjunction import waiting_extend
from rules.highlander.reading.defense_forms import form
from rules.highlander.reading.modifiers import has
from rules.highlander.texts import say
from rules.highlander.verbs import Defend
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


def form_allowed(j: Judgment, e: Defend, card: HighlanderCard, second: HighlanderCard | None) -> None:
    """Records what stands in the way of playing a Defense in its form."""
    if second is not None:
        _two(j, e.by, card, second)
    if e.extend:
        plain = form(replace(e, extend=""), (card,), second, None).area
        _extended(j, e, card, plain)
    if e.guard and (card.type == "dodge" or has(j, e.by, during.PlayAs, "block_as_guard") is None):
        j.forbid("master-s-stance", say("card_cannot_become_guard"))


@enforces("silas-and-combining-basic-blocks")
def _two(j: Judgment, seat: str, card: HighlanderCard, second: HighlanderCard) -> None:
    """Two Basic Blocks, the same or different, may be played as one by a Persona's Power, even where one of them alone
    would be improper."""
    if has(j, seat, during.BasicBlocks, "two_as_one") is None:
        j.forbid("silas-and-combining-basic-blocks", say("may_not_play_two_blocks_as_one"))
    elif not (card.is_basic and second.is_basic and card.type == second.type == "block"):
        j.forbid("silas-and-combining-basic-blocks", say("only_basic_blocks_as_one"))


@enforces("adjoining-area")
def _extended(j: Judgment, e: Defend, card: HighlanderCard, area: int) -> None:
    """One area more, next to one that is covered already."""
    played = waiting_extend(j, e.by)
    lying = has(j, e.by, during.BasicBlocks, "extend") if card.is_basic and card.type == "block" else None
    if not played and lying is None:
        j.forbid("adjoining-area", say("no_area_added_to_defense"))
    elif not grid.AREAS[e.extend] & grid.adjoining(area):
        j.forbid("adjoining-area", say("area_does_not_adjoin"))
