"""An event from draft to finished, with every step back."""

import hashlib

import pytest

from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    open_event,
    played_round,
    running_event,
    started,
    tables,
    walk_in,
    win,
)
from tournaments.access import WrongState
from tournaments.access.actor import Actor
from tournaments.decks.missing import ListsMissing
from tournaments.entrants.changes import check_in, drop_entrant, edit_entrant
from tournaments.errors import Conflict, Invalid, NotAllowed
from tournaments.events.life import (
    back_to_draft,
    back_to_registration,
    cancel_event,
    finish_event,
    open_check_in,
    publish_event,
    reopen_event,
    restore_event,
    start_event,
    unstart_event,
)
from tournaments.events.queries import next_step
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Status
from tournaments.models.events import Event
from tournaments.results.changes import enter_result
from tournaments.rounds.changes import finish_round, offer_round, publish_round, start_round

pytestmark = pytest.mark.django_db


def test_a_whole_event_follows_its_next_step() -> None:
    """The desk's one button, pressed again and again, runs the event from draft to finished."""
    olga = actor("olga")
    event = make_event()
    walked = [next_step(event).action]
    event = publish_event(event, by=olga, now=at(-100))
    for number in range(4):
        walk_in(event, f"Guest {number}")
    walked.append(next_step(event).action)
    event = open_check_in(event, by=olga, now=at(-60))
    for entrant in event.entrants.all():
        check_in(entrant, by=olga, now=at(-50))
    walked.append(next_step(event).action)
    event = start_event(event, by=olga, now=at(-10))
    assert event.planned_rounds == 2
    for number in (1, 2):
        walked.append(next_step(event).action)
        round = offer_round(event, by=olga, now=at(number * 60))
        walked.append(next_step(event).action)
        round = publish_round(round, by=olga, now=at(number * 60 + 1))
        walked.append(next_step(event).action)
        round = start_round(round, by=olga, now=at(number * 60 + 2))
        assert next_step(event).blocked_by == ("2 still playing",)
        for match in tables(round):
            enter_result(match, win("A"), by=olga, now=at(number * 60 + 20))
        walked.append(next_step(event).action)
        finish_round(round, by=olga, now=at(number * 60 + 30))
    walked.append(next_step(event).action)
    event = finish_event(event, by=olga, now=at(200))
    round_steps = ["offer_round", "publish_round", "start_round", "finish_round"]
    assert walked == [
        "publish_event",
        "open_check_in",
        "start_event",
        *round_steps,
        *round_steps,
        "finish_event",
    ]
    assert next_step(event).action is None


def test_the_start_leaves_out_who_has_not_checked_in() -> None:
    event = open_event(4)
    olga = actor("olga")
    event = open_check_in(event, by=olga, now=at(-60))
    here = list(event.entrants.all())[:3]
    for entrant in here:
        check_in(entrant, by=olga, now=at(-50))
    event = start_event(event, by=olga, now=at(0))
    statuses = list(event.entrants.order_by("id").values_list("status", flat=True))
    assert statuses == [Status.PLAYING] * 3 + [Status.NO_SHOW]
    last = event.entrants.get(code="P04").changes.latest("id")
    assert (last.kind, last.before, last.after, last.by) == ("no_show", "registered", "no_show", "Olga")
    assert event.entrants.get(code="P01").changes.latest("id").kind == "checked_in"


def test_the_next_step_is_to_pair_again_where_somebody_left_since() -> None:
    event = running_event(4)
    offer_round(event, by=actor("olga"), now=at(0))
    assert next_step(event).action == "publish_round"
    drop_entrant(event.entrants.get(code="P02"), by=actor("olga"), now=at(1))
    assert (next_step(event).action, next_step(event).label) == ("offer_round", "Pair again")
    offer_round(event, by=actor("olga"), now=at(2))
    assert next_step(event).action == "publish_round"


def test_an_event_does_not_start_with_one_player() -> None:
    event = open_event(1)
    with pytest.raises(Conflict, match="two players"):
        start_event(event, by=actor("olga"), now=at(0))
    event.refresh_from_db()
    assert event.state == "registration"


def test_the_seed_is_drawn_once_and_its_hash_published() -> None:
    event = running_event(4)
    seed = event.drawn_seed.value
    assert event.seed_hash == hashlib.sha256(seed.encode()).hexdigest()
    event = unstart_event(event, by=actor("olga"), now=at(1))
    event = start_event(event, by=actor("olga"), now=at(2))
    event.drawn_seed.refresh_from_db()
    assert event.drawn_seed.value == seed


def test_the_start_is_undone_only_before_a_round_was_published() -> None:
    event = running_event(4)
    event = unstart_event(event, by=actor("olga"), now=at(0))
    assert event.state == "check_in"
    event = start_event(event, by=actor("olga"), now=at(1))
    played_round(event, 10)
    with pytest.raises(Conflict, match="published already"):
        unstart_event(event, by=actor("olga"), now=at(60))


def statuses(event: Event) -> dict[str, str]:
    return dict(event.entrants.values_list("code", "status"))


def test_a_start_without_check_in_goes_back_to_registration() -> None:
    """Nobody is taken for present who was not: only who had checked in has."""
    olga = actor("olga")
    event = open_check_in(open_event(3), by=olga, now=at(0))
    check_in(event.entrants.get(code="P02"), by=olga, now=at(1))
    event = back_to_registration(event, by=olga, now=at(2))
    before = statuses(event)
    assert before == {"P01": Status.REGISTERED, "P02": Status.CHECKED_IN, "P03": Status.REGISTERED}
    event = start_event(event, by=olga, now=at(3))
    edit_entrant(event.entrants.get(code="P02"), {"name": "Zoe"}, by=olga, now=at(4))
    event = unstart_event(event, by=olga, now=at(5))
    assert (event.state, statuses(event)) == ("registration", before)
    assert event.journal.latest("id").text == "The start was undone; registration is open."


