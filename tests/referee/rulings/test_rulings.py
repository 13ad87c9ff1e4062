"""A judge rules: the log goes on, the outcome follows, everybody knows who decided."""

import json
from pathlib import Path

import pytest
from django.urls import reverse

from referee.judging.judged import judged
from referee.logs.storage import body, stored_log
from referee.models.disputes import Dispute
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from referee.records.changes import attach_log
from referee.rulings.entry import BadRuling
from tests.referee.conftest import Who
from tests.referee.logs import NAMED, WON_BY_A, log
from tests.referee.ruled import issued
from tests.referee.running import run
from tests.rules.kernel.helpers import draw, lay, reveal
from tests.tournaments.factories import actor, at, player, seated
from tournaments.access import Actor
from tournaments.errors import Conflict, DomainError, Invalid, NotAllowed
from tournaments.events.staff import grant_role
from tournaments.models.events import Event, JournalEntry
from tournaments.models.results import Provenance
from tournaments.models.rounds import Match
from tournaments.results.changes import confirm_result
from tournaments.results.queries import result_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def illegal(match: Match) -> Record:
    """Entry 5 is illegal (B reveals in A's turn); entries 6 and 7 would finish the game: 9 against 3."""
    return attach_log(match, 1, log(*NAMED), by=player(match, "A"), now=at(10))


def test_upholding_goes_on_from_before_the_entry_and_the_rest_is_judged(
    match: Match, illegal: Record
) -> None:
    """Play after the ruling has to be written after it: what followed the illegal entry stays not reached."""
    ruling = issued(
        illegal, on=5, decision="uphold", reason="Not B's turn.", seen=7, by=actor("jude"), now=at(12)
    )
    assert (ruling.entry, ruling.engine_verdict, ruling.against_engine) == (8, "illegal", False)
    record = Record.objects.get(pk=illegal.pk)
    assert (record.entries, record.status) == (8, "in_progress")
    assert stored_log(record, "toy").chain is None
    assert not Dispute.objects.filter(resolved_at=None).exists()


def test_what_was_kept_is_judged_after_the_ruling_that_lets_an_entry_go(
    match: Match, illegal: Record
) -> None:
    """Entry 5 does not count; 6 and 7, written once more after the ruling, finish the game: A has 9, B has 3."""
    issued(
        illegal,
        on=5,
        decision="uphold",
        reason="B was early.",
        seen=7,
        follow=True,
        by=actor("jude"),
        now=at(12),
    )
    record = Record.objects.get(pk=illegal.pk)
    assert (record.entries, record.status) == (10, "finished")
    assert record.outcome == {"ranking": [["A"], ["B"]], "scores": {"A": 9, "B": 3}, "tiebreakers": {}}
    assert stored_log(record, "toy").chain is None
    assert result_of(match).outcome["winner"] == "A"  # type: ignore[union-attr]


def test_the_saved_file_is_judged_to_the_same_outcome_anywhere(
    who: Who, illegal: Record, tmp_path: Path
) -> None:
    issued(
        illegal,
        on=5,
        decision="uphold",
        reason="B was early.",
        seen=7,
        follow=True,
        by=actor("jude"),
        now=at(12),
    )
    file = tmp_path / "saved.jsonl"
    file.write_bytes(who("jude").get(reverse("referee:record_download", args=[illegal.pk])).content)
    code, out, _ = run("replay", file, "--json")
    assert (code, json.loads(out)["outcome"]) == (0, Record.objects.get(pk=illegal.pk).outcome)
    assert json.loads(out)["findings"] == []


def test_a_second_illegal_entry_asks_again(match: Match) -> None:
    record = attach_log(match, 1, log(*NAMED[:6], draw("A"), NAMED[6]), by=player(match, "A"), now=at(10))
    issued(record, on=5, decision="uphold", reason="x", seen=8, follow=True, by=actor("jude"), now=at(12))
    record = Record.objects.get(pk=record.pk)
    assert (record.entries, record.status) == (12, "illegal")
    assert Dispute.objects.get(resolved_at=None).entry == 11


