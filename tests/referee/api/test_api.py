"""The API of records, replays, rulings and disputes: the same rights and refusals as the pages."""

import json
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from referee.models.records import Record
from referee.records.changes import attach_log
from tests.referee.logs import NAMED, WON_BY_A, log
from tests.rules.kernel.helpers import draw, reveal
from tests.tournaments.factories import actor, at, player, seated
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.results.queries import result_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("verdicts_told")]
Api = Callable[[str], APIClient]


@pytest.fixture
def api() -> Api:
    """A client signed in as the account of that name; "" for nobody."""

    def client(name: str = "") -> APIClient:
        made = APIClient(raise_request_exception=True)
        if name:
            made.force_authenticate(actor(name).user)
        return made

    return client


@pytest.fixture
def illegal(match: Match) -> Record:
    return attach_log(match, 1, log(*NAMED), by=player(match, "A"), now=at(10))


def name_of(match: Match, letter: str) -> str:
    user = seated(match, letter).user
    assert user is not None
    return user.username


def test_a_log_is_sent_as_a_file_or_as_the_body(api: Api, match: Match) -> None:
    address = f"/api/v1/matches/{match.pk}/records/"
    sent = api(name_of(match, "A")).post(
        address, {"file": SimpleUploadedFile("g.jsonl", log(*WON_BY_A))}, format="multipart"
    )
    assert (sent.status_code, sent.json()["status"], sent.json()["seat"]) == (201, "finished", "A")
    raw = api(name_of(match, "B")).post(address, log(*WON_BY_A), content_type="application/jsonl")
    assert (raw.status_code, raw.json()["seat"]) == (201, "B")
    assert result_of(match).provenance == "confirmed"  # type: ignore[union-attr]
    assert len(api("").get(address).json()) == 2


@pytest.mark.parametrize(
    ("body", "kind", "query"),
    [
        (b"", "application/jsonl", ""),
        (b"nonsense", "application/jsonl", ""),
        (b"\x00\xff", "text/plain", ""),
        (log(*WON_BY_A), "application/jsonl", "?game_number=x"),
        (log(*WON_BY_A), "application/jsonl", "?game_number=2"),
        (log(*WON_BY_A), "application/jsonl", "?game_number=-1"),
        (log(*WON_BY_A), "application/jsonl", "?seat=nonsense"),
        (b"x" * 6_000_000, "application/jsonl", ""),
    ],
)
def test_what_makes_no_sense_is_refused(api: Api, match: Match, body: bytes, kind: str, query: str) -> None:
    address = f"/api/v1/matches/{match.pk}/records/{query}"
    answer = api(name_of(match, "A")).post(address, body, content_type=kind)
    assert answer.status_code == 400
    assert answer.json()["message"]
    assert not Record.objects.exists()


def test_unknown_kinds_of_body(api: Api, match: Match) -> None:
    address = f"/api/v1/matches/{match.pk}/records/"
    client = api(name_of(match, "A"))
    assert client.post(address, b"{}", content_type="application/json").status_code == 415
    assert client.post(address, {}, format="multipart").status_code == 400
    assert client.put(address, b"").status_code in (405, 415)


def test_who_may_send_over_the_api(api: Api, match: Match) -> None:
    address = f"/api/v1/matches/{match.pk}/records/"
    for name, status in (("stranger", 403), ("", 403), ("sam", 201)):
        answer = api(name).post(address, log(*WON_BY_A), content_type="application/jsonl")
        assert answer.status_code == status, name


def test_the_report_and_an_entry(api: Api, illegal: Record) -> None:
    report = api("jude").get(f"/api/v1/records/{illegal.pk}/").json()
    assert (report["status"], report["entries"]) == ("illegal", 5)
    entry = api("jude").get(f"/api/v1/records/{illegal.pk}/entries/5/").json()
    assert entry["verdict"]["violations"][0]["rule"] == "turn"
    assert entry["position"]["turn"] == "A"
    start = api("").get(f"/api/v1/records/{illegal.pk}/entries/0/").json()
    assert (start["entry"], start["verdict"]) == (None, None)
    assert api("").get(f"/api/v1/records/{illegal.pk}/entries/8/").status_code == 404
    assert api("").get("/api/v1/records/99999/").status_code == 404


def test_ruling_over_the_api(api: Api, match: Match, illegal: Record) -> None:
    address = f"/api/v1/records/{illegal.pk}/entries/5/rule/"
    sent = {"decision": "uphold", "reason": "B was early.", "seen": 7, "follow": True}
    for name in (name_of(match, "A"), "sam", "stranger", ""):
        assert api(name).post(address, sent, format="json").status_code == 403
    for wrong in (
        {},
        {**sent, "seen": "x"},
        {**sent, "decision": 5},
        {**sent, "repair": "x"},
        [],
        {**sent, "to": -1},
    ):
        assert api("jude").post(address, wrong, format="json").status_code == 400, wrong
    answer = api("jude").post(address, sent, format="json")
    assert (answer.status_code, answer.json()["entry"], answer.json()["by"]) == (201, 8, "Jude")
    assert api("hedda").post(address, sent, format="json").status_code == 409
    assert len(api("").get(f"/api/v1/records/{illegal.pk}/rulings/").json()) == 1
    assert result_of(match).outcome["winner"] == "A"  # type: ignore[union-attr]


def test_what_if_over_the_api(api: Api, illegal: Record) -> None:
    address = f"/api/v1/records/{illegal.pk}/what-if/"
    tried = api("jude").post(address, {"after": 4, "entry": reveal("A", "Number 9")}, format="json").json()
    assert (tried["verdict"]["verdict"], tried["verdict"]["n"]) == ("legal", 5)
    tried = api("jude").post(address, {"after": 4, "entry": draw("A")}, format="json").json()
    assert tried["verdict"]["verdict"] == "illegal"
    assert api("sam").post(address, {"after": 4, "entry": draw("A")}, format="json").status_code == 403
    for wrong in (
        {},
        {"after": 99, "entry": draw("A")},
        {"after": 4, "entry": []},
        {"after": 4, "entry": {}},
    ):
        assert api("jude").post(address, wrong, format="json").status_code == 400, wrong


def test_taking_an_outcome_over_the_api(api: Api, match: Match) -> None:
    record = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    address = f"/api/v1/records/{record.pk}/adopt/"
    assert api("sam").post(address, {"reason": "x"}, format="json").status_code == 403
    assert api("jude").post(address, {}, format="json").status_code == 400
    assert api("jude").post(address, {"reason": "Seen."}, format="json").status_code == 200
    assert result_of(match).provenance == "adjudicated"  # type: ignore[union-attr]


def test_disputes_over_the_api(api: Api, event: Event, illegal: Record) -> None:
    address = f"/api/v1/events/{event.slug}/disputes/"
    found = api("jude").get(address).json()["results"]
    assert [(row["kind"], row["state"], row["entry"], row["record"]) for row in found] == [
        ("illegal", "open", 5, illegal.pk)
    ]
    assert api("jude").get(address, {"state": "resolved"}).json()["results"] == []
    assert api("jude").get(address, {"state": "x"}).status_code == 400
    assert api("stranger").get(address).status_code == 403
    assert api("").get("/api/v1/events/nowhere/disputes/").status_code == 404


def test_the_file_over_the_api(api: Api, illegal: Record) -> None:
    whole = api("jude").get(f"/api/v1/records/{illegal.pk}/file/").content.splitlines()
    assert json.loads(whole[0])["hash"]
    seen = api("").get(f"/api/v1/records/{illegal.pk}/file/").content
    assert b"hash" not in seen and len(seen.splitlines()) == 8
