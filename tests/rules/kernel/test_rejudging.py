"""Logs judged anew: by another edition, and against what was stored."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.errors import LogError
from rules.kernel.game import Game, Verb
from rules.kernel.judgment import Judgment
from rules.kernel.rejudging import Difference, Rejudged, rejudge
from rules.kernel.report import judge_log
from rules.kernel.seats import header_for
from rules.kernel.verdict import Outcome
from tests.rules.kernel.helpers import HEADER, draw, lay, log, reveal
from tests.rules.kernel.toy import Draw, ToyGame, perform_draw, verify_draw, verify_turn

#: A wins with 9 against 3.
ENTRIES = (draw("A"), lay("A"), draw("B"), lay("B"), reveal("A", "Number 9"), reveal("B", "Number 3"))
#: as A, with the higher number, comes out of it; and the other way round
HIGHER = {"ranking": [["A"], ["B"]], "scores": {"A": 9, "B": 3}, "tiebreakers": {}}
LOWER = {"ranking": [["B"], ["A"]], "scores": {"A": 9, "B": 3}, "tiebreakers": {}}


class OneCard(ToyGame):
    """Edition 2: one card is drawn."""

    def _verify(j: Judgment, e: Draw) -> None:  # type: ignore[misc]
        verify_turn(j, e, "draw")
        if e.count != 1:
            j.forbid("draw", "one card is drawn")

    verbs = {**ToyGame.verbs, Draw: Verb(_verify, perform_draw)}


class LowerWins(ToyGame):
    """Edition 3: as edition 1, and the lower number wins."""

    verbs = {**ToyGame.verbs, Draw: Verb(verify_draw, perform_draw)}

    def outcome(self, j: Judgment) -> Outcome | None:
        outcome = super().outcome(j)
        return outcome and Outcome(outcome.ranking[::-1], outcome.scores)


class Editions(ToyGame):
    editions = ("1", "2", "3")

    def of_edition(self, edition: str) -> Game:
        return {"2": OneCard(), "3": LowerWins()}.get(edition, self)


GAME = Editions()


def judged(**more: Any) -> Any:
    return log(*ENTRIES, head={**HEADER, **more})


def test_by_the_rules_it_names_nothing_differs() -> None:
    told = rejudge(GAME, judged())
    assert told == Rejudged((), HIGHER, HIGHER) and not told.differs
    assert not rejudge(GAME, judged(), "1").differs


def test_by_another_edition_what_comes_out_otherwise_is_told_entry_by_entry() -> None:
    told = rejudge(GAME, judged(), "2")
    assert told.entries == (
        Difference(1, "legal", "illegal", "draw"),
        *(Difference(n, "legal", "not_reached") for n in range(2, 7)),
    )
    assert (told.outcome_before, told.outcome_now) == (HIGHER, None)
    assert told.differs and told.other_outcome


def test_the_outcome_alone_may_differ() -> None:
    told = rejudge(GAME, judged(), "3")
    assert told == Rejudged((), HIGHER, LOWER) and told.differs
    # and the log that names that edition says the same in reverse
    assert rejudge(GAME, judged(rules="3"), "1") == Rejudged((), LOWER, HIGHER)


def test_a_log_without_an_edition_is_judged_by_the_newest() -> None:
    head = {key: value for key, value in HEADER.items() if key != "rules"}
    assert rejudge(GAME, log(*ENTRIES, head=head)).outcome_now == LOWER


def test_what_is_stored_in_the_header_counts_as_before() -> None:
    stored = {
        "verdicts": [{"n": 5, "verdict": "illegal", "violations": [{"rule": "turn", "message": "…"}]}],
        "outcome": None,
    }
    told = rejudge(GAME, judged(judged=stored))
    assert told.entries == (Difference(5, "illegal", "legal", "turn"),)
    assert (told.outcome_before, told.outcome_now) == (None, HIGHER)
    # what it leaves out is what the log's own rules give
    told = rejudge(GAME, judged(judged={"verdicts": [{"n": 1, "verdict": "undetermined"}]}))
    assert told == Rejudged((Difference(1, "undetermined", "legal"),), HIGHER, HIGHER)
    # all of it told: the rules it names are not asked, and may be unknown
    whole = {"verdicts": ["legal"] * 6, "outcome": HIGHER}
    assert not rejudge(GAME, judged(rules="0", judged=whole), "1").differs
    assert rejudge(GAME, judged(judged=["illegal", *["legal"] * 5])).entries[0].now == "legal"
    # a part of an outcome is held against that part
    for part, differs in (({"scores": {"A": 9, "B": 3}}, False), ({"ranking": [["B"], ["A"]]}, True)):
        assert rejudge(GAME, judged(judged={"outcome": part})).differs is differs


@given(edition=st.sampled_from(["1", "2", "3"]), now=st.sampled_from([None, "1", "2", "3"]))
def test_what_replay_printed_and_was_stored_is_what_comes_out_again(edition: str, now: str | None) -> None:
    report = judge_log(GAME, judged(rules=edition))
    with_it = judged(rules=edition, judged=report)
    assert rejudge(GAME, with_it, now) == rejudge(GAME, judged(rules=edition), now)
    assert rejudge(GAME, with_it).differs is False


@pytest.mark.parametrize(
    ("stored", "place"),
    [
        ("all legal", ""),
        ({"outcome": "A"}, ".outcome"),
        ({"verdicts": "legal"}, ".verdicts"),
        ({"verdicts": [7]}, ".verdicts.0"),
        ({"verdicts": [{"n": 1, "verdict": "fine"}]}, ".verdicts.0"),
        ({"verdicts": [{"n": True, "verdict": "legal"}]}, ".verdicts.0"),
        ({"verdicts": [{"n": 1, "verdict": "legal"}, {"n": 1, "verdict": "illegal"}]}, ".verdicts.1"),
    ],
)
def test_what_is_stored_and_cannot_be_read_is_refused_with_its_place(stored: object, place: str) -> None:
    with pytest.raises(LogError, match="replay --json") as refused:
        rejudge(GAME, judged(judged=stored))
    assert refused.value.line == 1 and f"judged{place} is not" in refused.value.message


def test_what_is_stored_of_entries_that_the_log_has_not_is_refused() -> None:
    with pytest.raises(LogError, match="entry 7; the log has 6"):
        rejudge(GAME, judged(judged={"verdicts": [{"n": 7, "verdict": "legal"}]}))


@pytest.mark.parametrize("violations", [None, [], "turn", ["turn"], [{"message": "no rule"}], [{"rule": 3}]])
def test_a_stored_verdict_may_name_no_rule(violations: object) -> None:
    one = {"n": 2, "verdict": "illegal", "violations": violations}
    assert rejudge(GAME, judged(judged={"verdicts": [one]})).entries == (Difference(2, "illegal", "legal"),)


def test_no_seat_sees_how_the_whole_log_was_judged() -> None:
    header = judged(judged={"verdicts": ["illegal"]}).header
    assert header.judged is not None
    assert header_for(GAME, header, "A").judged is None and header_for(GAME, header, "public").judged is None
