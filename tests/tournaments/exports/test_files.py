"""The event as an event file, and as tables."""

import csv
import hashlib
import io

import msgspec
import pytest
from django.test import Client

from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    open_event,
    played_round,
    running_event,
    running_round,
    tables,
    walk_in,
    win,
)
from tournaments.entrants.changes import disqualify_entrant, drop_entrant, edit_entrant, forbid_pair
from tournaments.event_file import read_event, write_event
from tournaments.events.life import finish_event
from tournaments.exports import api
from tournaments.exports.files import event_file_of
from tournaments.exports.tables import as_csv, entrants_rows, results_rows, standings_rows
from tournaments.kept_standings.standings import standings_now, standings_with_working
from tournaments.models.events import Event
from tournaments.projection import facts_of
from tournaments.results.changes import enter_result, report_result
from tournaments.rounds.changes import offer_round, publish_round
from tournaments.standings import standings_of

pytestmark = pytest.mark.django_db


def rows(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_the_file_is_sound_and_gives_the_same_standings() -> None:
    event = running_event(5, games_per_match=3)
    round = running_round(event)
    one, other = tables(round)
    enter_result(one, {"games": [2, 1, 0]}, by=actor("sam"), now=at(20))
    enter_result(other, {"kind": "double_loss"}, by=actor("sam"), now=at(20))
    from tournaments.rounds.changes import finish_round

    finish_round(round, by=actor("olga"), now=at(30))
    file = read_event(write_event(event_file_of(event, for_staff=True)))
    assert [(row.place, row.entrant) for row in standings_of(file).rows] == [
        (row.place, row.entrant.code) for row in standings_now(event)
    ]
    results = [match.result for match in file.rounds[0].matches]
    assert "bye" in results
    assert "double_loss" in results


def test_the_seed_leaves_the_site_when_the_event_is_finished_and_fits_its_hash() -> None:
    event = running_event(4)
    assert event_file_of(event, for_staff=True).seed == ""
    played_round(event)
    played_round(event, 60)
    assert event_file_of(event, for_staff=True).seed == ""
    event = finish_event(event, by=actor("olga"), now=at(120))
    seed = event_file_of(event).seed
    assert hashlib.sha256(seed.encode()).hexdigest() == event.seed_hash


def test_an_offer_and_who_must_not_meet_are_not_in_the_public_file() -> None:
    event = running_event(4)
    one, other = event.entrants.all()[:2]
    forbid_pair(one, other, "weak", reason="Family.", by=actor("olga"), now=at(-1))
    offer_round(event, by=actor("olga"), now=at(0))
    public = msgspec.json.encode(event_file_of(event)).decode()
    assert event_file_of(event).rounds == ()
    assert event_file_of(event).entrants[0].forbidden.weak == ()
    assert event_file_of(event, for_staff=True).entrants[0].forbidden.weak == ("P02",)
    assert "Family" not in public


def test_drops_disqualifications_and_the_waitlist_in_the_file() -> None:
    event = running_event(4, swiss_rounds=3)
    played_round(event)
    drop_entrant(event.entrants.get(code="P01"), by=actor("olga"), now=at(40))
    disqualify_entrant(event.entrants.get(code="P02"), reason="x", by=actor("hedda"), now=at(41))
    facts = {entrant.id: entrant for entrant in facts_of(event).entrants}
    assert (facts["P01"].dropped_after, facts["P02"].disqualified_after) == (1, 1)
    full = open_event(2, name="Full", capacity=2)
    walk_in(full)
    assert [entrant.id for entrant in facts_of(full).entrants] == ["P01", "P02"]


def test_a_contested_match_has_no_result_in_the_file() -> None:
    event = running_event(2)
    match = tables(running_round(event))[0]
    from tests.tournaments.factories import player

    report_result(match, win("A"), by=player(match, "A"), now=at(10))
    reported = facts_of(event).rounds[0].matches[0].result
    assert reported is not None
    report_result(match, win("B"), by=player(match, "B"), now=at(11))
    assert facts_of(event).rounds[0].matches[0].result is None


def test_the_tables_as_csv() -> None:
    event = running_event(4)
    played_round(event)
    standing = rows(as_csv(standings_rows(event)))
    assert [row["match_points"] for row in standing] == ["3", "3", "0", "0"]
    results = rows(as_csv(results_rows(event)))
    assert [row["provenance"] for row in results] == ["staff", "staff"]
    assert all(" won" in row["result"] for row in results)
    assert [row["entrant"] for row in rows(as_csv(entrants_rows(event)))] == ["P01", "P02", "P03", "P04"]


def test_a_name_that_a_spreadsheet_would_run_is_made_harmless() -> None:
    event = open_event()
    for name in ("=1+1", "+cmd", "-2", "@sum", 'A "B", C'):
        walk_in(event, name)
    names = [row["name"] for row in rows(as_csv(entrants_rows(event, for_staff=True)))]
    assert names == ["'=1+1", "'+cmd", "'-2", "'@sum", 'A "B", C']


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Ann; =1+1", "Ann; '=1+1"),
        ('Ann;"=HYPERLINK(1)', "Ann;\"'=HYPERLINK(1)"),
        ("Ann,@sum", "Ann,'@sum"),
        ("\uff1d1+1", "'\uff1d1+1"),
        ("Ann-Marie O'Neil, b. 1990", "Ann-Marie O'Neil, b. 1990"),
        ("a = b", "a = b"),
        ("-", "'-"),
        ("😀 עברית, " + "x" * 80, "😀 עברית, " + "x" * 80),
    ],
)
def test_a_spreadsheet_that_splits_at_semicolons_runs_nothing_either(name: str, written: str) -> None:
    event = open_event()
    walk_in(event, name)
    assert [row["name"] for row in rows(as_csv(entrants_rows(event)))] == [written]


