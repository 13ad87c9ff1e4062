"""Who is told the site's numbers: the pages' own and the stream's."""

from __future__ import annotations

from secrets import compare_digest

from django.conf import settings


def may_read_metrics(authorization: str) -> bool:
    """Whether who asks with this header is told: METRICS_TOKEN as a bearer token."""
    wanted = f"Bearer {settings.METRICS_TOKEN}"
    return bool(settings.METRICS_TOKEN) and compare_digest(authorization.encode(), wanted.encode())
