"""Events of every chain played on the site: what it offers is what `pair` says of the file that it exports."""

from typing import Any

import msgspec
import pytest

from tests.tournaments.factories import actor, at, player, running_event, seated, tables
from tournaments.entrants.changes import award_bye, drop_entrant, late_entry
from tournaments.errors import Conflict, Invalid, ReasonNeeded
from tournaments.event_file import read_event
from tournaments.events.changes import edit_event
from tournaments.events.life import finish_event
from tournaments.kept_standings.standings import standings_kept, standings_now
from tournaments.models.clocks import Deadline
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round
from tournaments.outcomes.outcome import BadOutcome
from tournaments.pairing import pair_next_round
from tournaments.projection import facts_of
from tournaments.results.changes import enter_result, report_result
from tournaments.rounds.changes import (
    finish_round,
    offer_round,
    publish_round,
    set_pairing,
    start_round,
    withdraw_round,
)
from tournaments.rounds.coming import coming_round
from tournaments.rounds.offers import NothingToPair
from tournaments.rounds.pairings import BadPairing
from tournaments.stages.queries import stages_of

pytestmark = pytest.mark.django_db

OLGA = "olga"
CUT = {"kind": "single_elimination", "size": 4, "third_place": True}


def offered(event: Event, minute: float) -> Round:
    return offer_round(event, by=actor(OLGA), now=at(minute))


def begun(event: Event, minute: float) -> Round:
    """The next round under way; its offer is what `pair` says of the exported file."""
    file = read_event(msgspec.json.encode(facts_of(event)))
    expected = pair_next_round(file)
    round = offered(event, minute)
    pairing = round.offers.get(replaced_at=None).pairing
    assert round.stage.code == expected.stage
    matches = [match for match in expected.matches if match.table is not None]
    assert [(row["table"], row["seats"]) for row in pairing["tables"]] == [
        (match.table, list(match.seats)) for match in matches
    ]
    assert pairing["byes"] == list(expected.byes) and pairing["unpaired"] == list(expected.unpaired)
    publish_round(round, by=actor(OLGA), now=at(minute))
    return start_round(round, by=actor(OLGA), now=at(minute))


def codes(match: Match) -> list[str]:
    return list(match.seats.order_by("letter").values_list("entrant__code", flat=True))


def favourite(match: Match) -> dict[str, Any]:
    """Who entered first wins; at a larger table everybody comes in as entered."""
    by_code = sorted(match.seats.values_list("entrant__code", "letter"))
    if len(by_code) > 2:
        return {"ranking": [[letter] for _code, letter in by_code]}
    return {"winner": by_code[0][1]}


def played(event: Event, minute: float, decide: Any = favourite) -> Round:
    round = begun(event, minute)
    for match in tables(round):
        enter_result(match, decide(match), by=actor("sam"), now=at(minute + 20))
    return finish_round(round, by=actor(OLGA), now=at(minute + 30))


def play_out(event: Event, minute: float = 0, most: int = 40) -> int:
    """Every round there is; how many were played."""
    for count in range(most):
        if coming_round(event).over:
            return count
        played(event, minute + 60 * count)
    raise AssertionError("it does not end")


def standing(event: Event) -> list[tuple[int, str]]:
    return [(row.place, row.entrant.code) for row in standings_now(event)]


#: chain, players, rounds by hand: log2 of the field for Swiss (3 of 6, 2 of 4, 2 of 16 at tables of four) and brackets,
#: one less than a group for round robins (even), as many as a group where it is odd.
CHAINS: list[tuple[str, list[dict[str, Any]], int, int]] = [
    ("swiss", [{"kind": "swiss"}], 6, 3),
    ("swiss, top 4", [{"kind": "swiss"}, CUT], 6, 3 + 2),
    ("round robin of five", [{"kind": "round_robin"}], 5, 5),
    ("two groups of four, final", [{"kind": "round_robin", "groups": 2}, CUT | {"size": 2}], 8, 3 + 1),
    ("two legs", [{"kind": "round_robin", "legs": 2}], 4, 6),
    ("single of six", [{"kind": "single_elimination"}], 6, 3),
    # winners 1, winners 2 with losers 1, losers 2, final, won from the winners' side
    ("double of four", [{"kind": "double_elimination"}], 4, 4),
    ("pods of sixteen", [{"kind": "pods"}], 16, 2),
    ("pods, table of four", [{"kind": "pods"}, {"kind": "pods", "size": 4, "rounds": 1}], 7, 2 + 1),
]  # fmt: skip


@pytest.mark.parametrize(
    ("stages", "players", "rounds"), [row[1:] for row in CHAINS], ids=[row[0] for row in CHAINS]
)
def test_every_chain_is_played_to_its_end(stages: list[dict[str, Any]], players: int, rounds: int) -> None:
    event = running_event(players, stages=stages)
    with pytest.raises(Conflict):
        finish_event(event, by=actor(OLGA), now=at())
    assert play_out(event) == rounds
    with pytest.raises(NothingToPair):
        offered(event, 5000)
    assert sorted(code for _place, code in standing(event)) == sorted(
        event.entrants.values_list("code", flat=True)
    )
    file = facts_of(event)
    assert [each.stage for each in read_event(msgspec.json.encode(file)).rounds] == [
        each.stage for each in file.rounds
    ]
    assert finish_event(event, by=actor(OLGA), now=at(6000)).state == "finished"


