"""Two logs of one game: they are laid beside each other by themselves, where they part a judge is asked, and nobody who
plays learns of it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from referee.alignments import changes
from referee.alignments.changes import store_merged
from referee.alignments.finding import align_new, standing_logs
from referee.alignments.making import NotAligned, forget
from referee.alignments.queries import listed_pairs
from referee.live import live_replay
from referee.live.queries import forget_tables, live_table
from referee.models.alignments import LogPair
from referee.models.disputes import Dispute, Kind
from referee.models.live import LiveTable
from referee.models.records import Record
from referee.records.changes import attach_log
from referee.records.of_event import whole_logs
from referee.records.queries import records
from tests.referee.conftest import Who, table
from tests.referee.live.playing import opened, tap
from tests.referee.logs import log
from tests.referee.ruled import issued
from tests.rules.alignment.test_align import BY_A, BY_B
from tests.rules.kernel.helpers import draw, header, lay, reveal
from tests.tournaments.factories import actor, at, player, win
from tournaments.errors import Conflict, NotAllowed
from tournaments.jobs.tasks import work_due
from tournaments.models.events import Event
from tournaments.models.outbox import OutboxRow
from tournaments.models.rounds import Match, MatchState
from tournaments.outbox.logs import LOG_STORED
from tournaments.results.changes import enter_result

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("verdicts_told")]

#: as ``BY_B``, but for A's card, which B saw as a 7: entry 5 cannot be both
B_SAW_SEVEN = (*BY_B[:4], reveal("A", "Number 7"), BY_B[5])


@pytest.fixture(autouse=True)
def empty_memory() -> None:
    forget()
    live_replay.forget()
    forget_tables()


def send(match: Match, letter: str, entries: tuple[Any, ...], minute: float = 10) -> Record:
    made = attach_log(match, 1, log(*entries), by=player(match, letter), now=at(minute))
    return records().get(pk=made.pk)


def sweep(minute: float = 12) -> None:
    align_new(at(minute))
    while work_due(at(minute)):
        pass


def divergences() -> list[Dispute]:
    return list(Dispute.objects.filter(kind=Kind.DIVERGENCE))


# -- they are found ----------------------------------------------------------------------------------------------------


def test_where_two_logs_part_a_judge_is_asked_once(match: Match) -> None:
    first, second = send(match, "A", BY_A), send(match, "B", B_SAW_SEVEN)
    for minute in (12, 13, 14):
        sweep(minute)
    (dispute,) = divergences()
    assert (dispute.record_id, dispute.entry, dispute.resolved_at) == (first.pk, 5, None)
    # what is asked is for judges alone: the dispute's own words name no card
    assert (
        "Number" not in dispute.question and dispute.question == "Two logs of game 1 tell different things."
    )
    pair = LogPair.objects.get()
    assert (pair.first_id, pair.second_id, pair.dispute_id) == (first.pk, second.pk, dispute.pk)
    assert (pair.divergence_first, pair.divergence_second) == (5, 5)
    assert "Number 9" in pair.question and "Number 7" in pair.question
    rows = list(dispute.rows.values_list("kind", "visible_to"))
    assert rows == [("opened", "judges"), ("log", "judges")]


def test_an_answered_question_is_not_asked_again(match: Match, event: Event, who: Who) -> None:
    send(match, "A", BY_A), send(match, "B", B_SAW_SEVEN)
    sweep()
    (dispute,) = divergences()
    address = reverse("referee:answer_call", args=[event.slug, dispute.pk])
    assert who("jude").post(address, {"answer": "It was a nine."}).status_code == 303
    LogPair.objects.update(first_head="0" * 64)  # as though a ruling had been written into it
    attach_log(match, 1, log(*BY_A), by=player(match, "A"), now=at(20))
    sweep(21)
    (dispute,) = divergences()
    assert dispute.resolved_at is not None


def test_logs_that_agree_ask_nothing(match: Match) -> None:
    send(match, "A", BY_A), send(match, "B", BY_B)
    sweep()
    pair = LogPair.objects.get()
    assert divergences() == [] and pair.compared_at is not None
    # two cards drawn and one laid, of each
    assert (pair.same, pair.bound, pair.only_in_first, pair.divergence_first) == (6, 6, 0, None)


def test_another_log_in_its_place_takes_the_question_with_it(match: Match) -> None:
    send(match, "A", BY_A), send(match, "B", B_SAW_SEVEN)
    sweep()
    send(match, "B", BY_B, minute=15)
    (dispute,) = divergences()
    assert dispute.resolved_at is not None
    sweep(16)
    assert len(divergences()) == 1 and LogPair.objects.count() == 2


def test_logs_of_two_tables_are_not_compared(event: Event, match: Match) -> None:
    send(match, "A", BY_A), send(table(event, 1), "B", B_SAW_SEVEN)
    sweep()
    assert not LogPair.objects.exists()


def test_what_cannot_be_laid_beside_is_said_to_be_so(match: Match, who: Who) -> None:
    first = attach_log(match, 1, log(*BY_A, head=header(of="x")), by=player(match, "A"), now=at(10))
    second = attach_log(match, 1, log(*BY_B, head=header(of="y")), by=player(match, "B"), now=at(10))
    sweep()
    assert LogPair.objects.get().failed and divergences() == []
    page = who("jude").get(reverse("referee:logs_beside", args=[first.pk, second.pk]))
    assert page.status_code == 200 and b"cannot be laid beside each other" in page.content


# -- who reads it ------------------------------------------------------------------------------------------------------


def addresses(first: Record, second: Record) -> list[str]:
    numbers = [first.pk, second.pk]
    return [
        reverse("referee:logs_beside", args=numbers),
        reverse("referee:merged_download", args=numbers),
        reverse("referee-api:logs-beside", args=numbers),
        reverse("referee-api:merged-log", args=numbers),
    ]


@pytest.mark.parametrize("decided", [False, True])
@pytest.mark.parametrize("name", ["", "stranger", "player1", "player2", "player3", "sam"])
def test_nobody_but_judges_who_do_not_play(match: Match, who: Who, name: str, decided: bool) -> None:
    first, second = send(match, "A", BY_A), send(match, "B", B_SAW_SEVEN)
    sweep()
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED if decided else MatchState.OPEN)
    for address in addresses(first, second):
        answer = who(name).get(address)
        assert answer.status_code in (302, 401, 403), address
        assert b"Number" not in answer.content and b"divergence" not in answer.content
        assert who("jude").get(address).status_code == 200
        assert who("hedda").get(address).status_code == 200
    (dispute,) = divergences()
    page = who(name).get(reverse("referee:dispute", args=[match.round.event.slug, dispute.pk]))
    if name == "sam":
        assert page.status_code == 200 and b"Number" not in page.content and b"/beside/" not in page.content
    else:
        assert page.status_code in (302, 404)
    for near in ("referee:record_upload", "tournaments:match_page", "referee:match_disputes"):
        shown = who(name).get(reverse(near, args=[match.pk]))
        assert b"/beside/" not in shown.content and b"tell different things" not in shown.content


def test_a_judge_who_plays_at_another_table_reads_nothing_of_it(event: Event, match: Match, who: Who) -> None:
    first, second = send(match, "A", BY_A), send(match, "B", B_SAW_SEVEN)
    other = player(table(event, 1), "A").user
    assert other is not None
    event.staff_roles.create(user=other, role="judge", at=at(0), by="olga")
    for address in addresses(first, second):
        assert who(other.username).get(address).status_code == 403


def test_a_forged_log_tells_its_sender_nothing(event: Event, match: Match, who: Who) -> None:
    """Whether a guess of the other's hand is right shows nowhere that its sender reads."""
    user = player(match, "A").user
    assert user is not None
    mine = who(user.username)
    send(match, "B", BY_B[:4])
    seen = []
    for minute, guess in ((20, "Number 3"), (30, "Number 8")):
        guessed = (BY_A[0], BY_A[1], draw("B", guess, "Blank"), lay("B", guess))
        send(match, "A", guessed, minute)
        sweep(minute)
        told = [
            mine.get(address).content
            for address in (
                reverse("referee-api:match-records", args=[match.pk]),
                reverse("referee-api:match-disputes", args=[match.pk]),
            )
        ]
        page = mine.get(reverse("tournaments:match_page", args=[match.pk])).content.decode()
        kept = Record.objects.get(seat="A", replaced_at=None).pk
        seen.append((json.loads(told[1]), "dispute" in page, told[0].decode().replace(f'"id":{kept}', "")))
    assert len(divergences()) == 1  # the second guess was wrong
    assert seen[0] == seen[1]


