"""Pages of entrants: walk-ins, claim links good and bad, what one player may not do for another."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    open_event,
    published_round,
    running_event,
    walk_in,
)
from tests.tournaments.pages.conftest import Who
from tournaments.entrants import forms
from tournaments.entrants.claims import make_claim_link, revoke_claim_links
from tournaments.events.life import start_event
from tournaments.models.entrants import Entrant, Status
from tournaments.models.events import Event
from tournaments.now import now
from tournaments.rounds.changes import start_round

pytestmark = pytest.mark.anywhere


@pytest.fixture
def opened(db: None) -> Event:
    """Registration is open; two players with accounts, one walk-in."""
    event = open_event(2)
    walk_in(event)
    return event


def address(name: str, event: Event, *args: object) -> str:
    return reverse(f"tournaments:{name}", args=[event.slug, *args])


def claimed(entrant: Entrant) -> tuple[Client, str]:
    """A browser that has opened the entrant's claim link, and the link."""
    token = make_claim_link(entrant, by=actor("olga"), now=now())
    link, client = reverse("tournaments:claim", args=[token]), Client()
    assert entrant.name in client.get(link).content.decode()
    assert client.post(link).status_code == 303
    return client, link


def test_a_walk_in_is_entered_once(who: Who, opened: Event) -> None:
    client = who("olga")
    for _ in range(2):
        answer = client.post(address("add_entrant", opened), {"name": "Ann Bell", "idempotency_key": "same"})
        assert answer.status_code == 303
    assert opened.entrants.filter(name="Ann Bell").count() == 1
    assert "Ann Bell is entered." in client.get(address("entrants", opened)).content.decode()


def test_a_walk_in_who_waits_is_not_said_to_be_entered(who: Who, db: None) -> None:
    event, client = open_event(2, capacity=2), who("olga")
    assert client.post(address("add_entrant", event), {"name": "Rosa"}).status_code == 303
    page = client.get(address("entrants", event)).content.decode()
    assert "Rosa is on the waitlist." in page and "Rosa is entered." not in page


def test_another_walk_in_on_a_page_gone_back_to_is_entered_too(who: Who, opened: Event) -> None:
    """The browser shows the old page with its old key; what is sent with another name is another form."""
    client = who("olga")
    for name in ("Ann Bell", "Ben Cole", "Ben Cole"):
        client.post(address("add_entrant", opened), {"name": name, "idempotency_key": "gone back to"})
    assert list(opened.entrants.order_by("pk").values_list("name", flat=True))[3:] == ["Ann Bell", "Ben Cole"]


@pytest.mark.parametrize("name", ["", "   ", "\u200b\u200d", "\u3164", "x" * 101, "a\x00b"])
def test_a_name_that_cannot_be(who: Who, opened: Event, name: str) -> None:
    answer = who("olga").post(address("add_entrant", opened), {"name": name})
    assert answer.status_code == 400
    assert 'id="id_name_error"' in answer.content.decode()
    assert opened.entrants.count() == 3


@pytest.mark.parametrize("name", ["", "player1", "jude"])
def test_who_may_not_enter_people(who: Who, opened: Event, name: str) -> None:
    assert who(name).post(address("add_entrant", opened), {"name": "Stowaway"}).status_code == 403
    assert opened.entrants.count() == 3


def test_after_the_start_it_is_a_late_entry(who: Who) -> None:
    event = running_event(4)
    form = {"name": "Late Larry", "missed_rounds_as": "nothing"}
    assert who("sam").post(address("add_entrant", event), form).status_code == 303
    assert event.entrants.get(name="Late Larry").status == Status.PLAYING
    assert (
        who("sam").post(address("add_entrant", event), form | {"missed_rounds_as": "wins"}).status_code == 400
    )


