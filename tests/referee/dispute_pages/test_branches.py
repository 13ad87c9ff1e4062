"""What if, in a dispute: branches from any entry, kept, side by side, shown to the table, put forward as the ruling."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from referee.budget import TooCostly
from referee.dispute_pages import branch_api, branch_views
from referee.disputes.opening import open_by_hand
from referee.judging.judged import judged
from referee.logs.storage import stored_log
from referee.models.disputes import Dispute, RowKind
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from referee.records.changes import attach_log
from referee.rulebooks import index
from referee.rulings.branches import Reasoned, keep_branch, rule_by_branch, share_branch
from referee.rulings.branching import Branch, differences, play_branch
from referee.what_if import on_board
from tests.referee.conftest import Who, table
from tests.referee.logs import NAMED, log
from tests.rules.kernel.helpers import lay, reveal
from tests.tournaments.factories import actor, at, player, seated
from tournaments.errors import Conflict, DomainError, NotAllowed
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.results.queries import result_of

pytestmark = pytest.mark.django_db
#: From before the illegal entry 5: A shows the 9, B the 3.
WELL: list[object] = [reveal("A", "Number 9"), reveal("B", "Number 3")]


@pytest.fixture
def record(match: Match) -> Record:
    """Entry 5 is illegal: B reveals in A's turn."""
    return attach_log(match, 1, log(*NAMED), by=player(match, "A"), now=at(10))


@pytest.fixture
def dispute(match: Match, record: Record) -> Dispute:
    words = "Was it my turn?"
    return open_by_hand(match, "rules", words, record=record.pk, entry=5, by=player(match, "B"), now=at(11))


def kept(
    dispute: Dispute, entries: list[object] = WELL, name: str = "As it should be", after: int = 4
) -> Any:
    return keep_branch(dispute, after, entries, name, by=actor("jude"), now=at(12))


def test_a_branch_is_judged_and_what_is_not_legal_is_said(record: Record) -> None:
    branch = play_branch(record, 4, WELL)
    assert [line.verdict for line in branch.lines] == ["legal", "legal"]
    assert branch.outcome == {"ranking": [["A"], ["B"]], "scores": {"A": 9, "B": 3}, "tiebreakers": {}}
    asked = play_branch(record, 4, [reveal("B", "Number 3")])
    assert (asked.lines[0].verdict, asked.status) == ("illegal", "illegal")
    assert Record.objects.get(pk=record.pk).entries == 7


def test_where_two_branches_differ_is_named(record: Record) -> None:
    """After entry 2, A has laid the 9; from entry 1 A lays it face down unnamed or the other card, no Number."""
    one, other = (
        play_branch(record, 3, [lay("B", "Number 3")]),
        play_branch(record, 3, [lay("B", "Number 1")]),
    )
    paths = {each.path: (each.first, each.second) for each in differences(one, other)}
    assert paths["players.B.laid"] == ("Number 3", "Number 1")
    assert paths["players.B.hand"] == ("Number 1", "Number 3")
    assert differences(one, one) == []


def test_it_is_kept_for_judges_and_twice_is_once(who: Who, dispute: Dispute) -> None:
    row = kept(dispute)
    assert (row.kind, row.visible_to, row.entry) == (RowKind.BRANCH, "judges", 4)
    assert kept(dispute).pk == row.pk
    assert kept(dispute, name="Another").pk != row.pk
    for bad in ([], [{"by": "A", "do": "fly"}] * 61, [{"by": "judge", "do": "ruling"}]):
        with pytest.raises(DomainError):
            kept(dispute, bad)
    for name in ("sam", "stranger"):
        with pytest.raises(NotAllowed):
            keep_branch(dispute, 4, WELL, "x", by=actor(name), now=at(12))
    address = f"/events/{dispute.event.slug}/disputes/{dispute.pk}/"
    b = seated(dispute.match, "B").user.username  # type: ignore[union-attr]
    assert "As it should be" in who("jude").get(address).content.decode()
    assert "As it should be" not in who(b).get(address).content.decode()


def test_shown_to_the_table_each_reads_what_it_may_know(who: Who, match: Match) -> None:
    """B's card of the branch is drawn in secret: A reads that B draws, and not what."""
    secret = [
        {"by": "A", "do": "draw", "cards": ["Number 9", "Number 1"], "seen_by": ["A"]},
        {"by": "A", "do": "lay", "card": "Number 9", "seen_by": ["A"]},
        {"by": "B", "do": "draw", "count": 2},
    ]
    record = attach_log(match, 1, log(*secret), by=player(match, "A"), now=at(10))
    asked = open_by_hand(
        match, "rules", "And then?", record=record.pk, entry=3, by=player(match, "A"), now=at(11)
    )
    branch: list[object] = [{"by": "B", "do": "draw", "cards": ["Number 7", "Number 2"]}]
    row = kept(asked, branch, "B draws", 2)
    share_branch(asked, row.pk, by=actor("jude"), now=at(13))
    assert share_branch(asked, row.pk, by=actor("jude"), now=at(14)).at == at(13)
    address = f"/events/{asked.event.slug}/disputes/{asked.pk}/"
    told = {}
    for letter in "AB":
        name = seated(match, letter).user.username  # type: ignore[union-attr]
        html = who(name).get(address).content.decode()
        assert "B draws" in html
        told[letter] = html.partition('id="story-title"')[2].partition("</section>")[0]
    assert "Number 7" not in told["A"]


