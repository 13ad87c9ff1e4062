"""Answers by word and decisions on appeals cite like rulings: picked from search, kept, shown wherever they are."""

from __future__ import annotations

import csv
import io

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from referee.appeals.changes import make_appeal
from referee.calls.changes import call_judge, finish_call
from referee.disputes.answering import answer_call
from referee.disputes.of_rulings import dispute_of_ruling
from referee.disputes.opening import open_by_hand
from referee.disputes.statements import reopen_dispute
from referee.live.answers import call_judge as call_live
from referee.models.appeals import Appeal
from referee.models.citations import Citation
from referee.models.disputes import Dispute
from referee.models.precedents import Precedent
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from referee.precedents.changes import keep_precedent
from referee.records.changes import attach_log
from tests.referee.conftest import Who
from tests.referee.live.playing import match_of_game, opened, phone
from tests.referee.ruled import issued
from tests.tournaments.events.test_stand_in import entrant_of, open_day, under_way, who_waits
from tests.tournaments.factories import actor, at, player, seated, win
from tournaments.errors import Invalid
from tournaments.events.stand_in import name_stand_in
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.now import now
from tournaments.results.changes import enter_result

pytestmark = pytest.mark.django_db
JSON = "application/json"
CARD, RULE = "card:upper-left-attack", "rule:phases"
LINKS = ("/rules/highlander/phases/", "/rules/highlander/cards/upper-left-attack/")
SCENARIO = (
    '{"log": 1, "game": "highlander", "rules": "1999.3.10", "players": [{"seat": "A"}, {"seat": "B"}],'
    ' "position": {"turn": "A", "phase": "attack", "players": {"A": {"hand": ["Upper Left Attack"]}}}}\n'
    '{"by": "B", "do": "next_phase", "expect": "illegal", "rule": "phases"}\n'
)


@pytest.fixture
def match() -> Match:
    return match_of_game("highlander")


@pytest.fixture
def precedent(match: Match) -> Precedent:
    return keep_precedent(match, "out-of-turn", SCENARIO.encode(), by=actor("jude"), now=now())


@pytest.fixture
def called(match: Match) -> Dispute:
    return call_judge(match, "rules", "May he?", by=player(match, "A"), now=at(3)).dispute


def cited(**of: object) -> list[str]:
    return [f"{one.kind}:{one.key}" for one in Citation.objects.filter(**of)]


def test_a_judge_finds_picks_and_keeps_them_on_the_floor(who: Who, called: Dispute) -> None:
    """The form comes back with what was typed, what was found and what is ticked; nothing is answered by that."""
    judge, slug = who("jude"), called.event.slug
    floor, at_call = (
        f"/events/{slug}/floor/",
        {"at": f"done-{called.pk}", "answer": "He may not.", "minutes": "7"},
    )
    html = judge.post(floor, {**at_call, "do": "find", "find": "Upper Left Attack"}).content.decode()
    assert f'value="{CARD}"' in html and 'value="He may not."' in html and 'value="7"' in html
    html = judge.post(floor, {**at_call, "do": "find", "find": "phases", "cites": CARD}).content.decode()
    assert "checked" in html.partition(f'value="{CARD}"')[2].partition(">")[0]
    called.refresh_from_db()
    assert called.resolved_at is None
    sent = {**at_call, "cites": [CARD, RULE]}
    assert judge.post(f"/events/{slug}/calls/{called.pk}/done/", sent).status_code == 303
    assert cited(row__dispute=called, row__kind="answered") == [CARD, RULE]


def test_and_on_the_page_of_the_dispute(who: Who, called: Dispute) -> None:
    judge, here = who("jude"), f"/events/{called.event.slug}/disputes/{called.pk}/"
    html = judge.post(here, {"answer": "No.", "do": "find", "find": "Upper Left Attack"}).content.decode()
    assert f'value="{CARD}"' in html and 'value="No."' in html
    sent = {"answer": "No.", "cites": CARD, "next": here}
    assert judge.post(f"{here}answer/", {**sent, "cites": "card:none"}).status_code == 400
    assert not Citation.objects.exists()
    assert judge.post(f"{here}answer/", sent).status_code == 303
    listed = judge.get(f"/events/{called.event.slug}/disputes/?state=resolved").content.decode()
    assert LINKS[1] in listed


