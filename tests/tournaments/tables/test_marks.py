"""Fixed tables and ranges of tables: chosen, sat at, and to be seen wherever a table's number stands."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournaments.factories import actor, at, make_event, player, running_event, tables
from tournaments.entrants.changes import edit_entrant
from tournaments.errors import Conflict, Invalid
from tournaments.event_file import write_event
from tournaments.events.changes import edit_event
from tournaments.events.copying import copy_event
from tournaments.exports.files import event_file_of
from tournaments.importing.changes import import_event
from tournaments.models.events import Event
from tournaments.models.rounds import Round
from tournaments.paper.of_round import pairings_pdf, slips_pdf
from tournaments.paper.pack import Pack
from tournaments.rounds.changes import offer_round, publish_round, put_into_range, start_round
from tournaments.rounds.offers import standing_offer
from tournaments.rounds.pairings import BadPairing

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

STREAM = {"name": "Stream", "first": 1, "last": 1, "kept_free": True}
ACCESS = {"name": "Near the door", "first": 4, "last": 6}
OLGA = "olga"


def put(event: Event, number: int, **choices: Any) -> None:
    entrant = event.entrants.order_by("pk")[number - 1]
    edit_entrant(entrant, choices, by=actor(OLGA), now=at(-8))


def hall(players: int = 6, **choices: Any) -> Event:
    """Player1 sits near the door, Player2 always at table 9; table 1 is kept for the stream."""
    event = running_event(players, table_ranges=[STREAM, ACCESS], first_round="seed", **choices)
    for number, entrant in enumerate(event.entrants.order_by("pk"), start=1):
        event.entrants.filter(pk=entrant.pk).update(list_seed=number)
    put(event, 1, table_range="Near the door")
    put(event, 2, fixed_table=9)
    return event


def offered(event: Event) -> Round:
    return offer_round(event, by=actor(OLGA), now=at(-5))


def begun(event: Event) -> Round:
    olga = actor(OLGA)
    return start_round(publish_round(offered(event), by=olga, now=at(-4)), by=olga, now=at(0))


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(actor(name).user)  # type: ignore[arg-type]
    return client


def test_every_list_of_tables_marks_them() -> None:
    event = hall(stages=[{"kind": "round_robin"}])  # the first meets the last, the second the last but one
    round = begun(event)
    slug = event.slug
    fixed = next(match for match in tables(round) if match.table == 9)
    olga = signed_in(OLGA)
    sign = r"9(?:\s*</span>)?\s*(?:</a>)?\s*<span[^>]*><span aria-hidden=\"true\">◆</span><span[^>]*>fixed table<"
    for address in (
        "desk/", "rounds/1/", "rounds/1/?order=name", "", "rounds/1/names/", "rounds/1/tables/", "projector/",
    ):  # fmt: skip
        page = olga.get(f"/events/{slug}/{address}").content.decode()
        assert re.search(sign, page), address
        assert "Near the door" in page, address
        assert page.count("Stream") == 0, "nobody sits there"
    page = olga.get(f"/matches/{fixed.pk}/").content.decode()
    assert "◆" in page and "Near the door" not in page
    slips = olga.get(f"/events/{slug}/rounds/1/slips/").content.decode()
    assert slips.count("◆ fixed table") == 1 and slips.count("Near the door") == 1
    mine = signed_in(player(fixed, "A").label.lower()).get(f"/events/{slug}/me/").content.decode()
    assert "◆" in mine
    told = olga.get(f"/api/v1/events/{slug}/rounds/1/").json()["matches"]
    assert {match["table"]: match["table_range"] for match in told if match["table"]} == {
        2: "", 4: "Near the door", 9: "",
    }  # fmt: skip


def test_paper_marks_them(monkeypatch: pytest.MonkeyPatch) -> None:
    put_down: list[str] = []
    kept = Pack.cell

    def cell(pack: Pack, *args: Any, **more: Any) -> Any:
        put_down.append(str(more.get("text", args[2] if len(args) > 2 else "")))
        return kept(pack, *args, **more)

    monkeypatch.setattr(Pack, "cell", cell)
    round = begun(hall(stages=[{"kind": "round_robin"}]))
    pairings_pdf(round, at(1))
    assert put_down.count("9 ◆") == 3, "by name twice, by table once"
    assert sum("◆ fixed table" in text for text in put_down) >= 2 and any(
        "Near the door" in text for text in put_down
    )
    put_down.clear()
    slips_pdf(round, at(1))
    assert sum("◆ fixed table" in text for text in put_down) == 1


def test_whose_table_it_is_is_read_by_the_desk_alone() -> None:
    event = hall()
    assert "fixed table 9" in signed_in(OLGA).get(f"/events/{event.slug}/entrants/").content.decode()
    assert "◆" not in Client().get(f"/events/{event.slug}/entrants/").content.decode()
    for staff in (True, False):
        said = [one.table_range == "Near the door" for one in event_file_of(event, for_staff=staff).entrants]
        assert any(said) == staff


@pytest.mark.parametrize(
    "stages", [[{"kind": "swiss"}], [{"kind": "single_elimination"}], [{"kind": "round_robin"}]]
)
def test_a_match_is_put_into_a_range(stages: list[dict[str, Any]]) -> None:
    event = running_event(8, table_ranges=[STREAM, ACCESS], stages=stages)
    round = offered(event)
    before = {row["table"]: row["seats"] for row in standing_offer(round).pairing["tables"]}
    assert sorted(before) == [2, 3, 4, 5]
    olga = actor(OLGA)
    put_into_range(round, 5, "Stream", reason="The two to be seen.", by=olga, now=at(-4))
    pairing = standing_offer(round).pairing
    assert {row["table"]: row["seats"] for row in pairing["tables"]} == {
        1: before[5], 2: before[2], 3: before[3], 4: before[4],
    }  # fmt: skip
    assert "table_range" in pairing["tables"][0]["reasons"]
    with pytest.raises(BadPairing, match="taken by those who belong there"):
        put_into_range(round, 3, "Stream", reason="These too.", by=olga, now=at(-4))
    with pytest.raises(Conflict, match="change nothing"):
        put_into_range(round, 4, "Near the door", reason="They are there.", by=olga, now=at(-4))
    with pytest.raises(Invalid):
        put_into_range(round, 4, "Balcony", reason="A fine view.", by=olga, now=at(-4))
    # a table of the range is free: nobody has to give way
    put_into_range(round, 2, "Near the door", reason="A bad leg.", by=olga, now=at(-4))
    assert sorted(row["table"] for row in standing_offer(round).pairing["tables"]) == [1, 3, 4, 5]


def test_by_page_and_over_the_api() -> None:
    event = running_event(4, table_ranges=[STREAM])
    round, olga = offered(event), signed_in(OLGA)
    where = f"/events/{event.slug}/rounds/1/offer/"
    assert "Put a match into a table range" in olga.get(where).content.decode()
    wrong = olga.post(where + "range/", {"table": "2", "range": "Balcony", "reason": "No."})
    assert wrong.status_code == 400
    sent = {"table": "2", "range": "Stream", "common": "place"}
    assert olga.post(where + "range/", sent).status_code == 303
    assert [row["table"] for row in standing_offer(round).pairing["tables"]] == [1, 3]
    api = f"/api/v1/events/{event.slug}/offer/range/"
    again = {"table": 3, "range": "Stream", "reason": "Both."}
    assert olga.post(api, again, content_type="application/json").status_code == 400
    assert signed_in("player1").post(api, again, content_type="application/json").status_code == 403


@pytest.mark.parametrize(
    ("text", "ranges"),
    [
        ("1-2* Stream\n\n10 – 12 Near the door", [[1, 2, True, "Stream"], [10, 12, False, "Near the door"]]),
        ("7 Podium", [[7, 7, False, "Podium"]]),
        ("", []),
        ("Stream 1-2", None),
        ("2-1 Stream", None),
        ("1-3 Stream\n3-4 Door", None),
        ("1 Stream\n2 Stream", None),
        ("0 Stream", None),
    ],
)
def test_ranges_are_written_a_line_each(text: str, ranges: list[Any] | None) -> None:
    from tests.tournaments.pages.test_stages import fields_of

    event, olga = make_event(), signed_in(OLGA)
    where = f"/events/{event.slug}/edit/"
    answer = olga.post(where, fields_of(olga, where) | {"table_ranges": text})
    event.refresh_from_db()
    kept = [
        [one["first"], one["last"], one.get("kept_free", False), one["name"]] for one in event.table_ranges
    ]
    assert (answer.status_code, kept) == ((400, []) if ranges is None else (303, ranges))
    if ranges:  # as the form shows them, they are the same
        page = olga.get(where).content.decode()
        shown = re.search(r'<textarea name="table_ranges"[^>]*>\s*(.*?)</textarea>', page, re.S)
        assert shown is not None
        before = event.table_ranges
        assert olga.post(where, fields_of(olga, where) | {"table_ranges": shown[1]}).status_code == 303
        event.refresh_from_db()
        assert event.table_ranges == before


def test_a_range_in_which_somebody_is_stays() -> None:
    event = hall()
    with pytest.raises(Conflict, match="Player1 is in “Near the door”"):
        edit_event(event, {"table_ranges": [STREAM]}, by=actor(OLGA), now=at(1))
    with pytest.raises(Invalid):
        put(event, 3, table_range="Balcony")
    put(event, 1, table_range="")
    edit_event(event, {"table_ranges": [STREAM]}, by=actor(OLGA), now=at(1))


def test_copies_and_files_bring_ranges_along() -> None:
    event = hall()
    made = copy_event(event, by=actor(OLGA), now=at(2), entrants=True)
    read = import_event(write_event(event_file_of(event, for_staff=True)), by=actor(OLGA), now=at(2))
    for other in (made, read):
        assert other.table_ranges == [STREAM, ACCESS]
        assert list(other.entrants.exclude(table_range="").values_list("name", "table_range")) == [
            ("Player1", "Near the door")
        ]