@pytest.mark.parametrize(("players", "waits"), [(5, True), (4, False)])
def test_who_comes_while_a_round_is_played_is_a_tap_from_a_table_in_it(
    who: Who, players: int, waits: bool
) -> None:
    """Where somebody has the bye; else nobody is left to play against."""
    event = running_event(players)
    round = start_round(published_round(event), by=actor("olga"), now=at(0))
    form = {"name": "Late Larry", "missed_rounds_as": "loss"}
    desk = who("sam")
    said = desk.post(address("add_entrant", event), form, follow=True).content.decode()
    late = event.entrants.get(name="Late Larry")
    there = reverse("tournaments:change_pairing", args=[event.slug, 1]) + f"?who={late.pk}"
    assert (there in said) == waits
    of_player = address("entrant", event, late.pk)
    assert (there in desk.get(of_player).content.decode()) == waits
    assert there not in who("jude").get(of_player).content.decode()  # a judge seats nobody
    if waits:
        holder = round.matches.get(is_bye=True).seats.get().entrant
        sent = {"who": late.pk, "other": holder.pk, "reason": "He is here now."}
        assert desk.post(there, sent).status_code == 303
        assert there not in desk.get(of_player).content.decode()


def test_what_the_desk_changes_about_an_entrant(who: Who, opened: Event) -> None:
    ann, ben, wanda = opened.entrants.order_by("id")
    client = who("olga")
    assert (
        client.post(address("edit_entrant", opened, ann.pk), {"name": "Ann", "fixed_table": "3"}).status_code
        == 303
    )
    ann.refresh_from_db()
    assert (ann.name, ann.fixed_table) == ("Ann", 3)
    for bad in (
        {"name": ""},
        {"name": "A", "fixed_table": "-1"},
        {"name": "A", "rating": "inf"},
        {"name": "A", "list_seed": "x"},
    ):
        assert client.post(address("edit_entrant", opened, ann.pk), bad).status_code == 400
    pair = {"second": str(ben.pk), "strength": "absolute", "reason": "Siblings"}
    assert client.post(address("forbid_pair", opened, ann.pk), pair).status_code == 303
    page = client.get(address("entrant", opened, ben.pk)).content.decode()
    assert "Siblings" in page and "Ann" in page
    for bad in ({}, {"second": str(ann.pk), "strength": "weak"}, {"second": str(ben.pk), "strength": "very"}):
        assert client.post(address("forbid_pair", opened, ann.pk), bad).status_code == 400
    standing = opened.forbidden_pairs.get(lifted_at=None)
    assert client.post(address("lift", opened, ann.pk, "pair", standing.pk)).status_code == 303
    assert not opened.forbidden_pairs.filter(lifted_at=None).exists()
    assert client.post(address("award_bye", opened, wanda.pk), {"round_number": "1"}).status_code == 303
    assert client.post(address("award_bye", opened, wanda.pk), {"round_number": "0"}).status_code == 400
    bye = wanda.awarded_byes.get()
    assert client.post(address("lift", opened, wanda.pk, "bye", bye.pk)).status_code == 303
    assert client.post(address("lift", opened, wanda.pk, "bye", 999_999)).status_code == 404


def test_an_entrant_of_another_event_is_not_found(who: Who, opened: Event) -> None:
    other = make_event(name="Other")
    stranger = walk_in(other, "Stranger")
    client = who("olga")
    assert client.get(address("entrant", opened, stranger.pk)).status_code == 404
    for step in ("check-in", "drop", "claim-link"):
        assert client.post(address("entrant_step", opened, stranger.pk, step)).status_code == 404
    own = opened.entrants.first()
    assert own is not None
    form = {"second": str(stranger.pk), "strength": "weak"}
    assert client.post(address("forbid_pair", opened, own.pk), form).status_code == 400
    assert client.get(address("entrant", opened, 10**25)).status_code == 404


def test_registering(who: Who, opened: Event) -> None:
    assert who("").get(address("register", opened))["Location"].startswith("/accounts/login/")
    client = who("newcomer")
    assert client.post(address("register", opened), {"name": "x" * 101}).status_code == 400
    assert client.post(address("register", opened), {"name": "New Comer"}).status_code == 303
    assert "You are registered" in client.get(address("my_table", opened)).content.decode()
    assert client.post(address("register", opened), {"name": "Again"}).status_code == 302
    assert opened.entrants.filter(user__username="newcomer").count() == 1


