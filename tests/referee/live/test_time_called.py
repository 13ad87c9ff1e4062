"""The clock's call enters the log once, whatever happens, and the phones are led through what follows."""

from typing import Any

import pytest
from django.test import Client

from referee.live.live_replay import forget
from referee.live.opening import open_live_table
from referee.live.queries import live_table
from referee.live.tasks import take_in_time_called
from referee.logs.storage import stored_log
from referee.models.live import LiveTable, Tap
from tests.referee.live.playing import match_of_game, opened, phone, play, played, state, tap
from tests.referee.ruled import issued
from tests.rules.kernel.helpers import draw
from tests.tournaments.factories import actor, at, player
from tournaments.clocks.changes import extend_match
from tournaments.clocks.tasks import call_due_times
from tournaments.errors import Conflict
from tournaments.models.outbox import OutboxRow
from tournaments.models.rounds import Match
from tournaments.results.changes import report_from_log

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def calls(table: LiveTable) -> list[int]:
    """The numbers of the entries by which time was called."""
    record = live_table(table.pk).record
    log = stored_log(record, record.match.round.event.game)
    return [n for n, entry in enumerate(log.entries, 1) if entry.do == "time_called"]


def test_time_called_enters_the_log_once(match: Match) -> None:
    table = opened(match)
    tap(table, "A", draw("A"))
    assert call_due_times(at(60)) > 0
    assert take_in_time_called(at(60)) == 1
    assert take_in_time_called(at(61)) == 0
    assert calls(table) == [2]
    assert Tap.objects.get(table=table, n=2).phone == "clock"
    assert not OutboxRow.objects.filter(topic="time_called", taken_at=None).exists()


def test_a_crash_before_the_row_was_taken_enters_it_no_second_time(match: Match) -> None:
    table = opened(match)
    call_due_times(at(60))
    take_in_time_called(at(60))
    OutboxRow.objects.update(taken_at=None)
    forget()
    assert take_in_time_called(at(61)) == 0
    assert calls(table) == [1]


def test_a_lost_row_is_found_by_the_clock(match: Match) -> None:
    table = opened(match)
    call_due_times(at(60))
    OutboxRow.objects.update(taken_at=at(60))
    assert take_in_time_called(at(61)) == 1
    assert calls(table) == [1]


def test_after_a_ruling_that_took_it_out_it_is_entered_again(match: Match) -> None:
    table = opened(match)
    tap(table, "B", draw("B"))
    call_due_times(at(60))
    assert take_in_time_called(at(60)) == 1
    record = live_table(table.pk).record
    issued(record, on=1, decision="uphold", reason="It was A's turn.", seen=2, by=actor("jude"), now=at(61))
    assert take_in_time_called(at(62)) == 1
    assert calls(table) == [2, 4]
    assert take_in_time_called(at(63)) == 0


def test_a_judge_who_takes_it_back_is_not_overruled_by_the_sweep(match: Match) -> None:
    from referee.live.undo import undo_entry

    table = opened(match)
    call_due_times(at(60))
    take_in_time_called(at(60))
    undo_entry(live_table(table.pk), phone(table, "jude"), on=1, key="back", now=at(61))
    assert take_in_time_called(at(62)) == 0
    assert state(table, "A")["entries"][0]["verdict"]["undone"] == 2


def test_a_game_that_is_over_hears_of_no_time(match: Match) -> None:
    from tests.rules.kernel.helpers import lay, reveal

    table = opened(match)
    for who, entry in (
        ("A", draw("A")), ("A", lay("A")), ("B", draw("B")), ("B", lay("B")),
        ("A", reveal("A", "Number 9")), ("B", reveal("B", "Number 3")),
    ):  # fmt: skip
        tap(table, who, entry)
    call_due_times(at(60))
    assert take_in_time_called(at(60)) == 0
    assert calls(table) == []


