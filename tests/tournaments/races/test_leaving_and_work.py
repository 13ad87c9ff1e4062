"""Somebody leaves the site in the moment in which a part of her long work is written: one waits for the other."""

from __future__ import annotations

import multiprocessing
import time

import pytest
from django.db import transaction

from tests.tournaments.factories import actor, open_event
from tests.tournaments.races.together import together
from tournaments.access import Actor
from tournaments.decks.rechecks import CHECK
from tournaments.jobs.changes import begin_job
from tournaments.leaving.changes import delete_account
from tournaments.locks import locked
from tournaments.models.accounts import User
from tournaments.models.events import StaffRole
from tournaments.models.jobs import Job
from tournaments.now import now

pytestmark = pytest.mark.django_db(transaction=True)


def test_who_leaves_and_a_job_of_hers_do_not_hold_each_other_up() -> None:
    event, ann = open_event(2), actor("ann")
    StaffRole.objects.create(event=event, user=ann.user, role="scorekeeper", at=now(), by="olga")
    job = begin_job(CHECK, [1], event=event, by=ann, now=now())
    taken = multiprocessing.get_context("fork").Event()

    def keep() -> None:
        """As what came of a part is written: the job is held, then the event."""
        with transaction.atomic():
            Job.objects.select_for_update(no_key=True).get(pk=job.pk)
            taken.set()
            time.sleep(1)
            locked(event)

    def leave() -> None:
        taken.wait(60)
        delete_account(by=Actor(user=ann.user), now=now())

    assert [state for state, _said in together(keep, leave)] == ["done", "done"]
    assert ann.user is not None and User.objects.get(pk=ann.user.pk).former_at is not None
    assert Job.objects.get(pk=job.pk).by != "ann"
