"""The code of a slip, typed: it leads where the QR code leads, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse
from pytest_django import Settings

from tests.tournaments.factories import actor, at, open_event, published_round, running_event, tables, walk_in
from tournaments.access.claim_tokens import digest_of, link_of_code, short_code_of
from tournaments.entrants import slip_code_views
from tournaments.entrants.claims import make_claim_link, make_claim_links, revoke_claim_links
from tournaments.models.entrants import ClaimLink
from tournaments.now import now
from tournaments.rounds.changes import withdraw_round
from tournaments.typed_codes import SIGNS, code_of

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
PAGE = "/code/"


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def send(code: str) -> str:
    """Where the code leads; the status where it leads nowhere."""
    answer = Client().post(PAGE, {"code": code})
    return answer["Location"] if answer.status_code == 303 else str(answer.status_code)


def test_the_code_of_a_match_opens_it() -> None:
    match = tables(published_round(running_event(4)))[0]
    code = code_of(match.pk)
    for said in (code, code.lower(), f" {code[:2]} {code[2:]}", f"{code[:2]}-{code[2:]}"):
        assert send(said) == f"/matches/{match.pk}/"
    assert Client().get(PAGE).status_code == 200


def test_a_withdrawn_match_has_none_any_more() -> None:
    round = published_round(running_event(4))
    match = tables(round)[0]
    withdraw_round(round, reason="Wrong hall.", by=actor("olga"), now=at(0))
    assert send(code_of(match.pk)) == "400"


@pytest.mark.parametrize("code", ["", " ", "0000", "ZZZZ", "x" * 41, "0" * 30, "7K2F\0", "✓✓✓✓", "10" * 7])
def test_what_is_no_code(code: str) -> None:
    published_round(running_event(4))
    assert send(code) == "400"


def test_a_claim_code_opens_the_claim_link() -> None:
    event = open_event()
    wanda = walk_in(event)
    token = make_claim_link(wanda, by=actor("olga"), now=now())
    link = ClaimLink.objects.get()
    code = short_code_of(link)
    assert len(code) == 10 and set(code) <= set(SIGNS) and code not in (link.code_digest, link.nonce)
    where = reverse("tournaments:claim", args=[token])
    assert send(code) == send(f"{code[:5]}-{code[5:]}".lower()) == where
    revoke_claim_links(wanda, by=actor("olga"), now=now())
    assert send(code) == "400"


def test_a_claim_code_ends_with_its_link() -> None:
    event = open_event()
    make_claim_links([walk_in(event, name) for name in ("Wanda", "Walt")], by=actor("olga"), now=at(0))
    links = list(ClaimLink.objects.all())
    codes = [short_code_of(link) for link in links]
    assert len(set(codes)) == 2 and all(codes)
    soon, late = at(0) + timedelta(days=2), at(0) + timedelta(days=3)
    assert [link_of_code(code, soon) for code in codes] == links
    assert [link_of_code(code, late) for code in codes] == [None, None]


def test_codes_go_on_while_an_old_key_is_known(settings: Settings) -> None:
    make_claim_link(walk_in(open_event()), by=actor("olga"), now=at(0))
    link = ClaimLink.objects.get()
    code, old = short_code_of(link), settings.SECRET_KEY
    with override_settings(SECRET_KEY="n" * 50, SECRET_KEY_FALLBACKS=[old]):
        assert short_code_of(link) == code and link_of_code(code, at(1)) == link
        assert digest_of(link.nonce) != link.code_digest
    with override_settings(SECRET_KEY="n" * 50, SECRET_KEY_FALLBACKS=[]):
        assert short_code_of(link) == "" and link_of_code(code, at(1)) is None


def test_guesses_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slip_code_views, "TRIES", 3)
    match = tables(published_round(running_event(4)))[0]
    assert [send("ZZZZZZZZZZ") for _n in range(3)] == ["400"] * 3
    answer = Client().post(PAGE, {"code": code_of(match.pk)})
    assert answer.status_code == 429 and answer["Retry-After"] == "900"
    assert b"15 minutes" in answer.content
    # an empty form is no guess
    cache.clear()
    assert [send("") for _n in range(5)] == ["400"] * 5
    assert send(code_of(match.pk)) == f"/matches/{match.pk}/"


def test_guesses_behind_a_proxy_are_counted_by_who_guesses(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(slip_code_views, "TRIES", 1)
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}

    def guess(address: str) -> int:
        # whoever guesses may say more of himself; the proxy's word stands last
        said = {"X-Forwarded-For": f"192.0.2.9, {address}"}
        return Client().post(PAGE, {"code": "ZZZZZZZZZZ"}, headers=said).status_code

    assert [guess("198.51.100.1"), guess("198.51.100.2"), guess("198.51.100.1")] == [400, 400, 429]


def test_slips_say_their_codes(client: Client) -> None:
    round = published_round(running_event(4))
    user = actor("olga").user
    assert user is not None
    client.force_login(user)
    page = client.get(reverse("tournaments:print_slips", args=[round.event.slug, 1])).content.decode()
    for match in tables(round):
        assert code_of(match.pk) in page
    assert "testserver/code/" in page
    wanda = walk_in(open_event(), "Wanda")
    make_claim_link(wanda, by=actor("olga"), now=now())
    code = short_code_of(ClaimLink.objects.get())
    for name, more in (("slip", [wanda.pk]), ("claim_slips", [])):
        assert (
            code
            in client.get(reverse(f"tournaments:{name}", args=[wanda.event.slug, *more])).content.decode()
        )
