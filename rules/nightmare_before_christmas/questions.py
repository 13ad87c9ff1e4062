"""What players may ask and look at: Scare Points, Discard Piles."""

from __future__ import annotations

from msgspec.structs import replace

from rules.kernel.cards import describe
from rules.kernel.enforce import enforces
from rules.kernel.errors import Impossible
from rules.kernel.judgment import Judgment
from rules.nightmare_before_christmas.position import NightmarePosition, with_seat, without
from rules.nightmare_before_christmas.town import scare_points
from rules.nightmare_before_christmas.turn import own_turn
from rules.nightmare_before_christmas.verbs import Answer, Arrange, Ask, Examine


def verify_ask(j: Judgment, entry: Ask) -> None:
    if not own_turn(j, entry.by, "winning.asking"):
        return
    if entry.of not in j.seats or entry.of == entry.by:
        j.forbid("winning.asking", "opponents are asked")
    elif entry.of in j.position.asked:
        j.forbid("winning.asking", f"{entry.by} has asked {entry.of} this turn")


@enforces("reading.a21")
def perform_ask(j: Judgment, entry: Ask, plan: None) -> NightmarePosition:
    position: NightmarePosition = j.position
    return replace(position, asked=(*position.asked, entry.of))


def verify_answer(j: Judgment, entry: Answer) -> None:
    position: NightmarePosition = j.position
    if entry.by not in position.asked:
        j.forbid("winning.asking", f"nobody has asked {entry.by} this turn")
        return
    points, sure = scare_points(j, position.players[entry.by])
    if not sure and entry.points >= points:
        j.unsure(f"a Scare Number in {entry.by}'s Halloweentown")
    elif points != entry.points:
        j.forbid("winning.tally", f"{entry.by} has {points} Scare Points, not {entry.points}")


def perform_answer(j: Judgment, entry: Answer, plan: None) -> NightmarePosition:
    position: NightmarePosition = j.position
    return position


def verify_examine(j: Judgment, entry: Examine) -> None:
    if entry.by not in j.seats or entry.of not in j.seats:
        j.forbid("log.seat", "a seat looks through a seat's Discard Pile")
    elif entry.of != entry.by:
        j.forbid(
            "other-rules.discard-piles.own-only", f"{entry.by} may not look through {entry.of}'s Discard Pile"
        )


def perform_examine(j: Judgment, entry: Examine, plan: None) -> NightmarePosition:
    position: NightmarePosition = j.position
    return position


def verify_arrange(j: Judgment, entry: Arrange) -> int | None:
    player = j.position.players.get(entry.by)
    if player is None:
        j.forbid("log.seat", "a seat arranges its Discard Pile")
        return None
    card = j.pick(player.discard, entry.card)
    if card is None:
        j.forbid(
            "other-rules.discard-piles.arrange", f"{describe(entry.card)} is not in {entry.by}'s Discard Pile"
        )
    return card


@enforces("other-rules.discard-piles.arrange")
def perform_arrange(j: Judgment, entry: Arrange, plan: int | None) -> NightmarePosition:
    position: NightmarePosition = j.position
    if plan is None:
        raise Impossible(f"{describe(entry.card)} is not there")
    player = position.players[entry.by]
    return with_seat(position, entry.by, replace(player, discard=(*without(player.discard, plan), plan)))
