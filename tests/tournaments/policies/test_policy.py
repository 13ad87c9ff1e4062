"""Policies: the usual one, what a policy says the next time, and what is no policy."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from rules.registry import games
from tournaments.errors import Invalid
from tournaments.pages.translation import translated
from tournaments.policies.lines import lines_of
from tournaments.policies.reading import body_of, read_policy
from tournaments.policies.stepping import policy_says
from tournaments.policies.structs import DECK_ERROR, SLOW_PLAY, TARDINESS, Infraction
from tournaments.policies.usual import usual_policy
from tournaments.policies.words import name_of, rules_in_words, steps_in_words

pytestmark = pytest.mark.anywhere
#: what the judges' issue names as ours
NAMED = {
    "tardiness", "deck_error", "slow_play", "looking_at_extra_cards", "drawing_extra_cards", "rule_violation",
    "marked_cards", "outside_assistance", "unsporting_minor", "unsporting_major",
}  # fmt: skip


def small(**changed: Any) -> dict[str, Any]:
    """A policy of two infractions."""
    late = {"id": TARDINESS, "what": "Late.", "steps": ["caution"]}
    own = {"id": "phones", "name": "Phones", "what": "A phone rings.", "steps": ["caution", "warning"]}
    return {"infractions": [late, own | changed]}


def test_the_usual_policy_has_every_infraction_with_examples_in_both_languages() -> None:
    policy = usual_policy()
    assert {each.id for each in policy.infractions} >= NAMED
    assert all(policy.infraction(short) for short in (TARDINESS, DECK_ERROR, SLOW_PLAY))
    for each in policy.infractions:
        assert each.examples, each.id
        for text in (each.what, *(example.text for example in each.examples)):
            assert isinstance(text, dict) and set(text) == {"en", "de"}, each.id
        with translation.override("de"):
            assert translated(name_of(policy, each.id)) != str(name_of(policy, each.id)), each.id


def test_each_game_has_examples_of_its_own() -> None:
    for game in games():
        own = [
            line.id for line in lines_of(usual_policy(), game) if any(of == game for of, _ in line.examples)
        ]
        assert len(own) >= 4, game
        shown = {of for line in lines_of(usual_policy(), game) for of, _ in line.examples}
        assert shown == {"", game}


@pytest.mark.parametrize(
    ("before", "penalty", "why"),
    [
        (0, "caution", "The first time in this event: caution."),
        (1, "warning", "Time 2 in this event: it steps up to warning."),
        (2, "game_loss", "Time 3 in this event: it steps up to game loss."),
        (3, "game_loss", "Time 4 in this event: it steps up to game loss."),
    ],
)
def test_what_it_says_the_next_time(before: int, penalty: str, why: str) -> None:
    slow = Infraction(SLOW_PLAY, "Slow.", ("caution", "warning", "game_loss"))
    says = policy_says(slow, before)
    assert (says.penalty, says.time, says.why) == (penalty, before + 1, why)


def test_who_is_punished_alike_each_time_is_told_so() -> None:
    once = Infraction("not_pointed_out", "Missed.", ("caution",))
    assert policy_says(once, 4).why == "Time 5 in this event: still caution."
    assert steps_in_words(once) == "Each time: caution."
    doubled = Infraction("x", "X.", ("warning", "game_loss", "game_loss"))
    assert steps_in_words(doubled) == "First time: warning. From the second time on: game loss."


def test_a_policy_reads_back_as_it_was_written() -> None:
    policy = read_policy(small())
    assert read_policy(body_of(policy)) == policy
    assert read_policy(body_of(usual_policy())) == usual_policy()
    assert name_of(policy, "phones") == "Phones" and name_of(policy, TARDINESS) == "Tardiness"
    assert name_of(policy, "unknown") == "unknown"


def test_its_rules_say_what_replaces_a_game_loss() -> None:
    said = {
        choice: rules_in_words(read_policy(small() | {"in_one_game": choice, "points_taken": 2}))[2]
        for choice in ("warning", "match_loss", "match_points")
    }
    assert "is a warning" in said["warning"] and "loss of the match" in said["match_loss"]
    assert "2 match points" in said["match_points"]


@pytest.mark.parametrize(
    ("raw", "place"),
    [
        ([], "policy"),
        ({"infractions": []}, "infractions"),
        ({"infractions": [small()["infractions"][1]]}, "infractions"),
        (small(id="Phones!"), "infractions[1].id"),
        (small(id=TARDINESS), "infractions[1].id"),
        (small(name=""), "infractions[1].name"),
        (small(what={"en": " "}), "infractions[1].what"),
        (small(what={"English": "x"}), "infractions[1].what"),
        (small(what="x" * 601), "infractions[1].what"),
        (small(steps=[]), "infractions[1].steps"),
        (small(steps=["warning", "caution"]), "infractions[1].steps"),
        (small(steps=["death"]), "policy"),
        (small(examples=[{"text": "x", "game": "chess"}]), "infractions[1].examples[0].game"),
        ({"infractions": [small()["infractions"][0] | {"steps": ["game_loss"]}]}, "infractions[0].steps"),
        (small() | {"points_taken": 0}, "points_taken"),
        (small() | {"shown_days": -1}, "shown_days"),
    ],
)
def test_what_is_no_policy_is_refused_with_its_place(raw: Any, place: str) -> None:
    with pytest.raises(Invalid) as refused:
        read_policy(raw)
    assert list(refused.value.details["fields"]) == [place]
