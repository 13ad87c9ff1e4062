"""Questions among players: Scare Points, and looking through Discard Piles."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.cards import describe
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.nightmare_before_christmas.position import NightmarePosition, with_seat, without
from rules.nightmare_before_christmas.texts import say
from rules.nightmare_before_christmas.town import scare_points
from rules.nightmare_before_christmas.turn import own_turn
from rules.nightmare_before_christmas.verbs import Answer, Arrange, Ask, Examine


def verify_ask(j: Judgment, entry: Ask) -> None:
    if not own_turn(j, entry.by, "winning.asking"):
        return
    if entry.of not in j.seats or entry.of == entry.by:
        j.forbid("winning.asking", say("only_opponents_may_be_asked"))
    elif entry.of in j.position.asked:
        j.forbid("winning.asking", say("already_asked_this_turn", seat=entry.by, of=entry.of))


@enforces("reading.a21")
def perform_ask(ctx: EntryContext, position: NightmarePosition, entry: Ask, plan: None) -> NightmarePosition:
    return replace(position, asked=(*position.asked, entry.of))


def verify_answer(j: Judgment, entry: Answer) -> None:
    position: NightmarePosition = j.position
    if entry.by not in position.asked:
        j.forbid("winning.asking", say("nobody_asked_this_turn", seat=entry.by))
        return
    points, sure = scare_points(j, position.players[entry.by])
    if not sure and entry.points >= points:
        j.unsure(say("scare_number_in_halloweentown", seat=entry.by))
    elif points != entry.points:
        j.forbid(
            "winning.tally",
            say("wrong_scare_points", seat=entry.by, points=points, other_points=entry.points),
        )


def perform_answer(
    ctx: EntryContext, position: NightmarePosition, entry: Answer, plan: None
) -> NightmarePosition:
    return position


def verify_examine(j: Judgment, entry: Examine) -> None:
    if entry.by not in j.seats or entry.of not in j.seats:
        j.forbid("log.seat", say("only_seat_looks_through_discard"))
    elif entry.of != entry.by:
        j.forbid(
            "other-rules.discard-piles.own-only",
            say("may_not_look_through_discard", seat=entry.by, of=entry.of),
        )


def perform_examine(
    ctx: EntryContext, position: NightmarePosition, entry: Examine, plan: None
) -> NightmarePosition:
    return position


def verify_arrange(j: Judgment, entry: Arrange) -> int | None:
    player = j.position.players.get(entry.by)
    if player is None:
        j.forbid("log.seat", say("only_seat_arranges_discard"))
        return None
    card = j.pick(player.discard, entry.card)
    if card is None:
        j.forbid(
            "other-rules.discard-piles.arrange",
            say("card_not_in_discard_pile", card=describe(entry.card), seat=entry.by),
        )
    return card


@enforces("other-rules.discard-piles.arrange")
def perform_arrange(
    ctx: EntryContext, position: NightmarePosition, entry: Arrange, plan: int | None
) -> NightmarePosition:
    if plan is None:
        raise Impossible(say("card_not_there", card=describe(entry.card)))
    player = position.players[entry.by]
    return with_seat(position, entry.by, replace(player, discard=(*without(player.discard, plan), plan)))
