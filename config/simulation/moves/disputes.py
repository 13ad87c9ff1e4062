"""Disputes: opened by hand, each side's word, pictures, notes; what one side says is read by the other in its time."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING, Any

from config.simulation.disputed import Disputed
from config.simulation.expected import Table
from config.simulation.facts import rows
from config.simulation.site_client import API, Answer, Ask, Person

if TYPE_CHECKING:
    from config.simulation.day import Day
    from config.simulation.moves.tables import Live

STAFF = ("organiser", "head_judge", "judge", "scorekeeper")
JUDGES = ("organiser", "head_judge", "judge")
KINDS = ("rules", "result", "play", "other", "conduct")
#: What somebody's behaviour, and a judge's own note, are about is not told to the table.
NOT_TOLD = ("conduct", "noted")
#: A dispute takes no more of one person's.
MOST_PICTURES = 4
BOUNDARY = "the-end-of-a-part"


def open_dispute(day: Day) -> Ask | None:
    """A player or a judge opens one, now and then about an entry of a log of that table."""
    tables = [t for t in day.expected.every_table() if not t.bye]
    here = list(day.expected.tables.values()) if day.expected.round_state == "running" else []
    tables = [t for t in here if not t.bye] or [t for t in tables if t.round in day.expected.finished]
    if not tables or day.expected.state != "running" or day.expected.round_state == "published":
        return None
    return _opening(day, day.chance.choice(tables), about_log=not day.chance.once_in(3))


def open_about_log(day: Day) -> Ask | None:
    """One about an entry of a log that is kept at a table of this round."""
    if day.expected.state != "running" or day.expected.round_state != "running":
        return None
    logged = [live.table for live in day.lives.values() if _has_entries(live)]
    tables = [table for table in logged if table.pk in day.expected.tables]
    return _opening(day, day.chance.choice(tables), about_log=True) if tables else None


def _has_entries(live: Live | None) -> bool:
    return live is not None and live.run is not None and bool(live.run.entries)


def _opening(day: Day, table: Table, *, about_log: bool) -> Ask | None:
    by_judge = day.chance.once_in(3)
    code = day.chance.choice(sorted(table.seats.values()))
    who = day.people.with_role(*JUDGES) if by_judge else day.people.players[code]
    if not who.authorization:
        return None
    kind = day.chance.choice((*KINDS, "noted") if by_judge else KINDS)
    told = () if kind in NOT_TOLD and by_judge else (who.name,) if kind in NOT_TOLD else _names(day, table)
    words = day.marks.plant(day.word("question"), *told, *STAFF)
    day.ledger.send("referee.DisputeRow.text", words)
    body: dict[str, Any] = {"kind": kind, "words": words}
    live = day.lives.get(table.pk)
    if live is not None and _has_entries(live) and about_log:
        body |= {"record": live.record, "entry": 1}

    def done(answer: Answer) -> None:
        day.ledger.keep("referee.DisputeRow.text", words)
        number = answer.data["dispute"]["id"]
        made = Disputed(number, table.pk, kind, told)
        day.expected.disputes.setdefault(number, made).rows.append(words)
        texts = [row["text"] for row in answer.data["rows"]]
        day.check(words in texts, "disputes", f"{who} opened {number}, and reads {texts}")

    path = f"{API}matches/{table.pk}/disputes/"
    return Ask("open_dispute", who, "POST", path, body, day.word("k"), done, sure="record" not in body)


def state(day: Day) -> Ask | None:
    """A side says what happened. The other reads it once all sides have spoken, or a judge has shown it."""
    waiting = _open_one(day, told=True)
    if waiting is None:
        return None
    dispute, table = waiting
    letter = day.chance.choice(sorted(table.seats))
    who = day.people.players[table.seats[letter]]
    if not who.authorization or (dispute.told and who.name not in dispute.told):
        return None
    words, key = day.word("statement"), day.word("k")
    day.ledger.send("referee.DisputeRow.text", words)
    _plant(day, dispute, table, words, letter)
    after = {*dispute.stated, letter}
    if dispute.kind not in NOT_TOLD and after == set(table.seats):
        _open_statements(day, dispute, table, (words,))

    def done(answer: Answer) -> None:
        day.ledger.keep("referee.DisputeRow.text", words)
        dispute.rows.append(words)
        dispute.stated.setdefault(letter, []).append(words)
        read = {row["text"] for row in answer.data["rows"] if row["kind"] == "statement"}
        if _is_shown(dispute, table):
            said = {text for texts in dispute.stated.values() for text in texts}
            day.check(said <= read, "disputes", f"{who} reads {sorted(read)} of what all sides said: {said}")
            _open_statements(day, dispute, table)
        else:
            mine = set(dispute.stated[letter])
            day.check(read == mine, "disputes", f"{who} reads {sorted(read)}, said {sorted(mine)}")

    def refused(answer: Answer) -> None:
        if not _is_shown(dispute, table):
            for seat, texts in dispute.stated.items():
                for text in texts:
                    _plant(day, dispute, table, text, seat)

    path = day.path(f"disputes/{dispute.pk}/statements/")
    return Ask("make_statement", who, "POST", path, {"statement": words}, key, done, refused)


def show(day: Day) -> Ask | None:
    """A judge lets the table read what was said so far."""
    waiting = _open_one(day)
    if waiting is None:
        return None
    dispute, table = waiting
    was = _is_shown(dispute, table)
    _open_statements(day, dispute, table)

    def done(answer: Answer) -> None:
        day.check(bool(dispute.stated), "disputes", f"statements of {dispute.pk} were shown: there are none")
        dispute.shown = True
        _open_statements(day, dispute, table)

    def refused(answer: Answer) -> None:
        if not was and not dispute.shown:
            for seat, texts in dispute.stated.items():
                for text in texts:
                    _plant(day, dispute, table, text, seat)

    path = day.path(f"disputes/{dispute.pk}/show/")
    who = day.people.with_role(*JUDGES)
    return Ask("show_statements", who, "POST", path, {}, day.word("k"), done, refused)


def note(day: Day) -> Ask | None:
    """A judge writes something down, for those who know of the question or for the staff."""
    waiting = _open_one(day)
    if waiting is None:
        return None
    dispute, _table = waiting
    words, to_table = day.word("note"), day.chance.once_in(2)
    day.marks.plant(words, *(dispute.told if to_table else ()), *STAFF)
    day.ledger.send("referee.DisputeRow.text", words)

    def done(answer: Answer) -> None:
        day.ledger.keep("referee.DisputeRow.text", words)
        dispute.rows.append(words)

    path, body = day.path(f"disputes/{dispute.pk}/notes/"), {"note": words, "to_table": to_table}
    return Ask("add_note", day.people.with_role(*JUDGES), "POST", path, body, day.word("k"), done, sure=True)


def reopen(day: Day) -> Ask | None:
    """A judge opens again what was answered by word."""
    closed = [d for d in _known(day) if d not in _open(day)]
    if not closed or day.expected.state != "running":
        return None
    dispute, reason = day.chance.choice(closed), day.word("again")
    day.marks.plant(reason, *dispute.told, *STAFF)
    day.ledger.send("referee.DisputeRow.text", reason)

    def done(answer: Answer) -> None:
        day.ledger.keep("referee.DisputeRow.text", reason)
        dispute.rows.append(reason)

    path, body = day.path(f"disputes/{dispute.pk}/reopen/"), {"reason": reason}
    return Ask("reopen_dispute", day.people.with_role(*JUDGES), "POST", path, body, day.word("k"), done)


# -- pictures


def send_picture(day: Day) -> Ask | None:
    """A player or a judge sends a picture; what is in its file beside what it shows is nobody's to read."""
    waiting = _open_one(day)
    if waiting is None:
        return None
    dispute, table = waiting
    code = day.chance.choice(sorted(table.seats.values()))
    player, judge = day.people.players[code], day.people.with_role(*JUDGES)
    by_player = player.authorization and player.name in dispute.told and not day.chance.once_in(3)
    who = player if by_player else judge
    caption, to_table = day.word("caption"), day.chance.once_in(2)
    may = dispute.told if to_table else (who.name,) if by_player else ()
    day.marks.plant(caption, *may, *(STAFF if to_table else JUDGES))
    day.ledger.send("referee.DisputeRow.text", caption)
    inside = day.marks.plant(day.word("taken-at"))
    data = drawn(day.numbers, inside)

    def done(answer: Answer) -> None:
        day.ledger.keep("referee.DisputeRow.text", caption)
        dispute.rows.append(caption)
        (number,) = [row["picture"] for row in answer.data["rows"] if row["text"] == caption]
        dispute.pictures[number] = (who.name, may)

    path, body = day.path(f"disputes/{dispute.pk}/pictures/"), _parts(caption, to_table, data)
    return Ask(
        "add_picture", who, "POST", path, body, day.word("k"), done, whole=False,
        content_type=f"multipart/form-data; boundary={BOUNDARY}",
    )  # fmt: skip


