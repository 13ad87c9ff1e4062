"""Rows of the time before messages were kept: what their sentences were made of is found once, by a migration."""

from importlib import import_module

import pytest
from django.apps import apps
from django.utils.translation import override

from referee.models.disputes import Dispute, Kind
from tests.tournaments.factories import played_round, round_under_way, running_event, tables
from tournaments.messages import Message
from tournaments.models.events import JournalEntry
from tournaments.models.rounds import StandingsSnapshot
from tournaments.now import now
from tournaments.pages.translation import translated

LINES = import_module("tournaments.migrations.0016_old_messages")
OVER = "This round is over. Ask a judge to correct its results."
QUESTIONS = import_module("referee.migrations.0009_old_messages")


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("Round 3 has started.", "Runde 3 hat begonnen."),
        ("Round 2, Table 3: the result was corrected.", "Runde 2, Tisch 3: Das Ergebnis wurde berichtigt."),
        ("Ann is head judge now.", "Ann ist jetzt Oberschiedsgericht."),
        ("Ann and Bob and Cyd avoid each other.", "Ann und Bob and Cyd gehen sich möglichst aus dem Weg."),
        ("100 % Ann was disqualified.", "100 % Ann wurde ausgeschlossen."),
    ],
)
def test_a_line_of_the_journal(db: None, english: str, german: str) -> None:
    event = round_under_way(2).event
    JournalEntry.objects.all().delete()
    plain = {"event": event, "at": now(), "by": "Olga", "kind": "x"}
    JournalEntry.objects.create(text=english, reason="From the log.", **plain)
    JournalEntry.objects.create(text="Something else.", reason="Because.", **plain)
    LINES.fill_all(apps, None)
    known, unknown = JournalEntry.objects.order_by("id")
    assert known.said == english and isinstance(known.said, Message)
    with override("de"):
        assert translated(known.said) == german and translated(known.said_reason) == "Aus dem Protokoll."
        assert translated(unknown.said) == "Something else." and translated(unknown.said_reason) == "Because."


def test_a_dispute(db: None) -> None:
    match = tables(round_under_way(2))[0]
    dispute = Dispute.objects.create(
        event=match.round.event,
        match=match,
        kind=Kind.DIFFERS,
        question=f"The log's outcome was not taken as the result: {OVER}",
        resolution="Both looked at it.",
        at=now(),
        by="",
    )
    QUESTIONS.fill_all(apps, None)
    dispute.refresh_from_db()
    with override("de"):
        assert translated(dispute.said_question).endswith(translated(Message(OVER)))
        assert "This" not in translated(dispute.said_question)
        assert translated(dispute.said_resolution) == "Both looked at it."


def test_what_standings_relied_on(db: None) -> None:
    event = running_event(4, profile="pokemon")
    played_round(event)
    kept = StandingsSnapshot.objects.get()
    messages = kept.rules_messages
    english = {name: str(text) for name, text in kept.said_rules.items()}
    pods = "; the places of 3 are worth 3, 2, 1; the places of 4 are worth 4, 2, 1, 0"
    StandingsSnapshot.objects.update(
        rules_messages=None, rules=kept.rules | {"pods": kept.rules["pods"] + pods}
    )
    LINES.fill_all(apps, None)
    again = StandingsSnapshot.objects.get()
    made_of = {name: each and each["msgid"] for name, each in again.rules_messages.items()}
    assert made_of | {"pods": ""} == {name: each and each["msgid"] for name, each in messages.items()} | {
        "pods": ""
    }
    assert {**again.said_rules, "pods": 0} == {**english, "pods": 0}
    with override("de"):
        said = translated(again.said_rules["pods"])
    assert "; die Plätze bei 3 zählen 3, 2, 1; die Plätze bei 4 zählen 4, 2, 1, 0" in said
