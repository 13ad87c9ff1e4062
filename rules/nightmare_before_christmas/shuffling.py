"""Shuffles: recorded by the table; in the End Phase an empty Main Deck is made anew of the Discard Pile."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.nightmare_before_christmas.end_phase import go_on, needs_recycling
from rules.nightmare_before_christmas.position import NightmarePosition, with_seat
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.verbs import Shuffle


def verify_shuffle(j: Judgment, entry: Shuffle) -> None:
    position: NightmarePosition = j.position
    if entry.by != TABLE:
        j.forbid("end-phase.recycle", say("only_table_shuffles"))
    elif entry.seat not in j.seats:
        j.forbid("log.seat", say("no_seat_in_log", seat=entry.seat))
    elif position.phase == "setup":
        return
    elif entry.pile == "locales":
        j.forbid("setting-up.shuffle-locale-decks", say("locale_decks_shuffled_before_game_only"))
    elif _day_has_ended(position) and position.players[entry.seat].deck == (OPEN,):
        j.unsure(say("whether_main_deck_was_empty", seat=entry.seat))
    elif position.phase == "over":
        j.forbid("log.over", say("game_is_over"))
    elif position.stage != "recycle":
        j.forbid("end-phase.recycle", say("new_main_deck_in_end_phase_only"))
    elif not needs_recycling(position.players[entry.seat]):
        j.forbid("end-phase.recycle", say("no_new_main_deck_needed", seat=entry.seat))


def _day_has_ended(position: NightmarePosition) -> bool:
    """Whether a Day has just ended, and with it maybe the game."""
    return position.phase == "over" or (position.phase == "start" and position.stage == "day")


@enforces("end-phase.recycle", "reading.a9")
def perform_shuffle(
    ctx: EntryContext, position: NightmarePosition, entry: Shuffle, plan: None
) -> NightmarePosition:
    player = position.players[entry.seat]
    if position.phase == "setup":
        if entry.pile == "locales":
            player = replace(player, locale_deck=ctx.shuffled(player.locale_deck))
        else:
            player = replace(player, deck=ctx.shuffled(player.deck))
        return with_seat(position, entry.seat, player)
    player = replace(player, deck=ctx.shuffled(player.discard), discard=())
    position = with_seat(position, entry.seat, player)
    return go_on(ctx, position) if position.stage == "recycle" else position
