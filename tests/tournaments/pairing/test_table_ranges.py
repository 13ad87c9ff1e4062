"""Ranges of tables: who belongs into one is numbered there, in every structure."""

from __future__ import annotations

from typing import Any

import pytest

from tests.tournaments.playing import add_round, field, paired, read
from tournaments.facts import EventFileError

STREAM = {"name": "Stream", "first": 1, "last": 2}
ACCESS = {"name": "Access", "first": 5, "last": 6}


def with_ranges(made: dict[str, Any], *ranges: dict[str, Any], **inside: str) -> dict[str, Any]:
    made["rules"] = {**made.get("rules", {}), "table_ranges": list(ranges)}
    for code, name in inside.items():
        next(one for one in made["entrants"] if one["id"] == code)["table_range"] = name
    return made


def tables(made: dict[str, Any]) -> dict[int, list[str]]:
    return {match["table"]: match["reasons"] for match in paired(made)["matches"]}


def table_of(made: dict[str, Any], code: str) -> int:
    return next(match["table"] for match in paired(made)["matches"] if code in match["seats"])


STRUCTURES: list[tuple[dict[str, Any], str]] = [
    ({"kind": "swiss"}, "highlander"),
    ({"kind": "round_robin"}, "highlander"),
    ({"kind": "single_elimination"}, "highlander"),
    ({"kind": "double_elimination"}, "highlander"),
    ({"kind": "pods", "pod_size": 4}, "nightmare_before_christmas"),
]


@pytest.mark.parametrize(("stage", "game"), STRUCTURES, ids=[row[0]["kind"] for row in STRUCTURES])
def test_every_structure_numbers_its_tables_by_ranges(stage: dict[str, Any], game: str) -> None:
    made = with_ranges(field(16, stage, game=game), ACCESS, P004="Access")
    for _ in range(2):
        assert table_of(made, "P004") == 5
        assert tables(made)[5] == ["table_range"]
        # the others stand around it: 5 is taken, whatever else is free
        many = len(tables(made))
        assert sorted(tables(made)) == [*range(1, min(many, 5)), 5, *range(6, many + 1)]
        add_round(made, paired(made))


def test_a_range_that_is_kept_free_stays_empty() -> None:
    made = with_ranges(field(8, {"kind": "swiss"}), STREAM | {"kept_free": True})
    assert sorted(tables(made)) == [3, 4, 5, 6]
    with_ranges(made, STREAM | {"kept_free": True}, P007="Stream")
    assert sorted(tables(made)) == [1, 3, 4, 5] and table_of(made, "P007") == 1


def test_a_full_range_is_said_and_a_fixed_table_goes_first() -> None:
    """One table of a range is somebody's fixed one, the other the first pair's; the third pair is numbered as any."""
    made = field(8, {"kind": "round_robin"})  # Berger: 1–8, 2–7, 3–6, 4–5 in some order
    made["entrants"][3]["fixed_table"] = 2
    with_ranges(made, STREAM, P001="Stream", P002="Stream")
    found = {match["table"]: match for match in paired(made)["matches"]}
    assert "P004" in found[2]["seats"] and found[2]["reasons"] == ["fixed_table"]
    assert found[1]["reasons"] == ["table_range"] and {"P001", "P002"} & set(found[1]["seats"])
    (full,) = (match for match in found.values() if match["reasons"] == ["range_full"])
    assert {"P001", "P002"} & set(full["seats"]) and full["table"] in (3, 4)


@pytest.mark.parametrize(
    ("ranges", "place"),
    [
        ([STREAM | {"last": 0}], r"rules.table_ranges\[0\].last"),
        ([STREAM | {"first": 0}], r"rules.table_ranges\[0\].last"),
        ([STREAM | {"name": " "}], r"rules.table_ranges\[0\].name"),
        ([STREAM, ACCESS | {"name": "Stream"}], r"rules.table_ranges\[1\].name"),
        ([STREAM, ACCESS | {"first": 2}], r"rules.table_ranges\[1\].first"),
        ([ACCESS], r"entrants\[0\].table_range: 'Stream' is not among"),
    ],
)
def test_what_is_refused(ranges: list[dict[str, Any]], place: str) -> None:
    with pytest.raises(EventFileError, match=place):
        read(with_ranges(field(4, {"kind": "swiss"}), *ranges, P001="Stream"))
