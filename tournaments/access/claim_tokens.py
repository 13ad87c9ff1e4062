"""The tokens in claim links: signed, so that none can be guessed; looked up, so that they can be revoked."""

from datetime import datetime

from django.core.signing import BadSignature, Signer

from tournaments.errors import NotFound
from tournaments.messages import message as _
from tournaments.models.entrants import ClaimLink, Entrant

_signer = Signer(salt="tournaments.claim-link", sep=".")
MAX_LENGTH = 200


class BadClaimLink(NotFound):
    """A claim link that is unknown, revoked or expired."""

    code = "claim_link"


def token_of(link: ClaimLink) -> str:
    """The token that opens this link."""
    return _signer.sign(link.nonce)


def entrant_of_token(token: str, now: datetime) -> Entrant:
    """The entrant this token speaks for. Raises BadClaimLink, with one message whatever the reason."""
    refusal = BadClaimLink(_("This link does not work any more. Ask the desk for a new one."))
    if len(token) > MAX_LENGTH:
        raise refusal
    try:
        nonce = _signer.unsign(token)
    except BadSignature:
        raise refusal from None
    links = ClaimLink.objects.filter(nonce=nonce, revoked_at=None, expires_at__gt=now)
    link = links.select_related("entrant", "entrant__event").first()
    if link is None:
        raise refusal
    return link.entrant
