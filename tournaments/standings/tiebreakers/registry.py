"""Every tiebreaker under its name in event files, in the order in which they are offered."""

from __future__ import annotations

from types import ModuleType

from tournaments.standings.tiebreakers import (
    draws,
    head_to_head,
    match_points,
    opponents,
    own,
    percentages,
)
from tournaments.standings.tiebreakers.base import Tiebreaker

#: A tiebreaker of a family is declared in its file, and needs no line here.
FAMILIES: tuple[ModuleType, ...] = (match_points, percentages, opponents, head_to_head, own, draws)


def declared_in(module: ModuleType) -> list[type[Tiebreaker]]:
    """The tiebreakers a file declares, in its order."""
    kinds = [
        kind for kind in vars(module).values() if isinstance(kind, type) and issubclass(kind, Tiebreaker)
    ]
    return [kind for kind in kinds if kind.__module__ == module.__name__ and "name" in vars(kind)]


TIEBREAKERS: dict[str, type[Tiebreaker]] = {
    kind.name: kind for family in FAMILIES for kind in declared_in(family)
}
