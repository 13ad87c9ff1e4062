"""What the launcher takes for frozen, and what it does not."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from config.launch.supervise import Child, Supervisor
from config.launch.watch import LONG, LOOKS, STUCK, TRIES, Watch

PATIENCE = 30.0


class Asked(Watch):
    """A watch whose questions are answered by the test."""

    told: list[dict[str, Any]] | None = None
    alive = True
    stream = True

    def report(self) -> list[dict[str, Any]] | None:
        return self.told

    def _all_answer(self, port: int, path: str) -> bool:
        return self.alive if port == self.pages_port else self.stream


@pytest.fixture
def watch() -> Asked:
    supervisor = Supervisor({})
    for name in ("pages", "event stream", "runner"):
        child = Child(name, [], process=object(), started=time.monotonic() - 1000, start_name=f"of {name}")  # type: ignore[arg-type]
        supervisor.children.append(child)
    made = Asked(supervisor, 1, 2, "127.0.0.1", "word", PATIENCE)
    made.told = [sign("pages", 2), sign("runner", 2)]
    return made


def sign(name: str, age: float, busy: float = 0.0, start: str = "") -> dict[str, Any]:
    part = "sweeps" if name == "runner" else name
    return {"part": part, "start": start or f"of {name}", "age": age, "busy": busy}


def found(watch: Watch) -> dict[str, str]:
    told = {child.name: watch.frozen(child.name) for child in watch.supervisor.children}
    return {name: why for name, why in told.items() if why}


def test_who_gives_signs_and_answers_is_well(watch: Asked) -> None:
    assert found(watch) == {}


def test_old_signs_of_one_beside_fresh_ones_of_another(watch: Asked) -> None:
    watch.told = [sign("pages", 2), sign("runner", PATIENCE + 1)]
    assert found(watch) == {"runner": "no sign of life"}


def test_where_nobodys_signs_are_fresh_it_is_the_database(watch: Asked) -> None:
    watch.told = [sign("pages", PATIENCE + 1), sign("runner", PATIENCE + 1)]
    assert found(watch) == {}
    watch.told = []
    assert found(watch) == {}


def test_one_of_two_processes_that_answer_for_the_pages(watch: Asked) -> None:
    watch.told = [sign("pages", 2), sign("pages", PATIENCE + 1), sign("runner", 2)]
    assert found(watch) == {"pages": "no sign of life"}


def test_a_process_of_the_pages_that_froze_before_its_first_sign(watch: Asked) -> None:
    """It may load for long, once it has begun or was replaced; the other one answers meanwhile."""
    watch.processes = 2
    assert found(watch) == {}
    (start,) = watch.fewer
    watch.fewer[start] -= LONG * PATIENCE - 1
    assert found(watch) == {}
    watch.fewer[start] -= 2
    assert found(watch) == {"pages": "no sign of life of one"}
    watch.told = [sign("pages", 2), sign("pages", 3), sign("runner", 2)]
    assert found(watch) == {}
    watch.told = [sign("pages", 2), sign("runner", 2)]
    assert found(watch) == {}


def test_signs_of_an_earlier_start_say_nothing(watch: Asked) -> None:
    watch.told = [sign("pages", 2), sign("runner", PATIENCE + 1, start="earlier"), sign("runner", 2)]
    assert found(watch) == {}


@pytest.mark.skipif(sys.platform == "win32", reason="nothing is replaced there")
def test_a_process_of_the_pages_that_ended_and_was_replaced_is_not_waited_for(watch: Asked) -> None:
    """Its last sign stays, of the start that goes on. One of a process that is there counts."""
    with subprocess.Popen([sys.executable, "-c", ""]) as ended:
        pass
    old = sign("pages", PATIENCE + 1)
    watch.told = [sign("pages", 2), {**old, "process": f"hall:{ended.pid}"}, sign("runner", 2)]
    assert found(watch) == {}
    watch.told = [sign("pages", 2), {**old, "process": f"hall:{os.getpid()}"}, sign("runner", 2)]
    assert found(watch) == {"pages": "no sign of life"}


def test_a_request_without_end(watch: Asked) -> None:
    watch.told = [sign("pages", 2, busy=STUCK * PATIENCE - 1), sign("runner", 2)]
    assert found(watch) == {}
    watch.told = [sign("pages", 2, busy=STUCK * PATIENCE + 1), sign("runner", 2)]
    assert found(watch) == {"pages": "one request without end"}


def test_no_answer_for_long(watch: Asked) -> None:
    assert found(watch) == {}
    # A database that hangs: nobody can tell who was heard of, but the pages are alive.
    watch.told = None
    assert found(watch) == {}
    watch.alive = watch.stream = False
    assert found(watch) == {}
    watch.answered = {name: time.monotonic() - PATIENCE - 1 for name in watch.answered}
    assert found(watch) == {"pages": "no answer", "event stream": "no answer"}


def test_who_has_just_been_started_has_its_time(watch: Asked) -> None:
    watch.told, watch.stream = [sign("pages", 2)], False
    for child in watch.supervisor.children:
        child.started = time.monotonic() - PATIENCE + 1
    assert found(watch) == {}
    # The runner and the stream load for longer than that on a slow machine.
    watch.answered["event stream"] = time.monotonic() - LONG * PATIENCE  # of the start before this one
    for child in watch.supervisor.children[1:]:
        child.started = time.monotonic() - (LONG - 1) * PATIENCE
    assert found(watch) == {}
    watch.supervisor.children[1].started = time.monotonic() - LONG * PATIENCE - 1
    assert found(watch) == {"event stream": "no answer"}


def test_one_look_decides_nothing(watch: Asked) -> None:
    runner = watch.supervisor.children[2]
    watch.told = [sign("pages", 2), sign("runner", PATIENCE + 1)]
    for _ in range(LOOKS - 1):
        watch._look_at(runner)
    assert runner.frozen == ""
    watch._look_at(runner)
    assert runner.frozen == "no sign of life"


def test_a_look_at_which_nobody_could_say_takes_nothing_back(watch: Asked) -> None:
    runner = watch.supervisor.children[2]
    watch.told = [sign("pages", 2), sign("runner", PATIENCE + 1)]
    for _ in range(LOOKS - 1):
        watch._look_at(runner)
    told, watch.told = watch.told, None
    watch._look_at(runner)
    assert not runner.frozen
    watch.told = told
    watch._look_at(runner)
    assert runner.frozen == "no sign of life"


def test_the_runner_alone_is_ended_when_nobody_has_been_heard_of_for_long(watch: Asked) -> None:
    """It may be frozen with SQLite's lock; the pages would be silent themselves."""
    watch.told = [sign("pages", PATIENCE * 3), sign("runner", PATIENCE * 3)]
    assert found(watch) == {}
    watch.told = [sign("pages", PATIENCE * 5), sign("runner", PATIENCE * 5)]
    assert found(watch) == {"runner": "no sign of life"}
    watch.told = []
    assert found(watch) == {}


