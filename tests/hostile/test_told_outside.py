"""What leaves the site by other ways than the answer to who asked: messages of the event stream, by who hears them, and
mails, by who gets them. What is not everybody's carries a mark, and none of these may hold that of somebody else.
(Phones and webhooks are read in simulated days, and byte by byte in `test_other_hands.py`.)"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from config import notifier as reading
from config import stream
from config.notifier import Listener, Notifier
from referee.calls.changes import call_judge
from referee.disputes.answering import answer_call
from referee.disputes.opening import open_by_hand
from referee.disputes.statements import add_note, make_statement
from referee.models.disputes import Kind
from tests.hostile.test_api import ROLES, Stage
from tests.tournaments.access.scenes import registration
from tests.tournaments.factories import actor, at, player, tables
from tests.tournaments.penalties.people import CAUTION, give
from tournaments.clocks.whole_round import call_time_now
from tournaments.decks import tasks as reminding
from tournaments.decks.reminders import remind_of_lists
from tournaments.entrants.changes import check_in
from tournaments.events.life import open_check_in, start_event
from tournaments.live.tokens import scope_of
from tournaments.models.decks import DeckList
from tournaments.models.events import EventSeed
from tournaments.models.notifications import FOR_PLAYERS, Notification
from tournaments.models.rounds import Match
from tournaments.notifications.changes import subscribe
from tournaments.notifications.sending import send
from tournaments.rounds.changes import offer_round, publish_round, start_round

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

#: What a message of the stream is made of, and the things it can be about.
MESSAGE = re.compile(
    r'id: [a-z]+\.\d+(?:-[a-z]+\.\d+)*\nevent: changed\ndata: {"topic": "([a-z]+)", "version": (\d+)}\n\n'
)
TOPICS = {
    "announcements", "clock", "disputes", "entrants", "event", "jobs", "match", "records", "results", "rounds",
    "standings", "table",
}  # fmt: skip
#: At a match and at a table nobody hears how often others reported, or registered.
NOT_AT_A_TABLE = {"results", "entrants", "disputes", "jobs"}


def opened_to(stage: Stage, role: str) -> set[tuple[int, int, int]]:
    """What the words for the stream open that this one is given, by any page or answer that gives one."""
    scene = stage.furnished.scene
    client = Client(headers={"Authorization": stage.headers[role]} if stage.headers[role] else {})
    own = scene.match.pk if scene.match else 0
    found = set()
    for address in (f"events/{scene.event.slug}/live/", f"events/{scene.event.slug}/live/?match={own}"):
        answer = client.get(f"/{address}")
        if answer.status_code == 200:
            found |= _scopes(answer.json()["stream"])
    return found


def _scopes(text: str) -> set[tuple[int, int, int]]:
    return {
        scope
        for address in re.findall(r"[^\"'\s]*[?]token=[^\"'\s]+", text)
        for token in parse_qs(urlsplit(address.replace("&amp;", "&")).query)["token"]
        if (scope := scope_of(token)) is not None
    }


def by_pages(stage: Stage) -> Mapping[str, set[tuple[int, int, int]]]:
    """The same of those who are signed in, by the pages they open."""
    scene, found = stage.furnished.scene, defaultdict(set)
    assert scene.match is not None and scene.table is not None
    slug, pages = scene.event.slug, ("", "me/", "desk/", "floor/", "disputes/", "entrants/", "jobs/")
    paths = [f"/events/{slug}/{page}" for page in pages]
    paths += [f"/matches/{scene.match.pk}/", f"/live/{scene.table.pk}/", f"/live/{scene.table.pk}/watch/"]
    for who in ("", "stranger", "player", "other", "polly", "sam", "jude", "olga"):
        client = Client()
        if who:
            client.force_login(actor(who).user)  # type: ignore[arg-type]
        for path in paths:
            answer = client.get(path)
            if answer.status_code == 200:
                found[who] |= _scopes(answer.content.decode())
    return found


def heard(scope: tuple[int, int, int]) -> list[str]:
    """All that somebody is sent who listens from the beginning on, as the stream writes it."""
    event, table, match = scope
    sent: list[str] = []

    async def send_out(message: Mapping[str, Any]) -> None:
        sent.append(message["body"].decode())

    versions, at_tables = reading.read_versions([event]), reading.read_tables([table]) if table else {}
    matches = reading.read_matches([match]) if match else {}

    async def run() -> None:
        notifier, listener = Notifier(), Listener(*scope)
        notifier.listeners[event].add(listener)
        notifier._tell(versions, at_tables, matches)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(0.2):
                await stream._tell(listener, {}, send_out)

    asyncio.run(run())
    return sent


@pytest.fixture
def with_stream(settings: Any) -> None:
    settings.STREAM_URL = ":8001"


@pytest.mark.usefixtures("with_stream")
def test_a_stream_tells_numbers_of_topics_and_nothing_that_was_planted() -> None:
    stage = Stage()
    scopes = {(role, scope) for role in ROLES for scope in opened_to(stage, role)}
    scopes |= {(who, scope) for who, found in by_pages(stage).items() for scope in found}
    scene = stage.furnished.scene
    assert scene.match is not None and scene.table is not None
    # Somebody hears the event, somebody its match, somebody the live table; and nobody another event.
    assert {scope[0] for _who, scope in scopes} == {scene.event.pk}
    assert any(scope[1] == scene.table.pk for _who, scope in scopes)
    assert any(scope[2] == scene.match.pk for _who, scope in scopes)
    told: dict[tuple[int, int, int], list[str]] = {}
    for who, scope in sorted(scopes, key=str):
        if scope not in told:
            told[scope] = heard(scope)
        assert told[scope], (who, scope)
        for message in told[scope]:
            said = MESSAGE.fullmatch(message)
            assert said is not None and said[1] in TOPICS, (who, message)
            assert not scope[2] or said[1] not in NOT_AT_A_TABLE, (who, message)
            assert not [mark for mark in stage.marks if mark in message], (who, message)
    assert {topic for messages in told.values() for topic in re.findall(r'"topic": "(\w+)"', str(messages))} > {
        "clock", "match", "rounds", "table",
    }  # fmt: skip


def marked(what: str, *readers: str) -> str:
    """A text that only these may be sent."""
    MARKS[f"planted {what}"] = set(readers)
    return f"planted {what}"


MARKS: dict[str, set[str]] = {}
#: What a mail is about, by its words.
KINDS = ("Time is called", "answered your call", "penalty", "deck list", "against")


@pytest.fixture
def no_marks(monkeypatch: pytest.MonkeyPatch, settings: Any) -> Iterator[None]:
    settings.EMAIL_HOST = "mail.example.org"
    MARKS.clear()
    monkeypatch.setattr(reminding.threading, "Thread", AtOnce)
    monkeypatch.setattr(reminding.connection, "close", lambda: None)
    yield
    MARKS.clear()


class AtOnce:
    """A thread that does its work when it is started."""

    def __init__(self, target: Any, args: Any = (), **more: Any) -> None:
        self.target, self.args = target, args

    def start(self) -> None:
        self.target(*self.args)


def send_all() -> None:
    for number in Notification.objects.filter(state="waiting").values_list("pk", flat=True):
        send(number)


def argued(match: Match) -> None:
    """A call with its answer, a dispute with what both sides and the staff wrote, a penalty with its reason."""
    ann, bob, jude = player(match, "A"), player(match, "B"), actor("jude")
    at_table = [seat.entrant.name for seat in match.seats.order_by("letter")]
    a, b = at_table
    call = call_judge(match, "rules", marked(f"words of {a}", a), by=ann, now=at(2))
    answer_call(match.round.event, call.dispute_id, marked(f"answer to {a}", *at_table), by=jude, now=at(3))
    dispute = open_by_hand(match, Kind.RULES, marked(f"question of {a}", *at_table), by=ann, now=at(4))
    make_statement(dispute, marked(f"statement of {a}", a), by=ann, now=at(4))
    make_statement(dispute, marked(f"statement of {b}", b), by=bob, now=at(4))
    add_note(dispute, marked(f"note about {a}"), to_table=False, by=jude, now=at(4))
    give(match.seats.get(letter="B").entrant, CAUTION, 5, match=match, note=marked(f"reason for {b}", b))


@pytest.mark.usefixtures("no_marks")
def test_a_mail_has_one_reader_and_nothing_of_anybody_elses() -> None:
    event = registration()
    type(event).objects.filter(pk=event.pk).update(deck_lists="required")
    event.refresh_from_db()
    names = {}
    for entrant in event.entrants.all():
        assert entrant.user is not None
        address = f"{entrant.name.lower()}@example.org"
        EmailAddress.objects.create(user=entrant.user, email=address, verified=True, primary=True)
        names[address] = entrant.name
        about = [str(each) for each in FOR_PLAYERS]
        subscribe(entrant, about, language="en", by=actor(entrant.name.lower()), now=at(-90))
    rival = event.entrants.get(name="Rival")
    DeckList.objects.create(
        entrant=rival, body={"name": marked("deck", "Rival")}, legal=True, at=at(-85), by="Rival"
    )
    remind_of_lists(event, by=actor("olga"), now=at(-80))
    assert reminding.mail_reminders(at(-79)) == 3
    type(event).objects.filter(pk=event.pk).update(deck_lists="optional")
    event.refresh_from_db()
    open_check_in(event, by=actor("olga"), now=at(-60))
    for entrant in event.entrants.all():
        check_in(entrant, by=actor("olga"), now=at(-50))
    event = start_event(event, by=actor("olga"), now=at(-10))
    MARKS[EventSeed.objects.get(event=event).value] = set()
    offer_round(event, by=actor("olga"), now=at(-5))
    send_all()
    assert len(mail.outbox) == 3, "an offer is nobody's business"
    round = start_round(
        publish_round(event.rounds.get(), by=actor("olga"), now=at(0)), by=actor("olga"), now=at(1)
    )
    for match in tables(round):
        argued(match)
    call_time_now(round, by=actor("olga"), now=at(6))
    send_all()
    told = defaultdict(set)
    for sent in mail.outbox:
        assert not sent.cc and not sent.bcc and len(sent.to) == 1
        reader, text = names[sent.to[0]], f"{sent.subject}\n{sent.body}"
        assert not [mark for mark, readers in MARKS.items() if mark in text and reader not in readers], text
        assert not [address for address in names if address in text], text
        told[reader].add(next(word for word in KINDS if word in text))
    # Each was told of the round, of time and of the own call; who has one, of a penalty; who owes one, of the list.
    assert set().union(*told.values()) == set(KINDS)
    assert all({"against", "Time is called", "answered your call"} <= kinds for kinds in told.values())
    assert len(MARKS) > 10
