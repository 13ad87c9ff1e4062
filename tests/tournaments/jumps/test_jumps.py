"""A clock that steps while rounds are played: what runs is moved with it, once, and it is said."""

from __future__ import annotations

import html
import threading
from datetime import datetime, timedelta

import pytest
from django.db import OperationalError
from django.test import Client

from config import sweeps
from config.timetable import Sweep
from tests.tournaments.factories import actor, at, player, round_under_way, tables, win
from tournaments.clocks.changes import extend_match, pause_clock, resume_clock
from tournaments.clocks.queries import clock_view
from tournaments.clocks.tables import release_table, restart_table
from tournaments.clocks.tasks import call_due_times
from tournaments.jumps.watch import Watch
from tournaments.models.clocks import ClockEvent, Deadline
from tournaments.models.jumps import ClockJump
from tournaments.models.rounds import MatchState, Round
from tournaments.results.reports import report_result
from tournaments.results.tasks import confirm_unchallenged

pytestmark = pytest.mark.django_db
HOUR = 3600


class Machine:
    """A clock on the wall that can be set, and the count of seconds since the machine's start."""

    def __init__(self) -> None:
        self.count, self.set_by, self.name = 1000.0, 0.0, "a-start"

    def wall(self) -> datetime:
        return at() + timedelta(seconds=self.count - 1000 + self.set_by)

    def reach(self, minute: float) -> datetime:
        """Lets time pass until so many minutes after noon, by true time; gives what the wall says."""
        self.count = 1000 + minute * 60
        return self.wall()

    def watch(self) -> Watch:
        """A process that has looked once."""
        found = Watch(wall=self.wall, count=lambda: self.count, start=lambda: self.name)
        found.look()
        return found


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Machine:
    """It is also the one on which clocks are started and paused."""
    made = Machine()
    found = Watch(wall=made.wall, count=lambda: made.count, start=lambda: made.name)
    monkeypatch.setattr("tournaments.jumps.base.watch", found)
    monkeypatch.setattr("tournaments.now._asked", threading.local())
    return made


@pytest.fixture
def round() -> Round:
    """A round of two tables, 50 minutes, started at noon."""
    return round_under_way(4, round_minutes=50, hard_stop_minutes=5)


def left(of: object, now: datetime) -> int | None:
    return clock_view(of, now).remaining_seconds  # type: ignore[arg-type]


@pytest.mark.parametrize("seconds", [HOUR, -HOUR, 3])
def test_after_a_jump_everybody_has_left_what_was_left_before(
    seconds: int, machine: Machine, round: Round
) -> None:
    watch, table = machine.watch(), tables(round)[0]
    machine.reach(10)
    machine.set_by = seconds
    assert watch.look()
    now = machine.wall()
    assert (left(round, now), left(table, now)) == (40 * 60, 40 * 60)
    assert call_due_times(machine.reach(49.9)) == 0
    assert call_due_times(machine.reach(50)) == 2
    assert ClockJump.objects.get().ms == seconds * 1000


@pytest.mark.parametrize("seconds", [1.9, -1.9, 0.3])
def test_a_clock_set_right_a_little_moves_nothing(seconds: float, machine: Machine, round: Round) -> None:
    watch = machine.watch()
    machine.set_by = seconds
    watch.look()
    assert set(Deadline.objects.values_list("due_at", flat=True)) == {at(50)}
    assert not ClockJump.objects.exists()


def test_small_steps_do_not_add_up_to_a_jump(machine: Machine, round: Round) -> None:
    watch = machine.watch()
    for _ in range(10):
        machine.set_by += 0.9
        watch.look()
    assert not ClockJump.objects.exists()
    assert set(Deadline.objects.values_list("due_at", flat=True)) == {at(50)}


def test_two_who_sweep_move_it_once_and_one_who_begins_after_it_moves_nothing(
    machine: Machine, round: Round
) -> None:
    one, two = machine.watch(), machine.watch()
    machine.set_by = HOUR
    assert (one.look(), two.look()) == (True, True)
    machine.watch()
    assert (one.look(), two.look()) == (False, False)
    assert set(Deadline.objects.values_list("due_at", flat=True)) == {at(110)}
    assert ClockEvent.objects.filter(kind="jumped").count() == 1
    machine.set_by = 0
    assert (two.look(), one.look()) == (True, True)
    assert set(Deadline.objects.values_list("due_at", flat=True)) == {at(50)}
    assert list(ClockJump.objects.order_by("pk").values_list("ms", flat=True)) == [HOUR * 1000, -HOUR * 1000]


