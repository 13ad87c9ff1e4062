"""What the site keeps in memory between two requests is all known to the simulator."""

from __future__ import annotations

import sys

import pytest

from config.simulation.memory import PLACES, Processes
from config.urls import urlpatterns
from tournaments.memory import Memory

pytestmark = pytest.mark.anywhere

#: The description of the API and its forms, which no change of an event makes another.
THE_SAME_FOR_ALL = {("config.schema", "_made")}


def test_every_memory_belongs_to_a_process() -> None:
    assert urlpatterns, "every module with a door is loaded"
    found = {
        (place, name)
        for place, module in list(sys.modules.items())
        for name, value in vars(module).items()
        if place.startswith(("tournaments.", "referee.", "config.")) and isinstance(value, Memory)
    }
    assert found - THE_SAME_FOR_ALL == {place for place, make in PLACES.items() if isinstance(make(), Memory)}


def test_another_process_remembers_nothing() -> None:
    from tournaments.exports import api

    mine = api._files
    processes = Processes()
    api._files.get("key", lambda: b"made here")
    processes.switch("second")
    assert api._files.get("key", lambda: b"made there") == b"made there"
    processes.switch("first")
    assert api._files.get("key", lambda: b"made anew") == b"made here"
    processes.end()
    assert api._files is mine
