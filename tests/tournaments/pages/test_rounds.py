"""Pages of rounds: the offer, the steps, paper, the clock's buttons, settings of the reader."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse

from referee.disputes.changes import open_dispute
from referee.models.disputes import Kind
from tests.tournaments.factories import (
    actor,
    at,
    played_round,
    published_round,
    round_under_way,
    running_event,
    running_round,
    tables,
)
from tests.tournaments.pages.conftest import Who
from tournaments.access import Actor
from tournaments.entrants.changes import drop_entrant
from tournaments.events.changes import edit_event
from tournaments.events.life import finish_event
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round, RoundState
from tournaments.pages.context import THEME_COOKIE
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round, offer_round
from tournaments.rounds.paper_views import SLIPS_A_SHEET, for_the_guillotine
from tournaments.rounds.standings_views import kept_standings

pytestmark = pytest.mark.anywhere


@pytest.fixture
def offered(db: None) -> Round:
    """Round 1 of four players, offered."""
    return offer_round(running_event(4), by=actor("olga"), now=at())


def step(event: Event, number: int, name: str) -> str:
    return reverse("tournaments:round_step", args=[event.slug, number, name])


def test_a_round_goes_through_its_steps(who: Who, offered: Round) -> None:
    event, client = offered.event, who("olga")
    assert client.post(step(event, 1, "publish")).status_code == 303
    assert client.post(step(event, 1, "publish")).status_code == 303, "pressed twice is pressed once"
    assert client.post(step(event, 1, "finish")).status_code == 409
    assert client.post(step(event, 1, "start")).status_code == 303
    missing = client.post(step(event, 1, "finish"))
    assert missing.status_code == 409 and "Results are missing" in missing.content.decode()
    assert client.post(step(event, 1, "withdraw"), {"reason": ""}).status_code == 400
    assert client.post(step(event, 1, "withdraw"), {"reason": "Wrong list"}).status_code == 303
    assert client.post(step(event, 1, "start")).status_code == 404
    assert client.post(step(event, 7, "start")).status_code == 404
    assert client.post(step(event, 1, "juggle")).status_code == 404


@pytest.mark.parametrize("name", ["", "player1", "jude", "hedda"])
def test_who_may_not_pair(who: Who, offered: Round, name: str) -> None:
    client, event = who(name), offered.event
    assert client.post(reverse("tournaments:make_offer", args=[event.slug])).status_code == 403
    for each in ("publish", "take-back"):
        assert client.post(step(event, 1, each)).status_code == 403
    assert client.post(reverse("tournaments:swap", args=[event.slug, 1])).status_code == 403
    offered.refresh_from_db()
    assert offered.state == RoundState.OFFERED


def test_places_are_changed_with_a_reason(who: Who, offered: Round) -> None:
    event, client = offered.event, who("sam")
    pairing = offered.offers.get(replaced_at=None).pairing
    by_code = {entrant.code: entrant for entrant in event.entrants.all()}
    first, second = by_code[pairing["tables"][0]["seats"][0]], by_code[pairing["tables"][1]["seats"][0]]
    address = reverse("tournaments:swap", args=[event.slug, 1])
    form = {"first": first.pk, "second": second.pk, "reason": "Same household"}
    for bad in (
        {},
        form | {"reason": ""},
        form | {"second": first.pk},
        form | {"second": "99999"},
        form | {"first": "x"},
    ):
        assert client.post(address, bad).status_code == 400
    assert client.post(address, form).status_code == 303
    page = client.get(reverse("tournaments:offer", args=[event.slug, 1])).content.decode()
    assert "Same household" in page and "Changed by hand" in page
    changed = offered.offers.get(replaced_at=None).pairing
    assert changed["tables"][0]["seats"][0] == second.code


def test_a_table_or_a_bye_is_given_with_a_reason(who: Who, offered: Round) -> None:
    event, client = offered.event, who("sam")
    pairing = offered.offers.get(replaced_at=None).pairing
    by_code = {entrant.code: entrant for entrant in event.entrants.all()}
    first, second = (by_code[table["seats"][0]] for table in pairing["tables"])
    address = reverse("tournaments:place", args=[event.slug, 1])
    form = {"first": first.pk, "second": second.pk, "table": "1", "reason": "One cannot walk far"}
    for bad in (
        {},
        form | {"reason": ""},
        form | {"second": ""},
        form | {"second": first.pk},
        form | {"second": "99999"},
        form | {"table": "7"},
        form | {"table": "bye", "second": ""},
    ):
        answer = client.post(address, bad)
        assert answer.status_code == 400 and "fold-place" in answer.content.decode()
    assert client.post(address, form).status_code == 303
    changed = offered.offers.get(replaced_at=None)
    assert changed.pairing["tables"][0]["seats"] == [first.code, second.code]
    assert changed.computed == pairing
    assert (
        "One cannot walk far"
        in client.get(reverse("tournaments:offer", args=[event.slug, 1])).content.decode()
    )
    assert client.post(address, form | {"table": "bye"}).status_code == 303
    assert offered.offers.get(replaced_at=None).pairing["byes"] == [first.code, second.code]
    assert client.post(address, form | {"table": "new"}).status_code == 303
    assert len(offered.offers.get(replaced_at=None).pairing["tables"]) == 2
    assert who("player1").post(address, form).status_code == 403


def test_a_table_is_given_over_the_api(who: Who, offered: Round) -> None:
    pairing = offered.offers.get(replaced_at=None).pairing
    codes = [table["seats"][0] for table in pairing["tables"]]
    address = f"/api/v1/events/{offered.event.slug}/offer/place/"

    def post(name: str, **body: object) -> int:
        return who(name).post(address, body, content_type="application/json").status_code

    assert post("sam", entrants=codes, table=1, reason="Far to walk.") == 200
    assert post("sam", entrants=codes[:1], reason="Late.") == 400
    assert [post("sam", entrants=bad, table=1, reason="x") for bad in ([], "P01", [codes[0]] * 2)] == [
        400
    ] * 3
    assert post("sam", entrants=["P01", "P99"], table=1, reason="x") == 404
    assert [post(name, entrants=codes, table=2, reason="x") for name in ("player1", "jude")] == [403] * 2


def test_the_clock_is_paused_and_runs_again(who: Who, db: None) -> None:
    round = round_under_way(4)
    client, event = who("olga"), round.event

    def press(name: str, **data: str) -> int:
        return client.post(reverse("tournaments:clock_step", args=[event.slug, 1, name]), data).status_code

    assert press("pause") == 303 and press("pause") == 303
    assert "Resume" in client.get(reverse("tournaments:desk", args=[event.slug])).content.decode()
    assert press("resume") == 303
    assert press("stop") == 400, "it needs a reason"
    assert press("reveal", reason="Fire") == 409, "there is nothing to reveal"
    assert press("rewind") == 404
    assert (
        who("player1").post(reverse("tournaments:clock_step", args=[event.slug, 1, "pause"])).status_code
        == 403
    )


def test_a_clock_paused_after_time_was_called_runs_again_from_the_desk(who: Who, db: None) -> None:
    """Found by a simulated day: a table that is given time would stand for good."""
    round = round_under_way()
    client, desk = who("olga"), reverse("tournaments:desk", args=[round.event.slug])

    def press(name: str) -> int:
        address = reverse("tournaments:clock_step", args=[round.event.slug, 1, name])
        return client.post(address, {"reason": "So."}).status_code

    assert press("call") == 303
    assert "clock/resume/" not in client.get(desk).content.decode()
    assert press("pause") == 303
    assert "clock/resume/" in client.get(desk).content.decode()
    assert press("resume") == 303
    assert "clock/resume/" not in client.get(desk).content.decode()


def test_the_desk_gives_all_time_and_calls_time(who: Who, db: None) -> None:
    round = round_under_way(4)
    client, event = who("olga"), round.event

    def press(name: str, by: str = "olga", **data: str) -> int:
        address = reverse("tournaments:clock_step", args=[event.slug, 1, name])
        return (client if by == "olga" else who(by)).post(address, data).status_code

    page = client.get(reverse("tournaments:desk", args=[event.slug])).content.decode()
    assert "Add time" in page and "Call time now" in page
    before = who("sam").get(reverse("tournaments:desk", args=[event.slug])).content.decode()
    assert "Add time" not in before and "Call time now" not in before
    assert [press("extend", minutes=wrong) for wrong in ("", "0", "121", "x")] == [400] * 4
    assert press("extend", minutes="5", idempotency_key="k") == 303
    assert press("extend", minutes="5", idempotency_key="k") == 303
    assert list(round.clock_events.filter(kind="extended").values_list("seconds", flat=True)) == [300]
    assert [press(name, by, minutes="5") for name in ("extend", "call") for by in ("sam", "player1")] == [
        403
    ] * 4
    assert press("call", reason="The hall closes.") == 303
    assert press("call") == 303
    assert round.clock_events.filter(kind="time_called").count() == 2
    assert press("extend", minutes="5") == 409
    desk = client.get(reverse("tournaments:desk", args=[event.slug])).content.decode()
    assert "Time was called in round 1 by the desk." in desk and "Call time now" not in desk


def test_slips_lie_in_order_once_the_stack_is_cut() -> None:
    # Ten slips, four a sheet: three sheets; pile 1 is 1 2 3, pile 2 is 4 5 6, pile 3 is 7 8 9, pile 4 is 10.
    sheets = for_the_guillotine(list(range(1, 11)))
    assert sheets == [1, 4, 7, 10, 2, 5, 8, None, 3, 6, 9, None]
    piles = [sheets[pile::4] for pile in range(4)]
    assert [slip for pile in piles for slip in pile if slip] == list(range(1, 11))
    assert for_the_guillotine([]) == []


def test_slips_carry_a_code_for_the_match(who: Who, db: None) -> None:
    round = round_under_way(5)
    page = who("sam").get(reverse("tournaments:print_slips", args=[round.event.slug, 1])).content.decode()
    assert page.count("<svg") - page.count('class="icon"') >= len(tables(round))


@pytest.mark.parametrize("order", ["name", "table", "shoe-size"])
def test_pairings_are_found(who: Who, db: None, order: str) -> None:
    round = round_under_way(6)
    address = reverse("tournaments:round_page", args=[round.event.slug, 1])
    page = who("").get(address, {"order": order, "q": "player3"})
    assert page.status_code == 200 and "Player3" in page.content.decode()
    assert "No name" in who("").get(address, {"order": order, "q": "zzz"}).content.decode()


def test_language_and_theme_are_kept_and_lead_nowhere_else(who: Who, db: None) -> None:
    client = who("")
    answer = client.post("/settings/", {"language": "de", "theme": "dark", "next": "https://evil.example/"})
    assert answer["Location"] == "/"
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == "de"
    assert client.cookies[THEME_COOKIE].value == "dark"
    page = client.get("/events/").content.decode()
    assert 'lang="de"' in page and 'data-theme="dark"' in page
    client.post("/settings/", {"language": "xx", "theme": "pink", "next": "/events/"})
    assert client.cookies[settings.LANGUAGE_COOKIE_NAME].value == "de"
    client.post("/settings/", {"theme": "", "next": "/events/"})
    assert 'data-theme=""' in client.get("/events/").content.decode()


def test_a_form_never_leads_off_the_site(who: Who, event: Event) -> None:
    entrant = event.entrants.first()
    assert entrant is not None
    address = reverse("tournaments:edit_entrant", args=[event.slug, entrant.pk])
    answer = who("olga").post(address, {"name": "Ann", "next": "//evil.example/x"})
    assert answer["Location"].startswith("/events/")


def test_the_address_of_an_offer_leads_to_the_round_once_published(who: Who, offered: Round) -> None:
    client, event = who("olga"), offered.event
    address = reverse("tournaments:offer", args=[event.slug, 1])
    assert client.get(address).status_code == 200
    assert client.post(reverse("tournaments:round_step", args=[event.slug, 1, "publish"])).status_code == 303
    assert client.get(address)["Location"] == reverse("tournaments:round_page", args=[event.slug, 1])


def test_the_wall_shows_the_standings_when_no_round_is_on(who: Who, db: None) -> None:
    event = running_event(4, swiss_rounds=1)
    played_round(event)
    address = reverse("tournaments:projector", args=[event.slug])
    between = who("").get(address).content.decode()
    assert between.count("1. Player") == 2 and "Pairings by name" not in between
    desk = who("olga").get(reverse("tournaments:desk", args=[event.slug])).content.decode()
    assert "still open" not in desk
    match = Match.objects.filter(is_bye=False).first()
    assert match is not None
    open_dispute(match, Kind.CONTESTED, "Who won?", by=Actor.system(), now=at(40))
    desk = who("olga").get(reverse("tournaments:desk", args=[event.slug])).content.decode()
    assert "1 dispute is still open." in desk
    finish_event(event, by=actor("olga"), now=at(60))
    wall = who("").get(address).content.decode()
    assert wall.count("1. Player") == 2 and "Final standings" in wall  # two have won and tie in everything


def test_an_offer_that_is_out_of_date_says_so_and_is_paired_again(who: Who, offered: Round) -> None:
    client, event = who("olga"), offered.event
    address = f"/events/{event.slug}/rounds/{offered.number}/offer/"
    publish = f'action="/events/{event.slug}/rounds/{offered.number}/publish/"'
    assert publish in client.get(address).content.decode()
    first = event.entrants.order_by("pk").first()
    assert first is not None
    drop_entrant(first, by=actor("olga"), now=at(50))
    page = client.get(address).content.decode()
    assert publish not in page
    assert "Pair again before you publish." in page
    client.post(f"/events/{event.slug}/rounds/offer/")
    page = client.get(address).content.decode()
    assert publish in page
    assert "Pair again before you publish." not in page


def test_a_finished_round_is_opened_again_from_the_desk_also_while_the_next_is_offered(
    who: Who, db: None
) -> None:
    """As the API does it: the offer made since is taken back, and the page says so."""
    event = running_event(4)
    played_round(event)
    offer_round(event, by=actor("olga"), now=at(61))
    address = step(event, 1, "reopen")
    page = who("olga").get(reverse("tournaments:desk", args=[event.slug])).content.decode()
    assert f'action="{address}"' in page and "The offer of the next round is taken back." in page
    assert who("olga").post(address, {"reason": "A slip."}).status_code == 303
    states = Round.objects.filter(event=event).order_by("number").values_list("number", "state")
    assert list(states) == [(1, RoundState.RUNNING), (2, RoundState.WITHDRAWN)]


def test_rules_changed_in_mid_event_change_the_standings_and_are_marked_there(who: Who, event: Event) -> None:
    client = who("olga")
    address = f"/events/{event.slug}/standings/"
    page = client.get(address).content.decode()
    assert "were changed after the start" not in page
    edit_event(
        event,
        {"tiebreakers": ["match_points", "buchholz"], "points_win": 2},
        by=actor("olga"),
        now=at(70),
        reason="Announced so, set wrongly.",
    )
    page = client.get(address).content.decode()
    assert "were changed after the start" in page
    assert "Announced so, set wrongly." in page
    kept = [dict(row["values"]) for row in kept_standings(event)[2]]
    assert list(kept[0]) == ["match_points", "buchholz"]
    # A bye stays at three, two have won, two have lost.
    assert [values["match_points"] for values in kept] == [3, 2, 2, 0, 0]


def test_the_wall_sends_nobody_to_a_table_of_a_round_that_is_over(who: Who, db: None) -> None:
    round = round_under_way()
    event = round.event
    wall = reverse("tournaments:projector", args=[event.slug])
    visitor = who("")

    def titles() -> list[str]:
        return re.findall(r'id="wall-pages"[^>]*aria-label="([^"]*)"', visitor.get(wall).content.decode())

    assert titles() == ["Pairings by name"]
    for match in tables(round):
        enter_result(match, {"winner": "A"}, by=actor("sam"), now=at(20))
    finish_round(round, by=actor("olga"), now=at(30))
    page = visitor.get(wall).content.decode()
    assert titles() == ["Standings"] and 'class="vs"' not in page and "1. " in page
    published_round(event, 60)
    assert titles() == ["Pairings by name"]


def test_no_page_promises_what_paper_does_not_hold() -> None:
    """How many claim slips fit on a sheet depends on the paper."""
    texts = "".join(path.read_text() for path in Path("templates").rglob("*.html"))
    assert not re.search(r"(?i)eight on a sheet|six on a sheet", texts)
    assert ("Four to a sheet" in texts, SLIPS_A_SHEET) == (True, 4)


def test_standings_are_searched_and_say_which_round_is_on(who: Who) -> None:
    event = running_event(4)
    played_round(event, 0)
    running_round(event, 60)
    where, olga = f"/events/{event.slug}/standings/", who("olga")
    page = olga.get(where).content.decode()
    tabs = page[page.index('id="after-rounds"') : page.index("</nav>", page.index('id="after-rounds"'))]
    assert re.findall(r'aria-current="page">\s*After (\d)', tabs) == ["1"]
    assert f'href="/events/{event.slug}/rounds/2/"' in tabs and "Round 2 is on" in tabs
    assert 'type="search"' in page and 'class="figure"' in page, "a figure looks like the link that it is"
    name = event.entrants.order_by("pk")[2].name
    for address in (where, where + "1/"):
        listed = olga.get(address, {"q": name.lower()}).content.decode()
        assert re.findall(r'data-row="(\d+)"', listed) == [str(event.entrants.get(name=name).pk)]
        none = olga.get(address, {"q": "nobody of that name"}).content.decode()
        assert "No name fits." in none and 'type="search"' in none
    finished = played_round(running_event(4, name="Other"), 0).event
    assert "is on" not in olga.get(f"/events/{finished.slug}/standings/").content.decode()