def test_a_full_event_has_a_waitlist(who: Who, opened: Event) -> None:
    opened.capacity = 3
    opened.save()
    client = who("newcomer")
    assert "waitlist" in client.get(address("event_page", opened)).content.decode()
    assert "waitlist" in client.get(address("register", opened)).content.decode()
    client.post(address("register", opened), {})
    assert "Place 1 on the waitlist" in client.get(address("my_table", opened)).content.decode()
    wanda = opened.entrants.get(name="Wanda")
    who("olga").post(address("entrant_step", opened, wanda.pk, "drop"))
    assert "You are registered" in client.get(address("my_table", opened)).content.decode()


def test_a_claim_link_is_good_for_its_entrant_alone(opened: Event) -> None:
    wanda = opened.entrants.get(name="Wanda")
    client, _ = claimed(wanda)
    assert "Wanda" in client.get(address("my_table", opened)).content.decode()
    other = opened.entrants.exclude(pk=wanda.pk).first()
    assert other is not None
    assert client.post(address("entrant_step", opened, other.pk, "drop")).status_code == 403
    assert client.get(address("desk", opened)).status_code in (302, 403)
    assert client.post(address("entrant_step", opened, wanda.pk, "claim-link")).status_code == 403
    elsewhere = open_event(0, name="Elsewhere")
    assert "You have no table here" in client.get(address("my_table", elsewhere)).content.decode()
    assert client.post(address("entrant_step", opened, wanda.pk, "drop")).status_code == 303
    wanda.refresh_from_db()
    assert wanda.status == Status.DROPPED


def test_a_revoked_link_stops_working_in_browsers_that_opened_it(opened: Event) -> None:
    wanda = opened.entrants.get(name="Wanda")
    client, link = claimed(wanda)
    revoke_claim_links(wanda, by=actor("olga"), now=now())
    assert "You have no table here" in client.get(address("my_table", opened)).content.decode()
    answer = client.get(link)
    assert answer.status_code == 404 and "Ask the desk for a new slip" in answer.content.decode()


def test_an_expired_link_says_what_to_do(opened: Event) -> None:
    wanda = opened.entrants.get(name="Wanda")
    token = make_claim_link(wanda, by=actor("olga"), now=now() - timedelta(days=4), days=3)
    answer = Client().get(reverse("tournaments:claim", args=[token]))
    assert answer.status_code == 404 and "Ask the desk for a new slip" in answer.content.decode()
    assert Client().post(reverse("tournaments:claim", args=[token])).status_code == 404


@pytest.mark.parametrize("token", ["abc", "a.b", "x" * 3000, "%00", "..", "é"])
def test_a_made_up_link(db: None, token: str) -> None:
    answer = Client().get(f"/claim/{token}/")
    assert answer.status_code == 404


def test_a_walk_in_joins_an_account(who: Who, opened: Event) -> None:
    wanda = opened.entrants.get(name="Wanda")
    token = make_claim_link(wanda, by=actor("olga"), now=now())
    client = who("newcomer")
    assert client.post(reverse("tournaments:claim", args=[token]), {"adopt": "1"}).status_code == 303
    wanda.refresh_from_db()
    assert wanda.user is not None and wanda.user.username == "newcomer"
    again = who("player1").post(reverse("tournaments:claim", args=[token]), {"adopt": "1"})
    assert again.status_code == 409, "an entry has one account"


def test_the_slip_shows_a_code_for_the_link(who: Who, opened: Event) -> None:
    wanda = opened.entrants.get(name="Wanda")
    client = who("olga")
    page = client.get(address("slip", opened, wanda.pk)).content.decode()
    assert "There is no working claim link" in page
    assert f'action="{address("entrant_step", opened, wanda.pk, "claim-link")}"' in page
    made = client.post(address("entrant_step", opened, wanda.pk, "claim-link"), {"idempotency_key": "k"})
    client.post(address("entrant_step", opened, wanda.pk, "claim-link"), {"idempotency_key": "k"})
    assert wanda.claim_links.count() == 1
    page = client.get(made["Location"]).content.decode()
    assert "<svg" in page and "/claim/" in page
    for name in ("", "player1", "jude"):
        assert who(name).get(address("slip", opened, wanda.pk)).status_code in (302, 403)


