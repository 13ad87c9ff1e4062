"""What a phone or a judge may ask of the engine at a live table is bounded, and what is refused leaves nothing behind.

A card is made dear: whoever judges it computes for half a minute, in one view or in all.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.test import Client

from referee.budget import TooCostly
from referee.live import trial
from referee.live.entries import CameFirst, NotLegal
from referee.live.live_replay import forget, live_replay
from referee.live.queries import forget_tables, live_table
from referee.live.tasks import take_in_time_called
from referee.live.trial import NotJudged
from referee.live.undo import answer_ask, undo_entry
from referee.models.disputes import Dispute
from referee.models.live import Ask, LiveTable, Tap
from referee.models.records import Record, RecordPart
from referee.models.rulings import IssuedRuling
from referee.rulings import entry as rulings
from rules.kernel.entries import Ruling, TimeCalled, Undo
from rules.kernel.replay import Replay
from tests.referee.live.playing import match_of_game, opened, phone, state, tap
from tests.referee.ruled import issued
from tests.rules.kernel.helpers import draw, lay
from tests.tournaments.factories import actor, at, seated
from tournaments.clocks.tasks import call_due_times
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
Dear = Callable[[Replay, object], bool]
DEAR = "Number 7"


def compute() -> None:
    end = time.thread_time() + 30
    while time.thread_time() < end:
        pass


@pytest.fixture
def dear(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Dear]]:
    """What is dear to judge; empty at first."""
    which: list[Dear] = []
    plain = Replay.push

    def push(self: Replay, line: object, ask: bool = False) -> object:
        if any(is_dear(self, line) for is_dear in which):
            compute()
        return plain(self, line, ask)  # type: ignore[arg-type]

    monkeypatch.setattr(Replay, "push", push)
    yield which


def everywhere(kind: type) -> Dear:
    return lambda run, line: isinstance(line, kind)


def named(run: Replay, line: object) -> bool:
    """In the views of those who see which card it is, the last entry."""
    return len(run.entries) == 1 and DEAR in str(line)


def unnamed(run: Replay, line: object) -> bool:
    """Only in the views of those who do not see which card it is, entry 2."""
    return len(run.entries) == 1 and DEAR not in str(line)


def rows(table: LiveTable) -> tuple[object, ...]:
    record = Record.objects.get(pk=table.record_id)
    live = LiveTable.objects.filter(pk=table.pk).values().get()
    counts = [model.objects.count() for model in (Tap, RecordPart, Dispute, Ask, IssuedRuling)]
    return record.entries, record.head, record.status, counts, live


@pytest.mark.parametrize("which", [named, unnamed])
def test_a_tap_that_is_dear_in_any_view_is_refused_and_leaves_nothing(
    match: Match, dear: list[Dear], which: Dear
) -> None:
    table = opened(match)
    tap(table, "A", draw("A", DEAR, "Blank"))
    before = rows(table)
    dear.append(which)
    begun = time.thread_time()
    with pytest.raises(TooCostly, match="Nothing was written down"):
        tap(table, "A", lay("A", DEAR))
    assert time.thread_time() - begun < 10
    assert rows(table) == before
    assert live_replay(live_table(table.pk).record).count == 1
    assert all(state(table, who)["last"] == 1 for who in ("A", "B", "jude"))
    # the same key is free, the table goes on, and so it does in a process that knows nothing of it
    dear.clear()
    assert tap(table, "A", lay("A", DEAR)).n == 2
    forget()
    assert state(table, "B")["last"] == 2


def test_by_page_and_api_in_both_languages(match: Match, dear: list[Dear]) -> None:
    table = opened(match)
    client = Client()
    client.force_login(seated(match, "A").user)  # type: ignore[arg-type]
    tap(table, "A", draw("A", "Blank"))
    dear.append(named)
    body = {"key": "k", "after": 1, "entry": lay("A", DEAR)}
    answer = client.post(f"/api/v1/live/{table.pk}/entries/", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "too_costly")
    form = {"do": "lay", "by": "A", "after": "1", "key": "j", "a.lay.card": DEAR}
    for language, words in (("en", "Nothing was written down"), ("de", "Nichts wurde aufgeschrieben")):
        shown = client.post(
            f"/live/{table.pk}/tap/", form, headers={"X-Tap": "1", "accept-language": language}
        )
        assert (shown.status_code, shown.json()["code"]) == (400, "too_costly"), shown.content
        assert words in shown.json()["message"]
    assert live_table(table.pk).record.entries == 1


def test_an_engine_that_fails_on_an_entry_leaves_nothing_and_no_traceback(
    match: Match, dear: list[Dear]
) -> None:
    table = opened(match)
    before = rows(table)

    def fails(run: Replay, line: object) -> bool:
        raise ZeroDivisionError

    dear.append(fails)
    with pytest.raises(NotJudged, match="could not judge"):
        tap(table, "A", draw("A"))
    assert rows(table) == before


def test_a_taking_back_that_is_dear_is_refused(match: Match, dear: list[Dear]) -> None:
    table = opened(match)
    tap(table, "A", draw("A"))
    tap(table, "A", lay("A"))
    before = rows(table)
    dear.append(everywhere(Undo))
    with pytest.raises(TooCostly):
        undo_entry(live_table(table.pk), phone(table, "jude"), on=2, key="u", now=at(3))
    assert rows(table) == before


def test_who_agrees_to_a_dear_taking_back_has_not_agreed(match: Match, dear: list[Dear]) -> None:
    """The question stays open, as it was."""
    table = opened(match)
    tap(table, "A", draw("A"))
    assert undo_entry(live_table(table.pk), phone(table, "A"), on=1, key="u", now=at(3)) is None
    before, ask = rows(table), Ask.objects.get()
    dear.append(everywhere(Undo))
    with pytest.raises(TooCostly):
        answer_ask(live_table(table.pk), phone(table, "B"), ask.pk, agree=True, now=at(4))
    ask.refresh_from_db()
    assert (ask.closed_at, ask.agreed) == (None, ["A"])
    assert rows(table) == before


def test_a_log_that_took_too_much_in_all_takes_no_more(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened(match)
    tap(table, "A", draw("A"))
    run = live_replay(live_table(table.pk).record)
    assert 0 < run.spent < 5
    # Less than any judging takes, however warm the machine is.
    monkeypatch.setattr(trial, "WHOLE_LOG", 1e-9)
    with pytest.raises(TooCostly, match="for one game"):
        tap(table, "A", lay("A"))
    # another process counts for itself what its replays took
    forget()
    with pytest.raises(TooCostly, match="for one game"):
        tap(table, "A", lay("A"))
    monkeypatch.setattr(trial, "WHOLE_LOG", 10)
    assert tap(table, "A", lay("A")).n == 2


@pytest.mark.parametrize("how", ["dear", "fails", "illegal"])
def test_what_is_refused_counts_for_whoever_asked_for_it(
    match: Match,
    dear: list[Dear],
    monkeypatch: pytest.MonkeyPatch,
    django_capture_on_commit_callbacks: Any,
    how: str,
) -> None:
    """A's refused work is A's alone: the other seat goes on. What is stored is nobody's waste."""
    table = opened(match)
    with django_capture_on_commit_callbacks(execute=True):
        tap(table, "A", draw("A", DEAR, "Blank"))
    run = live_replay(live_table(table.pk).record)
    assert run.wasted == {"A": 0}
    if how == "illegal":  # judged in every view, and then not stored
        LiveTable.objects.filter(pk=table.pk).update(assisted=True)
        forget_tables()
        refused: Any = pytest.raises(NotLegal)
    else:
        dear.append(named if how == "dear" else _fails)
        refused = pytest.raises(TooCostly if how == "dear" else NotJudged)
    with refused:
        tap(table, "A", draw("A", DEAR, "Blank"))
    dear.clear()
    assert run.wasted["A"] > 0
    # what was refused comes to more than a log may ask for
    monkeypatch.setattr(trial, "WHOLE_LOG", run.spent + 50)
    run.waste("A", 50)
    with pytest.raises(TooCostly, match="Refused entries from this side"):
        tap(table, "A", lay("A", DEAR), anyway=True)
    assert tap(table, "B", draw("B"), anyway=True).n == 2


