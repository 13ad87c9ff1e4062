"""There and back: a step that was undone leaves everything as it was before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from config.simulation.facts import rows
from config.simulation.moves import clocks, desk, entering, entrants, players
from config.simulation.site_client import Answer, Ask

if TYPE_CHECKING:
    from config.simulation.day import Day

Make = Callable[["Day"], Ask | None]


def there_and_back(day: Day, *steps: Make, but: tuple[str, ...] = ()) -> None:
    """Takes these steps, of which the last undo the first: what can be read of the event is what it was."""
    day.settle_down()  # a change whose process was ended right after it may have standings to be kept yet
    before = picture(day)
    for make in steps:
        ask = make(day)
        if ask is None or not day.quietly(ask).done:
            return
    after = picture(day)
    for name, was in before.items():
        day.check(
            after[name] == was or name in but,
            "undo brings back",
            f"after {[make.__name__ for make in steps]} {name} is {after[name]}, was {was}",
        )


def picture(day: Day) -> dict[str, Any]:
    """The event as an organiser reads it, and as its rows say."""
    olga = day.people.staff["olga"]
    here: dict[str, Any] = {"event__slug": day.slug}
    number = max(day.expected.finished, default=0)
    standing: dict[str, Any] = {
        "round__event__slug": day.slug,
        "round__state__in": ("published", "running", "finished"),
    }
    return {
        "file": day.reading(olga, f"events/{day.slug}/export/event.json"),
        "standings": day.reading(olga, f"events/{day.slug}/standings/?after={number}") if number else None,
        "state": day.reading(olga, f"events/{day.slug}/")["state"],
        "rounds": sorted(
            row for row in rows("tournaments.Round", "number", "state", **here) if row[1] != "withdrawn"
        ),
        "entrants": rows(
            "tournaments.Entrant", "code", "status", "dropped_after", "disqualified_after", "absences", **here
        ),
        "matches": rows("tournaments.Match", "pk", "table", "state", **standing),
        "results": rows(
            "tournaments.Result", "match", "outcome", order="match", replaced_at=None, **_of(standing)
        ),
        "deadlines": rows(
            "tournaments.Deadline", "match", "state", "due_at", "left_ms", order="match", **_of(standing)
        ),
    }


def _of(standing: dict[str, Any]) -> dict[str, Any]:
    return {f"match__{name}": value for name, value in standing.items()}


def before_start(day: Day) -> None:
    """Steps of the morning: the start, from where it is pressed, and its undoing; and of check-in."""
    state, statuses = day.expected.state, dict(day.expected.statuses)

    def undo_start(day: Day) -> Ask:
        day.expected.statuses = statuses
        return entering.event_step(day, "undo-start", state)

    def start(day: Day) -> Ask:
        return entering.start(day, "keep")

    if (
        state == "check_in"
        or sum(1 for said in statuses.values() if said in ("registered", "checked_in")) > 1
    ):
        there_and_back(day, start, undo_start)
    if state != "check_in":
        there_and_back(day, _step("open-check-in", "check_in"), _step("back-to-registration", "registration"))


def called_off(day: Day) -> None:
    """The event is cancelled, stands still for some time, and is on again: all is what it was, but that a clock which
    ran is paused."""
    if day.expected.state not in ("registration", "check_in", "running"):
        return
    day.settle_down()
    was, paused, before = day.expected.state, day.expected.paused, picture(day)
    reason = day.word("cancelled")
    day.ledger.send("tournaments.JournalEntry.reason", reason)

    def cancelled(answer: Answer) -> None:
        day.ledger.keep("tournaments.JournalEntry.reason", reason)
        day.expected.state = "cancelled"
        clocks.hold(day)

    def restored(answer: Answer) -> None:
        day.expected.state = was

    olga = day.people.staff["olga"]
    body = {"reason": reason}
    day.quietly(
        Ask("event-cancel", olga, "POST", day.path("cancel/"), body, day.word("k"), cancelled, sure=True)
    )
    day.clock.advance(day.chance.choice((60, 900, 4000)))
    day.sweeping.sweep()
    for ask in _of_cancelled(day):
        day.quietly(ask)
    day.quietly(
        Ask("event-restore", olga, "POST", day.path("restore/"), {}, day.word("k"), restored, sure=True)
    )
    after = picture(day)
    changed = () if paused or day.expected.round_state != "running" else ("deadlines",)
    for name, said in before.items():
        same = after[name] == said or name in changed
        day.check(same, "undo brings back", f"after it was called off {name} is {after[name]}, was {said}")


def _of_cancelled(day: Day) -> Iterator[Ask]:
    """What nobody can do in an event that is cancelled."""
    tables = [table for table in day.expected.tables.values() if not table.bye]
    if tables and day.expected.round_state == "running":
        table = day.chance.choice(tables)
        ask = players.report_of(day, table, day.chance.choice(sorted(table.seats.values())), agrees=False)
        yield _refused(ask)
    yield _refused(entering.event_step(day, "finish", "finished", reason="no"))


def _refused(ask: Ask) -> Ask:
    ask.sure, ask.never = False, True
    return ask


def _step(word: str, to: str) -> Make:
    def make(day: Day) -> Ask:
        return entering.event_step(day, word, to)

    make.__name__ = word
    return make


def between_rounds(day: Day) -> None:
    """Somebody drops and comes back, is disqualified by mistake; the pairing is made and taken back."""
    kind = day.chance.choice(("offer", "publication", "drop", "disqualification"))
    playing = day.playing()
    if kind in ("offer", "publication"):
        if day.expected.round_state not in ("none", "finished"):
            return
        if kind == "offer":
            there_and_back(day, _offer, desk.take_back_offer)
        else:
            there_and_back(day, _offer, desk.publish, desk.withdraw_round)
    elif len(playing) > 2 and day.expected.round_state in ("none", "finished"):
        code = day.chance.choice(playing)
        there_and_back(day, *entrants.out_and_in(code, by_mistake=kind == "disqualification"))


def _offer(day: Day) -> Ask | None:
    """Who did not come is kept: who is dropped by a pairing does not come back with it."""
    return desk.offer(day, "keep")


def end_of_round(day: Day) -> None:
    """The round is finished, and opened again: tables and results are what they were; its clock is over."""
    if day.expected.round_state == "running" and not day.expected.waiting():
        there_and_back(day, desk.finish, desk.reopen_round, but=("deadlines",))


def end_of_event(day: Day) -> None:
    """The event is finished and goes on."""
    if day.expected.round_state != "offered":
        there_and_back(day, desk.finish_event, desk.reopen_event)
