"""Appeals on pages, over the API and in files: for whom, cell by cell, in every state."""

from __future__ import annotations

import csv
import io
import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from referee.appeals.changes import decide_appeal, make_appeal
from referee.calls.changes import call_judge
from referee.models.appeals import Appeal
from referee.models.disputes import Dispute
from tests.referee.conftest import Who, table
from tests.tournaments.factories import actor, at, player, seated, win
from tournaments.events.staff import grant_role
from tournaments.models.events import Event
from tournaments.models.rounds import Match, MatchState, Round
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round, offer_round

pytestmark = pytest.mark.django_db
JSON = "application/json"

#: may: y; refused: n; not there: -. The columns: the list of the event, the match's, deciding, the file.
WHO = """
who       list match decide file
visitor   n    -     n      n
stranger  n    -     n      n
other     n    -     n      n
rival     n    y     n      n
appellant n    y     n      n
jude      y    y     n      y
sam       y    y     n      y
olga      y    y     n      y
hedda     y    y     y      y
"""
CELLS = [line.split() for line in WHO.strip().splitlines()[1:]]
SAYS = {"y": {200}, "n": {401, 403}, "-": {404}}


@pytest.fixture
def decided(event: Event, match: Match) -> Match:
    """Sam has entered that A won; B may appeal."""
    enter_result(match, win("A"), by=actor("sam"), now=at(10), reason="The slip.")
    return table(event, 0)


@pytest.fixture
def as_who(who: Who, event: Event, match: Match) -> Who:
    """Clients by the words of the table."""
    other = seated(table(event, 1), "A").user
    named = {
        "visitor": "",
        "other": other.username,  # type: ignore[union-attr]
        "rival": seated(match, "A").user.username,  # type: ignore[union-attr]
        "appellant": seated(match, "B").user.username,  # type: ignore[union-attr]
    }
    actor("stranger")
    return lambda name: who(named.get(name, name))


def appeal(match: Match) -> Appeal:
    return make_appeal(match, words="The slip is wrong.", by=player(match, "B"), now=at(11))


@pytest.mark.parametrize("state", ["open", "decided"])
@pytest.mark.parametrize(("name", "all_of", "at_match", "decide", "file"), CELLS)
def test_who_reads_and_who_decides(
    as_who: Who, event: Event, decided: Match, state: str, name: str, all_of: str, at_match: str, decide: str,
    file: str,
) -> None:  # fmt: skip
    made = appeal(decided)
    if state == "decided":
        decide_appeal(made, upheld=True, reason="It is right.", by=actor("hedda"), now=at(12))
    client, api = as_who(name), f"/api/v1/events/{event.slug}"
    answer = client.get(f"{api}/appeals/?state={state}")
    assert answer.status_code in SAYS[all_of]
    if all_of == "y":
        assert [one["words"] for one in answer.json()["results"]] == ["The slip is wrong."]
    answer = client.get(f"/api/v1/matches/{decided.pk}/appeals/")
    assert answer.status_code in SAYS[at_match]
    if at_match == "y":
        assert [one["how"] for one in answer.json()["appeals"]] == ["" if state == "open" else "upheld"]
    for form in ("csv", "json"):
        assert client.get(f"{api}/export/appeals.{form}").status_code in SAYS[file]
    sent = {"upheld": True, "reason": "It is right."}
    answer = client.post(f"{api}/appeals/{made.pk}/", sent, JSON)
    wanted = SAYS[decide] if state == "open" or decide != "y" else {409}
    assert answer.status_code in wanted
    page = client.post(
        f"/events/{event.slug}/appeals/{made.pk}/decide/", {"reason": "x", "decision": "uphold"}
    )
    made.refresh_from_db()
    if decide != "y":
        assert page.status_code in (302, 403, 404) and "/floor/" not in page.headers.get("Location", "")
        assert (made.decided_by == "") == (state == "open")


