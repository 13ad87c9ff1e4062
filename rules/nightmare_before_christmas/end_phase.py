"""End Phase, in its order: points, reimbursement, Hex Counters, seven cards, empty decks, the next Pumpkin King."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.cards import describe
from rules.kernel.enforce import enforces
from rules.kernel.entries import TimeCalled
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.nightmare_before_christmas import winning
from rules.nightmare_before_christmas.leaving import take_from_hand
from rules.nightmare_before_christmas.position import NightmarePosition, Player, in_order, with_seat, without
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.verbs import Commit, Discard, Pass, Reveal

HAND = 7


@enforces("end-phase.empty-pumpkin-points", "end-phase.reimburse-surprises", "end-phase", "reading.a8")
def begin(ctx: EntryContext, position: NightmarePosition) -> NightmarePosition:
    """The End Phase begins: points are lost, Surprises go onto the Discard Piles."""
    players = {}
    for seat, player in position.players.items():
        pile = player.surprise_discard
        players[seat] = replace(
            player, pumpkin_points=0, owed=len(pile), discard=(*player.discard, *pile), surprise_discard=(),
        )  # fmt: skip
    return go_on(
        ctx,
        replace(
            position, phase="end", stage="reimburse", turn=None, acted=(), asked=(), steps=(),
            function_used=False, more_functions=0, players=players,
        ),
    )  # fmt: skip


def excess(player: Player) -> int:
    """How many cards a player still has to discard."""
    return max(len(player.hand) - (OPEN in player.hand) - HAND, 0)


def needs_recycling(player: Player) -> bool:
    """Whether a player's Main Deck is empty and there is a Discard Pile to make a new one of."""
    return not player.deck and bool(player.discard)


@enforces(
    "end-phase.remove-hex-counters",
    "end-phase.discard-to-seven",
    "end-phase.recycle",
    "other-rules.hex.removed",
)
def go_on(ctx: EntryContext, position: NightmarePosition) -> NightmarePosition:
    """Past the activities of the End Phase that are finished."""
    if position.stage == "reimburse":
        position = _none_to_draw(position)
    players = position.players
    if position.stage == "reimburse":
        if any(player.owed for player in players.values()):
            return position
        players = {
            seat: replace(player, hexed=(), surprises=()) if player.hexed or player.surprises else player
            for seat, player in players.items()
        }
        position = replace(position, stage="discard", players=players)
    if position.stage == "discard":
        if any(excess(player) or player.set_aside for player in players.values()):
            return position
        position = replace(position, stage="recycle")
    if any(needs_recycling(player) for player in players.values()):
        return position
    return rotate(ctx, position)


def _none_to_draw(position: NightmarePosition) -> NightmarePosition:
    """The position without reimbursement from Main Decks that are empty."""
    for seat, player in position.players.items():
        if player.owed and not player.deck:
            position = with_seat(position, seat, replace(player, owed=0))
            said = tuple(f"{seat} {verb}" for verb in ("draw", "pass"))
            position = replace(position, left_out=(*position.left_out, *said))
    return position


@enforces(
    "end-phase.rotate-pumpkin-king",
    "winning",
    "event.finish-the-day",
    "reading.a18",
    "playing-the-game.twelve-days",
)
def rotate(ctx: EntryContext, position: NightmarePosition) -> NightmarePosition:
    """The Pumpkin King Card goes to the left; a new Day begins, or the game is over."""
    seats = tuple(position.players)
    at = seats.index(position.king) if position.king in seats else -1
    position = replace(position, king=seats[(at + 1) % len(seats)])
    if position.days_left == 0 or position.time_called:
        return winning.over(ctx, position)
    return replace(position, phase="start", stage="day")


def verify_no_reimbursement(j: Judgment, entry: Pass) -> None:
    if not j.position.players[entry.by].owed:
        j.forbid("end-phase.reimburse-surprises", say("nothing_to_draw", seat=entry.by))


@enforces("reading.a9")
def perform_no_reimbursement(
    ctx: EntryContext, position: NightmarePosition, entry: Pass
) -> NightmarePosition:
    return go_on(ctx, with_seat(position, entry.by, replace(position.players[entry.by], owed=0)))


# -- discarding down to seven ---------------------------------------------------------------------------------------


