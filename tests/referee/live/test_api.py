"""The live table over HTTP: who may, by account, claim link and seat token; each operation and its refusals."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from rest_framework.test import APIClient

from referee.live import seat_tokens
from referee.live.queries import live_table
from referee.models.live import LiveTable
from tests.referee.live.playing import match_of_game, opened, phone, play, played, tap
from tests.rules.kernel.helpers import draw, lay
from tests.tournaments.factories import actor, seated
from tournaments.entrants.claims import make_claim_link
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.now import now

pytestmark = pytest.mark.django_db
Api = Callable[[str], APIClient]


@pytest.fixture(autouse=True)
def unthrottled() -> None:
    cache.clear()


@pytest.fixture
def api(match: Match) -> Api:
    """A client signed in as that seat or account; "" for nobody."""

    def client(name: str = "") -> APIClient:
        made = APIClient()
        if len(name) == 1:
            made.force_authenticate(seated(match, name).user)
        elif name:
            made.force_authenticate(actor(name).user)
        return made

    return client


@pytest.fixture
def table(match: Match) -> LiveTable:
    return opened(match)


def by_token(token: str) -> APIClient:
    made = APIClient()
    made.credentials(HTTP_AUTHORIZATION=f"Seat {token}")
    return made


def at_table(table: LiveTable, rest: str = "") -> str:
    return f"/api/v1/live/{table.pk}/{rest}"


def sent(entry: dict[str, Any], after: int, key: str = "k") -> dict[str, Any]:
    return {"key": key, "after": after, "entry": entry}


def test_a_player_opens_a_table_once(api: Api, match: Match) -> None:
    address = f"/api/v1/matches/{match.pk}/live/"
    first = api("A").post(address, {"game_number": 1, "mode": "phones"})
    again = api("B").post(address, {"game_number": 1})
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["id"] == again.json()["id"]
    assert [one["id"] for one in api("").get(address).json()] == [first.json()["id"]]


@pytest.mark.parametrize(
    ("who", "status"), [("A", 201), ("sam", 201), ("jude", 201), ("olga", 201), ("stranger", 403), ("", 403)]
)
def test_who_opens_a_table(api: Api, match: Match, who: str, status: int) -> None:
    assert api(who).post(f"/api/v1/matches/{match.pk}/live/", {}).status_code == status


def test_an_event_without_live_logging_opens_none(api: Api, match: Match) -> None:
    Event.objects.filter(pk=match.round.event_id).update(live_logging=False)
    answer = api("A").post(f"/api/v1/matches/{match.pk}/live/", {})
    assert (answer.status_code, answer.json()["code"]) == (409, "conflict")


def test_options_the_game_does_not_know_open_none(api: Api, match: Match) -> None:
    answer = api("A").post(f"/api/v1/matches/{match.pk}/live/", {"options": {"wings": 2}})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert not LiveTable.objects.exists()


def test_taps_and_states_go_from_phone_to_phone(api: Api, table: LiveTable) -> None:
    stored = api("A").post(at_table(table, "entries/"), sent(draw("A", "Number 9", "Blank"), 0))
    assert (stored.status_code, stored.json()["n"], stored.json()["state"]["last"]) == (201, 1, 1)
    theirs = api("B").get(at_table(table), {"since": 0}).json()
    assert theirs["phone"]["view"] == "B"
    assert "Number 9" not in str(theirs)
    assert theirs["to_act"] == ["A"]
    assert api("B").get(at_table(table), {"since": 1}).json()["entries"] == []


def test_a_seat_token_stands_for_its_phone_and_no_other_table(api: Api, table: LiveTable) -> None:
    token = api("A").get(at_table(table)).json()["phone"]["word"]
    mine = by_token(token)
    assert mine.post(at_table(table, "entries/"), sent(draw("A"), 0)).status_code == 201
    assert mine.post(at_table(table, "entries/"), sent(draw("B"), 1, "b")).status_code == 403
    for wrong in (token[:-2], "x", token.replace(":", ".")):
        refused = by_token(wrong).get(at_table(table))
        assert (refused.status_code, refused.json()["code"]) == (401, "word_old")


def test_a_word_ends_with_its_time_and_renews_no_word(
    api: Api, table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = api("A").get(at_table(table)).json()["phone"]["word"]
    assert by_token(token).post(at_table(table, "word/"), {}).status_code == 404
    monkeypatch.setattr(seat_tokens, "LIFETIME", -1)
    assert by_token(token).get(at_table(table)).status_code == 401


def test_who_came_by_a_claim_link_gets_a_word_by_the_page(match: Match, table: LiveTable) -> None:
    entrant = seated(match, "A")
    link = make_claim_link(entrant, by=actor("olga"), now=now())
    browser = Client()
    session = browser.session
    session["claims"] = [link]
    session.save()
    given = browser.post(f"/live/{table.pk}/word/").json()
    assert given["phone"] == {"view": "A", "seat": "A", "acts_for": ["A", "table"]}
    assert by_token(given["word"]).post(at_table(table, "entries/"), sent(draw("A"), 0)).status_code == 201


def test_the_second_is_answered_with_what_came_first(api: Api, table: LiveTable) -> None:
    api("A").post(at_table(table, "entries/"), sent(draw("A"), 0, "one"))
    late = api("B").post(at_table(table, "entries/"), sent(draw("B"), 0, "two"))
    assert (late.status_code, late.json()["code"], late.json()["last"]) == (409, "came_first", 1)
    assert [line["by"] for line in late.json()["state"]["entries"]] == ["A"]
    again = api("A").post(at_table(table, "entries/"), sent(draw("A"), 0, "one"))
    assert (again.status_code, again.json()["n"], again.json()["again"]) == (201, 1, True)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({}, 400, "invalid"),
        ({"key": "k", "after": 9, "entry": {"by": "A", "do": "draw"}}, 400, "bad_entry"),
        ({"key": "k", "after": 0, "entry": {"by": "A", "do": "fly"}}, 400, "bad_entry"),
        ({"key": "k", "after": 0, "entry": {"by": "B", "do": "draw"}}, 403, "not_allowed"),
        ({"key": "k" * 65, "after": 0, "entry": {"by": "A", "do": "draw"}}, 400, "invalid"),
        ({"key": "k", "after": 0, "entry": {"by": "A", "do": "draw", "note": "\ud800"}}, 400, None),
    ],
)
def test_refusals_say_what_is_wrong(
    api: Api, table: LiveTable, body: dict[str, Any], status: int, code: str | None
) -> None:
    answer = api("A").post(at_table(table, "entries/"), body, format="json") if code else None
    if answer is not None:
        assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert live_table(table.pk).record.entries == 0


def test_undo_asks_and_answers(api: Api, table: LiveTable) -> None:
    for who, entry in (("A", draw("A")), ("A", lay("A")), ("B", {"by": "B", "do": "announce"})):
        tap(table, who, entry)
    asked = api("A").post(at_table(table, "undo/"), {"on": 2, "key": "u"})
    assert asked.status_code == 202
    number = asked.json()["asks"][0]["id"]
    agreed = api("B").post(at_table(table, f"asks/{number}/"), {"agree": True})
    assert (agreed.status_code, agreed.json()["last"]) == (200, 4)
    own = api("B").post(at_table(table, "undo/"), {"on": 3, "key": "v"})
    assert own.status_code in (201, 202)


def test_calling_a_judge_and_looking_at_verbs_cards_and_board(api: Api, table: LiveTable) -> None:
    called = api("A").post(at_table(table, "call/"), {"question": "What now?"})
    assert (called.status_code, called.json()["judge_called"]) == (201, True)
    verbs = {verb["do"]: verb for verb in api("A").get(at_table(table, "verbs/")).json()["verbs"]}
    assert verbs["draw"]["by"] == ["seat"] and verbs["draw"]["secret"] == ["cards"]
    assert [argument["kind"] for argument in verbs["draw"]["arguments"]] == ["number", "cards"]
    assert "time_called" not in verbs and "undo" not in verbs
    found = api("A").get(at_table(table, "cards/"), {"q": "twi"}).json()["cards"]
    assert [card["words"] for card in found] == ["Twin · blue", "Twin · red"]
    board = api("A").get(at_table(table, "board/"))
    assert board["content-type"].startswith("text/html") and board.content


def test_spectators_see_a_featured_table_alone(api: Api, table: LiveTable) -> None:
    tap(table, "A", draw("A", "Number 9", "Blank"))
    assert api("").get(at_table(table, "watch/")).status_code == 404
    assert api("").get(at_table(table)).status_code == 404
    assert api("A").post(at_table(table, "feature/"), {"featured": True}).status_code == 403
    assert api("sam").post(at_table(table, "feature/"), {"featured": True}).json()["featured"] is True
    seen = api("").get(at_table(table, "watch/"))
    assert seen.status_code == 200
    assert (seen.json()["phone"]["view"], seen.json()["choices"]) == ("public", None)
    assert "Number 9" not in seen.content.decode()


def test_a_closed_table_takes_nothing(api: Api, table: LiveTable) -> None:
    assert api("A").post(at_table(table, "close/"), {}).status_code == 403
    assert api("jude").post(at_table(table, "close/"), {"reason": "Phone lost."}).json()["state"] == "closed"
    refused = api("A").post(at_table(table, "entries/"), sent(draw("A"), 0))
    assert (refused.status_code, refused.json()["code"]) == (409, "not_open")


def test_too_many_taps_are_refused_by_phone(
    api: Api, table: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    from referee.live.api_base import TapThrottle

    monkeypatch.setattr(TapThrottle, "rate", "2/min")
    words = {who: api(who).get(at_table(table)).json()["phone"]["word"] for who in ("A", "B")}
    statuses = [
        by_token(words["A"]).post(at_table(table, "entries/"), sent(draw("A"), n, f"k{n}")).status_code
        for n in range(3)
    ]
    assert statuses == [201, 201, 429]
    assert by_token(words["B"]).post(at_table(table, "entries/"), sent(draw("B"), 2, "b")).status_code == 201


def test_a_phone_that_is_passed_around_shows_cards_by_code_alone(api: Api, match: Match) -> None:
    table = opened(match, "shared")
    tap(table, "A", draw("A", "Number 9", "Blank"))
    shown = api("A").get(at_table(table)).json()
    assert (shown["phone"]["view"], shown["phone"]["acts_for"]) == ("public", ["A", "B", "table"])
    assert "Number 9" not in str(shown)
    taken = api("A").post(at_table(table, "word/"), {"seat": "A", "code": "1234"}).json()
    assert "Number 9" in str(by_token(taken["word"]).get(at_table(table)).json())
    assert api("A").post(at_table(table, "word/"), {"seat": "A", "code": "9999"}).status_code == 403
    other = api("B").post(at_table(table, "word/"), {"seat": "B", "code": "5678"}).json()
    assert "Number 9" not in str(by_token(other["word"]).get(at_table(table)).json())


def test_a_judge_opens_a_seat_again_whose_code_is_forgotten(api: Api, match: Match) -> None:
    table = opened(match, "shared")
    api("A").post(at_table(table, "word/"), {"seat": "A", "code": "1234"})
    assert api("A").post(at_table(table, "word/"), {"seat": "A", "code": "9999"}).status_code == 403
    assert api("jude").post(at_table(table, "word/"), {"seat": "A"}).status_code == 200
    taken = api("A").post(at_table(table, "word/"), {"seat": "A", "code": "9999"})
    assert (taken.status_code, taken.json()["phone"]["view"]) == (200, "A")


@pytest.mark.parametrize(
    ("who", "mode", "view", "acts_for"),
    [
        ("A", "phones", "A", ("A", "table")),
        ("B", "phones", "B", ("B", "table")),
        ("A", "shared", "public", ("A", "B", "table")),
        ("A", "scorekeeper", "A", ()),
        ("sam", "phones", "public", ()),
        ("sam", "scorekeeper", "public", ("A", "B", "table")),
        ("jude", "phones", "judge", ("judge", "table")),
        ("olga", "phones", "judge", ("judge", "table")),
        ("olga", "scorekeeper", "judge", ("judge", "table", "A", "B")),
        ("stranger", "phones", "public", ()),
    ],
)
def test_every_cell_of_who_sees_and_acts(
    match: Match, who: str, mode: str, view: str, acts_for: tuple[str, ...]
) -> None:
    found = phone(opened(match, mode), who)
    assert (found.view, found.acts_for) == (view, acts_for)


def test_a_judge_who_plays_in_the_event_sees_no_other_hand(match: Match) -> None:
    table = opened(match)
    entrant = next(
        other
        for other in match.round.event.entrants.all()
        if other.pk not in {seat.entrant_id for seat in match.seats.all()}
    )
    entrant.user = actor("jude").user
    entrant.save()
    found = phone(table, "jude")
    assert (found.view, found.acts_for) == ("public", ())


@pytest.mark.anywhere
def test_a_page_of_a_long_game_is_whole_and_as_the_seat_may_see_it() -> None:
    log = played("looney_tunes", "long")
    table = opened(match_of_game("looney_tunes"), header=log.header)
    play(table, log)
    client = APIClient()
    client.force_authenticate(seated(table.record.match, "A").user)
    shown = client.get(at_table(table)).json()
    assert [line["n"] for line in shown["entries"]] == list(range(1, len(log.entries) + 1))
    assert shown["state"] == "over"


@pytest.mark.parametrize("number", [0, 999_999, 2**63, 2**80])
def test_a_table_that_is_not_there_is_not_found(api: Api, match: Match, number: int) -> None:
    assert api("A").get(f"/api/v1/live/{number}/").status_code == 404
