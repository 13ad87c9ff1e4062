"""Seeded games: after every entry the cards are all there and the bounds of the rules hold; every game ends.

Legal entries are drawn from the options, others from earlier games: an illegal one changes nothing.
"""

from __future__ import annotations

from collections import Counter
from itertools import chain

import pytest
from msgspec.structs import replace

from rules.highlander.game import HighlanderGame
from rules.highlander.position import Highlander
from rules.highlander.verbs import Borrow, GiveBack, NextPhase, Take, TimeCalled, Use
from rules.kernel.chance import Source
from rules.kernel.entries import Entry
from rules.kernel.replay import Replay
from rules.kernel.selfplay import choose

GAME = HighlanderGame()
LONGEST = 2_000
WAYS = {"ability", "head", "first blood", "first blood ability", "highest ability"}


def cards(p: Highlander) -> list[int]:
    """Every card of the game, wherever it lies."""
    found: list[int] = list(p.exerting.cards) if p.exerting is not None else []
    for side in p.players.values():
        found += [*side.endurance, *side.hand, *side.discard_pile, *side.removed]
        found += [c.id for c in side.in_play if c.id is not None]
        found += [below.id for c in side.in_play for below in c.under if below.id is not None]
        found += [below.id for below in side.arriving if below.id is not None]
        found += [c for d in side.defenses for c in (d.card, d.second) if c is not None]
        found += [c for a in side.attacks for c in (a.card, a.face_down) if c is not None]
    return found


def draws_more(run: Replay, p: Highlander) -> bool:
    """Whether the player whose turn it is draws beyond the Ability (Martin Hyde)."""
    faces = [run.judgment().card(c.card) for c in p.players[p.turn].in_play if c.card is not None]
    return any(card is not None and card.title == "Martin Hyde" for card in faces)


def check(run: Replay, before: Highlander, after: Highlander, entry: Entry, total: int) -> None:
    """What holds after every entry."""
    found = cards(after)
    assert len(found) == len(set(found)) == total
    for side in after.players.values():
        own = [a for a in side.attacks if not any(m.what.startswith("single_dodge") for m in a.marks)]
        assert after.first_blood or side.attacks_made >= len(own)  # a card's Exertion gives the others
        assert sum(1 for a in side.attacks if any(m.what == "power_blow" for m in a.marks)) <= 1
    turn_ends = isinstance(entry, NextPhase) and before.phase == "draw_discard"
    if turn_ends:
        ended = before.players[before.turn]
        assert len(ended.hand) <= max(ended.ability, 0) or draws_more(run, before)
    if before.first_blood:
        for seat, side in after.players.items():
            drawn = len(side.hand) - len(before.players[seat].hand)
            assert drawn <= 0 or before.phase == "first_blood" or isinstance(entry, (Take, Borrow, GiveBack))


#: cards whose Text lets another Special card be played, or that are played several at once
NOT_ALONE = {
    "Monkey",
    "Kirk Matunas",
    "Schemer",
    "Armorer",
    "Desperation",
    "Chessex",
    "Conjure",
    "Darius",
    "Sheathe Weapon",
}


def only_monkeys_follow(run: Replay, p: Highlander) -> None:
    """A second Special card of a turn follows a card that lets it be played."""
    for side in p.players.values():
        if side.specials_played > 1:
            lying = [c.card for held in p.players.values() for c in held.in_play if c.card is not None]
            faces = [run.judgment().card(card) for card in lying]
            assert any(card is not None and card.title in NOT_ALONE for card in faces)


def only_flashbacks_exert_again(run: Replay, p: Highlander) -> None:
    """A second Exertion of a turn follows a card that was discarded to be used for it."""
    for seat, side in p.players.items():
        if side.exertions > 1:
            used = sum(1 for entry in run.entries if isinstance(entry, Use) and entry.by == seat)
            assert side.exertions <= 1 + used


def play(seed: int, stray: list[Entry]) -> Replay:
    source = Source(f"machine {seed}")
    run = Replay(GAME, GAME.sample_header(2, source))
    total = len(cards(run.position))
    called = source.below(200) if seed % 2 else None
    while (entry := choose(run, source)) is not None:
        before = run.position
        if called is not None and len(run.entries) >= called and not before.time_called:
            entry = TimeCalled(by="table")
        if stray:
            wrong = stray[source.below(len(stray))]
            if run.push(wrong, ask=True).verdict == "legal":
                check(run, before, run.position, wrong, total)
                continue
            assert run.position is before
            assert run.stopped is None
        verdict = run.push(entry)
        assert verdict.verdict == "legal", (entry, verdict)
        check(run, before, run.position, entry, total)
        only_monkeys_follow(run, run.position)
        only_flashbacks_exert_again(run, run.position)
        assert len(run.entries) < LONGEST
    return run


@pytest.mark.parametrize("block", range(3))
def test_games_end_with_the_cards_all_there(block: int) -> None:
    ends: Counter[str] = Counter()
    for seed in range(block * 12, block * 12 + 12):
        run = play(seed, [])
        assert run.position.winner in ("A", "B")
        ends[run.position.how] += 1
    assert set(ends) <= WAYS
    assert len(ends) > 1, "more ways to end than one"


def test_stray_entries_change_nothing_or_are_legal() -> None:
    stray = chain.from_iterable(play(seed, []).entries for seed in (100, 101))
    kept = [
        replace(e, seen_by=None)
        for e in stray
        if isinstance(e, Entry) and e.do not in ("draw", "time_called", "first_blood", "attack")
    ]
    for seed in (102, 103):
        assert play(seed, kept[: 200 + seed]).position.winner is not None


def test_time_called_ends_in_first_blood() -> None:
    """Called early, a game ends as the entry on First Blood says."""
    ends: Counter[str] = Counter()
    for seed in range(12):
        source = Source(f"blood {seed}")
        run = Replay(GAME, GAME.sample_header(2, source))
        while (entry := choose(run, source)) is not None:
            now = len(run.entries) == 10 + 4 * seed
            assert run.push(TimeCalled(by="table") if now else entry).verdict == "legal"
        if run.position.time_called:  # some games are over before
            assert run.position.first_blood
            ends[run.position.how] += 1
    assert ends.total() >= 6
    assert set(ends) <= {"first blood", "first blood ability", "head"}