def test_who_returns_to_a_full_event_waits_and_is_told_so(who: Who) -> None:
    event, olga = open_event(2, capacity=2), who("olga")
    gone = event.entrants.get(code="P01")
    olga.post(address("entrant_step", event, gone.pk, "drop"))
    walk_in(event, "Wanda")
    page = olga.post(address("entrant_step", event, gone.pk, "return"), follow=True).content.decode()
    assert f"{gone.name} is on the waitlist." in page
    gone.refresh_from_db()
    assert gone.status == Status.WAITLISTED
    olga.post(address("entrant_step", event, event.entrants.get(name="Wanda").pk, "drop"))
    gone.refresh_from_db()
    assert gone.status == Status.REGISTERED
    olga.post(address("entrant_step", event, gone.pk, "drop"))
    page = olga.post(address("entrant_step", event, gone.pk, "return"), follow=True).content.decode()
    assert f"{gone.name} is registered again." in page


def test_why_somebody_was_disqualified_or_did_not_come_is_for_the_staff(who: Who, event: Event) -> None:
    """The result it makes is everybody's to read; the reason is not."""
    olga, visitor = who("olga"), who("")
    round = event.rounds.get(number=2)
    one, third = (match.seats.all()[0] for match in round.matches.filter(is_bye=False))
    olga.post(address("entrant_step", event, one.entrant_id, "disqualify"), {"reason": "Marked cards"})
    olga.post(address("entrant_step", event, third.entrant_id, "no-show"), {"reason": "In hospital"})
    for seat, reason in ((one, "Marked cards"), (third, "In hospital")):
        match = f"/matches/{seat.match_id}/"
        for page in (
            match,
            f"/api/v1{match}history/",
            f"/events/{event.slug}/",
            f"/events/{event.slug}/entrants/",
        ):
            answer = visitor.get(page)
            assert answer.status_code == 200
            assert reason not in answer.content.decode(), page
        assert len(visitor.get(f"/api/v1{match}history/").json()) == 1
        assert reason in olga.get(address("entrant", event, seat.entrant_id)).content.decode()


def test_who_waits_is_told_so_before_and_after_the_start(who: Who) -> None:
    event, olga = open_event(3, capacity=2), who("olga")
    page = olga.post(address("add_entrant", event), {"name": "Rosa"}, follow=True).content.decode()
    assert "Rosa is on the waitlist." in page
    waiting = event.entrants.get(code="P03")
    start_event(event, by=actor("olga"), now=at(0))
    mine = who("player3").get(address("my_table", event)).content.decode()
    assert "Place 1 on the waitlist" in mine and "has started without you" in mine
    assert "Enter from the next round on" in olga.get(address("entrant", event, waiting.pk)).content.decode()
    olga.post(address("entrant_step", event, waiting.pk, "return"))
    waiting.refresh_from_db()
    assert waiting.status == Status.PLAYING


def test_of_many_players_those_looked_for_are_listed(
    who: Who, opened: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(forms, "MAX_LISTED", 2)
    ann, *_others = [walk_in(opened, name) for name in ("Ann", "Ben", "Cleo", "Dora")]
    client = who("olga")
    page = address("entrant", opened, ann.pk)
    assert "the list below shows only some of the players" in client.get(page).content.decode()
    found = client.get(page + "?other=dor").content.decode()
    listed = re.findall(r'<option value="\d+">([^<]*)</option>', found)
    assert listed == ["Dora"]
    # Who was chosen stays so while the form is mended.
    bad = {"second": opened.entrants.get(name="Dora").pk, "strength": "huge"}
    again = client.post(address("forbid_pair", opened, ann.pk), bad)
    assert again.status_code == 400 and f'value="{bad["second"]}" selected>Dora' in again.content.decode()
    assert client.post(address("forbid_pair", opened, ann.pk), bad | {"strength": "weak"}).status_code == 303
