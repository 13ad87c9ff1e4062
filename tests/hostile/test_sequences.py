"""What no single request brings up: sequences of them at one table, each against a small model of what must follow."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import strategies as st
from rest_framework.test import APIClient

from config import stream
from config.notifier import Notifier
from referee.judging import judged
from referee.live.handing_over import MAX_WRONG, reopen_seat, taken_over
from referee.live.live_replay import forget
from referee.live.queries import forget_tables, live_table
from referee.live.seat_tokens import TokenOld, phone_of_token, token_of
from referee.live.watching import watch_state
from referee.models.live import LiveTable
from referee.models.records import Record
from referee.records import quota
from referee.records.changes import attach_log
from rules import registry
from tests.ground.test_stream import Client
from tests.hostile.test_ways_in import undone
from tests.hostile.values import search
from tests.referee.conftest import table as table_of
from tests.referee.conftest import toy_event
from tests.referee.live.playing import opened, phone, tap
from tests.referee.logs import WON_BY_A, WON_BY_B, log
from tests.rules.kernel.helpers import draw, lay
from tests.tournaments.factories import actor, at, player, seated, win
from tournaments.access import Actor
from tournaments.errors import Conflict, NotAllowed
from tournaments.live.tokens import token_for
from tournaments.models.events import Event
from tournaments.models.results import Report
from tournaments.models.rounds import Match, MatchState
from tournaments.now import now
from tournaments.results.changes import report_result
from tournaments.results.queries import result_of

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
LONG = pytest.mark.long


@pytest.fixture
def match(db: None, monkeypatch: pytest.MonkeyPatch) -> Iterator[Match]:
    """The first table of a running round of the toy game, which the site knows here."""
    monkeypatch.setitem(registry.GAMES, "toy", ("Toy", "tests.rules.kernel.toy:ToyGame"))
    forget_all()
    yield table_of(toy_event(), 0)
    forget_all()


def forget_all() -> None:
    """Empties what is kept of tables whose numbers come again."""
    forget()
    forget_tables()
    judged.forget()


# -- a phone that is passed around


@pytest.mark.parametrize("amount", [10, pytest.param(1_000, marks=LONG)])
def test_a_seats_word_is_good_until_a_judge_opens_the_seat(amount: int, match: Match) -> None:
    """Whatever codes are tried in between: every word given before an opening is over, each since then is good."""
    table = opened(match, "shared")
    jude, mine = actor("jude"), phone(table, "A")

    def check(steps: list[str]) -> None:
        code, wrong, opened_anew = "", 0, False
        good: list[str] = []
        over: list[str] = []
        for step in steps:
            if step == "open":
                reopen_seat(table, "A", by=jude, now=now())
                over, good, code, wrong, opened_anew = [*over, *good], [], "", 0, True
            elif wrong >= MAX_WRONG:
                with pytest.raises(Conflict):
                    taken_over(table, mine, "A", step)
            elif code and step != code:
                with pytest.raises(NotAllowed):
                    taken_over(table, mine, "A", step)
                wrong += 1
            elif not code and not opened_anew and step == "thief1":
                with pytest.raises(NotAllowed):
                    taken_over(table, phone(table, "B"), "A", step)
            else:
                good.append(token_of(table, taken_over(table, mine, "A", step)))
                code = step
            for token in good:
                assert phone_of_token(token, table).view == "A"
            for token in over:
                with pytest.raises(TokenOld):
                    phone_of_token(token, table)

    step = st.sampled_from(["open", "first1", "first1", "other2", "thief1"])
    search(st.lists(step, max_size=8), undone(check), amount)


# -- logs that replace each other


@pytest.mark.parametrize("amount", [10, pytest.param(1_000, marks=LONG)])
def test_logs_of_a_seat_are_kept_up_to_the_limit_and_the_last_one_stands(
    amount: int, match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quota, "MAX_LOGS", 3)
    senders = {letter: player(match, letter) for letter in "AB"}

    def check(steps: list[tuple[str, int]]) -> None:
        stands: dict[str, int] = {}
        kept: dict[str, list[int]] = defaultdict(list)
        for n, (letter, which) in enumerate(steps):
            text = log({**draw(letter), "note": f"try {which}"})
            before = set(Record.objects.values_list("pk", "replaced_at"))
            try:
                made = attach_log(match, 1, text, by=senders[letter], now=at(10 + n)).pk
            except Conflict:
                assert len(kept[letter]) == quota.MAX_LOGS, steps
                assert set(Record.objects.values_list("pk", "replaced_at")) == before
            else:
                kept[letter] += [] if made in kept[letter] else [made]
                stands[letter] = made
            assert len(kept[letter]) <= quota.MAX_LOGS
        rows = Record.objects.filter(match=match)
        assert set(rows.values_list("pk", flat=True)) == {pk for several in kept.values() for pk in several}
        assert set(rows.filter(replaced_at=None).values_list("pk", flat=True)) == set(stands.values())

    step = st.tuples(st.sampled_from("AAB"), st.integers(1, 6))
    search(st.lists(step, max_size=8), undone(check), amount)


# -- reports that come again


@pytest.mark.parametrize("amount", [10, pytest.param(1_000, marks=LONG)])
def test_a_report_that_comes_again_however_late_turns_nothing_back(amount: int, match: Match) -> None:
    """What stands is the last that was said with a key of its own; a used key with another body is refused."""
    client = APIClient()
    client.force_authenticate(player(match, "A").user)

    def check(steps: list[tuple[str, str]]) -> None:
        first: dict[str, tuple[str, Any]] = {}
        stands = None
        for key, winner in steps:
            answer = client.post(
                f"/api/v1/matches/{match.pk}/reports/",
                {"winner": winner},
                format="json",
                headers={"Idempotency-Key": key},
            )
            if key not in first:
                assert answer.status_code == 201, steps
                first[key], stands = (winner, answer.json()), winner
            elif first[key][0] == winner:
                assert (answer.status_code, answer.json()) == (201, first[key][1]), steps
            else:
                assert (answer.status_code, answer.json()["code"]) == (409, "key_used"), steps
            result = result_of(match)
            assert result is not None and result.outcome["winner"] == stands, steps

    step = st.tuples(st.sampled_from(["k1", "k2", "k3"]), st.sampled_from("AB"))
    search(st.lists(step, max_size=6), undone(check), amount)


# -- a log beside a report


def test_a_table_is_decided_by_two_who_agree_and_by_no_log_against_its_senders_own_word(
    match: Match,
) -> None:
    """A report and a log, by the same seat or by both, in both orders, with every pair of winners."""
    logs = {"A": log(*WON_BY_A), "B": log(*WON_BY_B)}
    found = set()

    def check(drawn: tuple[str, str, str, str]) -> None:
        reporter, sender, told, logged = drawn
        report_result(match, win(told), by=player(match, reporter), now=at(5))
        attach_log(match, 1, logs[logged], by=player(match, sender), now=at(10))
        match.refresh_from_db()
        if told != logged:
            assert match.state == MatchState.CONTESTED, drawn
        else:
            wanted = MatchState.REPORTED if reporter == sender else MatchState.DECIDED
            assert match.state == wanted, drawn
        said = Report.objects.filter(match=match, entrant=seated(match, reporter)).order_by("pk").first()
        assert said is not None and said.outcome["winner"] == told, drawn
        found.add(drawn)

    letter = st.sampled_from("AB")
    search(st.tuples(letter, letter, letter, letter), undone(check), 40)
    assert len(found) == 16


# -- spectators


@pytest.mark.parametrize("amount", [30, pytest.param(2_000, marks=LONG)])
def test_what_is_shown_later_is_what_was_there_then_and_nobodys_hand_before_the_end(
    amount: int, match: Match
) -> None:
    """Any delay, any minute, the game over or not, a stranger or who sits there: entries at minutes 10 and 20."""
    Event.objects.filter(pk=match.round.event_id).update(spectators="delayed", spectator_delay=15)
    match.round.event.refresh_from_db()
    table = opened(match)
    LiveTable.objects.filter(pk=table.pk).update(featured=True)
    tap(table, "A", draw("A", "Number 9", "Blank"), now=at(10))
    tap(table, "A", lay("A", "Number 9"), now=at(20))
    askers = {"": Actor.anonymous(), "A": player(match, "A"), "B": player(match, "B")}

    def check(drawn: tuple[int, int, bool, str]) -> None:
        delay, minute, over, who = drawn
        state = {"state": "confirmed"} if over else {}
        LiveTable.objects.filter(pk=table.pk).update(spectator_delay=delay, **state)
        forget_all()
        seen = watch_state(live_table(table.pk), askers[who], now=at(minute))
        last = sum(minute - delay >= entered for entered in (10, 20))
        assert seen["last"] == last, drawn
        assert ("Number 9" in str(seen)) is (last > 0 and over and not who), drawn

    minutes = st.integers(0, 60)
    drawn = st.tuples(st.integers(1, 40), minutes, st.booleans(), st.sampled_from(list(askers)))
    search(drawn, undone(check), amount)


# -- those who listen


@pytest.mark.parametrize("amount", [10, pytest.param(1_000, marks=LONG)])
def test_listeners_past_the_limit_are_told_so_and_a_place_that_is_left_is_given_again(
    amount: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "MAX_LISTENERS", 2)

    async def run(steps: list[int]) -> None:
        monkeypatch.setattr(stream, "notifier", Notifier())
        inside: list[tuple[Client, asyncio.Task[None]]] = []
        for leaves in steps:
            if leaves:  # one of those inside, counted around
                if inside:
                    client, task = inside.pop(leaves % len(inside))
                    client.gone.set()
                    await asyncio.wait_for(task, 10)
                continue
            client = Client("/stream/", f"token={token_for(1)}&since=clock.0")
            task = asyncio.ensure_future(stream.application(client.scope, client.receive, client.send))
            await asyncio.wait_for(client.parts.get(), 10)
            if len(inside) < stream.MAX_LISTENERS:
                assert client.status == 200, steps
                inside.append((client, task))
            else:
                assert (client.status, client.headers[b"retry-after"]) == (503, b"30"), steps
                await asyncio.wait_for(task, 10)
            assert stream.notifier.count == len(inside)
        for client, task in inside:
            client.gone.set()
            await asyncio.wait_for(task, 10)
        assert stream.notifier.count == 0

    steps = st.lists(st.sampled_from([0, 0, 0, 1, 2]), min_size=3, max_size=10)
    search(steps, lambda steps: asyncio.run(run(steps)), amount)
