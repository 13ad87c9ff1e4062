"""The timetable's sweeps, as the runner or a worker does them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import connection

from config import sweeps
from config.simulation.expected import DECIDED, REPORTED
from config.simulation.facts import marks_of_rows
from config.simulation.injections import Killed
from config.timetable import TIMETABLE, Sweep
from referee.models.appeals import Appeal
from referee.models.disputes import Dispute
from tournaments.models.jobs import Job, JobChunk
from tournaments.models.rounds import Match

if TYPE_CHECKING:
    from config.simulation.day import Day

#: Does a line of the timetable: this process itself, or a worker that it is sent to.
Run = Callable[[Sweep], object]
#: What all sweeps together are counted as, where their statements are.
SWEEPS = "sweeps"
#: A line of the timetable that comes no oftener, in seconds, is done when its time has come, and not each time.
SELDOM = 10
#: Sweeps in which long work is expected to come to its end.
PIECES = 20


class SweepLog:
    """Stands for the log of the sweeps: what they say went wrong."""

    def __init__(self) -> None:
        self.said: list[str] = []

    def warning(self, text: str, **more: Any) -> None:
        """The database was away."""
        self.said.append(f"{text} {more}")

    def exception(self, text: str, **more: Any) -> None:
        """A fault of the program."""
        import traceback

        self.said.append(f"{text} {more} {traceback.format_exc()[-600:]}")


class Sweeping:
    """Whoever goes through the timetable."""

    def __init__(self, day: Day, run_sweep: Run = sweeps.run_sweep) -> None:
        self.day = day
        self.heard = SweepLog()
        self.run_sweep = run_sweep
        #: When each line of the timetable was done last, by the clock that nobody sets.
        self.done: dict[str, float] = {}
        #: The matches about which a judge began or ceased to be asked while the last passes went on.
        self.in_between: set[int] = set()
        self.asked_before: set[int] | None = None

    def all_of_them(self, *, beside: bool = False) -> None:
        """Every sweep once whose time has come; ``beside``: by another process, whose time has come for all."""
        self._note_asked()
        for line in TIMETABLE:
            count = self.day.clock.monotonic_seconds()
            due = count - self.done.get(line.path, -line.every) >= line.every
            if due or beside or line.every < SELDOM:
                self.run_sweep(line)
                self.done[line.path] = count

    def look_first(self) -> None:
        """Before the clock is set there was a sweep a moment ago."""
        self.in_between, self.asked_before = set(), None
        self.all_of_them()
        self.expect()

    def sweep(self) -> None:
        """Every sweep, with what may happen to it; then what must follow from it."""
        if self.day.faults.sweeps_stand():
            return
        self.in_between, self.asked_before = set(), None
        injection = self.day.faults.of_sweeps()
        if injection is not None:
            self.done.clear()  # in a sweep that is looked at no line is put off
        watched = self.day.connections.first
        watched.begin(injection)
        try:
            self.all_of_them()
        except Killed:
            self.done.clear()  # who begins anew does them all
            self.day.processes.begin_anew()
            connection.close()
        finally:
            watched.end()
        if injection is None or not injection.fired:
            self.day.faults.note_length(SWEEPS, watched)
        else:
            self.day.faults.met(injection.kind)
            self.heard.said.clear()
            self.done.clear()
            self.all_of_them()
        self.day.check(not self.heard.said, "sweeps", "; ".join(self.heard.said)[:1200])
        self.expect()
        if injection is not None:
            if self.in_between - self._asked():
                # an answer that came with this pass lets a report stand in the next one
                self.in_between, self.asked_before = set(), None
                self.all_of_them()
                self.expect()
            self._finish_jobs()
            before = marks_of_rows()
            self.done.clear()
            self.all_of_them()
            self.day.check(marks_of_rows() == before, "sweeping twice", "a second sweep left new rows")

    def _finish_jobs(self) -> None:
        """Long work goes on a piece a sweep: it comes to its end, or to where it waits for a later time."""
        for _ in range(PIECES):
            if not Job.objects.filter(finished_at=None, cancelled_at=None).exists():
                return
            before = _work_done()
            self.done.clear()
            self.all_of_them()
            if _work_done() == before:
                return

    def expect(self) -> None:
        """Brings the expected state up to what the sweeps must have done by now."""
        from config.simulation.moves.clocks import call_due

        day = self.day
        day.asked_at = now = day.clock.now()
        if day.expected.state != "running" or day.expected.round_state != "running":
            return
        call_due(day)
        minutes = timedelta(minutes=day.choices["confirm_minutes"])
        # A judge was asked, if only by a tap that was not legal: the report waits for the answer. Where question or
        # answer came with a pass itself, it came before or after the report's turn.
        held = self._note_asked()
        for table in day.expected.tables.values():
            waited = table.since is not None and table.since + minutes <= now
            free = _stands(table.pk) if table.pk in self.in_between else table.pk not in held
            if table.state == REPORTED and waited and not table.logged and free:
                table.decide(table.outcome)  # also its clock, if it was given time meanwhile

    def _note_asked(self) -> set[int]:
        """The matches about which a judge is asked now; what has changed since the pass before is noted."""
        asked = self._asked()
        self.in_between |= asked ^ (asked if self.asked_before is None else self.asked_before)
        self.asked_before = asked
        return asked

    def _asked(self) -> set[int]:
        """The matches of the round whose reports wait for a judge."""
        asked = Dispute.objects.filter(match__in=self.day.expected.tables, resolved_at=None).exclude(
            kind__in=("slow_play", "hard_stop")
        )
        appealed = Appeal.objects.filter(match__in=self.day.expected.tables, decided_at=None)
        return {*asked.values_list("match", flat=True), *appealed.values_list("match", flat=True)}


def _work_done() -> tuple[object, ...]:
    """What differs once a piece of long work was done, even if it left no row."""
    waiting = JobChunk.objects.filter(done_at=None).order_by("pk")
    return marks_of_rows(), *waiting.values_list("pk", "claim", "attempts", "due_at")


def _stands(match: int) -> bool:
    """Whether the site has let the report of this match stand."""
    return Match.objects.filter(pk=match, state=DECIDED).exists()
