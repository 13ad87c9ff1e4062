"""Standings of many rounds of a large event are kept anew as long work: right in the end, whatever comes meanwhile."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments.factories import actor, at, played_round, running_event, tables, win
from tests.tournaments.phones.people import signed_in
from tests.tournaments.races.test_finished_rounds import corrections, played_event, wrong
from tests.tournaments.races.together import together
from tournaments.entrants.changes import late_entry
from tournaments.events.life import finish_event
from tournaments.jobs import working
from tournaments.jobs.changes import cancel_job
from tournaments.jobs.kinds import Kind
from tournaments.jobs.working import claim_chunk, work_chunk, work_for
from tournaments.kept_standings import kept, snapshots
from tournaments.kept_standings.kept import kept_of, table_after, table_of
from tournaments.kept_standings.snapshots import KEEP, standings_are_due
from tournaments.kept_standings.standings import places_kept, standings_kept
from tournaments.live.changes import mark_changed
from tournaments.models.events import Event
from tournaments.models.jobs import Job, JobFailure
from tournaments.models.rounds import Round, StandingsDue, StandingsSnapshot
from tournaments.now import now
from tournaments.paper.of_event import standings_sheets
from tournaments.paper.sheets import pack_of
from tournaments.people import queries as people
from tournaments.prizes.queries import prizes_of
from tournaments.results.changes import enter_result
from tournaments.rounds.tasks import LATER, PATIENCE, keep_due_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> tuple[Event, Round, Round]:
    """Two rounds of four players: eight places are many, and four are not."""
    event, (first, second) = played_event(2)
    monkeypatch.setattr(snapshots, "FEW", 7)
    return event, first, second


def correct(round: Round, won: str = "B", table: int = 0) -> None:
    enter_result(tables(round)[table], win(won), by=actor("hedda"), now=now(), reason="Look again.")


def test_what_lies_far_back_is_worked_out_beside_the_request(played: tuple[Event, Round, Round]) -> None:
    event, first, _second = played
    correct(first)
    job = Job.objects.get()
    assert (job.kind, job.event, job.by) == (KEEP, None, "the site")
    assert standings_are_due(event) and wrong(event) == [1, 2]
    assert signed_in("olga").get(f"/api/v1/jobs/{job.pk}/").status_code == 404, "it is the site's"
    correct(first, table=1)
    assert Job.objects.count() == 1, "the one under way sees to it"
    assert work_for() == 1 and wrong(event) == [] and not standings_are_due(event)
    note = StandingsSnapshot.objects.get(round=first, replaced_at=None).note
    assert note == "A result was corrected."
    job.refresh_from_db()
    assert job.finished_at is not None and not JobFailure.objects.exists()


def test_few_are_kept_at_once(played: tuple[Event, Round, Round]) -> None:
    event, _first, second = played
    correct(second)
    assert not Job.objects.exists() and wrong(event) == [] and not standings_are_due(event)


def test_few_wait_with_those_far_back(played: tuple[Event, Round, Round]) -> None:
    """All that is noted is worked out together: the last round's alone cannot be."""
    event, first, second = played
    correct(first)
    correct(second)
    assert Job.objects.count() == 1 and wrong(event) == [1, 2]
    work_for()
    assert wrong(event) == []


def test_what_changes_while_it_is_at_work_is_worked_in_by_another_turn(
    played: tuple[Event, Round, Round], monkeypatch: pytest.MonkeyPatch
) -> None:
    event, first, second = played
    correct(first)
    do_thing, turns = working.do_thing, list[int]()

    def then_another(kind: Kind, job: Job, item: Any) -> Any:
        worked_out = do_thing(kind, job, item)
        if not turns:
            correct(second)
        turns.append(item)
        return worked_out

    monkeypatch.setattr(working, "do_thing", then_another)
    chunk = claim_chunk(now())
    assert chunk is not None and work_chunk(chunk)
    assert standings_are_due(event) and wrong(event) == [2]
    job = Job.objects.get()
    assert (job.finished_at, job.items) == (None, 2)
    assert work_for() == 1 and turns == [event.pk] * 2
    assert wrong(event) == [] and Job.objects.get().finished_at is not None


def test_what_others_have_kept_meanwhile_stands(
    played: tuple[Event, Round, Round], monkeypatch: pytest.MonkeyPatch
) -> None:
    event, first, second = played
    correct(first)
    worked_out = snapshots.work_out(event.pk)
    snapshots.keep_standings(event.pk)
    correct(second)
    monkeypatch.setattr("tournaments.kept_standings.work.work_out", lambda event_id: worked_out)
    chunk = claim_chunk(now())
    assert chunk is not None and work_chunk(chunk)
    assert wrong(event) == []


def test_broken_off_it_is_begun_again_by_the_sweep(played: tuple[Event, Round, Round]) -> None:
    event, first, _second = played
    correct(first)
    root, moment = actor("root"), now()
    assert root.user is not None
    root.user.is_superuser = True
    cancel_job(Job.objects.get(), by=root, now=moment)
    assert work_for() == 0 and keep_due_standings(moment + PATIENCE * 2) == 0
    assert Job.objects.count() == 1, "who broke it off may have a reason"
    keep_due_standings(moment + LATER + timedelta(seconds=1))
    assert Job.objects.count() == 2 and work_for() == 1 and wrong(event) == []