def test_each_reads_them_with_the_answer_and_no_precedent_that_is_not_theirs(
    who: Who, match: Match, called: Dispute, precedent: Precedent
) -> None:
    call = called.call  # type: ignore[attr-defined]
    words = ["phases", CARD, f"precedent:{precedent.pk}"]
    finish_call(call, "No.", 0, by=actor("jude"), now=at(4), cites=words)
    slug = match.round.event.slug
    names = {"jude": True, seated(match, "B").user.username: False}  # type: ignore[union-attr]
    for name, of_staff in names.items():
        client = who(name)
        html = client.get(f"/events/{slug}/disputes/{called.pk}/").content.decode()
        assert all(html.count(link) == 1 for link in LINKS)
        assert (f"/precedents/{precedent.pk}/" in html) == of_staff
        kinds = ["rule", "card", "precedent"] if of_staff else ["rule", "card"]
        told = client.get(f"/api/v1/events/{slug}/disputes/{called.pk}/").json()
        assert [one["kind"] for one in told["dispute"]["cites"]] == kinds
        assert [[one["kind"] for one in row["cites"]] for row in told["rows"]] == [[], kinds]
        (listed,) = client.get(f"/api/v1/matches/{match.pk}/disputes/").json()
        assert [one["kind"] for one in listed["cites"]] == kinds
    judge = who("jude")
    (told,) = judge.get(f"/api/v1/events/{slug}/disputes/?state=resolved").json()["results"]
    assert len(told["cites"]) == 3
    (told,) = judge.get(f"/api/v1/events/{slug}/calls/?state=answered").json()["results"]
    assert [one["heading"] for one in told["cites"]][1:] == ["Upper Left Attack", "out-of-turn"]
    wanted = f"{RULE} {CARD} precedent:{precedent.pk}"
    (row,) = judge.get(f"/api/v1/events/{slug}/export/calls.json").json()["calls"]
    assert row["cites"] == wanted
    rows = judge.get(f"/api/v1/events/{slug}/export/dispute_rows.json").json()["dispute_rows"]
    assert [each["cites"] for each in rows] == ["", wanted]


def test_over_the_api_for_a_dispute_a_call_and_an_appeal(who: Who, match: Match) -> None:
    slug, judge, head = match.round.event.slug, who("jude"), who("hedda")
    asked = open_by_hand(match, "play", "And now?", by=player(match, "B"), now=at(3))
    api = f"/api/v1/events/{slug}"
    for bad in (
        ["card:none"],
        ["rule:none"],
        ["precedent:999"],
        "phases",
        [["phases"]],
        [CARD] * 21,
        {"a": 1},
    ):
        answer = judge.post(f"{api}/disputes/{asked.pk}/answer/", {"answer": "So.", "cites": bad}, JSON)
        assert answer.status_code == 400, bad
    assert not Citation.objects.exists()
    answer = judge.post(
        f"{api}/disputes/{asked.pk}/answer/", {"answer": "So.", "cites": ["phases", CARD]}, JSON
    )
    assert [one["key"] for one in answer.json()["cites"]] == ["phases", "upper-left-attack"]
    appeal = make_appeal(match, by=player(match, "A"), now=at(5))
    sent = {"upheld": False, "reason": "Page 3.", "answer": "Not so.", "cites": [CARD], "minutes": 0}
    assert head.post(f"{api}/appeals/{appeal.pk}/", {**sent, "cites": ["card:none"]}, JSON).status_code == 400
    assert Appeal.objects.get().how == ""
    told = head.post(f"{api}/appeals/{appeal.pk}/", sent, JSON).json()
    assert [one["heading"] for one in told["cites"]] == ["Upper Left Attack"]
    b = who(seated(match, "B").user.username)  # type: ignore[union-attr]
    (told,) = b.get(f"/api/v1/matches/{match.pk}/appeals/").json()["appeals"]
    assert [one["key"] for one in told["cites"]] == ["upper-left-attack"]
    # the answer that holds now is the head judge's
    told = b.get(f"{api}/disputes/{asked.pk}/").json()
    assert [one["key"] for one in told["dispute"]["cites"]] == ["upper-left-attack"]
    kinds = [(row["kind"], len(row["cites"])) for row in told["rows"]]
    assert kinds == [("opened", 0), ("answered", 2), ("appeal", 0), ("decided", 1), ("answered", 1)]
    text = head.get(f"{api}/export/appeals.csv").content.decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(text))
    assert row["cites"] == CARD
    call = judge.post(f"/api/v1/matches/{match.pk}/call/", {}, JSON)
    assert call.status_code == 403  # a judge calls nobody
    made = call_judge(match, "rules", "", by=player(match, "A"), now=at(9))
    step = {"step": "done", "answer": "Yes.", "cites": [RULE]}
    told = judge.post(f"{api}/calls/{made.dispute_id}/", step, JSON).json()
    assert [one["key"] for one in told["cites"]] == ["phases"]


