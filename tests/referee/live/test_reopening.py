"""A seat whose code was forgotten is opened again by who may rule, by page and by API."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from rest_framework.test import APIClient

from referee.live.handing_over import MAX_WRONG, reopen_seat, taken_over
from referee.live.seat_tokens import TokenOld, phone_of_token, token_of
from referee.models.live import LiveTable, SeatCode
from tests.referee.live.playing import opened, phone
from tests.tournaments.factories import actor, seated
from tournaments.access import Actor
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.events.staff import grant_role
from tournaments.models.events import JournalEntry, Role
from tournaments.models.rounds import Match
from tournaments.now import now

pytestmark = pytest.mark.django_db
Door = Callable[[LiveTable, Actor | None, str], int]


@pytest.fixture
def table(match: Match) -> LiveTable:
    """A phone passed around, with a code of A's that nobody knows any more."""
    event = match.round.event
    grant_role(event, actor("scott").user.username, Role.SCOREKEEPER, by=actor("olga"), now=event.created_at)  # type: ignore[union-attr]
    found = opened(match, "shared")
    taken_over(found, phone(found, "A"), "A", "first1")
    return found


def by_api(table: LiveTable, who: Actor | None, seat: str) -> int:
    client = APIClient()
    if who is not None:
        client.force_authenticate(who.user)
    answer = client.post(f"/api/v1/live/{table.pk}/reopen/", {"seat": seat}, format="json")
    return int(answer.status_code)


def by_page(table: LiveTable, who: Actor | None, seat: str) -> int:
    """The status as a script is told it."""
    client = Client()
    if who is not None and who.user is not None:
        client.force_login(who.user)
    sent = {"do": "reopen", "seat": seat}
    return client.post(f"/live/{table.pk}/staff/", sent, headers={"X-Tap": "1"}).status_code


def codes(table: LiveTable) -> list[str]:
    return list(SeatCode.objects.filter(table=table).values_list("letter", flat=True))


@pytest.mark.parametrize("door", [by_api, by_page])
@pytest.mark.parametrize(
    ("who", "may"),
    [("", False), ("somebody", False), ("A", False), ("scott", False), ("jude", True), ("olga", True)],
)
def test_who_may(table: LiveTable, match: Match, door: Door, who: str, may: bool) -> None:
    asks = None if not who else Actor.of_user(seated(match, who).user) if len(who) == 1 else actor(who)  # type: ignore[arg-type]
    status = door(table, asks, "A")
    assert (status == 200) == may, status
    assert status in (200, 401, 403, 404)
    known = SeatCode.objects.filter(table=table, letter="A").exclude(code="").exists()
    assert known is not may


def test_the_next_code_counts_and_the_journal_says_who_did_it(table: LiveTable) -> None:
    mine = phone(table, "A")
    for _ in range(MAX_WRONG):
        with pytest.raises(NotAllowed):
            taken_over(table, mine, "A", "wrong1")
    with pytest.raises(Conflict):
        taken_over(table, mine, "A", "first1")
    assert by_api(table, actor("jude"), "A") == 200
    assert taken_over(table, mine, "A", "second2").view == "A"
    with pytest.raises(NotAllowed):
        taken_over(table, mine, "A", "first1")
    noted = JournalEntry.objects.filter(kind="live_table").last()
    assert noted is not None
    assert "code" in noted.text
    assert "second2" not in f"{noted.text}{noted.details}"


@pytest.mark.parametrize("door", [by_api, by_page])
@pytest.mark.parametrize("seat", ["C", "é", "table", "\x00", ""])
def test_no_such_seat(table: LiveTable, door: Door, seat: str) -> None:
    assert door(table, actor("jude"), seat) in (400, 404)
    assert codes(table) == ["A"]


def test_where_every_player_has_a_phone_there_are_no_codes(match: Match) -> None:
    with pytest.raises(Conflict):
        reopen_seat(opened(match), "A", by=actor("jude"), now=now())


def test_the_first_code_is_given_by_the_seats_own_player_or_after_a_judge_opened_it(table: LiveTable) -> None:
    with pytest.raises(NotAllowed):
        taken_over(table, phone(table, "A"), "B", "mine12")
    reopen_seat(table, "B", by=actor("jude"), now=now())
    before = JournalEntry.objects.count()
    reopen_seat(table, "B", by=actor("jude"), now=now())
    assert JournalEntry.objects.count() == before
    assert taken_over(table, phone(table, "A"), "B", "mine12").view == "B"
    with pytest.raises(NotAllowed):
        taken_over(table, phone(table, "A"), "B", "other1")
    SeatCode.objects.filter(letter="B").delete()
    assert taken_over(table, phone(table, "B"), "B", "mine12").view == "B"


def test_opening_a_seat_ends_every_word_that_was_given_for_it(table: LiveTable) -> None:
    shown = taken_over(table, phone(table, "A"), "A", "first1")
    token = token_of(table, shown)
    assert phone_of_token(token, table).view == "A"
    reopen_seat(table, "A", by=actor("jude"), now=now())
    with pytest.raises(TokenOld):
        phone_of_token(token, table)
    taken_over(table, phone(table, "A"), "A", "first1")
    with pytest.raises(TokenOld):
        phone_of_token(token, table)


def test_no_such_seat_is_opened(table: LiveTable) -> None:
    with pytest.raises(NotFound):
        reopen_seat(table, "Z", by=actor("jude"), now=now())


def test_the_judges_page_has_a_button_for_each_code(table: LiveTable, match: Match) -> None:
    pages = {}
    for who in ("jude", "A"):
        user = actor(who).user if len(who) > 1 else seated(match, who).user
        assert user is not None
        client = Client()
        client.force_login(user)
        pages[who] = client.get(f"/live/{table.pk}/").content.decode()
    assert 'value="reopen"' in pages["jude"]
    assert pages["jude"].count('name="seat" value="A"') == 1
    reopen_seat(table, "B", by=actor("jude"), now=now())
    client.force_login(actor("jude").user)  # type: ignore[arg-type]
    again = client.get(f"/live/{table.pk}/").content.decode()
    assert 'name="seat" value="B"' not in again.split('value="reopen"')[1].split("</form>")[0]
    assert 'value="reopen"' not in pages["A"]
