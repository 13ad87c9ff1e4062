"""Importing by the page, the API and the command."""

from __future__ import annotations

import json
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import Client

from tests.tournaments.factories import actor
from tests.tournaments.phones.people import signed_in
from tests.tournaments.playing import add_round, field, paired
from tournaments.importing import limits
from tournaments.models.events import Event, State

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
PAGE = "/events/new/from-file/"


@pytest.fixture
def data() -> bytes:
    made = field(
        6, {"kind": "swiss", "rounds": 3}, game="highlander", name="Möwe Cup", rules={"games_per_match": 1}
    )
    add_round(made, paired(made))
    return json.dumps(made, indent=1, ensure_ascii=False).encode()


def test_the_page_shows_the_file_first_and_takes_it_then(data: bytes) -> None:
    olga = signed_in("olga")
    seen = olga.post(PAGE, {"file": SimpleUploadedFile("cup.json", data), "do": "look"})
    text = seen.content.decode()
    assert seen.status_code == 200 and "Möwe Cup" in text and "6 players" in text and "1 round" in text
    assert not Event.objects.exists()
    form = {
        "do": "take",
        "looked": seen.context["looked"].digest,
        "text": seen.context["text"].replace("\n", "\r\n"),
    }
    done = olga.post(PAGE, form | {"idempotency_key": "k"})
    event = Event.objects.get()
    assert (done.status_code, done["Location"]) == (303, f"/events/{event.slug}/desk/")
    assert (event.name, event.state) == ("Möwe Cup", State.RUNNING)
    assert olga.get(done["Location"]).status_code == 200
    assert olga.post(PAGE, form | {"idempotency_key": "k"}).status_code == 303
    assert Event.objects.count() == 1
    for page in ("", "standings/", "rounds/1/", "entrants/", "desk/log/"):
        assert Client().get(f"/events/{event.slug}/{page}").status_code in (200, 302), page


def test_without_looking_nothing_is_taken(data: bytes) -> None:
    olga = signed_in("olga")
    answer = olga.post(PAGE, {"file": SimpleUploadedFile("cup.json", data), "do": "take"})
    assert answer.status_code == 200 and not Event.objects.exists()
    other = olga.post(PAGE, {"text": data.decode(), "do": "take", "looked": "0" * 64})
    assert other.status_code == 409 and not Event.objects.exists()


@pytest.mark.parametrize(
    "bad", [b"", b"{", b"\xff", b'{"event": 1, "game": "highlander", "rounds": [1]}', b"[]" * 9]
)
def test_what_is_wrong_is_said(bad: bytes) -> None:
    olga = signed_in("olga")
    answer = olga.post(PAGE, {"file": SimpleUploadedFile("x.json", bad), "do": "look"})
    assert answer.status_code == 400 and "Nothing was imported." in answer.content.decode()
    assert olga.post(PAGE, {"do": "look"}).status_code == 400


def test_who_is_not_signed_in_is_asked_to(data: bytes) -> None:
    assert Client().get(PAGE).status_code == 302
    assert Client().post("/api/v1/imports/", {}, content_type="application/json").status_code in (401, 403)
    body = json.dumps({"file": json.loads(data)})
    for door in ("imports/", "imports/check/"):
        assert Client().post(f"/api/v1/{door}", body, content_type="application/json").status_code in (
            401,
            403,
        )
    assert not Event.objects.exists()


def test_the_api_looks_and_takes(data: bytes) -> None:
    olga = signed_in("olga")

    def sent(door: str, **body: Any) -> Any:
        return olga.post(f"/api/v1/{door}", json.dumps(body), content_type="application/json")

    looked = sent("imports/check/", file=json.loads(data)).json()
    assert (looked["name"], looked["entrants"], looked["rounds"], looked["stages"]) == (
        "Möwe Cup",
        6,
        1,
        ["swiss"],
    )
    assert not Event.objects.exists()
    made = sent("imports/", file=json.loads(data), looked=looked["digest"])
    assert made.status_code == 201 and made.json()["state"] == "running"
    refused = sent(
        "imports/", file={"event": 1, "game": "highlander", "rounds": [{"number": 2, "stage": "swiss"}]}
    )
    assert refused.status_code == 400 and refused.json()["code"] == "bad_file"
    assert refused.json()["message"].startswith("rounds[0].number")
    assert sent("imports/", file="nonsense").status_code == 400
    assert Event.objects.count() == 1


def test_the_command_takes_a_file(data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    actor("olga")
    file = tmp_path / "cup.json"
    file.write_bytes(data)
    call_command("import_event", str(file), "--organiser", "olga")
    assert capsys.readouterr().out.strip() == f"/events/{Event.objects.get().slug}/"
    for arguments in ([str(file), "--organiser", "nobody"], [str(tmp_path), "--organiser", "olga"]):
        with pytest.raises((SystemExit, Exception)):
            call_command("import_event", *arguments)
    assert Event.objects.count() == 1


@pytest.fixture
def hour(monkeypatch: pytest.MonkeyPatch) -> Iterator[SimpleNamespace]:
    """A clock that stands, nothing imported before, and two imports an hour."""
    clock = SimpleNamespace(now=1_000_000.0)
    monkeypatch.setattr(limits.Begun, "timer", staticmethod(lambda: clock.now))
    monkeypatch.setattr(limits.Begun, "rate", "2/hour")
    cache.clear()
    yield clock
    cache.clear()


def test_an_account_begins_so_many_imports_an_hour_and_another_account_its_own(
    data: bytes, hour: SimpleNamespace
) -> None:
    """The page and the API count together; what is refused counts, and what is only looked over does not."""
    olga, nora = signed_in("olga"), signed_in("nora")

    def taken(client: Client, text: bytes = data) -> Any:
        looked = sha256(text).hexdigest()
        return client.post(PAGE, {"text": text.decode(), "looked": looked, "do": "take"})

    for _time in range(3):
        assert olga.post(PAGE, {"text": data.decode(), "do": "look"}).status_code == 200
    assert taken(olga, b"{}").status_code == 400
    body = json.dumps({"file": json.loads(data)})
    assert olga.post("/api/v1/imports/", body, content_type="application/json").status_code == 201
    hour.now += 1200
    answer = taken(olga)
    assert answer.status_code == 429 and "Go on in 40 minutes." in answer.content.decode()
    answer = olga.post("/api/v1/imports/", body, content_type="application/json")
    assert (answer.status_code, answer.headers["Retry-After"], answer.json()["code"]) == (
        429,
        "2400",
        "throttled",
    )
    assert nora.post("/api/v1/imports/", body, content_type="application/json").status_code == 201
    hour.now += 2401
    assert olga.post("/api/v1/imports/", body, content_type="application/json").status_code == 201
    assert Event.objects.count() == 3


def test_one_import_of_an_account_is_under_way_at_a_time(data: bytes, hour: SimpleNamespace) -> None:
    olga = signed_in("olga")
    body = json.dumps({"file": json.loads(data)})
    with limits.one_import(actor("olga")):
        answer = olga.post("/api/v1/imports/", body, content_type="application/json")
        assert answer.status_code == 429 and "under way" in answer.json()["message"]
    assert olga.post("/api/v1/imports/", body, content_type="application/json").status_code == 201
    hour.now += 3601
    with pytest.raises(ValueError), limits.one_import(actor("olga")):
        raise ValueError
    with limits.one_import(actor("olga")):
        pass
