"""What the page shows of finished rounds is what the facts give, whoever comes, goes or comes back."""

import pytest
from django.test import Client

from tests.tournaments.factories import actor, at, played_round, published_round, running_event, running_round
from tournaments.entrants.changes import drop_entrant, edit_entrant, late_entry, return_entrant
from tournaments.kept_standings.standings import standings_now
from tournaments.models.entrants import Status
from tournaments.models.events import Event
from tournaments.models.rounds import StandingsDue, StandingsSnapshot
from tournaments.rounds.changes import withdraw_round
from tournaments.rounds.standings_views import kept_standings

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
Table = list[tuple[int, str, dict[str, object]]]


def shown(event: Event, number: int) -> Table:
    """As the page has it."""
    return [
        (row["place"], row["entrant"].code, dict(row["values"])) for row in kept_standings(event, number)[2]
    ]


def given(event: Event, number: int) -> Table:
    """As the facts have it."""
    return [(row.place, row.entrant.code, dict(row.values)) for row in standings_now(event, number)]


def points(event: Event, number: int) -> dict[str, object]:
    return {code: values["match_points"] for _, code, values in shown(event, number)}


def test_a_late_entrant_is_on_the_page_at_once_with_what_the_missed_round_is_worth() -> None:
    event = running_event(4, swiss_rounds=3)
    played_round(event)
    assert set(points(event, 1)) == {"P01", "P02", "P03", "P04"}
    late_entry(event, "Late Larry", missed_rounds_as="bye", by=actor("olga"), now=at(40))
    assert points(event, 1)["P05"] == 3
    assert shown(event, 1) == given(event, 1)
    kept = kept_standings(event, 1)[1]
    assert kept is not None and kept.note == "Somebody came late or returned."


def test_a_late_entrant_of_a_later_round_is_not_in_the_rounds_long_over() -> None:
    event = running_event(4, swiss_rounds=3)
    played_round(event)
    played_round(event, 60)
    late_entry(event, "Late Larry", by=actor("olga"), now=at(100))
    assert "P05" not in points(event, 1)
    assert points(event, 2)["P05"] == 0


def test_rounds_missed_by_who_returned_count_on_the_page_too() -> None:
    event = running_event(5, swiss_rounds=4, missed_rounds_as="bye")
    played_round(event)
    gone = event.entrants.get(code="P01")
    before = points(event, 1)["P01"]
    drop_entrant(gone, by=actor("olga"), now=at(40))
    played_round(event, 60)
    assert points(event, 2)["P01"] == before
    return_entrant(gone, by=actor("olga"), now=at(100))
    assert points(event, 2)["P01"] == before + 3  # type: ignore[operator]
    assert shown(event, 2) == given(event, 2)


def test_who_comes_from_the_waitlist_after_the_start_is_in_the_table() -> None:
    event = running_event(2, capacity=2, swiss_rounds=3)
    waiting = event.entrants.create(code="P03", name="Wanda", status=Status.WAITLISTED, entered_at=at(-90))
    played_round(event)
    return_entrant(waiting, by=actor("olga"), now=at(40))
    assert points(event, 1)["P03"] == 0
    assert shown(event, 1) == given(event, 1)


def test_a_changed_seeding_list_decides_again_where_the_chain_asks_for_it() -> None:
    event = running_event(4, tiebreakers=["match_points", "seed"])
    played_round(event)
    last = event.entrants.get(code=shown(event, 1)[-1][1])
    edit_entrant(last, {"list_seed": 1}, by=actor("olga"), now=at(40))
    assert shown(event, 1) == given(event, 1)
    assert {code: place for place, code, _ in shown(event, 1)}[last.code] == 3


def test_while_a_round_is_played_a_late_entrant_waits_for_it_to_end() -> None:
    event = running_event(4, swiss_rounds=3)
    played_round(event)
    running_round(event, 60)
    larry = late_entry(event, "Late Larry", by=actor("olga"), now=at(70))
    assert larry.entered_before == 3
    assert larry.code not in points(event, 1)


def test_records_stand_beside_the_figures_wherever_the_table_is_read(client: Client) -> None:
    event = running_event(4, swiss_rounds=3)
    played_round(event)
    late_entry(event, "Late Larry", missed_rounds_as="loss", by=actor("olga"), now=at(40))
    base, api = f"/events/{event.slug}/standings/", f"/api/v1/events/{event.slug}/"
    rows = client.get(api + "standings/").json()
    assert [tuple((row["record"] or {}).values()) for row in rows] == [(1, 0, 0)] * 2 + [(0, 1, 0)] * 3
    assert [row.record for row in standings_now(event, 1)] == [[1, 0, 0]] * 2 + [[0, 1, 0]] * 3
    for address in (base, base + "print/"):
        page = client.get(address).content.decode()
        assert (page.count("1–0–0"), page.count("0–1–0")) == (2, 3)
    lines = client.get(api + "export/standings.csv").content.decode("utf-8-sig").splitlines()
    assert lines[0].endswith(",won,lost,drawn") and lines[1].endswith(",1,0,0")


def test_standings_kept_before_there_were_records_are_shown_without(client: Client) -> None:
    event = running_event(4, swiss_rounds=3)
    played_round(event)
    kept = StandingsSnapshot.objects.get(replaced_at=None)
    StandingsSnapshot.objects.filter(pk=kept.pk).update(
        table=[{name: value for name, value in row.items() if name != "record"} for row in kept.table]
    )
    page = client.get(f"/events/{event.slug}/standings/").content.decode()
    assert "Record" not in page and "1–0–0" not in page
    assert client.get(f"/api/v1/events/{event.slug}/standings/").json()[0]["record"] is None


def test_while_the_standings_are_worked_out_the_page_says_so(client: Client) -> None:
    event = running_event(4, swiss_rounds=3)
    played_round(event)
    address, said = f"/events/{event.slug}/standings/", "They are being worked out again."
    assert said not in client.get(address).content.decode()
    StandingsDue.objects.create(event=event, since=1, at=at(40), by="Hedda")
    assert said in client.get(address).content.decode()


def test_a_round_withdrawn_lets_who_came_while_it_stood_into_the_table_before_it() -> None:
    event = running_event(4, swiss_rounds=3)
    played_round(event)
    second = published_round(event, 60)
    late_entry(event, "Late Larry", by=actor("olga"), now=at(62))
    assert "P05" not in points(event, 1)
    withdraw_round(second, reason="A hall flooded.", by=actor("olga"), now=at(65))
    assert points(event, 1)["P05"] == 0
    assert shown(event, 1) == given(event, 1)