def test_excel_on_windows_is_told_that_the_tables_are_utf_8(client: Client) -> None:
    event = open_event()
    walk_in(event, "Zoë 😀")
    for table in ("standings", "entrants", "results"):
        answer = client.get(f"/api/v1/events/{event.slug}/export/{table}.csv")
        assert answer.content.startswith(b"\xef\xbb\xbf")
    assert "Zoë 😀" in client.get(f"/api/v1/events/{event.slug}/export/entrants.csv").content.decode(
        "utf-8-sig"
    )


def test_the_standings_with_the_working_of_everybody(client: Client) -> None:
    event = running_event(4)
    played_round(event)
    found = client.get(f"/api/v1/events/{event.slug}/export/standings.json").json()
    assert [row["place"] for row in found["standings"]] == [1, 1, 3, 3]
    assert [each["entrant"] for each in found["workings"]] == [row["entrant"] for row in found["standings"]]
    first, last = found["workings"][0], found["workings"][-1]
    # Both winners beat somebody without a point: 0 of 3, floored to 0.33.
    assert first["values"]["omw"]["parts"][0]["note"] == "floored from 0"
    assert (first["values"]["omw"]["value"], last["values"]["omw"]["value"]) == (0.33, 1)


def test_the_log_as_csv_for_staff_and_for_everybody(client: Client) -> None:
    event = running_event(4)
    disqualify_entrant(event.entrants.get(code="P01"), reason="=1+1; rude", by=actor("hedda"), now=at(1))
    address = f"/api/v1/events/{event.slug}/export/log.csv"
    public = rows(client.get(address).content.decode("utf-8-sig"))
    user = actor("olga").user
    assert user is not None
    client.force_login(user)
    everything = rows(client.get(address).content.decode("utf-8-sig"))
    assert everything[0]["kind"] == "created"
    assert (everything[-1]["kind"], everything[-1]["reason"]) == ("disqualified", "'=1+1; rude")
    assert "disqualified" not in {row["kind"] for row in public}
    assert {row["kind"] for row in public} < {row["kind"] for row in everything}


def test_pairings_name_each_seat_of_published_rounds_alone(client: Client) -> None:
    event = running_event(3)
    offer_round(event, by=actor("olga"), now=at(0))
    address = f"/api/v1/events/{event.slug}/export/pairings."
    assert client.get(address + "json").json() == {"pairings": []}
    publish_round(event.rounds.get(), by=actor("olga"), now=at(1))
    lines = client.get(address + "json").json()["pairings"]
    assert [(line["round"], line["stage"], line["table"], line["seat"], line["bye"]) for line in lines] == [
        (1, "swiss", 1, "A", False),
        (1, "swiss", 1, "B", False),
        (1, "swiss", None, "A", True),
    ]
    assert sorted(line["entrant"] for line in lines) == ["P01", "P02", "P03"]
    assert [line["starts"] for line in lines[:2]] in ([True, False], [False, True])
    table = rows(client.get(address + "csv").content.decode("utf-8-sig"))
    assert [line["name"] for line in table] == [line["name"] for line in lines]


def test_an_event_without_rounds_exports_too() -> None:
    event = make_event()
    assert rows(as_csv(standings_rows(event))) == []
    assert write_event(event_file_of(event))
    assert standings_with_working(event)["workings"] == []


def test_a_file_is_made_once_and_anew_after_each_change(monkeypatch: pytest.MonkeyPatch) -> None:
    event = running_event(4)
    one, other = event.entrants.all()[:2]
    forbid_pair(one, other, "weak", reason="Family.", by=actor("olga"), now=at(-1))
    round = running_round(event)
    made: list[bool] = []

    def file_of(event: Event, for_staff: bool) -> object:
        made.append(for_staff)
        return event_file_of(event, for_staff=for_staff)

    monkeypatch.setattr(api, "event_file_of", file_of)
    staff, reader, user = Client(), Client(), actor("olga").user
    assert user is not None
    staff.force_login(user)
    where = f"/api/v1/events/{event.slug}/export/"
    for _again in range(2):
        assert b'"weak":["P02"]' in staff.get(where + "event.json").content
        assert b'"weak":["P02"]' not in reader.get(where + "event.json").content
    assert made == [True, False]
    assert b"decided" not in reader.get(where + "results.csv").content
    enter_result(tables(round)[0], win("A"), by=actor("sam"), now=at(20))
    assert b"decided" in reader.get(where + "results.csv").content
    first = reader.get(where + "event.json").json()["rounds"][0]["matches"][0]
    assert first["result"]["winner"] == first["seats"][0]
    edit_entrant(one, {"name": "Other"}, by=actor("olga"), now=at(21))
    assert b"Other" in reader.get(where + "entrants.csv").content and made == [True, False, False]
