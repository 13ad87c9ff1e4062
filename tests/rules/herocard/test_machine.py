"""State machines of whole games: any legal actions in any order keep what the rules promise."""

from __future__ import annotations

from typing import Any, ClassVar

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules import registry
from rules.herocard.core.reading.card import ATTRIBUTES, HeroCard
from rules.herocard.core.reading.position import Hero, HeroPosition
from rules.herocard.core.turn.flow import living
from rules.herocard.nightmare import hexes
from rules.herocard.nightmare.dream import cells_of
from rules.herocard.nightmare.position import Reconnecting, Relieving
from rules.kernel.chance import Source
from rules.kernel.entries import TimeCalled
from rules.kernel.replay import Replay

KILLERS = {"Beast", "Cultist", "Leviathan", "Stalker", "Zombie"}


def cards_of(hero: Hero) -> list[int]:
    """Every Action card of a player, wherever it lies."""
    stacks = hero.stacks
    down = [deployed.card for deployed in hero.deployed if deployed.card is not None]
    return [*hero.deck, *hero.hand, *hero.discard, *stacks.body, *stacks.mind, *stacks.x, *down]


class WholeGames(RuleBasedStateMachine):
    """Both games; what holds of either."""

    name: ClassVar[str] = "herocard_duel"

    @initialize(seed=st.integers(0, 10**6), players=st.integers(2, 4))
    def begin(self, seed: int, players: int) -> None:
        self.game = registry.load(self.name)
        self.source = Source(f"machine:{seed}")
        self.run_ = Replay(self.game, self.game.sample_header(players, self.source))

    @property
    def position(self) -> Any:
        return self.run_.position

    def open(self) -> bool:
        return bool(self.position.phase != "over")

    @precondition(lambda self: self.open())
    @rule(picks=st.lists(st.integers(0, 10_000), min_size=10, max_size=60), steer=st.booleans())
    def act(self, picks: list[int], steer: bool) -> None:
        for pick in picks:
            before = self.position
            seats = self.game.to_act(before)
            if not seats:
                return
            by = seats[pick % len(seats)]
            options = self.game.options(self.run_.judgment(), by)
            assert options, f"{by} is waited for and has no option"
            if steer:
                options = self.game.prefer(self.run_.judgment(), options, self.source) or options
            entry = self.game.fill(self.run_.judgment(), options[pick % len(options)], self.source)
            assert self.run_.push(entry).verdict == "legal"
            self.holds()
            self.went_on(before)

    @precondition(lambda self: self.open() and not self.position.time)
    @rule(chance=st.integers(0, 9))
    def call_time(self, chance: int) -> None:
        if chance == 0:
            assert self.run_.push(TimeCalled(by="table")).verdict == "legal"

    @precondition(lambda self: not self.open())
    @rule()
    def look_back(self) -> None:
        """An ended game stays ended and replays to the same position."""
        assert self.game.to_act(self.position) == ()
        again = self.run_.fork(len(self.run_.entries) - 1)
        assert again.push(self.run_.entries[-1]).verdict == "legal"
        assert again.printed() == self.run_.printed()

    @invariant()
    def nothing_is_contradicted(self) -> None:
        assert self.run_.findings == []
        assert (self.run_.outcome() is None) is self.open()

    def holds(self) -> None:
        position: HeroPosition = self.position
        assert position.turn in ("", *living(position))
        sequence = position.sequence
        if sequence is not None:
            assert sequence.attack == sum(a.value for a in sequence.cards if a.side == "attack")
            assert sequence.block == sum(a.value for a in sequence.cards if a.side != "attack")
            assert sum(a.kind == "base_attack" for a in sequence.cards) <= 1
        for hero in position.players.values():
            cards = cards_of(hero)
            assert len(cards) == len(set(cards)) == 30
            assert len(hero.hand) <= 7
            self.within_scores(hero)

    def within_scores(self, hero: Hero) -> None:
        judgment = self.run_.judgment()
        for attribute in ATTRIBUTES:
            there = list(getattr(hero.stacks, attribute))
            there += [d.card for d in hero.deployed if d.attribute == attribute]
            cost = 0
            for card in there:
                declared = judgment.card(card)
                assert isinstance(declared, HeroCard)
                assert declared.attribute == attribute
                cost += declared.cost
            assert not there or cost <= getattr(hero.scores, attribute)

    def went_on(self, before: Any) -> None:
        """What one entry may change."""
        assert self.position.number - before.number in (0, 1)


class Duels(WholeGames):
    def went_on(self, before: Any) -> None:
        super().went_on(before)
        gained = {s: hero.points - before.players[s].points for s, hero in self.position.players.items()}
        assert sum(gained.values()) in (0, 1)
        assert not before.scored or before.number != self.position.number or not any(gained.values())
        wanted = {2: 3, 3: 5, 4: 7}[len(gained)]
        assert all(hero.points <= wanted for hero in self.position.players.values())
        assert not any(hero.points == wanted for hero in self.position.players.values()) or not self.open()


class Nightmares(WholeGames):
    name = "herocard_nightmare"

    def holds(self) -> None:
        super().holds()
        position = self.position
        scenes = [tile.scene for tile in position.dream]
        assert len(scenes) == len(set(scenes)) == len({(tile.q, tile.r) for tile in position.dream})
        assert all(len(tile.exits) == 3 for tile in position.dream)
        assert all(scene in scenes for scene in position.killers.values()) or not self.open()
        assert set(position.killers) <= KILLERS, "each figure is in one place, and no figure is made up"
        assert position.dreamer in (*scenes, "") or not self.open()
        waiting = any(isinstance(step, Reconnecting) for step in position.steps)
        assert waiting or not self.open() or len(hexes.groups(cells_of(position))) <= 1

    def went_on(self, before: Any) -> None:
        super().went_on(before)
        died = len(living(before)) - len(living(self.position))
        assert died in (0, 1)
        fresh = [s for s in self.position.steps if isinstance(s, Relieving) and s not in before.steps]
        assert not fresh or len(living(before)) > 2, "no Relief between two, but for killing the third"
        assert len(self.position.dream) >= len(before.dream) - 1


QUICK = settings(
    max_examples=20,
    stateful_step_count=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate],
)
TestDuels = Duels.TestCase
TestDuels.settings = QUICK
TestNightmares = Nightmares.TestCase
TestNightmares.settings = QUICK