def test_the_head_judge_cites_where_appeals_are_decided(who: Who, match: Match) -> None:
    """Of a result, which stands: found on the floor, kept with the decision, read in the story by the player."""
    enter_result(match, win("A"), by=actor("sam"), now=at(3), reason="The slip.")
    appeal = make_appeal(match, by=player(match, "B"), now=at(4))
    head, slug = who("hedda"), match.round.event.slug
    sent = {"at": f"decide-{appeal.pk}", "reason": "Nobody may.", "do": "find", "find": "Upper Left Attack"}
    html = head.post(f"/events/{slug}/floor/", sent).content.decode()
    assert f'value="{CARD}"' in html and 'value="Nobody may."' in html
    sent = {"reason": "Nobody may.", "decision": "uphold", "cites": [CARD, RULE]}
    assert head.post(f"/events/{slug}/appeals/{appeal.pk}/decide/", sent).status_code == 303
    assert cited(row__kind="decided") == [CARD, RULE]
    b = who(seated(match, "B").user.username)  # type: ignore[union-attr]
    html = b.get(f"/events/{slug}/disputes/{appeal.dispute_id}/").content.decode()
    assert all(link in html for link in LINKS)


def test_who_may_look_for_something_to_cite(who: Who, match: Match, called: Dispute) -> None:
    """The floor is for who may see it; on a dispute's page a player is offered nothing, whatever is sent."""
    slug, find = (
        called.event.slug,
        {"do": "find", "find": "Upper Left Attack", "cites": ["x", CARD], "at": "?"},
    )
    a = who(seated(match, "A").user.username)  # type: ignore[union-attr]
    for client in (a, who("stranger"), who("")):
        assert client.post(f"/events/{slug}/floor/", find).status_code in (302, 403, 404)
    here = f"/events/{slug}/disputes/{called.pk}/"
    answer = a.post(here, find)
    assert answer.status_code == 200 and f'value="{CARD}"' not in answer.content.decode()
    assert who("stranger").post(here, find).status_code == 404
    for bad in (
        {"do": "find"},
        {"do": "\x00", "at": "done-1", "find": "\x00" * 300},
        {"cites": ["rule:"] * 99},
    ):
        for page in (here, f"/events/{slug}/floor/"):
            assert who("jude").post(page, bad).status_code == 200


def test_opened_again_nothing_is_cited_until_it_is_answered_anew(who: Who, called: Dispute) -> None:
    answer_call(called.event, called.pk, "No.", by=actor("jude"), now=at(4), cites=[CARD])
    reopen_dispute(Dispute.objects.get(pk=called.pk), "Wait.", by=actor("jude"), now=at(5))
    api = f"/api/v1/events/{called.event.slug}/disputes/{called.pk}/"
    told = who("jude").get(api).json()
    assert told["dispute"]["cites"] == [] and [len(row["cites"]) for row in told["rows"]] == [0, 1, 0]
    answer_call(called.event, called.pk, "Yes.", by=actor("jude"), now=at(6), cites=[RULE])
    assert [one["kind"] for one in who("jude").get(api).json()["dispute"]["cites"]] == ["rule"]


def test_where_the_game_has_no_rules_here_nothing_is_cited(match: Match, called: Dispute) -> None:
    called.event.game = "go"
    called.event.save(update_fields=["game"])
    with pytest.raises(Invalid, match="cannot be cited"):
        answer_call(called.event, called.pk, "No.", by=actor("jude"), now=at(4), cites=["phases"])
    assert answer_call(called.event, called.pk, "No.", by=actor("jude"), now=at(5)).resolution == "No."


