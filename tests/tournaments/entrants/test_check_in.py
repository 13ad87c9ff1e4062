"""Checking in many: all, some, by code; who owes a deck list stays out; each step taken back."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments.factories import actor, at, open_event, running_event, walk_in
from tournaments.access import WrongState
from tournaments.decks.changes import submit_deck
from tournaments.entrants.changes import check_in, undo_check_in
from tournaments.entrants.check_in import (
    check_in_by_code,
    check_in_many,
    latest_steps,
    undo_check_in_many,
)
from tournaments.entrants.claims import make_claim_link
from tournaments.entrants.many import add_entrants
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.events.life import open_check_in
from tournaments.models.events import Event

pytestmark = pytest.mark.django_db


def here(event: Event) -> list[str]:
    return list(event.entrants.filter(status="checked_in").order_by("pk").values_list("code", flat=True))


def test_all_some_and_each_of_it_back() -> None:
    event, olga = open_event(5), actor("olga")
    one, two, *_others = event.entrants.order_by("pk")
    some = check_in_many(event, {one.pk, two.pk}, by=olga, now=at(0))
    assert (some.changed, here(event)) == (2, ["P01", "P02"])
    everybody = check_in_many(event, by=olga, now=at(1))
    assert (everybody.changed, len(here(event))) == (3, 5)
    assert [(change.details["together"], left) for change, left in latest_steps(event)] == [
        (everybody.mark, 3), (some.mark, 2),
    ]  # fmt: skip
    undo_check_in_many(event, mark=everybody.mark, by=olga, now=at(2))
    assert here(event) == ["P01", "P02"]
    with pytest.raises(Conflict, match="already been taken back"):
        undo_check_in_many(event, mark=everybody.mark, by=olga, now=at(3))
    assert undo_check_in_many(event, {two.pk}, by=olga, now=at(4)).changed == 1
    assert [left for _change, left in latest_steps(event)] == [1]
    kinds = list(two.changes.order_by("pk").values_list("kind", "before", "after"))
    assert kinds[-2:] == [
        ("checked_in", "registered", "checked_in"), ("check_in_undone", "checked_in", "registered"),
    ]  # fmt: skip


def test_one_who_came_by_himself_is_not_touched_by_the_step_of_others() -> None:
    event, olga = open_event(2), actor("olga")
    own = check_in(event.entrants.get(code="P01"), by=olga, now=at(0))
    many = check_in_many(event, by=olga, now=at(1))
    undo_check_in(event.entrants.get(code="P02"), by=olga, now=at(2))
    with pytest.raises(Conflict):
        undo_check_in_many(event, mark=many.mark, by=olga, now=at(3))
    assert here(event) == [own.code]


def test_who_owes_a_deck_list_is_named_and_stays_out() -> None:
    event = open_event(3, deck_lists="required")
    deck = {"sections": {"personal": [{"card": "Acme Rocket"}]}}
    submit_deck(event.entrants.get(code="P02"), deck, by=actor("player2"), now=at(0))
    done = check_in_many(event, by=actor("olga"), now=at(1))
    assert (done.changed, [one.code for one in done.without_list]) == (1, ["P01", "P03"])
    assert here(event) == ["P02"]


def test_the_waitlist_and_who_left_are_not_checked_in() -> None:
    event = open_event(3, capacity=2)
    assert (
        check_in_many(event, {each.pk for each in event.entrants.all()}, by=actor("olga"), now=at(0)).changed
        == 2
    )


@pytest.mark.parametrize("text", ["P03", "p03", " 3 ", "wanda fox", "link", "address"])
def test_by_code_name_or_claim_link(text: str) -> None:
    event, olga = open_event(2), actor("olga")
    wanda = walk_in(event, "Wanda Fox")
    token = make_claim_link(wanda, by=olga, now=at(0))
    text = {"link": token, "address": f"https://example.org/claim/{token}/"}.get(text, text)
    assert check_in_by_code(event, text, by=olga, now=at(0)).pk == wanda.pk
    assert here(event) == ["P03"]


def test_a_code_that_means_nobody_or_several() -> None:
    event, olga = open_event(1), actor("olga")
    for _ in range(2):
        walk_in(event, "Wanda")
    stranger = walk_in(open_event(name="Other"), "Stranger")
    for text in ("P04", "0", "99999999", "Nobody", "a.b", make_claim_link(stranger, by=olga, now=at(0))):
        with pytest.raises(NotFound, match="Nobody in this event"):
            check_in_by_code(event, text, by=olga, now=at(0))
    with pytest.raises(NotFound, match="Several"):
        check_in_by_code(event, "wanda", by=olga, now=at(0))


def test_a_player_checks_in_himself_and_nobody_else() -> None:
    event = open_check_in(open_event(2), by=actor("olga"), now=at(0))
    for change in (check_in_many, undo_check_in_many):
        with pytest.raises(NotAllowed):
            change(event, by=actor("player1"), now=at(1))
    with pytest.raises(NotAllowed):
        check_in_by_code(event, "P01", by=actor("player1"), now=at(1))
    with pytest.raises(WrongState):
        check_in_many(running_event(2, name="On"), by=actor("olga"), now=at(1))


def test_statements_grow_with_parts_only() -> None:
    event, olga = open_event(), actor("olga")
    add_entrants(event, "\n".join(f"Player {n}" for n in range(450)).encode(), by=olga, now=at(0))
    with CaptureQueriesContext(connection) as many:
        assert check_in_many(event, by=olga, now=at(1)).changed == 450
    assert len(many) < 12 + 450 / 50, "three parts, and changes written in batches"
    with CaptureQueriesContext(connection) as steps:
        assert [left for _change, left in latest_steps(event)] == [450]
    assert len(steps) == 2