class Listener:
    """A port at which somebody takes every connection; `answer` is called with how many came, and with each."""

    def __init__(self, answer: Callable[[int, socket.socket], object]) -> None:
        self.answer = answer
        self.kept: list[socket.socket] = []

    def __enter__(self) -> Listener:
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.thread = threading.Thread(target=self._take, daemon=True)
        self.thread.start()
        return self

    def __exit__(self, *given: object) -> None:
        self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()
        self.thread.join(60)
        for one in self.kept:
            one.close()

    def _take(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                one, _ = self.socket.accept()
                self.kept.append(one)
                self.answer(len(self.kept), one)

    def watched(self, patience: float = 1.0) -> Watch:
        """A watch over whoever answers for the pages and the stream here."""
        supervisor = Supervisor({})
        for name in ("pages", "event stream"):
            started = time.monotonic() - (LONG + 1) * patience
            supervisor.children.append(Child(name, [], process=object(), started=started, start_name=name))  # type: ignore[arg-type]
        return Watch(supervisor, self.port, self.port, "127.0.0.1", "word", patience)


def well(one: socket.socket) -> None:
    one.recv(1000)
    one.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{"parts": []}')


@pytest.mark.parametrize("name", ["pages", "event stream"])
def test_one_silent_process_of_several_is_seen_without_the_database(name: str) -> None:
    with Listener(lambda n, one: well(one) if n % TRIES else None) as listener:
        assert listener.watched().frozen(name) == "no answer"


@pytest.mark.parametrize("name", ["pages", "event stream"])
def test_one_that_closes_without_a_word_has_not_answered(name: str) -> None:
    with Listener(lambda n, one: one.close() if n == 1 else well(one)) as listener:
        assert listener.watched(60.0).frozen(name) == "no answer"


@pytest.mark.parametrize("name", ["pages", "event stream"])
def test_who_is_slow_is_not_silent(name: str) -> None:
    """Nobody is answered before all have asked: one after the other, they would ask in vain."""
    waiting: list[socket.socket] = []

    def slowly(n: int, one: socket.socket) -> None:
        waiting.append(one)
        # Who asks for the report, after that, is answered at once.
        if n >= TRIES:
            for each in waiting:
                well(each)
            waiting.clear()

    with Listener(slowly) as listener:
        assert listener.watched(60.0).frozen(name) == ""


def test_each_has_half_of_the_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[tuple[object, ...]] = []

    def asked(*words: object) -> bool:
        given.append(words)
        return True

    monkeypatch.setattr("config.launch.watch.all_answer", asked)
    made = Watch(Supervisor({}), 1, 2, "site.example", "word", PATIENCE)
    assert made._all_answer(1, "/healthz")
    assert given == [(1, "site.example", "/healthz", TRIES, PATIENCE / 2, made.supervisor.stop)]


def test_who_waits_for_an_answer_stops_with_the_supervisor() -> None:
    """It would wait for half an hour, and nobody was found silent."""
    asked = threading.Event()
    with Listener(lambda n, one: asked.set()) as listener:
        watch = listener.watched(3600.0)
        found: list[str | None] = []
        thread = threading.Thread(target=lambda: found.append(watch.frozen("event stream")), daemon=True)
        thread.start()
        assert asked.wait(60)
        watch.supervisor.stop.set()
        thread.join(60)
        assert found == [""]
        # And it asks for no report any more.
        assert watch.report() is None


def test_an_answer_comes_though_one_process_of_several_takes_connections_and_is_silent() -> None:
    """Processes that share a port: which one a connection comes to is not the asker's choice."""
    with Listener(lambda n, one: None if n % 3 else well(one)) as listener:
        assert listener.watched().report() == []
        assert len(listener.kept) == 3


def test_nobody_there_is_no_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    nobody = Watch(Supervisor({}), port, port, "127.0.0.1", "word", 1.0)
    assert nobody.report() is None
    assert not nobody._all_answer(port, "/healthz")
