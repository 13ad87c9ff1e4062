"""Somebody leaves the site, or starts an event, in the moment in which a part of long work is written: one waits for
the other."""

from __future__ import annotations

import multiprocessing
import time
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction

from tests.tournaments.factories import actor, open_event
from tests.tournaments.races.together import together
from tournaments.access import Actor
from tournaments.decks.before_start import go_on_checking
from tournaments.decks.rechecks import CHECK
from tournaments.jobs.changes import begin_job, cancel_job
from tournaments.leaving.changes import delete_account
from tournaments.locks import locked
from tournaments.models.accounts import User
from tournaments.models.decks import DeckList
from tournaments.models.events import StaffRole
from tournaments.models.jobs import Job
from tournaments.now import now

pytestmark = pytest.mark.django_db(transaction=True)


def keep(job: Job, taken: Any) -> None:
    """As what came of a part is written: the job is held, then the event."""
    with transaction.atomic():
        event = Job.objects.select_for_update(no_key=True).get(pk=job.pk).event
        taken.set()
        time.sleep(1)
        assert event is not None
        locked(event)


@pytest.mark.parametrize("cancelled", [False, True])
def test_who_starts_an_event_and_its_job_do_not_either(cancelled: bool) -> None:
    event, olga = open_event(1, deck_lists="required"), actor("olga")
    entrant, before = event.entrants.get(), now() - timedelta(hours=1)
    deck = DeckList.objects.create(entrant=entrant, body={}, violations=[], at=before)
    job = begin_job(CHECK, [deck.pk], event=event, by=olga, now=before)
    if cancelled:
        cancel_job(job, by=olga, now=before)
    taken = multiprocessing.get_context("fork").Event()

    def go_on() -> int:
        taken.wait(60)
        found = go_on_checking(event, now=now())
        assert found is not None
        return found.pk

    assert together(lambda: keep(job, taken), go_on) == [("done", None), ("done", job.pk)]


def test_who_leaves_and_a_job_of_hers_do_not_hold_each_other_up() -> None:
    event, ann = open_event(2), actor("ann")
    StaffRole.objects.create(event=event, user=ann.user, role="scorekeeper", at=now(), by="olga")
    job = begin_job(CHECK, [1], event=event, by=ann, now=now())
    taken = multiprocessing.get_context("fork").Event()

    def leave() -> None:
        taken.wait(60)
        delete_account(by=Actor(user=ann.user), now=now())

    assert [state for state, _said in together(lambda: keep(job, taken), leave)] == ["done", "done"]
    assert ann.user is not None and User.objects.get(pk=ann.user.pk).former_at is not None
    assert Job.objects.get(pk=job.pk).by != "ann"
