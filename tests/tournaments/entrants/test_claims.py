"""Claim links: good for one entrant, for a time, until revoked."""

import re
from types import SimpleNamespace

import pytest
import segno
from django.conf import settings
from django.core import signing
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments.factories import UserFactory, actor, at, open_event, walk_in
from tournaments.access import Actor
from tournaments.access.claim_tokens import BadClaimLink, entrant_of_token
from tournaments.entrants import slips_views
from tournaments.entrants.changes import drop_entrant
from tournaments.entrants.claims import adopt_entrant, make_claim_link, make_claim_links, revoke_claim_links
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.models.answered_requests import AnsweredRequest
from tournaments.models.entrants import ClaimLink, EntrantChange
from tournaments.now import now
from tournaments.templatetags import look

pytestmark = pytest.mark.django_db
DAY = 24 * 60


def test_a_link_opens_its_entrant_until_it_expires() -> None:
    wanda = walk_in(open_event())
    token = make_claim_link(wanda, by=actor("olga"), now=at(0), days=2)
    assert entrant_of_token(token, at(2 * DAY - 1)) == wanda
    with pytest.raises(BadClaimLink):
        entrant_of_token(token, at(2 * DAY))


def test_a_revoked_link_is_dead_and_a_new_one_works() -> None:
    wanda = walk_in(open_event())
    old = make_claim_link(wanda, by=actor("olga"), now=at(0))
    assert revoke_claim_links(wanda, by=actor("olga"), now=at(1)) == 1
    new = make_claim_link(wanda, by=actor("olga"), now=at(2))
    with pytest.raises(BadClaimLink):
        entrant_of_token(old, at(3))
    assert entrant_of_token(new, at(3)) == wanda


@pytest.mark.parametrize("token", ["", ".", "x", "x.y", "a" * 201, "\x00", "ü.ü"])
def test_a_forged_link_says_no_more_than_an_expired_one(token: str) -> None:
    with pytest.raises(BadClaimLink) as refused:
        entrant_of_token(token, at(0))
    assert refused.value.message == "This link does not work any more. Ask the desk for a new one."


def test_a_stored_row_is_not_enough_to_make_a_token() -> None:
    """Who reads the database holds no token: the signature is missing, and one of another kind is none."""
    make_claim_link(walk_in(open_event()), by=actor("olga"), now=at(0))
    nonce = ClaimLink.objects.get().nonce
    for forged in (nonce, f"{nonce}.", signing.Signer(sep=".").sign(nonce)):
        with pytest.raises(BadClaimLink):
            entrant_of_token(forged, at(1))


def test_the_holder_acts_for_this_entrant_alone() -> None:
    event = open_event()
    wanda, wendy = walk_in(event), walk_in(event, "Wendy")
    me = Actor.of_entrant(wanda)
    with pytest.raises(NotAllowed):
        drop_entrant(wendy, by=me, now=at(0))
    assert drop_entrant(wanda, by=me, now=at(0)).status == "dropped"


def test_only_the_desk_makes_and_revokes_links() -> None:
    wanda = walk_in(open_event(1))
    for who in (actor("player1"), actor("stranger"), Actor.of_entrant(wanda), Actor.anonymous()):
        with pytest.raises(NotAllowed):
            make_claim_link(wanda, by=who, now=at(0))
        with pytest.raises(NotAllowed):
            revoke_claim_links(wanda, by=who, now=at(0))


@pytest.mark.parametrize("days", [0, -1, 61, 10**9, "3", None])
def test_a_link_lives_a_sensible_time(days: object) -> None:
    with pytest.raises(Invalid):
        make_claim_link(walk_in(open_event()), by=actor("olga"), now=at(0), days=days)  # type: ignore[arg-type]


def test_a_walk_in_joins_the_account_of_the_holder() -> None:
    event = open_event(1)
    wanda = walk_in(event)
    account = UserFactory.create(username="wanda")
    holder = Actor.of_user(account, frozenset({wanda.pk}))
    with pytest.raises(NotAllowed):
        adopt_entrant(wanda, account, by=Actor.of_user(account), now=at(0))
    assert adopt_entrant(wanda, account, by=holder, now=at(0)).user == account
    taken = actor("player1").user
    assert taken is not None
    with pytest.raises(Conflict):
        adopt_entrant(wanda, taken, by=Actor.of_user(taken, frozenset({wanda.pk})), now=at(1))