def test_letting_an_illegal_entry_stand_is_against_the_engine_and_marked(match: Match) -> None:
    """B's reveal ends the toy game: with it let stand the log is finished and B, who showed a 3, has won."""
    record = attach_log(match, 1, log(*NAMED[:5]), by=player(match, "A"), now=at(10))
    ruling = issued(
        record, on=5, decision="let_stand", reason="Both agreed.", seen=5, by=actor("jude"), now=at(12)
    )
    assert ruling.against_engine
    record = Record.objects.get(pk=record.pk)
    assert record.status == "finished"
    result = result_of(match)
    assert result is not None
    assert result.provenance == Provenance.ADJUDICATED
    assert result.source == f"record:{record.pk}"
    assert result.outcome["winner"] == "B"
    assert record.adopted_outcome == record.outcome
    line = JournalEntry.objects.filter(kind="ruling").get()
    assert line.reason == "Both agreed."
    last = json.loads(body(record).splitlines()[-1])
    assert (last["do"], last["reason"], last["by"]) == ("ruling", "Both agreed.", "judge")


def test_what_the_engine_said_of_the_whole_is_told_to_judges_alone(who: Who, match: Match) -> None:
    record = attach_log(match, 1, log(*NAMED[:5]), by=player(match, "A"), now=at(10))
    issued(record, on=5, decision="let_stand", reason="So.", seen=5, by=actor("jude"), now=at(12))
    page, api = f"/records/{record.pk}/?entry=5", f"/api/v1/records/{record.pk}/rulings/"
    assert b"against the engine's verdict" in who("hedda").get(page).content
    assert who("hedda").get(api).json()[0]["against_engine"] is True
    for name in ("", "sam", seated(match, "B").user.username):  # type: ignore[union-attr]
        assert b"against the engine's verdict" not in who(name).get(page).content
        assert who(name).get(api).json()[0]["engine_verdict"] is None


def test_rewinding_and_correcting(match: Match, illegal: Record) -> None:
    issued(illegal, on=5, decision="rewind", to=2, reason="Start over.", seen=7, by=actor("jude"), now=at(12))
    record = Record.objects.select_related("match__round__event").get(pk=illegal.pk)
    assert judged(record).run.position.phase == "draw"
    repair = [
        {"change": "set", "fact": "phase", "value": "reveal"},
        {"change": "set", "fact": "turn", "value": "A"},
    ]
    issued(
        record,
        on=1,
        decision="correct",
        repair=repair,
        reason="Cards fell.",
        seen=8,
        by=actor("jude"),
        now=at(13),
    )
    record = Record.objects.select_related("match__round__event").get(pk=illegal.pk)
    assert judged(record).run.position.phase == "reveal"
    assert IssuedRuling.objects.get(entry=9).against_engine is True


def test_an_undetermined_entry_is_let_stand_without_going_against_the_engine(match: Match) -> None:
    record = attach_log(match, 1, log(draw("A"), lay("A")), by=player(match, "A"), now=at(10))
    assert record.status == "undetermined"
    ruling = issued(
        record, on=2, decision="let_stand", reason="Nobody doubts it.", seen=2, by=actor("jude"), now=at(12)
    )
    assert (ruling.engine_verdict, ruling.against_engine) == ("undetermined", False)
    assert not Dispute.objects.filter(resolved_at=None).exists()


def test_of_two_judges_who_rule_at_once_one_wins_and_the_other_is_told(illegal: Record) -> None:
    stale = Record.objects.select_related("match__round__event").get(pk=illegal.pk)
    issued(illegal, on=5, decision="uphold", reason="Not B's turn.", seen=7, by=actor("jude"), now=at(12))
    with pytest.raises(Conflict, match="ruled on this log since"):
        issued(stale, on=5, decision="let_stand", reason="Fine.", seen=7, by=actor("hedda"), now=at(12))
    assert IssuedRuling.objects.count() == 1
    assert Record.objects.get(pk=illegal.pk).entries == 8


