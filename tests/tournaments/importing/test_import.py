"""Whole events out of event files: what was exported comes in again as it was."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from msgspec.structs import replace

from tests.tournaments.factories import actor, at, round_under_way
from tests.tournaments.playing import add_round, field, paired
from tournaments.card_lists.changes import BadCardList
from tournaments.event_file import write_event
from tournaments.exports.files import event_file_of
from tournaments.facts import EventFile, Forbidden
from tournaments.importing.changes import import_event
from tournaments.importing.reading import look_over
from tournaments.models.entrants import Entrant, Status
from tournaments.models.events import Event, State
from tournaments.models.rounds import Round, RoundState
from tournaments.projection import facts_of
from tournaments.simulation import simulated_event
from tournaments.stages.queries import stages_of
from tournaments.standings import standings_of

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def taken(facts: EventFile) -> Event:
    return import_event(write_event(facts), by=actor("olga"), now=at(0))


def kept(facts: EventFile) -> EventFile:
    """The facts with everybody named, and with a pair that must not meet named on both sides."""
    apart: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in facts.entrants:
        for strength in ("absolute", "weak"):
            for other in getattr(one.forbidden, strength):
                apart[one.id, strength].add(other)
                apart[other, strength].add(one.id)
    entrants = tuple(
        replace(
            one,
            name=one.name or one.id,
            forbidden=Forbidden(
                tuple(sorted(apart[one.id, "absolute"])),
                tuple(sorted(apart[one.id, "weak"] - apart[one.id, "absolute"])),
            ),
        )
        for one in facts.entrants
    )
    return replace(facts, entrants=entrants)


def same(event: Event, facts: EventFile) -> None:
    """The event's rows say what the file says, and what follows from them is the same: standings and the next round."""
    there = kept(facts_of(event))
    assert there.entrants == kept(facts).entrants
    assert [(each.number, each.stage) for each in there.rounds] == [
        (each.number, each.stage) for each in facts.rounds
    ]
    for mine, theirs in zip(there.rounds, facts.rounds, strict=True):
        assert {match.seats: match for match in mine.matches} == {
            match.seats: plain(match) for match in theirs.matches
        }
    one, other = standings_of(there), standings_of(facts)
    assert [(row.entrant, row.place, row.values) for row in one.rows] == [
        (row.entrant, row.place, row.values) for row in other.rows
    ]


def plain(match: Any) -> Any:
    """A result of two is kept as its winner; of those who share a place nobody comes first."""
    result = match.result
    if result is None or isinstance(result, str) or result.ranking is None:
        return match
    if len(match.seats) > 2:
        ranking = tuple(tuple(sorted(group, key=match.seats.index)) for group in result.ranking)
        return replace(match, result=replace(result, ranking=ranking))
    winner = result.ranking[0][0] if len(result.ranking) > 1 else None
    return replace(match, result=replace(result, ranking=None, winner=winner))


def simulated(size: int, rounds: int, seed: str, pods: bool = False) -> EventFile:
    return simulated_event(size, rounds, seed, pods)


@pytest.mark.parametrize(
    ("size", "rounds", "pods"), [(5, 2, False), (9, 4, True), (33, 5, False), (64, 3, True), (130, 6, False)]
)
def test_a_file_becomes_the_event_it_tells_of(size: int, rounds: int, pods: bool) -> None:
    for seed in ("one", "two"):
        facts = look_over(write_event(simulated(size, rounds, seed, pods))).facts
        event = taken(facts)
        assert (event.state, event.planned_rounds) == (State.RUNNING, facts.rules.swiss_rounds)
        same(event, facts)


CHAINS: list[list[dict[str, Any]]] = [
    [{"kind": "round_robin"}],
    [
        {"kind": "round_robin", "legs": 2, "groups": 2},
        {"kind": "single_elimination", "size": 4, "third_place": True},
    ],
    [{"kind": "single_elimination"}],
    [{"kind": "double_elimination"}],
    [{"kind": "swiss", "rounds": 3}, {"kind": "double_elimination", "size": 4}],
    [{"kind": "pods", "rounds": 2}, {"kind": "single_elimination", "size": 4}],
]


