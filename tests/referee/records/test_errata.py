"""Logs of an event with errata: begun on phones they carry them; one that is sent in does on its sender's word."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import msgspec
import pytest

from referee.logs.storage import body
from referee.models.records import Record
from referee.records.changes import attach_log
from rules.kernel.log import read_log
from rules.kernel.replay import replay
from rules.registry import load
from tests.referee.live.playing import opened
from tests.tournaments.factories import actor, at, open_event, player, running_round, started, tables
from tournaments.errata.changes import declare_erratum, replace_erratum
from tournaments.models.rounds import Match
from tournaments.models.series import Series
from tournaments.series.changes import make_series, set_series

pytestmark = pytest.mark.django_db
#: Thrust with a restriction number of 2; option ``sanctioned`` switched off
THRUST = {"title": "Thrust", "grid": "OOO/OAO/OOO", "type": "attack", "restriction": 2}
PLAIN: dict[str, Any] = {
    "log": 1, "game": "highlander", "rules": "1999.3.10", "players": [{"seat": "A"}, {"seat": "B"}],
}  # fmt: skip


@pytest.fixture
def match() -> Match:
    series = make_series({"name": "League"}, by=actor("olga"), now=at(-150))
    event = set_series(open_event(2, game="highlander"), series, by=actor("olga"), now=at(-95))
    said = {
        "game": "highlander",
        "title": "Thrust",
        "applies_from": date(2026, 11, 1),
        "cards": [THRUST],
        "options": {"sanctioned": False},
    }
    declare_erratum(series, said, by=actor("olga"), now=at(-90))
    found = tables(running_round(started(event)))[0]
    return Match.objects.select_related("round__event").prefetch_related("seats__entrant").get(pk=found.pk)


def header_of(record: Record) -> dict[str, Any]:
    return msgspec.json.decode(body(record).split(b"\n")[0], type=dict[str, Any])


def send(match: Match, header: dict[str, Any], **more: Any) -> Record:
    data = json.dumps(header).encode() + b"\n" + b'{"by": "A", "do": "note_nothing"}\n'
    return attach_log(match, 1, data, by=player(match, "A"), now=at(10), **more)


def test_a_live_log_carries_what_the_event_started_with(match: Match) -> None:
    series = Series.objects.get()
    other = [THRUST | {"restriction": 5}]
    replace_erratum(series, 1, {"cards": other, "options": {}}, seen=1, by=actor("olga"), now=at(0))
    record = opened(match).record
    header = header_of(record)
    assert header["cards"] == [THRUST] and header["rules"] == "1999.3.10"
    assert header["options"]["sanctioned"] is False
    # From its bytes alone it is judged by them.
    game = load("highlander")
    run = replay(game, read_log(body(record), game.all_verbs))
    (number,) = run.catalogue.find("Thrust")
    assert run.catalogue.cards[number].restriction == 2  # type: ignore[attr-defined]
    assert run.options.sanctioned is False


def test_a_log_sent_in_has_them_put_in_on_its_senders_word(match: Match) -> None:
    record = send(match, PLAIN)
    assert "cards" not in header_of(record) and record.rules is None
    record = send(match, PLAIN, with_cards=True)
    header = header_of(record)
    assert header["cards"] == [THRUST] and header["options"] == {"sanctioned": False}
    assert record.rules is not None and record.rules.event_id == match.round.event_id
    assert record.card_list is None
    assert send(match, PLAIN, with_cards=True).pk == record.pk
    # What it says itself stays.
    record = send(match, PLAIN | {"options": {"sanctioned": True}}, with_cards=True)
    assert header_of(record)["options"] == {"sanctioned": True}
    record = send(match, PLAIN | {"cards": [THRUST | {"restriction": 3}]}, with_cards=True)
    assert header_of(record)["cards"][0]["restriction"] == 3 and record.rules is None