def test_rights_cell_by_cell(event: Event, match: Match, illegal: Record) -> None:
    other = player(match.round.matches.exclude(pk=match.pk).get(), "A")
    grant_role(event, seated(match, "B").user.username, "judge", by=actor("olga"), now=at(11))  # type: ignore[union-attr]
    grant_role(event, other.user.username, "judge", by=actor("olga"), now=at(11))  # type: ignore[union-attr]
    refused = [
        player(match, "A"),
        player(match, "B"),
        other,
        actor("sam"),
        actor("stranger"),
        Actor.anonymous(),
    ]
    for who in refused:
        with pytest.raises(NotAllowed):
            issued(illegal, on=5, decision="uphold", reason="So.", seen=7, by=who, now=at(12))
    for name in ("olga", "hedda", "jude"):
        record = Record.objects.select_related("match__round__event").get(pk=illegal.pk)
        with pytest.raises(BadRuling):
            issued(record, on=7, decision="uphold", reason="So.", seen=7, by=actor(name), now=at(12))


@pytest.mark.parametrize(
    "choices",
    [
        {"decision": "nonsense"},
        {"decision": None},
        {"decision": "rewind"},
        {"decision": "rewind", "to": 5},
        {"decision": "rewind", "to": -1},
        {"decision": "rewind", "to": True},
        {"decision": "correct"},
        {"decision": "correct", "repair": "x"},
        {"decision": "correct", "repair": [{"change": "set", "fact": "no.such", "value": 1}]},
        {"decision": "correct", "repair": [{"change": "set", "fact": "phase", "value": 7}]},
        {"decision": "correct", "repair": [{"change": "fly"}]},
        {"decision": "correct", "repair": [{"nonsense": 1}]},
        {"decision": "correct", "repair": [{"change": "note"}] * 21},
        {"reason": ""},
        {"reason": "x" * 501},
        {"reason": "a\x00b"},
        {"on": 0},
        {"on": 99},
        {"on": "5"},
        {"on": 6},
        {"cites": ["no.such.rule"]},
        {"cites": [7]},
    ],
)
def test_a_ruling_that_makes_no_sense_is_refused(illegal: Record, choices: dict[str, object]) -> None:
    ruling: dict[str, object] = {"on": 5, "decision": "uphold", "reason": "So.", "seen": 7}
    with pytest.raises(Invalid):
        issued(illegal, **(ruling | choices), by=actor("jude"), now=at(12))  # type: ignore[arg-type]
    assert Record.objects.get(pk=illegal.pk).entries == 7


def test_a_ruling_decides_what_players_had_confirmed_otherwise(match: Match) -> None:
    record = attach_log(match, 1, log(*NAMED[:5]), by=player(match, "A"), now=at(10))
    from tournaments.results.changes import report_result

    report_result(match, {"winner": "A"}, by=player(match, "A"), now=at(11))
    confirm_result(match, by=player(match, "B"), now=at(11))
    issued(record, on=5, decision="let_stand", reason="It was so.", seen=5, by=actor("jude"), now=at(12))
    result = result_of(match)
    assert result is not None
    assert (result.outcome["winner"], result.provenance) == ("B", Provenance.ADJUDICATED)


def test_the_form_rules_and_a_double_tap_rules_once(who: Who, illegal: Record) -> None:
    client = who("jude")
    address = reverse("referee:rule_entry", args=[illegal.pk, 5])
    sent = {"decision": "uphold", "reason": "Not B's turn.", "seen": "7", "to": "4", "idempotency_key": "k1"}
    first, second = client.post(address, sent), client.post(address, sent)
    assert (first.status_code, second.status_code) == (303, 303)
    assert (
        first["Location"]
        == second["Location"]
        == reverse("referee:record_page", args=[illegal.pk]) + "?entry=8"
    )
    assert IssuedRuling.objects.count() == 1
    page = client.get(first["Location"]).content.decode()
    assert "upholds the verdict on entry 5" in page
    told = client.post(address, sent | {"idempotency_key": "k2"})
    assert told.status_code == 409
    assert "ruled on this log since" in told.content.decode()


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({}, "Choose a decision"),
        ({"decision": "uphold", "seen": "7"}, "Say why"),
        ({"decision": "fly", "reason": "x", "seen": "7"}, "fly"),
        ({"decision": "uphold", "reason": "x", "seen": "many"}, "whole number"),
        ({"decision": "correct", "reason": "x", "seen": "7"}, "at least one change"),
        (
            {
                "decision": "correct",
                "reason": "x",
                "seen": "7",
                "repair": '[{"change": "move", "from": "a", "to": "b"}]',
            },
            "a",
        ),
        ({"decision": "uphold", "reason": "x", "seen": "7", "repair": "[{"}, "cannot be read"),
    ],
)
def test_a_bad_form_says_what_to_mend(who: Who, illegal: Record, sent: dict[str, str], words: str) -> None:
    answer = who("jude").post(reverse("referee:rule_entry", args=[illegal.pk, 5]), sent)
    assert answer.status_code == 400
    assert words in answer.content.decode()
    # the page stands at the form's address now: its links lead to entries all the same
    assert f'href="/records/{illegal.pk}/?entry=4"' in answer.content.decode()
    assert 'href="?' not in answer.content.decode()
    assert not IssuedRuling.objects.exists()


