"""What would follow from a ruling is shown before it is confirmed; it is what follows then, and nothing stays of it."""

import pytest

from config.simulation.facts import marks_of_rows
from referee.models.records import Record
from referee.records.changes import attach_log
from referee.rulings.changes import WantedRuling
from referee.rulings.effects import Effects, ruling_effects
from tests.referee.conftest import Who, table
from tests.referee.logs import NAMED, log
from tests.referee.ruled import issued
from tests.tournaments.factories import actor, at, player, seated, win
from tournaments.errors import Conflict, DomainError
from tournaments.kept_standings.standings import standings_kept
from tournaments.models.events import Event
from tournaments.models.rounds import Match, MatchState
from tournaments.results.changes import enter_result
from tournaments.results.queries import result_of
from tournaments.rounds.changes import finish_round, offer_round, publish_round

pytestmark = pytest.mark.django_db


@pytest.fixture
def illegal(match: Match) -> Record:
    """Entry 5 is illegal (B reveals in A's turn); entries 6 and 7 would finish the game: 9 against 3."""
    return attach_log(match, 1, log(*NAMED), by=player(match, "A"), now=at(10))


def looked(record: Record, decision: str, **more: object) -> Effects:
    record = Record.objects.select_related("match__round__event").get(pk=record.pk)
    more = {"seen": record.entries, "follow": False, **more}
    wanted = WantedRuling(on=5, decision=decision, reason="So.", **more)  # type: ignore[arg-type]
    return ruling_effects(record, wanted, by=actor("hedda"), now=at(12))


def test_a_game_that_ends_by_it_and_nothing_is_written(match: Match, illegal: Record) -> None:
    before = marks_of_rows()
    effects = looked(illegal, "uphold", follow=True)
    name = seated(match, "A").name
    assert [line.n for line in effects.added] == [9, 10]
    assert {line.verdict for line in effects.added} == {"legal"}
    assert (effects.gone, effects.status) == ([], ("illegal", "finished"))
    assert effects.outcome[1] == {"ranking": [["A"], ["B"]], "scores": {"A": 9, "B": 3}, "tiebreakers": {}}
    assert effects.result[0] == "" and effects.result[1].startswith(name)
    assert not effects.against and effects.so_far
    assert marks_of_rows() == before
    assert result_of(match) is None and Record.objects.get(pk=illegal.pk).entries == 7


def test_what_is_gone_by_a_rewind(illegal: Record) -> None:
    effects = looked(illegal, "rewind", to=2)
    assert [line.n for line in effects.gone] == [3, 4]
    assert looked(illegal, "let_stand").against


def test_standings_before_and_after_and_the_pairing_that_rests_on_it(
    event: Event, match: Match, illegal: Record
) -> None:
    """A has won by the first ruling; by the second one B would have: they would change places, and so it comes."""
    first = issued(
        illegal, on=5, decision="uphold", reason="x", seen=7, follow=True, by=actor("jude"), now=at(12)
    )
    round = event.rounds.get(number=1)
    for other in round.matches.filter(state=MatchState.OPEN):
        enter_result(other, win("A"), by=actor("sam"), now=at(20))
    finish_round(round, by=actor("olga"), now=at(21))
    coming = offer_round(event, by=actor("olga"), now=at(22))
    effects = looked(illegal, "let_stand", supersedes=first.pk)
    assert (effects.published, effects.offered, effects.so_far, effects.after_round) == ([], 2, False, 1)
    publish_round(coming, by=actor("olga"), now=at(23))
    effects = looked(illegal, "let_stand", supersedes=first.pk)
    assert (effects.published, effects.offered) == ([2], None)
    a, b = seated(match, "A").name, seated(match, "B").name
    now = {row["name"]: row["place"] for row in standings_kept(event)}
    said = {each.name: (each.before, each.after) for each in effects.places}
    assert said[a][0] == now[a] < said[a][1] and said[b][1] < said[b][0] == now[b]  # type: ignore[operator]
    issued(
        Record.objects.select_related("match__round__event").get(pk=illegal.pk), on=5, decision="let_stand",
        reason="So.", seen=10, follow=False, supersedes=first.pk, by=actor("hedda"), now=at(24),
    )  # fmt: skip
    then = {row["name"]: row["place"] for row in standings_kept(event)}
    assert {name: place for name, (_, place) in said.items()} == {name: then[name] for name in said}
    assert {name for name in now if now[name] != then[name]} == set(said)


