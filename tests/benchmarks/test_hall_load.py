"""A large hall on the embedded server: every phone asks for its table within half a minute, and a round in which
results are reported while all pages are open.

Prints figures; decides nothing by time.

    .venv/bin/pytest -m bench -s tests/benchmarks/test_hall_load.py -k every_phone
"""

from __future__ import annotations

import html
import http.client
import json
import os
import random
import re
import statistics
import subprocess
import sys
import threading
import time
from datetime import timedelta
from http.cookies import SimpleCookie
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client

from config.sessions import SessionStore
from tests.benchmarks.test_live_load import processor, served
from tests.ground.places import running, test_database_environ
from tests.tournaments.factories import actor
from tests.tournaments.large.large import decide, finish, large_event, large_round
from tournaments.access.claim_tokens import token_of
from tournaments.access.identity import SESSION_KEY as CLAIMS
from tournaments.kept_standings.snapshots import KEEP
from tournaments.models.entrants import ClaimLink, Entrant
from tournaments.models.events import Event
from tournaments.models.jobs import Job
from tournaments.models.rounds import Seat
from tournaments.now import now

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True), pytest.mark.timeout(900)]

PHONES = int(os.environ.get("HALL_PHONES", "5000"))
WITHIN = float(os.environ.get("HALL_SECONDS", "30"))
OPEN_PAGES = int(os.environ.get("HALL_PAGES", "400"))
EVERY = float(os.environ.get("HALL_EVERY", "3"))
WORD = "b" * 32
BACKEND = "django.contrib.auth.backends.ModelBackend"


def sessions_of(event: Event) -> dict[int, str]:
    """A session for everybody in the event: signed in, or by a claim link for those without an account."""
    found, rows, links = {}, [], []
    for number, entrant in enumerate(event.entrants.select_related("user")):
        key = f"{number:032d}"
        if entrant.user is None:
            link = ClaimLink(
                entrant=entrant,
                nonce=f"nonce{number}",
                expires_at=now() + timedelta(days=1),
                at=now(),
                by="x",
            )
            links.append(link)
            held: dict[str, Any] = {CLAIMS: [token_of(link)]}
        else:
            held = {
                SESSION_KEY: str(entrant.user.pk),
                BACKEND_SESSION_KEY: BACKEND,
                HASH_SESSION_KEY: entrant.user.get_session_auth_hash(),
            }
        rows.append(
            Session(
                session_key=key,
                session_data=SessionStore().encode(held),
                expire_date=now() + timedelta(days=1),
            )
        )
        found[entrant.pk] = key
    ClaimLink.objects.bulk_create(links, batch_size=500)
    Session.objects.bulk_create(rows, batch_size=500)
    return found


