"""One event in every state it can be in, all at once: each with the same people in the same roles.

``player`` sits at table 1 against ``rival`` wherever there is a round; ``other`` and ``polly`` sit at table 2. Polly
is an organiser, too; Stan, a scorekeeper, stands in for her. Olga runs each event, Sam keeps scores, Hedda is head
judge and Jude judge; ``stranger`` has an account and nothing else, and the empty name is a visitor.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from io import BytesIO

from django.db.models import Model
from PIL import Image

from referee.calls.changes import call_judge, take_call
from referee.disputes.answering import answer_call
from referee.disputes.opening import open_by_hand
from referee.disputes.pictures import add_picture
from referee.disputes.statements import make_statement
from referee.live.live_replay import forget
from referee.live.queries import forget_tables, live_table
from referee.live.undo import undo_entry
from referee.models.disputes import Dispute, Kind
from referee.models.live import LiveTable, TableState
from referee.models.pictures import DisputePicture
from referee.models.records import Record
from referee.positions.agreeing import tell_position
from referee.rejudging.of_event import begin_rejudging
from tests.referee.live.playing import opened, phone, play, played
from tests.tournaments.factories import actor, at, make_event, player, tables, win
from tournaments.clocks.changes import pause_clock
from tournaments.clocks.whole_round import call_time_now
from tournaments.entrants.changes import check_in, register
from tournaments.errors import Conflict
from tournaments.events.life import (
    cancel_event,
    finish_event,
    open_check_in,
    publish_event,
    start_event,
)
from tournaments.events.staff import grant_role
from tournaments.events.stand_in import name_stand_in
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, Role, State
from tournaments.models.jobs import Job
from tournaments.models.penalties import Penalty
from tournaments.models.rounds import Match, Round
from tournaments.penalties.changes import Given, give_penalty
from tournaments.results.changes import contest, enter_result, report_result
from tournaments.rounds.changes import (
    finish_round,
    offer_round,
    publish_round,
    set_pairing,
    start_round,
)
from tournaments.stages.queries import stages_of

WHO = ("", "stranger", "player", "other", "jude", "sam", "hedda", "polly", "olga")
PLAYERS = ("player", "rival", "other", "polly")
#: what only some scenes have, by the name of the part of an address: its rows, and by what they name the event
NAMED: dict[str, tuple[type[Model], str]] = {
    "dispute_id": (Dispute, "event"),
    "picture_id": (DisputePicture, "row__dispute__event"),
    "penalty_id": (Penalty, "entrant__event"),
    "job_id": (Job, "event"),
}
ROLES = (
    ("stan", Role.SCOREKEEPER), ("sam", Role.SCOREKEEPER), ("hedda", Role.HEAD_JUDGE), ("jude", Role.JUDGE),
    ("polly", Role.ORGANISER),
)  # fmt: skip
_NAMES = itertools.count()


@dataclass(frozen=True, eq=False)
class Scene:
    """An event in one state, and what its addresses are made of; 0 for what it does not have. `known`: more by the name
    of a part of an address."""

    name: str
    event: Event
    match: Match | None = None
    table: LiveTable | None = None
    known: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def rival(self) -> Entrant | None:
        """Who sits against the player."""
        return self.event.entrants.filter(name="Rival").first()

    @property
    def state(self) -> State:
        return State(self.event.state)

    def lacks(self, path: str) -> bool:
        """Whether what this address is about is not there: no match yet, no log, nobody entered."""
        if "table_id" in path or "record_id" in path:
            return self.table is None
        if "match_id" in path:
            return self.match is None
        for name in NAMED:
            if name in path:
                return name not in self.known
        return self.state is State.DRAFT and ("entrant_id" in path or "code" in path)

    def address(self, path: str, step: str = "", what: str = "pair") -> str:
        """The address with what this event has in it."""
        values = {
            "slug": self.event.slug,
            "number": "1",
            "match_id": str(self.match.pk if self.match else 10**6),
            "record_id": str(self.table.record_id if self.table else 10**6),
            "table_id": str(self.table.pk if self.table else 10**6),
            "entrant_id": str(self.rival.pk if self.rival else 10**6),
            "code": self.rival.code if self.rival else "P02",
            "step": step,
            "what": what,
            "token": "x",
            "username": "olivia",
            "word": "x",
            "form": "csv",
            "part": "standings",
            "rule_id": "log.card",
            "rule": "log.card",
            "key": "head-shot",
            "question": "block-stops-attack",
            "question_id": "block-stops-attack",
            "file": "round-1-20260101T000000.json",
        } | dict.fromkeys(
            (
                "announcement_id",
                "endpoint_id",
                "delivery_id",
                "fact_id",
                "role_id",
                "link_id",
                "pair_id",
                "ask_id",
                "token_id",
                "n",
                "other_id",
            ),
            "1",
        )
        values |= dict.fromkeys(("game_name", "game"), "highlander")
        if "stages/<slug:code>" in path:
            values["code"] = stages_of(self.event)[0].code
        values |= dict.fromkeys(NAMED, str(10**6)) | self.known
        if "calls/<int:number>" in path or "disputes/<int:number>" in path:
            values["number"] = values["dispute_id"]
        return "/" + re.sub(r"<\w+:(\w+)>", lambda found: values[found[1]], path)


def draft() -> Event:
    olga = actor("olga")
    event = make_event(name=f"Scene {next(_NAMES)}", game="looney_tunes")
    for name, role in ROLES:
        actor(name)
        grant_role(event, name, role, by=olga, now=at(-115))
    return name_stand_in(event, account=actor("stan").user, by=olga, now=at(-115))


def registration() -> Event:
    event = publish_event(draft(), by=actor("olga"), now=at(-110))
    for name in PLAYERS:
        register(event, by=actor(name), now=at(-100))
    return event


def checking_in() -> Event:
    return open_check_in(registration(), by=actor("olga"), now=at(-60))


def begun() -> Event:
    event = checking_in()
    for entrant in event.entrants.all():
        check_in(entrant, by=actor("olga"), now=at(-50))
    return start_event(event, by=actor("olga"), now=at(-10))


def offered() -> Round:
    event = begun()
    round = offer_round(event, by=actor("olga"), now=at(-5))
    code = {entrant.name.lower(): entrant.code for entrant in event.entrants.all()}
    pairing = {
        "tables": [
            {"table": n, "seats": [code[PLAYERS[2 * n - 2]], code[PLAYERS[2 * n - 1]]]} for n in (1, 2)
        ]
    }
    with suppress(Conflict):  # where it was drawn like that
        set_pairing(round, pairing, reason="For the scene.", by=actor("olga"), now=at(-5))
    return round


def published() -> Round:
    return publish_round(offered(), by=actor("olga"), now=at(-4))


def started() -> Match:
    return tables(start_round(published(), by=actor("olga"), now=at(0)))[0]


def logged() -> LiveTable:
    """A live table with some entries, the last of which its player asks to take back."""
    forget()  # a test before this one had rows of the same numbers
    forget_tables()
    log = played("looney_tunes", "doors")
    table = opened(started(), header=log.header)
    play(table, log, 6)
    undo_entry(live_table(table.pk), phone(table, "A"), on=1, key="undo", now=at(3))
    return live_table(table.pk)


def disputed() -> LiveTable:
    """The same table with a call that a judge has taken, and a dispute with one side's statement and picture, and a
    position; a penalty, and work that goes on."""
    table = logged()
    match = table.record.match
    ann, bob, jude = player(match, "A"), player(match, "B"), actor("jude")
    take_call(call_judge(match, "rules", "Please.", by=bob, now=at(4)), by=jude, now=at(5))
    dispute = open_by_hand(match, Kind.PLAY, "Who drew?", by=ann, now=at(5), record=table.record_id, entry=2)
    make_statement(dispute, "I did.", by=ann, now=at(6))
    add_picture(dispute, a_picture(), caption="The table", to_table=False, by=ann, now=at(6))
    tell_position(dispute, {"position": {}}, by=ann, now=at(6))
    rival = match.seats.get(letter="B").entrant
    give_penalty(rival.event, rival, Given("slow_play"), by=actor("hedda"), now=at(7), match=match)
    begin_rejudging(match.round.event, by=jude, now=at(8))
    return live_table(table.pk)


def answered() -> LiveTable:
    """And once both have stated and a judge has answered."""
    table = disputed()
    match = table.record.match
    dispute = Dispute.objects.get(match=match, kind=Kind.PLAY)
    make_statement(dispute, "No, I.", by=player(match, "B"), now=at(8))
    for one in Dispute.objects.filter(match=match, resolved_at=None).order_by("pk"):
        answer_call(match.round.event, one.pk, "So it is.", by=actor("jude"), now=at(9))
    return live_table(table.pk)


def a_picture() -> bytes:
    file = BytesIO()
    Image.new("RGB", (4, 4), "red").save(file, "PNG")
    return file.getvalue()


def decided() -> LiveTable:
    table = logged()
    match = table.record.match
    for found in tables(match.round):
        enter_result(found, win("A"), by=actor("sam"), now=at(20))
    LiveTable.objects.filter(pk=table.pk).update(state=TableState.CONFIRMED)
    return live_table(table.pk)


def closed() -> LiveTable:
    table = logged()
    LiveTable.objects.filter(pk=table.pk).update(state=TableState.CLOSED)
    return live_table(table.pk)


def between() -> LiveTable:
    table = decided()
    finish_round(table.record.match.round, by=actor("olga"), now=at(40))
    return live_table(table.pk)


def reported() -> Match:
    match = started()
    report_result(match, win("A"), by=actor("player"), now=at(10))
    return match


def contested() -> Match:
    match = reported()
    contest(match, by=actor("rival"), now=at(11))
    return match


def paused() -> Match:
    match = started()
    pause_clock(match.round, by=actor("olga"), now=at(5))
    return match


def called() -> Match:
    match = started()
    call_time_now(match.round, by=actor("olga"), now=at(5))
    return match


def finished() -> LiveTable:
    table = between()
    finish_event(table.record.match.round.event, by=actor("olga"), now=at(60), reason="Enough.")
    return live_table(table.pk)


def cancelled() -> LiveTable:
    table = logged()
    cancel_event(table.record.match.round.event, reason="Fire.", by=actor("olga"), now=at(60))
    return live_table(table.pk)


MAKERS: tuple[Callable[[], Event | Round | Match | LiveTable], ...] = (
    draft, registration, checking_in, begun, offered, published, started, logged, disputed, answered, reported,
    contested, paused, called, closed, decided, between, finished, cancelled,
)  # fmt: skip


def scene_of(maker: Callable[[], Event | Round | Match | LiveTable]) -> Scene:
    """The event in this state."""
    made = maker()
    table = made if isinstance(made, LiveTable) else None
    match = table.record.match if table else made if isinstance(made, Match) else None
    round = match.round if match else made if isinstance(made, Round) else None
    if match is None and round is not None:
        match = round.matches.order_by("table").first()
    event = round.event if round else made
    assert isinstance(event, Event)
    event.refresh_from_db()
    return Scene(maker.__name__, event, match, table, named_in(event))


def named_in(event: Event) -> dict[str, str]:
    """The newest of each that this event has, by the name of the part of an address."""
    newest = {
        name: model._default_manager.filter(**{whose: event}).order_by("pk").last()
        for name, (model, whose) in NAMED.items()
    }
    return {name: str(row.pk) for name, row in newest.items() if row is not None}


def all_scenes() -> list[Scene]:
    """Every state, each in an event of its own."""
    made = [scene_of(maker) for maker in MAKERS]
    assert Record.objects.count() >= 4
    return made
