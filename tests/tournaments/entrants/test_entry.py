"""Getting in: by account, at the desk, from the waitlist, late."""

import pytest

from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    open_event,
    played_round,
    running_event,
    walk_in,
)
from tournaments.access import Actor, WrongState
from tournaments.access.rows import my_entrant
from tournaments.entrants.changes import (
    add_entrant,
    check_in,
    disqualify_entrant,
    drop_entrant,
    edit_entrant,
    late_entry,
    mark_no_show,
    register,
    return_entrant,
    undo_check_in,
)
from tournaments.entrants.entry import AlreadyEntered
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.events.life import open_check_in, start_event
from tournaments.events.staff import grant_role
from tournaments.models.entrants import Status
from tournaments.roster.queries import waitlist_place

pytestmark = pytest.mark.django_db


def test_an_account_enters_under_its_own_or_another_name() -> None:
    event = open_event()
    assert register(event, by=actor("ann"), now=at(0)).name == "Ann"
    bob = register(event, "Bobby", by=actor("bob"), now=at(0))
    assert (bob.name, bob.code, bob.status) == ("Bobby", "P02", Status.REGISTERED)
    assert my_entrant(event, actor("bob")) == bob


def test_who_withdrew_and_comes_back_waits_behind_everybody() -> None:
    event = open_event(2, capacity=2)
    ann, bob = (register(event, by=actor(name), now=at(n)) for n, name in enumerate(("ann", "bob")))
    drop_entrant(ann, by=actor("ann"), now=at(2))
    ann = register(event, by=actor("ann"), now=at(3))
    assert [waitlist_place(bob), waitlist_place(ann)] == [1, 2]
    drop_entrant(event.entrants.get(code="P01"), by=actor("olga"), now=at(4))
    for entrant in (ann, bob):
        entrant.refresh_from_db()
    assert (bob.status, ann.status) == (Status.REGISTERED, Status.WAITLISTED)


def test_nobody_enters_twice_and_nobody_without_an_account() -> None:
    event = open_event()
    register(event, by=actor("ann"), now=at(0))
    with pytest.raises(AlreadyEntered):
        register(event, by=actor("ann"), now=at(1))
    with pytest.raises(NotAllowed):
        register(event, by=Actor.anonymous(), now=at(1))
    assert event.entrants.count() == 1


def test_no_registration_before_or_after_its_time() -> None:
    with pytest.raises(WrongState):
        register(make_event(), by=actor("ann"), now=at(0))
    with pytest.raises(WrongState):
        register(running_event(2), by=actor("ann"), now=at(0))


def test_a_full_event_has_a_waitlist_that_moves_up_in_order() -> None:
    event = open_event(2, capacity=2)
    first, second = (register(event, by=actor(name), now=at(0)) for name in ("ann", "bob"))
    assert [waitlist_place(first), waitlist_place(second)] == [1, 2]
    drop_entrant(event.entrants.get(code="P01"), by=actor("player1"), now=at(1))
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.status, second.status) == (Status.REGISTERED, Status.WAITLISTED)
    assert waitlist_place(second) == 1


def test_a_walk_in_waits_like_everybody_when_it_is_full() -> None:
    assert walk_in(open_event(2, capacity=2)).status == Status.WAITLISTED


def test_who_withdrew_comes_back_at_the_end_of_the_line() -> None:
    event = open_event(2, capacity=2)
    register(event, by=actor("ann"), now=at(0))
    drop_entrant(event.entrants.get(code="P01"), by=actor("player1"), now=at(1))
    again = register(event, by=actor("player1"), now=at(2))
    assert (again.code, again.status) == ("P01", Status.WAITLISTED)


def test_check_in_by_oneself_and_back() -> None:
    event = open_event(2)
    one = event.entrants.get(code="P01")
    with pytest.raises(WrongState):
        check_in(one, by=actor("player1"), now=at(0))
    open_check_in(event, by=actor("olga"), now=at(1))
    assert check_in(one, by=actor("player1"), now=at(2)).status == Status.CHECKED_IN
    check_in(one, by=actor("player1"), now=at(3))
    assert one.changes.filter(kind="checked_in").count() == 1
    assert undo_check_in(one, by=actor("olga"), now=at(4)).status == Status.REGISTERED
    with pytest.raises(NotAllowed):
        check_in(one, by=actor("player2"), now=at(5))


