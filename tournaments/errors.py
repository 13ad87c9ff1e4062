"""The errors that guards raise: a refusal that says in plain words what is wrong and how to correct it.

What it says is a message (`tournaments.messages`), so that a page can say it in the reader's language.
"""

from typing import ClassVar


class DomainError(Exception):
    """A change that is refused. `code` is for programs, the message for people, `status` for HTTP."""

    code: ClassVar[str] = "refused"
    status: ClassVar[int] = 409
    #: Seconds after which it may be tried again; 0 where that does not help.
    retry_after: int = 0

    def __init__(self, message: str, **details: object) -> None:
        super().__init__(message)
        self.message = message
        self.details = details


class NotAllowed(DomainError):
    """The actor may not do this."""

    code = "not_allowed"
    status = 403


class NotFound(DomainError):
    """There is no such thing, or none that the actor may know of."""

    code = "not_found"
    status = 404


class Invalid(DomainError):
    """The request is malformed or its values are not allowed."""

    code = "invalid"
    status = 400


class ReasonNeeded(Invalid):
    """A change that everybody must be able to understand later."""

    code = "reason_needed"


class Conflict(DomainError):
    """It does not fit what is true by now."""

    code = "conflict"
    status = 409


class Unavailable(DomainError):
    """The database cannot take it in just now; nothing was stored."""

    code = "unavailable"
    status = 503
    retry_after = 10