@pytest.mark.django_db(transaction=True)
def test_corrections_at_once_and_two_who_work(monkeypatch: pytest.MonkeyPatch) -> None:
    event, rounds = played_event(2)
    monkeypatch.setattr(snapshots, "FEW", 3)

    def work() -> None:
        for _turn in range(20):
            work_for()

    answers = together(*[corrections(tables(round)[:1], actor("hedda"), 3) for round in rounds], work, work)
    assert answers == [("done", None)] * 4
    work_for()
    keep_due_standings(at(900) + LATER)
    work_for()
    assert wrong(event) == [] and not standings_are_due(event) and not JobFailure.objects.exists()


def test_what_is_asked_for_meanwhile_is_made_once_and_as_it_will_be_kept(
    monkeypatch: pytest.MonkeyPatch, django_assert_num_queries: Any
) -> None:
    event = running_event(4, swiss_rounds=2)
    monkeypatch.setattr(snapshots, "FEW", 3)
    round = played_round(event)
    organiser = signed_in("olga")
    table = f"/api/v1/events/{event.slug}/standings/"
    page, printed = (
        reverse(f"tournaments:{name}", args=[event.slug]) for name in ("standings", "print_standings")
    )
    StandingsDue.objects.update(at=now())
    assert kept_of(round) is None and standings_are_due(event)
    for shown in (page, printed):
        answer = organiser.get(shown).content.decode()
        assert "They are being worked out again." in answer
        assert "once the first round is finished" not in answer
    meanwhile = organiser.get(table).json()
    assert [row["record"]["won"] for row in meanwhile] == [1, 1, 0, 0]
    places, first = places_kept(event), table_after(event, round, None)
    assert table_after(event, round, None) is first, "it is made once for all who ask"
    assert standings_sheets(pack_of(event.name, at(60)), event), "there is a sheet of them"
    assert work_for() == 1
    stands = kept_of(round)
    assert stands is not None and table_of(stands) == first
    assert organiser.get(table).json() == meanwhile and places_kept(event) == places
    answer = organiser.get(page).content.decode()
    assert "They are being worked out again." not in answer and 'class="list folds standings"' in answer


@pytest.mark.django_db(transaction=True)
def test_what_was_made_meanwhile_is_not_shown_after_another_change(monkeypatch: pytest.MonkeyPatch) -> None:
    event = running_event(4, swiss_rounds=2)
    monkeypatch.setattr(snapshots, "FEW", 3)
    round = played_round(event)
    before = places_kept(event)
    assert list(before.values()) == [1, 1, 3, 3]
    correct(round)
    after = places_kept(event)
    assert after != before and not StandingsSnapshot.objects.exists()
    assert work_for() and places_kept(event) == after


@pytest.mark.django_db(transaction=True)
def test_what_changes_no_finished_round_has_nothing_made_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    event = running_event(4, swiss_rounds=2)
    monkeypatch.setattr(snapshots, "FEW", 3)
    round = played_round(event)
    first = table_after(event, round, None)
    for topic in ("clock", "announcements", "records", "rounds", "entrants"):
        mark_changed(event.pk, topic)
        assert table_after(event, round, None) is first, topic
    # a change that got its number before the newest one and is committed only now
    StandingsDue.objects.create(pk=-5, event=event, since=1, at=now(), by="Sam")
    assert (second := table_after(event, round, None)) is not first
    correct(round)
    assert table_after(event, round, None) is not second


def test_who_comes_while_the_table_is_made_is_in_none(monkeypatch: pytest.MonkeyPatch) -> None:
    event = running_event(4, swiss_rounds=3)
    monkeypatch.setattr(snapshots, "FEW", 3)
    played_round(event)
    facts_of = kept.facts_of

    def and_one_more(event: Event, **more: Any) -> Any:
        late_entry(event, f"Late {event.entrants.count()}", by=actor("olga"), now=at(60))
        return facts_of(event, **more)

    monkeypatch.setattr(kept, "facts_of", and_one_more)
    assert len(standings_kept(event)) >= 4
    assert standings_sheets(pack_of(event.name, at(60)), event)
    Event.objects.filter(pk=event.pk).update(
        prizes=[{"first": 1, "last": 9, "what": "A pin", "amount": None}]
    )
    event.refresh_from_db()
    assert sum(len(won.names) for won in prizes_of(event)) >= 4


def test_a_persons_page_has_the_final_place_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    event = running_event(4, swiss_rounds=1)
    monkeypatch.setattr(snapshots, "FEW", 3)
    played_round(event)
    finish_event(event, by=actor("olga"), now=at(60))
    user = actor("player1").user
    assert user is not None
    (before,) = people.played(people.entries_of(user))
    assert before.place is not None and before.record is not None
    assert work_for() and people.played(people.entries_of(user)) == [before]


def test_where_nobody_works_them_out_a_page_does(monkeypatch: pytest.MonkeyPatch) -> None:
    event = running_event(4, swiss_rounds=2)
    monkeypatch.setattr(snapshots, "FEW", 3)
    played_round(event)
    organiser = signed_in("olga")
    names = ("standings", "print_standings")
    pages = [reverse(f"tournaments:{name}", args=[event.slug]) for name in names]
    pages += [f"/embed/{event.slug}/standings/"]

    def tables_on(pages: list[str]) -> list[str]:
        return [
            organiser.get(page).content.decode().partition("<tbody")[2].partition("</table")[0]
            for page in pages
        ]

    def shown() -> list[bool]:
        """Whether each has a table."""
        return [bool(table) for table in tables_on(pages)]

    StandingsDue.objects.update(at=now() - timedelta(seconds=29))
    assert shown() == [False, False, False]
    StandingsDue.objects.update(at=now() - timedelta(seconds=31))
    assert shown() == [True, True, True]
    late = tables_on(pages)
    assert work_for() and tables_on(pages) == late
