"""Messages from the desk to the hall: shown for a time, or until they are taken back."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from config.simulation.facts import rows
from config.simulation.site_client import Answer, Ask

if TYPE_CHECKING:
    from config.simulation.day import Day

STAFF = ("organiser", "head_judge", "judge", "scorekeeper")
#: So many may stand at once.
MOST = 5


def standing(day: Day) -> list[str]:
    """What everybody is shown now, by the book."""
    now = day.clock.now()
    return [text for text, until in day.expected.messages.items() if until is None or until > now]


def announce(day: Day) -> Ask | None:
    """Something is said to everybody."""
    text, minutes = day.word("Message"), day.chance.choice((None, 10, 60))
    day.ledger.send("tournaments.Announcement.text", text)

    def done(answer: Answer) -> None:
        day.ledger.keep("tournaments.Announcement.text", text)
        (until,) = rows("tournaments.Announcement", "until", text=text)[0]
        asked = [day.asked_at, day.asked_at + day.apart]
        right = until is None if minutes is None else until - timedelta(minutes=minutes) in asked
        day.check(right, "messages", f"{text} is shown until {until}, for {minutes} minutes from {asked[0]}")
        day.expected.messages[text] = until

    body: dict[str, Any] = {"text": text} | ({"minutes": minutes} if minutes else {})
    # the clock may be set back in the middle of the request: what was over stands once more
    who, sure = day.people.with_role(*STAFF), len(day.expected.messages) < MOST
    return Ask("announce", who, "POST", day.path("announcements/"), body, day.word("k"), done, sure=sure)


def take_back(day: Day) -> Ask | None:
    """It is shown no longer; one whose time is over is left as it is, and stands once more if the clock is set back."""
    if not day.expected.messages:
        return None
    text = day.chance.choice(sorted(day.expected.messages))
    (number,) = rows("tournaments.Announcement", "pk", text=text)[0]

    def done(answer: Answer) -> None:
        ((taken_back, until),) = rows("tournaments.Announcement", "taken_back_at", "until", text=text)
        if taken_back is not None:
            day.expected.messages.pop(text, None)
            return
        over = until is not None and until <= max(day.asked_at, day.asked_at + day.apart)
        day.check(over, "messages", f"{text} is shown on, until {until}")

    who, path = day.people.with_role(*STAFF), day.path(f"announcements/{number}/")
    return Ask("announcement-back", who, "DELETE", path, {}, day.word("k"), done, sure=True)


def check_messages(day: Day) -> None:
    """Everybody is shown what stands, and nothing else."""
    shown = [row["text"] for row in day.reading(day.people.visitor, f"events/{day.slug}/announcements/")]
    wanted = standing(day)
    day.check(sorted(shown) == sorted(wanted), "messages", f"{shown} are shown, not {wanted}")
