"""Series of events."""

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models


class Series(models.Model):
    """Several events with one table of points. Events name their series; its owner decides which may."""

    slug = models.SlugField(max_length=80, unique=True)
    name = models.CharField(max_length=120)
    description = models.TextField(blank=True, max_length=5000)
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="series"
    )
    points = models.JSONField(help_text="For the first place, the second and so on.")
    beyond = models.PositiveIntegerField(default=0, help_text="For every later place.")
    best_of = models.PositiveSmallIntegerField(
        null=True,
        blank=True,
        validators=[MinValueValidator(1), MaxValueValidator(100)],
        help_text="How many of somebody's events count, the best. Empty: all.",
    )
    created_at = models.DateTimeField()

    class Meta:
        ordering = ["-created_at", "-id"]
        verbose_name_plural = "series"

    def __str__(self) -> str:
        return self.name
