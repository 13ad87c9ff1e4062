"""The logs of an event of 500 players held against their deck lists, as files and as the site stores them."""

from __future__ import annotations

import time
from functools import cache

import msgspec
import pytest

from referee.audits.making import audit_record
from referee.logs.hash_chain import signed_head
from referee.models.audits import DeckAudit
from referee.models.records import Record, RecordPart
from referee.records.queries import records
from rules import registry
from rules.audits.audit import audit
from rules.kernel.log import read_log
from rules.kernel.selfplay import play_game
from tests.benchmarks.judged import chained_files
from tests.tournaments.factories import at, round_under_way, seated, tables
from tournaments.models.decks import DeckList
from tournaments.models.rounds import Match

GOAL = 30
TABLES, ROUNDS = 250, 9


@cache
def played() -> list[bytes]:
    """A self-played game for each table of a round."""
    game = registry.load("highlander")
    return chained_files(game, [play_game(game, f"audit:{seed}", 2) for seed in range(TABLES)])


@pytest.mark.bench
def test_all_logs_of_an_event(capsys: pytest.CaptureFixture[str]) -> None:
    """Every log of a round is read and audited, both seats; the rounds of a whole event are as many times that."""
    game = registry.load("highlander")
    begun, computing = time.monotonic(), time.process_time()
    for data in played():
        log = read_log(data, game.all_verbs)
        lists = {player.seat: player.deck for player in log.header.players if player.deck is not None}
        assert len(lists) == 2
        assert not any(one.contradictions for one in audit(game, log, lists).values())
    took, computed = time.monotonic() - begun, time.process_time() - computing
    with capsys.disabled():
        print(
            f"\n{TABLES} Highlander logs, one of each table of 500 players, against both lists: {took:.1f} s "
            f"({1000 * computed / TABLES:.1f} ms of a processor a log); of {ROUNDS} rounds "
            f"{ROUNDS * computed:.0f} s of one processor (goal {GOAL} s)"
        )


@pytest.mark.bench
@pytest.mark.django_db
def test_stored_logs_of_a_round(capsys: pytest.CaptureFixture[str]) -> None:
    """The same of records in the database, kept afterwards."""
    match = tables(round_under_way(2, game="highlander"))[0]
    pairs = [stored(match, number, data) for number, data in enumerate(played(), 1)]
    begun = time.monotonic()
    for number, lists in pairs:
        audit_record(records().get(pk=number), lists, now=at(60))
    took = time.monotonic() - begun
    assert DeckAudit.objects.filter(against=0, failed="").count() == 2 * TABLES
    with capsys.disabled():
        print(f"\n{TABLES} stored Highlander logs audited and kept: {took:.1f} s (goal {GOAL} s)")


def stored(match: Match, number: int, data: bytes) -> tuple[int, dict[str, DeckList]]:
    """A record of a game and the lists of its players."""
    header, *lines = data.splitlines()
    players = msgspec.json.decode(header)["players"]
    head = msgspec.json.decode(lines[-1])["hash"]
    record = Record.objects.create(
        match=match, game_number=number, seats=["A", "B"], sent_hash="0" * 64, size=len(data), entries=len(lines),
        head=head, signature=signed_head(match.pk, number, head), ruleset="", status="finished", at=at(10),
        by="Olga",
    )  # fmt: skip
    RecordPart.objects.create(record=record, first=0, body=data.decode())
    lists = {
        player["seat"]: DeckList.objects.create(
            entrant=seated(match, player["seat"]),
            body=player["deck"],
            at=at(-1),
            by="Olga",
            replaced_at=at(90),
        )
        for player in players
    }
    return record.pk, lists
