"""The short-lived signed word that opens the stream of one event."""

from django.core import signing

SALT = "first-blood-live"
# How long an address from a page can be used to connect; a page that is older asks for a new one.
LIFETIME = 3600


def token_for(event_id: int, table: int = 0) -> str:
    """The word for this event, good for LIFETIME seconds. `table`: also for what a live table tells."""
    return signing.dumps([event_id, table] if table else event_id, salt=SALT, compress=False)


def event_of(token: str) -> int | None:
    """The event a word opens; None for one that is forged, foreign or too old."""
    found = scope_of(token)
    return None if found is None else found[0]


def scope_of(token: str) -> tuple[int, int] | None:
    """The event a word opens and the live table beside it (0: none)."""
    try:
        found = signing.loads(token, salt=SALT, max_age=LIFETIME)
    except signing.BadSignature:
        return None
    if isinstance(found, int):
        return found, 0
    if isinstance(found, list) and len(found) == 2 and all(isinstance(part, int) for part in found):
        return found[0], found[1]
    return None
