"""Self-played games against the lists they were played with: a true list is never contradicted, and one that lacks a
card that lies on the table is."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest

from rules.audits.audit import audit
from rules.kernel.cards import CardRef, Catalogue, DeckLine, DeckList
from rules.kernel.entries import Undo
from rules.kernel.game import Game
from rules.kernel.log import Log
from rules.kernel.replay import replay
from rules.kernel.seats import hidden_log, log_for
from rules.registry import load
from tests.rules.conformance.games import GAMES, played, read

#: of the full tier
SEEDS = range(100, 140)


def game_of(name: str, seed: int) -> tuple[Game, Log]:
    game = load(name)
    seats = random.Random(seed).choice(game.seats)
    return game, read(name, played(name, seed, seats, call_time=None if seed % 3 else 60))


def lists(log: Log) -> dict[str, DeckList]:
    return {player.seat: player.deck for player in log.header.players if player.deck is not None}


def unlisted(log: Log) -> Log:
    """The log of a table where nobody knows a list."""
    players = tuple(msgspec.structs.replace(player, deck=None) for player in log.header.players)
    return msgspec.structs.replace(log, header=msgspec.structs.replace(log.header, players=players))


def taken_back(log: Log, seed: int) -> Log:
    """The log of a table where now and then an entry is taken back and made again."""
    rng = random.Random(seed)
    entries: list[Any] = []
    for entry in log.entries:
        entries.append(entry)
        if rng.random() < 0.1:
            entries += [Undo(by="judge", on=len(entries)), entry]
    return msgspec.structs.replace(log, entries=tuple(entries))


def variants(game: Game, log: Log, seed: int) -> Iterator[tuple[str, Log]]:
    """The log as others might have kept it."""
    hidden = hidden_log(game, log)
    yield "all named", log
    yield "hidden", hidden
    yield "taken back", taken_back(hidden, seed)
    yield "no lists", unlisted(hidden)
    yield "taken back, no lists", unlisted(taken_back(log, seed))
    for seat in (*log.header.seats[:2], "public"):
        yield f"seen by {seat}", log_for(game, log, seat)


def check_true_lists(name: str, seed: int, only: Sequence[str] = ()) -> None:
    game, log = game_of(name, seed)
    for variant, kept in variants(game, log, seed):
        if not only or variant in only:
            for seat, audited in audit(game, kept, lists(log)).items():
                assert audited.contradictions == (), (name, seed, variant, seat)


@pytest.mark.parametrize("name", GAMES)
def test_a_true_list_is_not_contradicted(name: str) -> None:
    check_true_lists(name, 1, ("all named", "hidden", "taken back", "seen by A"))


@pytest.mark.long
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", GAMES)
def test_true_lists_are_not_contradicted(name: str, seed: int) -> None:
    check_true_lists(name, seed)


# -- what lies on the table --------------------------------------------------------------------------------------------


def cards_in(printed: Any, catalogue: Catalogue) -> Iterator[int]:
    """Every card named in a printed part of a position."""
    if isinstance(printed, dict) and "title" in printed:
        yield from catalogue.find(msgspec.convert(printed, CardRef))
    elif isinstance(printed, dict):
        for key, inner in printed.items():
            if key not in ("score_pile", "gone", "lasting"):
                yield from cards_in(inner, catalogue)
    elif isinstance(printed, list):
        for inner in printed:
            yield from cards_in(inner, catalogue)
    elif isinstance(printed, str):
        yield from catalogue.find(printed)


def without_one(deck: DeckList, section: str, line: DeckLine) -> DeckList:
    kept = tuple(one for one in deck.lines(section) if one is not line)
    left = (DeckLine(line.card, line.count - 1),) if line.count > 1 else ()
    return DeckList(deck.name, {**deck.sections, section: (*kept, *left)})


def check_missing_cards(name: str, seed: int, most: int) -> int:
    """Takes one copy of each card out of A's list of which as many lie on the table as the list has."""
    game, log = game_of(name, seed)
    run, deck = replay(game, log), lists(log)["A"]
    there = Counter(cards_in(run.printed()["players"]["A"], run.catalogue))
    section = game.event_rules.first_section
    checked = 0
    for line in deck.lines(section):
        faces = run.catalogue.find(line.card)
        if len(faces) == 1 and there[faces[0]] == line.count and checked < most:
            checked += 1
            found = audit(game, log, {"A": without_one(deck, section, line)})["A"].contradictions
            title = run.catalogue.cards[faces[0]].title
            assert [(c.card, c.count, c.listed) for c in found] == [(title, line.count, line.count - 1)], seed
            assert found[0].entries and all(0 <= n <= len(log.entries) for n in found[0].entries)
    return checked


@pytest.mark.parametrize("name", GAMES)
def test_a_list_that_lacks_a_copy_is_contradicted(name: str) -> None:
    assert 1 <= check_missing_cards(name, 1, 3) <= 3


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_lists_that_lack_a_copy_are_contradicted(name: str) -> None:
    assert sum(check_missing_cards(name, seed, 40) for seed in SEEDS) > 100


# -- more cards than were seen -----------------------------------------------------------------------------------------


def check_further_cards(name: str, seed: int, hide: bool) -> None:
    game, log = game_of(name, seed)
    rng, catalogue = random.Random(seed), game.catalogue
    section, deck = game.event_rules.first_section, lists(log)["A"]
    further = tuple(
        DeckLine(
            msgspec.convert(catalogue.reference(rng.randrange(len(catalogue.cards))), CardRef),
            rng.randint(1, 3),
        )
        for _ in range(4)
    )
    longer = DeckList(deck.name, {**deck.sections, section: (*deck.lines(section), *further)})
    kept = hidden_log(game, log) if hide else log
    assert audit(game, kept, {"A": longer})["A"].contradictions == (), (name, seed, further)


@pytest.mark.parametrize("name", GAMES)
def test_further_cards_contradict_nothing(name: str) -> None:
    check_further_cards(name, 1, hide=True)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_further_cards_never_contradict_anything(name: str) -> None:
    for seed in SEEDS:
        for hide in (True, False):
            check_further_cards(name, seed, hide)
