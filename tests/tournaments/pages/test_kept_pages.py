"""Pages with parts that are kept: after every change they are what they are when nothing is kept, for every reader."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from tests.tournaments.factories import actor, at, make_event, seated, tables, walk_in, win
from tournaments.access import Actor
from tournaments.clocks.changes import extend_match, pause_clock, resume_clock
from tournaments.clocks.tasks import call_due_times
from tournaments.clocks.whole_round import call_time_now, extend_round
from tournaments.entrants.changes import check_in, drop_entrant, edit_entrant, register
from tournaments.events.changes import edit_event
from tournaments.events.life import (
    cancel_event,
    finish_event,
    open_check_in,
    publish_event,
    restore_event,
    start_event,
)
from tournaments.events.staff import grant_role
from tournaments.memory import forget_all
from tournaments.models.clocks import Deadline
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round
from tournaments.results.changes import clear_result, confirm_result, enter_result, report_result
from tournaments.rounds.changes import finish_round, offer_round, publish_round, start_round, withdraw_round

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

#: What differs between two looks at the same page: words against forgery, keys, the signed address of the stream.
OF_EACH_LOOK = re.compile(
    r'name="(?:csrfmiddlewaretoken|idempotency_key)" value="[^"]*"|token=[^&"]*|data-now="[^"]*"|<output>[^<]*</output>'
)
READERS = ("", "player1", "olga")


def browser(name: str) -> Client:
    client = Client()
    user = actor(name).user
    assert user is not None
    client.force_login(user)
    return client


def sits(match: Match, letter: str) -> Actor:
    """Who sits there, as one who acts."""
    entrant = seated(match, letter)
    return Actor.of_entrant(entrant) if entrant.user is None else Actor.of_user(entrant.user)


def step(event: Event, round: Round, what: str) -> None:
    """One thing that happens, by the site's own changes."""
    olga, hedda = actor("olga"), actor("hedda")
    first, second = tables(round)[:2] or (Match(), Match())
    steps: dict[str, Callable[[], object]] = {
        "publish": lambda: publish_round(round, by=olga, now=at(0)),
        "withdraw": lambda: withdraw_round(round, reason="A mistake.", by=olga, now=at(0)),
        "start": lambda: start_round(round, by=olga, now=at(1)),
        "report": lambda: report_result(first, win("A"), by=sits(first, "A"), now=at(2)),
        "other report": lambda: report_result(first, win("B"), by=sits(first, "B"), now=at(3)),
        "decide": lambda: enter_result(first, win("A"), by=hedda, now=at(4), reason="Asked both."),
        "clear": lambda: clear_result(first, reason="They play on.", by=hedda, now=at(4)),
        "enter": lambda: enter_result(first, win("A"), by=hedda, now=at(5)),
        "second report": lambda: report_result(second, win("B"), by=sits(second, "B"), now=at(5)),
        "confirm": lambda: confirm_result(second, by=sits(second, "A"), now=at(6)),
        "extend": lambda: extend_match(second, 5, by=hedda, now=at(6)),
        "extend all": lambda: extend_round(round, 5, by=hedda, now=at(6)),
        "pause": lambda: pause_clock(round, by=olga, now=at(7)),
        "resume": lambda: resume_clock(round, by=olga, now=at(8)),
        "call": lambda: call_time_now(round, by=hedda, now=at(9)),
        "hard stop": lambda: call_due_times(at(30)),
        "rename": lambda: edit_entrant(
            first.seats.get(letter="A").entrant, {"name": "Ann <i>"}, by=olga, now=at(10)
        ),
        "drop": lambda: drop_entrant(first.seats.get(letter="B").entrant, by=olga, now=at(10)),
        "edit": lambda: edit_event(event, {"name": "Other"}, by=olga, now=at(10)),
        "finish": lambda: finish_round(round, by=olga, now=at(40)),
        "correct": lambda: enter_result(first, win("B"), by=hedda, now=at(41), reason="A slip."),
        "cancel": lambda: cancel_event(event, reason="Fire.", by=olga, now=at(42)),
        "restore": lambda: restore_event(event, by=olga, now=at(43)),
        "end": lambda: finish_event(event, by=olga, now=at(44), reason="It is late."),
    }
    steps[what]()


def test_every_change_shows_at_once_to_every_reader() -> None:
    olga = actor("olga")
    event = make_event(clock_kind="fixed", hard_stop_minutes=5, swiss_rounds=3)
    clients = {name: browser(name) if name else Client() for name in READERS}
    actor("hedda")
    grant_role(event, "hedda", "head_judge", by=olga, now=at(-100))
    kept: dict[tuple[str, str], str] = {}

    def look() -> dict[tuple[str, str], str]:
        found = {}
        for name, client in clients.items():
            for page in ("", *{"player1": ["me/"], "olga": ["desk/"]}.get(name, [])):
                answer = client.get(f"/events/{event.slug}/{page}")
                found[name, page] = OF_EACH_LOOK.sub("", answer.content.decode())
        return found

    def same(what: str) -> None:
        before = look()
        forget_all()
        after = look()
        assert before == after, what
        assert what == "drop" or kept != after, f"{what} shows nowhere"
        kept.clear()
        kept.update(after)

    same("draft")
    publish_event(event, by=olga, now=at(-90))
    same("published")
    for number in range(1, 4):
        register(event, by=actor(f"player{number}"), now=at(-80))
    walk_in(event)
    same("entered")
    open_check_in(Event.objects.get(), by=olga, now=at(-60))
    same("check-in")
    for entrant in event.entrants.all():
        check_in(entrant, by=olga, now=at(-50))
    start_event(Event.objects.get(), by=olga, now=at(-10))
    same("started")
    for whole in (
        "publish,withdraw",
        "publish,start,report,other report,decide,clear,enter,extend,extend all,pause,resume,call,hard stop,rename,"
        "second report,confirm,drop,edit,finish,correct,cancel,restore,end",
    ):
        event = Event.objects.get()
        round = offer_round(event, by=olga, now=at(-5))
        for what in whole.split(","):
            step(Event.objects.get(), Round.objects.get(pk=round.pk), what)
            same(what)
    assert Deadline.objects.exists()
