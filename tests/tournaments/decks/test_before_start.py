"""An event starts by what its deck lists are now: while a job still has many to check the start is refused; what nobody
does is done at the start itself, where nobody waits for a page."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest
from django.test import Client
from rest_framework.test import APIClient

from tests.tournaments.errata.test_errata import declare, event_of, league
from tests.tournaments.factories import actor, at, open_event
from tests.tournaments.phones.people import signed_in
from tournaments.card_lists.changes import set_card_list
from tournaments.day_rules.queries import rules_of
from tournaments.decks import rechecks
from tournaments.decks.before_start import ListsChecking, OtherRulesToday, checking_in
from tournaments.decks.changes import submit_deck
from tournaments.decks.rechecks import CHECK
from tournaments.errors import Conflict
from tournaments.events.changes import edit_event
from tournaments.events.life import start_event, unstart_event
from tournaments.events.queries import next_step
from tournaments.jobs import kinds
from tournaments.jobs.alive import PUT_OFF, TAKEN_UP
from tournaments.jobs.changes import begin_job, cancel_job
from tournaments.jobs.turns import LEASE
from tournaments.jobs.working import claim_chunk, work_chunk, work_for
from tournaments.models.decks import DeckList
from tournaments.models.entrants import Status
from tournaments.models.errata import PinnedRules
from tournaments.models.events import Event, State
from tournaments.models.jobs import Job, JobChunk, JobFailure
from tournaments.now import now

pytestmark = pytest.mark.django_db
LIST = b"title,type,color,rank,points\nNight Train,scene,blue,5,4\nTicket Man,actor,red,3,\n"
WITHOUT = LIST.replace(b"Ticket Man", b"Ticket Woman")
DECK = {"sections": {"personal": [{"card": "Ticket Man", "count": 3}]}}
#: All that is done here is done this soon after the job was begun, unless it says otherwise.
MOMENT = timedelta(seconds=1)


@pytest.fixture
def event(monkeypatch: pytest.MonkeyPatch) -> Event:
    """An event with four lists, of which more than one are many, and which are checked one by one."""
    event = open_event(4, deck_lists="required")
    set_card_list(event, LIST, by=actor("olga"), now=at(0))
    for number in (1, 2, 3, 4):
        submit_deck(event.entrants.get(code=f"P0{number}"), DECK, by=actor(f"player{number}"), now=at(1))
    monkeypatch.setattr(rechecks, "FEW", 1)
    monkeypatch.setitem(kinds.KINDS, CHECK, _one_by_one())
    return event


def _one_by_one() -> kinds.Kind:
    known = rechecks.KIND
    return kinds.Kind(
        known.name, known.title, known.work, known.may_see, known.may_end, known.keep, at_once=1
    )


def changed(event: Event, moment: datetime | None = None) -> Job:
    """Its cards are changed so that no list is legal any more, and a job is to say so."""
    job = set_card_list(event, WITHOUT, by=actor("olga"), now=moment or at(2)).job
    assert job is not None
    return job


def start(event: Event, moment: datetime, choice: str = "keep") -> Event:
    return start_event(event, by=actor("olga"), now=moment, lists_missing=choice)


def work_one(moment: datetime) -> None:
    chunk = claim_chunk(moment)
    assert chunk is not None and work_chunk(chunk, lambda: moment)


def legal() -> list[bool | None]:
    return list(DeckList.objects.order_by("pk").values_list("legal", flat=True))


def test_while_the_job_has_many_to_check_the_start_is_refused(event: Event) -> None:
    job = changed(event)
    soon = at(2) + MOMENT
    with pytest.raises(ListsChecking) as refused:
        start(event, soon)
    assert refused.value.details == {"job": job.pk, "left": 4} and ": 4." in refused.value.message
    work_one(soon)
    work_one(soon)
    with pytest.raises(ListsChecking) as refused:
        start(event, soon)
    assert refused.value.details["left"] == 2
    event.refresh_from_db()
    assert event.state == State.REGISTRATION and not PinnedRules.objects.exists()
    assert set(event.entrants.values_list("status", flat=True)) == {Status.REGISTERED}
    # one is few: it is checked with the start, and it alone
    work_one(soon)
    DeckList.objects.filter(legal=False).update(violations=["as the job said"])
    assert start(event, soon).state == State.RUNNING and legal() == [False] * 4
    said = list(DeckList.objects.order_by("pk").values_list("violations", flat=True))
    assert said[:3] == [["as the job said"]] * 3 and said[3] != ["as the job said"]


def test_once_it_is_done_the_event_starts_by_what_it_said(event: Event) -> None:
    changed(event)
    while claim := claim_chunk(at(2)):
        work_chunk(claim, lambda: at(2))
    assert checking_in(event, at(2)) is None
    start(event, at(2) + MOMENT)
    assert legal() == [False] * 4


def test_where_no_list_is_asked_for_nobody_waits(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(deck_lists="optional")
    changed(event)
    assert start(event, at(2) + MOMENT).state == State.RUNNING and legal() == [True] * 4
    work_for()
    assert legal() == [False] * 4


def test_a_cancelled_job_keeps_nobody_from_starting(event: Event) -> None:
    job = changed(event)
    work_one(at(2))
    cancel_job(job, by=actor("olga"), now=at(2))
    start(event, at(2) + MOMENT)
    assert legal() == [False] * 4


def test_nor_does_one_that_nobody_takes_up_for_a_minute(event: Event) -> None:
    changed(event)
    last = at(2) + TAKEN_UP
    with pytest.raises(ListsChecking):
        start(event, last - MOMENT)
    start(event, last)
    assert legal() == [False] * 4


def test_nor_does_one_that_was_begun_and_is_left(event: Event) -> None:
    changed(event)
    work_one(at(10))
    with pytest.raises(ListsChecking):
        start(event, at(10) + TAKEN_UP - MOMENT)
    start(event, at(10) + TAKEN_UP)
    assert legal() == [False] * 4


def test_one_that_is_being_worked_is_waited_for_however_old_it_is(event: Event) -> None:
    changed(event)
    later = at(30)
    assert claim_chunk(later) is not None
    with pytest.raises(ListsChecking):
        start(event, later + LEASE - MOMENT)
    # its process ended, and nobody takes it over
    start(event, later + LEASE)


def test_so_is_one_that_waits_for_its_turn_while_others_go_on(event: Event) -> None:
    other = open_event(name="Other")
    # of one account the oldest job goes first
    begin_job(CHECK, [-1], event=other, by=actor("olga"), now=at(1))
    changed(event)
    later = at(20)
    work_one(later)
    assert not JobChunk.objects.filter(job__event=event).exclude(done_at=None).exists()
    with pytest.raises(ListsChecking):
        start(event, later + TAKEN_UP - MOMENT)
    start(event, later + TAKEN_UP)


def test_one_that_is_put_off_for_long_is_not_waited_for(event: Event) -> None:
    job = changed(event)
    soon = at(2) + MOMENT
    job.chunks.update(due_at=soon + PUT_OFF)
    with pytest.raises(ListsChecking):
        start(event, soon)
    job.chunks.update(due_at=soon + PUT_OFF + MOMENT)
    start(event, soon)
    assert legal() == [False] * 4


def test_what_the_job_could_not_check_is_tried_once_more_and_keeps_nobody(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = changed(event)
    while claim := claim_chunk(at(2)):
        work_chunk(claim, lambda: at(2))
    first, second = DeckList.objects.order_by("pk")[:2]
    DeckList.objects.filter(pk__in=(first.pk, second.pk)).update(legal=True)
    JobFailure.objects.create(job=job, item=first.pk, message="disk full", at=at(2))
    JobFailure.objects.create(job=job, item=second.pk, message="a fault", at=at(2))
    found = checking_in(event, at(2))
    assert found is not None and found.left == (first.pk, second.pk) and not found.waited_for
    check = rechecks.check_of_game

    def faulty(game: str, body: object, *more: object) -> object:
        if body == {"faulty": True}:
            raise ZeroDivisionError
        return check(game, body, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(rechecks, "check_of_game", faulty)
    DeckList.objects.filter(pk=second.pk).update(body={"faulty": True})
    assert start(event, at(2) + MOMENT).state == State.RUNNING and legal() == [False, True, False, False]


def test_lists_of_who_left_meanwhile_are_not_waited_for(event: Event) -> None:
    changed(event)
    event.entrants.exclude(code="P01").delete()
    assert (found := checking_in(event, at(2))) is not None and len(found.left) == 1 and not found.waited_for


def told(event: Event) -> list[tuple[list[int], list[int]]]:
    """Of each line about lists checked again, whose fell, and whose were not legal when they were first checked."""
    lines = event.journal.filter(kind=CHECK).order_by("pk")
    return [(line.details["no_longer_legal"], line.details["not_legal"]) for line in lines]


def test_lists_that_fall_at_the_start_are_told_with_those_the_job_saw_fall(event: Event) -> None:
    first, second, third, fourth = event.entrants.order_by("pk").values_list("pk", flat=True)
    DeckList.objects.filter(entrant=fourth).update(legal=None)
    job = changed(event)
    work_one(at(2))
    cancel_job(job, by=actor("olga"), now=at(2))
    start(event, at(2) + MOMENT)
    assert told(event) == [([first, second, third], [fourth])]
    line = event.journal.get(kind=CHECK)
    assert line.text.startswith("The deck lists were checked again; legal before and not now: 3.")
    assert not line.public


def test_the_last_ones_of_a_job_that_goes_on_are_told_once(event: Event) -> None:
    everybody = list(event.entrants.order_by("pk").values_list("pk", flat=True))
    changed(event)
    for _turn in range(3):
        work_one(at(2))
    start(event, at(2) + MOMENT)
    assert told(event) == [(everybody, [])]
    work_for()
    assert told(event) == [(everybody, [])], "the job has nothing to add"


def test_an_undone_start_leaves_nothing_to_be_checked(event: Event) -> None:
    cancel_job(changed(event), by=actor("olga"), now=at(2))
    start(event, at(2) + MOMENT)
    event = unstart_event(event, by=actor("olga"), now=at(3))
    assert checking_in(event, at(3)) is None


def test_what_was_checked_at_once_since_is_not_left_to_an_older_job(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = changed(event)
    work_one(at(2))
    cancel_job(job, by=actor("olga"), now=at(2))
    monkeypatch.setattr(rechecks, "FEW", 4)
    more = WITHOUT.replace(b"Night Train", b"Day Train")
    assert set_card_list(event, more, by=actor("olga"), now=at(3)).job is None and legal() == [False] * 4
    assert checking_in(event, at(3)) is None
    # whose list the job saw fall is told all the same, and once
    first = event.entrants.order_by("pk").values_list("pk", flat=True)[0]
    assert told(event) == [([first], [])]
    set_card_list(event, WITHOUT, by=actor("olga"), now=at(4))
    assert told(event) == [([first], [])] and Job.objects.filter(event=event).count() == 2


# -- started on another day than it was planned for --------------------------------------------------------------------


def planned(days: int = 3, **choices: object) -> Event:
    """An event planned in so many days; since the day before that an erratum holds under which no list is legal."""
    series = league()
    starts = at(60 * 24 * days)
    event = event_of(series, **{"deck_lists": "required", "starts_at": starts} | choices)
    declare(series, applies_from=starts.date() - timedelta(days=1))
    body = {"sections": {"deck": [{"card": "Thrust", "count": 3}]}}
    for entrant in event.entrants.order_by("pk"):
        assert entrant.user is not None
        submit_deck(entrant, body, by=actor(entrant.user.username), now=at(-80))
    assert restricted() == [True, True]
    return event


def restricted() -> list[bool]:
    """Of each list whether it breaks the erratum."""
    said = DeckList.objects.order_by("pk").values_list("violations", flat=True)
    return [any(one["rule"].startswith("restriction-number") for one in violations) for violations in said]


def test_on_another_day_than_planned_it_is_to_be_planned_for_that_day_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = planned()
    monkeypatch.setattr(rechecks, "FEW", 1)
    with pytest.raises(OtherRulesToday) as refused:
        start(event, at(0))
    assert refused.value.details == {"day": "2026-11-21"}
    assert "Set its start to 2026-11-21" in refused.value.message and "(2)" in refused.value.message
    event.refresh_from_db()
    assert event.state == State.REGISTRATION and [one.number for one in rules_of(event).errata] == [1]
    assert not PinnedRules.objects.exists() and not Job.objects.exists(), "a refused start leaves nothing"
    edit_event(event, {"starts_at": at(0)}, by=actor("olga"), now=at(0))
    with pytest.raises(ListsChecking):
        start(event, at(0) + MOMENT)
    while claim := claim_chunk(at(0)):
        work_chunk(claim, lambda: at(0))
    assert restricted() == [False, False]
    event = start(event, at(1))
    rules = rules_of(event)
    assert (rules.day, rules.errata, rules.pin) == (date(2026, 11, 21), (), PinnedRules.objects.get().pk)


def test_the_day_that_it_is_to_be_planned_for_is_the_one_in_its_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    event = planned(time_zone="Pacific/Auckland")
    monkeypatch.setattr(rechecks, "FEW", 1)
    with pytest.raises(OtherRulesToday) as refused:
        start(event, at(0))  # noon in Greenwich
    assert refused.value.details == {"day": "2026-11-22"}


def test_planned_for_no_day_they_were_checked_by_all_errata_and_a_day_helps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = planned()
    Event.objects.filter(pk=event.pk).update(starts_at=None)
    event.refresh_from_db()
    monkeypatch.setattr(rechecks, "FEW", 1)
    with pytest.raises(OtherRulesToday):
        start(event, at(0))
    edit_event(event, {"starts_at": at(0)}, by=actor("olga"), now=at(0))
    while claim := claim_chunk(at(0)):
        work_chunk(claim, lambda: at(0))
    assert start(event, at(1)).state == State.RUNNING and restricted() == [False, False]


def test_lists_handed_in_after_a_refused_start_go_by_the_planned_day(monkeypatch: pytest.MonkeyPatch) -> None:
    event = planned()
    monkeypatch.setattr(rechecks, "FEW", 1)
    with pytest.raises(OtherRulesToday):
        start(event, at(0))
    entrant = event.entrants.order_by("pk").first()
    assert entrant is not None and entrant.user is not None
    body = {"sections": {"deck": [{"card": "Thrust", "count": 4}]}}
    submit_deck(entrant, body, by=actor(entrant.user.username), now=at(1))
    new = DeckList.objects.get(entrant=entrant, replaced_at=None)
    assert any(one["rule"].startswith("restriction-number") for one in new.violations)


def test_nor_does_one_that_is_refused_for_another_cause_keep_the_day() -> None:
    event = planned()
    event.entrants.exclude(code="P01").update(status=Status.DROPPED)
    with pytest.raises(Conflict, match="two players"):
        start(event, at(0))
    assert not PinnedRules.objects.exists() and restricted() == [True, True]


def test_few_are_checked_with_the_start() -> None:
    event = planned()
    event = start(event, at(0))
    assert event.state == State.RUNNING and restricted() == [False, False]
    assert rules_of(event).day == date(2026, 11, 21) and not Job.objects.exists()


def test_few_that_fall_by_the_rules_of_that_day_are_told() -> None:
    event = planned()
    everybody = list(event.entrants.order_by("pk").values_list("pk", flat=True))
    edit_event(event, {"starts_at": at(0)}, by=actor("olga"), now=at(0))
    DeckList.objects.update(legal=True)
    start(event, at(60 * 24 * 2))  # the erratum holds
    assert restricted() == [True, True] and told(event) == [(everybody, [])]


def test_where_no_list_is_asked_for_the_job_goes_on_beside_the_event(monkeypatch: pytest.MonkeyPatch) -> None:
    event = planned(deck_lists="optional")
    monkeypatch.setattr(rechecks, "FEW", 1)
    assert start(event, at(0)).state == State.RUNNING
    work_for()
    assert restricted() == [False, False]


# -- the doors ---------------------------------------------------------------------------------------------------------


def desk(client: Client, event: Event) -> str:
    return client.get(f"/events/{event.slug}/desk/").content.decode()


def test_the_desk_says_so_before_and_after_one_presses_start(event: Event) -> None:
    olga = signed_in("olga")
    assert "How far it is" not in desk(olga, event)
    job = changed(event, now())
    page = desk(olga, event)
    assert "4 deck lists are still to be checked" in page and f'href="/jobs/{job.pk}/"' in page
    assert "The event can start when that is done" in page and "Nobody is at it" not in page
    answer = olga.post(f"/events/{event.slug}/desk/start/", {"lists_missing": "keep"}, follow=True)
    assert answer.redirect_chain == [(f"/events/{event.slug}/desk/#desk-checking", 303)]
    assert "still being checked by the rules of the game: 4." in answer.content.decode()
    cancel_job(job, by=actor("olga"), now=now())
    assert "Nobody is at it just now. Press the start: they are checked as soon as may be" in desk(
        olga, event
    )
    JobFailure.objects.create(job=job, item=DeckList.objects.all()[0].pk, message="disk full", at=now())
    Job.objects.filter(pk=job.pk).update(finished_at=now())
    JobChunk.objects.filter(job=job).update(done_at=now())
    assert "Nobody is at it. The start checks them itself." in desk(olga, event)
    Event.objects.filter(pk=event.pk).update(state=State.RUNNING)
    assert "still to be checked" not in desk(olga, event)


def test_the_desk_leads_to_the_day_that_is_to_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    event = planned(30_000)
    monkeypatch.setattr(rechecks, "FEW", 1)
    answer = signed_in("olga").post(
        f"/events/{event.slug}/desk/start/", {"lists_missing": "keep"}, follow=True
    )
    assert answer.redirect_chain == [(f"/events/{event.slug}/edit/#id_starts_at", 303)]
    page = answer.content.decode()
    assert "Today other errata hold" in page and 'id="id_starts_at"' in page


@pytest.mark.parametrize("key", [{}, {"HTTP_IDEMPOTENCY_KEY": "one"}])
def test_a_program_is_told_which_day_to_set(monkeypatch: pytest.MonkeyPatch, key: dict[str, str]) -> None:
    event = planned(30_000)
    monkeypatch.setattr(rechecks, "FEW", 1)
    olga = APIClient()
    olga.force_login(actor("olga").user)
    address = f"/api/v1/events/{event.slug}/"
    told = olga.post(f"{address}start/", {"lists_missing": "keep"}, format="json", **key)
    assert told.status_code == 409 and told.json()["code"] == "other_rules_today"
    day = told.json()["day"]
    assert olga.patch(address, {"starts_at": f"{day}T12:00:00Z"}, format="json").status_code == 200
    told = olga.post(f"{address}start/", {"lists_missing": "keep"}, format="json", **key)
    assert (told.json()["code"], told.json()["left"]) == ("lists_checking", 2)
    work_for()
    assert olga.post(f"{address}start/", {"lists_missing": "keep"}, format="json", **key).status_code == 200


def test_the_next_step_is_blocked_meanwhile(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(state=State.CHECK_IN)
    event.refresh_from_db()
    event.entrants.update(status=Status.CHECKED_IN)
    assert next_step(event).blocked_by == ()
    changed(event, now())
    assert next_step(event).blocked_by == ("Deck lists are still being checked: 4.",)