def test_a_citation_is_of_a_ruling_or_a_row_and_once(called: Dispute) -> None:
    row = called.rows.get()
    Citation.objects.create(row=row, kind="rule", key="phases", heading="Phases")
    for wrong in ({"row": row}, {}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Citation.objects.create(kind="rule", key="phases", heading="Phases", **wrong)


def rows_cite(client: Client, dispute: Dispute) -> list[tuple[str, int]]:
    told = client.get(f"/api/v1/events/{dispute.event.slug}/disputes/{dispute.pk}/").json()
    return [(row["kind"], len(row["cites"])) for row in told["rows"]]


def test_what_a_ruling_answers_and_decides_shows_what_it_cites(who: Who) -> None:
    """The dispute that a ruling answers, the answer that a ruling in its place changes, and the appeal that this one
    decides: on the page, over the API, in the exports."""
    match = match_of_game("highlander", logs="assisted")
    lines = "\n".join((SCENARIO.splitlines()[0], '{"by": "B", "do": "next_phase"}', "")).encode()
    record = attach_log(match, 1, lines, by=player(match, "A"), now=at(3))

    def ruled(decision: str, name: str, minute: float, cites: list[str], **more: object) -> IssuedRuling:
        fresh = Record.objects.select_related("match__round__event").get(pk=record.pk)
        return issued(
            fresh, on=1, decision=decision, reason="So.", follow=False, seen=fresh.entries, cites=cites,
            by=actor(name), now=at(minute), **more,
        )  # type: ignore[arg-type]  # fmt: skip

    first = ruled("uphold", "jude", 12, ["phases"])
    dispute = Dispute.objects.get(match=match)
    judge, slug = who("jude"), match.round.event.slug
    assert rows_cite(judge, dispute) == [("opened", 0), ("ruling", 1), ("answered", 1)]
    assert judge.get(f"/events/{slug}/disputes/?state=resolved").content.decode().count(LINKS[0]) == 1
    html = judge.get(f"/events/{slug}/disputes/{dispute.pk}/").content.decode()
    told = {
        row.kind: html.partition(f'id="row-{row.pk}"')[2].partition("</li><li")[0]
        for row in dispute.rows.all()
    }
    # beside the ruling, and not once more beside the answer that it gave
    assert (
        LINKS[0] in told["ruling"].partition("</ul>")[0]
        and LINKS[0] not in told["answered"].partition("</ol>")[0]
    )
    (told,) = judge.get(f"/api/v1/events/{slug}/disputes/?state=resolved").json()["results"]
    assert [one["key"] for one in told["cites"]] == ["phases"]
    appeal = make_appeal(match, by=player(match, "B"), now=at(13))
    ruled("let_stand", "hedda", 14, ["phases", CARD], supersedes=first.pk)
    assert rows_cite(judge, dispute) == [
        ("opened", 0), ("ruling", 1), ("answered", 1), ("appeal", 0), ("ruling", 2), ("answered", 2), ("decided", 2),
    ]  # fmt: skip
    (told,) = judge.get(f"/api/v1/matches/{match.pk}/appeals/").json()["appeals"]
    assert (told["id"], [one["kind"] for one in told["cites"]]) == (appeal.pk, ["rule", "card"])
    (row,) = who("hedda").get(f"/api/v1/events/{slug}/export/appeals.json").json()["appeals"]
    assert row["cites"] == f"{RULE} {CARD}"
    (row,) = judge.get(f"/api/v1/events/{slug}/export/disputes.json").json()["disputes"]
    assert row["cites"] == f"{RULE} {CARD}"
    # a dispute about a ruling that answered none is made for its appeal, and cites with it
    Dispute.objects.all().delete()
    made, _row = dispute_of_ruling(IssuedRuling.objects.latest("pk"), match)
    assert rows_cite(judge, made) == [("opened", 0), ("answered", 2), ("ruling", 2)]


def test_a_result_that_decides_an_appeal_cites(who: Who, match: Match) -> None:
    """On the match's page, where the head judge corrects it: looked for, ticked, and kept with the decision."""
    enter_result(match, win("A"), by=actor("sam"), now=at(3), reason="The slip.")
    appeal = make_appeal(match, by=player(match, "B"), now=at(4))
    head, scorer = who("hedda"), who("sam")
    sent = {"result": "win:B", "reason": "Misread."}
    follows = f"/matches/{match.pk}/follows/"
    assert "Cite rules" in head.post(follows, sent).content.decode()
    assert "Cite rules" not in scorer.post(follows, sent).content.decode()  # it decides nothing
    html = head.post(follows, {**sent, "do": "find", "find": "Upper Left Attack"}).content.decode()
    assert f'value="{CARD}"' in html and 'name="result" value="win:B"' in html
    html = head.post(follows, {**sent, "cites": CARD, "do": "find", "find": "phases"}).content.decode()
    assert (
        "checked" in html.partition(f'value="{CARD}"')[2].partition(">")[0] and html.count(f'"{CARD}"') == 1
    )
    enter = f"/matches/{match.pk}/enter/"
    assert scorer.post(enter, {**sent, "cites": RULE}).status_code == 400
    assert head.post(enter, {**sent, "cites": "rule:none"}).status_code == 400
    assert not Citation.objects.exists() and Appeal.objects.get().how == ""
    assert head.post(enter, {**sent, "cites": [CARD, RULE]}).status_code == 303
    assert cited(row__kind="decided") == [CARD, RULE] == cited(row__kind="answered")
    (told,) = head.get(f"/api/v1/matches/{match.pk}/appeals/").json()["appeals"]
    assert (told["id"], told["how"], len(told["cites"])) == (appeal.pk, "changed", 2)


def test_over_the_api_a_result_cites_where_it_decides(who: Who, match: Match) -> None:
    enter_result(match, win("A"), by=actor("sam"), now=at(3), reason="The slip.")
    door, head = f"/api/v1/matches/{match.pk}/result/", who("hedda")
    body = {"winner": "B", "reason": "Misread.", "cites": [RULE]}
    answer = head.put(door, body, JSON)
    assert answer.status_code == 400 and "No appeal of this result waits" in answer.json()["message"]
    make_appeal(match, by=player(match, "B"), now=at(4))
    assert head.put(door, {**body, "cites": [RULE] * 21}, JSON).status_code == 400
    # the same result, for which no reason is asked, decides nothing: what it cites would be lost
    assert head.put(door, {"winner": "A", "cites": [RULE]}, JSON).status_code == 400
    assert head.put(door, body, JSON).status_code == 200
    assert cited(row__kind="decided") == [RULE]


def _search_of(html: str, dispute: Dispute) -> str:
    """Where the short form of this answer sends what it looks for."""
    form = next(one for one in html.split("<form")[1:] if f"find{dispute.pk}" in one.partition("</form>")[0])
    form = form.partition("</form>")[0]
    assert 'name="answer"' in form and form.index('type="submit"') < form.index('value="find"')
    return form.partition('formaction="')[2].partition('"')[0]


def test_a_short_answer_cites_by_the_page_of_its_dispute(who: Who, match: Match) -> None:
    """In the list of disputes and at a live table: what was typed goes along, and comes back with what was found."""
    table, slug = opened(match), match.round.event.slug
    call_live(table, phone(table, "A"), "May he?", by=player(match, "A"), now=at(3))
    dispute, judge = Dispute.objects.get(), who("jude")
    here = f"/events/{slug}/disputes/{dispute.pk}/"
    for page in (f"/events/{slug}/disputes/", f"/live/{table.pk}/"):
        assert _search_of(judge.get(page).content.decode(), dispute) == f"{here}#cites", page
    html = judge.post(here, {"answer": "No.", "do": "find", "find": "phases"}).content.decode()
    assert f'value="{RULE}"' in html and 'value="No."' in html
    assert judge.post(f"{here}answer/", {"answer": "No.", "cites": RULE}).status_code == 303
    assert cited(row__dispute=dispute, row__kind="answered") == [RULE]


def test_who_stands_in_cites_the_same_way(who: Who) -> None:
    event = open_day()
    Event.objects.filter(pk=event.pk).update(game="highlander")
    event.refresh_from_db()
    hers, other = under_way(event)
    name = who_waits(hers, other)
    name_stand_in(event, by=actor("olga"), now=at(1), entrant=entrant_of(event, name))
    dispute = call_judge(hers, "rules", "May he?", by=actor("olga"), now=at(3)).dispute
    client = who(name)
    slug = event.slug
    here = f"/events/{slug}/disputes/{dispute.pk}/"
    assert _search_of(client.get(f"/events/{slug}/me/").content.decode(), dispute) == f"{here}#cites"
    html = client.post(here, {"answer": "No.", "do": "find", "find": "phases"}).content.decode()
    assert f'value="{RULE}"' in html
    assert client.post(f"{here}answer/", {"answer": "No.", "cites": RULE}).status_code == 303
    assert cited(row__kind="answered") == [RULE]
