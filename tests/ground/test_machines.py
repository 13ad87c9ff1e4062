"""More machines than one, on one database and one Redis: whoever comes to the other finds everything as it is."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher
from django.db import connection
from rest_framework.authtoken.models import Token

from referee.live.phones import phone_of
from referee.live.queries import live_table
from referee.live.seat_tokens import token_of
from referee.models.live import LiveTable
from tests.benchmarks.live_tables import entries_of, opened_table, words_of
from tests.ground.machines import Browser, Listener, Machines, two_of_each
from tests.ground.tapping import check_log, plain
from tests.tournaments.factories import actor, player, running_event, running_round, tables
from tournaments.entrants.slip_code_views import TRIES
from tournaments.live.tokens import token_for
from tournaments.models.accounts import User
from tournaments.models.events import Event, StaffRole
from tournaments.models.results import Report, Result
from tournaments.models.rounds import Match, Round

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.redis,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        connection.vendor == "sqlite" or not settings.REDIS_URL, reason="needs PostgreSQL and Redis"
    ),
]
PASSWORD = "a hall full of cards"


@pytest.fixture(scope="module")
def machines(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    with two_of_each(tmp_path_factory.mktemp("machines")) as both:
        yield both


def with_password(name: str) -> None:
    """The account of that name can sign in, by a password as the site keeps it."""
    person = actor(name).user
    assert person is not None
    hasher = Argon2PasswordHasher()
    User.objects.filter(pk=person.pk).update(password=hasher.encode(PASSWORD, hasher.salt()))


def shown(page: str) -> str:
    """The rows of a page's tables."""
    return "\n".join(re.findall(r"<tr.*?</tr>", page, re.S))


def begun(**choices: Any) -> tuple[Event, Round, list[Match]]:
    event = running_event(4, **choices)
    round = running_round(event)
    return event, round, tables(round)


def test_signed_in_on_one_and_acting_on_the_other(machines: Machines) -> None:
    event, round, (first, second) = begun()
    with_password("olga")
    here, there = machines.pages
    olga, guest = Browser(), Browser()
    assert olga.sign_in(here, "olga", PASSWORD).status == 302
    front, page, standings = (f"/events/{event.slug}/{part}" for part in ("", "rounds/1/", "standings/"))
    # both have read and kept what they show
    before = {
        path: {shown(guest.get(port, path)) for port in machines.pages} for path in (front, page, standings)
    }
    assert all(len(texts) == 1 for texts in before.values())
    olga.get(here, f"/matches/{first.pk}/")
    assert olga.post(there, f"/matches/{first.pk}/enter/", result="win:A").status in (302, 303)
    for path in (front, page):
        after = {shown(guest.get(port, path)) for port in machines.pages}
        assert len(after) == 1 and after != before[path]
    olga.get(there, f"/matches/{second.pk}/")
    assert olga.post(here, f"/matches/{second.pk}/enter/", result="win:B").status in (302, 303)
    assert shown(guest.get(there, page)) not in after
    # the word is of a page that the other machine made, the round is finished on one and paired on the other
    desk = f"/events/{event.slug}/desk/"
    olga.get(there, desk)
    assert olga.post(here, page + "finish/").status in (302, 303)
    tables_now = [shown(guest.get(port, standings)) for port in machines.pages]
    assert tables_now[0] == tables_now[1] and tables_now[0] not in before[standings]
    olga.get(here, desk)
    assert olga.post(there, f"/events/{event.slug}/rounds/offer/").status in (302, 303)
    offer = f"/events/{event.slug}/rounds/2/offer/"
    assert shown(olga.get(here, offer)) == shown(olga.get(there, offer)) != ""
    # who signs out on one is nobody on the other
    olga.get(there, "/accounts/logout/")
    assert olga.post(there, "/accounts/logout/").status == 302
    assert "_auth" not in olga.cookies and olga.ask(here, "GET", desk).status != 200
    assert Result.objects.filter(match__round=round, replaced_at=None).count() == 2