def test_a_game_that_is_no_more_over_by_it(match: Match, illegal: Record) -> None:
    """A has won by the first ruling; the second goes back to entry 2, where nobody has won yet: the result goes."""
    first = issued(
        illegal, on=5, decision="uphold", reason="x", seen=7, follow=True, by=actor("jude"), now=at(12)
    )
    stood = result_of(match)
    assert stood is not None
    before = marks_of_rows()
    effects = looked(illegal, "rewind", to=2, supersedes=first.pk)
    assert effects.result == (f"{seated(match, 'A').name} won", "") and effects.seen == stood.pk
    assert marks_of_rows() == before
    record = Record.objects.select_related("match__round__event").get(pk=illegal.pk)
    issued(
        record, on=5, decision="rewind", to=2, reason="So.", seen=record.entries, follow=False,
        supersedes=first.pk, seen_result=stood.pk, by=actor("hedda"), now=at(24),
    )  # fmt: skip
    assert result_of(match) is None


def test_a_result_corrected_meanwhile_is_not_written_over(who: Who, match: Match, illegal: Record) -> None:
    """Nothing stood when what follows was looked at; then the desk has entered that B won."""
    judge, address = who("jude"), f"/records/{illegal.pk}/entries/5/rule/"
    sent = {"decision": "uphold", "reason": "B was early.", "seen": 7, "follow": "yes"}
    html = judge.post(address, {**sent, "do": "look"}).content.decode()
    assert 'name="seen_result" value="0"' in html
    enter_result(match, win("B"), by=actor("sam"), now=at(11))
    answer = judge.post(address, {**sent, "seen_result": "0"})
    assert answer.status_code == 409
    assert "The result has changed since you saw it. Look again." in answer.content.decode()
    door = f"/api/v1/records/{illegal.pk}/entries/5/rule/"
    body = {"decision": "uphold", "reason": "B was early.", "seen": 7, "follow": True, "seen_result": 0}
    assert judge.post(door, body, "application/json").status_code == 409
    stands = result_of(match)
    assert stands is not None and stands.outcome["winner"] == "B"
    # looking again is not refused: what is shown now starts from the newer result
    html = judge.post(address, {**sent, "seen_result": "0", "do": "look"}).content.decode()
    assert f'name="seen_result" value="{stands.pk}"' in html
    assert judge.post(address, {**sent, "seen_result": stands.pk}).status_code == 303


def test_it_is_refused_as_the_ruling_is(illegal: Record) -> None:
    with pytest.raises(Conflict):
        looked(illegal, "uphold", seen=6)
    wanted = WantedRuling(on=5, decision="uphold", reason="x", seen=7)
    for name in ("sam", "stranger"):
        with pytest.raises(DomainError):
            ruling_effects(illegal, wanted, by=actor(name), now=at(12))


def test_the_page_shows_them_first_and_the_api_has_them(who: Who, event: Event, illegal: Record) -> None:
    judge, address = who("jude"), f"/records/{illegal.pk}/entries/5/rule/"
    assert b"Issue the ruling" not in judge.get(f"/records/{illegal.pk}/?entry=5").content
    sent = {"decision": "uphold", "reason": "B was early.", "seen": 7, "follow": "yes"}
    html = judge.post(address, {**sent, "do": "look"}).content.decode()
    assert "What would follow. Nothing is stored yet." in html and "Issue the ruling" in html
    assert "2 entries are judged after it" in html and "B was early." in html
    assert Record.objects.get(pk=illegal.pk).entries == 7
    body = {"decision": "uphold", "reason": "B was early.", "seen": 7, "follow": True}
    door = f"/api/v1/records/{illegal.pk}/entries/5/rule/effects/"
    told = judge.post(door, body, "application/json").json()
    assert told["status"] == ["illegal", "finished"] and told["published"] == []
    for name, status in (("sam", 403), ("stranger", 403), (seated(table(event, 0), "A").user.username, 403)):  # type: ignore[union-attr]
        assert who(name).post(door, body, "application/json").status_code == status
    assert judge.post(address, sent).status_code == 303
