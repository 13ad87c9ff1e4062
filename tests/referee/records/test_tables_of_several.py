"""A table of more than two, from the pairing by hand to the standings, by the log of its game."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from referee.records.changes import attach_log
from rules.kernel.log import Log
from rules.kernel.selfplay import log_bytes, play_game
from rules.registry import load
from tests.referee.conftest import Who
from tests.tournaments.factories import actor, at, many_seated, player
from tournaments.errors import Invalid
from tournaments.results.queries import result_of
from tournaments.rounds.changes import finish_round

SEATS = [("nightmare_before_christmas", 6), ("herocard_duel", 4), ("herocard_nightmare", 3)]


@pytest.mark.parametrize(("game", "seats"), SEATS)
def test_log_result_pages_and_standings(db: None, who: Who, game: str, seats: int) -> None:
    match = many_seated(game, seats)
    event = match.round.event
    run = play_game(load(game), "several", seats)
    ranking = run.outcome().ranking  # type: ignore[union-attr]
    data = log_bytes(Log(run.header, tuple(run.entries)))
    record = attach_log(match, 1, data, by=actor("sam"), now=at(10))
    result = result_of(match)
    assert result is not None and result.source == f"record:{record.pk}"
    assert [tuple(place) for place in result.outcome["ranking"]] == list(ranking)
    own = who(player(match, "C").label.lower())
    pages = [f"/matches/{match.pk}/", f"/records/{record.pk}/?entry=20", f"/events/{event.slug}/rounds/1/"]
    for client, addresses in (
        (own, [*pages, f"/events/{event.slug}/me/"]),
        (who("jude"), pages),
        (Client(), pages),
    ):
        for address in addresses:
            assert client.get(address).status_code == 200, address
    finish_round(match.round, by=actor("olga"), now=at(60))
    table = who("").get(f"/events/{event.slug}/standings/")
    first = match.seats.get(letter=ranking[0][0]).entrant.name
    text = table.content.decode()
    assert len(ranking[0]) > 1 or all(
        text.index(first) < text.index(seat.entrant.name)
        for seat in match.seats.exclude(letter=ranking[0][0])
    )


def test_stepping_asks_the_database_as_often_for_six_as_for_two(db: None, who: Who) -> None:
    counts = []
    for seats in (2, 6):
        match = many_seated("nightmare_before_christmas", seats)
        run = play_game(load("nightmare_before_christmas"), "queries", seats)
        record = attach_log(
            match, 1, log_bytes(Log(run.header, tuple(run.entries))), by=actor("sam"), now=at(10)
        )
        client = who("jude")
        client.get(f"/records/{record.pk}/")
        with CaptureQueriesContext(
            connection,
        ) as asked:
            client.get(f"/records/{record.pk}/entries/12/", headers={"X-Fragment": "1"})
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 25


def test_no_more_than_the_game_lets(db: None) -> None:
    with pytest.raises(Invalid, match="Two to 4"):
        many_seated("herocard_duel", 5)
