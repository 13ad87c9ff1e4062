"""By which ways this site can notify, and whom."""

from __future__ import annotations

import base64
from functools import lru_cache

from allauth.account.models import EmailAddress
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from py_vapid import Vapid02

from tournaments.models.entrants import Entrant

#: For what the addresses of phones are enciphered.
SECRET = "notifications"  # noqa: S105 -- the use, not a secret


def push_is_on() -> bool:
    """Whether the operator gave the site a key for Web Push."""
    return bool(settings.WEB_PUSH_KEY)


def mail_is_on() -> bool:
    """Whether the site has a mail server."""
    return bool(settings.EMAIL_HOST)


def mail_address(entrant: Entrant) -> str:
    """The address that the player's account has confirmed; empty where there is none, or no mail server."""
    if entrant.user_id is None or not mail_is_on():
        return ""
    confirmed = EmailAddress.objects.filter(user=entrant.user_id, verified=True).order_by("-primary", "pk")
    return confirmed.values_list("email", flat=True).first() or ""


def bytes_of(text: str) -> bytes:
    """Out of base64url, with or without its padding. Raises ValueError."""
    plain = text.rstrip("=")
    return base64.urlsafe_b64decode(plain + "=" * (-len(plain) % 4))


def public_key() -> str:
    """The site's key as browsers take it (RFC 8292, 4.1): the point on P-256 in base64url; empty without one."""
    return _public(settings.WEB_PUSH_KEY) if push_is_on() else ""


@lru_cache(maxsize=4)
def signing(key: str) -> Vapid02:
    """The key that signs. `key`: 32 bytes in base64url."""
    return Vapid02.from_raw(key.encode())


@lru_cache(maxsize=4)
def _public(key: str) -> str:
    point = signing(key).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()