# -- the page ----------------------------------------------------------------------------------------------------------


def test_the_page_shows_where_they_part(match: Match, who: Who) -> None:
    first, second = send(match, "A", BY_A), send(match, "B", B_SAW_SEVEN)
    sweep()
    text = who("jude").get(reverse("referee:logs_beside", args=[first.pk, second.pk])).content.decode()
    assert "The logs part." in text and text.count('class="board-frame"') == 2
    assert f"/records/{first.pk}/?entry=5" in text and f"/records/{second.pk}/?entry=5" in text
    assert 'data-row="differ_first-5-5"' in text and "2 entries, the same in both" in text
    assert "Store the merged log" not in text
    everything = who("jude").get(reverse("referee:logs_beside", args=[first.pk, second.pk]) + "?show=all")
    assert everything.content.decode().count("data-row=") == 6
    (dispute,) = divergences()
    shown = who("jude").get(reverse("referee:dispute", args=[match.round.event.slug, dispute.pk])).content
    assert f"/records/{first.pk}/beside/{second.pk}/".encode() in shown and b"Number 7" in shown
    logs = who("jude").get(reverse("referee:record_upload", args=[match.pk])).content
    assert b"they part" in logs
    german = who("jude").get(
        reverse("referee:logs_beside", args=[first.pk, second.pk]), headers={"accept-language": "de"}
    )
    assert "Die Protokolle gehen auseinander." in german.content.decode()


