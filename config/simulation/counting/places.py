"""The table of an event file, counted out: places and figures, those of the last stage first."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from config.simulation.counting.brackets import Bracket
from config.simulation.counting.figures import ASCENDING, Figure, Figures
from config.simulation.counting.rounds import TABLES, Counting


@dataclass(frozen=True)
class Row:
    """An entrant's place with the figures of the chain."""

    place: int
    code: str
    values: dict[str, Figure]


@dataclass(frozen=True)
class Group:
    """Entrants who are equal in everything; `together`: they share the last of their places instead of the first."""

    codes: tuple[str, ...]
    values: dict[str, dict[str, Figure]]
    together: bool = False


def table_of(file: dict[str, Any], until: int) -> list[Row]:
    """The table after a round, best first."""
    begun = [r["stage"] for r in file["rounds"] if r["number"] <= until]
    names = [stage["id"] for stage in file["stages"]]
    made, at = [], 0
    for group in _groups(file, until, names.index(begun[-1]) if begun else 0):
        place = at + len(group.codes) if group.together else at + 1
        made += [Row(place, code, group.values[code]) for code in group.codes]
        at += len(group.codes)
    return made


def _groups(file: dict[str, Any], until: int, k: int) -> list[Group]:
    """Everybody, those of stage k first, the others as the stage before it left them."""
    listed = _listed(file, until)
    if k == 0:
        return _of_stage(file, until, 0, listed)
    before = _last_before(file, until, k)
    earlier = _groups(file, before, k - 1)
    members = set(_members(file, k))
    made = _of_stage(file, until, k, [code for code in listed if code in members])
    rest = [
        Group(tuple(code for code in group.codes if code in listed and code not in members), group.values)
        for group in earlier
    ]
    return made + [group for group in rest if group.codes]


def _listed(file: dict[str, Any], until: int) -> list[str]:
    """Who is in the table: not disqualified by then, and in the event by the next round."""
    here = []
    for entrant in file["entrants"]:
        out = entrant.get("disqualified_after")
        if (out is None or out > until) and entrant.get("entered_before", 1) <= until + 1:
            here.append(entrant["id"])
    return sorted(here)


def _last_before(file: dict[str, Any], until: int, k: int) -> int:
    """The last round before stage k, as it is known after the round `until`."""
    stage = file["stages"][k]["id"]
    numbers = [r["number"] for r in file["rounds"] if r["stage"] == stage and r["number"] <= until]
    return min(numbers) - 1 if numbers else until


def _members(file: dict[str, Any], k: int) -> list[str]:
    return list(file["stages"][k]["entrants"])


def _of_stage(file: dict[str, Any], until: int, k: int, listed: list[str]) -> list[Group]:
    if file["stages"][k]["kind"] in TABLES:
        return _by_table(file, until, k, until, listed)
    # a bracket changes no figure: they are those of the table before it
    tables = [j for j in range(k) if file["stages"][j]["kind"] in TABLES]
    if tables:
        end = _last_before(file, until, k)
        groups = _by_table(file, end, tables[-1], until, _listed(file, end))
        values = {code: group.values[code] for group in groups for code in group.codes}
        figures = Figures(Counting(file, end, until))
        values |= {code: _values(figures, code) for code in listed if code not in values}
    else:
        nothing = Figures(Counting({**file, "rounds": []}, until, until))
        values = {code: _values(nothing, code) for code in listed}
    return _by_bracket(file, until, k, listed, values)


def _values(figures: Figures, code: str) -> dict[str, Figure]:
    chain = figures.rules.chain
    return {name: None if name == "head_to_head" else figures.of(name, code) for name in chain}


def _by_table(file: dict[str, Any], until: int, k: int, seen_from: int, listed: list[str]) -> list[Group]:
    figures = Figures(Counting(file, until, seen_from))
    groups: list[list[str]] = [listed] if listed else []
    values: dict[str, dict[str, Figure]] = {code: {} for code in listed}
    for name in figures.rules.chain:
        split: list[list[str]] = []
        for group in groups:
            for code in group:
                made = figures.among(code, group) if name == "head_to_head" else figures.of(name, code)
                values[code][name] = made
            split += _split(name, group, values)
        groups = split
    return [Group(tuple(group), values) for group in groups]


def _split(name: str, group: list[str], values: dict[str, dict[str, Figure]]) -> list[list[str]]:
    """Who is equal in this, too; nothing ranks below every figure."""
    made: dict[Figure, list[str]] = {}
    for code in group:
        made.setdefault(values[code][name], []).append(code)
    known = sorted((value for value in made if value is not None), reverse=name not in ASCENDING)
    return [made[value] for value in known] + ([made[None]] if None in made else [])


def _by_bracket(
    file: dict[str, Any], until: int, k: int, listed: list[str], values: dict[str, dict[str, Figure]]
) -> list[Group]:
    stage = file["stages"][k]
    drawn = k == 0 and file["rules"].get("first_round", "random") == "random"
    shared = (stage.get("places") or ("shared" if drawn else "by_seed")) == "shared"
    begun = stage.get("entrants") is not None
    made: list[Group] = []
    for codes, together in Bracket(file, stage, until).fill().places() if begun else []:
        here = tuple(code for code in codes if code in listed)
        if together or shared:
            made += [Group(here, values, together)] if here else []
        else:
            made += [Group((code,), values) for code in here]
    inside = {code for group in made for code in group.codes}
    return made + [Group((code,), values) for code in listed if code not in inside]
