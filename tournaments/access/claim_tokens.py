"""The tokens in claim links: signed, so that none can be guessed; looked up, so that they can be revoked.

A slip also has a short code for a phone without a camera: fifty bits made of the link's nonce and the site's key.
"""

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings
from django.core.signing import BadSignature, Signer
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.entrants import ClaimLink, Entrant
from tournaments.prepared import Prepared
from tournaments.typed_codes import SIGNS

_signer = Signer(salt="tournaments.claim-link", sep=".")
MAX_LENGTH = 200
standing_link = Prepared(
    lambda nonce: ClaimLink.objects.filter(nonce=nonce, revoked_at=None).select_related("entrant__event"), str
)
#: Signs of a short code, of 32 each.
CODE_LENGTH = 10


class BadClaimLink(NotFound):
    """A claim link that is unknown, revoked or expired."""

    code = "claim_link"


def token_of(link: ClaimLink) -> str:
    """The token that opens this link."""
    return _signer.sign(link.nonce)


def short_code_of(link: ClaimLink) -> str:
    """The short code of this link; empty for a link made before there were codes, or by a key that is not known now."""
    for key in _keys():
        code = _code(link.nonce, key)
        if constant_time_compare(_digest(code, key), link.code_digest):
            return code
    return ""


def digest_of(nonce: str) -> str:
    """What is stored of the short code of a new link."""
    return _digest(_code(nonce, settings.SECRET_KEY), settings.SECRET_KEY)


def link_of_code(code: str, now: datetime) -> ClaimLink | None:
    """The link of a short code, as ``typed_codes.typed`` gives it, while it works."""
    digests = [_digest(code, key) for key in _keys()]
    return ClaimLink.objects.filter(code_digest__in=digests, revoked_at=None, expires_at__gt=now).first()


def entrant_of_token(token: str, now: datetime) -> Entrant:
    """The entrant this token speaks for. Raises BadClaimLink, with one message whatever the reason."""
    refusal = BadClaimLink(_("This link does not work any more. Ask the desk for a new one."))
    if len(token) > MAX_LENGTH:
        raise refusal
    try:
        nonce = _signer.unsign(token)
    except BadSignature:
        raise refusal from None
    link = standing_link.first(nonce)
    if link is None or link.expires_at <= now:
        raise refusal
    return link.entrant


def _keys() -> Iterator[str]:
    yield settings.SECRET_KEY
    yield from settings.SECRET_KEY_FALLBACKS


def _code(nonce: str, key: str) -> str:
    number = int.from_bytes(
        salted_hmac("tournaments.claim-code", nonce, secret=key, algorithm="sha256").digest()[:8]
    )
    return "".join(SIGNS[number >> 5 * at & 31] for at in range(CODE_LENGTH))


def _digest(code: str, key: str) -> str:
    return salted_hmac("tournaments.claim-code-digest", code, secret=key, algorithm="sha256").hexdigest()