@pytest.mark.parametrize("name", [line[0] for line in CELLS])
def test_who_appeals_and_who_takes_it_back(as_who: Who, decided: Match, name: str) -> None:
    client, door = as_who(name), f"/api/v1/matches/{decided.pk}/appeals/"
    may = name in ("rival", "appellant")
    answer = client.post(door, {}, JSON)
    assert answer.status_code == (201 if may else 403) or (name == "visitor" and answer.status_code == 401)
    assert Appeal.objects.count() == may
    Appeal.objects.all().delete()
    page = client.post(f"/matches/{decided.pk}/appeal/", {"words": "No."})
    assert Appeal.objects.count() == may
    assert page.status_code in ((303,) if may else (302, 403))
    Appeal.objects.all().delete()
    appeal(decided)
    answer = client.delete(door)
    assert (answer.status_code == 200) == (name == "appellant")
    assert Appeal.objects.filter(how="withdrawn").count() == (name == "appellant")
    Appeal.objects.all().delete()
    appeal(decided)
    client.post(f"/matches/{decided.pk}/appeal/", {"take_back": "1"})
    assert Appeal.objects.filter(how="withdrawn").count() == (name == "appellant")


def test_the_buttons_are_for_who_may_press_them(as_who: Who, event: Event, decided: Match) -> None:
    mine, at_table = f"/events/{event.slug}/me/", f"/matches/{decided.pk}/"
    for name in ("rival", "appellant"):
        for page in (mine, at_table):
            assert "Appeal to the head judge" in as_who(name).get(page).content.decode()
    for name in ("visitor", "other", "jude", "hedda"):
        assert "Appeal to the head judge" not in as_who(name).get(at_table).content.decode()
    made = appeal(decided)
    assert "Take the appeal back" in as_who("appellant").get(mine).content.decode()
    assert "Take the appeal back" not in as_who("rival").get(mine).content.decode()
    floor = f"/events/{event.slug}/floor/"
    for name in ("jude", "olga", "hedda"):
        html = as_who(name).get(floor).content.decode()
        assert "The slip is wrong." in html
        assert (f'id="decide-{made.pk}"' in html) == (name == "hedda")
    sent = {"reason": "The slip says so.", "decision": "uphold"}
    assert as_who("hedda").post(f"/events/{event.slug}/appeals/{made.pk}/decide/", sent).status_code == 303
    story = f"/events/{event.slug}/disputes/{made.dispute_id}/"
    for name in ("rival", "appellant", "jude"):
        html = as_who(name).get(story).content.decode()
        assert "Appeal decided: The decision stands" in html
        for text in ("The slip.", "The slip is wrong.", "The slip says so."):
            assert text in html
    assert as_who("other").get(story).status_code == 404
    assert "That is final" in as_who("appellant").get(mine).content.decode()


def test_what_the_file_holds_and_not_of_a_table_of_ones_own(
    as_who: Who, event: Event, decided: Match
) -> None:
    made = appeal(decided)
    file = f"/api/v1/events/{event.slug}/export/appeals.csv"
    (line,) = csv.DictReader(io.StringIO(as_who("jude").get(file).content.decode("utf-8-sig")))
    assert (line["against"], line["decision"], line["seat"]) == ("result", str(made.result_id), "B")
    assert (line["words"], line["how"], line["table"]) == ("The slip is wrong.", "open", "1")
    username = seated(decided, "A").user.username  # type: ignore[union-attr]
    grant_role(event, username, "judge", by=actor("olga"), now=at(13))
    assert len(as_who("rival").get(file).content.splitlines()) == 1
    assert as_who("rival").get(f"/api/v1/events/{event.slug}/appeals/").json()["results"] == []
    assert "The slip is wrong." not in as_who("rival").get(f"/events/{event.slug}/floor/").content.decode()


@pytest.fixture
def offered(event: Event, decided: Match) -> Round:
    """The round is finished, B has appealed, and the next round is offered."""
    round = event.rounds.get(number=1)
    for other in round.matches.filter(state=MatchState.OPEN):
        enter_result(other, win("A"), by=actor("sam"), now=at(20))
    finish_round(round, by=actor("olga"), now=at(21))
    appeal(decided)
    return offer_round(event, by=actor("olga"), now=at(23))


