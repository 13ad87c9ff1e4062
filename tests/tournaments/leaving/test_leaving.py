"""Leaving: nothing says any more who somebody was, and everything that was played stays as it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.apps import apps
from django.core.cache import cache
from django.db import models
from django.test import Client
from django.utils.timezone import now as real_now
from rest_framework.authtoken.models import Token

from referee.models.disputes import Dispute
from rules.kernel.texts import say
from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    open_event,
    running_event,
    running_round,
    started,
    tables,
    walk_in,
    win,
)
from tests.tournaments.leaving.nameless import NAMELESS
from tournaments.access import Actor
from tournaments.accounts.tokens import make_token
from tournaments.entrants.changes import disqualify_entrant, edit_entrant, forbid_pair, register
from tournaments.entrants.claims import entrant_of_token, make_claim_link
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.events.life import cancel_event, finish_event
from tournaments.events.staff import grant_role
from tournaments.exports.files import event_file_of
from tournaments.kept_standings.standings import standings_kept
from tournaments.leaving.changes import delete_account, delete_entry
from tournaments.leaving.names import Names
from tournaments.leaving.places import PLACES
from tournaments.leaving.queries import data_of_account, data_of_entry
from tournaments.messages import message, restored, stored
from tournaments.models.accounts import FORMER, User
from tournaments.models.announcements import Announcement
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, JournalEntry, StaffRole
from tournaments.models.series import Series
from tournaments.models.webhooks import WebhookEndpoint
from tournaments.people.changes import show_page
from tournaments.results.changes import enter_result, report_result
from tournaments.rounds.changes import finish_round
from tournaments.series.queries import table_of_series
from tournaments.webhooks.changes import add_endpoint

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
#: A name that stands nowhere by chance, with letters that JSON may write otherwise.
NAME = "Zoë Quicksilver"
PASSWORD = "a long way round the lake"
#: Columns that are emptied or filled anew by themselves.
OWN = {
    "User": "password username first_name last_name email display_name page_code",
    "Entrant": "name email club",
}


def text_columns(model: type[models.Model]) -> set[str]:
    kinds = (models.CharField, models.TextField, models.JSONField)
    fields = model._meta.concrete_fields
    return {one.name for one in fields if isinstance(one, kinds) and not one.choices}


def test_every_text_column_is_looked_at_or_known_to_name_nobody() -> None:
    looked = {place.model.__name__: place.columns for place in PLACES}
    for app in ("tournaments", "referee"):
        for model in apps.get_app_config(app).get_models():
            name = model.__name__
            if NAMELESS.get(name) == "*":
                continue
            known = {*NAMELESS.get(name, "").split(), *OWN.get(name, "").split(), *looked.get(name, ())}
            assert text_columns(model) <= known, name


def everything() -> Iterator[tuple[str, str]]:
    """Every row of the database as text, with what it is."""
    for model in apps.get_models():
        for row in model._default_manager.values():
            yield model.__name__, json.dumps(row, ensure_ascii=False, default=str)


def zoe() -> Actor:
    """Zoë's account, with all that an account may have."""
    user = actor("zoe").user
    assert user is not None
    user.display_name, user.first_name, user.last_name = NAME, "Zoë", "Quicksilver"
    user.email = "zoe.q@example.org"
    user.set_password(PASSWORD)
    user.save()
    return Actor.of_user(user)


def lived() -> tuple[Event, Actor]:
    """A finished event in which Zoë played, was renamed, and worked a little; and what hangs on the account."""
    who = zoe()
    assert who.user is not None
    event = open_event(3, name="Lake Open", swiss_rounds=1)
    mine = register(event, by=who, now=at(-99))
    olga = actor("olga")
    edit_entrant(
        mine,
        {"name": f"Dr {NAME}", "email": "zoe.q@example.org", "club": "Quicksilver family"},
        by=olga,
        now=at(-98),
    )
    edit_entrant(mine, {"club": "Silver", "email": "other@example.org"}, by=olga, now=at(-98))
    other = event.entrants.exclude(pk=mine.pk).first()
    assert other is not None
    forbid_pair(mine, other, "weak", reason=f"{NAME} asked for it", by=olga, now=at(-97))
    make_claim_link(mine, by=olga, now=at(-97))
    grant_role(event, "zoe", "judge", by=olga, now=at(-96))
    started(event)
    round = running_round(event)
    match = next(one for one in tables(round) if one.seats.filter(entrant=mine).exists())
    letter = match.seats.get(entrant=mine).letter
    report_result(match, win(letter), by=who, now=at(5))
    for one in tables(round):
        enter_result(one, win(letter), by=actor("sam"), now=at(20), reason=f"{NAME} was late, says Dr {NAME}")
    Dispute.objects.create(
        event=event, match=match, kind="call", question=f"Is Dr {NAME} right?", at=at(21), **who.fact
    )
    Announcement.objects.create(event=event, text=f"Dr {NAME} to the desk", at=at(22), **who.fact)
    finish_round(round, by=olga, now=at(30))
    mine.refresh_from_db()
    return finish_event(event, by=olga, now=at(60)), who


