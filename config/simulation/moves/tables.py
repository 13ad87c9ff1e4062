"""Live tables: games of all five kinds logged on phones, tap by tap, as self-play would go on."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from config.simulation.expected import DECIDED, Table
from config.simulation.moves.by_page import by_page
from config.simulation.moves.deck_lists import are_open
from config.simulation.site_client import API, Answer, Ask, Person
from referee.judging.words import plain_entry
from referee.logs.storage import stored_log
from referee.models.records import Record
from rules.kernel.chance import Source
from rules.kernel.entries import JUDGE, TABLE, Entry
from rules.kernel.replay import Replay
from rules.kernel.selfplay import choose
from rules.registry import load

if TYPE_CHECKING:
    from config.simulation.day import Day

NOT_SENT = ("seen_by", "at", "salt", "hash")
JUDGES = ("organiser", "head_judge", "judge")


@dataclass
class Live:
    """A live table as the simulator knows it."""

    pk: int
    record: int
    table: Table
    options: dict[str, Any] = field(default_factory=dict)
    phones: dict[str, Person] = field(default_factory=dict)
    run: Replay | None = None
    head: str = ""
    marks: list[str] = field(default_factory=list)
    asks: int = 0


def open_tables(day: Day) -> list[Live]:
    """Those at which entries may be taken. What was secret at the others may be known by now."""
    for live in day.lives.values():
        if live.table.state == DECIDED or live.table.pk not in day.expected.tables:
            for mark in live.marks:
                day.marks.open(mark)
            live.marks.clear()
    if day.expected.round_state != "running":
        return []
    return [
        live for pk, live in day.lives.items() if pk in day.expected.tables and live.table.state != DECIDED
    ]


def open_table(day: Day) -> Ask | None:
    """A player opens the log of his game; the desk has taken in both deck lists before."""
    free = [
        t for pk, t in day.expected.tables.items() if not t.bye and pk not in day.lives and t.state != DECIDED
    ]
    free = [t for t in free if len(t.seats) == 2]
    if not free or day.expected.round_state != "running" or len(open_tables(day)) >= 2:
        return None
    table = day.chance.choice(free)
    game = load(day.choices["game"])
    header = game.sample_header(2, Source(day.word("decks")))
    decks = {line.seat: line.deck for line in header.players}
    marks = [
        _hand_in(day, table, letter, msgspec.to_builtins(decks[letter])) for letter in sorted(table.seats)
    ]
    options = msgspec.to_builtins(header.options)

    def done(answer: Answer) -> None:
        day.lives[table.pk] = Live(answer.data["id"], answer.data["record"], table, options, marks=marks)

    who = day.people.players[day.chance.choice(sorted(table.seats.values()))]
    body = {"game_number": 1, "mode": "phones", "options": options}
    path = f"{API}matches/{table.pk}/live/"
    return Ask("open_live_table", who, "POST", path, body, day.word("k"), done, whole=False)


def _hand_in(day: Day, table: Table, letter: str, deck: dict[str, Any]) -> str:
    """The desk takes in a deck list whose name nobody but its owner and the judges may read."""
    code, mark = table.seats[letter], day.word("deck")
    if not are_open(day):
        day.marks.plant(mark, day.people.players[code].name, *JUDGES)
    path = day.path(f"entrants/{code}/deck/")
    body = {"body": {**deck, "name": mark}}
    ask = Ask("submit_deck", day.people.staff["olga"], "PUT", path, body, day.word("k"))
    day.perform(by_page(day, ask) if day.chance.once_in(3) else ask)
    return mark


def run_of(day: Day, live: Live) -> Replay:
    """The game as the stored lines say it, followed by an engine of the simulator's own."""
    record = Record.objects.get(pk=live.record)
    if live.run is None or live.head != record.head:
        log = stored_log(record, day.choices["game"])
        day.check(log.chain is None, "chains hold", f"record {live.record}: {log.chain}")
        day.check(len(log.entries) == record.entries, "chains hold", f"record {live.record} has lost lines")
        run = Replay(load(day.choices["game"]), log.header)
        for entry in log.entries:
            run.push(entry)
        live.run, live.head = run, record.head
    return live.run


def phone(day: Day, live: Live, letter: str) -> Person:
    """The phone of a seat, with a word that its player's claim was given."""
    person = live.phones.get(letter)
    if person is None:
        player = day.people.players[live.table.seats[letter]]
        state = day.reading(player, f"live/{live.pk}/")
        word = state["phone"]["word"]
        person = Person(player.name, player.roles, f"Seat {word}", player.code)
        live.phones[letter] = person
    return person


def tap(day: Day) -> Ask | None:
    """The next entry of the game, now and then one that is not legal, or one that came too late."""
    playing = open_tables(day)
    if not playing:
        return None
    live = day.chance.choice(playing)
    run = run_of(day, live)
    if run.stopped is not None:
        return None
    entry = choose(run, Source(f"{day.plan.text} {live.table.round} {live.table.table} {len(run.entries)}"))
    if entry is None:
        return confirm_of(day, live)
    plain = {name: value for name, value in plain_entry(entry).items() if name not in NOT_SENT}
    if day.chance.once_in(25):
        plain = {"by": plain["by"], "do": day.chance.choice(("pass", "concede", "draw", "attack"))}
    after = len(run.entries) - (1 if day.chance.once_in(20) and run.entries else 0)
    return _tap(day, live, run, entry, plain, after)


