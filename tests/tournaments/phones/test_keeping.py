"""What a phone may keep, and of whom."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from config import joined_files
from tests.tournaments.factories import actor, player, round_under_way, seated, tables
from tests.tournaments.phones.people import by_link, signed_in
from tournaments.entrants.claims import revoke_claim_links
from tournaments.models.clocks import ClockState, Deadline
from tournaments.models.rounds import Round
from tournaments.now import now
from tournaments.phones.worker import worker_text

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


@pytest.fixture
def round(db: None) -> Round:
    return round_under_way(4)


def kept(round: Round) -> str:
    return reverse("tournaments:kept_table", args=[round.event.slug])


def test_of_my_table_the_pairing_the_clock_and_the_form_are_kept_and_nothing_else(round: Round) -> None:
    match = tables(round)[0]
    answer = signed_in(player(match, "A").label.lower()).get(kept(round))
    said, other = answer.json(), seated(match, "B").name
    assert answer["Cache-Control"] == "private, no-cache"
    assert set(said) == {
        "event", "page", "at", "address", "round", "table", "against", "deadline", "over", "reader", "report",
    }  # fmt: skip
    # what its player is asked there: the form's fields, the names that the pairing has anyway
    assert set(said["report"]) == {"match", "entrant", "word", "address", "fields", "choices"}
    assert (said["table"], said["against"]) == (f"Table {match.table}", f"against {other}")
    deadline = Deadline.objects.get(match=match)
    assert deadline.due_at is not None
    assert said["deadline"] == deadline.due_at.isoformat()
    page = signed_in("player1").get(reverse("tournaments:my_table", args=[round.event.slug]))
    assert "no-store" in page["Cache-Control"] and f'data-kept="{kept(round)}"' in page.content.decode()


def test_a_random_end_is_not_kept() -> None:
    drawn = round_under_way(4, clock_kind="random")
    assert Deadline.objects.filter(round=drawn, state=ClockState.RUNNING).exists()
    assert "deadline" not in signed_in("player1").get(kept(drawn)).json()


def test_who_has_no_table_and_whose_link_was_revoked_is_told_to_keep_nothing(round: Round) -> None:
    entrant = round.event.entrants.get(name="Player3")
    phone = by_link(entrant)
    assert phone.get(kept(round)).json()["table"].startswith("Table")
    revoke_claim_links(entrant, by=actor("olga"), now=now())
    for client in (phone, Client(), signed_in("olga")):
        answer = client.get(kept(round))
        assert (answer.status_code, answer["Cache-Control"]) == (404, "no-store, private")


def test_the_page_for_no_connection_holds_nothing_of_its_reader(round: Round) -> None:
    client = signed_in("player1")
    client.get("/")
    answer = client.get("/offline/")
    text = answer.content.decode()
    assert "no-store" not in answer["Cache-Control"] and not answer.cookies
    for secret in ("Player1", "csrf", "data-reader", "<form"):
        assert secret not in text
    assert "Keine Verbindung" in client.get("/offline/", headers={"accept-language": "de"}).content.decode()


def test_a_phone_tells_readers_apart(round: Round) -> None:
    def reader(client: Client) -> str:
        return re.findall(r'data-reader="([^"]*)"', client.get("/").content.decode())[0]

    one, two, nobody = signed_in("player1"), signed_in("player2"), Client()
    link = by_link(round.event.entrants.get(name="Player3"))
    told = [reader(client) for client in (one, two, link, nobody)]
    assert len(set(told)) == 4 and told[3] == "-"
    assert reader(one) == told[0] == reader(signed_in("player1"))
    one.post("/accounts/logout/")
    assert reader(one) == "-"


def test_the_service_worker_is_asked_for_anew_and_finds_its_files(client: Client) -> None:
    answer = client.get("/worker.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache" and answer["Content-Security-Policy"]
    text = answer.content.decode()
    files = re.findall(r'"(/static/[^"]+)"', text.partition("\n")[0])
    assert len(files) == 5 and all(client.get(file).status_code == 200 for file in files)


def test_the_service_worker_is_told_where_nothing_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a container whose folder of data is not its own: the joined files were collected before."""

    def refused(*asked: object) -> None:
        raise PermissionError

    worker_text.cache_clear()
    monkeypatch.setattr(joined_files, "_write", refused)
    monkeypatch.setattr(joined_files, "_is", lambda *asked: False)
    assert "joined-site" in worker_text()


def test_a_change_of_what_is_kept_is_another_version(monkeypatch: pytest.MonkeyPatch) -> None:
    def version() -> str:
        worker_text.cache_clear()
        return worker_text().split('"')[1]

    before = version()
    assert version() == before
    monkeypatch.setattr("tournaments.phones.worker.FILES", ("img/mark.svg",))
    assert version() != before
    monkeypatch.undo()
    assert version() == before
