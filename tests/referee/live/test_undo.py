"""Taking back: one's own last entry at once, else with the other's consent or by a judge; nothing disappears."""

import pytest

from referee.live.entries import Stored
from referee.live.queries import live_table
from referee.live.undo import CannotUndo, answer_ask, undo_entry
from referee.logs.storage import stored_log
from referee.models.live import Ask, LiveTable
from tests.referee.live.playing import opened, phone, state, tap
from tests.rules.kernel.helpers import draw, lay
from tests.tournaments.factories import at
from tournaments.errors import NotAllowed
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(match: Match) -> LiveTable:
    """A has drawn and laid a card."""
    made = opened(match)
    tap(made, "A", draw("A"))
    tap(made, "A", lay("A"))
    return made


def undo(table: LiveTable, who: str, on: int, key: str = "undo") -> Stored | None:
    return undo_entry(live_table(table.pk), phone(table, who), on=on, key=key, now=at(3))


def answer(table: LiveTable, who: str, agree: bool) -> Stored | None:
    ask = Ask.objects.latest("id")
    return answer_ask(live_table(table.pk), phone(table, who), ask.pk, agree=agree, now=at(4))


def test_ones_own_last_entry_goes_at_once_and_stays_in_the_log(table: LiveTable) -> None:
    assert state(table, "A")["undo"] == {"on": 2, "free": True}
    stored = undo(table, "A", 2)
    assert stored is not None and stored.n == 3
    log = stored_log(live_table(table.pk).record, "toy")
    assert [entry.do for entry in log.entries] == ["draw", "lay", "undo"]
    shown = state(table, "B", 2)
    assert [line["n"] for line in shown["changed"]] == [2]
    assert shown["changed"][0]["verdict"]["undone"] == 3
    assert shown["position"]["phase"] == "lay"
    tap(table, "A", lay("A"))
    assert state(table, "A")["position"]["phase"] == "draw"


def test_what_was_entered_before_it_goes_then(match: Match) -> None:
    table = opened(match)
    for who, entry in (("A", draw("A")), ("A", lay("A")), ("B", draw("B")), ("B", lay("B"))):
        tap(table, who, entry)
    for _ in range(2):
        tap(table, "B", {"by": "B", "do": "announce"}, anyway=True)
    assert undo(table, "B", 6) == Stored(7)
    assert state(table, "B")["undo"] == {"on": 5, "free": True}
    assert undo(table, "B", 5, "again") == Stored(8)


def test_the_same_undo_again_is_the_same(table: LiveTable) -> None:
    assert undo(table, "A", 2) == Stored(3)
    assert undo(table, "A", 2) == Stored(3, True)


def test_what_was_answered_wants_the_others_consent(table: LiveTable) -> None:
    tap(table, "B", draw("B"))
    assert state(table, "A")["undo"] == {"on": 2, "free": False}
    assert undo(table, "A", 2) is None
    asked = state(table, "B")["asks"]
    assert [(ask["on"], ask["by"], ask["wanted"]) for ask in asked] == [(2, "A", ["B"])]
    assert live_table(table.pk).record.entries == 3


def test_with_consent_it_is_an_entry_that_says_so(table: LiveTable) -> None:
    from referee.models.live import Tap

    tap(table, "B", {"by": "B", "do": "announce"}, anyway=True)
    undo(table, "A", 2)
    stored = answer(table, "B", True)
    log = stored_log(live_table(table.pk).record, "toy")
    if stored is None:
        pytest.fail("both have agreed")
    last = log.entries[-1]
    assert (last.by, last.do, last.on, last.consent) == ("A", "undo", 2, ("B",))  # type: ignore[union-attr]
    assert Tap.objects.get(table=table, n=stored.n).key == "undo"
    assert state(table, "A")["asks"] == []


def test_the_other_may_say_no(table: LiveTable) -> None:
    tap(table, "B", draw("B"))
    undo(table, "A", 2)
    assert answer(table, "B", False) is None
    assert live_table(table.pk).record.entries == 3
    assert state(table, "A")["asks"] == []


