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
    scope = scope_of(token)
    return None if scope is None else scope[0]


def scope_of(token: str) -> tuple[int, int, int] | None:
    """The event a word opens, and the live table and the match beside it (0: none)."""
    try:
        signed = signing.loads(token, salt=SALT, max_age=LIFETIME)
    except signing.BadSignature:
        return None
    if isinstance(signed, int):
        return signed, 0, 0
    if isinstance(signed, list) and len(signed) in (2, 3) and all(isinstance(part, int) for part in signed):
        return signed[0], signed[1], signed[2] if len(signed) == 3 else 0
    return None