def test_who_the_start_dropped_for_a_deck_list_is_in_again_when_it_is_undone() -> None:
    olga = actor("olga")
    event = open_event(4, deck_lists="required")
    for code in ("P01", "P02"):
        entrant = event.entrants.get(code=code)
        DeckList.objects.create(entrant=entrant, body={"sections": {}}, legal=True, by="Olga", at=at(0))
    drop_entrant(event.entrants.get(code="P04"), by=olga, now=at(1))
    before = statuses(event)
    event = start_event(event, by=olga, now=at(2), lists_missing="drop")
    assert statuses(event)["P03"] == Status.DROPPED
    event = unstart_event(event, by=olga, now=at(3))
    assert statuses(event) == before  # who had left by himself has left
    back = event.entrants.get(code="P03")
    assert back.dropped_after is None
    assert [change.kind for change in back.changes.order_by("id")][-2:] == ["dropped", "returned"]


def test_every_step_before_the_start_goes_back() -> None:
    olga = actor("olga")
    event = open_event(2)
    event = open_check_in(event, by=olga, now=at(0))
    event = back_to_registration(event, by=olga, now=at(1))
    event = back_to_draft(event, by=olga, now=at(2))
    assert event.state == "draft"


def test_finishing_early_needs_a_reason() -> None:
    event = running_event(4, swiss_rounds=3)
    played_round(event)
    with pytest.raises(Conflict, match="Only 1 of 3 rounds"):
        finish_event(event, by=actor("olga"), now=at(60))
    event = finish_event(event, by=actor("olga"), now=at(60), reason="The hall closes.")
    assert event.state == "finished"
    assert reopen_event(event, by=actor("olga"), now=at(61)).state == "running"


def test_a_cancelled_event_comes_back_to_where_it_was() -> None:
    event = started(open_event(4))
    event = cancel_event(event, reason="No power.", by=actor("olga"), now=at(0))
    assert event.state == "cancelled"
    assert restore_event(event, by=actor("olga"), now=at(5)).state == "running"


def test_steps_are_refused_out_of_order_and_to_strangers() -> None:
    event = make_event()
    with pytest.raises(WrongState):
        start_event(event, by=actor("olga"), now=at(0))
    for who in (actor("stranger"), Actor.anonymous()):
        with pytest.raises(NotAllowed):
            publish_event(event, by=who, now=at(0))
    event.refresh_from_db()
    assert event.state == "draft"


def test_the_journal_tells_the_steps_in_order() -> None:
    event = started(open_event(2))
    kinds = [kind for kind in event.journal.values_list("kind", flat=True) if kind != "grant_role"]
    assert kinds == ["created", "publish_event", "open_check_in", "start_event"]


def test_dropping_everybody_still_ends_the_event() -> None:
    event = running_event(2)
    for entrant in event.entrants.all():
        drop_entrant(entrant, by=actor("olga"), now=at(0))
    with pytest.raises(Conflict):
        offer_round(event, by=actor("olga"), now=at(1))
    assert finish_event(event, by=actor("olga"), now=at(2), reason="All left.").state == "finished"


def owing_two(checked_in: bool) -> Event:
    """Four players of an event that asks for lists: one has a legal one, one an illegal one, two have none."""
    event = open_event(4, deck_lists="required")
    for number, legal in ((1, True), (2, False)):
        entrant = event.entrants.get(code=f"P0{number}")
        row = {"body": {"sections": {}}, "legal": legal, "at": at(-90), "by": "Olga"}
        DeckList.objects.create(entrant=entrant, **row)
    if checked_in:
        event = open_check_in(event, by=actor("olga"), now=at(-60))
        event.entrants.filter(code__in=["P01", "P02", "P03"]).update(status=Status.CHECKED_IN)
    return event


@pytest.mark.parametrize("checked_in", [False, True])
def test_the_start_says_whose_deck_list_is_owed(checked_in: bool) -> None:
    event = owing_two(checked_in)
    with pytest.raises(ListsMissing) as refused:
        start_event(event, by=actor("olga"), now=at(0))
    owing = [(one["code"], one["deck_list"]) for one in refused.value.details["entrants"]]  # type: ignore[attr-defined]
    without = [("P03", None)] if checked_in else [("P03", None), ("P04", None)]
    assert owing == [*without, ("P02", "illegal")]
    assert "Player2" in str(refused.value) and "Player1" not in str(refused.value)
    with pytest.raises(Invalid):
        start_event(event, by=actor("olga"), now=at(0), lists_missing="all")
    event = start_event(event, by=actor("olga"), now=at(0), lists_missing="keep")
    statuses = list(event.entrants.order_by("id").values_list("status", flat=True))
    assert statuses == [*[Status.PLAYING] * 3, Status.NO_SHOW if checked_in else Status.PLAYING]


def test_who_owes_a_list_is_dropped_at_the_start_where_the_organiser_says_so() -> None:
    event = owing_two(checked_in=False)
    with pytest.raises(Conflict, match="two players"):
        start_event(event, by=actor("olga"), now=at(0), lists_missing="drop")
    DeckList.objects.update(legal=True)
    event = start_event(event, by=actor("olga"), now=at(0), lists_missing="drop")
    assert list(event.entrants.order_by("id").values_list("status", "dropped_after")) == [
        *[(Status.PLAYING, None)] * 2,
        *[(Status.DROPPED, 0)] * 2,
    ]
    assert event.entrants.get(code="P04").changes.latest("id").kind == "dropped"
    line = event.journal.get(kind="deck_lists_drop")
    assert line.details == {"codes": ["P03", "P04"]} and not line.public