def verify_commit_discard(j: Judgment, entry: Commit) -> int | None:
    player = j.position.players[entry.by]
    if entry.end is not None:
        j.forbid("log.argument", say("discard_names_no_end"))
        return None
    if not excess(player):
        j.forbid("end-phase.discard-to-seven", say("no_card_to_discard", seat=entry.by))
        return None
    if entry.card is None:
        return 0
    card = j.pick(player.hand, entry.card)
    if card is None:
        j.forbid("log.card", say("card_not_in_hand", card=describe(entry.card), seat=entry.by))
        return None
    if card == OPEN:
        (card,) = j.new(entry.by, 1)
    j.identify(card, entry.card)
    return card


def perform_commit_discard(
    ctx: EntryContext, position: NightmarePosition, entry: Commit, plan: int
) -> NightmarePosition:
    player = position.players[entry.by]
    if plan:
        hand = take_from_hand(player, plan)
    else:
        (plan,), hand = ctx.unseen(player.hand)
    return with_seat(position, entry.by, replace(player, hand=hand, set_aside=(*player.set_aside, plan)))


def verify_reveal_discard(j: Judgment, entry: Reveal) -> int | None:
    position: NightmarePosition = j.position
    player = position.players.get(entry.by)
    if player is None or not player.set_aside:
        j.forbid("end-phase.discard-to-seven", say("no_card_set_aside", seat=entry.by))
        return None
    if any(excess(other) for other in position.players.values()):
        j.forbid("reading.a10", say("not_everybody_has_chosen"))
        return None
    if entry.card is None:
        j.forbid("log.argument", say("card_named_too_early"))
        return None
    card = j.pick(player.set_aside, entry.card)
    if card is None or entry.end is not None:
        j.forbid("reading.a10", say("card_not_set_aside", card=describe(entry.card), seat=entry.by))
        return None
    j.identify(card, entry.card)
    return card


@enforces("other-rules.discard-piles.one-at-a-time")
def perform_reveal_discard(
    ctx: EntryContext, position: NightmarePosition, entry: Reveal, plan: int
) -> NightmarePosition:
    player = position.players[entry.by]
    player = replace(player, set_aside=without(player.set_aside, plan), discard=(*player.discard, plan))
    return go_on(ctx, with_seat(position, entry.by, player))


def open_discarder(position: NightmarePosition) -> str | None:
    """Who discards openly now: the first in turn order from the Pumpkin King who has yet to choose."""
    for seat in in_order(tuple(position.players), position.king):
        if excess(position.players[seat]):
            return seat
    return None


def verify_open_discard(j: Judgment, entry: Discard) -> int | None:
    position: NightmarePosition = j.position
    player = position.players[entry.by]
    if not excess(player):
        j.forbid("end-phase.discard-to-seven", say("no_more_than_seven_cards", seat=entry.by))
        return None
    if open_discarder(position) != entry.by:
        j.forbid(
            "reading.a10",
            say("another_player_discards_first", open_discarder=open_discarder(position)),
        )
        return None
    card = j.pick(player.hand, entry.card)
    if card is None:
        j.forbid("log.card", say("card_not_in_hand", card=describe(entry.card), seat=entry.by))
        return None
    if card == OPEN:
        (card,) = j.new(entry.by, 1)
    j.identify(card, entry.card)
    return card


def perform_open_discard(
    ctx: EntryContext, position: NightmarePosition, entry: Discard, plan: int
) -> NightmarePosition:
    player = position.players[entry.by]
    player = replace(player, hand=take_from_hand(player, plan), discard=(*player.discard, plan))
    return go_on(ctx, with_seat(position, entry.by, player))


# -- time -----------------------------------------------------------------------------------------------------------


def verify_time_called(j: Judgment, entry: TimeCalled) -> None:
    if entry.by != "table":
        j.forbid("event.time-called", say("only_table_calls_time"))
    elif j.position.time_called:
        j.forbid("event.time-called", say("time_already_called"))


@enforces("event.finish-the-day")
def perform_time_called(
    ctx: EntryContext, position: NightmarePosition, entry: TimeCalled, plan: None
) -> NightmarePosition:
    """The Day in progress is finished; between two Days, or before the first, the game is over at once."""
    position = replace(position, time_called=True)
    if position.stage in ("king", "day"):
        return winning.over(ctx, position)
    return position
