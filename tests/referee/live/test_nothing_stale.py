"""What a process keeps of a live table and of the tokens that were good there: the next request sees every change,
whichever process made it, and for that no more is asked of the database."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from rest_framework.authtoken.models import Token

from referee.live.phones import phone_of
from referee.live.queries import live_table
from referee.live.seat_tokens import token_of
from referee.models.live import LiveTable
from tests.referee.live.playing import opened, phone
from tests.rules.kernel.helpers import draw
from tests.tournaments.factories import actor, at, player
from tournaments.access import Actor
from tournaments.access.api_tokens import name_of
from tournaments.access.scopes import Grant
from tournaments.accounts.tokens import end_token, make_token
from tournaments.entrants.changes import drop_entrant
from tournaments.entrants.claims import make_claim_link, revoke_claim_links
from tournaments.entrants.entry import edit_entrant
from tournaments.events.changes import edit_event
from tournaments.events.staff import grant_role, revoke_role
from tournaments.live.changes import mark_changed, mark_tables
from tournaments.models.accounts import User
from tournaments.models.api_tokens import ApiToken
from tournaments.models.entrants import Entrant, Status
from tournaments.models.events import StaffRole
from tournaments.models.rounds import Match, Seat
from tournaments.now import now

pytestmark = pytest.mark.django_db
JUDGES = "jude"
#: What a tap and a look asked of the database before anything here was looked at.
BEFORE_TAP, BEFORE_LOOK = 5, 1


@pytest.fixture(autouse=True)
def unthrottled() -> None:
    cache.clear()


@pytest.fixture
def table(match: Match) -> LiveTable:
    return opened(match)


def look(table: LiveTable, token: str) -> HttpResponse:
    address = f"/api/v1/live/{table.pk}/?since=0"
    return Client().get(address, headers={"authorization": f"Seat {token}"})


def tap(table: LiveTable, token: str, after: int = 0, who: str = "A") -> HttpResponse:
    said = json.dumps({"key": f"k{after}{who}", "after": after, "entry": draw(who)})
    address, headers = f"/api/v1/live/{table.pk}/entries/", {"authorization": f"Seat {token}"}
    return Client().post(address, said, content_type="application/json", headers=headers)


def names(table: LiveTable, token: str) -> list[str]:
    return [seat["name"] for seat in look(table, token).json()["seats"]]


def sitting(table: LiveTable, seat: str) -> Entrant:
    return Seat.objects.get(match=table.record.match_id, letter=seat).entrant


def claimed(table: LiveTable, seat: str) -> str:
    """The token of who has opened a claim link of this seat's player; he has no account."""
    entrant = sitting(table, seat)
    Entrant.objects.filter(pk=entrant.pk).update(user=None)
    make_claim_link(entrant, by=actor("olga"), now=now())
    return token_of(table, phone_of(live_table(table.pk), Actor.of_entrant(entrant)))


def test_a_name_is_the_one_of_this_moment(table: LiveTable) -> None:
    token = token_of(table, phone(table, "A"))
    assert names(table, token)[0] == sitting(table, "A").name
    edit_entrant(sitting(table, "A"), {"name": "Ann Bell"}, by=actor("olga"), now=at(3))
    assert names(table, token)[0] == "Ann Bell"


def test_who_sits_there_is_read_as_soon_as_it_was_changed_by_hand(table: LiveTable) -> None:
    mine, theirs = (token_of(table, phone(table, seat)) for seat in "AB")
    before = names(table, mine)
    match = table.record.match
    other = Seat.objects.filter(round=match.round).exclude(match=match).first()
    assert other is not None
    Seat.objects.filter(match=match, letter="A").delete()
    Seat.objects.filter(pk=other.pk).update(match=match, letter="A")
    mark_changed(match.round.event_id, "rounds")
    assert names(table, theirs) == [other.entrant.name, before[1]]
    # who sat there is not shown its cards any more, nor does he act
    assert look(table, mine).status_code == 401 and tap(table, mine).status_code == 401


