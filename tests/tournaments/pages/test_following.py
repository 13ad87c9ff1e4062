"""The page of a match and the API show what would follow from a corrected result, and only then take it."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.tournaments.factories import (
    played_round,
    round_under_way,
    running_event,
    seated,
    tables,
)
from tests.tournaments.pages.conftest import Who
from tournaments.models.results import Result
from tournaments.models.rounds import MatchState
from tournaments.results.queries import result_of

pytestmark = pytest.mark.django_db


def hidden(page: str, after: str) -> dict[str, str]:
    """The hidden fields of the first form that follows this text."""
    form = page.split(after, 1)[1].split("</form>")[0]
    fields = [part.split(">")[0] for part in form.split('<input type="hidden"')[1:]]
    return {part.split('name="')[1].split('"')[0]: part.split('value="')[1].split('"')[0] for part in fields}


def test_the_page_shows_it_first_and_then_takes_it(who: Who) -> None:
    event = running_event(4)
    match = tables(played_round(event))[0]
    sam, page = who("sam"), f"/matches/{match.pk}/"
    shown = sam.get(page).content.decode()
    assert f'action="{page}follows/#follows"' in shown and f'action="{page}enter/"' not in shown
    assert sam.post(f"{page}follows/", {"result": "win:B", "reason": ""}).status_code == 400
    answer = sam.post(f"{page}follows/", {"result": "win:B", "reason": "<b>Misread.", "score_A": "3"})
    told = answer.content.decode()
    assert answer.status_code == 200 and "What would follow. Nothing is stored yet." in told
    assert Result.objects.filter(match=match).count() == 1
    sent = hidden(told, f'action="{page}enter/"')
    assert (sent["result"], sent["score_A"], sent["reason"]) == ("win:B", "3", "&lt;b&gt;Misread.")
    sent["reason"] = "Misread."
    assert sam.post(f"{page}enter/", sent).status_code == 303
    standing = result_of(match)
    assert (
        standing is not None and standing.outcome["winner"] == "B" and standing.outcome["scores"] == {"A": 3}
    )
    # the same page again, from the back button: somebody has corrected it since
    assert sam.post(f"{page}enter/", sent | {"result": "win:A", "idempotency_key": "x"}).status_code == 409


def test_who_may_not_is_told_nothing(who: Who) -> None:
    match = tables(played_round(running_event(4)))[0]
    for name in ("jude", "player1", "stranger"):
        assert who(name).post(f"/matches/{match.pk}/follows/", {"result": "win:B"}).status_code == 403
    assert Client().post(f"/matches/{match.pk}/follows/", {"result": "win:B"}).status_code in (302, 403)
    assert who("sam").get(f"/matches/{match.pk}/follows/").status_code == 405


def test_a_first_entry_is_taken_at_once(who: Who) -> None:
    match = tables(round_under_way(4))[0]
    assert f'action="/matches/{match.pk}/enter/"' in who("sam").get(f"/matches/{match.pk}/").content.decode()


def test_over_the_api(who: Who) -> None:
    event = running_event(4)
    first = played_round(event)
    match, door = tables(first)[0], f"/api/v1/matches/{tables(first)[0].pk}/result/"

    def ask(name: str, body: Any) -> Any:
        return who(name).post(f"{door}follows/", body, "application/json")

    told = ask("sam", {"winner": "B", "reason": "Misread."}).json()
    assert {each["entrant"]: (each["before"], each["after"]) for each in told["places"]} == {
        seated(match, "A").code: (1, 3), seated(match, "B").code: (3, 1),
    }  # fmt: skip
    assert (told["published"], told["offered"], told["goes_on"], told["by_lot"]) == ([], None, None, False)
    assert ask("sam", {"winner": "B"}).json()["code"] == "reason_needed"
    for name in ("jude", "player1", "stranger"):
        assert ask(name, {"winner": "B", "reason": "x"}).status_code == 403
    for wrong in (
        [],
        {"winner": "AB"},
        {"games": [9, 9, 9, 9]},
        {"kind": "won", "reason": "x"},
        {"winner": 7},
    ):
        assert ask("sam", wrong).status_code == 400
    seen = result_of(match)
    assert seen is not None and Result.objects.filter(match=match).count() == 1
    late = {"winner": "B", "reason": "Misread.", "seen": 0}
    assert who("sam").put(door, late, "application/json").status_code == 409
    assert who("sam").put(door, late | {"seen": seen.pk}, "application/json").status_code == 200
    match.refresh_from_db()
    assert match.state == MatchState.DECIDED
