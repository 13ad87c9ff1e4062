"""A step with nothing to do may be left out of a log, and written all the same."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from rules.kernel.entering import SEAT_DECIDES
from rules.kernel.entries import Entry
from rules.kernel.game import Verb
from rules.kernel.judgment import Judgment
from rules.kernel.log import read_log
from rules.kernel.replay import Replay, replay
from tests.rules.kernel.helpers import data, draw, header, lay
from tests.rules.kernel.toy import Lay, Toy, ToyGame, verify_turn


class Nothing(Entry, frozen=True, tag="nothing"):
    """A player whose deck is empty draws nothing."""

    entered = SEAT_DECIDES


def verify_nothing(j: Judgment, e: Nothing) -> None:
    verify_turn(j, e, "draw")
    if j.position.players[e.by].deck:
        j.forbid("draw", "there are cards to draw")


class Waiting(ToyGame):
    """Who has nothing to draw says so."""

    verbs = {
        **ToyGame.verbs,
        Nothing: Verb(verify_nothing, lambda ctx, position, e, plan: replace(position, phase="lay")),
    }

    def empty_step(self, j: Judgment) -> Entry | None:
        position: Toy = j.position
        if position.phase != "draw" or position.players[position.turn].deck:
            return None
        return Nothing(by=position.turn)


GAME = Waiting()
NOTHING = {"by": "A", "do": "nothing"}


def run(*entries: dict[str, Any], deck: Any = ()) -> Replay:
    sides = {
        "A": {"hand": ["Number 2", "Blank"], "deck": list(deck)},
        "B": {"deck": [], "hand": ["Number 1"]},
    }
    head = header(position={"players": sides})
    return replay(GAME, read_log(data(*entries, head=head), GAME.all_verbs))


def words(found: Replay) -> list[str]:
    return [verdict.verdict for verdict in found.verdicts]


def test_it_may_be_left_out_and_is_still_accepted() -> None:
    written, left_out = run(NOTHING, lay("A", "Number 2")), run(lay("A", "Number 2"))
    assert words(written) == ["legal", "legal"] and words(left_out) == ["legal"]
    assert written.printed() == left_out.printed()


def test_it_is_not_carried_out_before_something_follows() -> None:
    assert run().printed()["phase"] == "draw"
    assert run(NOTHING).printed()["phase"] == "lay"


def test_what_is_illegal_with_it_too_is_refused_for_its_first_reason() -> None:
    found = run(lay("A", "Blank"))
    assert [v.rule for v in found.verdicts[0].violations] == ["turn.phase", "lay.card"]
    assert found.printed()["phase"] == "draw"


def test_a_step_with_something_to_do_is_not_left_out() -> None:
    assert words(run(lay("A", "Number 2"), deck=["Number 3", "Number 4"])) == ["illegal"]


def test_several_may_be_left_out_and_the_entry_can_be_taken_back() -> None:
    found = run(lay("A", "Number 2"), lay("B", "Number 1"), {"by": "B", "do": "undo", "on": 2})
    assert words(found) == ["legal", "legal", "legal"]
    assert (found.position.turn, found.position.phase) == ("B", "draw")


def test_it_is_left_out_again_when_play_is_folded_anew() -> None:
    """B's entry 2 rests on A's step that was left out; entry 1 is taken back by the judge and entered again."""
    first = {"by": "A", "do": "announce"}
    found = run(first, lay("A", "Number 2"), {"by": "judge", "do": "undo", "on": 1})
    assert words(found) == ["legal", "legal", "legal"]
    assert found.position.players["A"].laid is not None


def test_a_slip_of_the_pen_is_judged_once() -> None:
    found = run(lay("A", "Nmuber 2"))
    assert [v.rule for v in found.verdicts[0].violations] == ["log.card"]


def test_what_is_open_in_the_step_stays_open() -> None:
    class Unsure(Waiting):
        verbs = {
            **Waiting.verbs,
            Nothing: Verb(lambda j, e: j.unsure("whether a card was left"), GAME.verbs[Nothing].perform),
            Lay: GAME.verbs[Lay],
        }

    game = Unsure()
    head = header(position={"players": {"A": {"hand": ["Number 2"], "deck": []}}})
    found = replay(game, read_log(data(lay("A", "Number 2"), head=head), game.all_verbs))
    assert [(v.verdict, v.missing) for v in found.verdicts] == [
        ("undetermined", ("whether a card was left",))
    ]
    assert words(run(draw("A"), lay("A", "Number 2"), deck=["Blank", "Blank"])) == ["legal", "legal"]