def test_a_changed_result_is_read_on_both_at_once(machines: Machines) -> None:
    """Again and again, by turns: no machine may show what the other has changed since."""
    event, _, (match, _other) = begun()
    with_password("sam")
    sam = Browser()
    sam.sign_in(machines.pages[1], "sam", PASSWORD)
    page = f"/events/{event.slug}/rounds/1/"
    seen = []
    for turn in range(6):
        here, there = machines.pages[turn % 2], machines.pages[1 - turn % 2]
        sam.get(there, f"/matches/{match.pk}/")
        standing = Result.objects.filter(match=match, replaced_at=None).values_list("pk", flat=True).first()
        sent = {"result": f"win:{'AB'[turn % 2]}", "reason": "Read wrongly.", "seen_result": standing or ""}
        answer = sam.post(here, f"/matches/{match.pk}/enter/", **sent)
        assert answer.status in (302, 303), answer.text[:400]
        rows = {shown(Browser().get(port, page)) for port in machines.pages}
        assert len(rows) == 1
        seen.append(rows.pop())
    assert len(set(seen)) == 2 and seen[0] == seen[2] and seen[1] == seen[3]


def test_the_same_key_counts_once_whichever_machine_is_asked(machines: Machines) -> None:
    _, _, matches = begun()
    for number, match in enumerate(matches):
        person = player(match, "A").user
        assert person is not None
        phone = Browser(token=f"Token {Token.objects.create(user=person).key}")
        headers = {"Content-Type": "application/json", "Idempotency-Key": f"once-{match.pk}"}

        def send(port: int, match: Match = match, phone: Browser = phone, headers: Any = headers) -> int:
            path = f"/api/v1/matches/{match.pk}/reports/"
            answer = phone.ask(port, "POST", path, b'{"winner": "A"}', headers)
            assert answer.status in (200, 201), answer.text
            return int(json.loads(answer.text)["id"])

        if number:  # after each other
            numbers = {send(machines.pages[turn % 2]) for turn in range(4)}
        else:  # at once
            with ThreadPoolExecutor(4) as pool:
                numbers = set(pool.map(send, machines.pages * 2))
        assert numbers == set(Report.objects.filter(match=match).values_list("pk", flat=True))
        assert len(numbers) == 1


def test_what_may_be_tried_so_often_is_counted_together(machines: Machines) -> None:
    guest = Browser()
    guest.get(machines.pages[0], "/code/")
    statuses = [
        guest.post(machines.pages[turn % 2], "/code/", code=f"wrong {turn}").status for turn in range(TRIES)
    ]
    assert set(statuses) == {400}
    assert [guest.post(port, "/code/", code="wrong").status for port in machines.pages] == [429, 429]
    assert Browser().ask(machines.pages[0], "GET", "/code/").status == 200
    with_password("olga")
    thief = Browser()
    for turn in range(8):
        thief.sign_in(machines.pages[turn % 2], "olga", f"guessed {turn}")
    assert thief.sign_in(machines.pages[1], "olga", PASSWORD).status == 429
    assert Browser().sign_in(machines.pages[1], "olga", PASSWORD).status == 302


def tapped(machines: Machines, table: LiveTable, sent: list[dict[str, Any]], turn: int) -> None:
    """One entry, to the machine whose turn it is; the other shows it at once."""
    here, there = machines.pages[turn % 2], machines.pages[1 - turn % 2]
    words, entry = words_of(table), sent[turn]
    who = entry["by"] if entry["by"] in words else "A"
    phone = Browser(token=f"Seat {words[who]}")
    path, headers = f"/api/v1/live/{table.pk}/", {"Content-Type": "application/json"}
    body = json.dumps({"key": f"tap-{turn}", "after": turn, "entry": entry}).encode()
    for port in (here, there):  # the second time as one whose answer was lost
        answer = phone.ask(port, "POST", path + "entries/", body, headers)
        assert answer.status in (200, 201) and json.loads(answer.text)["n"] == turn + 1, answer.text
    other = Browser(token=f"Seat {words['B' if who != 'B' else 'A']}")
    state = json.loads(other.ask(there, "GET", f"{path}?since={turn}").text)
    assert state["last"] == turn + 1 and len(state["entries"]) == 1


