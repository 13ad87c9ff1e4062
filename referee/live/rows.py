"""The few statements that every tap runs, written in SQL: building them through the ORM took ten times as long."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from django.db import connection

from referee.logs.reading import Judgment

#: What of a table changes from tap to tap, in the order of ``Now``. What seldom changes is told by the versions that
#: whoever changes it raises in the same transaction, and an account by its own row: so one statement says whether
#: anything that is kept of the table, or of who asks, has changed since.
_NOW = (
    "SELECT t.state, t.version, t.asking, t.observing, t.called, t.featured, t.confirmed, t.open_hands, "
    "t.time_entry, r.entries, r.head, r.signature, r.size, r.status, r.outcome, r.ruleset, r.replaced_at, r.sent_hash, "
    "m.state, o.state, e.state, m.version, o.time_called_at, "
    # one sum for both, as a subquery more costs more than all that it reads
    "(SELECT CAST(COALESCE(SUM(CASE v.topic WHEN 'entrants' THEN 4294967296 * v.version ELSE v.version END), 0) "
    "AS bigint) FROM tournaments_liveversion v "
    "WHERE v.event_id = o.event_id AND v.topic IN ('event', 'rounds', 'entrants')), "
    "u.is_active, u.password, u.display_name "
    "FROM referee_livetable t JOIN referee_record r ON r.id = t.record_id "
    "JOIN tournaments_match m ON m.id = r.match_id JOIN tournaments_round o ON o.id = m.round_id "
    "JOIN tournaments_event e ON e.id = o.event_id LEFT JOIN tournaments_user u ON u.id = %s WHERE t.id = %s"
)


class Now(NamedTuple):
    """The columns of a table that change from tap to tap, the versions of what seldom changes, and the account of who
    asks: None for nobody's."""

    state: str
    version: int
    asking: bool
    observing: bool
    called: bool
    featured: bool
    confirmed: Any
    open_hands: Any
    time_entry: int | None
    entries: int
    head: str
    signature: str
    size: int
    status: str
    outcome: Any
    ruleset: str
    replaced_at: Any
    sent_hash: str
    match_state: str
    round_state: str
    event_state: str
    match_version: int
    time_called_at: Any
    versions: int
    is_active: bool | None
    password: str | None
    display_name: str | None

    @property
    def event_version(self) -> int:
        """Another after each change of the event or of its rounds."""
        return self.versions % 2**32

    @property
    def entrants_version(self) -> int:
        """Another after each change of its entrants."""
        return self.versions // 2**32


def table_now(table: int, user: int = 0) -> Now | None:
    """The present state of a live table, its log, match, round and event, and of the account that asks."""
    if not 0 < table < 2**63:
        return None
    rows = _all(_NOW, user, table)
    if not rows:
        return None
    now = Now(*rows[0])
    return now._replace(
        confirmed=_json(now.confirmed), open_hands=_json(now.open_hands), outcome=_json(now.outcome)
    )


def _json(value: Any) -> Any:
    """A JSON column as a database gives it: its text, or what it holds."""
    return msgspec.json.decode(value) if isinstance(value, str) else value


def entry_under(table: int, key: str) -> int | None:
    """The number of the entry that was stored under a key."""
    rows = _all("SELECT n FROM referee_tap WHERE table_id = %s AND key = %s", table, key)
    return int(rows[0][0]) if rows else None


def write_line(
    record: int, n: int, text: str, *, before: str, head: str, signature: str, judgment: Judgment
) -> bool:
    """Entry ``n`` as the next line of a record that ends in the hash ``before``; False when it does not any more."""
    outcome = None if judgment.outcome is None else msgspec.json.encode(judgment.outcome).decode()
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE referee_record SET entries = %s, size = size + %s, head = %s, signature = %s, status = %s, "
            "outcome = %s, ruleset = %s WHERE id = %s AND entries = %s AND head = %s AND replaced_at IS NULL",
            [
                n, len(text.encode()), head, signature, judgment.status, outcome, judgment.ruleset, record, n - 1,
                before,
            ],
        )  # fmt: skip
        if cursor.rowcount != 1:
            return False
        cursor.execute(
            "INSERT INTO referee_recordpart (record_id, first, body) VALUES (%s, %s, %s)", [record, n, text]
        )
    return True


def write_tap(table: int, n: int, key: str, phone: str, label: str, at: datetime, observed: bool) -> None:
    """Stores who made an entry. Raises IntegrityError for a key that was used."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO referee_tap (table_id, n, key, phone, label, at, observed, answered_by) "
            "VALUES (%s, %s, %s, %s, %s, %s, %s, '')",
            [table, n, key, phone, label, connection.ops.adapt_datetimefield_value(at), observed],
        )


def answer_for_others(table: int, phone: str) -> None:
    """Marks what other phones entered for the table, and nobody answered, as confirmed by this phone, which goes on."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE referee_tap SET answered_by = %s WHERE table_id = %s AND observed = %s AND answered_by = '' "
            "AND phone <> %s",
            [phone, table, True, phone],
        )


def observed_by_others(table: int, phone: str) -> list[tuple[int, str]]:
    """The entries that others made for the table and nobody has answered."""
    return _all(
        "SELECT n, phone FROM referee_tap WHERE table_id = %s AND observed = %s AND answered_by = '' "
        "AND phone <> %s ORDER BY n",
        table,
        True,
        phone,
    )


def parts_after(record: int, n: int) -> list[tuple[int, str]]:
    """The parts of a record that begin after entry ``n``: the number of the first entry of each, and its lines. With
    two processes for the pages one of them asks for each entry that the other stored."""
    return _all(
        "SELECT first, body FROM referee_recordpart WHERE record_id = %s AND first > %s ORDER BY first",
        record,
        n,
    )


def entered_after(table: int, n: int) -> list[tuple[int, str]]:
    """Number and phone of the entries after entry ``n``."""
    return _all("SELECT n, phone FROM referee_tap WHERE table_id = %s AND n > %s", table, n)


def _all(sql: str, *values: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, list(values))
        return list(cursor.fetchall())
