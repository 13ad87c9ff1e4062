"""What the site saves at each publication: there, whole, the newest few, for staff; and a failure stops nothing."""

from __future__ import annotations

import json
import threading
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from pytest_django import Settings

from tests.tournaments.factories import (
    actor,
    at,
    played_round,
    published_round,
    running_event,
    tables,
)
from tests.tournaments.pages.conftest import Who, who
from tournaments.event_folders import folder_of
from tournaments.exports import tasks
from tournaments.exports.saved import failure_of, forget_old, save_round, saved_of, unsaved
from tournaments.models.rounds import Round, RoundState
from tournaments.rounds.changes import start_round
from tournaments.rounds.published import exchange_seats

__all__ = ["who"]
pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


@pytest.fixture(autouse=True)
def folder(settings: Settings, tmp_path: Path) -> Path:
    settings.DATA_DIR, settings.SAVED_ROUNDS = tmp_path, 3
    tasks._put_off.clear()
    return tmp_path


def sweep(now: datetime) -> int:
    """What the sweep does, in this thread."""
    return sum(tasks.save_one(round, now) for round in unsaved(now))


def test_a_published_round_is_saved_once(folder: Path) -> None:
    round = published_round(running_event(5))
    assert sweep(at(0)) == 1 and sweep(at(1)) == 0
    (one,) = saved_of(round.event)
    # published at minute -5 of the factories' time
    assert (one.number, one.at, one.changes, set(one.files)) == (
        1,
        at(-5).replace(microsecond=0),
        0,
        {"json", "pdf"},
    )
    body = json.loads((folder_of(round.event) / one.files["json"][0]).read_bytes())
    assert len(body["entrants"]) == 5 and not body.get("seed")
    paper = (folder_of(round.event) / one.files["pdf"][0]).read_bytes()
    # names by name, by table, and a sheet of two slips; no standings before the first round is finished
    assert paper.startswith(b"%PDF-") and b"/Count 3" in paper
    for path in folder_of(round.event).iterdir():
        assert path.stat().st_mode & 0o777 == 0o600
    assert folder_of(round.event).stat().st_mode & 0o777 == 0o700


def test_an_offer_is_not_saved_and_neither_is_what_is_over() -> None:
    event = running_event(4)
    played_round(event)
    assert unsaved(at(60)) == []
    round = published_round(event, 60)
    assert [one.pk for one in unsaved(at(60))] == [round.pk]
    start_round(round, by=actor("olga"), now=at(61))
    assert [one.pk for one in unsaved(at(61))] == [round.pk]
    assert unsaved(at(60) + timedelta(days=14)) == []


def test_the_next_round_has_the_standings() -> None:
    event = running_event(4)
    played_round(event)
    published_round(event, 60)
    sweep(at(60))
    (one,) = saved_of(event)
    # by name, by table, slips, standings
    assert b"/Count 4" in (folder_of(event) / one.files["pdf"][0]).read_bytes()


def test_a_change_by_hand_is_saved_anew() -> None:
    round = published_round(running_event(4))
    sweep(at(0))
    first, second = (match.seats.get(letter="A").entrant for match in tables(round))
    exchange_seats(round, first, second, reason="Family", by=actor("olga"), now=at(1))
    assert sweep(at(1)) == 1
    assert [one.changes for one in saved_of(round.event)] == [1, 0]


def test_only_the_newest_are_kept(settings: Settings) -> None:
    settings.SAVED_ROUNDS = 2
    round = published_round(running_event(4))
    for minute in range(4):
        round.published_at = at(minute)
        round.save()
        sweep(at(10))
    assert [one.at for one in saved_of(round.event)] == [at(3), at(2)]
    assert len(list(folder_of(round.event).iterdir())) == 4


def test_none_are_saved_where_the_operator_says_so(settings: Settings) -> None:
    settings.SAVED_ROUNDS = 0
    published_round(running_event(4))
    assert unsaved(at(0)) == []


def test_they_are_forgotten_after_two_weeks() -> None:
    round = published_round(running_event(4))
    sweep(at(0))
    assert forget_old(at(-5) + timedelta(days=14)) == 0
    assert forget_old(at(-5) + timedelta(days=14, seconds=1)) == 2
    assert saved_of(round.event) == []


