"""A whole made-up event: entered, paired by the site's own pairing, played, with drops on the way."""

from __future__ import annotations

import random

import msgspec

from tournaments.facts import Entrant, EventFile, Match, Round, Rules, Stage
from tournaments.pairing import pair_next_round, rounds_for
from tournaments.simulation.people import people
from tournaments.simulation.results import result_of_pod, result_of_two
from tournaments.standings import standings_of


def simulated_event(entrants: int, rounds: int, seed: str = "simulated", pods: bool = False) -> EventFile:
    """An event of so many entrants after so many rounds; the same arguments give the same event.

    A further round can always be paired, except with `pods`, whose matches are grouped by points alone.
    """
    chance = random.Random(f"{seed} {entrants} {rounds} {pods}")  # noqa: S311 - made-up events, no secrets
    entered, strength = people(entrants, rounds, chance)
    event = EventFile(
        event=1,
        name=f"Made-up event of {entrants}",
        game="highlander",
        seed=seed,
        rules=Rules(swiss_rounds=max(rounds + 1, rounds_for(entrants))),
        entrants=tuple(entered),
        stages=(Stage(id="pods", kind="pods"),) if pods else (Stage(id="swiss", kind="swiss"),),
    )
    for _ in range(rounds):
        event = _with_drops(_played(event, strength, chance, pods), chance)
    return event


def _played(event: EventFile, strength: dict[str, float], chance: random.Random, pods: bool) -> EventFile:
    number = len(event.rounds) + 1
    seatings, byes = _pods(event, number, chance) if pods else _swiss(event)
    matches = []
    for table, seats in enumerate(seatings, start=1):
        result = result_of_two if len(seats) == 2 else result_of_pod
        matches.append(Match(seats, table, result(seats, strength, chance)))
    matches += [Match((entrant,), None, "bye") for entrant in byes]
    played = Round(number, event.stages[0].id, tuple(matches))
    return msgspec.structs.replace(event, rounds=(*event.rounds, played))


def _swiss(event: EventFile) -> tuple[list[tuple[str, ...]], list[str]]:
    pairing = pair_next_round(event)
    return [match.seats for match in pairing.matches], list(pairing.byes)


def _pods(event: EventFile, number: int, chance: random.Random) -> tuple[list[tuple[str, ...]], list[str]]:
    """Pods of four and three among those of like points; who is left has a bye."""
    here = {entrant.id for entrant in event.entrants if _plays(entrant, number)}
    points = [(row.values["match_points"] or 0, row.entrant) for row in standings_of(event).rows]
    ordered = sorted((p for p in points if p[1] in here), key=lambda p: (-p[0], chance.random()))
    names = [name for _, name in ordered]
    threes = -len(names) % 4
    byes = []
    while 3 * threes > len(names):
        byes.append(names.pop())
        threes = -len(names) % 4
    fours = (len(names) - 3 * threes) // 4
    sizes = [4] * fours + [3] * threes
    pods, at = [], 0
    for size in sizes:
        pods.append(tuple(names[at : at + size]))
        at += size
    return pods, byes


def _plays(entrant: Entrant, number: int) -> bool:
    if entrant.entered_before > number:
        return False
    if any(first <= number <= last for first, last in entrant.absences):
        return False
    return all(
        after is None or after >= number for after in (entrant.dropped_after, entrant.disqualified_after)
    )


def _with_drops(event: EventFile, chance: random.Random) -> EventFile:
    """After a round those who lost leave more often; very rarely somebody is disqualified."""
    number = len(event.rounds)
    lost = {
        seat
        for match in event.rounds[-1].matches
        for seat in match.seats
        if match.result == "double_loss" or getattr(match.result, "winner", seat) not in (seat, None)
    }
    changed = []
    for entrant in event.entrants:
        if _plays(entrant, number) and not entrant.absences:
            drawn = chance.random()
            if drawn < 0.0005:
                entrant = msgspec.structs.replace(entrant, disqualified_after=number)
            elif drawn < (0.05 if entrant.id in lost else 0.01):
                entrant = msgspec.structs.replace(entrant, dropped_after=number)
        changed.append(entrant)
    return msgspec.structs.replace(event, entrants=tuple(changed))