def test_put_forward_it_is_the_ruling_and_play_goes_on_with_it(
    who: Who, match: Match, record: Record, dispute: Dispute
) -> None:
    row = kept(dispute)
    ruling = rule_by_branch(dispute, row.pk, Reasoned("So it goes.", 7), by=actor("jude"), now=at(13))
    assert (ruling.on, ruling.decision, ruling.entry, ruling.through) == (5, "rewind", 8, 10)
    now = Record.objects.select_related("match__round__event").get(pk=record.pk)
    assert (now.entries, now.status) == (10, "finished")
    assert judged(now).run.active_entries == [1, 2, 3, 4, 8, 9, 10]
    assert stored_log(now, "toy").chain is None
    assert result_of(match).outcome["winner"] == "A"  # type: ignore[union-attr]
    other = kept(dispute, [reveal("A", "Number 9")], "Only A", 4)
    second = rule_by_branch(dispute, other.pk, Reasoned("No more.", 10), by=actor("hedda"), now=at(14))
    assert second.supersedes == ruling and result_of(match) is None


@pytest.fixture
def toy_to_search() -> Iterator[None]:
    """The toy game's rules among those that are searched, for this test alone."""
    index._index.cache_clear()
    yield
    index._index.cache_clear()


@pytest.mark.usefixtures("toy_to_search")
def test_put_forward_it_cites_what_was_picked(who: Who, dispute: Dispute) -> None:
    judge, here = who("jude"), f"/events/{dispute.event.slug}/disputes/{dispute.pk}/branches/"
    form = {"branch": kept(dispute).pk, "seen": 7, "reason": "In turn."}
    html = judge.post(here, {**form, "do": "find", "find": "turn"}).content.decode()
    assert 'value="rule:turn"' in html and 'value="In turn."' in html and "Issue the ruling" not in html
    html = judge.post(here, {**form, "do": "look", "cites": "rule:turn"}).content.decode()
    assert html.index('value="rule:turn"') < html.index("checked", html.index('value="rule:turn"'))
    assert judge.post(here, {**form, "do": "rule", "cites": "rule:no-such-rule"}).status_code == 400
    assert judge.post(here, {**form, "do": "rule", "cites": "rule:turn"}).status_code == 303
    ruling = IssuedRuling.objects.get()
    assert list(ruling.citations.values_list("kind", "key")) == [("rule", "turn")]


def test_what_cannot_be_put_forward(record: Record, dispute: Dispute) -> None:
    stops = kept(dispute, [reveal("B", "Number 3")], "Stops")
    with pytest.raises(DomainError, match="cannot be played"):
        rule_by_branch(dispute, stops.pk, Reasoned("x", 7), by=actor("jude"), now=at(13))
    with pytest.raises(Conflict):
        rule_by_branch(dispute, kept(dispute).pk, Reasoned("x", 6), by=actor("jude"), now=at(13))
    assert not IssuedRuling.objects.exists()


def test_the_page_without_scripts(who: Who, dispute: Dispute, record: Record) -> None:
    judge, here = who("jude"), f"/events/{dispute.event.slug}/disputes/{dispute.pk}/branches/"
    html = judge.get(here).content.decode()
    assert "What if, after entry 4" in html
    assert 'name="tap"' in judge.get(here, {"after": "0"}).content.decode()
    first = json.dumps(WELL[0])
    html = judge.post(here, {"do": "play", "after": "4", "lines": "", "tap": first}).content.decode()
    assert "Number 9" in html and "Take the last one back" in html
    html = judge.post(here, {"do": "play", "after": "4", "lines": first, "tap": '{"by": "A", "do": "lay"}'})
    assert b"illegal" in html.content
    sent = {"do": "keep", "after": "4", "lines": f"{first}\n{json.dumps(WELL[1])}", "name": "Well"}
    assert judge.post(here, sent).status_code == 303
    assert judge.post(here, {**sent, "lines": first, "name": "Half"}).status_code == 303
    one, two = dispute.rows.filter(kind=RowKind.BRANCH).order_by("pk").values_list("pk", flat=True)
    html = judge.get(here, {"of": [one, two]}).content.decode()
    assert "Well and Half" in html and "They end differently." in html
    look = {"do": "look", "branch": one, "seen": 7, "reason": "So."}
    html = judge.post(here, look).content.decode()
    assert "What would follow" in html and "Issue the ruling" in html
    assert judge.post(here, {**look, "do": "rule"}).status_code == 303
    assert IssuedRuling.objects.get().reason == "So."


