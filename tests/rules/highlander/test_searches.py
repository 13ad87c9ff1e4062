"""The search for how many cards nobody counted: what it found once it does not look for again, and where it was not
finished nothing is called illegal.

A number that makes an entry illegal makes it so whatever comes later: each search may only rest on entries that are
the same. An unfinished search proves nothing (log-format.md: illegal is what no assignment allows)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.kernel import supposing
from rules.kernel.entries import Entry
from rules.kernel.log import read_log
from rules.kernel.replay import Replay
from tests.rules.highlander.test_uncounted import HIGHLANDER, MANY, ON, ONE, UNKNOWN, drawing, judged

WRONG = {"by": "A", "do": "drop", "defense": 9}
THEIRS = {"by": "B", "do": "next_phase"}


def both_short() -> Replay:
    """A and then B make no Exertion at the end of their Attack Phase: neither has a card for it, and each loses 5."""
    sides = {seat: {"turns": 2, "endurance": UNKNOWN, "removed": MANY} for seat in "AB"}
    run = judged({"players": sides}, ON, ON, THEIRS, THEIRS, THEIRS, THEIRS)
    assert run.stopped is None and run.status() == "undetermined"
    return run


def entry(plain: dict[str, Any]) -> Entry:
    header = b'{"log":1,"game":"highlander","players":[{"seat":"A"},{"seat":"B"}]}\n'
    found = read_log(header + msgspec.json.encode(plain), HIGHLANDER.all_verbs).entries[0]
    assert isinstance(found, Entry)
    return found


def tried(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, int]]:
    """The numbers for which a log is judged anew from now on."""
    counts: list[dict[str, int]] = []
    judge = supposing.Search._judge

    def noted(search: supposing.Search, number: dict[str, int]) -> supposing.Trial:
        counts.append(number)
        return judge(search, number)

    monkeypatch.setattr(supposing.Search, "_judge", noted)
    return counts


def pressed(run: Replay, plain: dict[str, Any]) -> tuple[Replay, str]:
    fork = run.fork(len(run.entries))
    return fork, fork.push(entry(plain)).verdict


def test_a_number_found_wrong_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    run, counts = both_short(), tried(monkeypatch)
    assert pressed(run, WRONG)[1] == "illegal"
    first = len(counts)
    counts.clear()
    assert pressed(run, WRONG)[1] == "illegal"
    assert 0 < len(counts) < first


def test_what_was_found_of_another_log_is_not_used() -> None:
    # A must draw three cards. Who has drawn three had them: one card was wrong there. Who draws one had one
    run = judged(drawing(MANY, UNKNOWN))
    three, verdict = pressed(run, {"by": "A", "do": "draw", "count": 3})
    assert verdict == "legal" and pressed(three, WRONG)[1] == "illegal"
    one, verdict = pressed(run, ONE)
    assert verdict == "undetermined" and one.supposed == {"A": 1}


def test_a_search_not_finished_calls_nothing_illegal(monkeypatch: pytest.MonkeyPatch) -> None:
    run = both_short()
    monkeypatch.setattr(supposing, "WORK", -1)
    fork, verdict = pressed(run, WRONG)
    assert verdict == "undetermined" and fork.verdicts[-1].missing == (HIGHLANDER.count_missing,)
    assert fork.status() == "undetermined" and fork.printed() == run.printed()
    # it stands in the log and nothing follows from it: play goes on, and it may be taken back
    assert fork.push(entry({"by": "A", "do": "next_phase"})).verdict != "illegal"
    fork, _ = pressed(run, WRONG)
    assert fork.push(entry({"by": "A", "do": "undo", "on": 7})).verdict == "legal"
    assert fork.printed() == run.printed()


def test_what_is_only_asked_is_open_too(monkeypatch: pytest.MonkeyPatch) -> None:
    run = both_short()
    monkeypatch.setattr(supposing, "WORK", -1)
    assert run.push(entry(WRONG), ask=True).verdict == "undetermined"
    assert run.stopped is None
