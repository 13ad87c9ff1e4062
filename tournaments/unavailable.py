"""When the database cannot take something in: away, busy for too long, or its disk full.

A change is stored whole or not at all, the reader may try again, and pages that only read go on as long as it can be
read. What was not stored is not known for sure: the connection may have been lost just after the commit.
"""

from __future__ import annotations

import structlog
from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string

from tournaments.errors import DomainError, Unavailable
from tournaments.messages import message as _
from tournaments.pages.translation import in_words

log = structlog.get_logger(__name__)

#: How SQLite says that it is not the statement that is wrong.
OF_SQLITE = ("disk is full", "is locked", "readonly database", "disk I/O error", "unable to open database")
#: PostgreSQL's states for the same: connection lost or refused, no room, too many connections, about to end, read only,
#: two who waited for each other, a lock waited for too long.
OF_POSTGRES = ("08", "53", "57", "58", "25006", "40", "55P03")


def refusal_of(error: BaseException | None) -> DomainError | None:
    """The refusal that an error of the database means to the reader; None where it is a fault of the program."""
    if isinstance(error, DomainError):
        return error
    if not isinstance(error, (OperationalError, InterfaceError, InternalError)) or not _of_the_machine(error):
        return None
    log.warning("the database could not be used", error=str(error).strip().splitlines()[0][:300])
    return Unavailable(
        _(
            "The site cannot store anything just now. Look again in a moment, and send this again "
            "if it is not there. If this goes on, tell whoever runs the site."
        )
    )


def _of_the_machine(error: Exception) -> bool:
    cause = error.__cause__
    state = getattr(cause, "sqlstate", None)
    if state:
        return str(state).startswith(OF_POSTGRES)
    if type(cause).__module__.startswith("psycopg"):
        # A connection that could not be had has no state.
        return isinstance(error, (OperationalError, InterfaceError))
    return any(words in str(error) for words in OF_SQLITE)


def answer_to(error: BaseException | None, request: HttpRequest) -> HttpResponse | None:
    """The answer where a middleware met the error; None for a fault of the program."""
    refusal = refusal_of(error)
    if not isinstance(refusal, Unavailable):
        return None
    said = in_words(refusal)
    answer: HttpResponse
    if request.path.startswith("/api/"):
        answer = JsonResponse({"code": refusal.code, "message": said}, status=refusal.status)
    else:
        # Without the request: who is signed in would be asked of the database.
        answer = HttpResponse(render_to_string("503.html", {"said": said}), status=refusal.status)
    answer["Retry-After"] = str(refusal.retry_after)
    return answer
