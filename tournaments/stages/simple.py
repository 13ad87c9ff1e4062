"""The chains that most events have, as a few answers: one stage, and a cut after it or none. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

#: What is asked of a simple chain, with the answers of an event that is Swiss to its end.
USUAL: dict[str, Any] = {
    "structure": "swiss",
    "table_size": 2,
    "group_count": 1,
    "cut": 0,
    "cut_kind": "single_elimination",
    "cut_games": 0,
    "third_place": False,
    "last_tiebreak": "",
}
FIRST = ("structure", "table_size", "group_count")
CUTS = (2, 4, 8, 16, 32, 64)
_ELIMINATIONS = ("single_elimination", "double_elimination")

Chosen = dict[str, Any]


def chain_of(answers: Mapping[str, Any]) -> list[Chosen]:
    """The stages as `clean_stages` takes them. What does not belong to a structure is left out: the groups of a Swiss
    event, the third place of a double elimination."""
    said = USUAL | dict(answers)
    first: Chosen = {"kind": said["structure"]}
    if first["kind"] == "swiss" and said["table_size"] > 2:
        first = {"kind": "pods", "pod_size": said["table_size"]}
    if first["kind"] == "round_robin" and said["group_count"] > 1:
        first["groups"] = said["group_count"]
    last = first
    chain = [first]
    if said["cut"]:
        last = {"kind": said["cut_kind"], "size": said["cut"]}
        if said["cut_games"]:
            last["games_per_match"] = said["cut_games"]
        chain.append(last)
    for stage in chain:
        if stage["kind"] in _ELIMINATIONS and said["last_tiebreak"]:
            stage["last_tiebreak"] = said["last_tiebreak"]
    if last["kind"] == "single_elimination" and said["third_place"]:
        last["third_place"] = True
    return chain


def answers_of(chain: Sequence[Mapping[str, Any]]) -> dict[str, Any] | None:
    """The answers that make this chain (as `as_chosen` gives it); None where none do: it has its own page."""
    if not 1 <= len(chain) <= 2:
        return None
    first = chain[0]
    answers: dict[str, Any] = {"structure": "swiss" if first["kind"] == "pods" else first["kind"]}
    if first["kind"] == "pods":
        answers["table_size"] = first.get("pod_size", 4)
    answers["group_count"] = first.get("groups", 1)
    last = chain[-1]
    if len(chain) == 2:
        answers |= {
            "cut": last.get("size", 0),
            "cut_kind": last["kind"],
            "cut_games": last.get("games_per_match", 0),
        }
    answers["third_place"] = last.get("third_place", False)
    answers["last_tiebreak"] = last.get("last_tiebreak", "")
    answers = USUAL | answers
    made = chain_of(answers)
    same = len(made) == len(chain) and all(
        {**one, "code": other["code"]} == dict(other) for one, other in zip(made, chain, strict=True)
    )
    return answers if same and answers["cut"] in (0, *CUTS) else None
