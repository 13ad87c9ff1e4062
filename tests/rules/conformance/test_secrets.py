"""Every game: what reaches a seat depends on nothing that seat may not know."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from rules import registry
from rules.kernel.game import Game
from rules.kernel.report import judge_log
from rules.kernel.seats import log_for
from tests.rules.conformance.games import GAMES, read, samples

pytestmark = pytest.mark.parametrize("name", GAMES)


def differing(game: Game, lines: list[Any], seat: str, titles: list[str], chance: random.Random) -> list[Any]:
    """The same log with every card this seat may not see exchanged for another."""
    out = [_other_decks(game, lines[0], seat, titles, chance)]
    for entry in lines[1:]:
        seen_by = entry.get("seen_by")
        out.append(entry if seen_by is None or seat in seen_by else _exchanged(entry, titles, chance))
    return out


def _other_decks(game: Game, header: Any, seat: str, titles: list[str], chance: random.Random) -> Any:
    players = []
    for player in header["players"]:
        if player["seat"] != seat and player.get("deck"):
            sections = player["deck"]["sections"]
            kept = {name: lines for name, lines in sections.items() if name in game.open_sections}
            other = {"main": [{"card": chance.choice(titles), "count": 3}]}
            player = {**player, "deck": {"sections": {**kept, **other}}}
        players.append(player)
    return {**header, "players": players}


def _exchanged(entry: Any, titles: list[str], chance: random.Random) -> Any:
    """Card names replaced wherever they stand in the entry; its shape stays."""

    def change(value: Any) -> Any:
        if isinstance(value, str) and value in known:
            return chance.choice(titles)
        if isinstance(value, list):
            return [change(v) for v in value]
        if isinstance(value, dict):
            return {key: change(v) for key, v in value.items()}
        return value

    known = set(titles)
    changed = {key: v if key in ("by", "do", "seen_by") else change(v) for key, v in entry.items()}
    return {**changed, "note": f"a secret {chance.random()}"}


def view(name: str, lines: list[Any], seat: str, until: int) -> bytes:
    """Everything that reaches a seat: the report, the entries, the options."""
    game = registry.load(name)
    log = read(name, "\n".join(json.dumps(line) for line in lines).encode())
    seen = log_for(game, log, seat)
    from rules.kernel.replay import replay
    from rules.kernel.selfplay import log_bytes

    run = replay(game, seen, until)
    options = run.options_for(seat) if seat in run.seats else []
    report = judge_log(game, log, until, seat)
    return json.dumps(report).encode() + log_bytes(seen) + repr(options).encode()


def test_logs_that_differ_in_another_seats_secrets_give_the_same_bytes(name: str) -> None:
    game = registry.load(name)
    chance = random.Random(5)
    titles = sorted({card.title for card in game.catalogue.cards})
    for data in samples(name, 1):
        lines = [json.loads(line) for line in data.splitlines()]
        for seat in (lines[0]["players"][0]["seat"], lines[0]["players"][-1]["seat"], "public"):
            other = differing(game, lines, seat, titles, chance)
            assert other != lines
            for until in (len(lines) // 4, len(lines) // 2, len(lines)):
                assert view(name, lines, seat, until) == view(name, other, seat, until)


def test_a_seats_log_has_no_salts_and_no_hashes(name: str) -> None:
    from rules.kernel.chain import add_chain
    from rules.kernel.selfplay import log_bytes

    game = registry.load(name)
    lines = [json.loads(line) for line in samples(name, 1)[0].splitlines()]
    chained = add_chain(lines, lambda: b"0123456789abcdef")
    log = read(name, "\n".join(json.dumps(line) for line in chained).encode())
    assert log.head is not None
    for seat in (*log.header.seats, "public"):
        text = log_bytes(log_for(game, log, seat)) + json.dumps(judge_log(game, log, seat=seat)).encode()
        assert b"salt" not in text
        assert b'"hash"' not in text
        assert log.head.encode() not in text


def test_hidden_cards_are_not_named_before_they_are_shown(name: str) -> None:
    """No title that only another seat has seen so far stands anywhere in this seat's report."""
    game = registry.load(name)
    for data in samples(name, 1):
        lines = [json.loads(line) for line in data.splitlines()]
        seat = lines[0]["players"][0]["seat"]
        known = {card.title for card in game.catalogue.cards}
        public = _titles(log_for(game, read(name, data), seat), known)
        report = judge_log(game, read(name, data), seat=seat)
        assert _strings(report["position"]) & known <= public


def _titles(log: Any, known: set[str]) -> set[str]:
    from rules.kernel.selfplay import log_bytes

    found: set[str] = set()
    for line in log_bytes(log).splitlines():
        found |= _strings(json.loads(line)) & known
    return found


def _strings(value: Any) -> set[str]:
    if isinstance(value, str):
        return {value}
    if isinstance(value, dict):
        return set().union(*(_strings(v) for v in value.values()), set(value))
    if isinstance(value, list):
        return set().union(set(), *(_strings(v) for v in value))
    return set()
