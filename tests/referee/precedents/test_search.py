"""Precedents are searched by the database's own means, the same on both: stems, beginnings of words, the best first,
what follows every change, and only in what the reader may read."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from django.core.management import call_command
from django.db import connection

from referee.models.precedents import Precedent
from referee.precedents.index import TABLE, put_index
from referee.precedents.queries import best_precedents, found_precedents, readable
from referee.searching import without_marks
from tests.tournaments.factories import actor, at
from tournaments.access import Actor

pytestmark = pytest.mark.django_db


def stored(name: str, words: str, hidden: str = "") -> Precedent:
    """A precedent of another site with these words, and some that are not in the copy for all."""
    return Precedent.objects.create(
        game="highlander", name=name, text="x", open_text="x", at=at(0), by="x",
        words=without_marks(f"{name} {words} {hidden}"),
        open_words=without_marks(f"{name} {words}"),
    )  # fmt: skip


def found(wanted: str) -> list[str]:
    return [one.name for one in found_precedents(readable(Actor.anonymous()), wanted)]


def best(wanted: str, most: int = 10) -> Sequence[str]:
    return [one.name for one in best_precedents(readable(Actor.anonymous()), wanted, most)]


def test_forms_of_a_word_beginnings_and_marks() -> None:
    stored("One", "blocking an attack with head-shot.undefended")
    stored("Two", "a dodge of Café")
    for wanted in ("block", "blocks", "BLOCKED", "blo", "Attacks block", "Head Shot", "shot.undef", "one"):
        assert found(wanted) == ["One"], wanted
    for wanted in ("cafe", "Café", "dodging"):
        assert found(wanted) == ["Two"], wanted
    for wanted in ("dodge block", "lock", "b"):
        assert found(wanted) == [], wanted
    assert found("  ") == ["Two", "One"]  # all of them, the newest first


def test_what_says_nothing_is_left_out_and_stands_where_there_is_nothing_else() -> None:
    stored("Out of turn", "phases")
    assert found("what is the turn of a player who is out?") == []
    assert found("What is out?") == found("the out of") == ["Out of turn"]
    assert found("of") == ["Out of turn"]


def test_a_name_goes_before_the_rest_and_all_words_before_some() -> None:
    stored("Some", "a head and then nothing of it")
    stored("Words", "a shot at the head, a head shot, head shot")
    stored("Head Shot", "that one")
    assert best("what stops a head shot") == ["Head Shot", "Words", "Some"]
    assert best("head shot", 2) == ["Head Shot", "Words"]
    assert found("what stops a head shot") == []


def test_only_what_the_reader_reads_is_looked_in() -> None:
    stored("One", "dodge", hidden="Katana")
    assert found("Katana") == [] and best("Katana dodge") == ["One"]
    assert found("Dodge") == ["One"]


@pytest.mark.parametrize(
    "wanted", ["?!", '"', "a AND NOT b", "words:x", "&|!()", "'", "\\", "x" * 500, "☃", "-", ":*"]
)
def test_nothing_typed_is_read_as_syntax(wanted: str) -> None:
    stored("One", "dodge")
    assert found(wanted) == [] and best(wanted) == []


def test_the_index_follows_what_is_written() -> None:
    one = stored("One", "dodge")
    Precedent.objects.filter(pk=one.pk).update(name="Other", words="katana", open_words="katana")
    assert found("katana") == ["Other"] and found("dodge") == found("one") == []
    one.delete()
    assert found("katana") == [] and rows() == 0


def rows() -> int:
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM {TABLE}")
        return int(cursor.fetchone()[0])


def test_what_writes_the_index_is_mended_where_it_is_gone() -> None:
    """As where SQLite makes the table anew for a migration: what was written meanwhile is found after it."""
    before = stored("One", "dodge")
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            for name in ("put", "change", "drop"):
                cursor.execute(f"DROP TRIGGER {TABLE}_{name}")
        else:
            cursor.execute(f"DROP TABLE {TABLE}")
            cursor.execute(f"DROP TRIGGER {TABLE}_put ON referee_precedent")
            cursor.execute(f"DROP FUNCTION {TABLE}_write")
            cursor.execute(f"DROP FUNCTION {TABLE}_fill")
    stored("Two", "katana")
    before.delete()
    put_index()
    put_index()
    assert found("katana") == ["Two"] and rows() == 1
    stored("Three", "katana")
    assert found("katana") == ["Three", "Two"]


def test_many_words_and_a_page_of_many() -> None:
    for n in range(25):
        stored(f"Number {n}", "dodge")
    page = found_precedents(readable(actor("olga"), "highlander"), "dodge")
    assert len(page) == 25
    assert [one.name for one in page[20:30]] == [f"Number {n}" for n in (4, 3, 2, 1, 0)]
    assert page[0].name == "Number 24" and page[-1].name == "Number 0"
    assert not readable(Actor.anonymous(), "looney_tunes")


def test_an_empty_database_is_migrated_with_it() -> None:
    call_command("migrate", verbosity=0)
    assert rows() == 0