def request(method: str, path: str, session: str, form: dict[str, str] | None = None) -> str:
    """A request as a phone's browser sends it."""
    body = urlencode(form) if form else ""
    more = (
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n" if form else ""
    )
    return (
        f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html,application/xhtml+xml,*/*;q=0.8\r\n"
        "User-Agent: Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36\r\n"
        f"Accept-Language: en-GB,en;q=0.9,de;q=0.8\r\nAccept-Encoding: gzip, deflate\r\n{more}"
        f"Cookie: first_blood_session={session}; first_blood_csrf={WORD}\r\n\r\n{body}"
    )


def asked(tmp_path: Path, plan: dict[str, Any], pid: int) -> tuple[dict[str, Any], float]:
    """What the phones saw, and the seconds of the processor that the pages took."""
    file = tmp_path / "plan.json"
    file.write_text(json.dumps(plan), encoding="utf-8")
    command = [sys.executable, str(Path(__file__).with_name("simulated_phones.py")), str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as phones:
        assert phones.stdout is not None
        assert phones.stdout.readline() == "begins\n"
        before = processor(pid)
        seen = json.loads(phones.stdout.read())
        return seen, processor(pid) - before


def shares(of: list[float]) -> str:
    """Median, 95 % and the longest."""
    of = sorted(of)
    most, longest = of[int(len(of) * 0.95)], of[-1]
    return f"{statistics.median(of):.0f} ms (median), {most:.0f} ms (95 %), {longest:.0f} ms (longest)"


def large_hall(players: int) -> Event:
    """An event whose second round is being played."""
    event = large_event(players, clock_kind="fixed", hard_stop_minutes=5)
    first = large_round(event)
    decide(first)
    finish(first, 30)
    large_round(event, 60)
    return event


def test_every_phone_asks_for_its_table(tmp_path: Path) -> None:
    event = large_hall(PHONES)
    sessions = sessions_of(event)
    at_table = dict(Seat.objects.filter(round__number=2).values_list("entrant_id", "match__table"))
    order = [pk for pk, table in at_table.items() if table is not None]
    random.Random(1).shuffle(order)
    with served(tmp_path) as (pages, _, pid):
        asks = [
            [
                WITHIN * n / len(order),
                request("GET", f"/events/{event.slug}/me/", sessions[pk]),
                f"Table {at_table[pk]}<",
            ]
            for n, pk in enumerate(order)
        ]
        seen, used = asked(tmp_path, {"port": pages, "asks": asks}, pid)
    assert not seen["wrong"], seen["wrong"][:3]
    print(
        f"\n{len(asks)} phones ask for their table within {WITHIN:.0f} s, each on a connection of its own, no error: "
        f"{shares(seen['asked'])} (goal: 95 % under 300 ms); of the processor a page {used / len(asks) * 1000:.1f} ms, "
        f"a phone {seen['used'] / len(asks) * 1000:.1f} ms; took {seen['took']:.1f} s; load {os.getloadavg()[0]:.1f}"
    )


def test_standings_are_worked_out_while_all_phones_ask(tmp_path: Path) -> None:
    """A round of a large event is finished a few seconds after the phones begin: its standings are long work, behind
    all that people wait for. How long does it take until they are there?"""
    event = large_event(PHONES)
    for number in (1, 2):
        last = large_round(event, 60 * (number - 1))
        decide(last)
        if number == 1:
            finish(last, 30)
    sessions = sessions_of(event)
    at_table = dict(Seat.objects.filter(round__number=2).values_list("entrant_id", "match__table"))
    order = [pk for pk, table in at_table.items() if table is not None]
    random.Random(1).shuffle(order)
    done: dict[str, float] = {}
    client = Client()
    client.force_login(actor("olga").user)  # type: ignore[arg-type]
    signed = client.cookies["first_blood_session"].value
    before = Job.objects.latest("pk").pk
    with (
        served(tmp_path) as (pages, _, pid),
        running(["-m", "config.launch.child", "runner"], test_database_environ(tmp_path)),
    ):
        asks = [
            [WITHIN * n / len(order), request("GET", f"/events/{event.slug}/me/", sessions[pk]), "Table"]
            for n, pk in enumerate(order)
        ]

        def finished() -> None:
            time.sleep(5)
            begun = time.monotonic()
            desk = http.client.HTTPConnection("127.0.0.1", pages, timeout=60)
            path = f"/api/v1/events/{event.slug}/rounds/2/finish/"
            headers = {
                "Cookie": f"first_blood_session={signed}; first_blood_csrf={WORD}",
                "X-CSRFToken": WORD,
            }
            desk.request("POST", path, "{}", headers | {"Content-Type": "application/json"})
            done["status"] = desk.getresponse().status
            done["finished"] = time.monotonic() - begun
            while not Job.objects.filter(pk__gt=before, kind=KEEP).exclude(finished_at=None).exists():
                time.sleep(0.02)
            done["kept"] = time.monotonic() - begun
            connection.close()

        beside = threading.Thread(target=finished)
        beside.start()
        seen, used = asked(tmp_path, {"port": pages, "asks": asks}, pid)
        beside.join()
    assert not seen["wrong"] and done["status"] == 200, (done, seen["wrong"][:3])
    print(
        f"\nround 2 of {PHONES} finished while {len(asks)} phones ask within {WITHIN:.0f} s: the finish took "
        f"{done['finished']:.2f} s, its standings are there after {done['kept']:.1f} s; the phones: "
        f"{shares(seen['asked'])}; of the processor a page {used / len(asks) * 1000:.1f} ms; "
        f"load {os.getloadavg()[0]:.1f}"
    )


def stream_of(event: Event, session: str) -> str:
    """The address of its stream, as a phone's page has it."""
    client = Client()
    client.cookies = SimpleCookie(f"first_blood_session={session}")
    page = client.get(f"/events/{event.slug}/me/").content.decode()
    found = re.search(r'data-event-stream="([^"]*)"', page)
    assert found is not None
    return "/stream/?" + html.unescape(found[1]).partition("?")[2]


def test_reports_while_every_page_is_open(tmp_path: Path, settings: Any) -> None:
    """Each table's first player reports, one after the other; every page is open and asks for what it hears of."""
    settings.STREAM_URL = ":8001"
    event = large_hall(OPEN_PAGES)
    sessions = sessions_of(event)
    seats = list(
        Seat.objects.filter(round__number=2, match__is_bye=False)
        .select_related("match", "entrant")
        .order_by("match__table")
    )
    me = f"/events/{event.slug}/me/"
    listeners = [
        [
            stream_of(event, sessions[seat.entrant_id]),
            ["event", "rounds", "clock", "match"],
            request("GET", me, sessions[seat.entrant_id]),
            f"Table {seat.match.table}<",
        ]
        for seat in seats
    ]
    for every in (EVERY, EVERY / 30):
        reporting = [seat for seat in seats if seat.letter == "A"][:20]
        seats = [seat for seat in seats if seat.match_id not in {one.match_id for one in reporting}]
        asks = [
            [
                n * every,
                request(
                    "POST",
                    f"/matches/{seat.match_id}/report/",
                    sessions[seat.entrant_id],
                    {
                        "csrfmiddlewaretoken": WORD,
                        "idempotency_key": f"k{seat.pk}",
                        "result": "win:A",
                        "next": me,
                    },
                ),
                "",
            ]
            for n, seat in enumerate(reporting)
        ]
        with served(tmp_path) as (pages, stream, pid):
            plan = {"port": pages, "stream": stream, "asks": asks, "listeners": listeners}
            seen, used = asked(tmp_path, plan, pid)
        assert not seen["wrong"], seen["wrong"][:3]
        assert len(seen["pages"]) >= 2 * len(asks) > 0, "the two phones of a table hear of its report"
        print(
            f"\n{len(listeners)} phones with their page open, {len(asks)} reports, one in {every:g} s, no error: "
            f"a report {shares(seen['asked'])} (goal: median under 100); {len(seen['pages'])} pages asked for again "
            f"{shares(seen['pages'])} (goal: median under 200), on the screen after the word of it "
            f"{statistics.median(seen['heard']):.0f} ms; pages' processor {used:.1f} s; load {os.getloadavg()[0]:.1f}"
        )
    assert Entrant.objects.count() == OPEN_PAGES
