"""Precedents are judged by the rules of today: kept as rows, anew after an upgrade, told by `check_precedents`."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from config.figures import failed_jobs
from referee.models.precedents import Precedent, PrecedentCheck, PrecedentMention
from referee.models.rejudging import SeenRuleset
from referee.precedents import checking
from referee.precedents import tasks as precedent_tasks
from referee.precedents.queries import Kind, citing, readable, standings_of
from referee.precedents.tasks import check_due
from tests.referee.live.playing import match_of_game
from tests.referee.precedents.test_precedents import HEADER, OUT_OF_TURN, kept
from tests.referee.running import run
from tests.tournaments.factories import actor, at
from tests.tournaments.races.together import fork, together
from tournaments.access import Actor
from tournaments.jobs.working import work_for
from tournaments.models.events import Event, State
from tournaments.models.jobs import Job, JobFailure
from tournaments.models.rounds import Match, Round, RoundState
from tournaments.now import now

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    return match_of_game("highlander")


def told(*options: str) -> tuple[int, dict[str, object]]:
    code, out, _err = run("check_precedents", "--json", *options)
    return code, json.loads(out)


def break_it(one: Precedent) -> None:
    """It is A's turn: what B may not do, A may."""
    wrong = one.text.replace('"by": "B"', '"by": "A"')
    Precedent.objects.filter(pk=one.pk).update(text=wrong, open_text=wrong)


def test_one_that_is_kept_was_judged_and_says_what_it_is_about(match: Match) -> None:
    one = kept(match)
    (check,) = PrecedentCheck.objects.all()
    assert (check.failures, check.open_failures) == ([], [])
    assert standings_of([one])[one.pk].is_checked
    mentions = {(row.kind, row.key): row.is_open for row in PrecedentMention.objects.all()}
    # The hand of A is hidden: its card is for the judges of the event.
    assert mentions == {("rule", "phases"): True, ("card", "upper-left-attack"): False}


def test_what_changed_is_told_once_and_then_as_what_it_is(match: Match) -> None:
    one = kept(match)
    assert told() == (0, {"precedents": 1, "failed": 0, "changed": [], "still_failing": []})
    good = (one.text, one.open_text)
    break_it(one)
    code, said = told()
    (row,) = said["changed"]  # type: ignore[misc]
    assert code == 1 and said["failed"] == 1 and said["still_failing"] == []
    assert (row["name"], row["game"], row["event"]) == ("out-of-turn", "highlander", match.round.event.slug)
    assert (row["before"], row["now"]) == ("holds", "fails") and row["failures"]
    code, said = told()
    assert code == 1 and said["changed"] == [] and len(said["still_failing"]) == 1  # type: ignore[arg-type]
    code, _out, err = run("check_precedents")
    assert code == 1 and "out-of-turn: still does not hold: " in err and "0 hold, 1 do not" in err
    Precedent.objects.filter(pk=one.pk).update(text=good[0], open_text=good[1])
    code, said = told()
    assert code == 0 and said["changed"][0]["now"] == "holds"  # type: ignore[index]


