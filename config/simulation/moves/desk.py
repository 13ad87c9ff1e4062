"""The desk: pairings offered, changed and published, rounds begun and ended, results entered and corrected."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from config.simulation.expected import DECIDED, REPORTED, Table, said
from config.simulation.facts import rows
from config.simulation.moves import table_ranges
from config.simulation.moves.absent import settle_absent
from config.simulation.moves.outcomes import outcome_for
from config.simulation.punished import costs_at, follow_tables
from config.simulation.site_client import API, Answer, Ask, Person
from config.simulation.stages import has_schedule
from config.simulation.structures import check_structure
from tournaments.models.clocks import Deadline
from tournaments.models.rounds import Match

if TYPE_CHECKING:
    from config.simulation.day import Day

DESK = ("organiser", "scorekeeper")
RESULTS = ("organiser", "head_judge", "scorekeeper")


def get_going(day: Day) -> bool:
    """One step nearer to a running round; whether there is one to come."""
    state = day.expected.round_state
    if state in ("none", "finished"):
        if not day.playing():
            return False
        answer = day.step(offer(day))
        # a page that refuses has no code: the next try may be a program's
        if (
            answer is not None
            and not answer.done
            and answer.data
            and answer.data["code"] == "nothing_to_pair"
        ):
            return False
    elif state == "offered":
        if day.chance.once_in(3):
            day.step(change_pairing(day))
        elif day.chance.once_in(8):
            day.step(take_back_offer(day))
        else:
            day.step(publish(day))
    elif state == "published":
        if day.chance.once_in(10):
            day.step(withdraw_round(day))
        else:
            day.step(start(day))
    return True


def start(day: Day) -> Ask:
    """Play begins."""
    return round_step(day, "start", "running", began)


def offer(day: Day, absent: str = "") -> Ask | None:
    """The next round is paired; or paired again. Who did not come to the last one is kept, or dropped, or the desk is
    asked first."""
    if day.expected.round_state not in ("none", "finished", "offered"):
        return None
    if day.expected.round_state == "finished" and day.expected.number >= day.rounds:
        return None
    who, choice = day.people.with_role(*DESK), absent or day.chance.choice(("keep", "keep", "drop", ""))

    def done(answer: Answer) -> None:
        if not choice and answer.data["number"] in day.expected.finished:
            return  # the page leads to the desk, which is asked first
        settle_absent(day, choice)
        day.expected.number, day.expected.round_state = answer.data["number"], "offered"
        day.expected.offers += 1

    def refused(answer: Answer) -> None:
        day.check(answer.status == 409, "allowed", f"no offer: {answer.text[:300]}")

    body = {"by_hand": day.chance.choice(("keep", "drop")), "absent": choice}
    return Ask("offer_round", who, "POST", day.path("rounds/"), body, day.word("k"), done, refused)


def take_back_offer(day: Day) -> Ask:
    """The offer is taken back."""

    def done(answer: Answer) -> None:
        back_to_before(day)

    who = day.people.with_role(*DESK)
    return Ask("withdraw_offer", who, "DELETE", day.path("offer/"), {}, day.word("k"), done, sure=True)


def back_to_before(day: Day) -> None:
    """The number is paired anew."""
    day.expected.tables = {}
    day.expected.number -= 1
    day.expected.round_state = "finished" if day.expected.number else "none"
    day.expected.paused = day.expected.stopped = False


def change_pairing(day: Day) -> Ask | None:
    """Two are swapped, somebody is placed, or the whole is set by hand."""
    who = day.people.with_role(*DESK)
    offered = offered_to(day, who)
    seated = [code for table in offered["tables"] for code in table["seats"]]
    if len(seated) < 4 or len(offered["tables"]) < 2 or has_schedule(day):
        return None
    reason = day.word("pairing")
    day.ledger.send("tournaments.PairingChange.reason", reason)
    one, other = day.chance.sample(seated, 2)
    kind = day.chance.choice(("swap", "place", "put"))

    def done(answer: Answer) -> None:
        day.ledger.keep("tournaments.PairingChange.reason", reason)
        day.expected.offers += 1

    key = day.word("k")
    if kind == "swap":
        body: dict[str, Any] = {"first": one, "second": other, "reason": reason}
        return Ask("swap_entrants", who, "POST", day.path("offer/swap/"), body, key, done)
    if kind == "place":
        body = {"entrants": [one, other], "table": day.chance.randint(1, 9), "reason": reason}
        return Ask("place_entrants", who, "POST", day.path("offer/place/"), body, key, done)
    tables = [{"table": row["table"], "seats": row["seats"]} for row in offered["tables"]]
    tables[0]["seats"], tables[1]["seats"] = (
        [tables[0]["seats"][0], tables[1]["seats"][0]],
        [tables[0]["seats"][1], tables[1]["seats"][1], *tables[1]["seats"][2:]],
    )
    pairing = {"tables": tables, "byes": offered["byes"], "unpaired": offered["unpaired"]}
    body = {"pairing": pairing, "reason": reason}
    return Ask("set_pairing", who, "PUT", day.path("offer/"), body, key, done)


def offered_to(day: Day, who: Person) -> dict[str, Any]:
    """The offer as the desk reads it, with codes alone."""
    pairing = day.reading(who, f"events/{day.slug}/offer/")["pairing"]
    for name in ("byes", "unpaired"):
        pairing[name] = [each["code"] if isinstance(each, dict) else each for each in pairing[name]]
    for table in pairing["tables"]:
        table["seats"] = [each["code"] if isinstance(each, dict) else each for each in table["seats"]]
    return dict(pairing)


def publish(day: Day, past_appeals: bool | None = None) -> Ask:
    """The pairing is shown to everybody, just as it was offered; past an open appeal by a second press."""
    past = day.chance.once_in(3) if past_appeals is None else past_appeals
    who = day.people.with_role(*DESK)
    offered, as_of = offered_to(day, who), day.expected.offers
    hall = day.expected.ranges, dict(day.expected.inside)

    def done(answer: Answer) -> None:
        day.expected.round_state = "published"
        if hall == (day.expected.ranges, day.expected.inside):
            table_ranges.check_numbers(day)
        # another offer may have come between: it is this one's word alone that is not known then
        take_in_tables(day, offered if as_of == day.expected.offers else None)
        check_structure(day)

    def refused(answer: Answer) -> None:
        if day.expected.round_state != "offered":
            return  # somebody else took it back or published it in the same moment
        if not past and rows("referee.Appeal", "pk", decided_at=None):
            day.perform(publish(day, past_appeals=True))
            return
        outdated = answer.status == 409
        day.check(outdated, "allowed", f"not published: {answer.status} {answer.text[:300]}")
        day.perform(offer(day, "keep") or take_back_offer(day))

    path = day.path(f"rounds/{day.expected.number}/publish/")
    body = {"past_appeals": True} if past else {}
    return Ask("round-publish", who, "POST", path, body, day.word("k"), done, refused)


def take_in_tables(day: Day, offered: dict[str, Any] | None) -> None:
    """The matches of a published round, which must be those of its offer where that is known."""
    matches = Match.objects.filter(
        round__event__slug=day.slug, round__number=day.expected.number, round__state="published"
    ).order_by("pk")
    day.expected.tables = {}
    for match in matches:
        seats = dict(match.seats.order_by("letter").values_list("letter", "entrant__code"))
        table = Table(match.pk, day.expected.number, match.table, seats, match.is_bye)
        if match.is_bye:
            table.state = DECIDED
        day.expected.tables[match.pk] = table
    now = sorted((t.table or 0, tuple(t.seats.values())) for t in day.expected.tables.values())
    day.expected.published[day.expected.number] = now
    if offered is None:
        return
    then = sorted(
        [(row["table"], tuple(row["seats"])) for row in offered["tables"]]
        + [(0, (code,)) for code in offered["byes"]]
    )
    day.check(now == then, "published as offered", f"offered {then}, published {now}")
    here = [code for table in day.expected.tables.values() for code in table.seats.values()]
    here += offered["unpaired"]
    # in a later stage, a bracket or a round robin not everybody sits
    right = set(here) <= set(day.playing()) if has_schedule(day) else sorted(here) == sorted(day.playing())
    day.check(
        right and len(here) == len(set(here)),
        "seated once",
        f"round {day.expected.number}: seated {sorted(here)}, playing {sorted(day.playing())}",
    )


def round_step(day: Day, word: str, to: str, after: Any = None, **body: Any) -> Ask:
    """A step in the life of the round."""
    who = day.people.with_role(*DESK)

    def done(answer: Answer) -> None:
        if day.expected.round_state == to:
            return  # somebody else did it in the same moment: twice is once
        day.expected.round_state = to
        if after is not None:
            after(day)

    path = day.path(f"rounds/{day.expected.number}/{word}/")
    return Ask(f"round-{word}", who, "POST", path, body, day.word("k"), done, sure=word == "start")


def began(day: Day) -> None:
    """The clocks of a round that has just begun: each table that plays has a deadline. Losses that waited count now."""
    follow_tables(day)
    day.expected.penalties_moved = bool(day.expected.penalties)
    if day.choices["clock_kind"] == "none":
        return
    start = Match.objects.filter(pk__in=day.expected.tables).values_list("round__started_at", flat=True)[0]
    assert start is not None
    due = dict(Deadline.objects.filter(match__in=day.expected.tables).values_list("match", "due_at"))
    for pk, table in day.expected.tables.items():
        if table.bye or table.logged or table.state == DECIDED:
            continue
        day.check(pk in due, "deadlines", f"table {table.table} has no deadline")
        until = due[pk]
        assert until is not None
        # where the clock was set in the middle of this, the start may be told by either time
        minutes = [(until - start + apart).total_seconds() / 60 for apart in {timedelta(), day.apart}]
        if day.choices["clock_kind"] == "fixed":
            right = day.choices["round_minutes"] in minutes
        else:
            right = any(27 <= told <= 32 for told in minutes)
        day.check(right, "deadlines", f"table {table.table} has {minutes} minutes")
        table.due, table.clock = due[pk], "running"


def settle(day: Day, table: Table) -> Ask:
    """Staff enter what is missing."""
    return entering_of(day, table, "enter_result")


def enter(day: Day) -> Ask | None:
    """Staff enter the result of a table, played or not."""
    open_now = [t for t in day.expected.tables.values() if not t.bye and t.state != DECIDED]
    return entering_of(day, day.chance.choice(open_now), "enter_result") if open_now else None


def correct(day: Day) -> Ask | None:
    """Staff correct a result of this round."""
    decided = [t for t in day.expected.tables.values() if not t.bye and t.state == DECIDED]
    return entering_of(day, day.chance.choice(decided), "correct_result") if decided else None


def correct_finished(day: Day) -> Ask | None:
    """Staff correct a result of a round that is over."""
    tables = [t for rounds in day.expected.finished.values() for t in rounds.values() if not t.bye]
    return entering_of(day, day.chance.choice(tables), "correct_result") if tables else None


def entering_of(day: Day, table: Table, verb: str) -> Ask:
    """A result by staff, with a reason."""
    who = day.people.with_role(*RESULTS)
    reason = day.word("result")
    outcome = outcome_for(day, table, by_staff=True)
    day.ledger.send("tournaments.Result.reason", reason)

    def done(answer: Answer) -> None:
        day.ledger.keep("tournaments.Result.reason", reason)
        table.decide(said(outcome))
        table.logged = False

    path = f"{API}matches/{table.pk}/result/"
    body = {**outcome, "reason": reason}
    sure = not costs_at(day, table).of_result
    return Ask(verb, who, "PUT", path, body, day.word("k"), done, sure=sure)


def clear(day: Day) -> Ask | None:
    """Staff take a result away."""
    told = [t for t in day.expected.tables.values() if not t.bye and t.state != "open"]
    if not told or day.expected.round_state != "running":
        return None
    table, reason = day.chance.choice(told), day.word("cleared")
    who = day.people.with_role(*RESULTS)
    day.ledger.send("tournaments.JournalEntry.reason", reason)

    def done(answer: Answer) -> None:
        if table.state == "open":
            return  # somebody else did it in the same moment: twice is once
        day.ledger.keep("tournaments.JournalEntry.reason", reason)
        table.clear()
        # A log is still there, and what is asked of it still holds the deadline.
        table.logged = table.pk in day.lives or table in day.records.values()

    path = f"{API}matches/{table.pk}/result/"
    sure = not costs_at(day, table).of_result
    return Ask("clear_result", who, "DELETE", path, {"reason": reason}, day.word("k"), done, sure=sure)


def finish(day: Day) -> Ask:
    """The round ends; sometimes reports are taken as they stand."""
    who = day.people.with_role(*DESK)
    body = {"accept_reports": day.chance.once_in(2)}

    def done(answer: Answer) -> None:
        if day.expected.round_state != "running":
            return
        over = (DECIDED, REPORTED) if body["accept_reports"] else (DECIDED,)
        for table in day.expected.tables.values():
            day.check(table.logged or table.state in over, "finished", f"{table} was not decided")
            table.state = DECIDED
            table.clock = "none"
        day.expected.finished[day.expected.number] = day.expected.tables
        day.expected.tables = {}
        day.expected.round_state = "finished"
        day.expected.paused = day.expected.stopped = False

    path = day.path(f"rounds/{day.expected.number}/finish/")
    return Ask("round-finish", who, "POST", path, body, day.word("k"), done)


def finish_too_early(day: Day) -> Ask | None:
    """Somebody at the desk ends the round while tables play."""
    if day.expected.round_state != "running" or not day.expected.waiting():
        return None
    return finish(day)


def reopen_round(day: Day) -> Ask | None:
    """The newest round is opened again."""
    if day.expected.round_state not in ("finished", "offered"):
        return None
    number = day.expected.number - (day.expected.round_state == "offered")
    if not number:
        return None
    reason = day.word("opened")
    who = day.people.with_role(*DESK)

    def done(answer: Answer) -> None:
        if number not in day.expected.finished:
            return  # somebody else did it in the same moment: twice is once
        day.expected.number, day.expected.round_state = number, "running"
        day.expected.tables = day.expected.finished.pop(number)
        for table in day.expected.tables.values():
            table.clock, table.due, table.left = "none", None, None
        day.expected.stopped = True

    path = day.path(f"rounds/{number}/unfinish/")
    return Ask("round-unfinish", who, "POST", path, {"reason": reason}, day.word("k"), done, sure=True)


def withdraw_round(day: Day) -> Ask | None:
    """The publication is taken back: the number is paired anew."""
    if day.expected.round_state not in ("published", "running"):
        return None
    number, reason = day.expected.number, day.word("withdrawn")
    who = day.people.with_role(*DESK)
    day.ledger.send("tournaments.JournalEntry.reason", reason)

    def done(answer: Answer) -> None:
        if (day.expected.number, day.expected.round_state in ("published", "running")) == (number, True):
            day.ledger.keep("tournaments.JournalEntry.reason", reason)
            day.expected.published.pop(number, None)
            back_to_before(day)

    body = {"reason": reason, "void_results": True}
    return Ask(
        "round-withdraw",
        who,
        "POST",
        day.path(f"rounds/{number}/withdraw/"),
        body,
        day.word("k"),
        done,
        sure=True,
    )


def change_choices(day: Day) -> Ask | None:
    """A choice that players rely on changes, with a reason."""
    name, values = day.chance.choice(
        (
            ("points_draw", (1, 2)),
            ("points_bye", (2, 3)),
            ("profile", ("mtr", "pokemon", "netrunner", "fide")),
            ("confirm_minutes", (1, 5, 10)),
        )
    )
    value, reason = day.chance.choice(values), day.word("choice")
    olga = day.people.staff["olga"]

    def done(answer: Answer) -> None:
        day.choices[name] = value
        day.check(answer.data[name] == value, "choices", f"{name} is {answer.data[name]}, not {value}")

    body = {name: value, "reason": reason}
    return Ask("edit_event", olga, "PATCH", day.path(), body, day.word("k"), done, sure=True)


def finish_event(day: Day) -> Ask:
    """The event ends."""

    def done(answer: Answer) -> None:
        day.expected.state = "finished"
        if day.expected.round_state == "offered":
            back_to_before(day)
        day.marks.hidden = {text: who for text, who in day.marks.hidden.items() if text != day.event_seed}

    olga = day.people.staff["olga"]
    body = {"reason": day.word("over")}
    return Ask("event-finish", olga, "POST", day.path("finish/"), body, day.word("k"), done, sure=True)


def reopen_event(day: Day) -> Ask:
    """The finish is undone."""

    def done(answer: Answer) -> None:
        day.expected.state = "running"

    olga = day.people.staff["olga"]
    return Ask("event-reopen", olga, "POST", day.path("reopen/"), {}, day.word("k"), done, sure=True)
