"""A part of the site that dies while it starts is tried again, after longer and longer pauses, as long as it takes."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from config.launch import supervise
from config.launch.supervise import Child, Supervisor


def test_one_that_dies_while_it_starts_is_tried_again_after_longer_and_longer_pauses(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = [1000.0]
    monkeypatch.setattr(supervise, "time", SimpleNamespace(monotonic=lambda: now[0]))
    supervisor = Supervisor({})
    pages = Child("pages", [sys.executable, "-c", "raise SystemExit(3)"])
    supervisor.children.append(pages)
    pauses = []
    for _start in range(10):
        now[0] = max(now[0], pages.again_at)
        supervisor.look()
        assert pages.process is not None, "it is started when its pause is over"
        pages.process.wait(20)
        supervisor.look()
        assert pages.process is None
        pauses.append(round(pages.again_at - now[0], 1))
        supervisor.look()
        assert pages.process is None, "and not before"
    assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0, 10.0]
