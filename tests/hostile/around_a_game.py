"""All that can come of a game while it is played at a table: what judges and the other side do about it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import msgspec
from django.apps import apps
from django.db import connection

from referee.audits.changes import audit_waiting
from referee.calls.changes import call_judge
from referee.disputes.opening import open_by_hand
from referee.disputes.statements import make_statement
from referee.models.disputes import Kind
from referee.models.live import LiveTable
from referee.positions.agreeing import tell_position
from referee.records.changes import attach_log
from referee.rejudging.of_event import begin_rejudging
from rules.kernel.log import Log
from rules.kernel.replay import replay
from rules.kernel.seats import log_for
from rules.kernel.selfplay import log_bytes
from rules.registry import load
from tests.hostile.test_precedents import exchanged
from tests.tournaments.factories import actor, at, player
from tests.tournaments.penalties.people import CAUTION, give
from tournaments.jobs.tasks import work_due
from tournaments.models.jobs import Job
from tournaments.models.notifications import About, Subscription
from tournaments.models.rounds import Match
from tournaments.models.webhooks import Happening
from tournaments.webhooks.changes import add_endpoint

Json = dict[str, Any]


def number_from(first: int) -> None:
    """The next row of every table gets this number: both worlds count alike, whatever else was written in one of them.
    (A number is counted for the whole site; that another row was written somewhere can be seen in it.)"""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for model in apps.get_models():
                cursor.execute("DELETE FROM sqlite_sequence WHERE name = %s", [model._meta.db_table])
                cursor.execute(
                    "INSERT INTO sqlite_sequence VALUES (%s, %s)", [model._meta.db_table, first - 1]
                )
        else:
            cursor.execute("SELECT setval(oid, %s, false) FROM pg_class WHERE relkind = 'S'", [first])


def furnish(table: LiveTable, match: Match, log: Log, n: int, position: Json) -> Mapping[str, str]:
    """A call, a dispute with a statement and this position of B's, B's own log up to entry ``n``, a penalty of A's,
    audits, logs judged anew, a phone of A's and a webhook that are told. By what it is named in addresses."""
    event, (a, b), jude = match.round.event, (player(match, letter) for letter in "AB"), actor("jude")
    number_from(20_000)
    own, now, game = match.seats.get(letter="A").entrant, at(50), load(match.round.event.game)
    add_endpoint(event, "https://example.org/hook", Happening.values, by=actor("olga"), now=now)
    Subscription.objects.create(
        entrant=own, channel="push", about=About.values, language="en", digest="d", created_at=now
    )
    call_judge(match, "rules", "Please.", by=b, now=now)
    dispute = open_by_hand(
        match, Kind.PLAY, "Who drew first?", by=a, now=now, record=table.record_id, entry=1
    )
    make_statement(dispute, "I did.", by=b, now=now)
    tell_position(dispute, {"position": position}, by=b, now=now)
    # After all that is named by its number: a question about a hidden card, which comes with it, takes the next one.
    attach_log(match, 1, log_bytes(log_for(game, Log(log.header, log.entries[:n]), "B")), by=b, now=now)
    penalty = give(own, CAUTION, 50, match=match)
    audit_waiting(event, by=jude, now=now)
    begin_rejudging(event, by=jude, now=now)
    while work_due(now):
        pass
    named = {"dispute_id": dispute.pk, "penalty_id": penalty.pk, "job_id": Job.objects.get().pk}
    return {name: str(number) for name, number in named.items()}


def position_of_b(game: str, log: Log, n: int, others: Mapping[str, str]) -> Json:
    """What B lays out after entry ``n``: the table as its seat sees it, with these cards others in its hand."""
    engine = load(game)
    position: Json = json.loads(msgspec.json.encode(replay(engine, log_for(engine, log, "B"), n).printed(n)))
    side = position["players"]["B"]
    side["hand"] = exchanged(side["hand"], dict(others))
    return position
