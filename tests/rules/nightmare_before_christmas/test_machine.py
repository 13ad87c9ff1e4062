"""A state machine of whole games: any legal actions in any order keep what the rules promise."""

from __future__ import annotations

from collections import Counter

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from msgspec.structs import replace

from rules import registry
from rules.kernel.chance import Source
from rules.kernel.entries import TimeCalled
from rules.kernel.replay import Replay
from rules.kernel.report import report
from rules.nightmare_before_christmas.position import NightmarePosition, Player
from rules.nightmare_before_christmas.verbs import RemoveDay

GAME = registry.load("nightmare_before_christmas")


def cards_of(player: Player) -> list[int]:
    """Every card of a player, wherever it lies."""
    found = [*player.hand, *player.deck, *player.discard, *player.surprise_discard, *player.resolving]
    found += [*player.creations, *player.placed, *player.locale_deck, *player.set_aside]
    found += [card for card in (player.starting_locale, player.coming) if card is not None]
    for stack in player.stacks:
        found += stack.cards
    for locale in player.locales:
        found += [*locale.characters, *locale.under, *([] if locale.card is None else [locale.card])]
    return found


class WholeGames(RuleBasedStateMachine):
    @initialize(seed=st.integers(0, 10**6), players=st.integers(2, 6))
    def begin(self, seed: int, players: int) -> None:
        self.source = Source(f"machine:{seed}")
        self.run = Replay(GAME, GAME.sample_header(players, self.source))
        self.sizes = {
            player.seat: sum(line.count for lines in player.deck.sections.values() for line in lines)
            for player in self.run.header.players
            if player.deck is not None
        }

    @property
    def position(self) -> NightmarePosition:
        position: NightmarePosition = self.run.position
        return position

    def open(self) -> bool:
        return self.position.phase != "over"

    @precondition(lambda self: self.open())
    @rule(picks=st.lists(st.integers(0, 10_000), min_size=1, max_size=25))
    def act(self, picks: list[int]) -> None:
        for pick in picks:
            before = self.position
            if before.phase == "over":
                return
            seats = GAME.to_act(before)
            by = seats[pick % len(seats)]
            options = GAME.options(self.run.judgment(), by)
            assert options, f"{by} is waited for and has no option"
            entry = GAME.fill(self.run.judgment(), options[pick % len(options)], self.source)
            assert self.run.push(entry).verdict == "legal"
            self.went_on(before)

    def went_on(self, before: NightmarePosition) -> None:
        """What one entry may change of days and points."""
        now = self.position
        assert now.day - before.day in (0, 1)
        assert now.day + now.days_left == 12
        if now.stage == "day" and before.stage != "day" and before.stage != "king":
            self.end_of_day()

    def end_of_day(self) -> None:
        for player in self.position.players.values():
            assert len(player.hand) <= 7
            assert player.pumpkin_points == 0
            assert player.surprise_discard == () == player.hexed == player.surprises
            assert player.deck or not player.discard

    @precondition(lambda self: self.open() and not self.position.time_called)
    @rule(chance=st.integers(0, 9))
    def call_time(self, chance: int) -> None:
        if chance == 0:
            assert self.run.push(TimeCalled(by="table")).verdict == "legal"

    @precondition(lambda self: self.open())
    @rule(seed=st.integers(0, 10_000))
    def a_wrong_seat_changes_nothing(self, seed: int) -> None:
        """What one seat may do, done by a seat that is not in the game, is illegal and moves nothing."""
        options = GAME.options(self.run.judgment(), GAME.to_act(self.position)[0])
        position = self.position
        for by, rule_id in (("Z", "log.seat"), ("judge", "")):
            verdict = self.run.push(replace(options[seed % len(options)], by=by), ask=True)
            assert verdict.verdict == "illegal" and verdict.violations[0].rule.startswith(rule_id)
            assert self.position is position

    @precondition(lambda self: not self.open())
    @rule()
    def nothing_follows_the_end(self) -> None:
        assert GAME.to_act(self.position) == ()
        assert self.run.push(RemoveDay(by="A"), ask=True).violations[0].rule == "log.over"

    @invariant()
    def every_card_is_somewhere_once(self) -> None:
        for seat, player in self.position.players.items():
            turned_up = [card for step in self.position.steps if step.seat == seat for card in step.found]
            cards = [*cards_of(player), *turned_up]
            assert len(cards) == self.sizes[seat]
            assert len(set(cards)) == len(cards)
        everything = [card for player in self.position.players.values() for card in cards_of(player)]
        assert len(set(everything)) == len(everything)

    @invariant()
    def no_copies_beyond_the_deck_list(self) -> None:
        assert self.run.findings == []

    @invariant()
    def one_of_each_in_a_town(self) -> None:
        faces = self.run.knowns[-1].faces
        for player in self.position.players.values():
            groups = (
                [c for locale in player.locales for c in locale.characters],
                [*player.creations],
                [*player.placed, *(c for stack in player.stacks for c in stack.cards)],
            )
            for group in groups:
                titles = Counter(GAME.catalogue.cards[faces[card]].title for card in group)
                assert not titles or max(titles.values()) == 1

    @invariant()
    def points_and_figures_are_within_their_bounds(self) -> None:
        for player in self.position.players.values():
            assert 0 <= player.pumpkin_points <= 6
            assert len(player.locales) <= 6
            assert {stack.on for stack in player.stacks} <= {
                c for loc in player.locales for c in loc.characters
            }
            assert set(player.hexed) <= {c for loc in player.locales for c in loc.characters}

    def teardown(self) -> None:
        if not hasattr(self, "run"):
            return
        for _ in range(5_000):
            if not self.open():
                break
            self.act([self.source.below(10_000)])
        assert not self.open()
        assert self.position.time_called or self.position.day == 12
        found = report(self.run)
        assert found["status"] == "finished"
        ranked = [seat for place in found["outcome"]["ranking"] for seat in place]
        assert sorted(ranked) == sorted(self.position.players)
        assert tuple(found["outcome"]["ranking"][0]) == self.position.winners


TestWholeGames = WholeGames.TestCase
TestWholeGames.settings = settings(
    max_examples=25,
    stateful_step_count=20,
    deadline=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
)
