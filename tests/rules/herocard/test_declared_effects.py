"""Random games with decks of declared cards that use what no card of the catalogue does."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from rules.herocard.cards import HEROES
from rules.herocard.duel.game import HeroCardDuel
from rules.herocard.nightmare.game import HeroCardNightmare
from rules.kernel.cards import DeckList
from rules.kernel.game import Game
from rules.kernel.log import Header, Log, Player, read_log
from rules.kernel.replay import replay
from rules.kernel.report import judge_log
from rules.kernel.seats import hidden_log, log_for
from rules.kernel.selfplay import log_bytes, play_game

SCENARIOS = Path(__file__).parents[3] / "tests" / "scenarios" / "herocard_duel"
GAMES: list[Game] = [HeroCardDuel(), HeroCardNightmare()]
ACTIONS: list[tuple[str, str, str, int, str, dict[str, Any]]] = [
    ("Jab", "base_attack", "body", 2, "exclusive", {"value": 3}),
    ("Flurry", "base_attack", "mind", 2, "restricted", {"value": 2}),
    ("Pillage", "base_attack", "x", 3, "restricted",
     {"plus": [{"count": "hand", "whose": "target", "per": 2, "up": True}]}),
    ("Push", "attack_mod", "mind", 1, "fast", {"value": 2}),
    ("Surge", "attack_mod", "x", 2, "fast", {"plus": [{"count": "largest", "of": [{"count": "free_points"}]}]}),
    ("Guard", "base_block", "body", 2, "fast", {"value": 3}),
    ("Brace", "block_mod", "x", 1, "fast", {"value": 2, "deploy": True}),
    ("Sealed", "special_attack", "mind", 1, "fast",
     {"effects": [{"do": "forbid", "cost_from": 2, "kinds": ["base_block"]}]}),
    ("Trip", "miscellaneous", "mind", 2, "fast",
     {"effects": [{"do": "clear", "count": 1, "whose": "attacker", "kinds": ["base_attack"], "active": True}]}),
    ("Undertow", "miscellaneous", "x", 1, "fast",
     {"effects": [{"do": "clear", "whose": "target", "stacks": ["mind"]}]}),
    ("Cache", "miscellaneous", "x", 1, "fast", {"effects": [{"do": "deploy", "count": 2}]}),
    ("Rewrite", "special_block", "body", 1, "fast",
     {"effects": [{"do": "convert", "effects": [{"do": "add", "side": "block"}]}]}),
    ("Anchor", "miscellaneous", "body", 1, "fast", {"effects": [{"do": "twist", "less": 3, "until": "next_turn"}]}),
    ("Gag", "special_attack", "body", 1, "fast",
     {"effects": [{"do": "twist", "forbid": {"kinds": ["block_mod"]}, "until": "unwind"}]}),
    ("Free", "miscellaneous", "mind", 1, "restricted",
     {"effects": [{"do": "unwind"}, {"do": "waste", "who": "opponents"}]}),
    ("Press", "miscellaneous", "mind", 1, "fast", {"effects": [{"do": "add", "side": "attack", "value": 3}]}),
    ("Deny", "miscellaneous", "body", 1, "fast", {"effects": [{"do": "purge"}, {"do": "draw", "count": 2}]}),
]  # fmt: skip


def header(game: Game, seats: str) -> Header:
    """A header whose players all hold the declared cards."""
    cards = [
        {"title": title, "kind": kind, "attribute": attribute, "cost": cost, "action": action, **more}
        for title, kind, attribute, cost, action, more in ACTIONS
    ]
    sections: dict[str, Any] = {
        "attributes": [{"card": card.title, "count": 1} for card in HEROES["Deon"][0]],
        "actions": [{"card": card["title"], "count": 2} for card in cards],
    }
    deck = msgspec.convert({"sections": sections}, DeckList)
    players = tuple(Player(seat, deck) for seat in seats)
    return Header(log=1, game=game.name, rules="1", players=players, cards=tuple(cards))


def games(game: Game, seeds: range) -> list[Log]:
    """Random games with these cards."""
    found = []
    for seed in seeds:
        run = play_game(game, f"beyond:{seed}", header=header(game, "ABC"[: 2 + seed % 2]))
        found.append(Log(run.header, tuple(run.entries)))
    return found


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_random_games_with_declared_cards_are_legal_and_end(game: Game) -> None:
    for log in games(game, range(3)):
        again = replay(game, read_log(log_bytes(log), game.all_verbs))
        assert again.status() == "finished" and again.findings == []
        hidden = replay(game, read_log(log_bytes(hidden_log(game, log)), game.all_verbs))
        assert hidden.status() in ("finished", "undetermined") and hidden.outcome() == again.outcome()


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_no_view_says_illegal_of_what_the_whole_log_says_is_legal(game: Game) -> None:
    (log,) = games(game, range(3, 4))
    for seat in ("A", "B", "public"):
        seen = replay(game, log_for(game, log, seat))
        assert seen.status() in ("finished", "undetermined")
        report = judge_log(game, log, None, seat)
        assert {verdict["verdict"] for verdict in report["verdicts"]} <= {"legal", "undetermined"}