def swiss_then_cut(**more: Any) -> Event:
    """Six players, three rounds of Swiss played, a cut to four to come."""
    event = running_event(6, stages=[{"kind": "swiss"}, CUT | more])
    for number in range(3):
        played(event, 60 * number)
    return event


def test_who_drops_before_the_cut_is_published_makes_room_for_the_next() -> None:
    event = swiss_then_cut()
    table = [code for _place, code in standing(event)]
    offer = offered(event, 200).offers.get(replaced_at=None)
    assert {code for row in offer.pairing["tables"] for code in row["seats"]} == set(table[:4])
    second = event.entrants.get(code=table[1])
    drop_entrant(second, by=actor(OLGA), now=at(205))
    with pytest.raises(Conflict):
        publish_round(event.rounds.get(number=4), by=actor(OLGA), now=at(206))
    round = begun(event, 210)
    assert stages_of(event)[1].entrants == [table[0], table[2], table[3], table[4]]
    # best against last, second against third of those who are in
    assert {frozenset(codes(match)) for match in tables(round)} == {
        frozenset({table[0], table[4]}),
        frozenset({table[2], table[3]}),
    }
    # from now on nobody moves up: the opponent goes on
    drop_entrant(event.entrants.get(code=table[0]), by=actor(OLGA), now=at(212))
    assert stages_of(event)[1].entrants == [table[0], table[2], table[3], table[4]]


def test_a_withdrawn_first_round_of_a_cut_is_cut_anew() -> None:
    event = swiss_then_cut()
    table = [code for _place, code in standing(event)]
    round = begun(event, 200)
    withdraw_round(round, reason="Wrong results.", by=actor(OLGA), now=at(205))
    assert stages_of(event)[1].entrants is None
    drop_entrant(event.entrants.get(code=table[3]), by=actor(OLGA), now=at(206))
    begun(event, 210)
    assert stages_of(event)[1].entrants == [*table[:3], table[4]]


def test_a_bracket_has_no_draw_and_the_higher_seed_decides() -> None:
    event = swiss_then_cut(last_tiebreak="higher_seed", games_per_match=3)
    round = begun(event, 200)
    seeds = stages_of(event)[1].entrants
    match = tables(round)[0]
    better = min(codes(match), key=seeds.index)
    with pytest.raises(BadOutcome):
        enter_result(match, {"kind": "intentional_draw"}, by=actor("sam"), now=at(210))
    result = enter_result(match, {"games": [1, 1, 0]}, by=actor("sam"), now=at(211))
    assert result.outcome["decided_by"] == "higher_seed" and result.outcome["games"] == [1, 1, 0]
    assert seated(match, result.outcome["winner"]).code == better
    file = read_event(msgspec.json.encode(facts_of(event)))
    decided = [each.result for each in file.rounds[-1].matches if set(each.seats) == set(codes(match))]
    assert decided[0].winner == better and decided[0].decided_by == "higher_seed"  # type: ignore[union-attr]


def test_both_players_who_report_equal_games_have_one_lot() -> None:
    event = swiss_then_cut(last_tiebreak="lot")
    match = tables(begun(event, 200))[0]
    sayers = [player(match, "A"), player(match, "B")]
    report_result(match, {"winner": None}, by=sayers[0], now=at(210))
    report_result(match, {"winner": None}, by=sayers[1], now=at(211))
    match.refresh_from_db()
    result = match.results.get(replaced_at=None)
    assert match.state == "decided" and result.outcome["decided_by"] == "lot"
    assert result.outcome["winner"] in ("A", "B")


def test_what_is_played_on_is_asked_for() -> None:
    event = swiss_then_cut()  # Looney Tunes: a further Scene
    match = tables(begun(event, 200))[0]
    with pytest.raises(BadOutcome):
        enter_result(match, {"winner": None}, by=actor("sam"), now=at(210))
    said = {"winner": "B", "decided_by": "further_scene"}
    assert enter_result(match, said, by=actor("sam"), now=at(211)).outcome == said | {"kind": "played"}
    for wrong in (
        {"winner": "B", "decided_by": "lot"},
        {"winner": None, "decided_by": "further_scene"},
        {"winner": "B", "decided_by": "further_scene", "kind": "conceded"},
    ):
        with pytest.raises(BadOutcome):
            enter_result(match, wrong, by=actor("sam"), now=at(212), reason="Again.")


def test_a_swiss_match_takes_no_last_tiebreak() -> None:
    match = tables(begun(running_event(4), 0))[0]
    with pytest.raises(BadOutcome):
        enter_result(match, {"winner": "A", "decided_by": "judge"}, by=actor("sam"), now=at(10))


