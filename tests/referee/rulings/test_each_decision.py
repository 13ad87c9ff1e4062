"""Every decision that a judge's form offers on an illegal entry: what the replay says then, and every view of it.

A lays 9 and keeps 7, B lays 3 and keeps 2. B reveals in A's turn (entry 5); then both reveal as they should.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from referee.judging.judged import forget, judged
from referee.live.live_replay import forget as forget_runs
from referee.live.queries import forget_tables
from referee.models.disputes import Dispute
from referee.models.live import LiveTable
from referee.models.records import Record
from referee.records.changes import attach_log
from referee.replays.ruling_forms import decisions_on
from rules.kernel.replay import Replay
from tests.referee.conftest import Who
from tests.referee.live.playing import opened, state, tap
from tests.referee.logs import log
from tests.referee.running import run
from tests.rules.kernel.helpers import draw, lay, reveal
from tests.tournaments.factories import at, player, seated
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere, pytest.mark.usefixtures("verdicts_told")]

PLAYED = (
    draw("A", "Number 9", "Number 7"), lay("A", "Number 9"), draw("B", "Number 3", "Number 2"), lay("B", "Number 3"),
    reveal("B", "Number 3"), reveal("A", "Number 9"), reveal("B", "Number 3"),
)  # fmt: skip
#: whose hidden cards they are: nobody else sees them in any of these games
HIDDEN = {"Number 7": "A", "Number 2": "B"}
SCORE = {"repair": '[{"change": "set", "fact": "players.B.score", "value": 1}]'}
#: What the form sends; the words of entries 5 and later (the ruling is entry 8); turn, phase, scores of A and B then.
CASES: dict[str, tuple[dict[str, str], str, tuple[str, str, int, int]]] = {
    "uphold": ({}, "INNL", ("A", "reveal", 0, 0)),
    "uphold, and what follows": ({"follow": "yes"}, "INNLLL", ("B", "over", 9, 3)),
    # B's card counts: that was the last reveal, and what A showed afterwards comes too late
    "let_stand": ({}, "INNLIN", ("A", "over", 0, 3)),
    "let_stand, and nothing else": ({"follow": "no"}, "INNL", ("A", "over", 0, 3)),
    "rewind to the entry before": ({"to": "4"}, "INNL", ("A", "reveal", 0, 0)),
    "rewind before B's draw": ({"to": "2"}, "INNL", ("B", "draw", 0, 0)),
    "rewind to the start": ({"to": "0"}, "INNL", ("A", "draw", 0, 0)),
    "rewind, and what follows": ({"to": "4", "follow": "yes"}, "INNLLL", ("B", "over", 9, 3)),
    "correct": (SCORE, "INNLLL", ("B", "over", 9, 3)),
    "correct, and nothing else": ({**SCORE, "follow": "no"}, "INNL", ("A", "reveal", 0, 1)),
}
INITIAL = {"legal": "L", "illegal": "I", "not_reached": "N", "undetermined": "U"}


@pytest.fixture(autouse=True)
def cold() -> Iterator[None]:
    """No live table is remembered from another test."""
    forget_runs()
    forget_tables()
    yield
    forget_runs()
    forget_tables()


def words(replayed: Replay) -> str:
    return "".join(INITIAL[verdict.verdict] for verdict in replayed.verdicts)


def facts(position: Any) -> tuple[str, str, int, int]:
    sides = position.players
    return position.turn, position.phase, sides["A"].score, sides["B"].score


def fits(seen: str, whole: str) -> bool:
    """A view knows less: what is legal may be open to it, and nothing else differs."""
    return len(seen) == len(whole) and all(
        one == other or (one, other) == ("U", "L") for one, other in zip(seen, whole, strict=True)
    )


def rules(who: Who, record: Record, case: str) -> None:
    """Jude rules on entry 5 by the form."""
    sent = {
        "decision": case.split(",")[0].split()[0],
        "reason": "Out of turn.",
        "seen": "7",
        **CASES[case][0],
    }
    answer = who("jude").post(reverse("referee:rule_entry", args=[record.pk, 5]), sent)
    assert answer.status_code == 303, answer.content.decode()


def only_who_may_sees_them(text: str, seat: str | None) -> bool:
    return all(seat in (None, owner) or card not in text for card, owner in HIDDEN.items())


def test_no_decision_is_left_out() -> None:
    assert {case.split(",")[0].split()[0] for case in CASES} == set(decisions_on("illegal"))


@pytest.mark.parametrize("case", CASES)
def test_on_a_log_that_was_handed_in(who: Who, match: Match, tmp_path: Path, case: str) -> None:
    hidden = [
        {**entry, "seen_by": [entry["by"]]} if entry["do"] in ("draw", "lay") else entry for entry in PLAYED
    ]
    record = attach_log(match, 1, log(*hidden), by=player(match, "A"), now=at(10))
    assert words(judged(record).run) == "LLLLINN"
    rules(who, record, case)
    _, expected, position = CASES[case]
    record = Record.objects.select_related("match__round__event").get(pk=record.pk)
    whole = judged(record).run
    assert (words(whole), facts(whole.position)) == (f"LLLL{expected}", position)
    assert record.status == {"I": "illegal", "N": "illegal"}.get(
        expected[-1], "finished" if position[1] == "over" else "in_progress"
    )
    assert list(Dispute.objects.filter(resolved_at=None).values_list("entry", flat=True)) == (
        [9] if record.status == "illegal" else []
    )
    for seat in ("A", "B", "public"):
        view = judged(record, seat).run
        assert fits(words(view), words(whole)), (seat, words(view))
        assert facts(view.position) == position, seat
        assert only_who_may_sees_them(json.dumps(view.printed()) + str(view.entries), seat), seat
    for name, seat in (("jude", None), ("A", "A"), ("B", "B")):
        reader = who(name if seat is None else str(seated(match, name).user.username))  # type: ignore[union-attr]
        page = reader.get(f"/records/{record.pk}/?entry={len(words(whole))}")
        assert page.status_code == 200 and only_who_may_sees_them(page.content.decode(), seat), name
    # a process that knows nothing of it, and the file that is saved, say the same
    forget()
    assert words(judged(record).run) == words(whole)
    file = tmp_path / "saved.jsonl"
    file.write_bytes(who("jude").get(reverse("referee:record_download", args=[record.pk])).content)
    _, out, _ = run("replay", file, "--json")
    verdicts = [one["verdict"] for one in json.loads(out)["verdicts"]]
    assert "".join(INITIAL[verdict] for verdict in verdicts) == words(whole)


LIVE = (
    "uphold",
    "let_stand",
    "let_stand, and nothing else",
    "rewind before B's draw",
    "rewind, and what follows",
    "correct",
)


@pytest.mark.parametrize("case", LIVE)
def test_at_a_live_table(who: Who, match: Match, case: str) -> None:
    """The phones follow the ruling, those that looked before it and those that come in new."""
    table = opened(match)
    for entry in PLAYED:
        tap(table, str(entry["by"]), entry)
    phones = {seat: state(table, seat) for seat in ("A", "B", "jude")}
    assert {seat: shown["stopped"] for seat, shown in phones.items()} == {"A": 5, "B": 5, "jude": 5}
    rules(who, LiveTable.objects.select_related("record").get(pk=table.pk).record, case)
    _, expected, position = CASES[case]
    for cold in (False, True):
        if cold:
            forget_runs()
        for seat in phones:
            shown = state(table, seat)
            seen = "".join(INITIAL[line["verdict"]["verdict"]] for line in shown["entries"])
            assert fits(seen, f"LLLL{expected}"), (seat, seen)
            assert live_facts(shown["position"]) == position
            assert shown["stopped"] == (9 if "LI" in expected else None)
            assert only_who_may_sees_them(json.dumps(shown), None if seat == "jude" else seat)


def live_facts(position: Mapping[str, Any]) -> tuple[str, str, int, int]:
    sides = position["players"]
    return position["turn"], position["phase"], *(sides[seat].get("score", 0) for seat in "AB")  # type: ignore[return-value]
