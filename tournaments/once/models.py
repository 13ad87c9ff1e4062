"""Requests that were answered, by the key their sender gave them."""

from django.db import models


class AnsweredRequest(models.Model):
    """The answer to a request with an idempotency key: the same request again gets it again."""

    sender = models.CharField(max_length=60)
    path = models.CharField(max_length=300)
    key = models.CharField(max_length=100)
    answer = models.JSONField(null=True)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["sender", "path", "key"], name="one_answer_a_key"),
        ]