def test_two_logs_of_different_tables_are_not_laid_beside(event: Event, match: Match, who: Who) -> None:
    first, second = send(match, "A", BY_A), send(table(event, 1), "A", BY_A)
    for pair in ((first, second), (first, first)):
        assert (
            who("jude").get(reverse("referee:logs_beside", args=[one.pk for one in pair])).status_code == 404
        )


def test_the_api_says_what_align_says(match: Match, who: Who) -> None:
    first, second = send(match, "A", BY_A), send(match, "B", B_SAW_SEVEN)
    told = who("jude").get(reverse("referee-api:logs-beside", args=[first.pk, second.pk])).json()
    assert (told["same"], told["only_in_first"], told["bound"]) == (5, [], 6)
    assert (told["divergence"]["first"], told["divergence"]["second"]) == (5, 5)
    assert [row["kind"] for row in told["rows"]] == [*["agree"] * 4, "differ_first", "agree"]


# -- merged ------------------------------------------------------------------------------------------------------------


def merge(client: Client, first: Record, second: Record) -> Any:
    return client.post(reverse("referee:merge_logs", args=[first.pk, second.pk]))


def test_a_merged_log_is_judged_and_reported(match: Match, who: Who) -> None:
    first, second = send(match, "A", BY_A), send(match, "B", BY_B)
    sweep()
    assert merge(who("jude"), first, second).status_code == 303
    stored = Record.objects.get(merged=True)
    assert (stored.seat, stored.status, stored.entries) == ("", "finished", 6)
    assert stored.outcome == {"ranking": [["A"], ["B"]], "scores": {"A": 9, "B": 3}, "tiebreakers": {}}
    assert merge(who("jude"), first, second).status_code == 303
    assert Record.objects.filter(merged=True).count() == 1
    assert LogPair.objects.get().stored_id == stored.pk
    sweep(20)
    assert LogPair.objects.count() == 1  # what was merged is not laid beside what it was made of


def test_each_player_keeps_the_own_view_of_a_merged_log(match: Match, who: Who) -> None:
    first, second = send(match, "A", BY_A), send(match, "B", BY_B)
    stored = store_merged(first, second, by=actor("jude"), now=at(15))
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    for letter, secret in (("A", "Blank"), ("B", "Number 1")):
        user = player(match, letter).user
        assert user is not None
        for address in (
            reverse("referee:record_download", args=[stored.pk]),
            reverse("referee-api:record-file", args=[stored.pk]),
            reverse("referee-api:record", args=[stored.pk]),
            *(reverse("referee:record_entry", args=[stored.pk, n]) for n in range(1, 7)),
        ):
            shown = who(user.username).get(address)
            assert shown.status_code == 200 and secret.encode() not in shown.content, address
        assert (
            secret.encode() in who("jude").get(reverse("referee:record_download", args=[stored.pk])).content
        )
    public = who("").get(reverse("referee:record_download", args=[stored.pk])).content
    assert b"Blank" not in public and b"Number 1" not in public


