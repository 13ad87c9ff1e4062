"""Pumpkin King Activity: what the King chooses, who performs it, and for whom it is free."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.cards import describe
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.nightmare_before_christmas.effects import AddPoints, DrawCards, MoveCards
from rules.nightmare_before_christmas.position import (
    NightmarePosition,
    Player,
    Step,
    in_order,
    with_seat,
    without,
)
from rules.nightmare_before_christmas.steps import advance
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.verbs import Activity, ChooseActivity, Pass

ACTIVITIES: dict[str, DrawCards | AddPoints | MoveCards] = {
    "draw": DrawCards(count=1),
    "add": AddPoints(count=1),
    "move": MoveCards(count=1),
}


@enforces("start-phase.pumpkin-king-activity.free", "start-phase.pumpkin-king-activity.free.tie")
def free_seats(position: NightmarePosition, activity: str) -> tuple[str | None, tuple[str, ...]]:
    """Who performs an activity free: fewest cards in hand, most Creations or most Characters; a tie gives nobody. Then
    the seats for whom it may be free as far as anybody knows: of a hand of unknown size only the least is known."""
    if activity == "draw":
        return _fewest_cards(position)
    counts = {seat: _count(player, activity) for seat, player in position.players.items()}
    best = max(counts.values())
    return _only_seat([seat for seat, count in counts.items() if count == best]), ()


def _fewest_cards(position: NightmarePosition) -> tuple[str | None, tuple[str, ...]]:
    """The same of the fewest cards in hand, where the size of a hand may be unknown."""
    counted: dict[str, int] = {}
    at_least: dict[str, int] = {}
    for seat, player in position.players.items():
        if OPEN in player.hand:
            at_least[seat] = len(player.hand) - 1
        else:
            counted[seat] = len(player.hand)
    least = min(counted.values(), default=None)
    fewest = _only_seat([seat for seat, size in counted.items() if size == least])
    near = [seat for seat, size in at_least.items() if least is None or size <= least]
    if not near:
        return fewest, ()
    perhaps = [seat for seat in near if least is None or at_least[seat] < least]
    return None, (*(() if fewest is None else (fewest,)), *perhaps)


def _only_seat(seats: list[str]) -> str | None:
    return seats[0] if len(seats) == 1 else None


def _count(player: Player, activity: str) -> int:
    if activity == "add":
        return len(player.creations)
    return sum(len(locale.characters) for locale in player.locales)


def verify_choose_activity(j: Judgment, entry: ChooseActivity) -> None:
    position: NightmarePosition = j.position
    if position.stage != "choose":
        j.forbid(
            "start-phase.pumpkin-king-activity",
            say("no_activity_to_choose"),
        )
    elif entry.by != position.king:
        j.forbid(
            "start-phase.pumpkin-king-activity",
            say("pumpkin_king_chooses_activity", king=position.king),
        )


@enforces("reading.a1", "reading.a2")
def perform_choose_activity(
    ctx: EntryContext, position: NightmarePosition, entry: ChooseActivity, plan: None
) -> NightmarePosition:
    free, perhaps = free_seats(position, entry.activity)
    return replace(
        position, stage="activity", activity=entry.activity, free=free, perhaps_free=perhaps, acted=()
    )


def activity_seat(position: NightmarePosition) -> str | None:
    """Whose turn it is to perform the activity or decline."""
    for seat in in_order(tuple(position.players), position.king):
        if seat not in position.acted:
            return seat
    return None


def is_free(ctx: EntryContext, position: NightmarePosition, seat: str) -> tuple[bool, bool]:
    """Whether the activity is free for a seat, and whether that is known."""
    free: str | None = position.free
    perhaps: tuple[str, ...] | None = position.perhaps_free
    if ctx.options.free_activity != "snapshot":
        free, perhaps = free_seats(position, position.activity or "draw")
    return free == seat, seat not in (perhaps or ())


def _not_now(j: Judgment, by: str) -> bool:
    position: NightmarePosition = j.position
    if position.stage != "activity" or position.steps:
        j.forbid("start-phase.pumpkin-king-activity", say("no_activity_offered"))
        return True
    seat = activity_seat(position)
    if by in position.acted:
        j.forbid("start-phase.pumpkin-king-activity.once", say("activity_already_offered", seat=by))
        return True
    if by != seat:
        j.forbid(
            "start-phase.pumpkin-king-activity.order",
            say("activity_offered_to_another_player", seat=seat),
        )
        return True
    return False


def verify_activity(j: Judgment, entry: Activity) -> int | None:
    if _not_now(j, entry.by):
        return None
    position: NightmarePosition = j.position
    free, sure = is_free(j, position, entry.by)
    if entry.discard is None:
        if not free and sure:
            j.forbid(
                "start-phase.pumpkin-king-activity.cost",
                say("activity_needs_discard", seat=entry.by),
            )
        elif not sure:
            j.unsure(say("who_has_fewest_cards"))
        return None
    if free:
        j.forbid(
            "start-phase.pumpkin-king-activity.free",
            say("activity_is_free", seat=entry.by),
        )
        return None
    if not sure:
        j.unsure(say("who_has_fewest_cards"))
    card = j.pick(position.players[entry.by].hand, entry.discard)
    if card is None:
        j.forbid("reading.a3", say("discard_not_in_hand", card=describe(entry.discard), seat=entry.by))
        return None
    if card == OPEN:
        (card,) = j.new(entry.by, 1)
    j.identify(card, entry.discard)
    return card


@enforces("start-phase.pumpkin-king-activity.draw", "start-phase.pumpkin-king-activity.add", "reading.a3")
def perform_activity(
    ctx: EntryContext, position: NightmarePosition, entry: Activity, plan: int | None
) -> NightmarePosition:
    if plan is not None:
        player = position.players[entry.by]
        hand = without(player.hand, plan) if plan in player.hand else player.hand
        position = with_seat(position, entry.by, replace(player, hand=hand, discard=(*player.discard, plan)))
    step = Step(seat=entry.by, effect=ACTIVITIES[position.activity or "draw"], cause="activity")
    position = replace(position, acted=(*position.acted, entry.by), steps=(step,))
    return go_on(ctx, advance(ctx, position))


def verify_decline(j: Judgment, entry: Pass) -> None:
    _not_now(j, entry.by)


def perform_decline(ctx: EntryContext, position: NightmarePosition, entry: Pass) -> NightmarePosition:
    return go_on(ctx, replace(position, acted=(*position.acted, entry.by)))


@enforces("player-turn", "player-turn.order")
def go_on(ctx: EntryContext, position: NightmarePosition) -> NightmarePosition:
    """On to the Player Phase when everybody has performed the activity or declined."""
    if position.stage != "activity" or position.steps or activity_seat(position) is not None:
        return position
    return begin_players(position)


def begin_players(position: NightmarePosition) -> NightmarePosition:
    """The Player Phase: the Pumpkin King's Player Turn is first."""
    return replace(
        position, phase="player", stage="turn", activity=None, free=None, perhaps_free=None, acted=(),
        turn=position.king, function_used=False, more_functions=0, asked=(),
    )  # fmt: skip


def pumpkin_points(player: Player, count: int) -> Player:
    """The player with Pumpkin Points added; what goes above six is lost."""
    return replace(player, pumpkin_points=min(player.pumpkin_points + count, MAX_POINTS))


MAX_POINTS = 6
