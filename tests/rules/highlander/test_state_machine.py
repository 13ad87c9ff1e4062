"""Hypothesis plays Highlander: legal entries by choice, and others of any kind, with the bounds of the rules held after
each. What fails is shrunk to a short game."""

from __future__ import annotations

from typing import Any

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.highlander.game import HighlanderGame
from rules.highlander.position import Highlander
from rules.highlander.verbs import NextPhase, TimeCalled
from rules.kernel.chance import Source
from rules.kernel.entries import TABLE, Entry
from rules.kernel.replay import Replay
from tests.rules.highlander import invariants
from tests.rules.highlander.test_machine import cards

GAME = HighlanderGame()
LOWEST = -200  # Ability may be tracked below 0, but every loss is bounded
TITLES = (
    "Thrust",
    "Dodge",
    "Reporter",
    "Upper Left Attack",
    "Lower Left Block",
    "Honor Bound",
    "No Such Card",
)
VERBS = sorted(GAME.verbs, key=lambda verb: str(verb.__struct_config__.tag))


def argument(field: Any) -> st.SearchStrategy[Any]:
    """Anything of a field's kind: numbers, titles, seats and words of the rules."""
    words = {
        "card": st.sampled_from(TITLES), "cards": st.lists(st.sampled_from(TITLES), max_size=6).map(tuple),
        "seat": st.sampled_from(("A", "B", "C")), "hidden": st.booleans(), "accept": st.booleans(),
        "source": st.sampled_from(("hand", "exertion", "endurance", "discard_pile")),
        "purpose": st.sampled_from(("attack", "defense", "power_blow", "power_block", "nothing")),
        "area": st.sampled_from(("", "upper_left", "lower_center")),
    }  # fmt: skip
    return words.get(field.encode_name, st.integers(0, 16))


@st.composite
def entries(draw: st.DrawFn) -> Entry | None:
    """An entry of any verb by anybody; None where the arguments are of no sense for the verb at all."""
    verb = draw(st.sampled_from(VERBS))
    known = set(Entry.__struct_fields__)
    line = {"do": str(verb.__struct_config__.tag), "by": draw(st.sampled_from(("A", "B", TABLE, "judge")))}
    for field in msgspec.structs.fields(verb):
        if field.encode_name not in known and (field.required or draw(st.booleans())):
            line[field.encode_name] = draw(argument(field))
    try:
        return msgspec.convert(line, verb)
    except msgspec.ValidationError:
        return None


class Table(RuleBasedStateMachine):
    """A game between two decks by lot, from the opening draw on."""

    run: Replay
    source: Source
    total: int
    turn: invariants.Turn
    before: Highlander
    turn_ended: bool = False

    @initialize(seed=st.integers(0, 10_000))
    def sit_down(self, seed: int) -> None:
        self.source = Source(f"hypothesis {seed}")
        self.run = Replay(GAME, GAME.sample_header(2, self.source))
        self.total = len(cards(self.run.position))
        self.turn = invariants.Turn(self.position.number)
        self.before = self.position
        for _ in range(8):
            self._legal(0)

    @property
    def position(self) -> Highlander:
        found: Highlander = self.run.position
        return found

    def _legal(self, number: int) -> None:
        for by in sorted(GAME.to_act(self.position)):
            options = GAME.options(self.run.judgment(), by)
            if options:
                entry = GAME.fill(self.run.judgment(), options[number % len(options)], self.source)
                self._push(entry, "legal")
                return
        raise AssertionError("nobody can act")

    def _push(self, entry: Entry, wanted: str) -> None:
        before = self.position
        verdict = self.run.push(entry)
        assert verdict.verdict == wanted, (entry, verdict)
        self._noted(before, entry)

    def _noted(self, before: Highlander, entry: Entry) -> None:
        """What was legal is counted, for what holds of a turn."""
        self.before = before
        self.turn_ended = isinstance(entry, NextPhase) and before.phase == "draw_discard"
        if self.position.number != self.turn.number:
            self.turn = invariants.Turn(self.position.number)
        else:
            self.turn.note(self.run, before, entry)

    @precondition(lambda self: self.position.winner is None)
    @rule(number=st.integers(0, 400))
    def legal(self, number: int) -> None:
        self._legal(number)

    @precondition(lambda self: self.position.winner is None)
    @rule(entry=entries())
    def anything(self, entry: Entry | None) -> None:
        """An entry that is not legal changes nothing, and stops nothing when it is only asked about."""
        if entry is None:
            return
        before = self.run.position
        if self.run.push(entry, ask=True).verdict != "legal":
            assert self.run.position is before
            assert self.run.stopped is None
        else:
            self._noted(before, entry)

    @precondition(lambda self: self.position.winner is None and not self.position.time_called)
    @rule(often=st.integers(0, 9))
    def time(self, often: int) -> None:
        if not often:
            self._push(TimeCalled(by=TABLE), "legal")

    @precondition(lambda self: self.position.winner is not None)
    @rule(entry=entries())
    def nothing_follows_the_end(self, entry: Entry | None) -> None:
        if entry is not None and not entry.unprompted:
            assert self.run.push(entry, ask=True).verdict != "legal"

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        found = cards(self.position)
        assert len(found) == len(set(found)) == self.total

    @invariant()
    def ability_stays_within_bounds(self) -> None:
        invariants.ability_is_not_above_its_maximum(self.run, self.position)
        invariants.ability_moves_only_where_it_may(self.before, self.position)
        assert all(held.ability > LOWEST for held in self.position.players.values())

    @invariant()
    def a_turn_ends_with_the_hand_within_the_ability(self) -> None:
        if self.turn_ended:
            invariants.a_turn_ends_within_the_ability(self.run, self.before)

    @invariant()
    def a_turn_has_one_special_card_and_one_exertion_but_for_cards_by_name(self) -> None:
        invariants.specials_are_those_allowed(self.run, self.position, self.turn)
        invariants.exertions_are_those_allowed(self.position, self.turn)

    @invariant()
    def one_power_blow_a_turn(self) -> None:
        for held in self.position.players.values():
            assert sum(any(m.what == "power_blow" for m in attack.marks) for attack in held.attacks) <= 1

    @invariant()
    def first_blood_leaves_no_special_card_and_comes_after_time(self) -> None:
        p = self.position
        if p.phase == "first_blood":
            faces = [
                self.run.judgment().card(c.card) for s in p.players.values() for c in s.in_play if c.card
            ]
            assert p.time_called
            assert not any(getattr(card, "is_special", False) for card in faces)

    @invariant()
    def who_has_won_has_won_in_a_way_of_the_handbook(self) -> None:
        if self.position.winner is not None:
            assert self.position.how in {
                "ability", "head", "first blood", "first blood ability", "highest ability", "conceded",
            }  # fmt: skip


Table.TestCase.settings = settings(
    max_examples=30,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much, HealthCheck.data_too_large],
)
TestTable = Table.TestCase