@pytest.mark.parametrize("name", ["", "player1", "player2", "player3", "sam"])
def test_a_merged_log_is_kept_from_players_until_the_match_is_decided(
    match: Match, who: Who, name: str
) -> None:
    first, second = send(match, "A", BY_A[:4]), send(match, "B", BY_B[:4])
    stored = store_merged(first, second, by=actor("jude"), now=at(15))
    doors = (
        reverse("referee:record_page", args=[stored.pk]),
        reverse("referee:record_download", args=[stored.pk]),
        reverse("referee-api:record", args=[stored.pk]),
    )
    lists = (
        reverse("referee:record_upload", args=[match.pk]),
        reverse("tournaments:match_page", args=[match.pk]),
        reverse("referee-api:match-records", args=[match.pk]),
        reverse("referee:match_disputes", args=[match.pk]),
    )
    for address in doors:
        assert who(name).get(address).status_code == 404
        assert who("jude").get(address).status_code == 200
    for address in lists:
        assert f"/records/{stored.pk}/".encode() not in who(name).get(address).content
        assert f'"id":{stored.pk},'.encode() not in who(name).get(address).content
    if name.startswith("player"):
        asked = who(name).post(
            reverse("referee:match_disputes", args=[match.pk]),
            {"kind": "rules", "question": "?", "record": stored.pk},
        )
        assert asked.status_code in (400, 403, 404) and not stored.disputes.filter(kind="rules").exists()
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    for address in doors:
        assert who(name).get(address).status_code == 200


def test_logs_that_part_are_not_merged(match: Match, who: Who) -> None:
    first, second = send(match, "A", BY_A), send(match, "B", B_SAW_SEVEN)
    with pytest.raises(NotAligned):
        store_merged(first, second, by=actor("jude"), now=at(15))
    for name in ("player1", "player2", "sam", "stranger"):
        with pytest.raises(NotAllowed):
            store_merged(first, second, by=actor(name), now=at(15))
        assert merge(who(name), first, second).status_code == 403
    Event.objects.filter(pk=match.round.event_id).update(state="finished")
    match.round.event.refresh_from_db()
    first = records().get(pk=first.pk)
    with pytest.raises(Conflict):
        store_merged(first, second, by=actor("jude"), now=at(15))


def test_a_broken_chain_is_not_merged_away(match: Match, who: Who) -> None:
    first, second = send(match, "A", BY_A), send(match, "B", BY_B)
    Record.objects.filter(pk=first.pk).update(broken_at=2, broken_how="its hash does not fit")
    first = records().get(pk=first.pk)
    with pytest.raises(NotAligned, match="chain"):
        store_merged(first, second, by=actor("jude"), now=at(15))
    shown = who("jude").get(reverse("referee:logs_beside", args=[first.pk, second.pk])).content.decode()
    assert "the chain is broken at entry 2" in shown and "Store the merged log" not in shown


def test_a_merged_log_carries_no_judgment_of_the_first(match: Match, who: Who) -> None:
    judged = header(judged={"outcome": {"ranking": [["B"], ["A"]]}, "verdicts": ["illegal"]})
    first = attach_log(match, 1, log(*BY_A, head=judged), by=player(match, "A"), now=at(10))
    second = send(match, "B", BY_B)
    file = who("jude").get(reverse("referee:merged_download", args=[first.pk, second.pk])).content
    assert b"judged" not in file and b"salt" not in file and b"hash" not in file
    stored = store_merged(records().get(pk=first.pk), second, by=actor("jude"), now=at(15))
    body = who("jude").get(reverse("referee:record_download", args=[stored.pk])).content
    assert b"judged" not in body


