"""The course of a day: the morning at the desk, round after round, the evening."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from config.simulation.checks import after_round, look_at_all
from config.simulation.expected import DECIDED
from config.simulation.moves import (
    back,
    between_rounds,
    card_lists,
    deck_lists,
    desk,
    during_round,
    entering,
    penalties,
    published,
    rejudging,
    told,
    what_ifs,
    whole_events,
)
from config.simulation.moves.scenes import play_scene
from config.simulation.plan import MOVES

if TYPE_CHECKING:
    from config.simulation.day import Day


#: Steps after which a round must have begun, or ended.
PATIENCE = 60
#: One event, and one round, in so many is called off for some time.
CALLED_OFF = 12
#: Rounds of one event; a longer day has several, one after the other.
MAX_ROUNDS = 9
#: One round in so many has a scene.
SCENES = 2
#: While a round is played everything is looked at once in so many steps.
IN_BETWEEN = 25


def events_of(rounds: int) -> list[int]:
    """How many rounds each event of the day has."""
    whole, rest = divmod(rounds, MAX_ROUNDS)
    return [MAX_ROUNDS] * whole + ([rest] if rest else [])


def arrive(day: Day) -> None:
    """The staff make their accounts."""
    day.people.arrive()


def quietness(day: Day) -> float:
    """By how much rarer something beside the moves of a round is than on a day of the usual kind."""
    return max(1.0, MOVES / day.plan.moves)


def event(day: Day) -> None:
    """One event from its making to its end."""
    morning(day)
    for number in range(1, day.rounds + 1):
        round(day, number)
        after_round(day)
        day.finished += 1
    evening(day)
    after_round(day)


def morning(day: Day) -> None:
    """The event is made, staffed, published; people enter, and it starts."""
    day.people.players.clear()
    day.step(entering.make_event(day))
    by_doors = day.chance.once_in(4)
    for grant in entering.grants(day):
        if by_doors:
            day.step(grant)
        else:
            entering.grant_at_once(day, grant)
    if day.chance.once_in(3):
        day.step(entering.event_step(day, "publish", "registration"))
        day.step(entering.event_step(day, "back-to-draft", "draft"))
    day.step(entering.event_step(day, "publish", "registration"))
    listed = day.chance.randint(1, day.plan.players - 1) if day.chance.once_in(3) else 0
    if listed:
        day.step(whole_events.enter_list(day, listed))
    for number in range(day.plan.players - listed):
        if number < 2 or day.chance.once_in(4):
            day.step(entering.enter(day))
        else:
            entering.enter_at_once(day)
    for ask in deck_lists.in_the_morning(day):
        day.step(ask)
    for ask in entering.before_start(day):
        day.step(ask)
    for ask in card_lists.give_and_take_away(day):
        day.step(ask)
    if day.chance.once_in(2):
        told.change_told(day)
    if day.chance.once_in(3):
        back.before_start(day)
    if day.chance.once_in(CALLED_OFF):
        back.called_off(day)
    own = penalties.policy_in_the_morning(day)
    for ask in own:
        day.step(ask)
    day.step(entering.start(day))
    penalties.note_policy(day, own)
    day.event_seed = day.marks.plant(entering.event_seed(day))


def round(day: Day, number: int) -> None:
    """A round from its offer to its end."""
    quiet = quietness(day)
    for _ in range(day.chance.randrange(1 + ceil(day.plan.moves / 2))):
        day.one_of(between_rounds())
    if day.chance.once_in(3 * quiet):
        back.between_rounds(day)
    for _ in range(PATIENCE):
        if day.expected.round_state == "running":
            break
        if day.expected.round_state == "published" and day.chance.once_in(6):
            day.step(published.exchange_seats(day))
        elif not desk.get_going(day):
            return
    steps = day.plan.moves * (1 + len(day.expected.tables))
    if day.chance.once_in(CALLED_OFF * quiet):
        back.called_off(day)
    if day.chance.once_in(SCENES * quiet):
        play_scene(day)
    for _ in range(day.chance.randrange(steps, 2 * steps)):
        if day.expected.round_state != "running":
            break
        day.one_of(during_round())
        if day.chance.once_in(IN_BETWEEN):
            look_at_all(day)
    if day.chance.once_in(3 * quiet):
        what_ifs.changes_nothing(day)
    if day.chance.once_in(3 * quiet):
        rejudging.judged_otherwise_before(day)
    to_its_end(day)


def to_its_end(day: Day) -> None:
    """The round that is on comes to its end."""
    for _ in range(PATIENCE):
        if day.expected.round_state == "finished":
            return
        if not end_round(day):
            return
    day.fail("goes on", f"round {day.expected.number} does not come to its end: {day.expected.round_state}")


def end_round(day: Day) -> bool:
    """The desk decides what is open, and finishes the round; False where nobody is left to pair."""
    if day.expected.round_state != "running":
        return desk.get_going(day)
    for table in list(day.expected.waiting()):
        if day.expected.round_state != "running":
            return True  # somebody withdrew it in the middle of this
        if table.state != DECIDED:
            day.step(desk.settle(day, table))
    if day.chance.once_in(5 * quietness(day)):
        back.end_of_round(day)
    day.step(desk.finish(day))
    return True


def evening(day: Day) -> None:
    """The last corrections; the event is finished, and opened once more now and then."""
    for _ in range(day.chance.randrange(1, 4)):
        day.one_of(between_rounds())
    if day.expected.round_state in ("published", "running"):
        to_its_end(day)
    if day.chance.once_in(3):
        back.end_of_event(day)
    day.step(desk.finish_event(day))
    rejudging.refused_when_over(day)
    if day.expected.finished and day.chance.once_in(3):
        whole_events.into_series(day)
