"""The short-lived signed word that opens the stream of one event."""

from django.core import signing

SALT = "first-blood-live"
# How long an address from a page can be used to connect; a page that is older asks for a new one.
LIFETIME = 3600


def token_for(event_id: int) -> str:
    """The word for this event, good for LIFETIME seconds."""
    return signing.dumps(event_id, salt=SALT, compress=False)


def event_of(token: str) -> int | None:
    """The event a word opens; None for one that is forged, foreign or too old."""
    try:
        found = signing.loads(token, salt=SALT, max_age=LIFETIME)
    except signing.BadSignature:
        return None
    return found if isinstance(found, int) else None
