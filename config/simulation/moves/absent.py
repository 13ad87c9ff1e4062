"""Who did not come to the last match: kept all the same, or dropped with the next pairing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from config.simulation.site_client import Answer, Ask
from config.simulation.stages import kind_of_round

if TYPE_CHECKING:
    from config.simulation.day import Day

DESK, TARDINESS = ("organiser", "scorekeeper"), "tardiness"


def absent(day: Day) -> list[tuple[int, str]]:
    """The match and the code of everybody who did not come in the newest round, plays on, and was not decided on. In a
    single elimination he is out."""
    number = max(day.expected.finished, default=0)
    if not number or day.expected.round_state in ("published", "running"):
        return []
    if kind_of_round(day, number) == "single_elimination":
        return []
    missed = []
    late = {
        (each.match, each.code)
        for each in day.expected.penalties.values()
        if each.infraction == TARDINESS and each.counts_here and each.penalty == "match_loss"
    }
    for table in day.expected.finished[number].values():
        kind, winner, _ = table.outcome or ("", None, ())
        if kind not in ("no_show", "match_loss") or winner is None or len(table.seats) != 2:
            continue
        code = next(code for letter, code in table.seats.items() if letter != winner)
        if kind == "match_loss" and (table.pk, code) not in late:
            continue
        if day.expected.statuses[code] == "playing" and code not in day.expected.kept.get(table.pk, ()):
            missed.append((table.pk, code))
    return missed


def settle_absent(day: Day, choice: str) -> None:
    """In the expected state all of them are kept, or dropped."""
    for match, code in absent(day):
        if choice == "keep":
            day.expected.kept.setdefault(match, set()).add(code)
        elif choice == "drop":
            day.expected.statuses[code] = "dropped"


def keep(day: Day) -> Ask | None:
    """The desk says of one that he is paired again."""
    here = absent(day)
    if not here:
        return None
    match, code = day.chance.choice(here)

    def done(answer: Answer) -> None:
        day.expected.kept.setdefault(match, set()).add(code)
        if day.faults.met_another:
            return  # of the others, too, something may have been said in the same moment
        still = day.reading(day.people.staff["sam"], f"events/{day.slug}/absent/")
        wanted = sorted(other for _, other in absent(day))
        told = sorted(row["entrant"] for row in still)
        day.check(told == wanted, "who did not come", f"{told} are to be decided on, not {wanted}")

    who, path = day.people.with_role(*DESK), day.path(f"entrants/{code}/keep/")
    # after the last round the desk does not ask; in a round robin or a bracket who is left says which round that is
    number = max(day.expected.finished)
    sure = number < day.rounds and kind_of_round(day, number) in ("swiss", "pods")
    return Ask("entrant-keep", who, "POST", path, {}, day.word("k"), done, sure=sure)
