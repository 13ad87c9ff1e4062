"""The short-lived signed word that opens the stream of one event."""

from django.core import signing

SALT = "first-blood-live"
# How long an address from a page can be used to connect; a page that is older asks for a new one.
LIFETIME = 3600


def token_for(event_id: int, table: int = 0, match: int = 0) -> str:
    """The word for this event, good for LIFETIME seconds. `table`: also for what a live table tells; `match`: also for
    what concerns that match.
    """
    opened = [event_id, table, match] if table or match else event_id
    return signing.dumps(opened, salt=SALT, compress=False)


def event_of(token: str) -> int | None:
    """The event a word opens; None for one that is forged, foreign or too old."""
    found = scope_of(token)
    return None if found is None else found[0]


def scope_of(token: str) -> tuple[int, int, int] | None:
    """The event a word opens, and the live table and the match beside it (0: none)."""
    try:
        found = signing.loads(token, salt=SALT, max_age=LIFETIME)
    except signing.BadSignature:
        return None
    if isinstance(found, int):
        return found, 0, 0
    if isinstance(found, list) and len(found) in (2, 3) and all(isinstance(part, int) for part in found):
        return found[0], found[1], found[2] if len(found) == 3 else 0
    return None