def look_at_picture(day: Day) -> Ask | None:
    """Somebody looks at a picture; who is not told of it is told that there is none."""
    sent = [(dispute, number) for dispute in _known(day) for number in sorted(dispute.pictures)]
    if not sent:
        return None
    dispute, number = day.chance.choice(sent)
    who = day.chance.choice([*_players(day), day.people.visitor, day.people.with_role(*JUDGES)])
    told = who.name in dispute.pictures[number][1] or bool(who.roles.intersection(JUDGES))
    path = day.path(f"disputes/{dispute.pk}/pictures/{number}/")
    return Ask("look at a picture", who, "GET", path, may=None, never=not told)


def erase_picture(day: Day) -> Ask | None:
    """Who sent a picture takes it back, or a judge erases it; the other side may not."""
    sent = [(d, number) for d in _known(day) if d in _open(day) for number in sorted(d.pictures)]
    if not sent or day.expected.state != "running":
        return None
    dispute, number = day.chance.choice(sent)
    owner = dispute.pictures[number][0]
    mine = [person for person in _players(day) if person.name == owner and person.authorization]
    who = day.chance.choice([*mine, day.people.with_role(*JUDGES), *_players(day)])
    others = who not in mine and not who.roles.intersection(JUDGES)

    def done(answer: Answer) -> None:
        dispute.pictures.pop(number, None)
        left = rows("referee.DisputePicture", "pk", pk=number)
        day.check(not left, "disputes", f"picture {number} was erased and is there")

    path = day.path(f"disputes/{dispute.pk}/pictures/{number}/")
    return Ask("erase_picture", who, "DELETE", path, {}, day.word("k"), done, may=None, never=others)


