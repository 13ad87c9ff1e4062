"""How many imports an account may have: one at a time, and so many an hour. Each may compute for a minute."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from secrets import token_hex
from threading import Event, Thread
from typing import Any

from django.core.cache import cache

from tournaments.access import Actor
from tournaments.errors import DomainError
from tournaments.messages import message as _
from tournaments.throttles import Rate

#: Imports of one account that are begun in an hour.
AN_HOUR = 60
#: Seconds after which an import counts as under way no more, and after which it says again that it is: one whose
#: process was killed is waited for no longer than that.
UNDER_WAY, SAID_AGAIN = 15.0, 4.0


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
    with _under_way(f"import-under-way:{by.user.pk}"):
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


@contextmanager
def _under_way(key: str) -> Iterator[None]:
    """Says that an import is under way, as long as this process lives. Raises TooManyImports where another is."""
    mine, done = token_hex(8), Event()
    if not cache.add(key, mine, UNDER_WAY):
        raise TooManyImports(_("Another import of yours is under way. Wait until it is done."), 10)
    saying = Thread(target=_say_again, args=(key, mine, done), name="import-under-way", daemon=True)
    saying.start()
    try:
        yield
    finally:
        done.set()
        saying.join()
        if cache.get(key) == mine:
            cache.delete(key)


def _say_again(key: str, mine: str, done: Event) -> None:
    while not done.wait(SAID_AGAIN):
        if cache.get(key) != mine:
            return
        cache.touch(key, UNDER_WAY)
