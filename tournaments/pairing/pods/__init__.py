"""The next round of pods: tables of several, by the promises in their order (docs/pairing.md)."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from rules.registry import known
from tournaments.facts import Stage
from tournaments.pairing.field import Field
from tournaments.pairing.outcome import Cost, PairedMatch, Pairing, Relaxed
from tournaments.pairing.pods.search import Search, Seated
from tournaments.pairing.pods.seats import in_seats, seats_had
from tournaments.pairing.pods.sizes import sizes_for, with_fewer_full
from tournaments.pairing.refused import PairingRefused
from tournaments.pairing.tables import hall_of, numbered
from tournaments.standings.chain import Chain
from tournaments.standings.folding import SMALLEST

POD_SIZE = 4
"""How many sit at a table, unless the stage says otherwise or the game seats fewer."""


def pair_pods(chain: Chain, k: int, number: int, field: Field) -> Pairing:
    """Round `number`, played in stage k. Over where fewer are left than a table takes.

    Raises PairingRefused where the game does not seat as many as the smallest table.
    """
    stage = chain.stages[k]
    most, fewest = _sizes(stage, chain.event.game)
    if len(field.ids) < fewest:
        everybody = (*field.awarded, *field.ids)
        left = "too_few_left" if len(everybody) > 1 else "one_left" if everybody else "nobody_left"
        return Pairing(number, stage.id, byes=everybody, over=True, over_because=left)
    rounds = [played for j in chain.carried(k) for played in chain.rounds(j)]
    search = Search(field, _sat_short(chain, k, field, most), f"{chain.event.seed}\nround {number}\npods")
    seated, byes, sit_out = _seated(field, search, most, fewest)
    had = seats_had(field, rounds)
    tables = [in_seats(field, table, had) for table in seated.tables]
    tables.sort(key=lambda table: (-sum(field.points[i] for i in table) / len(table), -len(table)))
    numbers = numbered(hall_of(chain.event), [[field.ids[i] for i in table] for table in tables])
    matches = [
        PairedMatch(at.number, tuple(field.ids[i] for i in table), (*_reasons(field, table), *at.reasons))
        for at, table in zip(numbers, tables, strict=True)
    ]
    squared = sum(
        (field.points[i] - field.points[j]) ** 2 for table in tables for i, j in combinations(table, 2)
    )
    relaxed = _relaxed(field, tables, byes)
    return Pairing(
        round=number,
        stage=stage.id,
        matches=tuple(sorted(matches, key=lambda match: match.table or 0)),
        byes=(*field.awarded, *(field.ids[i] for i in byes)),
        unpaired=tuple(field.ids[i] for i in sit_out),
        relaxed=relaxed,
        cost=Cost(Fraction(squared, field.scale**2), Fraction(0), not squared and not relaxed),
    )


def _sizes(stage: Stage, game: str) -> tuple[int, int]:
    """The full and the smallest size of a table. Never more than the game seats."""
    engine = known(game)
    seats = engine.seats[1] if engine is not None else None
    fewest = stage.smallest or SMALLEST
    most = stage.pod_size or max(fewest, min(POD_SIZE, seats or POD_SIZE))
    if seats is not None and most > seats:
        raise PairingRefused(
            "more_than_the_game_seats",
            f"The stage {stage.id!r} has tables of {most}, and {game} seats {seats} at most.",
        )
    return most, fewest


def _sat_short(chain: Chain, k: int, field: Field, most: int) -> list[int]:
    """How often each player sat at a short table of this stage, or of pods that are carried on."""
    index = {entrant: i for i, entrant in enumerate(field.ids)}
    sat = [0] * len(field.ids)
    for j in chain.carried(k):
        if chain.stages[j].kind != "pods":
            continue
        for played in chain.rounds(j):
            for match in played.matches:
                if 1 < len(match.seats) < most:
                    for seat in match.seats:
                        if seat in index:
                            sat[index[seat]] += 1
    return sat


def _seated(field: Field, search: Search, most: int, fewest: int) -> tuple[Seated, list[int], list[int]]:
    """Tables, byes, and who sits out. Who cannot be kept from somebody he must never meet is left over."""
    # Byes go to the last of these: to nobody who had one, the fewest points first.
    ranked = sorted(
        range(len(field.ids)), key=lambda i: (field.had_bye[i], field.points[i], field.order[i]), reverse=True
    )
    apart: list[int] = []
    shape: int | None = None  # full tables, half of them, none: what served best where a pair was in the way
    while True:
        sizes = sizes_for(len(ranked), most, fewest)
        seats = sum(sizes)
        seated, together = Seated([], []), list[int]()
        shapes = [sizes, *with_fewer_full(sizes, most, fewest)] if sizes else []
        for at, tables in enumerate(shapes):
            if shape is not None and at != min(shape, len(shapes) - 1):
                continue
            tried = search.seat(ranked[:seats], tables, most)
            wrong = search.never_together(tried)
            if not seated.tables or len(wrong) < len(together):
                seated, together, best = tried, wrong, at
            if not wrong:
                break
        if not together:
            break
        shape = best
        # A few at a time, the fewest points first: without them the others may find other tables.
        together.sort(key=lambda i: (field.had_bye[i], field.points[i], field.order[i]))
        gone = together[: 1 + len(together) // 8]
        apart += gone
        ranked = [i for i in ranked if i not in gone]
    byes = [*ranked[seats:], *(i for i in apart if not field.had_bye[i])]
    return seated, byes, [i for i in apart if field.had_bye[i]]


def _reasons(field: Field, table: tuple[int, ...]) -> tuple[str, ...]:
    reasons = []
    if any(j in field.met[i] for i, j in combinations(table, 2)):
        reasons.append("rematch")
    if any(j in field.weak.get(i, ()) for i, j in combinations(table, 2)):
        reasons.append("weak_forbidden")
    return tuple(reasons)


def _relaxed(field: Field, tables: list[tuple[int, ...]], byes: list[int]) -> tuple[Relaxed, ...]:
    """One entry for each pair or player, in the order of the promises."""
    pairs = [pair for table in tables for pair in combinations(table, 2)]
    again = [pair for pair in pairs if pair[1] in field.met[pair[0]]]
    weak = [pair for pair in pairs if pair[1] in field.weak.get(pair[0], ())]
    return (
        *(Relaxed("no_rematch", _named(field, pair)) for pair in again),
        *(Relaxed("no_weak_forbidden", _named(field, pair)) for pair in weak),
        *(Relaxed("one_bye", (field.ids[i],)) for i in byes if field.had_bye[i]),
    )


def _named(field: Field, pair: tuple[int, int]) -> tuple[str, ...]:
    return tuple(sorted(field.ids[i] for i in pair))
