"""Checks of the site's own database, reported by `manage migrate` and `manage check --database default`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.checks import CheckMessage, Tags, Warning, register
from django.db import DEFAULT_DB_ALIAS, OperationalError, ProgrammingError

from config.second_steps import under_old_keys


@register(Tags.database)
def second_steps_are_read(databases: Sequence[str] | None = None, **more: Any) -> list[CheckMessage]:
    """A warning where a secret of second steps is kept under a key that is about to go, or has gone. Nothing is said
    of a database that has no tables yet."""
    if DEFAULT_DB_ALIAS not in (databases or ()):
        return []
    try:
        old, lost = under_old_keys(Authenticator.objects)
    except (OperationalError, ProgrammingError):
        return []
    warnings: list[CheckMessage] = []
    if old:
        said = f"{old} second steps are kept under a key of SECRET_KEY_FALLBACKS."
        hint = "Call `run.py manage renew_second_steps` before you take that key out: without it no code is right."
        warnings.append(Warning(said, hint=hint, id="config.W001"))
    if lost:
        said = f"{lost} second steps cannot be read under any key of SECRET_KEY and SECRET_KEY_FALLBACKS."
        hint = "No code is right: put the key back into the fallbacks, and call `run.py manage renew_second_steps`."
        warnings.append(Warning(said, hint=hint, id="config.W002"))
    return warnings