def test_a_full_disk_is_said_once_and_tried_again(who: Who, folder: Path) -> None:
    (folder / "saved").write_text("in the way")
    event = running_event(4)
    round = published_round(event)
    assert sweep(at(0)) == 0 and sweep(at(1)) == 0
    round.refresh_from_db()
    assert round.state == RoundState.PUBLISHED
    said = event.journal.filter(kind="save_failed")
    assert said.count() == 1 and "could not be saved" in failure_of(event)
    for page in ("desk/", "exports/"):
        assert "could not be saved" in who("olga").get(f"/events/{event.slug}/{page}").content.decode()
    assert "could not be saved" not in who("player1").get(f"/events/{event.slug}/exports/").content.decode()
    assert "could not be saved" not in who("").get(f"/events/{event.slug}/").content.decode()
    (folder / "saved").unlink()
    assert sweep(at(2)) == 1 and failure_of(event) == ""


def test_what_cannot_be_drawn_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = published_round(running_event(4)), published_round(running_event(4, name="Spring"))

    def fails(round: object, now: datetime) -> bool:
        if round == first:
            raise ValueError("no paper")
        return save_round(round, now)  # type: ignore[arg-type]

    monkeypatch.setattr(tasks, "save_round", fails)
    assert sweep(at(0)) == 1
    assert saved_of(second.event) and not saved_of(first.event)
    assert tasks._put_off == {first.pk: at(1)}


def test_who_may_download(who: Who) -> None:
    event = published_round(running_event(4)).event
    sweep(at(0))
    (one,) = saved_of(event)
    name = one.files["pdf"][0]
    page, door = f"/events/{event.slug}/exports/saved/{name}/", f"/api/v1/events/{event.slug}/saved/{name}/"
    for person, status in {"olga": 200, "sam": 200, "jude": 403, "player1": 403}.items():
        assert who(person).get(page).status_code == who(person).get(door).status_code == status
        assert (name in who(person).get(f"/events/{event.slug}/exports/").content.decode()) == (status == 200)
    assert who("").get(page).status_code == 302 and who("").get(door).status_code in (401, 403)
    answer = who("olga").get(page)
    assert f"{event.slug}-{name}" in answer["Content-Disposition"]
    assert answer.content.startswith(b"%PDF-") and answer["Content-Type"] == "application/pdf"
    (said,) = who("olga").get(f"/api/v1/events/{event.slug}/saved/").json()
    assert said["number"] == 1 and [file["form"] for file in said["files"]] == ["json", "pdf"]


@pytest.mark.parametrize(
    "name", ["..", "secret_key", "round-1-20260101T000000.json", "%2e%2e%2fsecret_key", "x.part"]
)
def test_no_other_file_is_given(who: Who, folder: Path, name: str) -> None:
    (folder / "secret_key").write_text("secret")
    event = published_round(running_event(4)).event
    sweep(at(0))
    for address in (
        f"/events/{event.slug}/exports/saved/{name}/",
        f"/api/v1/events/{event.slug}/saved/{name}/",
    ):
        assert who("olga").get(address).status_code == 404


def test_the_sweep_saves_beside_itself_one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    published_round(running_event(4))
    told: list[str] = []
    go, done = threading.Event(), threading.Event()

    def saves(due: list[Round], now: datetime) -> None:
        go.wait(10)
        told.append(threading.current_thread().name)
        tasks._busy.release()
        done.set()

    monkeypatch.setattr(tasks, "_turn", saves)
    assert tasks.save_published(at(0)) == 1
    assert tasks.save_published(at(0)) == 0
    go.set()
    assert done.wait(10) and told == ["saving"]
    assert tasks.save_published(at(0)) == 1


def test_a_failure_of_a_round_that_is_over_is_said_no_more(folder: Path) -> None:
    (folder / "saved").write_text("in the way")
    event = running_event(4)
    round = published_round(event)
    sweep(at(0))
    assert failure_of(event)
    Round.objects.filter(pk=round.pk).update(state=RoundState.FINISHED)
    assert failure_of(event) == ""