def hang_on(who: Actor, event: Event) -> None:
    """What an account may have besides."""
    assert who.user is not None
    EmailAddress.objects.create(user=who.user, email="zoe.q@example.org", verified=True, primary=True)
    Token.objects.create(user=who.user)
    make_token("Zoë's program", ["read"], 9, None, by=who, now=real_now())
    TOTP.activate(who.user, "JBSWY3DPEHPK3PXP")
    show_page(by=who, now=at())
    Series.objects.create(slug="mine", name="Lake series", owner=who.user, points=[3], created_at=at())


def test_nothing_says_any_more_who_it_was_and_what_was_played_stays() -> None:
    event, who = lived()
    hang_on(who, event)
    standing = standings_kept(event)
    assert any("Quicksilver" in text for _name, text in everything()), "else this proves nothing"
    delete_account(by=who, now=at(100))
    left = [
        (name, text) for name, text in everything() if "quicksilver" in text.casefold() or "zoe.q" in text
    ]
    assert left == []
    assert not any("other@example.org" in text for _name, text in everything())
    mine = event.entrants.get(name=FORMER)
    after = standings_kept(event)
    assert [row | {"name": ""} for row in after] == [row | {"name": ""} for row in standing]
    assert {row["name"] for row in after if row["entrant"] == mine.code} == {FORMER}
    assert FORMER in {one.name for one in event_file_of(event, for_staff=True).entrants}
    assert Dispute.objects.get().question == f"Is {FORMER} right?"
    row = User.objects.get(pk=who.user.pk)  # type: ignore[union-attr]
    assert (row.is_active, row.email, row.page_code, row.has_usable_password()) == (False, "", None, False)
    assert (
        not EmailAddress.objects.exists() and not Token.objects.exists() and not UserSession.objects.exists()
    )
    assert Series.objects.get().owner is None
    assert not StaffRole.objects.filter(user=row, revoked_at=None).exists()


def test_twice_is_once() -> None:
    _event, who = lived()
    delete_account(by=who, now=at(100))
    before = sorted(everything())
    delete_account(by=who, now=at(200))
    assert sorted(everything()) == before


def test_every_page_of_the_event_is_without_the_name() -> None:
    event, who = lived()
    olga = Client()
    olga.force_login(actor("olga").user)  # type: ignore[arg-type]
    pages = [
        f"/events/{event.slug}/{part}"
        for part in ("", "entrants/", "standings/", "rounds/1/", "desk/log/", "standings/print/", "staff/")
    ] + [
        f"/api/v1/events/{event.slug}/{part}"
        for part in (
            "entrants/",
            "standings/",
            "journal/",
            "export/event.json",
            "export/standings.json",
            "rounds/1/",
        )
    ]
    shown = [page for page in pages if "Quicksilver" in olga.get(page).content.decode()]
    assert len(shown) > 6, "else this proves nothing"
    delete_account(by=who, now=at(100))
    for page in pages:
        assert "Quicksilver" not in olga.get(page).content.decode(), page


def test_the_only_organiser_of_an_unfinished_event_hands_it_over_first() -> None:
    event = make_event()
    with pytest.raises(Conflict, match="only organiser of Autumn Open"):
        delete_account(by=actor("olga"), now=at())
    assert actor("olga").user.former_at is None  # type: ignore[union-attr]
    actor("polly")
    grant_role(event, "polly", "organiser", by=actor("olga"), now=at())
    delete_account(by=actor("olga"), now=at())
    with pytest.raises(Conflict):
        delete_account(by=actor("polly"), now=at())
    cancel_event(event, reason="Nobody is left.", by=actor("polly"), now=at())
    delete_account(by=actor("polly"), now=at())


