"""Why a thing of a job could not be done, as it is kept and as it is told."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from tournaments.errors import DomainError
from tournaments.messages import Message, restored, stored
from tournaments.messages import message as _
from tournaments.models.jobs import Job, JobFailure

#: So much is kept of a sentence, and of what an error says that is none of ours.
LONGEST, OF_AN_ERROR = 500, 400
BY_AN_ERROR = _("An error of the site: %(error)s", error="")
GIVEN_UP = _("The process that did it ended each time.")
#: By what they are kept as, the failures that are nobody's but the site's own.
SITES_OWN = (BY_AN_ERROR.msgid, GIVEN_UP.msgid)


def failure_of(job: Job, item: Any, error: Exception, moment: datetime) -> JobFailure:
    """The failure of a thing, not written yet. What the site refuses is a sentence for people; what else is raised is
    the program's, and its text stays as it is."""
    if isinstance(error, DomainError):
        return failure(job, item, error.message, moment)
    text = " ".join(f"{type(error).__name__}: {error}".split())[:OF_AN_ERROR]
    return failure(job, item, Message(BY_AN_ERROR.msgid, {"error": text}), moment)


def failure(job: Job, item: Any, said: str, moment: datetime) -> JobFailure:
    """The same of a sentence. It is kept in English, and what it was made of beside it, unless it is too long for
    that."""
    english = " ".join(str(said).split())
    made_of = stored(said) if len(english) <= LONGEST else None
    return JobFailure(job=job, item=item, message=english[:LONGEST], message_message=made_of, at=moment)


def why(row: JobFailure) -> str:
    """The sentence, as a page says it in its reader's language; one that was kept without more is as it was kept."""
    return restored(row.message, row.message_message)