def test_the_desk_publishes_past_an_appeal_by_a_second_press(who: Who, event: Event, offered: Round) -> None:
    desk, step = who("olga"), f"/events/{event.slug}/rounds/2/publish/"
    html = desk.get(f"/events/{event.slug}/rounds/2/offer/").content.decode()
    assert "Publish although an appeal is open" in html and 'name="past_appeals"' in html
    assert "waits for the head judge" in desk.get(f"/events/{event.slug}/desk/").content.decode()
    assert desk.post(step).status_code == 409
    offered.refresh_from_db()
    assert offered.state == "offered"
    assert desk.post(step, {"past_appeals": "1"}).status_code == 303
    offered.refresh_from_db()
    assert offered.state == "published"


def test_the_api_the_same_with_a_field(who: Who, event: Event, offered: Round) -> None:
    desk, step = who("olga"), f"/api/v1/events/{event.slug}/rounds/2/publish/"
    answer = desk.post(step, {}, JSON)
    assert (answer.status_code, answer.json()["code"]) == (409, "appeals_open")
    assert desk.post(step, {"past_appeals": True}, JSON).json()["state"] == "published"


def test_decided_first_it_is_published_at_once(who: Who, event: Event, offered: Round) -> None:
    decide_appeal(Appeal.objects.get(), upheld=True, reason="So.", by=actor("hedda"), now=at(24))
    client: Client = who("olga")
    assert client.post(f"/events/{event.slug}/rounds/2/publish/").status_code == 303
    assert Dispute.objects.count() == 1


def test_the_page_and_the_api_take_back_alike(as_who: Who, decided: Match) -> None:
    """Nothing there, taken back twice, decided: each door says the same."""
    client, door = as_who("appellant"), f"/api/v1/matches/{decided.pk}/appeals/"

    def both() -> tuple[int, int]:
        page = client.post(f"/matches/{decided.pk}/appeal/", {"take_back": "1"})
        return client.delete(door).status_code, page.status_code

    assert both() == (404, 404)
    appeal(decided)
    assert both() == (200, 303)
    assert both() == (200, 303) and Appeal.objects.filter(how="withdrawn").count() == 1
    Appeal.objects.update(how="upheld", decided_by="Hedda")
    assert both() == (409, 409)


def test_each_label_of_the_floor_is_of_one_field(who: Who, event: Event, decided: Match) -> None:
    """A call and an appeal wait at once."""
    one = appeal(decided)
    other = event.rounds.get(number=1).matches.exclude(pk=decided.pk).first()
    assert other is not None
    call_judge(other, "rules", "May he?", by=player(other, "A"), now=at(20))
    html = who("hedda").get(f"/events/{event.slug}/floor/").content.decode()
    names = re.findall(r'\bid="([^"]+)"', html)
    assert f"reason-decide-{one.pk}" in names
    assert len(names) == len(set(names)), [name for name in names if names.count(name) > 1]
    assert set(re.findall(r'\bfor="([^"]+)"', html)) <= set(names)


def test_the_file_reads_nothing_of_which_no_column_tells(
    who: Who, event: Event, match: Match, decided: Match
) -> None:
    """Neither the results and rulings that are appealed nor the people at the tables."""
    appeal(decided)
    with CaptureQueriesContext(connection) as asked:
        told = who("olga").get(f"/api/v1/events/{event.slug}/export/appeals.json").json()["appeals"]
    assert [(one["against"], one["how"]) for one in told] == [("result", "open")] and told[0]["decision"]
    read = [one["sql"] for one in asked if 'FROM "referee_appeal"' in one["sql"]]
    assert len(read) == 1 and not any(
        word in read[0] for word in ("tournaments_result", "referee_issuedruling")
    )
    assert not any('FROM "tournaments_seat"' in one["sql"] for one in asked if "IN (" in one["sql"])
