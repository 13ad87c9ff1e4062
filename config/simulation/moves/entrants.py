"""Coming, going and coming back, by the desk and by players themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from config.simulation.expected import DECIDED
from config.simulation.moves.entering import entered
from config.simulation.site_client import Answer, Ask
from config.simulation.stages import is_open_to_the_end

if TYPE_CHECKING:
    from config.simulation.day import Day

DESK = ("organiser", "scorekeeper")
HEADS = ("organiser", "head_judge")


def late_entry(day: Day) -> Ask | None:
    """Somebody comes after the start."""
    if day.expected.state != "running" or len(day.expected.statuses) > day.plan.players + 6:
        return None
    name = day.word("Late")
    day.ledger.send("tournaments.Entrant.name", name)

    def done(answer: Answer) -> None:
        entered(day, answer, name, None)

    who = day.people.with_role(*DESK)
    body = {"name": name, "missed_rounds_as": day.chance.choice(("loss", "bye", "nothing", None))}
    sure = is_open_to_the_end(day)
    return Ask("late_entry", who, "POST", day.path("late-entries/"), body, day.word("k"), done, sure=sure)


def _step(day: Day, code: str, word: str, to: str, by_himself: bool, *roles: str) -> Ask:
    reason = day.word(word)
    day.ledger.send("tournaments.EntrantChange.reason", reason)

    def done(answer: Answer) -> None:
        day.check(answer.data["status"] == to, "entrants", f"{word} of {code}: {answer.data['status']}")
        if to == "disqualified" and day.expected.statuses[code] != to:
            day.expected.was[code] = day.expected.statuses[code]
        if day.expected.statuses[code] != to:
            day.ledger.keep("tournaments.EntrantChange.reason", reason)
        day.expected.statuses[code] = to
        after_leaving(day, code, word)

    who = day.people.players[code] if by_himself else day.people.with_role(*roles)
    path = day.path(f"entrants/{code}/{word}/")
    return Ask(f"entrant-{word}", who, "POST", path, {"reason": reason}, day.word("k"), done, sure=True)


def leaving(day: Day, code: str, word: str, to: str, *roles: str) -> Ask | None:
    """The desk takes this one out: he drops, did not come, or is disqualified."""
    if code not in day.playing():
        return None
    ask = _step(day, code, word, to, False, *roles)
    return _secretly(day, ask) if word == "disqualify" else ask


def after_leaving(day: Day, code: str, word: str) -> None:
    """Who did not come, or was disqualified, loses the match he sits in to the other."""
    if word not in ("no-show", "disqualify"):
        return
    for table in day.expected.tables.values():
        if table.bye or code not in table.seats.values() or len(table.seats) > 2:
            continue
        other = next(letter for letter, held in table.seats.items() if held != code)
        if word == "no-show" and table.outcome == ("no_show", table.letter_of(code), ()):
            if table.state == DECIDED:
                table.decide(("double_loss", None, ()))
        elif table.state == "open":
            table.decide(("no_show" if word == "no-show" else "match_loss", other, ()))


def _of_status(day: Day, *statuses: str) -> str | None:
    fitting = [code for code, status in day.expected.statuses.items() if status in statuses]
    return day.chance.choice(fitting) if fitting else None


def _may_go(day: Day) -> str | None:
    """Somebody who may leave, while enough are left."""
    return _of_status(day, "playing") if len(day.playing()) > 2 else None


def drop(day: Day) -> Ask | None:
    """A player drops, or the desk drops him."""
    code = _may_go(day)
    if code is None:
        return None
    return _step(day, code, "drop", "dropped", day.chance.once_in(2), *DESK)


def out_and_in(code: str, *, by_mistake: bool) -> tuple[Callable[[Day], Ask], ...]:
    """Somebody drops and returns, or is disqualified by mistake and reinstated."""

    def disqualified(day: Day) -> Ask:
        return _secretly(day, _step(day, code, "disqualify", "disqualified", False, *HEADS))

    def reinstated(day: Day) -> Ask:
        return _secretly(day, _step(day, code, "reinstate", "playing", False, *HEADS))

    def dropped(day: Day) -> Ask:
        return _step(day, code, "drop", "dropped", day.chance.once_in(2), *DESK)

    def returned(day: Day) -> Ask:
        return _step(day, code, "return", "playing", False, *DESK)

    return (disqualified, reinstated) if by_mistake else (dropped, returned)


def _secretly(day: Day, ask: Ask) -> Ask:
    """Why is for the staff alone."""
    day.marks.plant(ask.body["reason"], "organiser", "head_judge", "judge", "scorekeeper")
    return ask


def come_back(day: Day) -> Ask | None:
    """Who dropped, or did not come, plays again."""
    code = _of_status(day, "dropped", "no_show")
    return None if code is None else _step(day, code, "return", "playing", False, *DESK)


def no_show(day: Day) -> Ask | None:
    """Somebody did not come to his table."""
    code = _may_go(day)
    return None if code is None else _step(day, code, "no-show", "no_show", False, *DESK)


def disqualify(day: Day) -> Ask | None:
    """Somebody is disqualified. Why is for the staff alone."""
    code = _may_go(day)
    if code is None:
        return None
    return _secretly(day, _step(day, code, "disqualify", "disqualified", False, *HEADS))


def reinstate(day: Day) -> Ask | None:
    """A disqualification is taken back: he is where he was."""
    code = _of_status(day, "disqualified")
    if code is None:
        return None
    was = day.reading(day.people.staff["olga"], f"events/{day.slug}/entrants/{code}/")
    assert was["status"] == "disqualified"
    return _secretly(day, _step(day, code, "reinstate", day.expected.was[code], False, *HEADS))


def award_bye(day: Day) -> Ask | None:
    """Somebody is given a bye in the next round."""
    code = _of_status(day, "playing")
    if code is None:
        return None
    reason = day.word("bye")
    body = {"round_number": day.expected.number + 1, "reason": reason}
    day.ledger.send("tournaments.AwardedBye.reason", reason)
    who = day.people.with_role(*DESK)
    path = day.path(f"entrants/{code}/byes/")
    return Ask("award_bye", who, "POST", path, body, day.word("k"))


def forbid_pair(day: Day) -> Ask | None:
    """Two are kept apart."""
    here = day.playing()
    if len(here) < 4:
        return None
    one, other = day.chance.sample(here, 2)
    strength = "weak" if len(here) < 8 else day.chance.choice(("weak", "absolute"))
    body: dict[str, Any] = {"first": one, "second": other, "strength": strength, "reason": day.word("apart")}
    day.ledger.send("tournaments.ForbiddenPair.reason", body["reason"])
    who = day.people.with_role(*DESK)
    return Ask("forbid_pair", who, "POST", day.path("forbidden-pairs/"), body, day.word("k"), sure=True)


def lift_pair(day: Day) -> Ask | None:
    """Two may meet again."""
    who = day.people.with_role(*DESK)
    pairs = day.reading(who, f"events/{day.slug}/forbidden-pairs/")
    if not pairs:
        return None
    number = day.chance.choice(pairs)["id"]
    return Ask(
        "lift_pair", who, "DELETE", day.path(f"forbidden-pairs/{number}/"), {}, day.word("k"), sure=True
    )


def rename(day: Day) -> Ask | None:
    """The desk mends a rating or a place in the seeding list."""
    code = _of_status(day, "playing")
    if code is None:
        return None
    body = day.chance.choice(
        ({"rating": 1500 + day.chance.randrange(500)}, {"list_seed": day.chance.randint(1, 99)})
    )
    who = day.people.with_role(*DESK)
    return Ask("edit_entrant", who, "PATCH", day.path(f"entrants/{code}/"), body, day.word("k"), sure=True)