def test_a_choice_of_the_event_is_the_one_of_this_moment(table: LiveTable) -> None:
    found = live_table(table.pk).record.match.round.event
    edit_event(found, {"name": "Winter Open"}, by=actor("olga"), now=at(3), reason="Said wrongly.")
    assert live_table(table.pk).record.match.round.event.name == "Winter Open"


def test_a_table_that_was_moved_is_where_it_is(table: LiveTable) -> None:
    match = live_table(table.pk).record.match
    Match.objects.filter(pk=match.pk).update(table=77)
    mark_tables(match.round.event_id, [match.pk])
    assert live_table(table.pk).record.match.table == 77


def test_time_that_was_called_is_known(table: LiveTable) -> None:
    round = live_table(table.pk).record.match.round
    round.time_called_at = at(50)
    round.save()
    assert live_table(table.pk).record.match.round.time_called_at == at(50)


def blocked(table: LiveTable) -> None:
    User.objects.filter(pk=sitting(table, "A").user_id).update(is_active=False)


def with_another_password(table: LiveTable) -> None:
    user = User.objects.get(pk=sitting(table, "A").user_id)
    user.set_password("something else altogether")
    user.save()


def under_another_name(table: LiveTable) -> None:
    User.objects.filter(pk=sitting(table, "A").user_id).update(display_name="Somebody Else")


ENDINGS: dict[str, Callable[[LiveTable], None]] = {
    "blocked": blocked,
    "another password": with_another_password,
    "another name": under_another_name,
}


@pytest.mark.parametrize("how", ENDINGS)
@pytest.mark.parametrize("was_used", [True, False], ids=["used here", "new here"])
def test_the_token_of_an_account_ends_with_it(table: LiveTable, how: str, was_used: bool) -> None:
    token = token_of(table, phone(table, "A"))
    if was_used:
        assert look(table, token).status_code == 200
    ENDINGS[how](table)
    answer = tap(table, token)
    assert (answer.status_code, answer.json()["code"]) == (401, "word_old")
    assert look(table, token).status_code == 401
    assert look(table, token_of(table, phone(table, "B"))).status_code == 200
    assert live_table(table.pk).record.entries == 0


@pytest.mark.parametrize("was_used", [True, False], ids=["used here", "new here"])
def test_a_judges_token_ends_with_the_role(table: LiveTable, was_used: bool) -> None:
    token = token_of(table, phone(table, JUDGES))
    if was_used:
        assert look(table, token).json()["phone"]["view"] == "judge"
    event = table.record.match.round.event
    revoke_role(StaffRole.objects.get(event=event, user__username=JUDGES), by=actor("olga"), now=at(3))
    assert look(table, token).status_code == 401
    # and is another one's once he has it again
    grant_role(event, JUDGES, "judge", by=actor("olga"), now=at(4))
    assert look(table, token).status_code == 200


def test_who_takes_part_from_now_on_sees_no_more_as_a_judge(table: LiveTable) -> None:
    token = token_of(table, phone(table, JUDGES))
    assert look(table, token).status_code == 200
    event = table.record.match.round.event
    entrant = Entrant.objects.create(
        event=event, user=actor(JUDGES).user, name="Jude", code="P99", entered_at=at(3), status=Status.PLAYING
    )
    mark_changed(event.pk, "entrants")
    assert look(table, token).status_code == 401
    drop_entrant(entrant, by=actor("olga"), now=at(4))
    assert look(table, token).status_code == 200