@pytest.mark.parametrize("chain", CHAINS, ids=lambda chain: "-".join(stage["kind"] for stage in chain))
@pytest.mark.parametrize("size", [5, 8])
def test_every_structure_at_every_moment(chain: list[dict[str, Any]], size: int) -> None:
    """Imported after each of its rounds, with the next one's tables open, and at its end."""
    game = "herocard_nightmare" if chain[0]["kind"] == "pods" else "highlander"
    rules = {"tiebreakers": ["match_points", "omw", "buchholz"], "games_per_match": 1}
    made = field(size, *chain, rules=rules, game=game, name="A cup")
    for _ in range(40):
        answer = paired(made)
        if answer.get("over"):
            break
        add_round(made, answer, lambda match: None)
        opened = look_over(json.dumps(made).encode()).facts
        event = import_event(json.dumps(made).encode(), by=actor("olga"), now=at(0))
        same(event, opened)
        if any(match["result"] is None for match in made["rounds"][-1]["matches"]):
            assert Round.objects.get(event=event, number=answer["round"]).state == RoundState.RUNNING
        made["rounds"].pop()
        add_round(made, answer)
    event = import_event(json.dumps(made).encode(), by=actor("olga"), now=at(0))
    assert event.state == State.FINISHED
    same(event, look_over(json.dumps(made).encode()).facts)


@pytest.mark.parametrize(
    ("said", "ranking", "allowed"),
    [
        ({}, [["P001"], ["P002"], ["P003", "P004"]], False),
        ({}, [["P001", "P002", "P003", "P004"]], True),  # the event of the file had draws
        ({"draws": False}, [["P001"], ["P002", "P003", "P004"]], False),
    ],
)
def test_pods_that_were_drawn_may_be_drawn_here(said: Any, ranking: Any, allowed: bool) -> None:
    made = field(4, {"kind": "pods", **said}, game="herocard_nightmare", rules={"games_per_match": 1})
    add_round(made, paired(made), lambda match: {"ranking": ranking})
    event = import_event(json.dumps(made).encode(), by=actor("olga"), now=at(0))
    assert stages_of(event)[0].allows_draws == allowed


def test_out_and_in_again_is_the_same_file() -> None:
    event = round_under_way(8).event
    event.refresh_from_db()
    first = event_file_of(event, for_staff=True)
    again = import_event(write_event(first), by=actor("olga"), now=at(10))
    assert again.pk != event.pk and again.slug != event.slug
    assert event_file_of(again, for_staff=True) == first
    third = import_event(write_event(event_file_of(again, for_staff=True)), by=actor("olga"), now=at(10))
    assert event_file_of(third, for_staff=True) == first


def test_an_event_without_rounds_is_a_draft() -> None:
    facts = simulated(12, 0, "none")
    event = taken(facts)
    assert event.state == State.DRAFT and not event.seed_hash
    assert set(Entrant.objects.filter(event=event).values_list("status", flat=True)) <= {
        Status.REGISTERED, Status.DROPPED, Status.DISQUALIFIED,
    }  # fmt: skip


def test_play_goes_on_where_the_file_ended() -> None:
    from tournaments.pairing import pair_next_round
    from tournaments.rounds.changes import offer_round

    facts = look_over(write_event(simulated(17, 3, "on"))).facts
    event = taken(facts)
    offer = offer_round(event, by=actor("olga"), now=at(20)).offers.get()
    wanted = pair_next_round(facts)
    assert [table["seats"] for table in offer.pairing["tables"]] == [
        list(match.seats) for match in wanted.matches
    ]
    assert offer.pairing["byes"] == list(wanted.byes)


def test_ids_of_other_programs_become_numbers_of_this_site() -> None:
    made = field(5, {"kind": "swiss"}, game="highlander", rules={"games_per_match": 1})
    text = json.dumps(made)
    for number, name in enumerate(("ann", "bob ü", "x" * 200, "P9", "42"), 1):
        text = text.replace(f'"P{number:03}"', json.dumps(name))
    made = json.loads(text)
    made["entrants"][0]["forbidden"] = {"absolute": ["bob ü"]}
    add_round(
        made, paired(made), lambda match: {"winner": match["seats"][0], "scores": {match["seats"][0]: 3}}
    )
    looked = look_over(json.dumps(made).encode())
    assert looked.renumbered
    event = import_event(json.dumps(made).encode(), by=actor("olga"), now=at(0))
    assert list(event.entrants.order_by("pk").values_list("code", flat=True)) == [
        "P01",
        "P02",
        "P03",
        "P04",
        "P05",
    ]
    assert list(event.entrants.order_by("pk").values_list("name", flat=True))[:2] == ["ann", "bob ü"]
    same(event, looked.facts)


def test_who_comes_later_gets_a_code_of_the_own() -> None:
    from tournaments.entrants.entry import late_entry

    made = field(4, {"kind": "swiss", "rounds": 3}, game="highlander", rules={"games_per_match": 1})
    text = json.dumps(made).replace('"P004"', '"P05"').replace('"P00', '"P0')
    made = json.loads(text)
    add_round(made, paired(made))
    event = import_event(json.dumps(made).encode(), by=actor("olga"), now=at(0))
    late = late_entry(event, "Late Lou", by=actor("olga"), now=at(5))
    assert late.code == "P06"


