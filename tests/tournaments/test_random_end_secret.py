"""A random end appears nowhere before it fires: no page, API answer, message, log line or export.

The same event is read twice, by everybody, at every address of the site; between the two readings only the
die's roll and the deadlines that follow from it are changed. What anybody gets must be the same to the byte.
"""

import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from tests.tournaments.factories import (
    UserFactory,
    actor,
    at,
    open_event,
    running_round,
    started,
    tables,
    walk_in,
)
from tournaments.clocks.tasks import call_due_times
from tournaments.entrants.claims import make_claim_link
from tournaments.models.clocks import Deadline, RandomEnd
from tournaments.models.rounds import Round

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

# What differs from one answer to the next by itself.
PASSING = re.compile(
    rb'csrfmiddlewaretoken" value="[^"]*"|name="idempotency_key" value="[^"]*"'
    rb'|"csrfmiddlewaretoken": ?"[^"]*"|"X-CSRFToken": ?"[^"]*"|X-CSRFToken&quot;: &quot;[^&]*&quot;'
    rb"|(?:token|nonce|stream)[\w-]*=\"?[^\"& ]+\"?|data-[a-z-]*token=\"[^\"]*\""
)
LEFT_OUT = ("accounts/", "api/v1/docs", "api/v1/schema", "static/", "metrics", "claim/")


@pytest.fixture
def round() -> Iterator[Round]:
    """A round with a random end, ten minutes old; one table has more time."""
    event = open_event(5, clock_kind="random", hard_stop_minutes=5)
    walk_in(event)
    with time_machine.travel(at(10), tick=False):
        yield running_round(started(event))


def set_roll(round: Round, roll: int) -> None:
    """As if the die had shown this number."""
    RandomEnd.objects.filter(round=round).update(roll=roll)
    Deadline.objects.filter(round=round).update(due_at=at(26 + roll))


def readers(round: Round) -> dict[str, Client]:
    """A visitor, a player, organiser and head judge, one by claim link, the site's operator."""
    operator = UserFactory.create(username="root", is_staff=True, is_superuser=True)
    found = {"visitor": Client(), "operator": Client()}
    found["operator"].force_login(operator, backend="django.contrib.auth.backends.ModelBackend")
    for name in ("player1", "olga", "hedda"):
        user = actor(name).user
        assert user is not None
        found[name] = Client()
        found[name].force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    wanda = round.event.entrants.get(name="Wanda")
    token = make_claim_link(wanda, by=actor("olga"), now=at(10))
    found["claimed"] = Client(headers={"authorization": f"Claim {token}"})
    return found


def addresses(round: Round) -> list[str]:
    """Every address of the site that this event can fill."""
    table = tables(round)[0]
    entrant = table.seats.get(letter="A").entrant
    known: dict[str, Any] = {
        "slug": round.event.slug,
        "number": round.number,
        "match_id": table.pk,
        "entrant_id": entrant.pk,
        "code": entrant.code,
        "step": "pause",
        "object_id": entrant.pk,
        "app_label": "tournaments",
    }
    found = []
    for route in _routes(get_resolver().url_patterns, ""):
        if route.startswith(LEFT_OUT):
            continue
        filled = re.sub(r"<(?:\w+:)?(\w+)>", lambda m: str(known.get(m[1], "")), route)
        if "//" not in filled and "(?P" not in filled:
            found.append("/" + filled)
    return sorted(set(found))


def _routes(patterns: list[Any], before: str) -> Iterator[str]:
    for pattern in patterns:
        route = before + str(pattern.pattern).lstrip("^").rstrip("$")
        if isinstance(pattern, URLResolver):
            yield from _routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route


def reading(round: Round, people: dict[str, Client], share: int) -> dict[tuple[str, str], tuple[int, bytes]]:
    """What everybody gets at every address, passing tokens left out. `share`: one in so many of the pairs of reader and
    address, in turns, so that each address has readers and each reader has addresses."""
    found = {}
    for number, (name, client) in enumerate(people.items()):
        client.raise_request_exception = False
        for place, address in enumerate(addresses(round)):
            admin = address.startswith("/admin/")
            # who is no operator is led from every table of the admin to the same form, as a visitor is
            if admin and name not in ("operator", "visitor"):
                continue
            if (number + place) % share and not (admin and name == "operator"):
                continue
            answer = client.get(address)
            body = b"".join(answer.streaming_content) if answer.streaming else answer.content
            found[name, address] = (answer.status_code, PASSING.sub(b"", body))
    return found


def refusals(round: Round, people: dict[str, Client]) -> list[tuple[int, bytes]]:
    """Answers to what is refused, where an error might tell too much."""
    table = tables(round)[0]
    tries = [
        (f"/api/v1/matches/{table.pk}/extend/", {"minutes": 10**6}),
        (f"/api/v1/matches/{table.pk}/extend/", {"minutes": "x"}),
        (f"/api/v1/events/{round.event.slug}/rounds/1/finish/", {}),
        (f"/api/v1/events/{round.event.slug}/rounds/1/withdraw/", {"reason": "x", "void_results": "maybe"}),
        (f"/api/v1/events/{round.event.slug}/rounds/1/clock/stop/", {}),
        (f"/api/v1/events/{round.event.slug}/rounds/1/clock/reveal/", {}),
        (f"/api/v1/events/{round.event.slug}/rounds/1/clock/extend/", {"minutes": 10**6}),
    ]
    found = []
    for client in people.values():
        for address, body in tries:
            answer = client.post(address, body, content_type="application/json")
            assert answer.status_code >= 400
            found.append((answer.status_code, answer.content))
    return found


@pytest.mark.parametrize("share", [12, pytest.param(1, marks=pytest.mark.long)])
def test_nobody_can_tell_one_roll_from_another(
    round: Round, caplog: pytest.LogCaptureFixture, share: int
) -> None:
    people = readers(round)
    assert len(addresses(round)) > 60
    # What their signing in logged.
    caplog.clear()
    set_roll(round, 1)
    one = (reading(round, people, share), refusals(round, people), caplog.text)
    # The highest of a die: what differs by little may be rounded away.
    set_roll(round, 6)
    caplog.clear()
    other = (reading(round, people, share), refusals(round, people), caplog.text)
    differing = [where for where in one[0] if one[0][where] != other[0][where]]
    assert differing == []
    assert one[1:] == other[1:]
    assert any(status == 200 for status, _ in one[0].values())
    # A second look with other eyes: no answer holds the end's time, in any usual form.
    due = at(32)
    forms = [due.isoformat(), due.strftime("%H:%M"), str(int(due.timestamp())), "32 min", "“32”", "1320"]
    for where, (_, body) in other[0].items():
        for form in forms:
            assert form.encode() not in body, (where, form)


def test_it_is_shown_once_it_has_fired(round: Round) -> None:
    """The comparison above sees what it looks for: after the call the minutes are there to read."""
    set_roll(round, 6)
    with time_machine.travel(at(33), tick=False):
        assert call_due_times(at(32)) == 3
        answer = Client().get(f"/api/v1/events/{round.event.slug}/rounds/1/clock/")
    assert answer.json()["revealed_minutes"] == 32


def test_a_sweep_says_nothing_before_the_end(round: Round, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    set_roll(round, 1)
    assert call_due_times(at(27) - timedelta(seconds=1)) == 0
    said = [line for line in caplog.messages if "12:27" in line]
    assert said == []