def test_who_leaves_is_dropped_from_events_that_are_not_over_and_the_waitlist_moves_up() -> None:
    event = open_event(2, capacity=2)
    waiting = register(event, by=actor("late"), now=at(-80))
    delete_account(by=actor("player1"), now=at(-70))
    waiting.refresh_from_db()
    assert event.entrants.get(name=FORMER).status == "dropped" and waiting.status == "registered"
    running = running_event(2, name="Second")
    delete_account(by=actor("player2"), now=at(1))
    assert running.entrants.get(name=FORMER).status == "dropped"


def test_the_last_who_runs_the_site_stays() -> None:
    User.objects.create_superuser("root", password=PASSWORD)
    with pytest.raises(Conflict, match="runs this site"):
        delete_account(by=actor("root"), now=at())


def test_webhooks_that_the_account_added_are_gone() -> None:
    event = open_event()
    actor("polly")
    grant_role(event, "polly", "organiser", by=actor("olga"), now=at())
    add_endpoint(event, "https://polly.example.org/hook", ["round.started"], by=actor("polly"), now=at())
    delete_account(by=actor("polly"), now=at(1))
    endpoint = WebhookEndpoint.objects.get()
    assert endpoint.deleted_at is not None and "polly" not in endpoint.url and endpoint.secret == ""


def test_a_series_counts_what_was_one_persons_as_one_persons() -> None:
    who = zoe()
    series = Series.objects.create(slug="s", name="S", points=[10, 4], created_at=at())
    events = []
    for name in ("One", "Two"):
        event = open_event(1, name=name, swiss_rounds=1)
        mine = register(event, by=who, now=at(-99))
        started(event)
        round = running_round(event)
        (match,) = tables(round)
        enter_result(match, win(match.seats.get(entrant=mine).letter), by=actor("sam"), now=at(20))
        finish_round(round, by=actor("olga"), now=at(30))
        events.append(finish_event(event, by=actor("olga"), now=at(60)))
    before = [(row.place, row.total) for row in table_of_series(series, events)]
    assert before == [(1, 20), (2, 8)]
    delete_account(by=who, now=at(100))
    rows = table_of_series(series, events)
    assert [(row.place, row.total) for row in rows] == before and rows[0].name == FORMER


def test_two_former_walk_ins_are_not_one_person_in_a_series() -> None:
    series = Series.objects.create(slug="s", name="S", points=[10, 4], created_at=at())
    event = open_event(0, name="One", swiss_rounds=1)
    people = [walk_in(event, name) for name in ("Wanda", "Walter")]
    started(event)
    round = running_round(event)
    enter_result(tables(round)[0], win("A"), by=actor("sam"), now=at(20))
    finish_round(round, by=actor("olga"), now=at(30))
    event = finish_event(event, by=actor("olga"), now=at(60))
    for one in people:
        delete_entry(one, by=Actor.of_entrant(one), now=at(70))
    assert [(row.place, row.total) for row in table_of_series(series, [event])] == [(1, 10), (2, 4)]


def test_names_are_found_as_whole_words_and_others_keep_theirs() -> None:
    names = Names({"Ann Lee", "Al"}, {"Mary Ann Lee"})
    assert names.out_of("Ann Lee, Ann Leeward and Mary Ann Lee; Al") == (
        f"{FORMER}, Ann Leeward and Mary Ann Lee; Al"
    )
    assert names.out_of("Al") == FORMER, "a short name alone"
    assert names.out_of_json({"Ann Lee": ["Ann Lee", 3, None]}) == {"Ann Lee": [FORMER, 3, None]}
    said = message("%(name)s was disqualified.", name="Ann Lee")
    kept: Any = names.out_of_message(stored(said))
    assert restored(said, kept) == f"{FORMER} was disqualified."