def test_nobody_enters_a_cut_late_or_has_a_bye_awarded_in_it() -> None:
    event = swiss_then_cut()
    for refused in (
        lambda: late_entry(event, "Late", by=actor(OLGA), now=at(200)),
        lambda: award_bye(event.entrants.first(), 4, by=actor(OLGA), now=at(200)),
    ):
        with pytest.raises(Conflict):
            refused()


def test_the_structure_says_who_meets_whom_but_tables_may_be_exchanged() -> None:
    event = swiss_then_cut()
    round = offered(event, 200)
    one, other = (row["seats"] for row in round.offers.get(replaced_at=None).pairing["tables"])

    def by_hand(*tables: tuple[int, list[str]]) -> Any:
        pairing = {
            "tables": [{"table": n, "seats": seats} for n, seats in tables],
            "byes": [],
            "unpaired": [],
        }
        unpaired = round.offers.get(replaced_at=None).pairing["unpaired"]
        return set_pairing(
            round, pairing | {"unpaired": unpaired}, reason="Stream.", by=actor(OLGA), now=at(201)
        )

    with pytest.raises(BadPairing):
        by_hand((1, [one[0], other[0]]), (2, [one[1], other[1]]))
    by_hand((2, one), (1, other))
    publish_round(round, by=actor(OLGA), now=at(202))
    first = round.matches.get(table=1)
    assert codes(first) == other and first.bracket_side == "winners" and first.bracket_round == 1


def test_the_cut_may_change_until_the_last_swiss_round_is_published() -> None:
    event = running_event(6, stages=[{"kind": "swiss"}, CUT])
    wider = {"stages": [{"kind": "swiss"}, {"kind": "single_elimination", "size": 2}]}
    played(event, 0)
    with pytest.raises(ReasonNeeded):
        edit_event(event, wider, by=actor(OLGA), now=at(40))
    edit_event(event, wider, by=actor(OLGA), now=at(40), reason="Fewer came.")
    assert stages_of(event)[1].size == 2
    with pytest.raises(Conflict):
        edit_event(event, {"stages": [{"kind": "round_robin"}]}, by=actor(OLGA), now=at(41), reason="No.")
    played(event, 60)
    begun(event, 120)
    with pytest.raises(Conflict):
        edit_event(event, {"stages": [{"kind": "swiss"}]}, by=actor(OLGA), now=at(130), reason="No cut.")


def test_the_number_of_swiss_rounds_changes_no_round_robin() -> None:
    event = running_event(4, stages=[{"kind": "round_robin"}])
    edited = edit_event(event, {"swiss_rounds": 7}, by=actor(OLGA), now=at(1), reason="By mistake.")
    assert edited.planned_rounds == 3


def test_who_leaves_a_round_robin_takes_the_results_out_of_the_standings_at_once() -> None:
    """Four players, one of three matches played: fewer than half. Who beat the leaver has nothing left of it."""
    event = running_event(4, stages=[{"kind": "round_robin"}])
    round = begun(event, 0)
    for match in tables(round):
        enter_result(match, favourite(match), by=actor("sam"), now=at(20))
    finish_round(round, by=actor(OLGA), now=at(30))
    pairs = sorted(sorted(codes(match)) for match in tables(round))
    (beat_them, leaver), (winner, _loser) = pairs
    drop_entrant(event.entrants.get(code=leaver), by=actor(OLGA), now=at(31))
    points = {row["entrant"]: row["values"]["match_points"] for row in standings_kept(event)}
    assert points[winner] == 3 and points[beat_them] == 0


def test_a_stage_has_its_own_clock_and_games() -> None:
    event = swiss_then_cut(clock_kind="fixed", round_minutes=90, games_per_match=3)
    round = begun(event, 200)
    assert {row.due_at for row in Deadline.objects.filter(round=round)} == {at(290)}
    match = tables(round)[0]
    with pytest.raises(Invalid):
        enter_result(match, {"winner": "A"}, by=actor("sam"), now=at(210))
    assert enter_result(match, {"games": [2, 1, 0]}, by=actor("sam"), now=at(211)).outcome["winner"] == "A"


def test_who_starts_is_drawn_once_and_chosen_by_the_higher_seed_in_a_bracket() -> None:
    event = swiss_then_cut()
    drawn = [match.starts for each in event.rounds.all() for match in tables(each)]
    assert set(drawn) == {"A", "B"} and len(drawn) == 9
    assert {match.starts for match in tables(begun(event, 200))} == {""}


def test_a_double_loss_leaves_the_place_empty_and_the_bracket_goes_on() -> None:
    event = running_event(4, first_round="seed", stages=[{"kind": "single_elimination"}])
    round = begun(event, 0)
    one, other = tables(round)
    enter_result(one, {"kind": "double_loss"}, by=actor("sam"), now=at(10))
    enter_result(other, {"winner": "A"}, by=actor("sam"), now=at(10))
    finish_round(round, by=actor(OLGA), now=at(20))
    # the final has one entrant: a bye
    final = begun(event, 60)
    assert [(match.is_bye, match.bracket_side) for match in final.matches.all()] == [(True, "final")]
    finish_round(final, by=actor(OLGA), now=at(70))
    assert coming_round(event).over
