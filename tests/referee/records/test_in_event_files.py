"""Deck lists and logs in event files: who gets them, that they come in again as they were, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from referee.judging.viewers import Viewer
from referee.logs.storage import body, stored_log
from referee.models.disputes import Dispute
from referee.models.records import Record, Status
from referee.records.changes import attach_log, judge_log, keep_judged
from referee.records.queries import is_hidden, records
from rules.kernel.selfplay import log_bytes
from tests.referee.live.playing import played
from tests.tournaments.decks.test_table_checks import LIST
from tests.tournaments.factories import (
    actor,
    at,
    finish_round,
    open_event,
    player,
    running_round,
    started,
    tables,
    win,
)
from tests.tournaments.phones.people import signed_in
from tournaments.decks.changes import submit_deck
from tournaments.errors import Conflict
from tournaments.exports import files
from tournaments.importing import logs as importing_logs
from tournaments.importing.changes import import_event
from tournaments.importing.refusing import BadFile
from tournaments.models.decks import DeckList
from tournaments.models.events import Event
from tournaments.models.results import Report, Result
from tournaments.results.changes import enter_result

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
GAME = "looney_tunes"
LOG = log_bytes(played(GAME, "file"))


@pytest.fixture
def event(db: None) -> Event:
    """A finished round: lists of two players, and of one match both logs of its game."""
    made = open_event(4, game=GAME, deck_lists="optional", swiss_rounds=2)
    for number in (1, 2):
        submit_deck(made.entrants.get(code=f"P0{number}"), LIST, by=actor(f"player{number}"), now=at(-90))
    started(made)
    round = running_round(made)
    first, second = tables(round)
    for seat in "AB":
        attach_log(first, 1, LOG, by=player(first, seat), now=at(5))
    for match in (first, second):
        enter_result(match, win("A"), by=actor("sam"), now=at(20), reason="Played.")
    finish_round(round, by=actor("olga"), now=at(40))
    made.refresh_from_db()
    return made


def exported(event: Event, who: str) -> dict[str, Any]:
    client = signed_in(who) if who else Client()
    answer = client.get(f"/api/v1/events/{event.slug}/export/event.json?complete=1")
    assert answer.status_code == 200
    return dict(answer.json())


def decks_of(file: dict[str, Any]) -> dict[str, Any]:
    return {one["id"]: one["deck"] for one in file["entrants"] if "deck" in one}


def logs_of(file: dict[str, Any]) -> list[dict[str, Any]]:
    return [log for played in file["rounds"] for match in played["matches"] for log in match.get("logs", ())]


@pytest.mark.parametrize(
    ("who", "decks", "logs"),
    [("olga", 2, 2), ("hedda", 2, 2), ("jude", 2, 2), ("sam", 0, 0), ("player1", 0, 0), ("", 0, 0)],
)
def test_who_gets_closed_lists_and_logs(event: Event, who: str, decks: int, logs: int) -> None:
    file = exported(event, who)
    assert (len(decks_of(file)), len(logs_of(file))) == (decks, logs)


def test_published_lists_are_in_everybodys_file_and_logs_in_nobodys(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(open_decks="start")
    file = exported(event, "")
    assert decks_of(file) == {"P01": LIST, "P02": LIST} and logs_of(file) == []
    plain = Client().get(f"/api/v1/events/{event.slug}/export/event.json").json()
    assert decks_of(plain) == {} and "logs" not in json.dumps(plain)


def test_the_event_comes_in_with_its_lists_and_logs(event: Event) -> None:
    data = json.dumps(exported(event, "jude")).encode()
    made = import_event(data, by=actor("nora"), now=at(60))
    lists = DeckList.objects.filter(entrant__event=made)
    assert {(one.entrant.code, one.state) for one in lists} == {
        (one.entrant.code, one.state) for one in DeckList.objects.filter(entrant__event=event)
    }
    assert all(one.body == LIST for one in lists) and len(lists) == 2
    assert made.deck_lists == "optional" and not made.open_decks
    old = Record.objects.filter(match__round__event=event).order_by("seat")
    new = Record.objects.filter(match__round__event=made).order_by("seat")
    assert [(one.seat, one.game_number, one.status, one.outcome, one.entries) for one in new] == [
        (one.seat, one.game_number, one.status, one.outcome, one.entries) for one in old
    ]
    assert [one.seat for one in new] == ["A", "B"] and new[0].status == Status.FINISHED
    for mine, theirs in zip(new, old, strict=True):
        assert body(mine) == body(theirs) and mine.entrant.code == theirs.entrant.code  # type: ignore[union-attr]
        assert stored_log(mine, GAME).chain is None  # its chain holds, and the site has signed its end
    # the file says what the matches came to: nothing is reported or asked anew
    here = {"match__round__event": made}
    assert not Report.objects.filter(**here).exists() and not Dispute.objects.filter(**here).exists()
    assert Result.objects.filter(**here).count() == 2
    line = made.journal.get(kind="import_event")
    assert "deck lists: 2" in line.text and "logs: 2" in line.text


def test_it_is_looked_over_first(event: Event) -> None:
    file = exported(event, "jude")
    nora = signed_in("nora")
    answer = nora.post("/api/v1/imports/check/", json.dumps({"file": file}), content_type="application/json")
    assert (answer.json()["decks"], answer.json()["logs"]) == (2, 2)
    page = nora.post("/events/new/from-file/", {"text": json.dumps(file), "do": "look"}).content.decode()
    assert "2 deck lists" in page and "2 logs" in page
    assert Event.objects.count() == 1


def spoilt(file: dict[str, Any], how: str) -> str:
    """The file with this at fault; gives the place that is named."""
    entrant, match = file["entrants"][0], file["rounds"][0]["matches"][0]
    if "logs" not in match:
        match = file["rounds"][0]["matches"][1]
    at_match = f"rounds[0].matches[{file['rounds'][0]['matches'].index(match)}]"
    log = match["logs"][0]
    if how == "no deck":
        entrant["deck"] = {"cards": []}
    elif how == "a long deck":
        entrant["deck"] = {"sections": {"personal": [{"card": "x" * 200, "count": 1}] * 400}}
    elif how == "a deck of nonsense":
        entrant["deck"] = {"sections": {"personal": [{"count": 1}]}}
    if how.endswith("deck") or how.startswith("a deck"):
        return "entrants[0].deck"
    if how == "another seat":
        log["seat"] = "C"
        return f"{at_match}.logs[0].seat"
    if how == "no game":
        log["game"] = 0
        return f"{at_match}.logs[0].game"
    if how == "twice":
        match["logs"].append(dict(log))
        return f"{at_match}.logs[2]"
    log["log"] = {
        "nothing": "",
        "no log": "nonsense",
        "another game": log["log"].replace(GAME, "highlander", 1),
        "a torn line": log["log"][:-40],
    }[how]
    return f"{at_match}.logs[0].log"


@pytest.mark.parametrize(
    "how",
    ["no deck", "a long deck", "a deck of nonsense", "another seat", "no game", "twice", "nothing", "no log",
     "another game", "a torn line"],
)  # fmt: skip
def test_what_cannot_be_taken_is_refused_whole_with_its_place(event: Event, how: str) -> None:
    file = exported(event, "jude")
    place = spoilt(file, how)
    before = (Event.objects.count(), DeckList.objects.count(), Record.objects.count())
    with pytest.raises(BadFile) as refusal:
        import_event(json.dumps(file).encode(), by=actor("nora"), now=at(60))
    assert str(refusal.value.message).startswith(f"{place}: ")
    assert (Event.objects.count(), DeckList.objects.count(), Record.objects.count()) == before


def test_more_than_one_file_takes_is_refused_on_both_sides(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = json.dumps(exported(event, "jude")).encode()
    for name, least in (("MOST_LOGS", 1), ("MOST_LOG_BYTES", 2000)):
        with monkeypatch.context() as patch:
            patch.setattr(files, name, least)
            patch.setattr(importing_logs, name, least)
            with pytest.raises(Conflict):
                files.complete_file_of(event, actor("jude"))
            with pytest.raises(BadFile, match="more logs than an import takes"):
                import_event(data, by=actor("nora"), now=at(60))
    monkeypatch.setattr(importing_logs, "ALL_LOGS", 0.0)
    with pytest.raises(BadFile, match="more computing"):
        import_event(data, by=actor("nora"), now=at(60))
    assert Event.objects.count() == 1


def test_no_query_for_each_log(event: Event) -> None:
    jude = actor("jude")
    with CaptureQueriesContext(connection) as of_two:
        files.complete_file_of(event, jude)
    second = tables(event.rounds.get(number=1))[1]
    for seat in "AB":
        attach_log(second, 1, LOG, by=actor("jude"), now=at(50), seat=seat)
    with CaptureQueriesContext(connection) as of_four:
        assert len(logs_of(msgspec.to_builtins(files.complete_file_of(event, jude)))) == 4
    assert len(of_four) <= len(of_two), "\n".join(one["sql"][-230:] for one in of_four)


def test_a_merged_log_stays_marked_as_one(event: Event) -> None:
    """Made of both, for the staff: the file says so of it alone, and the import keeps it hidden like any merged log
    until its match has a result."""
    first = tables(event.rounds.get())[0]
    kept = {one.seat: one for one in Record.objects.filter(match=first)}
    judged = judge_log(first, 1, LOG, by=actor("jude"), merged=(kept["A"], kept["B"]))
    laid = keep_judged(judged, by=actor("jude"), now=at(30))
    assert (laid.merged, laid.seat) == (True, "")
    file = exported(event, "jude")
    assert [(log["seat"], log.get("merged")) for log in logs_of(file)] == [
        ("", True),
        ("A", None),
        ("B", None),
    ]
    made = import_event(json.dumps(file).encode(), by=actor("nora"), now=at(60))
    new = Record.objects.filter(match__round__event=made).order_by("seat")
    assert [(one.seat, one.merged) for one in new] == [("", True), ("A", False), ("B", False)]
    for match in file["rounds"][0]["matches"]:
        match["result"] = None
    (open_one,) = Record.objects.filter(
        match__round__event=import_event(json.dumps(file).encode(), by=actor("nora"), now=at(61)), merged=True
    )
    open_one = records().get(pk=open_one.pk)
    assert is_hidden(open_one, Viewer("A")) and not is_hidden(open_one, Viewer(None))


@pytest.mark.parametrize(("seat", "merged"), [("A", True), ("", "yes"), ("", 1), ("", None), ("", [True])])
def test_a_mark_that_cannot_be_is_refused_with_its_place(event: Event, seat: str, merged: object) -> None:
    file = exported(event, "jude")
    log = logs_of(file)[0]
    log["seat"], log["merged"] = seat, merged
    with pytest.raises(BadFile, match="logs"):
        import_event(json.dumps(file).encode(), by=actor("nora"), now=at(60))