def test_what_was_replaced_while_it_was_read_is_not_merged(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = send(match, "A", BY_A), send(match, "B", BY_B)
    beside = changes.beside

    def meanwhile(one: Record, other: Record) -> Any:
        laid = beside(one, other)
        attach_log(match, 1, log(*BY_A[:-1]), by=player(match, "A"), now=at(11))
        return laid

    monkeypatch.setattr(changes, "beside", meanwhile)
    with pytest.raises(Conflict, match="replaced"):
        changes.store_merged(first, second, by=actor("jude"), now=at(12))
    assert not Record.objects.filter(merged=True).exists()


def test_what_is_known_of_two_logs_holds_while_both_are_as_they_were(match: Match) -> None:
    first, _second = send(match, "A", BY_A), send(match, "B", BY_B)
    sweep()
    (listed,) = listed_pairs(match, actor("jude"))
    assert listed.agrees
    Record.objects.filter(pk=first.pk).update(head="0" * 64)  # as a ruling does
    (listed,) = listed_pairs(match, actor("jude"))
    assert not listed.agrees and not listed.parts


def test_a_live_log_is_one_of_the_logs_once_the_match_is_decided(match: Match) -> None:
    """Nobody closes a live table of which the desk has entered the result."""
    table = opened(match)
    tap(table, "A", draw("A", "Number 9", "Number 1"))
    assert standing_logs(match) == [] and whole_logs(match.round.event, actor("jude"), 9, 10**6) == {}
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    (kept,) = standing_logs(Match.objects.get(pk=match.pk))
    assert kept.pk == table.record_id
    assert list(whole_logs(match.round.event, actor("jude"), 9, 10**6)) == [match.pk]


LIVE = (
    ("A", draw("A", "Number 9", "Number 1")), ("A", lay("A", "Number 9")), ("B", draw("B", "Number 3", "Blank")),
    ("B", lay("B", "Number 3")),
)  # fmt: skip


def kept_on_phones(match: Match, *more: tuple[str, Any]) -> LiveTable:
    """A table that logs on phones, beside a file of B's that saw A show a 7."""
    send(match, "B", B_SAW_SEVEN[:5], minute=1)
    table = opened(match)
    for by, entry in (*LIVE, *more):
        tap(table, by, entry)
    sweep()
    assert divergences() == [] and not LogPair.objects.exists()
    return live_table(table.pk)


def test_a_result_by_the_desk_lets_the_live_log_be_laid_beside_the_others(match: Match) -> None:
    """A revealed the 9 on the phones and plays on; the desk enters the result, and nobody closes the table."""
    table = kept_on_phones(match, ("A", reveal("A", "Number 9")))
    enter_result(match, win("A"), by=actor("sam"), now=at(20))
    sweep(21)
    (dispute,) = divergences()
    assert dispute.record_id == table.record_id and LogPair.objects.get().compared_at is not None
    enter_result(match, win("B"), by=actor("sam"), now=at(22), reason="Read wrongly.")
    sweep(23)
    assert len(divergences()) == 1


def test_a_ruling_that_ends_the_game_does_so_too(match: Match) -> None:
    """B revealed in A's turn; let stand, that ends the toy game, and the match is decided by the log."""
    table = kept_on_phones(match, ("B", reveal("B", "Number 3")))
    record = records().get(pk=table.record_id)
    issued(
        record,
        on=5,
        decision="let_stand",
        reason="So be it.",
        seen=5,
        follow=False,
        by=actor("jude"),
        now=at(20),
    )
    assert Match.objects.get(pk=match.pk).state == MatchState.DECIDED
    sweep(21)
    pair = LogPair.objects.get()
    assert pair.first_id == table.record_id and pair.compared_at == at(21)


def test_a_log_that_was_ruled_on_is_compared_as_it_is_now(match: Match) -> None:
    """Two files that agree; a ruling is written into one of them, and what is known of the two is known anew."""
    first, _second = send(match, "A", BY_A[:5]), send(match, "B", BY_B[:5])
    sweep()
    issued(
        first,
        on=5,
        decision="rewind",
        to=4,
        reason="Again.",
        seen=5,
        follow=False,
        by=actor("jude"),
        now=at(20),
    )
    sweep(21)
    pair, now_stored = LogPair.objects.get(), Record.objects.get(pk=first.pk)
    assert (pair.first_head, pair.compared_at) == (now_stored.head, at(21)) and now_stored.entries == 6


def test_a_result_without_a_live_log_asks_for_nothing(match: Match) -> None:
    enter_result(match, win("A"), by=actor("sam"), now=at(20))
    assert not OutboxRow.objects.filter(topic=LOG_STORED).exists()