def test_a_link_for_everybody_who_has_none(db: None) -> None:
    event = open_event(1)
    first, second = walk_in(event, "Wanda"), walk_in(event, "Walt")
    olga = actor("olga")
    make_claim_link(first, by=olga, now=at(0))
    assert make_claim_links([first, second], by=olga, now=at(1)) == 1
    assert make_claim_links([first, second], by=olga, now=at(2)) == 0
    with pytest.raises(NotAllowed):
        make_claim_links([first, second], by=actor("player1"), now=at(60 * 24 * 4))


def test_the_slips_of_all_on_one_page(client: Client, db: None) -> None:
    event = open_event(1)
    for name in ("Wanda", "Walt"):
        walk_in(event, name)
    address = reverse("tournaments:claim_slips", args=[event.slug])
    olga = actor("olga").user
    assert olga is not None
    client.force_login(olga)
    assert "2 players have no working claim link" in client.get(address).content.decode()
    assert client.post(address).status_code == 303
    page = client.get(address).content.decode()
    assert page.count('<p class="big">') == 2 and "Wanda" in page and "Player1" not in page
    stranger = actor("player1").user
    assert stranger is not None
    client.force_login(stranger)
    assert [client.get(address).status_code, client.post(address).status_code] == [403, 403]


def test_links_for_many_are_made_in_a_few_statements(db: None) -> None:
    """One at a time they held the right to write for longer than others wait."""
    event = open_event()
    walkers = [walk_in(event, f"W{n}") for n in range(12)]
    few, many = walkers[:2], walkers[2:]
    asked = []
    for some in (few, many):
        with CaptureQueriesContext(connection) as found:
            assert make_claim_links(some, by=actor("olga"), now=at(0)) == len(some)
        asked.append(len(found))
    assert asked[0] == asked[1]
    assert ClaimLink.objects.values("entrant").distinct().count() == 12
    made = EntrantChange.objects.filter(kind="claim_link_made")
    assert made.count() == 12 and set(made.values_list("by", flat=True)) == {"Olga"}
    assert make_claim_links([], by=actor("olga"), now=at(0)) == 0


def test_slips_of_many_are_printed_page_by_page(
    client: Client, db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(slips_views, "AT_ONCE", 2)
    event, olga = open_event(), actor("olga")
    for name in ("Wanda", "Walt", "Zoe"):
        make_claim_link(walk_in(event, name), by=olga, now=now())
    newest = make_claim_link(event.entrants.get(name="Zoe"), by=olga, now=now())
    assert olga.user is not None
    client.force_login(olga.user)
    drawn: list[tuple[str, int | None]] = []

    def make(address: str, error: str, mask: int | None = None) -> segno.QRCode:
        drawn.append((address, mask))
        return segno.make(address, error=error, mask=mask)

    monkeypatch.setattr(look, "segno", SimpleNamespace(make=make))
    for page, names in (1, ["Walt", "Wanda"]), (2, ["Zoe"]):
        drawn.clear()
        text = client.get(f"/events/{event.slug}/entrants/slips/?page={page}").content.decode()
        assert re.findall(r'<p class="big">(.*?)</p>', text) == names and f"Page {page} of 2" in text
        # The dear choice among eight patterns is made once for a page.
        assert [mask is None for _address, mask in drawn] == [True] + [False] * len(names)
    assert drawn[-1][0].endswith(f"/claim/{newest}/")


def test_a_claim_whose_answer_was_lost_works_when_it_is_sent_again() -> None:
    event = open_event()
    word = make_claim_link(walk_in(event), by=actor("olga"), now=now())
    address = reverse("tournaments:claim", args=[word])
    phone = Client()
    page = phone.get(address).content.decode()
    key = re.findall(r'name="(csrfmiddlewaretoken|idempotency_key)" value="([^"]*)"', page)
    assert phone.post(address, dict(key)).status_code in (302, 303)
    # The answer, and the session with it, never came.
    del phone.cookies[settings.SESSION_COOKIE_NAME]
    assert phone.post(address, dict(key)).status_code in (302, 303)
    assert "Wanda" in phone.get(reverse("tournaments:my_table", args=[event.slug])).content.decode()
    assert not AnsweredRequest.objects.exists()
