"""Why something could not be done: kept in English with what it was made of, told in the reader's language."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from config.figures import failed_jobs
from tests.tournaments.factories import actor, at
from tests.tournaments.jobs.test_jobs import begun
from tests.tournaments.jobs.test_jobs import kind as kind  # the fixture
from tournaments.access import Actor
from tournaments.errors import Conflict
from tournaments.jobs.changes import begin_job
from tournaments.jobs.failures import GIVEN_UP, LONGEST, failure, failure_of, why
from tournaments.messages import Message, message
from tournaments.models.jobs import Job, JobFailure

pytestmark = pytest.mark.django_db


def kept(error: Exception, job: Job | None = None) -> JobFailure:
    """As it comes out of the database."""
    row = failure_of(job or begun(1), 1, error, at(1))
    row.save()
    return JobFailure.objects.get(pk=row.pk)


def page(job: Job, language: str) -> str:
    client = Client(headers={"accept-language": language})
    client.force_login(actor("olga").user)  # type: ignore[arg-type]
    return client.get(reverse("tournaments:job", args=[job.pk])).content.decode()


def test_each_reader_is_told_in_the_own_language() -> None:
    job = begun(1)
    kept(Conflict(message("This is finished.")), job)
    kept(Conflict(message("Another import of yours is under way. Wait until it is done.")), job)
    kept(ValueError("thirteen\n  of them"), job)
    failure(job, 1, GIVEN_UP, at(1)).save()
    english, german = page(job, "en"), page(job, "de")
    for text in (
        "This is finished.", "Another import of yours", "An error of the site: ValueError: thirteen of them",
        "The process that did it ended each time.",
    ):  # fmt: skip
        assert text in english and text not in german
    for text in (
        "Das ist fertig.", "Ein anderer Import von dir", "Ein Fehler der Website: ValueError: thirteen of them",
        "Der Prozess, der es tat, endete jedes Mal.",
    ):  # fmt: skip
        assert text in german


def test_programs_are_told_in_english() -> None:
    job = begun(1)
    kept(Conflict(message("This is finished.")), job)
    client = Client(headers={"accept-language": "de"})
    client.force_login(actor("olga").user)  # type: ignore[arg-type]
    (told,) = client.get(f"/api/v1/jobs/{job.pk}/").json()["failures"]
    assert told["message"] == "This is finished."


def test_rows_of_before_are_read_as_they_were_written() -> None:
    job = begun(1)
    JobFailure.objects.create(job=job, item=1, message="ValueError: of an older version", at=at(0))
    assert "ValueError: of an older version" in page(job, "de")


def test_one_too_long_is_kept_cut_off_and_in_english() -> None:
    row = kept(Conflict(message("Round %(n)s is published already.", n="7" * 600)))
    assert row.message_message is None and why(row) == row.message == ("Round " + "7" * 600)[:LONGEST]
    row = kept(ValueError("x" * 10_000))
    assert isinstance(why(row), Message) and len(row.message) < LONGEST


def test_who_watches_the_site_is_told_of_what_is_the_sites_to_mend() -> None:
    day = 24 * 60
    assert failed_jobs(at(1)) == 0
    refusal, error = Conflict(message("This is finished.")), ValueError("thirteen")
    for _time in range(2):
        kept(refusal, job := begun(1))
        kept(refusal, job)
    assert failed_jobs(at(1)) == 0, "what people sent and was refused"
    kept(error, job := begun(1))
    kept(error, job)
    failure(begun(1), 1, GIVEN_UP, at(1)).save()
    own = begin_job("doubling", [1], by=Actor.system(), now=at(0))
    kept(refusal, own)
    assert failed_jobs(at(1)) == 3
    assert failed_jobs(at(day)) == 3 and failed_jobs(at(day + 1)) == 0
    Job.objects.filter(pk=own.pk).update(finished_at=at(1))
    assert failed_jobs(at(day)) == 3
