"""Two writers of one game: what each saw of it, with slips of the pen."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from typing import NamedTuple

import msgspec

from rules.kernel.entries import Entry, card_fields, cards_in, seat_fields
from rules.kernel.game import Game
from rules.kernel.log import Log
from rules.kernel.replay import Replay, replay
from rules.kernel.seats import log_for
from rules.kernel.selfplay import play_game

SLIPS = ("missing", "doubled", "exchanged")
MOST = 5


class Written(NamedTuple):
    """A log with its slips. ``origins``: by its entries, which one of the game each is; ``altered``: the places in the
    game whose entry it tells otherwise."""

    log: Log
    origins: list[int]
    altered: list[int] = []

    def numbers_of(self, origin: int) -> list[int]:
        return [number for number, other in enumerate(self.origins, 1) if other == origin]


class Table(NamedTuple):
    """A game that was played, and the two logs of it."""

    full: Replay
    first: Written
    second: Written


def at_table(
    game: Game, seed: str, players: int | None = None, *, alter: bool = False, run: Replay | None = None
) -> Table:
    """A self-played game and the logs that two of its seats kept, each with up to five slips where the other has none;
    ``alter``: in one of them an entry tells what cannot be so."""
    rng = random.Random(f"{game.name}:{seed}")
    run = run or play_game(game, f"align:{seed}", players)
    full = Log(run.header, tuple(run.entries))
    seats = rng.sample(run.seats, 2)
    seen = [log_for(game, full, seat) for seat in seats]
    slips = [[rng.choice(SLIPS) for _ in range(rng.randrange(MOST + (not alter)))] for _ in seats]
    taken: set[int] = set()
    wrong: list[dict[int, Entry]] = [{}, {}]
    if alter:
        told = altered(rng, run, seen[0], seats)
        if told is not None:
            place, entry = told
            taken.update(range(place - 3, place + 4))
            wrong[rng.randrange(2)][place] = entry
    first, second = (
        slipped(rng, log, kinds, taken, others) for log, kinds, others in zip(seen, slips, wrong, strict=True)
    )
    return Table(run, first, second)


def slipped(
    rng: random.Random, log: Log, kinds: Sequence[str], taken: set[int], others: dict[int, Entry]
) -> Written:
    """The log with slips of these kinds, none within an entry of those ``taken``, which grow by them."""
    rows = [(place, others.get(place, entry)) for place, entry in enumerate(log.entries)]
    for kind in kinds:
        free = [at for at in range(len(rows) - 1) if not _touches(rows[at][0], rows[at + 1][0], taken)]
        if not free:
            break
        at = rng.choice(free)
        place = rows[at][0]
        touched = {place}
        if kind == "missing":
            del rows[at]
        elif kind == "doubled":
            rows.insert(at + 1, rows[at])
        else:
            touched.add(rows[at + 1][0])
            rows[at : at + 2] = [rows[at + 1], rows[at]]
        taken |= touched
    entries = tuple(entry for _, entry in rows)
    return Written(Log(log.header, entries), [place for place, _ in rows], sorted(others))


def _touches(place: int, after: int, taken: Collection[int]) -> bool:
    return any(abs(place - other) <= 1 or abs(after - other) <= 1 for other in taken)


def altered(rng: random.Random, run: Replay, log: Log, seats: Sequence[str]) -> tuple[int, Entry] | None:
    """A place of the game and what a log may say there that cannot stand beside what happened: told before it or after
    it, something becomes illegal by the end. Nor is it an entry of those around, which would be one written twice."""
    for _ in range(200):
        place = rng.randrange(3, len(run.entries) - 3)
        entry = log.entries[place]
        other = _otherwise(rng, entry, log.entries, seats) if isinstance(entry, Entry) else None
        if other is None or not isinstance(entry, Entry):
            continue
        around = [one.public() for one in log.entries[place - 3 : place + 4] if isinstance(one, Entry)]
        if other.public() in around:
            continue
        if all(_is_refused(run, place + after, other) for after in (0, 1)):
            return place, other
    return None


def _is_refused(run: Replay, place: int, entry: Entry) -> bool:
    entries = (*run.entries[:place], entry, *run.entries[place:])
    return replay(run.game, Log(run.header, entries)).stopped is not None


def _otherwise(
    rng: random.Random, entry: Entry, others: Sequence[object], seats: Sequence[str]
) -> Entry | None:
    """The entry with one argument that everybody sees told otherwise, or another entry of its player."""
    seen = entry.public()
    fields = [
        field.name
        for field in msgspec.structs.fields(type(entry))
        if field.name not in Entry.__struct_fields__
        and getattr(seen, field.name) == getattr(entry, field.name)
    ]
    if not fields or rng.random() < 0.3:
        others = [one for one in others if isinstance(one, Entry) and one.by == entry.by and not one.seen_by]
        return rng.choice(others) if others else None
    name = rng.choice(fields)
    value = getattr(entry, name)
    told: object = None
    if name in card_fields(type(entry)) and isinstance(value, str):
        told = rng.choice(
            [card for one in others if hasattr(one, name) for card in cards_in(getattr(one, name))] or [None]
        )
    elif name in seat_fields(type(entry)) and value:
        told = rng.choice(seats)
    elif isinstance(value, bool):
        told = not value
    elif isinstance(value, int):
        told = max(0, value + rng.choice((-1, 1, 2)))
    if told is None or told == value or isinstance(told, tuple):
        return None
    return msgspec.structs.replace(entry, **{name: told})
