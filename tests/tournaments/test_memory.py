"""What is kept in memory: its weight is that of what is in it, and each thing is made by one who asks."""

from __future__ import annotations

import re
import threading

import pytest
from django.db import transaction

from tests.ground.places import ROOT
from tests.tournaments.factories import actor, at, running_event, running_round, tables, win
from tournaments.events.public import public_part
from tournaments.fact_memory import FactMemory
from tournaments.live.queries import versions_of
from tournaments.live.versions import as_mark
from tournaments.memory import Memory
from tournaments.reading import one_moment
from tournaments.results.changes import enter_result
from tournaments.stage_pages.reading import read_stage
from tournaments.stages.kept_titles import kept_title

#: Found by rounds that are settled, which nobody looks up within a change.
BY_SETTLED_ROUNDS = {"lengths._lengths", "lengths._of_rounds"}

#: Seconds for what comes at once: a test that is held up fails, and does not hang.
ONE_AFTER_THE_OTHER = 60.0


def keep(memory: Memory[list[int]], *weights: int) -> None:
    for weight in weights:
        memory.get(weight, lambda weight=weight: [0] * weight)  # type: ignore[misc]


def kept(memory: Memory[list[int]]) -> set[object]:
    return set(memory._kept)


def test_what_is_too_heavy_alone_drives_nothing_out() -> None:
    memory: Memory[list[int]] = Memory(9, 10, len)
    keep(memory, 2, 3)
    assert memory.get(11, lambda: [0] * 11) == [0] * 11
    assert kept(memory) == {2, 3}
    # As heavy as all may be together is kept, and is alone.
    keep(memory, 10)
    assert kept(memory) == {10}


def test_what_grew_goes_out_with_the_weight_it_came_in_with() -> None:
    memory: Memory[list[int]] = Memory(9, 10, len)
    keep(memory, 4)
    memory.get(4, list).extend([0] * 6)
    keep(memory, 5, 3)
    # 4 left for the 3. What is there weighs 8, so there is room for 2, and not for 3 more.
    assert kept(memory) == {5, 3}
    keep(memory, 2)
    assert kept(memory) == {5, 3, 2}
    keep(memory, 1)
    assert kept(memory) == {3, 2, 1}


def test_what_cannot_be_weighed_is_not_kept() -> None:
    memory: Memory[list[int]] = Memory(9, 10, lambda one: 1 // len(one))
    with pytest.raises(ZeroDivisionError):
        memory.get("empty", list)
    assert kept(memory) == set()


def test_after_one_could_not_make_it_one_other_does_and_it_weighs_once() -> None:
    """The first fails while a second waits for it; a third comes while the second makes it."""
    memory: Memory[list[int]] = Memory(9, 10, len)
    first_at_it, second_at_it, go_on = (threading.Event() for _ in range(3))
    waits = threading.Event()
    made: list[str] = []

    def fails() -> list[int]:
        first_at_it.set()
        assert waits.wait(ONE_AFTER_THE_OTHER)
        raise KeyError("out of order")

    def second() -> list[int]:
        made.append("second")
        second_at_it.set()
        assert go_on.wait(ONE_AFTER_THE_OTHER)
        return [0] * 6

    def third() -> list[int]:
        made.append("third")
        return [0] * 6

    def ask_first() -> None:
        with pytest.raises(KeyError):
            memory.get("it", fails)

    one = threading.Thread(target=ask_first)
    one.start()
    assert first_at_it.wait(ONE_AFTER_THE_OTHER)
    # The second is at the first's lock when the first lets go of it.
    lock = memory._making["it"]
    memory._making["it"] = Told(lock, waits)  # type: ignore[assignment]
    two = threading.Thread(target=memory.get, args=("it", second))
    two.start()
    assert second_at_it.wait(ONE_AFTER_THE_OTHER)
    three = threading.Thread(target=memory.get, args=("it", third))
    three.start()
    three.join(0.1)  # it waits; were it to make one itself, it would have begun
    go_on.set()
    for thread in (one, two, three):
        thread.join(ONE_AFTER_THE_OTHER)
        assert not thread.is_alive()
    assert made == ["second"]
    # Six of ten: four more have room.
    keep(memory, 4)
    assert kept(memory) == {"it", 4}


class Told:
    """A lock that says when somebody waits for it."""

    def __init__(self, lock: threading.Lock, waits: threading.Event) -> None:
        self.lock, self.waits = lock, waits

    def __enter__(self) -> None:
        self.waits.set()
        self.lock.acquire()

    def __exit__(self, *given: object) -> None:
        self.lock.release()


@pytest.mark.django_db(transaction=True)
def test_within_a_change_nothing_is_left_and_nothing_found() -> None:
    memory: FactMemory[str] = FactMemory(9)
    assert memory.get("at 1", lambda: "committed") == "committed"
    with transaction.atomic():
        # another change may have the same versions
        assert memory.get("at 1", lambda: "mine") == "mine"
        assert memory.get("at 2", lambda: "mine, and taken back") == "mine, and taken back"
        transaction.set_rollback(True)
    assert memory.get("at 1", lambda: "made anew") == "committed"
    assert memory.get("at 2", lambda: "another's") == "another's"
    with one_moment():
        assert memory.get("at 2", lambda: "made anew") == "another's"


@pytest.mark.django_db(transaction=True)
def test_what_was_rolled_back_is_shown_by_no_page() -> None:
    """Two changes that raise the same topics once: the first looks at everything and is taken back."""
    event = running_event(4)
    round = running_round(event)
    first, second = tables(round)
    titles = kept_title(round), public_part(event)
    with transaction.atomic():
        enter_result(first, win("A"), by=actor("sam"), now=at(5))
        mine = as_mark(versions_of(event.pk))
        assert [line.outcome is not None for line in public_part(event).lines] == [True, False]
        assert read_stage(round.stage) and kept_title(round) == titles[0]
        transaction.set_rollback(True)
    assert public_part(event) is titles[1]
    enter_result(second, win("B"), by=actor("sam"), now=at(6))
    assert as_mark(versions_of(event.pk)) == mine
    assert [line.outcome is not None for line in public_part(event).lines] == [False, True]


def test_what_is_found_by_versions_is_a_memory_of_facts() -> None:
    """Whoever keeps something by the versions of an event, or by its rows, does so by this kind."""
    wrong = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in sorted((ROOT / "tournaments").rglob("*.py"))
        if "versions_of(" in (text := path.read_text(encoding="utf-8"))
        for name, kind in re.findall(r"^(_\w+): (\w*Memory)\[", text, re.M)
        if kind != "FactMemory" and f"{path.stem}.{name}" not in BY_SETTLED_ROUNDS
    ]
    assert wrong == []
