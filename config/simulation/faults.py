"""The faults of a day, drawn from its seed."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from django.core.cache import caches
from django.db import connection, connections

from config.cache import LostRedisCache
from config.simulation.altering import alter_a_row
from config.simulation.injections import (
    BeforeChange,
    Does,
    FullDisk,
    Injection,
    Kill,
    KillAfterCommit,
    Place,
    Restart,
    WatchedConnection,
)
from config.simulation.moves.competing import competing_request
from config.simulation.moves.old_tabs import old_tab
from config.simulation.site_client import Answer, Ask
from config.simulation.sweeping import SWEEPS
from tournaments.jumps.watch import watch

if TYPE_CHECKING:
    from config.simulation.day import Day

#: One request in so many meets something, and one step in so many something before it.
INSIDE, BETWEEN, LOST, AGAIN = 4, 8, 9, 7
#: One request that somebody else may be about to send too, in so many, meets that.
COMPETING = 3
#: What changes who sits at a table.
SEATS = ("exchange_seats", "seat_late", "unseat_late")
NOWHERE = "redis://127.0.0.1:1/0"
#: Statements of a request that was not answered yet in this day, and how many of them write; each may be a few more
#: the next time.
USUALLY, MORE = (45, 8), 2
IN_REQUESTS = (
    "killed",
    "killed_after_commit",
    "disk_full",
    "database_restart",
    "slow_query",
    "two_at_once",
    "clock_forward",
    "clock_back",
)
FORWARD, BACK = (3, 61, 1800, 7200), (-3, -61, -600, -3600)
BETWEEN_THEM = (
    "out_of_order",
    "old_tab",
    "worker_replaced",
    "cache_emptied",
    "cache_gone",
    "database_restart",
    "clock_forward",
    "clock_back",
    "sweeps_stand",
    "altered_row",
)


class Faults:
    """The faults of a day. Without any kind switched on nothing goes wrong."""

    def __init__(self, day: Day) -> None:
        self.day = day
        self.chance = day.chance
        self.kinds = frozenset(day.plan.faults)
        self.inside = [kind for kind in IN_REQUESTS if kind in self.kinds]
        # What only happens at a certain moment is tried more often.
        self.inside += [kind for kind in self.inside if kind == "two_at_once"] * 2
        self.outside = [kind for kind in BETWEEN_THEM if kind in self.kinds]
        self.answered: list[tuple[Ask, Answer]] = []
        self.cache = caches["default"]
        self.cache_is_gone = False
        self.standing = 0
        #: How many statements each kind of request ran the last time, and how many of them wrote.
        self.ran: dict[str, tuple[int, int]] = {}
        #: By how many seconds the clock was set in the middle of a request, until that is taken in.
        self.jumped = 0
        #: The request carried out in the middle of another: its answer, and whether the other had committed.
        self.beside: tuple[Ask, Answer | None, bool] | None = None
        #: Whether the request that is followed now had another carried out in the middle of it.
        self.met_another = False

    def met(self, kind: str) -> None:
        """One more of this kind."""
        self.day.faults_met[kind] += 1

    def calm(self) -> None:
        """Ends the faults that last: somebody has been waiting."""
        self.standing = 0
        if self.cache_is_gone:
            caches["default"] = self.cache
            self.cache_is_gone = False

    end = calm

    # -- between two requests

    def between(self) -> None:
        """Something before the next request."""
        if self.outside and self.chance.once_in(BETWEEN):
            kind = self.chance.choice(self.outside)
            getattr(self, f"_{kind}")()

    def _out_of_order(self) -> None:
        if self.answered:
            self.met("out_of_order")
            self._again(*self.answered.pop(self.chance.randrange(len(self.answered))))

    def _old_tab(self) -> None:
        ask = old_tab(self.day)
        if ask is not None:
            self.met("old_tab")
            self.day.perform(ask)

    def _worker_replaced(self) -> None:
        self.met("worker_replaced")
        self.day.processes.begin_anew()
        connection.close()

    def _cache_emptied(self) -> None:
        if self.cache_is_gone:
            return
        self.met("cache_emptied")
        caches["default"].clear()

    def _cache_gone(self) -> None:
        self.met("cache_gone")
        self.cache_is_gone = True
        caches["default"] = LostRedisCache(NOWHERE, {})

    def _database_restart(self) -> None:
        self.met("database_restart")
        connection.close()

    def _clock_forward(self) -> None:
        self.met("clock_forward")
        self._jump(self.chance.choice(FORWARD))

    def _clock_back(self) -> None:
        self.met("clock_back")
        self._jump(self.chance.choice(BACK))

    def _jump(self, seconds: int) -> None:
        """The clock is set; whoever sweeps looks a quarter of a second later."""
        self.standing = 0
        self.day.sweeping.look_first()
        self.day.clock.jump(seconds)
        self.jumped = seconds
        self.take_in_jump()

    def take_in_jump(self) -> None:
        """Whoever sweeps sees that the clock was set; what goes on is moved with it."""
        seconds, self.jumped = self.jumped, 0
        if seconds:
            self.standing = 0
            self.day.expect_jump(timedelta(seconds=seconds))
            self.day.sweeping.sweep()

    def _sweeps_stand(self) -> None:
        self.met("sweeps_stand")
        self.standing = 3

    def _altered_row(self) -> None:
        if alter_a_row(self.day):
            self.met("altered_row")

    # -- in the middle of a request

    def of(self, ask: Ask) -> Injection | None:
        """Something in the middle of this request."""
        if (competing := self._competing_request(ask)) is not None:
            return competing
        if not self.inside or not self.chance.once_in(INSIDE):
            return None
        kind = self.chance.choice(self.inside)
        if kind == "killed_after_commit":
            return KillAfterCommit(kind, self.chance.choice((1, 1, 2)))
        if kind == "two_at_once":
            other = self.day.another_move(ask)
            return None if other is None else self._in_the_middle(ask, other)
        return self._at(kind, self._somewhere(ask.verb))

    def _at(self, kind: str, at: Place) -> Injection | None:
        """What happens at this place of a request."""
        clock = self.day.clock
        if kind == "killed":
            return Kill(kind, at)
        if kind == "disk_full":
            return FullDisk(kind, at)
        if kind == "database_restart":
            return Restart(kind, at) if connection.vendor == "postgresql" else None
        if kind == "slow_query":
            seconds = self.chance.choice((1, 9, 70))
            return Does(kind, at, lambda watched: clock.advance(seconds))
        seconds = self.chance.choice(FORWARD if kind == "clock_forward" else BACK)
        watch.look()  # whoever sweeps did a moment ago
        return Does(kind, at, lambda watched: self._set_clock(seconds))

    def _set_clock(self, seconds: int) -> None:
        self.jumped = seconds
        self.day.clock.jump(seconds)

    def _somewhere(self, verb: str) -> Place:
        """Any statement that such a request may come to, half of the time one that writes."""
        statements, writes = self.ran.get(verb, USUALLY)
        if writes and self.chance.once_in(2):
            return Place(self.chance.randint(1, writes), of_writes=True)
        return Place(self.chance.randint(1, statements + MORE))

    def note_length(self, verb: str, watched: WatchedConnection) -> None:
        """A request was carried out from beginning to end."""
        self.ran[verb] = watched.statements, watched.writes

    def _competing_request(self, ask: Ask) -> Injection | None:
        """Another of the staff does the same, or undoes it, in the middle of this."""
        if "two_at_once" not in self.kinds or not self.chance.once_in(COMPETING):
            return None
        other = competing_request(self.day, ask)
        return None if other is None else self._in_the_middle(ask, other)

    def _in_the_middle(self, ask: Ask, other: Ask) -> Injection:
        other.sure = ask.sure = False
        for each, beside in ((ask, other), (other, ask)):
            if beside.verb.removeprefix("form ") in SEATS and each.may:
                each.may = None  # who sat at a table may sit elsewhere by then
        for each in (other, ask):
            each.never = each.never and not each.unless_beside
        if self.chance.once_in(2):
            # Programs need not send a key; what they ask for is then read outside of the transaction.
            ask.key = ""
        how = BeforeChange if self.chance.once_in(2) else Does
        at = self._somewhere(ask.verb)
        return how("two_at_once", at, lambda watched: self._carry_out(other, watched))

    def _carry_out(self, other: Ask, watched: WatchedConnection) -> None:
        """Another request from beginning to end, by another process on a connection of its own."""
        first, before = connections["default"], self.day.processes.at_work
        second = self.day.connections.second()
        self.day.processes.switch("second")
        connections["default"] = second.connection
        second.begin(None)
        try:
            answer = self.day.site.send(other)
        finally:
            second.end()
            if second.connection.vendor != "postgresql":
                second.connection.close()
            connections["default"] = first
            self.day.processes.switch(before)
        self.beside = (other, answer if answer.status != 503 else None, watched.commits > 0)

    def loses(self, ask: Ask, answer: Answer) -> bool:
        """Whether this answer gets lost."""
        lost = "lost_answer" in self.kinds and bool(ask.key) and self.chance.once_in(LOST)
        if lost:
            self.met("lost_answer")
        return lost

    def afterwards(self, ask: Ask, answer: Answer) -> None:
        """The same request once more, now or later."""
        if not ask.key or not answer.done or ask.method == "GET":
            return
        if "out_of_order" in self.kinds:
            self.answered = [*self.answered[-30:], (ask, answer)]
        if "doubled" in self.kinds and self.chance.once_in(AGAIN):
            self.met("doubled")
            self._again(ask, answer)

    def _again(self, ask: Ask, answer: Answer) -> None:
        """A repeat is answered as the first was, and changes nothing."""
        self.calm()
        again = self.day.site.send(ask)
        if ask.answers_again is not None:
            ask.answers_again(again)
        else:
            same = again.status == answer.status and again.data == answer.data
            said = (
                f"{ask.verb} by {ask.who} again: {again.status} {again.text[:200]}, first {answer.text[:200]}"
            )
            self.day.check(same, "sent twice counts once", said)

    # -- sweeps

    def sweeps_stand(self) -> bool:
        """Whether nobody sweeps just now."""
        self.standing = max(0, self.standing - 1)
        return self.standing > 0

    def of_sweeps(self) -> Injection | None:
        """Something in the middle of the sweeps."""
        if "sweeps_doubled" in self.kinds and self.chance.once_in(4):
            return Does("sweeps_doubled", self._somewhere(SWEEPS), lambda watched: self._sweep_beside())
        if "killed" in self.kinds and self.chance.once_in(6):
            return Kill("killed", self._somewhere(SWEEPS))
        return None

    def _sweep_beside(self) -> None:
        first, before = connections["default"], self.day.processes.at_work
        second = self.day.connections.second()
        self.day.processes.switch("second")
        connections["default"] = second.connection
        try:
            self.day.sweeping.all_of_them(beside=True)
        finally:
            second.connection.close()
            connections["default"] = first
            self.day.processes.switch(before)
