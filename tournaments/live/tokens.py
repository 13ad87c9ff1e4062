"""Short-lived signed tokens that open the event stream of one event."""

from collections.abc import Iterable

from django.core import signing

SALT = "first-blood-live"
#: Of a word for jobs: it opens no event, and a word for an event opens none of them.
JOBS_SALT = "first-blood-live-jobs"
# How long an address from a page can be used to connect; a page that is older asks for a new one.
LIFETIME = 3600


def token_for(event_id: int, table: int = 0, match: int = 0) -> str:
    """A token for this event, valid for LIFETIME seconds. With `table` it also opens the messages of that live table,
    with `match` those of that match.
    """
    opened = [event_id, table, match] if table or match else event_id
    return signing.dumps(opened, salt=SALT, compress=False)


def token_for_jobs(jobs: Iterable[int]) -> str:
    """A token for the progress of these jobs and of nothing else, valid for LIFETIME seconds."""
    return signing.dumps(sorted(jobs), salt=JOBS_SALT, compress=False)


def jobs_of(token: str) -> tuple[int, ...] | None:
    """The ids of the jobs that a token opens; None as in `event_of`."""
    try:
        signed = signing.loads(token, salt=JOBS_SALT, max_age=LIFETIME)
    except signing.BadSignature:
        return None
    return (
        tuple(signed) if isinstance(signed, list) and all(isinstance(each, int) for each in signed) else None
    )


def event_of(token: str) -> int | None:
    """The id of the event that a token opens; None for a token that is forged, made for something else or too old."""
    scope = scope_of(token)
    return None if scope is None else scope[0]


def scope_of(token: str) -> tuple[int, int, int] | None:
    """The ids of the event, live table and match that a token opens (0: no table, no match); None as in `event_of`."""
    try:
        signed = signing.loads(token, salt=SALT, max_age=LIFETIME)
    except signing.BadSignature:
        return None
    if isinstance(signed, int):
        return signed, 0, 0
    if isinstance(signed, list) and len(signed) in (2, 3) and all(isinstance(part, int) for part in signed):
        return signed[0], signed[1], signed[2] if len(signed) == 3 else 0
    return None