def test_a_repair_by_the_form(who: Who, illegal: Record) -> None:
    sent = {
        "decision": "correct", "reason": "Cards fell.", "seen": "7", "follow": "no",
        "repair": '[{"change": "set", "fact": "players.A.score", "value": 4},'
        '{"change": "add", "fact": "players.A.score", "by": 2}]',
    }  # fmt: skip
    assert who("jude").post(reverse("referee:rule_entry", args=[illegal.pk, 5]), sent).status_code == 303
    record = Record.objects.select_related("match__round__event").get(pk=illegal.pk)
    assert judged(record).run.position.players["A"].score == 6


def test_nobody_else_posts_a_ruling(who: Who, match: Match, illegal: Record) -> None:
    sent = {"decision": "uphold", "reason": "x", "seen": "7"}
    name = seated(match, "A").user.username  # type: ignore[union-attr]
    for person in (name, "sam", "stranger", ""):
        answer = who(person).post(reverse("referee:rule_entry", args=[illegal.pk, 5]), sent)
        assert answer.status_code == 403, person
    assert who("jude").get(reverse("referee:rule_entry", args=[illegal.pk, 5])).status_code == 405


def test_what_if_judges_and_stores_nothing(who: Who, illegal: Record) -> None:
    address = reverse("referee:what_if", args=[illegal.pk, 4])
    sent = {"after": "4", "lines": ""}
    page = who("jude").post(address, {**sent, "tap": json.dumps(reveal("A", "Number 9"))})
    assert [line.verdict for line in page.context["branch"].lines] == ["legal"]
    page = who("jude").post(address, {**sent, "tap": json.dumps(draw("A"))})
    assert [line.verdict for line in page.context["branch"].lines] == ["illegal"]
    for nonsense in (
        "x",
        "[]",
        "7",
        "{}",
        '{"by": "A"}',
        "[" * 9000,
        '{"by":"judge","do":"ruling","on":1,"decision":"uphold"}',
    ):
        assert who("jude").post(address, {**sent, "tap": nonsense}).status_code == 400, nonsense
    assert who("sam").post(address, {**sent, "tap": "{}"}).status_code == 403
    assert who("sam").get(address).status_code == 403
    assert Record.objects.get(pk=illegal.pk).entries == 7


def test_a_judge_takes_one_of_two_logs(who: Who, match: Match) -> None:
    first = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    other = (draw("A"), lay("A"), draw("B"), lay("B"), reveal("A", "Number 1"), reveal("B", "Number 8"))
    second = attach_log(match, 1, log(*other), by=player(match, "B"), now=at(11))
    assert result_of(match).outcome["winner"] == "A"  # type: ignore[union-attr]
    address = reverse("referee:record_adopt", args=[second.pk])
    assert who("sam").post(address, {"reason": "x"}).status_code == 403
    assert who("jude").post(address, {"reason": ""}).status_code == 400
    assert who("jude").post(address, {"reason": "A's log misses a card."}).status_code == 303
    result = result_of(match)
    assert result is not None
    assert (result.outcome["winner"], result.reason) == ("B", "A's log misses a card.")
    first.refresh_from_db()
    assert first.adopted_at is None
    assert not Dispute.objects.filter(resolved_at=None).exists()


def test_an_illegal_log_is_not_taken(illegal: Record) -> None:
    from referee.records.adoption import adopt_outcome

    with pytest.raises(DomainError):
        adopt_outcome(illegal, reason="x", by=actor("jude"), now=at(12))
