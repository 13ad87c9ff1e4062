"""What the launcher takes for frozen, and what it does not."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from typing import Any

import pytest

from config.launch.supervise import Child, Supervisor
from config.launch.watch import LOOKS, STUCK, Watch

PATIENCE = 30.0


class Asked(Watch):
    """A watch whose questions are answered by the test."""

    told: list[dict[str, Any]] | None = None
    alive: bytes | None = b"ok"
    stream: bytes | None = b"ok"

    def report(self) -> list[dict[str, Any]] | None:
        return self.told

    def _get(
        self, port: int, path: str, headers: dict[str, str] | None = None, tries: int = 1
    ) -> bytes | None:
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


def test_signs_of_an_earlier_start_say_nothing(watch: Asked) -> None:
    watch.told = [sign("pages", 2), sign("runner", PATIENCE + 1, start="earlier"), sign("runner", 2)]
    assert found(watch) == {}


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
    watch.alive, watch.stream = None, None
    assert found(watch) == {}
    watch.answered = {name: time.monotonic() - PATIENCE - 1 for name in watch.answered}
    assert found(watch) == {"pages": "no answer", "event stream": "no answer"}


def test_who_has_just_been_started_has_its_time(watch: Asked) -> None:
    watch.told, watch.stream = [sign("pages", 2)], None
    for child in watch.supervisor.children:
        child.started = time.monotonic() - PATIENCE + 1
    assert found(watch) == {}
    # The runner loads for longer than that on a slow machine.
    watch.supervisor.children[2].started = time.monotonic() - 2 * PATIENCE
    assert found(watch) == {}


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


def test_one_silent_process_of_the_pages_is_seen_without_the_database(watch: Asked) -> None:
    answers = iter([b"ok", b"ok", None] * 100)
    watch.told = []
    watch._get = lambda *given, **named: next(answers)  # type: ignore[method-assign]
    assert found(watch)["pages"] == "no answer"


def test_an_answer_comes_though_one_process_of_several_takes_connections_and_is_silent() -> None:
    """Processes that share a port: which one a connection comes to is not the asker's choice."""
    kept: list[socket.socket] = []

    def answer() -> None:
        with contextlib.suppress(OSError):
            while True:
                one, _ = listener.accept()
                kept.append(one)
                if len(kept) % 3 == 0:
                    one.recv(1000)
                    one.sendall(b'HTTP/1.1 200 OK\r\nContent-Length: 13\r\n\r\n{"parts": []}')

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=answer, daemon=True).start()
        asked = Watch(Supervisor({}), listener.getsockname()[1], 2, "127.0.0.1", "word", 1.0)
        assert asked.report() == []
        assert len(kept) == 3
    for one in kept:
        one.close()


def test_nobody_there_is_no_answer() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    assert Watch(Supervisor({}), port, port, "127.0.0.1", "word", 1.0).report() is None
