"""Dice that wait to be rolled (Die Roll - When To Roll)."""

from __future__ import annotations

from msgspec.structs import replace

from rules.highlander.changes.state import change
from rules.highlander.language import filters
from rules.highlander.position import Choice, Highlander, InPlay, Must, Rolling
from rules.highlander.position_values import aim_text
from rules.highlander.reading.state import face
from rules.kernel.entry_context import EntryContext


def must_roll(p: Highlander, seat: str, must: Must) -> Highlander:
    """A roll that a player must make in the Must Do Phase begins to wait for the die."""
    return replace(p, rolling=Rolling(seat=seat, title=filters.text_of(must.what)))


def choose_next(ctx: EntryContext, p: Highlander, seat: str, what: str) -> Highlander:
    """Several rolls of one effect are made in the order that who rolls chooses: the next card is its target."""
    left = [
        held
        for side in p.players.values()
        for held in side.in_play
        if _is(ctx, held, what) and not held.rolled
    ]
    if left:
        return replace(p, choice=Choice(seat=seat, what=filters.read(what), then="roll"))
    for who, side in p.players.items():
        p = change(p, who, in_play=tuple(replace(held, rolled=False) for held in side.in_play))
    return p


def _is(ctx: EntryContext, held: InPlay, what: str) -> bool:
    facts = face(ctx, held.card)
    return facts is not None and facts.is_a(what)


def roll_for(ctx: EntryContext, p: Highlander, seat: str, place: int, choice: Choice) -> Highlander:
    """The die is rolled for the card chosen."""
    held = p.players[seat].in_play
    in_play = (*held[:place], replace(held[place], rolled=True), *held[place + 1 :])
    what = aim_text(choice.what)
    rolling = Rolling(seat=choice.seat, title=what, again=what)
    return replace(change(p, seat, in_play=in_play), rolling=rolling)