def _fails(run: Replay, line: object) -> bool:
    raise ZeroDivisionError


def test_two_accounts_of_the_staff_answer_each_for_itself(match: Match) -> None:
    table = opened(match)
    payers = {phone(table, who).payer for who in ("A", "B", "jude", "olga")}
    assert len(payers) == 4 and {"A", "B"} < payers


def test_time_is_called_in_a_log_that_takes_nothing_more(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = opened(match)
    tap(table, "A", draw("A"))
    monkeypatch.setattr(trial, "WHOLE_LOG", 1e-9)
    with pytest.raises(TooCostly):
        tap(table, "A", lay("A"))
    assert call_due_times(at(60)) > 0
    assert take_in_time_called(at(60)) == 1
    assert live_table(table.pk).record.entries == 2


def test_what_was_tried_is_not_judged_again(
    match: Match, dear: list[Dear], django_capture_on_commit_callbacks: Any
) -> None:
    """Each view once an entry: the replays of the trial are kept."""
    count: list[str] = []
    dear.append(lambda run, line: count.append("judged") or False)  # type: ignore[func-returns-value]
    table = opened(match)
    with django_capture_on_commit_callbacks(execute=True):
        tap(table, "A", draw("A"))
    for who in ("A", "B", "jude"):
        state(table, who)
    assert len(count) == 4  # the whole, two seats, the spectators
    with pytest.raises(CameFirst):
        tap(table, "B", draw("B"), after=0, key="late")
    assert len(count) == 4


@pytest.mark.parametrize("where", ["whole", "view", "follow"])
def test_a_dear_ruling_is_refused_and_leaves_nothing(
    match: Match, dear: list[Dear], monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """B draws out of turn, so play stops; what followed is judged after the ruling."""
    table = opened(match)
    tap(table, "B", draw("B"))
    tap(table, "A", draw("A", DEAR))
    before, record = rows(table), live_table(table.pk).record
    monkeypatch.setattr(rulings, "WHOLE_LOG", 0.1)
    ruled: Dear = {
        "whole": everywhere(Ruling),
        "view": lambda run, line: isinstance(line, Ruling) and _is_a_view(run),
        "follow": lambda run, line: len(run.entries) == 3,
    }[where]
    dear.append(ruled)
    with pytest.raises(TooCostly):
        issued(record, on=1, decision="let_stand", reason="Fine.", seen=2, by=actor("jude"), now=at(5))
    assert rows(table) == before
    dear.clear()
    assert issued(
        live_table(table.pk).record, on=1, decision="let_stand", reason="Fine.", seen=2, by=actor("jude"), now=at(6)
    ).entry == 3  # fmt: skip


def _is_a_view(run: Replay) -> bool:
    """Whether the card that A drew, named in the whole, is hidden in it."""
    return DEAR not in str(run.entries)


def test_choices_that_are_dear_are_left_out(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def options_for(self: Replay, by: str) -> list[object]:
        compute()
        return []

    monkeypatch.setattr(Replay, "options_for", options_for)
    table = opened(match)
    for assisted in (True, False):
        LiveTable.objects.filter(pk=table.pk).update(assisted=assisted)
        forget()
        forget_tables()
        choices = state(table, "A")["choices"]
        if assisted:
            assert choices == {"assisted": True, "options": [], "more": True}
        else:
            assert choices["verbs"] == [] and "draw" in choices["also"]


@pytest.mark.parametrize("how", ["dear", "fails"])
def test_time_called_that_cannot_be_judged_is_told_to_a_judge_once(
    dear: list[Dear], monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    table = opened(match_of_game("looney_tunes", round_minutes=50))
    monkeypatch.setattr("referee.live.tasks.WHOLE_LOG", 0.1)
    dear.append(everywhere(TimeCalled) if how == "dear" else _fails)
    assert call_due_times(at(50)) == 1
    assert (take_in_time_called(at(50)), take_in_time_called(at(51))) == (0, 0)
    why = {"dear": "Judging this entry", "fails": "The engine could not judge"}[how]
    assert Dispute.objects.get().question.startswith(f"Time called was not written into the live log: {why}")
    assert live_table(table.pk).record.entries == 0


def test_time_called_is_tried_again_where_no_judge_could_be_told(
    dear: list[Dear], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The word to the judge and the mark that the log goes without the entry are one: neither is alone."""
    table = opened(match_of_game("looney_tunes", round_minutes=50))
    dear.append(_fails)
    assert call_due_times(at(50)) == 1
    with monkeypatch.context() as broken:
        broken.setattr("referee.live.tasks.open_dispute", _fails)
        assert take_in_time_called(at(50)) == 0
    assert (live_table(table.pk).time_entry, Dispute.objects.count()) == (None, 0)
    assert take_in_time_called(at(51)) == 0
    assert (live_table(table.pk).time_entry, Dispute.objects.count()) == (0, 1)