def _tap(day: Day, live: Live, run: Replay, entry: Entry, plain: dict[str, Any], after: int) -> Ask:
    by = plain["by"]
    letter = by if by in live.table.seats else day.chance.choice(sorted(live.table.seats))
    who = day.people.with_role(*JUDGES) if by == JUDGE else phone(day, live, letter)
    seen_by = None if by in (TABLE, JUDGE) else run.game.seen_by(entry, run.position)
    if seen_by is not None and plain.get("do") == entry.do:
        mark = day.word("hidden")
        names = [
            day.people.players[live.table.seats[seat]].name for seat in seen_by if seat in live.table.seats
        ]
        live.marks.append(day.marks.plant(mark, *names, *JUDGES))
        plain["note"] = mark
    key, late = day.word("tap"), after < len(run.entries)

    def done(answer: Answer) -> None:
        day.check(not late, "the first one wins", f"a tap after entry {after} was stored")
        day.ledger.taps[live.pk, key] = (answer.data["n"], str(by), str(plain["do"]))

    def refused(answer: Answer) -> None:
        live.phones.clear()

    def again(answer: Answer) -> None:
        n = day.ledger.taps[live.pk, key][0]
        over = answer.status in (401, 404)
        same = over or (answer.status == 201 and answer.data["n"] == n and answer.data["again"])
        day.check(same, "sent twice counts once", f"tap {key} again: {answer.status} {answer.text[:200]}")

    body = {"key": key, "after": after, "entry": plain, "anyway": True}
    path = f"{API}live/{live.pk}/entries/"
    # it is stored before its answer is put together: where that fails, the same tap again is answered as the first
    return Ask("tap", who, "POST", path, body, key, done, refused, may=None, whole=False, answers_again=again)


def take_back(day: Day) -> Ask | None:
    """A player takes his last entry back, at once or with the other's consent; the game is where it was."""
    playing = [live for live in open_tables(day) if run_of(day, live).active_entries]
    if not playing:
        return None
    live = day.chance.choice(playing)
    run = run_of(day, live)
    on = run.stopped or run.active_entries[-1]
    by = str(run.entries[on - 1].by)
    letter = by if by in live.table.seats else day.chance.choice(sorted(live.table.seats))
    before = run.positions[on - 1]
    key = day.word("undo")

    def done(answer: Answer) -> None:
        if answer.status == 201:
            now = run_of(day, live)
            if now.active_entries and isinstance(now.entries[-1], Entry) and now.entries[-1].do == "undo":
                day.check(now.position == before, "undo brings back", f"entry {on} of live table {live.pk}")

    path = f"{API}live/{live.pk}/undo/"
    body = {"on": on, "key": key}
    return Ask("undo_entry", phone(day, live, letter), "POST", path, body, "", done, may=None)


def answer(day: Day) -> Ask | None:
    """The other agrees to a taking back, or does not; or says of a roll that it was so, or not."""
    playing = open_tables(day)
    if not playing:
        return None
    live = day.chance.choice(playing)
    letter = day.chance.choice(sorted(live.table.seats))
    who = phone(day, live, letter)
    seen = day.site.read(who, f"live/{live.pk}/")
    if seen.status != 200:
        live.phones.clear()
        return None
    wanted = [ask for ask in seen.data["asks"] if letter in ask["wanted"]]
    if wanted:
        body: dict[str, Any] = {"agree": not day.chance.once_in(3)}
        return Ask("answer_ask", who, "POST", f"{API}live/{live.pk}/asks/{wanted[0]['id']}/", body, may=None)
    if seen.data["observed"]:
        n = seen.data["observed"][0]["n"]
        body = {"right": not day.chance.once_in(6)}
        asked = None if body["right"] else live.table
        path = f"{API}live/{live.pk}/observed/{n}/"
        return Ask("answer_observed", who, "POST", path, body, may=None, by_log=asked)
    return None


def call_judge(day: Day) -> Ask | None:
    """A phone calls a judge."""
    playing = open_tables(day)
    if not playing:
        return None
    live = day.chance.choice(playing)
    who = phone(day, live, day.chance.choice(sorted(live.table.seats)))
    body = {"question": day.word("question")}
    return Ask("call_judge", who, "POST", f"{API}live/{live.pk}/call/", body, may=None, by_log=live.table)


def look(day: Day) -> Ask | None:
    """Somebody looks at a live table: a seat, a spectator, the board, the log as a file."""
    if not day.lives:
        return None
    open_tables(day)
    live = day.chance.choice(list(day.lives.values()))
    seated = [day.people.players[code] for code in live.table.seats.values()]
    who = day.chance.choice([*seated, *seated, day.people.visitor, day.people.name_problem])
    rest = day.chance.choice(
        (
            f"live/{live.pk}/",
            f"live/{live.pk}/board/",
            f"live/{live.pk}/watch/",
            f"records/{live.record}/",
            f"records/{live.record}/file/",
            f"matches/{live.table.pk}/records/",
        )
    )
    return Ask("look", who, "GET", API + rest, may=None)


def confirm(day: Day) -> Ask | None:
    """A player confirms what the log came to; mostly it is not over yet."""
    playing = open_tables(day)
    return confirm_of(day, day.chance.choice(playing)) if playing else None


def confirm_of(day: Day, live: Live) -> Ask:
    """By one of the seats."""
    run = run_of(day, live)
    who = phone(day, live, day.chance.choice(sorted(live.table.seats)))
    over = run.outcome() is not None

    def done(answer: Answer) -> None:
        day.check(over or bool(run.stopped), "confirmed when over", f"live table {live.pk} is not over")

    def refused(answer: Answer) -> None:
        live.phones.clear()

    path = f"{API}live/{live.pk}/result/"
    body = {"last": len(run.entries)}
    return Ask("confirm_outcome", who, "POST", path, body, "", done, refused, may=None, by_log=live.table)
