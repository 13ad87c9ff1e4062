"""What the site does for a report that waited on a phone: its form, the word to send it with, answers for a script."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from tests.tournaments.factories import actor, at, many_seated, player, round_under_way, seated, tables, win
from tests.tournaments.phones.people import by_link, signed_in
from tournaments.entrants.claims import revoke_claim_links
from tournaments.models.results import Report
from tournaments.models.rounds import Match, MatchState
from tournaments.now import now
from tournaments.results.changes import report_result

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


@pytest.fixture
def match() -> Match:
    return tables(round_under_way(4))[0]


def phone_of(match: Match, letter: str) -> Client:
    return signed_in(player(match, letter).label.lower())


def kept(client: Client, match: Match) -> dict[str, Any]:
    answer = client.get(reverse("tournaments:kept_table", args=[match.round.event.slug])).json()
    assert isinstance(answer, dict)
    return answer


def sent(client: Client, address: str, fields: dict[str, str]) -> HttpResponse:
    """As the phone's script sends what waited."""
    answer = client.post(address, fields, headers={"accept": "application/json"})
    assert isinstance(answer, HttpResponse)
    return answer


def test_the_form_that_is_kept_can_be_sent(match: Match) -> None:
    phone = phone_of(match, "A")
    form = kept(phone, match)["report"]
    assert form["entrant"] == seated(match, "A").pk
    assert next(label for _value, label in form["choices"]).startswith("I won")
    answer = sent(phone, form["address"], form["fields"] | {"result": form["choices"][0][0]})
    assert answer.status_code == 200 and "no-store" in answer["Cache-Control"]
    assert answer.json() == {"location": reverse("tournaments:my_table", args=[match.round.event.slug])}
    assert Report.objects.get().outcome["winner"] == "A"
    # Who has reported is asked nothing more; the other is asked to confirm.
    assert "report" not in kept(phone, match)
    other = phone_of(match, "B")
    yes = kept(other, match)["report"]["confirm"]
    assert sent(other, yes["address"], yes["fields"]).status_code == 200
    match.refresh_from_db()
    assert match.state == MatchState.DECIDED
    assert "report" not in kept(other, match)


def test_a_table_of_several_is_kept_with_its_seats() -> None:
    match = many_seated("herocard_nightmare", 4)
    phone = phone_of(match, "A")
    form = kept(phone, match)["report"]
    assert "choices" not in form and len(form["seats"]) == match.seats.count()
    fields = {f"place_{letter}": str(place) for place, (letter, _name) in enumerate(form["seats"], 1)}
    assert sent(phone, form["address"], form["fields"] | fields | {"result": "ranking"}).status_code == 200


def test_a_refusal_is_said_to_the_script_and_changes_nothing(match: Match) -> None:
    phone = phone_of(match, "A")
    form = kept(phone, match)["report"]
    report_result(match, win("B"), by=player(match, "A"), now=at(10))
    answer = sent(phone, form["address"], form["fields"] | {"result": form["choices"][0][0]})
    assert answer.status_code == 409
    assert answer.json()["code"] == "table_changed" and "something else since" in answer.json()["message"]
    assert Report.objects.count() == 1
    bad = sent(phone, form["address"], {"seen_report": "x", "seen_result": "0", "result": "draw"})
    assert bad.status_code == 400 and bad.json()["message"]


def test_sent_twice_it_is_one_report(match: Match) -> None:
    phone = phone_of(match, "A")
    form = kept(phone, match)["report"]
    fields = form["fields"] | {"result": form["choices"][0][0], "idempotency_key": "abc"}
    assert [sent(phone, form["address"], fields).status_code for _ in range(2)] == [200, 200]
    assert Report.objects.count() == 1


def test_a_form_of_a_page_is_answered_by_a_page(match: Match) -> None:
    phone = phone_of(match, "A")
    form = kept(phone, match)["report"]
    answer = phone.post(
        form["address"], form["fields"] | {"result": "bad"}, headers={"accept": "text/html,*/*"}
    )
    assert answer.status_code == 400 and answer["Content-Type"].startswith("text/html")
    answer = phone.post(form["address"], form["fields"] | {"result": form["choices"][0][0]})
    assert answer.status_code == 303


def test_the_word_says_whom_the_browser_speaks_for(match: Match) -> None:
    event, mine = match.round.event, seated(match, "A")
    address = reverse("tournaments:own_word", args=[event.slug])
    phone = by_link(mine)
    answer = phone.get(address)
    assert "no-store" in answer["Cache-Control"]
    told = answer.json()
    assert told["entrants"] == [mine.pk] and told["reader"] != "-" and len(told["csrfmiddlewaretoken"]) > 32
    assert Client().get(address).json()["entrants"] == []
    assert Client().get(address).json()["reader"] == "-"
    revoke_claim_links(mine, by=actor("olga"), now=now())
    assert phone.get(address).json()["entrants"] == []


def test_the_word_opens_the_form(match: Match) -> None:
    """A phone whose page is gone sends by the word alone, against a site that looks for forgery."""
    mine = seated(match, "A")
    phone = Client(enforce_csrf_checks=True)
    phone.cookies = by_link(mine).cookies
    form = kept(phone, match)["report"]
    fields = form["fields"] | {"result": form["choices"][0][0]}
    assert sent(phone, form["address"], fields).status_code == 403
    word = phone.get(form["word"]).json()["csrfmiddlewaretoken"]
    assert sent(phone, form["address"], fields | {"csrfmiddlewaretoken": word}).status_code == 200
