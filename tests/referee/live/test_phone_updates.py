"""How phones and the staff's pages hear that something is new, and that it says nothing of what it was."""

import pytest

from config.notifier import read_tables
from referee.live import tasks
from referee.live.queries import live_table
from referee.live.tasks import tell_of_growth
from referee.phone_updates import notify_phones
from tests.referee.live.playing import opened, tap
from tests.rules.kernel.helpers import draw
from tests.tournaments.factories import at
from tournaments.live.queries import versions_of
from tournaments.live.tokens import event_of, scope_of, token_for
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db


@pytest.mark.django_db(transaction=True)  # the stream's reader closes its connection
def test_a_tables_number_grows_by_one_with_each_entry_and_each_change_beside_it(match: Match) -> None:
    table = opened(match)
    before = read_tables([table.pk])[table.pk]
    tap(table, "A", draw("A"))
    assert read_tables([table.pk])[table.pk] == before + 1
    notify_phones(live_table(table.pk))
    assert read_tables([table.pk]) == {table.pk: before + 2}


@pytest.mark.django_db(transaction=True)  # the stream's reader closes its connection
def test_an_illegal_entry_is_told_like_any_other(match: Match) -> None:
    table = opened(match)
    event = match.round.event_id
    topics, number = versions_of(event), read_tables([table.pk])[table.pk]
    tap(table, "B", draw("B"))
    assert versions_of(event) == topics
    assert read_tables([table.pk])[table.pk] == number + 1


def test_the_staff_hears_in_a_beat_that_logs_have_grown(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "_seen", {})
    table = opened(match)
    tell_of_growth(at(2))
    before = versions_of(match.round.event_id)["records"]
    assert tell_of_growth(at(3)) == 0
    tap(table, "A", draw("A"))
    assert tell_of_growth(at(4)) == 1
    assert versions_of(match.round.event_id)["records"] == before + 1


def test_a_streams_word_names_its_table_and_its_match_or_none() -> None:
    assert scope_of(token_for(7)) == (7, 0, 0)
    assert scope_of(token_for(7, 31)) == (7, 31, 0)
    assert scope_of(token_for(7, 31, 12)) == (7, 31, 12)
    assert event_of(token_for(7, 31)) == 7
    assert scope_of("forged") is None
