"""One simulated day: who acts next, what is asked, what must follow from it."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from django.core import mail
from django.core.cache import cache
from django.db import connection

from config import sweeps
from config.simulation.chance import Chance
from config.simulation.checks import after_step
from config.simulation.clock import Clock
from config.simulation.expected import REPORTED, Expected, Table
from config.simulation.facts import digest_of, marks_of_rows, newest_timed, written_between
from config.simulation.faults import Faults
from config.simulation.injections import Injection, Killed, WatchedConnections
from config.simulation.installed import installed
from config.simulation.ledger import Ledger
from config.simulation.memory import Processes
from config.simulation.outside import Outside
from config.simulation.people import People
from config.simulation.plan import Plan
from config.simulation.secrets_seen import Marks, random_end_in
from config.simulation.site_client import API, UNDERSTOOD, Answer, Ask, Person, SiteClient
from config.simulation.streams import Streams
from config.simulation.sweeping import Run, Sweeping

if TYPE_CHECKING:
    from config.simulation.moves.by_page import Tab
    from config.simulation.moves.players import Waiting
    from config.simulation.moves.tables import Live

#: How often a request that was not answered, or could not be taken in, is sent again.
TRIES = 12


#: How much of a request the journal shows.
MAX_BODY = 300

#: One request in so many is a form of a page, where there is one.
BY_PAGE = 3

#: Moves that are no single request.
ALONE = ("let_time_pass", "confirm_too_late", "report_without_connection", "change_told")


class Broken(Exception):
    """An invariant does not hold: the day ends here."""


class Day:
    """A day under way."""

    def __init__(self, plan: Plan, run_sweep: Run = sweeps.run_sweep) -> None:
        self.plan = plan
        self.run_sweep = run_sweep
        self.chance = Chance(plan.text)
        self.clock = Clock()
        self.expected = Expected()
        self.ledger = Ledger()
        self.marks = Marks()
        self.steps = 0
        self.faults_met: Counter[str] = Counter()
        self.verbs: Counter[tuple[str, str, str]] = Counter()
        self.failures: list[dict[str, Any]] = []
        self.digest = ""
        self.slug = ""
        #: Drafts that were made like one of the day's events.
        self.copies: set[str] = set()
        self.choices: dict[str, Any] = {}
        self.people = People(self)
        self.numbers = 0
        self.rounds = 0
        #: Rounds that came to their end and were looked at.
        self.finished = 0
        self.event_seed = ""
        #: When the request that was answered last was asked.
        self.asked_at = self.clock.now()
        #: Facts as they were seen last: model -> row -> hash.
        self.seen: dict[str, dict[int, bytes]] = {}
        #: Rows that an acknowledged request took away: model and number.
        self.gone: set[tuple[str, int]] = set()
        self.digests: list[str] = []
        #: Live tables by match, and logs that were sent in.
        self.lives: dict[int, Live] = {}
        self.records: dict[int, Table] = {}
        self.journal: list[str] = []
        #: Pages that were left open: whose, and the form as it was. Reports that wait on phones without connection.
        self.tabs: list[Tab] = []
        self.phones: list[Waiting] = []
        self.outside = Outside(self)
        self.streams = Streams(self)

    def run(self) -> Day:
        """From the making of the event to its end. The database holds nothing else."""
        from config.simulation import programme

        self.sweeping = Sweeping(self, self.run_sweep)
        # The engines' cards are many, and stay: they are not looked through for garbage again and again.
        gc.freeze()
        with installed(self.clock, self.plan.text, self.sweeping.heard, self.outside.post):
            self.processes = Processes()
            self.connections = WatchedConnections()
            self.site = SiteClient(self)
            self.faults = Faults(self)
            cache.clear()
            mail.outbox = []
            try:
                programme.arrive(self)
                for rounds in programme.events_of(self.plan.rounds):
                    self.expected, self.rounds = Expected(), rounds
                    self.lives, self.records, self.tabs, self.phones = {}, {}, [], []
                    self.outside.forget()
                    self.streams.forget()
                    programme.event(self)
                    self.digests.append(digest_of(self))
                self.digest = sha256("".join(self.digests).encode()).hexdigest()
            except Broken:
                pass
            finally:
                self.faults.end()
                self.streams.close()
                self.connections.close()
                self.processes.end()
                cache.clear()
                gc.unfreeze()
        return self

    # -- what a move needs

    def word(self, prefix: str) -> str:
        """A text that stands nowhere else in this day."""
        self.numbers += 1
        return f"{prefix}-{self.numbers:05d}"

    def fail(self, invariant: str, message: str) -> None:
        """Notes a broken invariant and ends the day."""
        self.failures.append(
            {
                "step": self.steps,
                "invariant": invariant,
                "message": message[:1500],
                "last": self.journal[-6:],
            }
        )
        raise Broken(message)

    def check(self, holds: bool, invariant: str, message: str) -> None:
        """Ends the day unless this holds."""
        if not holds:
            self.fail(invariant, message)

    def path(self, rest: str = "") -> str:
        """An address of the event in the API."""
        return f"{API}events/{self.slug}/{rest}"

    def playing(self) -> list[str]:
        """Who plays on, by the simulator's own book."""
        return [code for code, status in self.expected.statuses.items() if status == "playing"]

    def settle_down(self) -> None:
        """Whatever lasts comes to its end, and the sweeps do all that is due."""
        self.faults.calm()
        self.clock.advance(40)
        self.sweeping.sweep()

    def another_move(self, ask: Ask) -> Ask | None:
        """A request that somebody else may be about to make now, perhaps about the same table or entrant."""
        from config.simulation.moves import between_rounds, during_round

        if self.expected.state != "running":
            return None
        moves = during_round() if self.expected.round_state == "running" else between_rounds()
        own = [(weight, move) for weight, move in moves if move.__name__ not in ALONE]
        asked: Ask | None = None
        for _ in range(12):
            asked = self.chance.weighted(own)(self) or asked
            if asked is not None and asked.about == ask.about and asked.method != "GET":
                break
        return asked

    def expect_jump(self, by: timedelta) -> None:
        """The clock was set: whatever is measured by it and goes on is moved with it."""
        if self.expected.round_state != "running":
            return
        for table in self.expected.tables.values():
            if table.due is not None:
                table.due += by
            if table.hard is not None:
                table.hard += by
            if table.since is not None and table.state == REPORTED:
                table.since += by

    @property
    def apart(self) -> timedelta:
        """By how much the clock is ahead of the one by which the kept clocks go: it was set, and nobody has looked."""
        return timedelta(seconds=self.faults.jumped)

    # -- one step

    def step(self, ask: Ask | None) -> Answer | None:
        """Asks, with whatever goes wrong; then everything that must be true is looked at."""
        from config.simulation.moves.by_page import by_page

        if ask is None:
            return None
        self.steps += 1
        self.faults.between()
        if self.chance.once_in(BY_PAGE):
            ask = by_page(self, ask)
        answer = self.perform(ask, self.faults.of(ask))
        after_step(self)
        self.clock.advance(self.chance.choice((1, 2, 3, 5, 8, 20)))
        return answer

    def quietly(self, ask: Ask) -> Answer:
        """A step in the middle of which nothing happens."""
        self.steps += 1
        answer = self.perform(ask)
        after_step(self)
        self.clock.advance(1)
        return answer

    def perform(self, ask: Ask, injection: Injection | None = None) -> Answer:
        """Sends a request until it is answered, and draws what follows."""
        answer = self.attempt(ask, injection)
        beside, self.faults.beside = self.faults.beside, None
        self.faults.met_another = beside is not None
        first = beside is not None and _came_first(beside, answer or ask.lost)
        if first and beside is not None and beside[1] is not None:
            self.follow(beside[0], beside[1])
        tries = 0
        while answer is None or answer.status in (429, 503):
            tries += 1
            if tries > TRIES:
                self.fail("answered", f"{ask.verb} by {ask.who} is never answered: {answer}")
            self.clock.advance(15)
            self.faults.calm()
            answer = self.attempt(ask, None)
        self.follow(ask, answer)
        self.faults.take_in_jump()
        if beside is not None and beside[1] is None:
            self.perform(beside[0])
        elif beside is not None and beside[1] is not None and not first:
            self.follow(beside[0], beside[1])
        self.faults.afterwards(ask, answer)
        return answer

    def attempt(self, ask: Ask, injection: Injection | None) -> Answer | None:
        """Sends it once; None where no answer came."""
        watched, before = self.connections.first, marks_of_rows()
        if not ask.committed:
            self.asked_at = self.clock.now() - self.apart
        newest = newest_timed() if injection is not None and injection.kind == "slow_query" else {}
        watched.begin(injection)
        try:
            answer: Answer | None = self.site.send(ask)
        except Killed:
            answer = None
            self.processes.begin_anew()
            connection.close()
        finally:
            watched.end()
        ask.committed = ask.committed or watched.commits > 0
        if injection is not None and injection.fired:
            self.faults.met(injection.kind)
            ask.uncertain = ask.uncertain or answer is None or answer.status >= 500
            if injection.kind in ("database_restart", "disk_full"):
                connection.close()
            if newest and written_between(self.asked_at, self.clock.now(), newest):
                # the site asked for the time only after it had waited
                self.asked_at = self.clock.now()
        elif answer is not None and answer.done:
            self.faults.note_length(ask.verb, watched)
        self._read(ask, answer, injection, before)
        if answer is not None and self.faults.loses(ask, answer):
            ask.uncertain, ask.lost = True, answer
            return None
        return answer

    def _read(
        self, ask: Ask, answer: Answer | None, injection: Injection | None, before: tuple[int, ...]
    ) -> None:
        disturbed = injection is not None and injection.fired
        if answer is None:
            return
        if not disturbed and answer.status not in UNDERSTOOD | {429}:
            self.fail("answered", f"{ask.verb} by {ask.who}: {answer.status} {answer.text[:400]}")
        if disturbed and answer.status not in UNDERSTOOD | {429, 503}:
            self.fail(
                "answered", f"{ask.verb} by {ask.who} with {injection}: {answer.status} {answer.text[:400]}"
            )
        beside = disturbed and injection is not None and injection.kind == "two_at_once"
        # what keeps transactions of its own may be there when its answer finds no room: sent again, it is there once
        half = disturbed and answer.status == 503 and not ask.whole
        if answer.status >= 400 and not beside and not half:
            self.check(
                marks_of_rows() == before,
                "refused changes nothing",
                f"{ask.verb} by {ask.who}: {answer.status}, and rows are there that were not",
            )

    def follow(self, ask: Ask, answer: Answer) -> None:
        """Checks an answer and records what follows from it."""
        self.verbs[ask.verb, self._state(), str(answer.status)] += 1
        body = str(ask.body)[:MAX_BODY]
        self.journal.append(f"{self.steps} {ask.who}: {ask.verb} {ask.path} {body} -> {answer.status}")
        if ask.may is False:
            self.check(not answer.done, "permissions", f"{ask.verb} was open to {ask.who}: {answer.status}")
        if ask.may is True:
            self.check(
                answer.status not in (401, 403),
                "permissions",
                f"{ask.verb} was refused to {ask.who}: {answer.text[:300]}",
            )
        if ask.sure and not ask.uncertain:
            self.check(
                answer.done, "allowed", f"{ask.verb} by {ask.who}: {answer.status} {answer.text[:300]}"
            )
        if ask.never:
            self.check(not answer.done, "over is over", f"{ask.verb} by {ask.who}: {answer.status}")
        if answer.done:
            before = self.expected.number, self.expected.round_state
            ask.done(answer)
            self.outside.note_round(ask.verb, before)
        else:
            ask.refused(answer)
        ask.let_log_speak()

    def _state(self) -> str:
        return f"{self.expected.state}/{self.expected.round_state}"

    def heard(self, ask: Ask, answer: Answer) -> None:
        """Every answer is looked through for what its reader may not know."""
        secret = self.marks.seen_by(ask.who, answer.text) or random_end_in(self, answer.text)
        if secret is not None:
            self.fail("secrets", f"{ask.verb}: {ask.who} was told {secret}")

    def one_of(self, moves: Sequence[tuple[float, Callable[[Day], Ask | None]]]) -> Answer | None:
        """A step by one of these moves, by their weights; one that cannot be made now is passed over."""
        for _ in range(4):
            ask = self.chance.weighted(moves)(self)
            if ask is not None:
                return self.step(ask)
        return None

    def reading(self, who: Person, path: str, status: int = 200) -> Any:
        """Reads an address without any fault and returns its content."""
        answer = self.site.read(who, path)
        self.check(
            answer.status == status, "answered", f"{who} reads {path}: {answer.status} {answer.text[:300]}"
        )
        return answer.data


def _came_first(beside: tuple[Ask, Answer | None, bool], answer: Answer | None) -> bool:
    """Whether the request in the middle counts before the one it came in the middle of: it was done, and the other had
    committed nothing yet, or came to nothing. What was refused is heard of last: whoever is refused may ask again."""
    _, theirs, committed = beside
    return theirs is not None and theirs.done and (not committed or answer is None or not answer.done)
