"""Jobs: long work in chunks, claimed as deadlines are."""

from django.db import models
from django.db.models import Q

from tournaments.models.events import Event
from tournaments.models.fact import Fact


class Job(Fact):
    """Long work that was begun: what kind, about what, and how many things there are to do. `event` is empty for work
    over several events or the whole site."""

    kind = models.CharField(max_length=40)
    event = models.ForeignKey(Event, null=True, blank=True, on_delete=models.CASCADE, related_name="jobs")
    arguments = models.JSONField(default=dict, blank=True)
    items = models.PositiveIntegerField()
    cancelled_at = models.DateTimeField(null=True, blank=True)
    cancelled_by = models.CharField(max_length=150, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)
    #: Of one kind, no two that are neither finished nor cancelled have the same. None is never the same.
    alone = models.CharField(max_length=100, null=True, blank=True, editable=False)  # noqa: DJ001
    #: Grows with each step: who follows the job is told of that.
    version = models.PositiveIntegerField(default=0, db_default=0, editable=False)

    class Meta:
        ordering = ["-id"]
        indexes = [models.Index(fields=["finished_at", "cancelled_at"], name="jobs_to_be_done")]
        constraints = [
            models.UniqueConstraint(
                fields=["kind", "alone"],
                condition=Q(finished_at=None, cancelled_at=None),
                name="job_alone",
            )
        ]

    def __str__(self) -> str:
        return f"Job {self.pk}: {self.kind}"


class JobChunk(models.Model):
    """Some of a job's things, done by one process at a time. Whoever claims it has it until `claimed_until`; what came
    of it is written together with `done_at`, by the process whose `claim` still stands. `last`: begun when all other
    chunks are done."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="chunks")
    items = models.JSONField()
    size = models.PositiveIntegerField()
    last = models.BooleanField(default=False)
    claim = models.CharField(max_length=32, blank=True)
    claimed_until = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveIntegerField(default=0)
    due_at = models.DateTimeField(null=True, blank=True, help_text="Put off until then.")
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["id"]
        indexes = [
            models.Index(fields=["job"], condition=Q(done_at=None), name="chunks_to_be_done"),
        ]


class SentFile(models.Model):
    """A file that a job is to take in; gone when it has."""

    job = models.OneToOneField(Job, on_delete=models.CASCADE, related_name="sent_file")
    body = models.BinaryField()

    def __str__(self) -> str:
        return f"The file of job {self.job_id}"


class JobFailure(models.Model):
    """A thing of a job that could not be done, and why."""

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="failures")
    item = models.JSONField()
    message = models.CharField(max_length=500)
    message_message = models.JSONField(null=True, blank=True, editable=False)
    at = models.DateTimeField()

    class Meta:
        ordering = ["id"]
