"""A whole made-up event: entered, paired by the site's own pairing, played, with drops on the way."""

from __future__ import annotations

import random

import msgspec

from tournaments.facts import Entrant, EventFile, Match, Round, Rules, Stage
from tournaments.pairing import pair_next_round, rounds_for
from tournaments.simulation.people import people
from tournaments.simulation.results import result_of_pod, result_of_two


def simulated_event(entrants: int, rounds: int, seed: str = "simulated", pods: bool = False) -> EventFile:
    """An event of so many entrants after so many rounds; the same arguments give the same event.

    Every round is paired by the site's own pairing, with `pods` at tables of four and three; a further one always can
    be. The game is one that seats as many.
    """
    chance = random.Random(f"{seed} {entrants} {rounds} {pods}")  # noqa: S311 - made-up events, no secrets
    entered, strength = people(entrants, rounds, chance)
    event = EventFile(
        event=1,
        name=f"Made-up event of {entrants}",
        game="looney_tunes" if pods else "highlander",
        seed=seed,
        rules=Rules(swiss_rounds=max(rounds + 1, rounds_for(entrants))),
        entrants=tuple(entered),
        stages=(Stage(id="pods", kind="pods"),) if pods else (Stage(id="swiss", kind="swiss"),),
    )
    for _ in range(rounds):
        event = _with_drops(_played(event, strength, chance), chance)
    return event


def _played(event: EventFile, strength: dict[str, float], chance: random.Random) -> EventFile:
    number = len(event.rounds) + 1
    pairing = pair_next_round(event)
    matches = []
    for table, paired in enumerate(pairing.matches, start=1):
        result = result_of_two if len(paired.seats) == 2 else result_of_pod
        matches.append(Match(paired.seats, table, result(paired.seats, strength, chance)))
    matches += [Match((entrant,), None, "bye") for entrant in pairing.byes]
    played = Round(number, event.stages[0].id, tuple(matches))
    return msgspec.structs.replace(event, rounds=(*event.rounds, played))


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