def test_the_taps_of_one_table_alternate_and_phones_on_both_streams_hear(machines: Machines) -> None:
    event, _, (match, _other) = begun(game="looney_tunes")
    log, sent = entries_of("looney_tunes", "machines")
    sent = [plain(entry) for entry in sent[:12]]
    table = opened_table(match, log)
    phones = [Listener(port, token_for(event.pk, table.pk)) for port in machines.streams]
    try:
        for turn in range(len(sent)):
            tapped(machines, table, sent, turn)
            for phone in phones:
                phone.hears("table")
    finally:
        for phone in phones:
            phone.close()
    check_log(table, sent, list(range(1, len(sent) + 1)))


def test_what_one_machine_changes_holds_at_a_live_table_on_the_other_at_once(machines: Machines) -> None:
    """A name, a choice of the event, a claim link, a role, an account: both have read and kept the table before."""
    event, _, (match, _other) = begun(game="looney_tunes")
    log, _sent = entries_of("looney_tunes", "machines")
    table = opened_table(match, log)
    words, desk = words_of(table), f"/events/{event.slug}/"
    seats = {seat.letter: seat.entrant for seat in match.seats.select_related("entrant")}
    account = token_of(table, phone_of(live_table(table.pk), player(match, "B")))
    here, there = machines.pages
    with_password("olga")
    olga = Browser()
    olga.sign_in(here, "olga", PASSWORD)

    def look(word: str, port: int = there) -> tuple[int, Any]:
        answer = Browser(token=f"Seat {word}").ask(port, "GET", f"/api/v1/live/{table.pk}/?since=0")
        return answer.status, json.loads(answer.text)

    def done(path: str, page: str, **fields: Any) -> None:
        olga.get(here, desk + page)
        answer = olga.post(here, desk + path, **fields)
        assert answer.status in (302, 303), answer.text[:400]

    def names() -> list[str]:
        return [seat["name"] for seat in look(words["B"])[1]["seats"]]

    for word in (*words.values(), account):
        assert [look(word, port)[0] for port in machines.pages] == [200, 200]
    ann = f"entrants/{seats['A'].pk}/"
    done(ann + "edit/", ann, name="Ann Bell")
    assert names() == ["Ann Bell", seats["B"].name]
    done(ann + "revoke-links/", ann)
    tap = json.dumps({"key": "after", "after": 0, "entry": {"by": "A", "do": "pass"}}).encode()
    phone, headers = Browser(token=f"Seat {words['A']}"), {"Content-Type": "application/json"}
    assert phone.ask(there, "POST", f"/api/v1/live/{table.pk}/entries/", tap, headers).status == 401
    assert [look(words["B"])[0], look(account)[0], look(words["judge"])[0]] == [200, 200, 200]
    role = StaffRole.objects.get(event=event, user__username="jude")
    done(f"staff/{role.pk}/revoke/", "staff/")
    assert look(words["judge"])[0] == 401
    User.objects.filter(pk=seats["B"].user_id).update(is_active=False)
    assert [look(account, port)[0] for port in machines.pages] == [401, 401]
    assert look(words["B"])[0] == 200  # who has the claim link has it still


def test_a_phone_on_one_stream_hears_what_happens_on_the_other_machine(machines: Machines) -> None:
    event, _, (match, _other) = begun()
    person, code = player(match, "A").user, {"winner": "A"}
    assert person is not None
    phone = Browser(token=f"Token {Token.objects.create(user=person).key}")
    listeners = [Listener(port, token_for(event.pk, 0, match.pk)) for port in machines.streams]
    took = []
    try:
        for turn in range(6):
            begins = time.monotonic()
            said = json.dumps(code if turn % 2 else {"winner": "B"}).encode()
            headers = {"Content-Type": "application/json", "Idempotency-Key": f"heard-{turn}"}
            path = f"/api/v1/matches/{match.pk}/reports/"
            answer = phone.ask(machines.pages[turn % 2], "POST", path, said, headers)
            assert answer.status == 201, answer.text
            for listener in listeners:
                listener.hears("match")
            took.append(time.monotonic() - begins)
    finally:
        for listener in listeners:
            listener.close()
    # by Redis: who only looked every three seconds would take half of them in the middle
    assert sorted(took)[len(took) // 2] < 1.0, took
