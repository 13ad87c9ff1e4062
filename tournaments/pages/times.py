"""Moments in forms: entered and shown in the site's time zone."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.timezone import get_current_timezone


class MomentField(forms.DateTimeField):
    """A date and time as a browser's own field sends it, with seconds or without.

    In the night the clocks go back an hour comes twice: its first time is meant. An hour the clocks leave out is
    refused.
    """

    def to_python(self, value: Any) -> datetime | None:
        """The moment; None for an empty field. Raises ValidationError."""
        try:
            return super().to_python(value)
        except ValidationError as error:
            if getattr(error, "code", "") != "ambiguous_timezone" or not error.params:
                raise
            moment = error.params["datetime"].replace(tzinfo=get_current_timezone(), fold=0)
            if moment.astimezone(UTC).astimezone(moment.tzinfo).replace(tzinfo=None) != moment.replace(
                tzinfo=None
            ):
                raise
            return moment  # type: ignore[no-any-return]
