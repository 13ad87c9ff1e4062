"""The code that an event may ask of who registers: short, to be read out, so that guesses are counted."""

from __future__ import annotations

from hmac import compare_digest

from django.core.cache import cache

from tournaments.errors import DomainError, Invalid
from tournaments.messages import message as _
from tournaments.models.accounts import User
from tournaments.models.events import Event
from tournaments.text import clean_line

#: Wrong codes of one account in one event, and the seconds from the last of them in which they count.
TRIES, WHILE = 10, 15 * 60


class TooManyCodes(DomainError):
    """More wrong codes than somebody types by mistake."""

    code = "throttled"
    status = 429
    retry_after = WHILE


def check_code(event: Event, user: User, said: object) -> None:
    """Whether somebody who registers knows the code; upper and lower case are the same, spaces count once.

    Raises Invalid where it is missing or wrong, and TooManyCodes after so many wrong ones, whatever is said then. Asked
    while the event is locked, so that no two guesses are counted as one."""
    asked = event.registration_code
    if not asked:
        return
    key = f"registration-code:{event.pk}:{user.pk}"
    wrong = cache.get(key, 0)
    if wrong >= TRIES:
        raise TooManyCodes(
            _("The wrong code was given too often. Try again in 15 minutes, or ask at the desk.")
        )
    given = clean_line(said, "code", limit=40)
    if compare_digest(given.casefold().encode(), asked.casefold().encode()):
        return
    if given:
        cache.set(key, wrong + 1, WHILE)
    raise Invalid(
        _("This event asks for a registration code. The organiser gives it to you."),
        fields={"code": _("This is not the code.") if given else _("This is required.")},
    )
