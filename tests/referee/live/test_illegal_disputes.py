"""An illegal entry of a live log becomes a dispute: at once, or when play goes on without its being taken back."""

import pytest

from referee.disputes.queries import disputes_at
from referee.live.queries import live_table
from referee.live.undo import undo_entry
from referee.models.disputes import Dispute, Kind
from referee.models.live import LiveTable
from tests.referee.live.playing import opened, phone, tap
from tests.rules.kernel.helpers import draw, lay, reveal
from tests.tournaments.factories import at, player
from tournaments.models.events import Event
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def stopped(match: Match, laid: str, *, calls: bool) -> LiveTable:
    """A table at which B has laid this card down: a Blank is illegal, which B alone can know."""
    Event.objects.filter(pk=match.round.event_id).update(illegal_calls_judge=calls)
    match.round.event.refresh_from_db()
    table = opened(match)
    for who, entry in (
        ("A", draw("A")),
        ("A", lay("A", "Number 9")),
        ("B", draw("B")),
        ("B", lay("B", laid)),
    ):
        tap(table, who, entry)
    return table


def asked(match: Match) -> list[tuple[str, int | None]]:
    return list(Dispute.objects.filter(match=match).values_list("kind", "entry"))


@pytest.mark.parametrize("calls", [True, False])
def test_it_is_asked_at_once_or_when_play_goes_on(match: Match, calls: bool) -> None:
    table = stopped(match, "Blank", calls=calls)
    assert asked(match) == ([(Kind.ILLEGAL, 4)] if calls else [])
    tap(table, "A", reveal("A", "Number 9"))
    tap(table, "B", reveal("B", "Number 3"))
    assert asked(match) == [(Kind.ILLEGAL, 4)]


def test_it_is_not_asked_where_it_is_taken_back(match: Match) -> None:
    table = stopped(match, "Blank", calls=False)
    undo_entry(live_table(table.pk), phone(table, "B"), on=4, key="back", now=at(3))
    tap(table, "B", lay("B", "Number 3"))
    tap(table, "A", reveal("A", "Number 9"))
    assert asked(match) == []


def test_whose_own_view_shows_it_reads_of_the_dispute(match: Match) -> None:
    stopped(match, "Blank", calls=True)
    found = Dispute.objects.get()
    assert disputes_at(player(match, "B"), match) == [found]
    assert disputes_at(player(match, "A"), match) == []


def test_what_all_can_see_all_may_read(match: Match) -> None:
    table = stopped(match, "Number 3", calls=True)
    tap(table, "B", reveal("B", "Number 3"))  # it is A's turn
    found = Dispute.objects.get()
    assert disputes_at(player(match, "A"), match) == disputes_at(player(match, "B"), match) == [found]
