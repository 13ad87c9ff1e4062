"""What the operator allows the site to reach."""

from __future__ import annotations

from django.conf import settings

from tournaments.outgoing import Limits

#: For what the secrets of endpoints are enciphered.
SECRET = "webhooks"  # noqa: S105 -- the use, not a secret


def limits() -> Limits:
    """The operator's settings, as outgoing requests take them."""
    return Limits(
        plain=settings.OUTGOING_HTTP,
        allowed=settings.OUTGOING_NETWORKS,
        refused=settings.OUTGOING_REFUSED_NETWORKS,
    )
