"""An event of six hundred (in the long tier: of five thousand) at every page, address and step: each answers, and no
statement's terms or variables grow with the field."""

import gzip
import re
from functools import cache
from pathlib import Path

import pytest
from django.contrib.staticfiles.finders import find
from django.test import Client
from django.urls import reverse

from tests.tournaments.factories import actor, at
from tests.tournaments.large.large import decide, large_event, large_round, statements
from tournaments.clocks.changes import pause_clock, resume_clock
from tournaments.clocks.tasks import call_due_times
from tournaments.clocks.whole_round import extend_round
from tournaments.entrants.claims import make_claim_links
from tournaments.live.changes import add_up_versions
from tournaments.models.events import Event
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round, offer_round

#: Parts of two hundred rows, and what else a statement asks.
BOUND = 230

#: What a page may weigh; those of paper and wall and the answers to programs carry the whole field.
MAX_BYTES = 180_000
WHOLE = (
    "/print/",
    "/names/",
    "/slips/",
    "/projector/",
    "1/",
    "2/",
    "standings/",
    "standings/?after=1",
    ".json",
    ".csv",
    "entrants/",
)

#: What a page may weigh at first sight, compressed, with its stylesheets and scripts.
FIRST_VIEW = 100_000
PAPER = ("/print/", "/names/", "/slips/", "/projector/")

pytestmark = pytest.mark.django_db
FIELDS = [600, pytest.param(5000, marks=pytest.mark.long)]

PAGES = """event_page desk standings print_standings entrants print_players projector journal staff card_list
my_table claim_slips register"""
OF_ROUND = "round_page print_names print_slips"
API = """entrants/ rounds/ rounds/1/ rounds/2/ rounds/2/clock/ standings/ standings/?after=1 standings/P01/ mine/
export/event.json export/standings.json export/log.csv export/standings.csv export/entrants.csv export/results.csv
journal/ staff/ disputes/ offer/"""


def signed_in(name: str) -> Client:
    client = Client()
    user = actor(name).user
    assert user is not None
    client.force_login(user)
    return client


def first_view(page: bytes) -> int:
    """The bytes of a page and of what its head asks for, compressed."""
    linked = re.findall(rb'(?:href|src)="/static/([^"?]+\.(?:css|js))"', page)
    assert linked
    return len(gzip.compress(page)) + sum(_packed(name.decode()) for name in set(linked))


@cache
def _packed(name: str) -> int:
    path = find(name)
    assert path is not None, name
    return len(gzip.compress(Path(path).read_bytes()))


@pytest.fixture(params=FIELDS)
def event(request: pytest.FixtureRequest) -> Event:
    """One round finished, the second being played with two tables open."""
    event = large_event(request.param, clock_kind="fixed", hard_stop_minutes=5)
    first = large_round(event)
    decide(first)
    finish_round(first, by=actor("olga"), now=at(30))
    decide(large_round(event, 60), leave=2)
    return event


def addresses(event: Event) -> list[str]:
    slug, match = event.slug, event.rounds.get(number=2).matches.filter(is_bye=False).first()
    entrant = event.entrants.first()
    assert match is not None and entrant is not None
    pages = [reverse(f"tournaments:{name}", args=[slug]) for name in PAGES.split()]
    pages += [reverse(f"tournaments:{name}", args=[slug, 2]) for name in OF_ROUND.split()]
    pages += [reverse("tournaments:round_page", args=[slug, 2]) + query for query in ("?order=name", "?q=12")]
    pages += [reverse("tournaments:working", args=[slug, 1, entrant.pk])]
    pages += [reverse("tournaments:match_page", args=[match.pk]), f"/events/{slug}/live/"]
    pages += [reverse("tournaments:entrant", args=[slug, entrant.pk]), f"/events/{slug}/disputes/"]
    return (
        pages + [f"/api/v1/events/{slug}/{rest}" for rest in API.split()] + [f"/api/v1/matches/{match.pk}/"]
    )


@pytest.mark.longest
def test_pages_and_steps(event: Event) -> None:
    olga = signed_in("olga")
    too_large: dict[str, tuple[int, str]] = {}

    def seen(what: str, found: tuple[int, str]) -> None:
        if found[0] > BOUND:
            too_large[what] = found

    for address in addresses(event):
        with statements() as sent:
            answer = olga.get(address)
        status = answer.status_code
        assert len(answer.content) < MAX_BYTES or address.endswith(WHOLE), (address, len(answer.content))
        if answer["Content-Type"].startswith("text/html") and not any(each in address for each in PAPER):
            assert first_view(answer.content) < FIRST_VIEW, (address, first_view(answer.content))
        assert status in (200, 302) or (status, address[-6:]) == (404, "offer/"), (address, status)
        seen(address, sent.largest)

    second = event.rounds.get(number=2)
    olga_herself = actor("olga")
    for what, step in {
        "pause": lambda: pause_clock(second, by=olga_herself, now=at(70)),
        "resume": lambda: resume_clock(second, by=olga_herself, now=at(75)),
        "extend": lambda: extend_round(second, 5, by=olga_herself, now=at(76)),
        "call": lambda: call_due_times(at(200)),
        "links": lambda: make_claim_links(event.entrants.filter(user=None)[:3], by=olga_herself, now=at(200)),
        "results": lambda: [
            enter_result(match, {"winner": "B"}, by=olga_herself, now=at(201))
            for match in second.matches.exclude(state="decided")
        ],
        "finish": lambda: finish_round(second, by=olga_herself, now=at(202)),
        "correct": lambda: enter_result(
            event.rounds.get(number=1).matches.filter(is_bye=False)[0],
            {"winner": "B"},
            by=actor("hedda"),
            now=at(203),
            reason="A slip.",
        ),
        "offer": lambda: offer_round(event, by=olga_herself, now=at(204)),
        "add up": lambda: add_up_versions(at(205)),
    }.items():
        with statements() as sent:
            step()
        seen(what, sent.largest)

    offered = event.rounds.get(number=3)
    offer = offered.offers.get(replaced_at=None)
    first, second_to = (table["seats"][0] for table in offer.pairing["tables"][:2])
    ids = dict(event.entrants.values_list("code", "pk"))
    forms = {
        "offer": None,
        "seating": None,
        "swap": {"first": ids[first], "second": ids[second_to], "reason": "Brothers."},
        "place": {"first": ids[first], "second": ids[second_to], "table": "new", "reason": "Friends."},
    }
    for page, form in forms.items():
        address = reverse(f"tournaments:{page}", args=[event.slug, 3])
        with statements() as sent:
            answer = olga.get(address) if form is None else olga.post(address, form)
        assert answer.status_code == (200 if form is None else 303), page
        assert len(answer.content) < MAX_BYTES, (page, len(answer.content))
        seen(page, sent.largest)
    assert not too_large