def test_who_was_refused_is_told_so_until_something_follows(table: LiveTable) -> None:
    tap(table, "B", draw("B"))
    undo(table, "A", 2)
    assert state(table, "A")["refused"] == []
    answer(table, "B", agree=False)
    assert (state(table, "A")["refused"], state(table, "B")["refused"]) == ([2], [])
    tap(table, "B", lay("B"), now=at(5))
    assert state(table, "A")["refused"] == []


def test_what_later_entries_rest_on_is_not_taken_back_by_consent(table: LiveTable) -> None:
    tap(table, "B", draw("B"))
    undo(table, "A", 2)
    with pytest.raises(CannotUndo):
        answer(table, "B", True)
    assert live_table(table.pk).record.entries == 3
    assert state(table, "A")["asks"] == []
    assert state(table, "A")["stopped"] is None


def test_anothers_entry_is_asked_for_as_well(table: LiveTable) -> None:
    assert undo(table, "B", 2) is None
    assert state(table, "A")["asks"][0]["wanted"] == ["A"]


def test_a_judge_takes_back_by_himself(table: LiveTable) -> None:
    assert undo(table, "jude", 2) == Stored(3)
    log = stored_log(live_table(table.pk).record, "toy")
    assert log.entries[-1].by == "judge"


def test_an_illegal_entry_is_taken_back_by_who_made_it_even_later(match: Match) -> None:
    table = opened(match)
    tap(table, "B", lay("B"))
    tap(table, "A", lay("A"))
    assert state(table, "B")["undo"] == {"on": 1, "free": True}
    undo(table, "B", 1)
    shown = state(table, "B")
    assert (shown["state"], shown["stopped"]) == ("playing", None)


def test_who_only_looks_takes_nothing_back(table: LiveTable) -> None:
    with pytest.raises(NotAllowed):
        undo(table, "somebody", 2)


def test_taken_back_once_is_enough(table: LiveTable) -> None:
    undo(table, "A", 2)
    with pytest.raises(CannotUndo):
        undo(table, "A", 2, "again")


def test_an_own_draw_is_taken_back_by_consent_alone(match: Match) -> None:
    """Its player has seen the cards, whether they were named or not, and although nothing followed."""
    table = opened(match)
    tap(table, "A", draw("A"))
    assert state(table, "A")["undo"] == {"on": 1, "free": False}
    assert undo(table, "A", 1) is None
    assert live_table(table.pk).record.entries == 1
    stored = answer(table, "B", True)
    assert stored is not None and stored.n == 2
    shown = state(table, "A")
    assert shown["entries"][0]["verdict"]["undone"] == 2
    assert shown["entries"][1]["entry"]["consent"] == ("B",)


def test_an_illegal_draw_is_not_taken_back_alone_either(match: Match) -> None:
    table = opened(match)
    tap(table, "B", draw("B"))
    assert state(table, "B")["stopped"] == 1
    assert state(table, "B")["undo"] == {"on": 1, "free": False}
    assert undo(table, "B", 1) is None
    answer(table, "A", True)
    assert state(table, "B")["stopped"] is None


def test_after_an_own_taking_back_the_draw_before_is_still_asked_for(table: LiveTable) -> None:
    undo(table, "A", 2)
    assert state(table, "A")["undo"] == {"on": 1, "free": False}


def test_an_answer_that_was_taken_back_was_given_all_the_same(match: Match) -> None:
    table = opened(match)
    for who, entry in (("A", draw("A")), ("A", lay("A")), ("B", draw("B")), ("B", lay("B"))):
        tap(table, who, entry)
    tap(table, "A", {"by": "A", "do": "announce"}, anyway=True)
    undo(table, "A", 5)
    assert live_table(table.pk).record.entries == 6
    assert state(table, "B")["undo"] == {"on": 4, "free": False}


def test_on_a_phone_passed_around_one_tap_is_everybodys_consent(match: Match) -> None:
    table = opened(match, mode="shared")
    tap(table, "A", draw("A"))
    assert undo(table, "A", 1) is None
    stored = answer(table, "A", True)
    assert stored is not None and state(table, "A")["last"] == 2


def test_a_scorekeeper_mends_the_last_line_whatever_it_was(match: Match) -> None:
    table = opened(match, mode="scorekeeper")
    tap(table, "sam", draw("A"))
    assert state(table, "sam")["undo"] == {"on": 1, "free": True}
    assert undo(table, "sam", 1) == Stored(2)