def test_after_an_upgrade_all_are_judged_by_themselves_and_once(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = kept(match)
    assert check_due(at(1)) == 0
    break_it(one)
    monkeypatch.setattr(checking, "ruleset_of", lambda game: "another")
    monkeypatch.setattr("referee.precedents.queries.ruleset_of", lambda game: "another")
    assert not standings_of([one])[one.pk].is_checked
    assert check_due(at(2)) == 1 and check_due(at(3)) == 0
    standing = standings_of([one])[one.pk]
    assert standing.is_checked and PrecedentCheck.objects.get(ruleset="another").open_failures
    assert standing.failures


def test_one_kept_before_there_were_checks_is_judged_by_the_sweep(match: Match) -> None:
    one = kept(match)
    PrecedentCheck.objects.all().delete()
    PrecedentMention.objects.all().delete()
    assert not standings_of([one])[one.pk].is_checked
    assert check_due(at(1)) == 1
    assert one.mentions.count() == 2 and standings_of([one])[one.pk].is_checked


def test_many_are_judged_as_long_work_and_one_that_cannot_be_holds_up_no_other(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = kept(match)
    PrecedentCheck.objects.all().delete()
    monkeypatch.setattr(precedent_tasks, "CHARACTERS", 10)
    judge = precedent_tasks.judge_both

    def fails(precedent: Precedent) -> None:
        raise ValueError("the engine fails")

    monkeypatch.setattr(precedent_tasks, "judge_both", fails)
    assert check_due(now()) == 1 and check_due(now()) == 0, "one job at a time"
    assert work_for() == 1 and not PrecedentCheck.objects.exists()
    assert check_due(now()) == 0, "it is not begun again at once"
    monkeypatch.setattr(precedent_tasks, "judge_both", judge)
    assert check_due(now() + precedent_tasks.LATER) == 1 and work_for() == 1
    assert standings_of([one])[one.pk].is_checked and check_due(now()) == 0


def test_a_few_that_cannot_be_judged_within_the_sweep_are_a_jobs_and_wait_longer_each_time(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    one = kept(match)
    PrecedentCheck.objects.all().delete()

    def fails(precedent: Precedent, **more: object) -> None:
        raise ValueError("the engine fails")

    with monkeypatch.context() as patched:
        patched.setattr(precedent_tasks, "judge_both", fails)
        patched.setattr(precedent_tasks, "check_precedent", fails)
        later, hour = now(), precedent_tasks.LATER
        for times in range(2):
            assert check_due(later) == 1 and work_for() == 1
            JobFailure.objects.filter(pk=JobFailure.objects.latest("pk").pk).update(at=later)
            assert check_due(later + 0.9 * 2**times * hour) == 0
            later += 2**times * hour
    assert JobFailure.objects.count() == failed_jobs(now()) == 2
    SeenRuleset.objects.create(game="highlander", ruleset="of a new version", seen_at=now())
    assert check_due(now() + 2 * hour) == 1, "which may judge what the one before could not"
    assert standings_of([one])[one.pk].is_checked


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_have_them_judged_once(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    kept(match)
    PrecedentCheck.objects.all().delete()
    monkeypatch.setattr(precedent_tasks, "CHARACTERS", 10)
    barrier, begin = fork.Barrier(2), precedent_tasks.begin_job

    def once_both_are_here(*given: object, **named: object) -> Job:
        barrier.wait(timeout=60)
        return begin(*given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(precedent_tasks, "begin_job", once_both_are_here)
    answers = together(*[lambda: check_due(at(1))] * 2)
    assert sorted(answers) == [("done", 0), ("done", 1)] and Job.objects.count() == 1


def test_what_is_broken_off_is_begun_again_after_a_while(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept(match)
    PrecedentCheck.objects.all().delete()
    monkeypatch.setattr(precedent_tasks, "CHARACTERS", 10)
    assert check_due(now()) == 1
    Job.objects.update(cancelled_at=now())
    assert check_due(now()) == 0 and check_due(now() + precedent_tasks.LATER) == 1


def test_what_cannot_be_read_any_more_does_not_hold(match: Match) -> None:
    one = kept(match)
    for text in ("#", "nonsense", "{", HEADER.replace("1999.3.10", "x").replace("hand", "hands")):
        Precedent.objects.filter(pk=one.pk).update(text=text)
        assert told()[0] == 1, text
    Precedent.objects.filter(pk=one.pk).update(game="chess")
    assert told()[1]["precedents"] == 0 and check_due(at(1)) == 0


def test_a_header_of_an_older_edition_is_judged_by_the_newest(match: Match) -> None:
    from rules.registry import load

    old = HEADER.replace("1999.3.10", "1998") + "\n" + OUT_OF_TURN
    assert checking.judge(load("highlander"), "# a comment\n\n" + old).failures == ()
    assert b'"rules":"1999.3.10"' in checking.by_newest_edition(load("highlander"), old)


def about(actor: Actor, kind: Kind, key: str) -> list[str]:
    return [one.name for one in citing(readable(actor), kind, key)]


def test_who_finds_it_by_rule_and_card(match: Match) -> None:
    kept(match)
    judge, nobody = actor("jude"), Actor.anonymous()
    for who, rule, card in ((judge, 1, 1), (nobody, 0, 0), (actor("somebody"), 0, 0)):
        assert len(about(who, Kind.RULE, "phases")) == rule
        assert len(about(who, Kind.CARD, "upper-left-attack")) == card
    # Open to all when the round is over; what was hidden in it stays so.
    Round.objects.filter(pk=match.round_id).update(state=RoundState.FINISHED)
    assert about(nobody, Kind.RULE, "phases") == ["out-of-turn"]
    assert about(nobody, Kind.CARD, "upper-left-attack") == []
    Event.objects.filter(pk=match.round.event_id).update(state=State.DRAFT)
    assert about(nobody, Kind.RULE, "phases") == []


def test_it_is_named_where_its_rule_and_its_cards_are_told_of(match: Match) -> None:
    one = kept(match)
    judge, nobody = Client(), Client()
    judge.force_login(actor("jude").user)  # type: ignore[arg-type]
    link = f'href="/precedents/{one.pk}/"'
    rule, card, search = (
        "/rules/highlander/phases/", "/rules/highlander/cards/upper-left-attack/", "/rules/?q=out+of+turn",
    )  # fmt: skip
    for address, seen_by_all in ((rule, False), (card, False), (search, False)):
        assert link in judge.get(address).content.decode()
        assert (link in nobody.get(address).content.decode()) == seen_by_all
    Round.objects.filter(pk=match.round_id).update(state=RoundState.FINISHED)
    for address, seen_by_all in ((rule, True), (card, False), (search, True)):
        assert (link in nobody.get(address).content.decode()) == seen_by_all
    hits = nobody.get("/api/v1/rules/", {"q": "out of turn", "game": "highlander"}).json()
    assert hits[-1] == {
        "game": "highlander", "kind": "precedent", "key": str(one.pk), "heading": "out-of-turn", "summary": "",
    }  # fmt: skip
    about = [nobody.get(f"/api/v1{address}").json()["precedents"] for address in (rule, card)]
    assert about == [[{"id": one.pk, "name": "out-of-turn", "failures": []}], []]
    break_it(one)
    assert run("check_precedents")[0] == 1
    for address in (rule, search):
        assert "no longer holds" in nobody.get(address).content.decode()


def test_the_open_pages(match: Match) -> None:
    one = kept(match)
    client = Client()
    addresses = [f"/precedents/{one.pk}/", f"/precedents/{one.pk}/file/", f"/api/v1/precedents/{one.pk}/"]
    for address in addresses:
        assert client.get(address).status_code == 404
    assert b"out-of-turn" not in client.get("/precedents/").content
    Round.objects.filter(pk=match.round_id).update(state=RoundState.FINISHED)
    for address in addresses:
        content = client.get(address).content
        assert b"Upper Left Attack" not in content and b"Jude" not in content, address
    page = client.get(addresses[0]).content.decode()
    assert 'href="/rules/highlander/phases/"' in page and "holds" in page
    assert f'href="/positions/highlander/?precedent={one.pk}"' in page
    assert client.get(addresses[1]).content.decode() == one.open_text
    editor = client.get(f"/positions/highlander/?precedent={one.pk}").content.decode()
    assert "next_phase" in editor and "Upper Left Attack" not in editor
    assert client.get(f"/positions/looney_tunes/?precedent={one.pk}").status_code == 404
    for query in ("", "?q=phases", "?game=highlander", "?q=turn&game=highlander"):
        assert b"out-of-turn" in client.get(f"/precedents/{query}").content
        listed = client.get(f"/api/v1/precedents/{query}").json()
        assert [row["name"] for row in listed["results"]] == ["out-of-turn"] and "by" not in listed[
            "results"
        ][0]
    for query in ("?q=katana", "?game=looney_tunes"):
        assert b"out-of-turn" not in client.get(f"/precedents/{query}").content
    assert client.get("/api/v1/precedents/?game=chess").status_code == 404
    break_it(one)
    assert run("check_precedents")[0] == 1
    assert "no longer holds" in client.get(addresses[0]).content.decode()
    assert "no longer holds" in client.get("/precedents/").content.decode()