@pytest.mark.parametrize("name", ["", "   ", "x" * 101, "nul\x00", "\ud800", 7, None, ["Ann"]])
def test_a_name_that_cannot_be_kept(name: object) -> None:
    event = open_event()
    with pytest.raises(Invalid):
        add_entrant(event, name, by=actor("olga"), now=at(0))  # type: ignore[arg-type]
    assert event.entrants.count() == 0


def test_late_entry_counts_missed_rounds_as_stated() -> None:
    event = running_event(4, swiss_rounds=4, missed_rounds_as="bye", late_entry_until=2)
    assert late_entry(event, "Early", by=actor("sam"), now=at(-9)).entered_before == 1
    played_round(event)
    late = late_entry(event, "Lara", by=actor("sam"), now=at(40))
    own = late_entry(event, "Leo", missed_rounds_as="nothing", by=actor("sam"), now=at(40))
    assert (late.entered_before, late.missed_rounds_as, own.missed_rounds_as) == (2, "bye", "nothing")
    played_round(event, 60)
    with pytest.raises(Conflict, match="until round 2"):
        late_entry(event, "Too late", by=actor("sam"), now=at(100))


def test_a_player_drops_himself_and_nobody_else() -> None:
    event = running_event(4)
    with pytest.raises(NotAllowed):
        drop_entrant(event.entrants.get(code="P01"), by=actor("player2"), now=at(0))
    gone = drop_entrant(event.entrants.get(code="P01"), by=actor("player1"), now=at(0))
    assert (gone.status, gone.dropped_after) == (Status.DROPPED, 0)
    assert drop_entrant(gone, by=actor("player1"), now=at(1)).changes.filter(kind="dropped").count() == 1


def test_who_is_out_for_good_does_not_return() -> None:
    event = running_event(4)
    out = disqualify_entrant(event.entrants.get(code="P01"), reason="Cheating.", by=actor("hedda"), now=at(0))
    with pytest.raises(Conflict):
        return_entrant(out, by=actor("olga"), now=at(1))
    late = mark_no_show(event.entrants.get(code="P02"), by=actor("sam"), now=at(2))
    assert return_entrant(late, by=actor("sam"), now=at(3)).status == Status.PLAYING


def test_the_waitlist_gets_in_late() -> None:
    event = open_event(3, capacity=2)
    waiting = event.entrants.get(code="P03")
    with pytest.raises(Conflict):
        return_entrant(waiting, by=actor("olga"), now=at(-99))
    grant_role(event, actor("sam").label, "scorekeeper", by=actor("olga"), now=at(-20))
    start_event(event, by=actor("olga"), now=at(-10))
    played_round(event)
    # Nobody who comes later goes before.
    with pytest.raises(Conflict, match="waits on the waitlist"):
        late_entry(event, "Zoe", by=actor("olga"), now=at(59))
    late = return_entrant(waiting, by=actor("olga"), now=at(60))
    assert (late.status, late.entered_before, late.absences) == (Status.PLAYING, 2, [])
    assert late_entry(event, "Zoe", by=actor("olga"), now=at(61)).status == Status.PLAYING


def test_a_disqualification_needs_a_reason_and_a_head_judge() -> None:
    one = running_event(4).entrants.get(code="P01")
    with pytest.raises(Invalid):
        disqualify_entrant(one, reason=" ", by=actor("hedda"), now=at(0))
    with pytest.raises(NotAllowed):
        disqualify_entrant(one, reason="x", by=actor("sam"), now=at(0))


@pytest.mark.parametrize(
    "choices",
    [
        {"rating": "high"},
        {"rating": float("inf")},
        {"rating": 10**9},
        {"fixed_table": 0},
        {"fixed_table": 10**9},
        {"list_seed": True},
        {"status": "playing"},
        {"name": ""},
    ],
)
def test_an_entrant_takes_no_strange_values(choices: dict[str, object]) -> None:
    one = open_event(1).entrants.get()
    with pytest.raises(Invalid):
        edit_entrant(one, choices, by=actor("olga"), now=at(0))


def test_a_fixed_table_is_kept_for_one() -> None:
    event = open_event(2)
    one, other = event.entrants.all()
    edit_entrant(one, {"fixed_table": 3}, by=actor("olga"), now=at(0))
    with pytest.raises(Conflict, match="Table 3 is kept"):
        edit_entrant(other, {"fixed_table": 3}, by=actor("olga"), now=at(1))
