"""Full-text search over precedents, by what the database itself has for it: FTS5 of SQLite, tsvector of PostgreSQL.

Beside the precedents lies a table of their words: as their judges read them, and those of the copy that is open to all.
Triggers write it, so it follows whatever writes a precedent. It is no table of Django's: it is put
there after each migration, also where SQLite made the table of precedents anew, whose triggers then are gone.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper
from django.db.models import QuerySet, Value

from referee.models.precedents import Precedent
from referee.searching import telling_words

TABLE = "referee_precedentwords"
#: Of more precedents than that with the words the newest are ranked: to rank all would cost more than it tells.
RANKED = 1_000


class Index(ABC):
    """The index of one kind of database."""

    @abstractmethod
    def put(self, cursor: CursorWrapper) -> None:
        """Sees to it that the table and what writes it are there, filled where they are new."""

    @abstractmethod
    def matching(self, words: list[str], joined_by: str, *, whole: bool) -> tuple[str, str]:
        """A query for the precedents with these words, each as the beginning of one, all of them (``and``) or some
        (``or``), in what their judges read (``whole``) or in the open copy: ``id`` and ``rank``, the best first. And
        its value."""


class OfSqlite(Index):
    """FTS5 with stemming, a row for a precedent."""

    def put(self, cursor: CursorWrapper) -> None:
        cursor.execute("SELECT name FROM sqlite_master WHERE name LIKE %s", [f"{TABLE}%"])
        there = {row[0] for row in cursor.fetchall()}
        if TABLE not in there:
            cursor.execute(
                f"CREATE VIRTUAL TABLE {TABLE} USING fts5(name, words, open_words, "
                "tokenize='porter unicode61 remove_diacritics 2', prefix='2 3')"
            )
        into = f"INTO {TABLE} (rowid, name, words, open_words)"
        write = f"INSERT OR REPLACE {into} VALUES (new.id, new.name, new.words, new.open_words);"  # noqa: S608
        for name, when, work in (
            ("put", "INSERT", write),
            ("change", "UPDATE OF name, words, open_words", write),
            ("drop", "DELETE", f"DELETE FROM {TABLE} WHERE rowid = old.id;"),  # noqa: S608 - names of our own
        ):
            if f"{TABLE}_{name}" not in there:
                cursor.execute(
                    f"CREATE TRIGGER {TABLE}_{name} AFTER {when} ON referee_precedent BEGIN {work} END"
                )
        if f"{TABLE}_put" not in there:
            cursor.execute(f"DELETE FROM {TABLE}")  # noqa: S608
            cursor.execute(f"INSERT {into} SELECT id, name, words, open_words FROM referee_precedent")  # noqa: S608

    def matching(self, words: list[str], joined_by: str, *, whole: bool) -> tuple[str, str]:
        column = "words" if whole else "open_words"
        asked = f" {joined_by.upper()} ".join(_prefix(word, '"{}"*', '"{}"') for word in words)
        return (
            f"SELECT rowid AS id, bm25({TABLE}, 10.0, 1.0, 1.0) AS rank FROM {TABLE} "  # noqa: S608
            f"WHERE {TABLE} MATCH %s ORDER BY rowid DESC LIMIT {RANKED}",
            f"{{name {column}}} : ({asked})",
        )


class OfPostgres(Index):
    """A table of vectors, two for a precedent, with English stemming and no stop words: which words say nothing is ours
    to say, and the same for both databases."""

    CONFIG = "referee_english"

    def put(self, cursor: CursorWrapper) -> None:
        cursor.execute("SELECT to_regclass(%s) IS NULL", [TABLE])
        if not cursor.fetchone()[0]:
            return
        cursor.execute("SELECT 1 FROM pg_ts_config WHERE cfgname = %s", [self.CONFIG])
        if cursor.fetchone() is None:
            cursor.execute(
                f"CREATE TEXT SEARCH DICTIONARY {self.CONFIG}_stem (TEMPLATE = snowball, Language = english)"
            )
            cursor.execute(f"CREATE TEXT SEARCH CONFIGURATION {self.CONFIG} (COPY = english)")
            cursor.execute(
                f"ALTER TEXT SEARCH CONFIGURATION {self.CONFIG} ALTER MAPPING REPLACE english_stem "
                f"WITH {self.CONFIG}_stem"
            )
        cursor.execute(f"CREATE TABLE {TABLE} (id bigint PRIMARY KEY, words tsvector, open_words tsvector)")
        for column in ("words", "open_words"):
            cursor.execute(f"CREATE INDEX {TABLE}_{column} ON {TABLE} USING gin ({column})")
        cursor.execute(self._functions())
        cursor.execute(
            f"CREATE TRIGGER {TABLE}_put AFTER INSERT OR DELETE OR UPDATE OF name, words, open_words "
            f"ON referee_precedent FOR EACH ROW EXECUTE FUNCTION {TABLE}_write()"
        )
        cursor.execute(f"SELECT {TABLE}_fill(id, name, words, open_words) FROM referee_precedent")  # noqa: S608

    def _functions(self) -> str:
        """What writes the row of a precedent. Signs between words are spaces, as they are to SQLite."""

        def vector(column: str) -> str:
            return f"to_tsvector('{self.CONFIG}', regexp_replace({column}, '[^[:alnum:]]+', ' ', 'g'))"

        name = f"setweight({vector('name')}, 'A')"
        return f"""
            CREATE OR REPLACE FUNCTION {TABLE}_fill(id bigint, name text, words text, open_words text)
            RETURNS void AS $$
                INSERT INTO {TABLE} VALUES (id, {name} || {vector("words")}, {name} || {vector("open_words")})
                ON CONFLICT (id) DO UPDATE SET words = excluded.words, open_words = excluded.open_words
            $$ LANGUAGE sql;
            CREATE OR REPLACE FUNCTION {TABLE}_write() RETURNS trigger AS $$
            BEGIN
                IF TG_OP = 'DELETE' THEN
                    DELETE FROM {TABLE} WHERE {TABLE}.id = old.id;
                ELSE
                    PERFORM {TABLE}_fill(new.id, new.name, new.words, new.open_words);
                END IF;
                RETURN NULL;
            END
            $$ LANGUAGE plpgsql
        """  # noqa: S608 - names of our own

    def matching(self, words: list[str], joined_by: str, *, whole: bool) -> tuple[str, str]:
        column = "words" if whole else "open_words"
        sign = {"and": " & ", "or": " | "}[joined_by]
        newest = (
            f"SELECT id, {column} AS vector, asked FROM {TABLE}, to_tsquery('{self.CONFIG}', %s) asked "  # noqa: S608
            f"WHERE {column} @@ asked ORDER BY id DESC LIMIT {RANKED}"
        )
        # The better the smaller, as SQLite has it.
        return (
            f"SELECT id, -ts_rank('{{0.1, 0.2, 0.4, 1.0}}', vector, asked, 1) AS rank FROM ({newest}) newest",  # noqa: S608
            sign.join(_prefix(word, "{}:*", "{}") for word in words),
        )


def index_of(database: BaseDatabaseWrapper) -> Index:
    """The index that this database has."""
    return OfPostgres() if database.vendor == "postgresql" else OfSqlite()


def put_index(using: str = DEFAULT_DB_ALIAS, **_told: object) -> None:
    """Puts the index there, or mends it; done after each migration."""
    if using != DEFAULT_DB_ALIAS:
        return
    with connection.cursor() as cursor:
        if Precedent._meta.db_table in connection.introspection.table_names(cursor):
            index_of(connection).put(cursor)


def ranked(
    precedents: QuerySet[Precedent], wanted: str, *, most: int | None = None, some: bool = False
) -> list[int]:
    """The numbers of those of these precedents (each with ``whole``, by which its words are read) that have each of the
    words, the best first; then, where asked, of those with some of them; ``most`` in all."""
    words = telling_words(wanted)
    if not words:
        return []
    numbers: dict[int, None] = {}
    with connection.cursor() as cursor:
        for joined_by in ("and", "or") if some and len(words) > 1 else ("and",):
            if most is not None and len(numbers) >= most:
                break
            sentence, values = _sentence(precedents, words, joined_by)
            cursor.execute(sentence, values)
            numbers |= dict.fromkeys(row[0] for row in cursor.fetchall())
    return list(numbers)[:most]


def _sentence(precedents: QuerySet[Precedent], words: list[str], joined_by: str) -> tuple[str, list[Any]]:
    """The query for the numbers, the best first, and its values in the order in which they stand in it. What is read
    whole is looked for apart, where the reader reads anything whole."""
    never = isinstance(precedents.query.annotations["whole"], Value)
    parts: list[str] = []
    values: list[Any] = []
    for whole in (False,) if never else (False, True):
        visible, given = precedents.order_by().filter(whole=whole).values("id").query.sql_with_params()  # type: ignore[misc]
        matching, asked = index_of(connection).matching(words, joined_by, whole=whole)
        parts.append(f"SELECT m.id, m.rank FROM ({matching}) m JOIN ({visible}) v ON v.id = m.id")  # noqa: S608
        values += [asked, *given]
    return f"SELECT id FROM ({' UNION ALL '.join(parts)}) every ORDER BY rank, id DESC", values  # noqa: S608


def _prefix(word: str, beginning: str, whole: str) -> str:
    """As the index is asked for a word: also for what begins with it; a single letter begins too much."""
    return (beginning if len(word) > 1 else whole).format(word)
