"""Asking a rule on its page and over the API, and who has to wait."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.referee.live.playing import match_of_game
from tests.tournaments.factories import actor, player
from tests.tournaments.phones.people import by_link
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import Match, MatchState, Round, RoundState

pytestmark = pytest.mark.django_db
PAGE = "/rules/highlander/ask/block-stops-attack/"
ASKED = f"{PAGE}?attack=Upper+Left+Attack&defense=Lower+Left+Block"


def read(address: str, client: Client | None = None, status: int = 200) -> str:
    answer = (client or Client()).get(address)
    assert answer.status_code == status, address
    return answer.content.decode()


def test_a_question_is_chosen_filled_in_and_answered_with_its_rule_and_the_table() -> None:
    assert f'href="{PAGE}"' in read("/rules/highlander/ask/")
    assert 'href="/rules/highlander/ask/"' in read("/rules/highlander/")
    page = read(PAGE)
    assert 'value="Upper Left Attack"' in page and 'id="answer"' not in page
    page = read(ASKED)
    assert "illegal" in page and 'href="/rules/highlander/defense/"' in page and "board-frame" in page
    shared = page.replace("&amp;", "&").split('value="http://testserver')[1].split('"')[0]
    assert shared == ASKED.replace("&", "&made=plain&") and "does not cover" in read(shared)
    assert "Upper Left" in read(f"{PAGE}?attack=Upper+Left+Attack&defense=Lower+Left+Blok")
    assert "Did you mean" in read(f"{PAGE}?attack=Uper+Left+Atack&defense=Dodge")
    assert "Which one?" in read(f"{PAGE}?attack=Master%27s+Attack&defense=Dodge")


def test_the_editor_opens_with_the_same_on_the_table() -> None:
    page = read(ASKED)
    address = page.split('href="/positions/highlander/')[1].split('"')[0].replace("&amp;", "&")
    editor = read(f"/positions/highlander/{address}")
    assert "Lower Left Block" in editor and "does not cover the whole attack" in editor
    read("/positions/highlander/?question=nothing", status=404)
    read("/positions/highlander/?question=block-stops-attack&q.defense=nothing", status=400)


@pytest.mark.parametrize(
    "address",
    ["/rules/chess/ask/", "/rules/highlander/ask/x/", "/api/v1/rules/chess/questions/",
     "/api/v1/rules/highlander/questions/x/"],
)  # fmt: skip
def test_what_is_not_there(address: str) -> None:
    read(address, status=404)


def test_nonsense_is_said_and_nothing_of_it_is_code() -> None:
    page = read(f"{PAGE}?attack=%3Cscript%3Ealert(1)%3C/script%3E&defense=%00&other=x")
    assert "<script>alert" not in page
    read(f"{PAGE}?attack={'x' * 3000}")


def test_the_same_over_the_api() -> None:
    client = Client()
    listed = client.get("/api/v1/rules/highlander/questions/").json()
    first = listed[0]
    assert first["id"] == "block-stops-attack"
    assert [field["name"] for field in first["fields"]] == ["attack", "made", "defense"]
    answer = client.get("/api/v1" + PAGE.replace("ask", "questions"), {"defense": "Lower Left Block"})
    assert (
        answer.json()["verdict"]["violations"][0]["rule"] == "defense"
        and "no-store" in answer["Cache-Control"]
    )
    answer = client.get("/api/v1" + PAGE.replace("ask", "questions"), {"defense": "Upper Left Block"})
    assert answer.json()["verdict"]["verdict"] == "legal" and "blocked" in answer.json()["outcome"]
    refused = client.get("/api/v1" + PAGE.replace("ask", "questions"), {"defense": "nothing"})
    assert refused.status_code == 400 and "defense" in refused.json()["fields"]


WAITING = (
    ASKED, "/positions/", "/positions/highlander/", "/positions/highlander/?example=OW-39-head-shot",
    "/api/v1/rules/highlander/questions/block-stops-attack/?defense=Dodge",
)  # fmt: skip
OPEN = (
    "/rules/",
    "/rules/highlander/ask/",
    "/rules/highlander/head-shot/",
    "/rules/highlander/cards/dodge/",
    "/precedents/",
)


def signed_in(who: object) -> Client:
    made = Client()
    made.force_login(who.user)  # type: ignore[attr-defined]
    return made


@pytest.fixture
def match() -> Match:
    return match_of_game("highlander", logs="competitive")


def test_who_plays_a_competitive_match_reads_rules_and_waits_for_verdicts(match: Match) -> None:
    own, judge, other = signed_in(player(match, "A")), signed_in(actor("jude")), signed_in(actor("somebody"))
    for address in WAITING:
        answer = own.get(address)
        assert answer.status_code == 403 and "under way" in answer.content.decode(), address
        assert (
            judge.get(address).status_code
            == other.get(address).status_code
            == Client().get(address).status_code
            == 200
        )
    for address in OPEN:
        assert own.get(address).status_code == 200, address
    assert "questions wait" in own.get("/rules/highlander/ask/").content.decode()
    posted = own.post(
        "/api/v1/positions/highlander/", {"players": [{"seat": "A"}, {"seat": "B"}]}, "application/json"
    )
    assert (posted.status_code, posted.json()["code"]) == (403, "own_match_runs")
    assert own.post("/positions/highlander/", {"do": "look"}).status_code == 403


def test_also_by_a_claim_link(match: Match) -> None:
    entrant = Entrant.objects.get(pk=match.seats.get(letter="A").entrant_id)
    Entrant.objects.filter(pk=entrant.pk).update(user=None)
    entrant.refresh_from_db()
    phone = by_link(entrant)
    assert phone.get(ASKED).status_code == 403 and phone.get("/rules/highlander/ask/").status_code == 200


def test_when_it_is_over_or_the_event_allows_help_nobody_waits(match: Match) -> None:
    own = signed_in(player(match, "A"))
    Match.objects.filter(pk=match.pk).update(state=MatchState.REPORTED)
    assert own.get(ASKED).status_code == 403
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    assert own.get(ASKED).status_code == 200
    Match.objects.filter(pk=match.pk).update(state=MatchState.OPEN)
    Round.objects.filter(pk=match.round_id).update(state=RoundState.FINISHED)
    assert own.get(ASKED).status_code == 200
    Round.objects.filter(pk=match.round_id).update(state=RoundState.RUNNING)
    Event.objects.filter(pk=match.round.event_id).update(logs="assisted")
    assert own.get(ASKED).status_code == 200
