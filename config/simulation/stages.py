"""The chains of stages that simulated events have, and what follows from them: the simulator's own small knowledge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tournaments.models.rounds import Round
from tournaments.models.stages import Stage

if TYPE_CHECKING:
    from config.simulation.day import Day

#: Games that seat four.
FOR_FOUR = ("nightmare_before_christmas", "herocard_nightmare", "looney_tunes")


#: Days of fewer rounds are Swiss: a cut needs some to come before it.
LEAST = 3


def chosen(day: Day, game: str) -> tuple[list[dict[str, Any]], int]:
    """A chain for a day of so many rounds, and the rounds of its first stage where that is Swiss or pods."""
    rounds, chance = day.rounds, day.chance
    if rounds < LEAST:
        return [{"kind": "swiss"}], rounds
    kinds = ["swiss", "swiss", "round_robin", "single_elimination", "double_elimination"]
    if game in FOR_FOUR:
        kinds.append("pods")
    kind = chance.choice((*kinds, "cut", "cut", "cut"))
    if kind == "cut":
        size = chance.choice((2, 4))
        last: dict[str, Any] = {"kind": "single_elimination", "size": size, "last_tiebreak": "higher_seed"}
        if size == 4 and chance.once_in(2):
            last["third_place"] = True
        if rounds > 5 and chance.once_in(2):
            last = {"kind": "double_elimination", "size": 4, "last_tiebreak": "lot"}
        return [{"kind": "swiss"}, last], max(
            1, rounds - (5 if last["kind"] == "double_elimination" else size // 2)
        )
    more = {"last_tiebreak": "lot"} if kind.endswith("elimination") else {}
    return [{"kind": kind, **more}], rounds


def is_open_to_the_end(day: Day) -> bool:
    """Whether somebody may come late in every round: no stage is a bracket or a round robin."""
    return all(stage["kind"] in ("swiss", "pods") for stage in day.choices["stages"])


def eliminates(match: int) -> bool:
    """Whether the table must have a winner."""
    kind = Stage.objects.filter(all_rounds__matches=match).values_list("kind", flat=True)[0]
    return kind == "pods" or kind.endswith("elimination")


def kind_of_round(day: Day, number: int) -> str:
    """The structure of the round that stands under this number."""
    rounds = Round.objects.filter(event__slug=day.slug, number=number).exclude(state="withdrawn")
    return rounds.values_list("stage__kind", flat=True).first() or ""


def has_schedule(day: Day) -> bool:
    """Whether the structure says who meets in the round that is offered or played."""
    return kind_of_round(day, day.expected.number) not in ("swiss", "pods")