@pytest.mark.parametrize("was_used", [True, False], ids=["used here", "new here"])
def test_the_token_of_a_claim_link_ends_with_it(table: LiveTable, was_used: bool) -> None:
    token = claimed(table, "A")
    if was_used:
        assert tap(table, token).status_code == 201
    revoke_claim_links(sitting(table, "A"), by=actor("olga"), now=now())
    assert tap(table, token, after=int(was_used)).status_code == 401 == look(table, token).status_code
    # a new link does not wake what the old one gave
    make_claim_link(sitting(table, "A"), by=actor("olga"), now=now())
    assert tap(table, token, after=int(was_used)).status_code == 401
    assert live_table(table.pk).record.entries == int(was_used)


def test_a_token_made_in_the_moment_of_a_revocation_is_worth_nothing(table: LiveTable) -> None:
    """The request has found its claim link good; before it makes the token the link is revoked."""
    entrant = sitting(table, "A")
    Entrant.objects.filter(pk=entrant.pk).update(user=None)
    make_claim_link(entrant, by=actor("olga"), now=now())
    mine = phone_of(live_table(table.pk), Actor.of_entrant(entrant))
    revoke_claim_links(entrant, by=actor("olga"), now=now())
    assert tap(table, token_of(table, mine)).status_code == 401
    judge = phone_of(live_table(table.pk), actor(JUDGES))
    event = table.record.match.round.event
    revoke_role(StaffRole.objects.get(event=event, user__username=JUDGES), by=actor("olga"), now=at(3))
    assert look(table, token_of(table, judge)).status_code == 401


def test_one_by_an_api_token_ends_with_that(table: LiveTable) -> None:
    user = player(table.record.match, "A").user
    assert user is not None
    by = Actor.of_user(user)
    made, _text = make_token("a program", ["everything"], 3, None, by=by, now=now())
    grant = Grant(made.pk, frozenset(["everything"]))
    simple = Token.objects.create(user=user)
    came = [
        Actor.of_user(user, grant=grant, came_by=name_of(grant)),
        Actor.of_user(user, came_by=name_of(simple)),
    ]
    first, second = (token_of(table, phone_of(live_table(table.pk), one)) for one in came)
    assert simple.key not in second
    assert look(table, first).status_code == look(table, second).status_code == 200
    end_token(made.pk, by=by, now=now())
    assert look(table, first).status_code == 401 and look(table, second).status_code == 200
    simple.delete()
    Token.objects.create(user=user)
    assert look(table, second).status_code == 401
    ApiToken.objects.filter(pk=made.pk).update(ended_at=None, expires_at=now() - timedelta(minutes=1))
    assert look(table, first).status_code == 401


def statements(ask: Callable[[], HttpResponse]) -> int:
    with CaptureQueriesContext(connection) as sent:
        assert ask().status_code in (200, 201)
    return len([one for one in sent.captured_queries if "SAVEPOINT" not in one["sql"]])


@pytest.mark.parametrize("kind", ["account", "claim link"])
def test_it_costs_a_tap_no_statement_more(table: LiveTable, kind: str) -> None:
    """The row of the table, the entry: its line of the record, its part, its tap. One of a process that has not seen
    the token before, too."""
    token = claimed(table, "A") if kind == "claim link" else token_of(table, phone(table, "A"))
    assert look(table, token_of(table, phone(table, "B"))).status_code == 200
    assert statements(lambda: tap(table, token)) == BEFORE_TAP
    assert statements(lambda: look(table, token)) == BEFORE_LOOK


def test_what_became_of_others_costs_the_phones_of_players_nothing(table: LiveTable) -> None:
    token = token_of(table, phone(table, "A"))
    assert look(table, token).status_code == 200
    event = table.record.match.round.event
    other = Entrant.objects.filter(event=event).exclude(seats__match=table.record.match).first()
    assert other is not None
    drop_entrant(other, by=actor("olga"), now=at(4))
    assert statements(lambda: look(table, token)) == BEFORE_LOOK
    # what the whole event may have changed by is asked once
    mark_changed(event.pk, "event")
    assert statements(lambda: look(table, token)) > BEFORE_LOOK
    assert statements(lambda: look(table, token)) == BEFORE_LOOK
