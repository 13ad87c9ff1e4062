"""The search for how many cards nobody counted: what it found once it does not look for again, and where it was not
finished nothing is called illegal.

A number that makes an entry illegal makes it so whatever comes later: each search may only rest on entries that are
the same. And with fewer cards a log is judged as with more, as long as some are left. An unfinished search proves
nothing (log-format.md: illegal is what no assignment allows)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules.kernel import deck_size_search
from rules.kernel.entries import PUBLIC, Entry
from rules.kernel.log import read_log
from rules.kernel.replay import Replay
from rules.kernel.seats import log_for
from tests.rules.conformance.games import hidden, played, read
from tests.rules.highlander.test_unknown_endurance import HIGHLANDER, MANY, ON, ONE, UNKNOWN, drawing, judged

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
    judge = deck_size_search.Search.judge

    def noted(
        search: deck_size_search.Search, number: dict[str, int], *where: Any, **more: Any
    ) -> deck_size_search.Trial:
        counts.append(number)
        return judge(search, number, *where, **more)

    monkeypatch.setattr(deck_size_search.Search, "judge", noted)
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
    assert verdict == "undetermined" and one.play.assumed == {"A": 1}


def test_a_search_not_finished_calls_nothing_illegal(monkeypatch: pytest.MonkeyPatch) -> None:
    run = both_short()
    monkeypatch.setattr(deck_size_search, "MAX_JUDGED", -1)
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
    monkeypatch.setattr(deck_size_search, "MAX_JUDGED", -1)
    assert run.push(entry(WRONG), ask=True).verdict == "undetermined"
    assert run.stopped is None


def test_fewer_cards_are_the_same_until_hardly_any_are_left(monkeypatch: pytest.MonkeyPatch) -> None:
    # a wrong entry after a game that spectators saw: each number judged from where more cards stood, and from the start
    log = log_for(
        HIGHLANDER, read("highlander", hidden("highlander", played("highlander", 12, 2, None))), PUBLIC
    )
    run = Replay(HIGHLANDER, log.header)
    for one in log.entries[:60]:
        run.push(one)
    judge, compared = deck_size_search.Search.judge, []

    def twice(search: deck_size_search.Search, *what: Any, **more: Any) -> deck_size_search.Trial:
        found = judge(search, *what, **more)
        if len(what) > 1 and what[1] is not None:
            whole = judge(search, what[0])
            assert found._replace(play=None) == whole._replace(play=None)
            compared.append(what[1].n)
        return found

    monkeypatch.setattr(deck_size_search.Search, "judge", twice)
    assert pressed(run, WRONG)[1] == "illegal"
    assert any(compared)
