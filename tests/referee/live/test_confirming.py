"""What a seat is answered when it confirms an outcome rests on its own view, whatever the other hid.

The same game is played twice. B lays a card face down that A never learns of: once a Number, as the rules want, once
another one, which is illegal. Both times B reveals a Number. A is shown and sent the same, to the last byte.
"""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import Client

from referee.live.answers import confirm_outcome
from referee.live.live_replay import forget
from referee.live.queries import forget_tables, live_table
from referee.models.disputes import Dispute, Kind
from referee.models.records import Record
from tests.referee.live.playing import as_json, opened, phone, state, tap
from tests.rules.kernel.helpers import draw, lay, reveal
from tests.tournaments.factories import at, seated
from tournaments.models.events import Event
from tournaments.models.results import Provenance, Report, Result
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere, pytest.mark.usefixtures("verdicts_told")]
#: signed words and the present moment
KEYS = rb'(csrfmiddlewaretoken" value|_?key" value|data-[a-z]*key|data-[a-z-]*word|token)="?[^"& ]*"?'
CHANGES = re.compile(KEYS + rb"|20\d\d-\d\d-\d\dT[0-9:.+]+")


class Undone(Exception):
    """Ends a play, so that the next one begins from the same rows."""


def game(laid: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    return (
        ("A", draw("A")), ("A", lay("A", "Number 9")), ("B", draw("B")), ("B", lay("B", laid)),
        ("A", reveal("A", "Number 9")), ("B", reveal("B", "Number 3")),
    )  # fmt: skip


def pages_of(match: Match, table: int, record: int) -> list[bytes]:
    """The pages that A may open about this game."""
    client = Client()
    user = seated(match, "A").user
    assert user is not None
    client.force_login(user)
    event = match.round.event
    addresses = [
        f"/matches/{match.pk}/",
        f"/events/{event.slug}/me/",
        f"/live/{table}/",
        f"/records/{record}/",
        f"/api/v1/matches/{match.pk}/",
        f"/api/v1/matches/{match.pk}/records/",
        f"/api/v1/records/{record}/",
    ]
    found = [client.get(address) for address in addresses]
    assert {answer.status_code for answer in found} <= {200, 302}, [a.status_code for a in found]
    return [CHANGES.sub(b"", answer.content) for answer in found]


def count_from_the_rows() -> None:
    """The next play's rows have the numbers that this one's had: PostgreSQL counts on past what was undone."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
            cursor.execute(statement)


def played_so(match: Match, laid: str, known: list[Any]) -> list[bytes]:
    """All that A is shown in this game, before and after A confirms; ``known``: what is kept of it, for the test."""
    seen: list[bytes] = []
    count_from_the_rows()
    try:
        with transaction.atomic():
            forget()
            forget_tables()
            table = opened(match)
            for who, entry in game(laid):
                tap(table, who, entry)
                seen.append(as_json(state(table, "A")))
            seen += pages_of(match, table.pk, table.record_id)
            confirm_outcome(live_table(table.pk), phone(table, "A"), last=6, now=at(5))
            seen.append(as_json(state(table, "A")))
            seen += pages_of(match, table.pk, table.record_id)
            known += [
                Record.objects.get(pk=table.record_id).status,
                sorted(Dispute.objects.values_list("kind", "entry")),
                Report.objects.filter(match=match).count(),
                Result.objects.get(match=match, replaced_at=None).provenance,
            ]
            raise Undone
    except Undone:
        forget()
        forget_tables()
    return seen


@pytest.mark.parametrize("calls", [True, False])
def test_a_seat_learns_nothing_of_the_others_hidden_play(match: Match, calls: bool) -> None:
    Event.objects.filter(pk=match.round.event_id).update(illegal_calls_judge=calls)
    match.round.event.refresh_from_db()
    fair: list[Any] = []
    foul: list[Any] = []
    one = played_so(match, "Number 3", fair)
    two = played_so(match, "Blank", foul)
    for n, (a, b) in enumerate(zip(one, two, strict=True)):
        assert a.split(b"<") == b.split(b"<"), n
    assert fair == ["finished", [], 1, Provenance.REPORTED]
    assert foul == ["illegal", [(Kind.ILLEGAL, 4)], 1, Provenance.REPORTED]


def test_a_seat_that_stopped_is_told_of_a_judge_wherever_the_judge_was_called_to(match: Match) -> None:
    """B's draw out of turn stops play for everybody; that a judge is called says nothing of what B hid before."""
    told = []
    for laid in ("Number 3", "Blank"):
        try:
            with transaction.atomic():
                forget()
                forget_tables()
                table = opened(match)
                for who, entry in (*game(laid)[:4], ("B", draw("B"))):
                    tap(table, who, entry)
                found = state(table, "A")
                told.append((found["state"], found["stopped"], found["judge_called"]))
                told.append(Dispute.objects.get().entry)
                raise Undone
        except Undone:
            forget()
            forget_tables()
    assert told == [("stopped", 5, True), 5, ("stopped", 5, True), 4]
