"""Facts of finished rounds that change at the same moment: what is kept is what they give, and nobody fails."""

from collections.abc import Callable

import pytest

from tests.tournaments.factories import actor, at, played_round, running_event, tables, win
from tests.tournaments.races.together import meanwhile, together
from tournaments import projection
from tournaments.access import Actor
from tournaments.entrants.changes import disqualify_entrant, late_entry, reinstate_entrant
from tournaments.kept_standings import snapshots
from tournaments.kept_standings.plain import plain
from tournaments.kept_standings.standings import computed, standings_now
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round, StandingsDue, StandingsSnapshot
from tournaments.results.changes import enter_result
from tournaments.rounds.tasks import keep_due_standings

pytestmark = pytest.mark.django_db(transaction=True)


def played_event(rounds: int, players: int = 4) -> tuple[Event, list[Round]]:
    event = running_event(players, swiss_rounds=9)
    return event, [played_round(event, 60 * n) for n in range(rounds)]


def wrong(event: Event) -> list[int]:
    """The finished rounds whose kept standings are not what the facts give."""
    kept = StandingsSnapshot.objects.filter(round__event=event, replaced_at=None)
    tables = dict(kept.values_list("round__number", "table"))
    rounds = event.rounds.filter(state="finished").values_list("number", flat=True)
    return [n for n in rounds if tables.get(n) != plain(computed(event, n).rows)]


def corrections(matches: list[Match], by: Actor, times: int) -> Callable[[], None]:
    """One after the other, each way."""

    def correct() -> None:
        for n in range(times):
            for match in matches:
                enter_result(match, win("BA"[n % 2]), by=by, now=at(900), reason=f"Look {n}.")

    return correct


def test_corrections_in_several_finished_rounds_at_once() -> None:
    event, rounds = played_event(2)
    hedda = actor("hedda")
    answers = together(*[corrections(tables(round)[:1], hedda, 5) for round in rounds])
    assert answers == [("done", None)] * 2
    assert wrong(event) == []
    assert not StandingsDue.objects.exists()


def test_a_correction_while_somebody_is_disqualified_and_reinstated() -> None:
    event, (_, second) = played_event(2)
    hedda = actor("hedda")
    out = list(event.entrants.order_by("pk")[:3])

    def there_and_back() -> None:
        for entrant in out:
            disqualify_entrant(entrant, reason="Seen.", by=hedda, now=at(900))
            reinstate_entrant(entrant, reason="Not so.", by=hedda, now=at(901))

    answers = together(corrections(tables(second)[:2], hedda, 3), there_and_back)
    assert answers == [("done", None)] * 2
    assert wrong(event) == []


def test_standings_are_asked_for_while_somebody_comes_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who comes between two of its readings is in the answer or not: nothing fails."""
    event, _ = played_event(2, 4)
    olga, names = actor("olga"), iter(["Larry", "Lena"])
    for reading in ("_rounds", "_entrants"):
        real = getattr(projection, reading)

        def then_somebody_comes(*args: object, real: Callable[..., object] = real) -> object:
            found = real(*args)
            monkeypatch.undo()
            meanwhile(lambda: late_entry(event, next(names), by=olga, now=at(200)))
            return found

        monkeypatch.setattr(projection, reading, then_somebody_comes)
        before = event.entrants.count()
        assert len(standings_now(event)) == before
    assert len(standings_now(event)) == 6


def test_who_dies_after_a_correction_leaves_it_to_the_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    event, (first, _) = played_event(2, 4)
    monkeypatch.setattr(snapshots, "after_commit", lambda work: None)
    enter_result(tables(first)[0], win("B"), by=actor("hedda"), now=at(900), reason="Look again.")
    assert wrong(event) == [1, 2]
    assert snapshots.standings_are_due(event)
    assert keep_due_standings(at(900.1)) == 0, "whoever made the change may be at it"
    assert keep_due_standings(at(901)) == 1
    assert wrong(event) == []
    assert keep_due_standings(at(901)) == 0


def test_a_change_while_standings_are_computed_is_worked_in_next(monkeypatch: pytest.MonkeyPatch) -> None:
    event, (first, second) = played_event(2, 4)
    hedda, real = actor("hedda"), snapshots._computed
    other = corrections(tables(second)[:1], hedda, 1)

    def in_between(event_id: int, since: int) -> snapshots.Computed:
        found = real(event_id, since)
        if since == 1:
            monkeypatch.setattr(snapshots, "_computed", real)
            meanwhile(other)
        return found

    monkeypatch.setattr(snapshots, "_computed", in_between)
    enter_result(tables(first)[0], win("B"), by=hedda, now=at(900), reason="Look again.")
    assert wrong(event) == []
