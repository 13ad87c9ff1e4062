"""Requests that were answered, by the key their sender gave them."""

from django.db import models


class AnsweredRequest(models.Model):
    """The answer to a request with an idempotency key: the same request again gets it again."""

    sender = models.CharField(max_length=60)
    path = models.CharField(max_length=300)
    key = models.CharField(max_length=100)
    body = models.CharField(max_length=64, blank=True, help_text="SHA-256 of what was sent.")
    status = models.PositiveSmallIntegerField(default=201)
    location = models.CharField(max_length=2000, blank=True, help_text="Where a page's answer leads to.")
    answer = models.JSONField(null=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sender", "path", "key"], name="one_answer_a_key"),
        ]