def test_for_whom_cell_by_cell(who: Who, event: Event, match: Match, dispute: Dispute) -> None:
    row = kept(dispute)
    page = f"/events/{event.slug}/disputes/{dispute.pk}/branches/"
    api = f"/api/v1/events/{event.slug}/disputes/{dispute.pk}/branches/"
    named = {
        "side": seated(match, "A").user.username,  # type: ignore[union-attr]
        "other": seated(table(event, 1), "A").user.username,  # type: ignore[union-attr]
    }
    body = {"after": 4, "entries": WELL}
    for name in ("", "stranger", "side", "other", "sam", "jude", "hedda", "olga"):
        client, judges = who(named.get(name, name)), name in ("jude", "hedda", "olga")
        assert (client.get(page).status_code == 200) == judges, name
        assert (client.get(api).status_code == 200) == judges, name
        assert (client.get(f"{api}{row.pk}/?against={row.pk}").status_code == 200) == judges, name
        assert (client.post(api, body, "application/json").status_code == 201) == judges, name
        if not judges:
            assert client.post(f"{api}{row.pk}/share/", {}, "application/json").status_code in (401, 403, 404)
            sent = {"reason": "x", "seen": 7}
            answer = client.post(f"{api}{row.pk}/rule/", sent, "application/json")
            assert answer.status_code in (401, 403, 404)
    jude = who("jude")
    assert jude.post(api, {**body, "name": "By API"}, "application/json").json()["name"] == "By API"
    assert jude.post(f"{api}{row.pk}/share/", {}, "application/json").json()["shared"] is True
    told = jude.get(f"{api}{row.pk}/?against={row.pk}").json()
    assert (told["differences"], told["same_outcome"]) == ([], True)
    sent = {"reason": "So.", "seen": 7, "cites": ["turn"]}
    answer = jude.post(f"{api}{row.pk}/rule/", sent, "application/json")
    assert IssuedRuling.objects.get().citations.get().key == "turn"
    assert (answer.status_code, answer.json()["decision"]) == (201, "rewind")


def test_only_the_branches_that_are_picked_are_played_and_one_that_cannot_be_says_why(
    who: Who, dispute: Dispute, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three are kept; of one the work is too much, as it is of a longer game. The page, and the others, stay."""
    dear, first, second = (
        kept(dispute, [reveal("A", "Number 9")], "Dear"),
        kept(dispute),
        kept(dispute, [reveal("A", "Number 9"), {"by": "B", "do": "pass"}], "Otherwise"),
    )
    played: list[Sequence[object]] = []

    def play(record: Record, after: int, entries: Sequence[object], **more: Any) -> Branch:
        played.append(entries)
        if entries == dear.payload["lines"]:
            raise TooCostly("This asks for more work than is done for one question.")
        return play_branch(record, after, entries, **more)

    for module in (branch_views, branch_api, on_board):
        monkeypatch.setattr(module, "play_branch", play)
    judge, here = who("jude"), f"/events/{dispute.event.slug}/disputes/{dispute.pk}/branches/"
    html = judge.get(here).content.decode()
    assert all(name in html for name in ("Dear", "As it should be", "Otherwise"))
    assert played == [[]] and "cannot be played" not in html
    html = judge.get(f"{here}?of={dear.pk}&of={first.pk}&of={second.pk}").content.decode()
    assert played[1:] == [[], *(row.payload["lines"] for row in (dear, first, second))]
    assert html.count("It cannot be played: This asks for more work") == 1
    assert "As it should be and Otherwise" in html
    ticked = html.partition(f'value="{dear.pk}"')[2].partition(">")[0]
    assert "checked" in ticked
    listed = judge.get(f"/api/v1{here}").json()
    assert [(one["refusal"] != "", one["status"]) for one in listed] == [
        (True, ""), (False, "finished"), (False, "illegal"),
    ]  # fmt: skip


def test_a_branch_that_is_asked_for_and_is_too_much_leaves_the_page(
    who: Who, dispute: Dispute, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge, here = who("jude"), f"/events/{dispute.event.slug}/disputes/{dispute.pk}/branches/"
    kept(dispute)

    def only_the_end(record: Record, after: int, entries: Sequence[object], **more: Any) -> Branch:
        if after != 7:
            raise TooCostly("Too much.")
        return play_branch(record, after, entries, **more)

    monkeypatch.setattr(on_board, "play_branch", only_the_end)
    answer = judge.get(here)
    assert answer.status_code == 400 and "As it should be" in answer.content.decode()