def test_names_are_found_in_what_an_engine_said() -> None:
    names = Names({"Ann Lee", "zero byte"})
    why = say("deck_list_field_unknown", name="Ann Lee")
    kept: Any = names.out_of_message(stored(message("It cannot be read: %(why)s", why=why)))
    assert restored("x", kept) == f"It cannot be read: nothing in a deck list is called “{FORMER}”"
    whole = stored(say("list_holds_zero_byte"))
    assert names.out_of_message(whole) == whole, "words of the site name nobody"


def test_somebody_of_the_same_name_keeps_it() -> None:
    event = open_event(2)
    first, second = event.entrants.order_by("pk")
    edit_entrant(first, {"name": "Ann Lee"}, by=actor("olga"), now=at(-90))
    edit_entrant(second, {"name": "Mary Ann Lee"}, by=actor("olga"), now=at(-90))
    disqualify_entrant(second, reason="Shouting at Ann Lee.", by=actor("olga"), now=at(-80))
    delete_account(by=actor("player1"), now=at(-70))
    second.refresh_from_db()
    line = JournalEntry.objects.get(kind="disqualified")
    assert second.name == "Mary Ann Lee"
    assert (line.text, line.said) == ("Mary Ann Lee was disqualified.",) * 2
    assert line.reason == f"Shouting at {FORMER}."


def test_a_walk_in_asks_by_the_claim_link_also_after_the_event() -> None:
    event = open_event(1, swiss_rounds=1)
    wanda = walk_in(event, "Wanda Quicksilver")
    edit_entrant(
        wanda, {"email": "w@example.org", "club": "Family Quicksilver"}, by=actor("olga"), now=at(-94)
    )
    started(event)
    round = running_round(event)
    enter_result(tables(round)[0], win("A"), by=actor("sam"), now=at(20))
    finish_round(round, by=actor("olga"), now=at(30))
    finish_event(event, by=actor("olga"), now=at(60))
    token = make_claim_link(wanda, by=actor("olga"), now=real_now())
    phone = Client(headers={"Authorization": f"Claim {token}"})
    path = f"/api/v1/events/{event.slug}/entrants/{wanda.code}/"
    held = phone.get(f"{path}data/").json()
    assert [row["name"] for row in held["entries"]] == ["Wanda Quicksilver"] and len(held["matches"]) == 1
    assert Client().get(f"{path}data/").status_code == 403
    assert (
        phone.post(f"{path}deletion/", {"confirm": False}, content_type="application/json").status_code == 400
    )
    assert (
        phone.post(f"{path}deletion/", {"confirm": True}, content_type="application/json").status_code == 204
    )
    assert [name for name, text in everything() if "Quicksilver" in text or "w@example.org" in text] == []
    assert phone.get(f"{path}data/").status_code in (401, 404)
    with pytest.raises(NotFound):
        entrant_of_token(token, real_now())
    delete_entry(wanda, by=Actor.of_entrant(wanda), now=at(100))  # twice is once


def test_nobody_else_deletes_an_entry_and_one_of_an_account_goes_with_it() -> None:
    event = open_event(1)
    wanda, mine = walk_in(event), event.entrants.get(user__username="player1")
    for who in (actor("olga"), actor("player1"), Actor.anonymous()):
        with pytest.raises(NotAllowed):
            delete_entry(wanda, by=who, now=at())
    with pytest.raises(Conflict):
        delete_entry(mine, by=Actor.of_entrant(mine), now=at())


def signed_in(name: str = "zoe") -> Client:
    client = Client()
    assert client.login(username=name, password=PASSWORD)
    return client


def test_the_page_asks_for_the_password_and_signs_out() -> None:
    cache.clear()
    zoe()
    client = signed_in()
    page = client.get("/profile/data/").content.decode()
    assert 'name="password"' in page and 'name="code"' not in page
    assert client.post("/profile/data/", {"password": PASSWORD}).status_code == 400, "not confirmed"
    assert client.post("/profile/data/", {"password": "wrong", "confirm": "on"}).status_code == 400
    assert User.objects.filter(username="zoe").exists()
    other = signed_in()
    gone = client.post("/profile/data/", {"password": PASSWORD, "confirm": "on"}, follow=True)
    assert "Your account is deleted." in gone.content.decode()
    assert not User.objects.filter(username="zoe").exists()
    for browser in (client, other):
        assert browser.get("/profile/").status_code == 302
    assert not Client().login(username="zoe", password=PASSWORD)