def steps(shown: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {step["key"]: step for step in shown["procedure"]["steps"]}


def test_first_blood_is_led_step_by_step() -> None:
    """The Handbook's order: the turn is finished, a judge invokes First Blood, Special cards leave, the hands are
    shuffled in, both draw to their Ability, and then the first damage of an attack decides."""
    log = played("highlander", "blood", 60)
    verbs = [entry.do for entry in log.entries]
    called, judge = verbs.index("time_called"), verbs.index("first_blood")
    table = opened(match_of_game("highlander"), header=log.header)
    play(table, log, until=called)
    assert state(table, "A")["procedure"] is None
    play(table, log, until=called + 1)
    shown = state(table, "B")
    assert shown["procedure"]["title"] == "First Blood"
    assert [key for key, step in steps(shown).items() if step["now"]] in (["finish_turn"], ["judge"])
    play(table, log, until=judge)
    shown = state(table, "A")
    assert [key for key, step in steps(shown).items() if step["now"]] == ["judge"]
    assert list(steps(shown)["judge"]["who"]) == ["judge"] == shown["to_act"]
    foreseen = steps(shown)["leaves_play"]["items"]
    play(table, log, until=judge + 1)
    after = state(table, "A")
    assert steps(after)["leaves_play"]["items"] == foreseen
    assert steps(after)["judge"]["done"] is True
    kept = {card["card"] if isinstance(card, dict) else card for card in _in_play(after)}
    assert not {item.split(": ", 1)[1] for item in foreseen} & kept or not foreseen
    verbs_after = verbs[judge + 1 :]
    drawn = judge + 1 + max(n for n, verb in enumerate(verbs_after[:6]) if verb in ("draw", "shuffle")) + 1
    play(table, log, until=drawn)
    shown = state(table, "A")
    assert [key for key, step in steps(shown).items() if step["now"]] == ["decide"]
    play(table, log)
    shown = state(table, "A")
    assert shown["state"] == "over"
    assert all(step["done"] for step in shown["procedure"]["steps"])
    assert len(shown["result"]["outcome"]["ranking"]) == 2


def _in_play(shown: dict[str, Any]) -> list[Any]:
    found = []
    for side in shown["position"]["players"].values():
        found += [held["card"] for held in side["in_play"]]
    return found


@pytest.mark.parametrize(
    "game", ["looney_tunes", "nightmare_before_christmas", "herocard_duel", "herocard_nightmare"]
)
def test_the_other_games_name_one_step_until_they_are_over(game: str) -> None:
    # a moment at which the call does not end the game at once
    logs = (played(game, "time", moment) for moment in range(30, 60))
    log = next(log for log in logs if log.entries[-1].do != "time_called")
    called = [entry.do for entry in log.entries].index("time_called")
    table = opened(match_of_game(game), header=log.header)
    play(table, log, until=called + 1)
    shown = state(table, "A")
    assert shown["procedure"]["steps"]
    assert sum(step["now"] for step in shown["procedure"]["steps"]) == 1
    play(table, log)
    shown = state(table, "A")
    assert (shown["state"], any(step["now"] for step in shown["procedure"]["steps"])) == ("over", False)


def between_games(**choices: Any) -> Match:
    """A match of three after its first game; its time is called at minute 50."""
    match = match_of_game("looney_tunes", games_per_match=3, **choices)
    report_from_log(match, 1, {"ranking": [["A"], ["B"]]}, "record:7", by=player(match, "A"), now=at(20))
    return match


def test_no_new_game_is_begun_after_time() -> None:
    """tournaments.md, Clocks: a game in progress counts; between games no new game starts."""
    match = between_games()
    opened_before = open_live_table(match, 2, "phones", by=player(match, "A"), now=at(30))
    call_due_times(at(60))
    assert take_in_time_called(at(60)) == 0 and calls(opened_before) == []
    with pytest.raises(Conflict, match="no new game starts"):
        tap(opened_before, "A", draw("A"), now=at(61))
    assert state(opened_before, "A", now=at(61))["clock"]["no_new_game"]
    match.refresh_from_db()
    with pytest.raises(Conflict, match="no new game starts"):
        open_live_table(match, 3, "phones", by=player(match, "A"), now=at(61))
    # with time of its own the table plays on
    extend_match(match, 5, by=actor("jude"), now=at(62), reason="A long ruling.")
    assert tap(opened_before, "A", draw("A"), now=at(63)).n == 1


def test_a_game_begun_before_time_is_played_to_its_end() -> None:
    match = between_games()
    table = open_live_table(match, 2, "phones", by=player(match, "A"), now=at(30))
    tap(table, "A", draw("A"), now=at(31))
    call_due_times(at(60))
    assert take_in_time_called(at(60)) == 1
    assert tap(table, "B", draw("B"), now=at(61)).n == 3


@pytest.mark.parametrize(
    ("games", "stages", "said"),
    [
        (3, [{"kind": "swiss"}], "equal games are a draw"),
        (
            3,
            [{"kind": "single_elimination", "last_tiebreak": "lot"}],
            "equal games are decided by a lot",
        ),
        (1, [{"kind": "swiss"}], None),
    ],
)
def test_the_table_and_the_wall_say_it(games: int, stages: Any, said: str | None) -> None:
    match = match_of_game("looney_tunes", games_per_match=games, stages=stages)
    call_due_times(at(60))
    user = player(match, "A").user
    assert user is not None
    client, slug = Client(), match.round.event.slug
    client.force_login(user)
    open_live_table(match, 1, "phones", by=player(match, "A"), now=at(30))
    table = LiveTable.objects.get()
    for address in (
        f"/events/{slug}/me/", f"/matches/{match.pk}/", f"/events/{slug}/projector/", f"/live/{table.pk}/",
    ):  # fmt: skip
        page = client.get(address).content.decode()
        assert ("no new game starts" in page.lower()) == (said is not None), address
        assert said is None or "projector" in address or said in page, address
