"""Decks of 15 to 30 cards run out again and again: what the opponent and spectators see is illegal nowhere."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from rules.kernel.chance import Source
from rules.kernel.log import Header, Log
from rules.kernel.selfplay import log_bytes, play_game
from rules.registry import load
from tests.rules.conformance.games import hidden
from tests.rules.conformance.views import wrongly_illegal

GAME = load("highlander")


def small(seed: int) -> Header:
    """A header of self-play whose decks hold few of their cards."""
    chance = random.Random(seed)
    header = GAME.sample_header(2, Source(f"small:{seed}"))
    players = []
    for player in header.players:
        assert player.deck is not None
        lines = list(player.deck.sections["deck"])
        chance.shuffle(lines)
        left, kept = chance.choice([15, 16, 18, 20, 24, 30]), []
        for line in lines:
            count = min(line.count, left)
            if count:
                kept.append(replace(line, count=count))
            left -= count
        sections = {**player.deck.sections, "deck": tuple(kept)}
        players.append(replace(player, deck=replace(player.deck, sections=sections)))
    return replace(header, players=tuple(players))


def judged(seed: int) -> list[str]:
    run = play_game(GAME, f"small:{seed}", 2, None if seed % 3 else 20 + seed % 90, small(seed))
    data = log_bytes(Log(run.header, tuple(run.entries)))
    return wrongly_illegal("highlander", data) + wrongly_illegal("highlander", hidden("highlander", data))


#: decks that run out twice, for both, while cards leave the Endurance unseen, or beside a gain up to the maximum
HARD = (95, 129, 232, 273, 366)


def test_a_deck_that_runs_out_is_illegal_to_nobody_who_watches() -> None:
    for seed in (*range(8), *HARD):
        assert judged(seed) == [], seed


@pytest.mark.long
def test_hundreds_of_such_decks() -> None:
    for seed in range(400):
        assert judged(seed) == [], seed
