"""What may be touched at a live table: just what is legal where the logger helps, what the cards of a kind are for
where it does not, and never by more than three taps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
import pytest

from referee.games.presentation import presentation_of
from referee.games.touch import Offer, Reach, key_of
from referee.live.choices import choices_for
from referee.live.live_replay import LiveReplay
from referee.live.phones import Phone
from referee.touching.offers import Touched, touched
from rules.kernel.entries import TABLE
from rules.kernel.log import Log, read_log
from rules.kernel.replay import Replay
from rules.registry import load
from tests.benchmarks.taps import GAMES, reach_of, tapped, turned
from tests.referee.live.playing import played

pytestmark = pytest.mark.anywhere

BLOCKS = ["Upper Left Block", "Lower Right Block"]
DEFENDING = {
    "log": 1, "game": "highlander", "rules": "1999.3.10", "players": [{"seat": "A"}, {"seat": "B"}],
    "position": {
        "turn": "A", "phase": "defense", "number": 5,
        "players": {
            "A": {"hand": [*BLOCKS, "Thrust"]},
            "B": {"attacks": [{"owner": "B", "card": "Upper Left Attack"}]},
        },
    },
}  # fmt: skip


def run_of(header: object) -> LiveReplay:
    text = msgspec.json.encode(header) + b"\n"
    game = load("highlander")
    log = read_log(text, game.all_verbs)
    return LiveReplay(game, log.header, text, "")


def offered(found: Touched, do: str, at: str) -> list[Offer]:
    """The offers of a verb for what lies at an address."""
    return [offer for group in found.groups if group.do == do for offer in group.offers if at in offer.at]


def test_in_an_assisted_event_only_the_block_that_covers_the_attack_may_be_touched() -> None:
    """The Upper Left Block covers the four squares of its corner, the Lower Right one does not (reading B19)."""
    found = reach_of(run_of(DEFENDING), "A", assisted=True)
    assert [offer.at for offer in offered(found, "defend", "players.A.hand.0")] == [
        ("players.A.hand.0", "players.B.attacks.0")
    ]
    assert offered(found, "defend", "players.A.hand.1") == []


def test_in_a_competitive_event_cards_of_a_kind_are_touched_alike() -> None:
    found = reach_of(run_of(DEFENDING), "A", assisted=False)

    def said_of(place: int) -> list[str]:
        here, title = f"players.A.hand.{place}", BLOCKS[place]
        other, name = f"players.A.hand.{1 - place}", BLOCKS[1 - place]
        return sorted(
            repr(offer)
            .replace(here, "HERE")
            .replace(title, "TITLE")
            .replace(other, "OTHER")
            .replace(name, "NAME")
            for group in found.groups
            for offer in group.offers
            if here in offer.at and offer.at[0] == here
        )

    assert said_of(0) == said_of(1)
    assert any("'defend'" in said for said in said_of(1))


@pytest.mark.parametrize("game", GAMES)
def test_in_a_competitive_event_nobody_asks_what_is_legal_for_a_seat(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a phone is sent follows from what everybody knows and from the kind of each card of the own hand."""
    log = played(game, "live")
    run = LiveReplay(load(game), log.header, b"", "")
    run.take(log.entries[:30], "")
    seen: list[object] = []
    ask = Replay.options_for

    def asked(self: Replay, by: str) -> object:
        seen.append(self)
        return ask(self, by)

    monkeypatch.setattr(Replay, "options_for", asked)
    assert reach_of(run, "A", assisted=False).groups
    assert all(view is run.view("public") for view in seen)


@pytest.mark.parametrize("game", GAMES)
def test_in_an_assisted_event_what_may_be_touched_is_just_what_is_legal(game: str) -> None:
    log = played(game, "live")
    run = LiveReplay(load(game), log.header, b"", "")
    names = {seat: seat for seat in log.header.seats}
    counted = 0
    for n, entry in enumerate(log.entries[:90]):
        if n % 8 == 0 and entry.by in names:
            phone = Phone(entry.by, (entry.by, TABLE), entry.by, entry.by)
            choices = choices_for(run, phone, True, names)
            assert choices is not None
            view = run.view(entry.by)
            found = touched(run.game, view.catalogue, view.printed(), names, phone.acts_for, choices)
            assert keys(found) == {key_of(option["entry"]) for option in choices["options"]}
            # all of it by what the game itself lets touch, none added from the options (`test_every_option_…`)
            own = presentation_of(game).touches(
                Reach(
                    view.catalogue, view.printed(), tuple(names), names, entry.by, verbs_of(choices, entry.by)
                )
            )
            made = {key_of(turned(offer, turn)) for offer in own for turn in offer.turns or (0,)}
            asked = {key_of(option["entry"]) for option in choices["options"] if option["by"] == entry.by}
            assert asked <= made
            counted += len(asked & keys(found))
        run.take([entry], "")
    assert counted > 15


def verbs_of(choices: Mapping[str, Any], by: str) -> frozenset[str]:
    """The verbs of somebody's options."""
    return frozenset(option["entry"]["do"] for option in choices["options"] if option["by"] == by)


def keys(found: Touched) -> set[bytes]:
    """Every entry that may be made by touching, but for what the table notes."""
    said = set()
    for offer in (offer for group in found.groups if not group.rare for offer in group.offers):
        for turn in offer.turns or (0,):
            said.add(key_of({**offer.entry, "turn": turn} if turn else offer.entry))
    return said


@pytest.mark.parametrize("assisted", [True, False])
@pytest.mark.parametrize("game", GAMES)
def test_every_action_takes_three_taps_at_most(game: str, assisted: bool) -> None:
    log: Log = played(game, "taps")
    counted = list(tapped(log, assisted, most=70))
    assert len(counted) > 30
    assert [tap for tap in counted if tap.taps > 3] == []