@pytest.mark.parametrize("seconds", [HOUR, -HOUR])
def test_who_slept_through_a_jump_and_the_way_back_takes_in_the_second(
    seconds: int, machine: Machine, round: Round
) -> None:
    """Of several workers one may do no sweep for minutes."""
    asleep, awake, table = machine.watch(), machine.watch(), tables(round)[0]
    report_result(table, win("A"), by=player(table, "A"), now=machine.reach(10))
    machine.set_by = seconds
    assert awake.look()
    machine.set_by = 0
    assert asleep.look()
    assert set(Deadline.objects.values_list("due_at", flat=True)) == {at(50)}
    assert list(ClockJump.objects.order_by("pk").values_list("ms", flat=True)) == [
        seconds * 1000,
        -seconds * 1000,
    ]
    assert (call_due_times(machine.reach(10.1)), confirm_unchallenged(machine.reach(10.1))) == (0, 0)
    assert awake.look()
    assert (asleep.look(), awake.look()) == (False, False)


def test_a_sweep_that_cannot_learn_the_time_moves_nothing_and_does_nothing(
    machine: Machine, round: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It goes by the time it was told before a jump, and the database takes too long to tell it anew."""
    later, first = machine.watch(), machine.watch()
    machine.reach(10)
    machine.set_by = HOUR
    first.look()
    machine.set_by = 0
    later.anew = lambda: False
    with pytest.raises(OperationalError, match="too long"):
        later.look()
    monkeypatch.setattr(sweeps, "watch", later)
    monkeypatch.setattr(sweeps, "now", lambda: at(200))
    assert sweeps.run_sweep(Sweep("tournaments.clocks.tasks.call_due_times", 0.25)) == 0
    assert set(Deadline.objects.values_list("due_at", flat=True)) == {at(110)}

    def told() -> bool:
        machine.set_by = HOUR
        return True

    later.anew = told
    assert later.look() and not later.look()
    assert ClockJump.objects.count() == 1


def test_a_time_of_before_a_jump_lets_no_report_stand(machine: Machine, round: Round) -> None:
    """Another process has taken the jump in; this one has not heard of it."""
    watch, table = machine.watch(), tables(round)[0]
    report_result(table, win("A"), by=player(table, "A"), now=machine.reach(10))
    machine.set_by = -HOUR
    watch.look()
    machine.set_by = 0
    assert confirm_unchallenged(machine.reach(9.9 + round.event.confirm_minutes)) == 0
    assert confirm_unchallenged(machine.reach(10 + round.event.confirm_minutes)) == 1


def test_machines_that_do_not_tell_their_start_leave_each_other_alone(machine: Machine, round: Round) -> None:
    machine.name = ""
    one = machine.watch()
    machine.set_by = HOUR
    two = machine.watch()
    for _ in range(2):
        machine.set_by = 0
        assert not one.look()
        machine.set_by = HOUR
        assert not two.look()
    assert not ClockJump.objects.exists()


def test_a_jump_while_nobody_swept_is_seen_by_the_next_who_does(machine: Machine, round: Round) -> None:
    machine.watch()
    machine.set_by = HOUR
    machine.watch()
    assert set(Deadline.objects.values_list("due_at", flat=True)) == {at(110)}


def test_another_start_of_the_machine_or_one_that_is_not_told_is_no_jump(
    machine: Machine, round: Round
) -> None:
    machine.watch()
    for name in ("another-start", "", ""):
        machine.name, machine.set_by = name, machine.set_by + HOUR
        machine.watch()
    assert not ClockJump.objects.exists()


def test_a_process_on_another_machine_leaves_it_to_the_one_that_looks(machine: Machine, round: Round) -> None:
    other = machine.watch()
    machine.name = "a second machine"
    watch = machine.watch()
    machine.set_by = HOUR
    machine.name = "a-start"
    other.look()
    assert not ClockJump.objects.exists()
    machine.name = "a second machine"
    watch.look()
    assert ClockJump.objects.count() == 1


def test_what_is_paused_keeps_what_is_left(machine: Machine, round: Round) -> None:
    watch, table = machine.watch(), tables(round)[0]
    pause_clock(round, by=actor("sam"), now=machine.reach(10))
    machine.set_by = HOUR
    watch.look()
    assert (left(round, machine.wall()), left(table, machine.wall())) == (40 * 60, 40 * 60)
    resume_clock(round, by=actor("sam"), now=machine.reach(20))
    now = machine.reach(30)
    assert (left(round, now), left(table, now)) == (30 * 60, 30 * 60)
    assert (call_due_times(machine.reach(59.9)), call_due_times(machine.reach(60))) == (0, 2)


def test_what_was_called_stays_called_and_its_hard_stop_moves(machine: Machine, round: Round) -> None:
    watch, (one, two) = machine.watch(), tables(round)
    extend_match(two, 20, by=actor("jude"), now=machine.reach(5))
    assert call_due_times(machine.reach(50)) == 1
    machine.set_by = -HOUR
    watch.look()
    assert call_due_times(machine.reach(54.9)) == 0
    assert clock_view(one, machine.wall()).state == "called"
    Deadline.objects.filter(match=one).update(due_at=None)
    restart_table(one)
    assert call_due_times(machine.reach(55)) == 1
    assert clock_view(one, machine.wall()).state == "over"
    assert (call_due_times(machine.reach(69.9)), call_due_times(machine.reach(70))) == (0, 1)


@pytest.mark.parametrize("seconds", [HOUR, -HOUR])
@pytest.mark.parametrize(("paused", "hard_stop"), [(53, 65), (60, 55)])
def test_a_pause_before_a_jump_holds_the_hard_stop_only_where_that_was_yet_to_come(
    seconds: int, paused: int, hard_stop: int, machine: Machine, round: Round
) -> None:
    """Ten minutes of pause, begun two minutes before the hard stop or five after it."""
    watch, table = machine.watch(), tables(round)[0]
    assert call_due_times(machine.reach(50)) == 2
    release_table(table)
    pause_clock(round, by=actor("sam"), now=machine.reach(paused))
    resume_clock(round, by=actor("sam"), now=machine.reach(paused + 10))
    machine.set_by = seconds
    watch.look()
    restart_table(table)
    assert Deadline.objects.get(match=table).due_at == at(hard_stop) + timedelta(seconds=seconds)


def test_a_report_may_be_objected_to_as_long_as_before(machine: Machine, round: Round) -> None:
    watch, table = machine.watch(), tables(round)[0]
    report_result(table, win("A"), by=player(table, "A"), now=machine.reach(10))
    machine.set_by = HOUR
    watch.look()
    minutes = round.event.confirm_minutes
    assert confirm_unchallenged(machine.reach(9.9 + minutes)) == 0
    assert confirm_unchallenged(machine.reach(10 + minutes)) == 1
    table.refresh_from_db()
    assert table.state == MatchState.DECIDED


def test_a_sweep_never_works_by_a_time_the_deadlines_do_not_know(
    machine: Machine, round: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweeps, "watch", machine.watch())
    monkeypatch.setattr(sweeps, "now", machine.wall)
    calling = Sweep("tournaments.clocks.tasks.call_due_times", 0.25)
    machine.reach(10)
    for set_by in (HOUR, -HOUR, 0):
        machine.set_by = set_by
        assert sweeps.run_sweep(calling) == 0
    machine.reach(50)
    assert sweeps.run_sweep(calling) == 2


def test_a_time_read_just_before_the_clock_was_set_back_counts_no_more(
    machine: Machine, round: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read() -> datetime:
        moment = machine.wall()
        machine.set_by = -HOUR
        return moment

    monkeypatch.setattr(sweeps, "watch", machine.watch())
    monkeypatch.setattr(sweeps, "now", read)
    machine.reach(10)
    assert sweeps.run_sweep(Sweep("tournaments.clocks.tasks.call_due_times", 0.25)) == 0
    assert set(Deadline.objects.values_list("due_at", flat=True)) == {at(-10)}


def test_the_journal_and_the_desk_tell_of_it_and_nothing_of_a_random_end(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.clocks.rounds.secrets.randbelow", lambda sides: 2)
    round = round_under_way(4, clock_kind="random")
    watch = machine.watch()
    machine.reach(2)
    machine.set_by = HOUR
    watch.look()
    said = "The machine's clock jumped by +3600 seconds, to 13:02; every running clock was moved with it."
    entry = round.event.journal.get(kind="clock_jumped")
    assert (entry.text, entry.at, entry.public, entry.details) == (said, at(62), True, {})
    olga = Client()
    olga.force_login(actor("olga").user, backend="django.contrib.auth.backends.ModelBackend")  # type: ignore[arg-type]
    for language, words in (
        ("en", said),
        ("de", "Die Uhr des Rechners ist um +3600 Sekunden gesprungen, auf 13:02"),
    ):
        for page in ("desk/", "desk/log/"):
            shown = olga.get(
                f"/events/{round.event.slug}/{page}", headers={"accept-language": language}
            ).content.decode()
            times = html.unescape(shown).count(words)
            # the desk says it, and has the newest lines of the log
            assert times == (2 if page == "desk/" else 1), (page, language)
    assert left(round, machine.wall()) is None
    assert (call_due_times(machine.reach(28.9)), call_due_times(machine.reach(29))) == (0, 2)
