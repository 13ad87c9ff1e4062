"""How many imports an account may have: one at a time, and so many an hour. Each may compute for a minute."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from secrets import token_hex
from typing import Any

from django.core.cache import cache

from tournaments.access import Actor
from tournaments.errors import DomainError
from tournaments.messages import message as _
from tournaments.throttles import Rate

#: Imports of one account that are begun in an hour, and the seconds after which one is no longer waited for.
AN_HOUR, UNDER_WAY = 60, 300


class TooManyImports(DomainError):
    """An account that imports more than one does by hand."""

    code = "throttled"
    status = 429

    def __init__(self, message: str, seconds: float) -> None:
        super().__init__(message)
        self.retry_after = max(1, ceil(seconds))


class Begun(Rate):
    """The imports of an account by the times at which they were begun."""

    scope = "imports"
    rate = f"{AN_HOUR}/hour"

    def get_cache_key(self, request: Any, view: Any) -> str:
        """By the account. There is no request to look at: whoever imports is known."""
        return f"imports:{request}"


@contextmanager
def one_import(by: Actor) -> Iterator[None]:
    """Around an import, at the door. Raises TooManyImports while another of this account is under way, and after so
    many in an hour, refused ones too: they have computed all the same."""
    if by.user is None:  # who has no account is refused by the import itself
        yield
        return
    key, mine = f"import-under-way:{by.user.pk}", token_hex(8)
    if not cache.add(key, mine, UNDER_WAY):
        raise TooManyImports(_("Another import of yours is under way. Wait until it is done."), 10)
    try:
        begun = Begun()
        if not begun.allow_request(by.user.pk, None):
            seconds = begun.wait() or begun.duration
            said = _(
                "You have begun %(n)s imports within an hour. Go on in %(m)s minutes.",
                n=AN_HOUR,
                m=ceil(seconds / 60),
            )
            raise TooManyImports(said, seconds)
        yield
    finally:
        if cache.get(key) == mine:
            cache.delete(key)
