"""A policy as a page shows it: an infraction a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tournaments.messages import Message
from tournaments.policies.structs import Example, Policy
from tournaments.policies.words import name_of, said, steps_in_words


@dataclass(frozen=True, slots=True)
class PolicyLine:
    """An infraction: its name, what it is, its penalties in words, and examples with the game of each."""

    id: str
    name: Message | str
    what: str
    steps: Message
    examples: tuple[tuple[str, str], ...]


def lines_of(policy: Policy, game: str = "") -> Iterator[PolicyLine]:
    """Every infraction, with its examples of any game and of this one; without a game, of all."""
    for each in policy.infractions:
        shown = [example for example in each.examples if not game or example.game in ("", game)]
        examples = tuple((example.game, said(example.text)) for example in _general_first(shown))
        yield PolicyLine(each.id, name_of(policy, each.id), said(each.what), steps_in_words(each), examples)


def _general_first(examples: list[Example]) -> list[Example]:
    return sorted(examples, key=lambda example: bool(example.game))