def drawn(number: int, inside: str) -> bytes:
    """A small PNG of a colour of its own, with a text in its file that its pixels do not show."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    colour = bytes((number % 251, number // 251 % 251, 90))
    lines = b"".join(b"\0" + colour * 8 for _ in range(8))
    return b"".join(
        (
            b"\x89PNG\r\n\x1a\n",
            chunk(b"IHDR", struct.pack(">IIBBBBB", 8, 8, 8, 2, 0, 0, 0)),
            chunk(b"tEXt", b"Comment\0" + inside.encode()),
            chunk(b"IDAT", zlib.compress(lines)),
            chunk(b"IEND", b""),
        )
    )


def _parts(caption: str, to_table: bool, data: bytes) -> bytes:
    fields = {"caption": caption, "to_table": "true" if to_table else "false"}
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="picture"; filename="a.png"\r\n'
    end = f"\r\n--{BOUNDARY}--\r\n"
    return b"".join([*parts, f"{head}Content-Type: image/png\r\n\r\n".encode(), data, end.encode()])


# -- looking


def look(day: Day) -> Ask | None:
    """Somebody reads a dispute, or what there is of one, by the API or its page."""
    known = _known(day)
    if not known:
        return None
    dispute = day.chance.choice(known)
    here = [day.people.players[c] for t in day.expected.every_table() if t.pk == dispute.match
            for c in t.seats.values()]  # fmt: skip
    others = [day.people.visitor, day.people.name_problem, *day.people.staff.values(), *_players(day)]
    who = day.chance.choice([*here, *here, *here, *others])
    paths = (f"events/{day.slug}/disputes/{dispute.pk}/", f"matches/{dispute.match}/disputes/")
    path = day.chance.choice(paths)
    if day.chance.once_in(3) and day.people.open_browser(who):
        return Ask("look at a page", who, "GET", f"/{path}", may=None, content_type="form")
    return Ask("look", who, "GET", API + path, may=None)


# -- the book


def _names(day: Day, table: Table) -> tuple[str, ...]:
    return tuple(day.people.players[code].name for code in table.seats.values())


def _players(day: Day) -> list[Person]:
    return list(day.people.players.values())


def _known(day: Day) -> list[Disputed]:
    """Those whose table stands."""
    there = {table.pk for table in day.expected.every_table()}
    return [dispute for dispute in day.expected.disputes.values() if dispute.match in there]


def _open(day: Day) -> list[Disputed]:
    numbers = {pk for (pk,) in rows("referee.Dispute", "pk", event__slug=day.slug, resolved_at=None)}
    return [dispute for dispute in _known(day) if dispute.pk in numbers]


def _open_one(day: Day, *, told: bool = False) -> tuple[Disputed, Table] | None:
    """An open dispute with its table; ``told``: of which a player was told."""
    waiting = [dispute for dispute in _open(day) if dispute.told or not told]
    if not waiting or day.expected.state != "running":
        return None
    dispute = day.chance.choice(waiting)
    return dispute, next(t for t in day.expected.every_table() if t.pk == dispute.match)


def _is_shown(dispute: Disputed, table: Table) -> bool:
    return dispute.shown or (dispute.kind not in NOT_TOLD and set(dispute.stated) >= set(table.seats))


def _plant(day: Day, dispute: Disputed, table: Table, words: str, letter: str) -> None:
    """Only the own side and the judges may read it yet."""
    if _is_shown(dispute, table):
        day.marks.plant(words, *_names(day, table), *JUDGES)
    else:
        own = day.people.players[table.seats[letter]].name
        day.marks.plant(words, own, *JUDGES, opened=lambda: _in_the_same_moment(dispute, table))


def _in_the_same_moment(dispute: Disputed, table: Table) -> bool:
    """Whether all sides have spoken by now, or a judge has shown it, though the answer has not been heard of yet."""
    told = rows("referee.DisputeRow", "kind", "seat", dispute=dispute.pk)
    spoken = {seat for kind, seat in told if kind == "statement"}
    known = dispute.kind not in NOT_TOLD and spoken >= set(table.seats)
    return known or any(kind == "shown" for kind, _ in told)


def _open_statements(day: Day, dispute: Disputed, table: Table, more: tuple[str, ...] = ()) -> None:
    names = _names(day, table) if dispute.kind not in NOT_TOLD else dispute.told
    for text in (*more, *(text for texts in dispute.stated.values() for text in texts)):
        day.marks.plant(text, *names, *JUDGES)
