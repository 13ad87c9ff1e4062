"""Figures that do not come from results: the seed, and the lot."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import ClassVar

from tournaments.messages import message as _
from tournaments.standings.tiebreakers.base import Origin, Source, Tiebreaker


class Seed(Tiebreaker):
    """The entrant's seed number; the lower is better, and whoever has none comes last."""

    name = "seed"
    title = _("Place in the seeding list")
    short = _("Seed")
    summary = "the lower number first, none last"
    ascending: ClassVar[bool] = True
    rule = _("The seed number given before the event; the lower number is better, none comes last.")

    def terms(self, i: int) -> list[int]:
        seed = self.book.event.entrants[i].seed
        return [] if seed is None else [seed]

    def total(self, i: int, terms: Sequence[int]) -> int | None:
        return terms[0] if terms else None

    def origins(self, i: int) -> list[Origin]:
        return [(None, None)] * len(self.terms(i))


class Lot(Tiebreaker):
    """A number drawn from the event's seed; 1 is best."""

    name = "lot"
    title = _("Drawn lot")
    short = _("Lot")
    summary = "drawn: entrants in the order of a hash of seed and id"
    ascending: ClassVar[bool] = True
    rule = _(
        "Drawn: entrants in the order of the BLAKE2b hash of the event's seed, the word lot and their id, "
        "each on a line; 1 is first."
    )

    def __init__(self, source: Source) -> None:
        super().__init__(source)
        seed, next_round = self.book.event.seed, self.book.after_round + 1
        # who comes later takes no number from those who were there: a table that stands would say another one
        here = [i for i, each in enumerate(self.book.event.entrants) if each.entered_before <= next_round]
        drawn = sorted(here, key=lambda i: lot(seed, self.book.ids[i]))
        self.numbers = {i: number for number, i in enumerate(drawn, start=1)}

    def terms(self, i: int) -> list[int]:
        return [self.numbers[i]] if i in self.numbers else []

    def total(self, i: int, terms: Sequence[int]) -> int | None:
        return terms[0] if terms else None

    def origins(self, i: int) -> list[Origin]:
        return [(None, None)] * len(self.terms(i))


def lot(seed: str, entrant: str) -> tuple[bytes, str]:
    """The sort key of an entrant's lot: the same for the same seed and id, whoever else takes part."""
    text = f"{seed}\nlot\n{entrant}".encode("utf-8", "surrogatepass")
    return blake2b(text, digest_size=16).digest(), entrant