def test_where_there_is_a_second_step_its_code_is_asked_for() -> None:
    cache.clear()
    who = zoe()
    TOTP.activate(who.user, "JBSWY3DPEHPK3PXP")  # type: ignore[arg-type]
    code = RecoveryCodes.activate(who.user).get_unused_codes()[0]  # type: ignore[arg-type]
    client = Client()
    client.force_login(who.user)  # type: ignore[arg-type]
    page = client.get("/profile/data/").content.decode()
    assert 'name="code"' in page and 'name="password"' not in page
    said = {"password": PASSWORD, "code": "000000", "confirm": True}
    assert client.post("/api/v1/me/deletion/", said, content_type="application/json").status_code == 400
    assert (
        client.post(
            "/api/v1/me/deletion/", said | {"code": code}, content_type="application/json"
        ).status_code
        == 204
    )
    assert not User.objects.filter(username="zoe").exists()


def test_who_guesses_is_stopped(settings: Any) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"reauthenticate": "10/m/user"}
    cache.clear()
    zoe()
    client = signed_in()
    for _n in range(12):
        client.post("/profile/data/", {"password": "wrong", "confirm": "on"})
    page = client.post("/profile/data/", {"password": PASSWORD, "confirm": "on"})
    assert page.status_code == 400 and "Too many attempts" in page.content.decode()


def test_no_api_token_reads_or_deletes_an_account() -> None:
    who = zoe()
    _token, text = make_token("all", ["read"], 9, None, by=who, now=real_now())
    program = Client(headers={"Authorization": f"Token {text}"})
    assert program.get("/api/v1/me/data/").status_code == 403
    sent = {"password": PASSWORD, "confirm": True}
    assert program.post("/api/v1/me/deletion/", sent, content_type="application/json").status_code == 403
    assert Client().get("/api/v1/me/data/").status_code in (401, 403)


def test_ones_own_data_is_all_of_it_and_no_secret() -> None:
    event, who = lived()
    hang_on(who, event)
    client = Client()
    client.force_login(who.user)  # type: ignore[arg-type]
    answer = client.get("/profile/data/file/")
    assert "attachment" in answer["Content-Disposition"] and "no-store" in answer["Cache-Control"]
    held = json.loads(answer.content)
    assert held == json.loads(client.get("/api/v1/me/data/").content)
    assert held["account"]["display_name"] == NAME
    assert [row["event"] for row in held["entries"]] == [event.slug]
    assert [row["name"] for row in held["entries"]] == [f"Dr {NAME}"]
    (match,) = held["matches"]
    assert (match["round"], match["outcome"]["winner"]) == (1, match["letter"])
    assert len(held["reports"]) == 1 and len(held["disputes_asked"]) == 1
    assert [(row["event"], row["role"]) for row in held["roles"]] == [(event.slug, "judge")]
    text = answer.content.decode()
    user = User.objects.get(username="zoe")
    for secret in (user.password, Token.objects.get().key, "JBSWY3DPEHPK3PXP"):
        assert secret not in text
    assert "player1" not in json.dumps(data_of_entry(event.entrants.get(user=user)), default=str)
    assert data_of_account(user)["second_steps"][0]["type"] == "totp"


def test_the_page_of_a_walk_in() -> None:
    event = running_event(2)
    wanda = walk_in(open_event(name="Other"), "Wanda")
    token = make_claim_link(wanda, by=actor("olga"), now=real_now())
    phone = Client()
    phone.post(f"/claim/{token}/")
    address = f"/events/{wanda.event.slug}/entrants/{wanda.pk}/data/"
    assert address in phone.get(f"/events/{wanda.event.slug}/me/").content.decode()
    assert phone.get(address).status_code == 200
    assert json.loads(phone.get(f"{address}file/").content)["entries"][0]["name"] == "Wanda"
    assert phone.post(address).status_code == 400
    assert phone.post(address, {"confirm": "on"}).status_code == 303
    assert Entrant.objects.get(pk=wanda.pk).name == FORMER
    assert phone.get(address).status_code == 403
    assert Client().get(f"/events/{event.slug}/entrants/{wanda.pk}/data/").status_code == 404