def table_of(made: dict[str, Any], **result: Any) -> dict[str, Any]:
    add_round(made, paired(made), lambda match: result or {"winner": match["seats"][0]})
    return made


BAD: list[tuple[str, Any]] = [
    ("the file", b""),
    ("the file", b"\xff\xfe"),
    ("the file", b"[" * 100_000),
    ("event", b'{"event": 2}'),
    ("rounds[0].matches[0].result", lambda m: m["rounds"][0]["matches"][0].update(result=None)),
    (
        "entrants[0].adjustments[0].match_points",
        lambda m: m["entrants"][0].update(adjustments=[{"round": 1, "match_points": -0.25}]),
    ),
    (
        "entrants[0].adjustments[0].reason",
        lambda m: m["entrants"][0].update(
            adjustments=[{"round": 1, "match_points": -3, "reason": "x" * 501}]
        ),
    ),
    ("entrants[1].name", lambda m: m["entrants"][1].update(name="x" * 101)),
    ("entrants[1].name", lambda m: m["entrants"][1].update(name="a\0b")),
    ("entrants[0].forbidden.until_round", lambda m: m["entrants"][0].update(forbidden={"until_round": 1})),
    ("rounds[0].matches", lambda m: [each.update(table=1) for each in m["rounds"][0]["matches"]]),
    ("rounds[0].matches[0].table", lambda m: m["rounds"][0]["matches"][0].update(table=None)),
    ("entrants[1].id", lambda m: m["entrants"][1].update(id=m["entrants"][0]["id"])),
    ("rules.points.win", lambda m: m["rules"].update(points={"win": 2.5})),
    ("game", lambda m: m.update(game="no_such_game")),
    ("game", lambda m: m.pop("game")),
    ("", lambda m: m["rules"].update(games_per_match=7)),
    ("", lambda m: m["stages"].extend({"id": f"s{n}", "kind": "swiss", "rounds": 1} for n in range(9))),
]


@pytest.mark.parametrize(("place", "change"), BAD)
def test_what_cannot_be_taken_is_named_and_nothing_is_there(place: str, change: Any) -> None:
    from tournaments.errors import DomainError

    made = field(4, {"kind": "swiss", "rounds": 4}, game="highlander", rules={"games_per_match": 1})
    table_of(table_of(made))
    data = change
    if not isinstance(change, bytes):
        change(made)
        data = json.dumps(made).encode()
    with pytest.raises(DomainError) as refused:
        import_event(data, by=actor("olga"), now=at(0))
    assert refused.value.status in (400, 409) and str(refused.value.message)
    if place:
        assert str(refused.value.message).startswith(place)
    assert not Event.objects.exists() and not Entrant.objects.exists()


def test_only_the_file_that_was_looked_over_is_taken() -> None:
    from tournaments.importing.changes import FileOvertaken

    data = write_event(simulated(6, 1, "a"))
    looked = look_over(data)
    with pytest.raises(FileOvertaken):
        import_event(write_event(simulated(6, 1, "b")), by=actor("olga"), now=at(0), looked=looked.digest)
    assert import_event(data, by=actor("olga"), now=at(0), looked=looked.digest).pk


def test_a_large_file_asks_the_database_no_more_often_than_its_parts_need() -> None:
    """With the rounds, but with no number of players."""

    def statements(size: int) -> int:
        data = write_event(simulated(size, 2, "bulk"))
        with CaptureQueriesContext(connection) as asked:
            import_event(data, by=actor("olga"), now=at(0))
        return len(asked)

    statements(8)  # what is read once
    assert statements(400) == statements(1000)  # both with pairs apart and with adjustments


def test_the_import_is_written_down_for_everybody() -> None:
    event = taken(simulated(6, 1, "note"))
    entry = event.journal.get(kind="import_event")
    assert entry.public and "players: 6" in entry.text and entry.details["seed"] is True


def test_nobody_signed_in_imports_nothing() -> None:
    from tournaments.access import Actor
    from tournaments.errors import NotAllowed

    with pytest.raises(NotAllowed):
        import_event(write_event(simulated(6, 1, "x")), by=Actor(), now=at(0))


def test_cards_of_the_event_come_along() -> None:
    made = field(4, {"kind": "swiss", "rounds": 4}, game="looney_tunes", rules={"games_per_match": 1})
    table_of(made)["cards"] = [{"title": "Ticket Man", "type": "actor", "color": "red", "rank": 3}]
    event = import_event(json.dumps(made).encode(), by=actor("olga"), now=at(0))
    assert [card["title"] for card in event_file_of(event).cards] == ["Ticket Man"]
    made["cards"] = [{"title": "Nobody", "type": "no such type"}]
    with pytest.raises(BadCardList):
        import_event(json.dumps(made).encode(), by=actor("olga"), now=at(0))
    assert Event.objects.count() == 1
