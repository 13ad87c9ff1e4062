"""The turn clock: times by hand, overruns counted, judges told of the third, nobody penalised."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from referee.disputes.changes import resolve_disputes
from referee.live.answers import call_judge
from referee.live.live_replay import live_replay
from referee.live.queries import forget_tables, live_table
from referee.live.turns import Turn, turn_clock, turns_of
from referee.live.undo import undo_entry
from referee.models.disputes import Dispute, Kind
from referee.models.live import LiveTable
from tests.referee.live.playing import opened, phone, state, tap
from tests.rules.kernel.helpers import draw, lay
from tests.rules.kernel.toy import ToyGame
from tests.tournaments.factories import actor, at
from tournaments.clocks.changes import pause_clock, resume_clock
from tournaments.jumps.changes import settle
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round

pytestmark = pytest.mark.django_db


def seconds(count: float) -> datetime:
    """So many seconds after the first tap."""
    return at(10) + timedelta(seconds=count)


@pytest.fixture
def table(match: Match) -> LiveTable:
    """A table with 30 seconds a turn. In the toy game a turn is a draw and a card laid."""
    Event.objects.filter(pk=match.round.event_id).update(turn_seconds=30)
    match.round.event.refresh_from_db()
    return opened(match)


def shown(table: LiveTable, when: float) -> dict[str, object]:
    found = state(table, "A", now=seconds(when))["turn_clock"]
    return {name: found[name] for name in ("seat", "seconds", "overruns")} if found else {}


def test_a_turn_is_from_the_entry_that_began_it_to_the_one_that_ended_it(table: LiveTable) -> None:
    tap(table, "A", draw("A"), now=seconds(0))
    assert shown(table, 20) == {"seat": "A", "seconds": 20, "overruns": {"A": 0, "B": 0}}
    tap(table, "A", lay("A"), now=seconds(25))
    assert shown(table, 30) == {"seat": "B", "seconds": 5, "overruns": {"A": 0, "B": 0}}
    turns = turns_of(live_replay(live_table(table.pk).record).whole)
    assert [(turn.seat, turn.seconds(seconds(30))) for turn in turns] == [("A", 25.0), ("B", 5.0)]


def test_an_overrun_counts_while_the_turn_goes_on_and_after(table: LiveTable) -> None:
    tap(table, "A", draw("A"), now=seconds(0))
    assert shown(table, 31)["overruns"] == {"A": 1, "B": 0}
    tap(table, "A", lay("A"), now=seconds(40))
    assert shown(table, 41) == {"seat": "B", "seconds": 1, "overruns": {"A": 1, "B": 0}}


def test_a_turn_that_stood_still_for_a_ruling_counts_for_nothing(table: LiveTable) -> None:
    tap(table, "A", draw("A"), now=seconds(0))
    tap(table, "B", lay("B"), now=seconds(10))
    tap(table, "jude", {"by": "table", "do": "shuffle", "seat": "A"}, now=seconds(20))
    undo_entry(live_table(table.pk), phone(table, "B"), on=2, key="back", now=seconds(200))
    tap(table, "A", lay("A"), now=seconds(210))
    assert shown(table, 211)["overruns"] == {"A": 0, "B": 0}


def test_what_the_clock_leaps_over_is_nobodys_time(table: LiveTable) -> None:
    tap(table, "A", draw("A"), now=seconds(0))
    settle(0, start="a-start", first=True, now=seconds(0))
    settle(3_600_000, start="a-start", first=False, now=seconds(3610))
    assert shown(table, 3615) == {"seat": "A", "seconds": 15, "overruns": {"A": 0, "B": 0}}
    settle(0, start="a-start", first=False, now=seconds(16))
    assert shown(table, 17)["overruns"] == {"A": 0, "B": 0}


def test_no_turn_runs_while_the_rounds_clock_is_paused(table: LiveTable) -> None:
    round = live_table(table.pk).record.match.round
    tap(table, "A", draw("A"), now=seconds(0))
    pause_clock(round, reason="", by=actor("olga"), now=seconds(10))
    assert shown(table, 500) == {"seat": "A", "seconds": 10, "overruns": {"A": 0, "B": 0}}
    assert state(table, "A", now=seconds(500))["turn_clock"]["running"] is False
    resume_clock(round, by=actor("olga"), now=seconds(510))
    assert shown(table, 525) == {"seat": "A", "seconds": 25, "overruns": {"A": 0, "B": 0}}
    assert shown(table, 531)["overruns"] == {"A": 1, "B": 0}
    tap(table, "A", lay("A"), now=seconds(531))
    assert shown(table, 531) == {"seat": "B", "seconds": 0, "overruns": {"A": 1, "B": 0}}


def test_no_turn_runs_while_a_judge_is_called(table: LiveTable) -> None:
    tap(table, "A", draw("A"), now=seconds(0))
    by = phone(table, "B")
    call_judge(live_table(table.pk), by, "Really?", by=by.actor(), now=seconds(20))
    assert shown(table, 900) == {"seat": "A", "seconds": 20, "overruns": {"A": 0, "B": 0}}
    match = live_table(table.pk).record.match
    resolve_disputes(match, resolution="Yes.", by=actor("jude"), now=seconds(920))
    assert shown(table, 925) == {"seat": "A", "seconds": 25, "overruns": {"A": 0, "B": 0}}


def test_a_turn_whose_end_is_taken_back_goes_on(table: LiveTable) -> None:
    tap(table, "A", draw("A"), now=seconds(0))
    tap(table, "A", lay("A"), now=seconds(20))
    assert undo_entry(live_table(table.pk), phone(table, "A"), on=2, key="back", now=seconds(25))
    # 20 seconds before, 8 after; the 5 between were B's, whose turn it never was
    assert shown(table, 33) == {"seat": "A", "seconds": 28, "overruns": {"A": 0, "B": 0}}
    assert shown(table, 36)["overruns"] == {"A": 1, "B": 0}


def test_a_table_left_alone_is_over_time_once_and_shows_no_hours(table: LiveTable) -> None:
    tap(table, "A", draw("A"), now=seconds(0))
    assert shown(table, 9 * 3600) == {"seat": "A", "seconds": 600, "overruns": {"A": 1, "B": 0}}
    assert state(table, "A", now=seconds(9 * 3600))["turn_clock"]["running"] is False


def test_once_the_round_is_over_no_turn_is_timed(table: LiveTable) -> None:
    tap(table, "A", draw("A"), now=seconds(0))
    Round.objects.filter(pk=live_table(table.pk).record.match.round_id).update(state="finished")
    assert shown(table, 60) == {}


def test_without_an_allowance_there_is_no_turn_clock(match: Match) -> None:
    made = opened(match)
    tap(made, "A", draw("A"), now=seconds(0))
    assert state(made, "A", now=seconds(99))["turn_clock"] is None
    assert turn_clock(live_replay(live_table(made.pk).record).whole, None, seconds(99)) is None


def test_judges_are_told_of_the_third_overrun_and_nobody_is_penalised() -> None:
    """Three long turns of one seat, in a game of many turns."""
    from tests.referee.live.playing import match_of_game, owner, played, sent

    log = played("herocard_duel", "turns")
    match = match_of_game("herocard_duel", turn_seconds=30)
    made = opened(match, header=log.header)
    forget_tables()
    when, long, before = 0.0, 0, ("", 0)
    for entry in log.entries:
        tap(made, "jude" if entry.do == "time_called" else owner(entry), sent(entry), now=seconds(when))
        position = live_replay(live_table(made.pk).record).whole.position
        turn = (position.turn, position.number)
        if turn != before and before[0] == "A":
            long += 1
        expected = [Kind.SLOW_PLAY] if long >= 3 else []
        assert list(Dispute.objects.values_list("kind", flat=True)) == expected
        if long == 3:
            break
        before = turn
        when += 40 if turn[0] == "A" else 1
    asked = Dispute.objects.get()
    assert "30 seconds for 3 turns" in asked.question
    assert state(made, "A")["judge_called"] is False


def test_what_the_other_is_waited_for_is_not_this_turns_time(
    table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    tap(table, "A", draw("A"), now=seconds(0))
    with monkeypatch.context() as patch:
        patch.setattr(ToyGame, "to_act", lambda self, position: ("B",))
        # A's turn, and the rules wait for B: an answer to a card, a choice of the opponent's.
        found = state(table, "A", now=seconds(40))["turn_clock"]
        assert (found["seat"], found["seconds"], found["running"]) == ("A", 0, False)
        assert found["overruns"] == {"A": 0, "B": 0}
    assert shown(table, 40) == {"seat": "A", "seconds": 40, "overruns": {"A": 1, "B": 0}}


def test_times_of_others_inside_a_turn_add_up() -> None:
    others = ((seconds(5), seconds(15)), (seconds(20), seconds(22)))
    turn = Turn("A", seconds(0), seconds(30), others=others)
    assert turn.seconds(seconds(99)) == 18.0
    # A pause of the round's clock over the same time is counted once.
    assert turn.seconds(seconds(99), ((seconds(10), seconds(21)),)) == 13.0
