"""What a judge's changes bring with them: sums, mentions of cards, steps with nothing left to do."""

from __future__ import annotations

import pytest

from rules.herocard.core.actions.judging import derived
from rules.herocard.duel.game import HeroCardDuel
from rules.kernel.errors import LogError
from rules.kernel.log import read_log
from rules.kernel.replay import Replay

HEAD = (
    '{"log": 1, "game": "herocard_duel", "rules": "1", "players": [{"seat": "A"}, {"seat": "B"}], "position": '
    '{"turn": "A", "phase": "action", "players": {"A": {"scores": {"body": 9, "mind": 9, "x": 9}, "hand": '
    '["Shotgun", "Interrogate"], "stacks": {"body": [], "mind": [], "x": []}}, "B": {"scores": {"body": 9, "mind": 9, '
    '"x": 9}, "hand": ["Dig In"], "stacks": {"body": [], "mind": [], "x": []}}}}}\n'
)


def played(*lines: str) -> Replay:
    game = HeroCardDuel()
    log = read_log((HEAD + "\n".join(lines) + "\n").encode(), game.all_verbs)
    run = Replay(game, log.header)
    for entry in log.entries:
        run.push(entry)
    return run


@pytest.mark.parametrize("fact", ["sequence.attack", "sequence.block", "sequence.cards.1.value"])
def test_values_follow_from_the_active_cards(fact: str) -> None:
    assert derived(fact)


@pytest.mark.parametrize("fact", ["sequence.cards.1.converted", "players.A.points", "sequence.kind"])
def test_other_facts_may_be_set(fact: str) -> None:
    assert not derived(fact)


def test_a_step_with_nothing_left_to_do_is_over() -> None:
    discard = '{"by": "A", "do": "play", "card": "Interrogate", "target": "B"}'
    moved = (
        '{"by": "judge", "do": "declare", "changes": [{"change": "move", "card": "Dig In", "from": "players.B.hand", '
        '"to": "players.B.discard"}]}'
    )
    run = played(discard)
    assert run.game.to_act(run.position) == ("B",)
    assert len(run.position.steps) == 1
    run = played(discard, moved)
    assert run.position.steps == ()


STEPS = HEAD.replace('"phase": "action"', '"phase": "action", "steps": [%s]')


@pytest.mark.parametrize("step", ['{"type": "drawing", "seat": ""}', '{"type": "shuffling", "seat": "Z"}'])
def test_a_step_of_no_seat_is_refused(step: str) -> None:
    game = HeroCardDuel()
    log = read_log((STEPS % step).encode(), game.all_verbs)
    with pytest.raises(LogError):
        Replay(game, log.header)


def test_whose_cards_a_step_means_goes_without_saying() -> None:
    game = HeroCardDuel()
    log = read_log((STEPS % '{"type": "clearing", "seat": "B", "left": 1}').encode(), game.all_verbs)
    assert Replay(game, log.header).position.steps[0].whose == "B"


def test_a_judge_names_no_seat_that_is_not_there() -> None:
    changed = '{"by": "judge", "do": "declare", "changes": [{"change": "set", "fact": "%s", "value": "%s"}]}'
    for fact, value in (("turn", "Z"), ("turn", ""), ("priority", "Z"), ("drew", "Z")):
        run = played(changed % (fact, value))
        assert [verdict.verdict for verdict in run.verdicts] == ["illegal"]
        assert run.verdicts[0].violations[0].rule == "log.declare"
    assert played(changed % ("turn", "B")).verdicts[0].verdict == "legal"
