"""Logs attached to a match: who may, what is taken, what follows."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from referee.disputes.tasks import take_in_outbox
from referee.judging.judged import judged
from referee.live.live_replay import forget, live_replay
from referee.logs.hash_chain import is_signed
from referee.logs.reading import BadLog
from referee.logs.storage import body, stored_log
from referee.models.disputes import Dispute, Kind
from referee.models.records import Record, RecordPart
from referee.records.changes import attach_log
from referee.records.queries import records
from rules.registry import load
from tests.referee.logs import ILLEGAL, WON_BY_A, WON_BY_B, log
from tests.rules.kernel.helpers import HEADER, draw, header
from tests.tournaments.factories import actor, at, player, win
from tournaments.access import Actor
from tournaments.errors import Conflict, DomainError, NotAllowed
from tournaments.models.results import Provenance
from tournaments.models.rounds import Match, MatchState
from tournaments.results.changes import confirm_result, report_from_log, report_result
from tournaments.results.queries import result_of
from tournaments.rounds.changes import withdraw_round

pytestmark = pytest.mark.django_db


def test_a_players_finished_log_is_his_report_and_the_other_confirms_it(match: Match) -> None:
    record = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    result = result_of(match)
    assert result is not None
    assert (result.provenance, result.source) == (Provenance.REPORTED, f"record:{record.pk}")
    assert result.outcome["winner"] == "A"
    assert result.outcome["scores"] == {"A": 9, "B": 3}
    assert (record.seat, record.status, record.entries) == ("A", "finished", 6)
    assert record.adopted_outcome == record.outcome


def test_both_logs_of_a_table_are_kept_and_agreeing_ones_confirm_the_result(match: Match) -> None:
    attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    attach_log(match, 1, log(*WON_BY_A), by=player(match, "B"), now=at(11))
    assert sorted(match.records.values_list("seat", flat=True)) == ["A", "B"]
    result = result_of(match)
    assert result is not None and result.provenance == Provenance.CONFIRMED


def test_logs_that_end_differently_open_a_dispute_and_report_nothing_more(match: Match) -> None:
    attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    second = attach_log(match, 1, log(*WON_BY_B), by=player(match, "B"), now=at(11))
    assert second.adopted_outcome is None
    dispute = Dispute.objects.get()
    assert (dispute.kind, dispute.record, dispute.match) == (Kind.DIFFERS, second, match)
    match.refresh_from_db()
    assert match.state == MatchState.REPORTED


def test_the_staffs_log_decides_at_once(match: Match) -> None:
    attach_log(match, 1, log(*WON_BY_B), by=actor("sam"), now=at(10))
    result = result_of(match)
    assert result is not None
    assert (result.provenance, result.outcome["winner"]) == (Provenance.ADJUDICATED, "B")


def test_an_illegal_log_reports_nothing_and_waits_for_a_judge(match: Match) -> None:
    record = attach_log(match, 1, log(*ILLEGAL), by=player(match, "A"), now=at(10))
    assert (record.status, record.outcome) == ("illegal", None)
    assert result_of(match) is None
    dispute = Dispute.objects.get()
    assert (dispute.kind, dispute.entry) == (Kind.ILLEGAL, 5)


def test_the_same_file_twice_is_one_record(match: Match) -> None:
    first = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    again = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(11))
    assert first == again
    assert Record.objects.count() == 1


def test_a_mended_file_replaces_one_that_does_not_count_yet(match: Match) -> None:
    first = attach_log(match, 1, log(*ILLEGAL), by=player(match, "A"), now=at(10))
    second = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(11))
    first.refresh_from_db()
    assert first.replaced_at == at(11)
    assert not Dispute.objects.filter(resolved_at=None).exists()
    assert list(Record.objects.filter(replaced_at=None)) == [second]
    with pytest.raises(Conflict, match="already here counts"):
        attach_log(match, 1, log(*WON_BY_B), by=player(match, "A"), now=at(12))


def test_a_replaced_log_is_still_reached_from_the_match(match: Match, client: Client) -> None:
    first = attach_log(match, 1, log(*ILLEGAL), by=player(match, "A"), now=at(10))
    second = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(11))
    for name, app in (("match_page", "tournaments"), ("record_upload", "referee")):
        page = client.get(reverse(f"{app}:{name}", args=[match.pk])).content.decode()
        fold = page[page.index('id="replaced-logs"') :]
        address = reverse("referee:record_page", args=[first.pk])
        assert address in fold and reverse("referee:record_page", args=[second.pk]) not in fold
        assert client.get(address).status_code == 200


def test_a_stored_log_has_a_chain_that_the_site_signed(match: Match) -> None:
    record = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    stored = stored_log(record, "toy")
    assert (stored.chain, stored.head) == (None, record.head)
    assert is_signed(match.pk, 1, record.head, record.signature)
    assert not is_signed(match.pk, 2, record.head, record.signature)
    salts = [json.loads(line)["salt"] for line in body(record).splitlines()]
    assert len(set(salts)) == 7


@pytest.mark.parametrize("change", ["cut", "alter"])
def test_a_stored_log_that_was_changed_shows_it(match: Match, change: str) -> None:
    record = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    part = RecordPart.objects.get(record=record)
    lines = part.body.splitlines(keepends=True)
    part.body = "".join(lines[:-1]) if change == "cut" else part.body.replace("Number 9", "Number 8")
    part.save()
    stored = stored_log(record, "toy")
    assert stored.chain is not None
    assert stored.chain[0] == 5


def test_every_reader_notices_a_row_that_was_changed_after_he_read(match: Match) -> None:
    """The judge, each seat, spectators, the file and the live table's memory, all of which had read it before."""
    record = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    record = records().get(pk=record.pk)
    for seat in (None, "A", "B", "public"):
        assert not judged(record, seat).run.findings
    part = RecordPart.objects.get(record=record)
    RecordPart.objects.filter(pk=part.pk).update(body=part.body.replace("Number 9", "Number 8"))
    record = records().get(pk=record.pk)
    for seat in (None, "A", "B", "public"):
        assert "chain is broken" in judged(record, seat).run.findings[-1].message, seat
    forget()
    assert "chain is broken" in live_replay(record).whole.findings[-1].message
    assert "chain is broken" in live_replay(record).view("A").findings[-1].message
    RecordPart.objects.filter(pk=part.pk).update(body=part.body)
    assert not judged(record, None).run.findings


def test_a_broken_chain_that_was_sent_is_a_finding(match: Match) -> None:
    record = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    tampered = body(record).replace(b'"Number 3"', b'"Number 2"')
    other = attach_log(match, 1, tampered, by=actor("jude"), now=at(12))
    assert other.broken_at == 6
    chain = stored_log(other, "toy").chain
    assert chain is not None and chain[0] == 6
    assert Dispute.objects.filter(record=other, kind=Kind.FINDING, entry=6).exists()


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b"", 0, "empty"),
        (b"\n# nothing\n", 0, "empty"),
        (b"not json", 1, "not JSON"),
        (b"[1]", 1, "not a JSON object"),
        (b'{"log": 2, "game": "toy"}', 1, "version"),
        (log(*WON_BY_A) + b"\n{", 8, "not JSON"),
        (log({"do": "draw"}), 2, "needs"),
        (
            log(head={**HEADER, "game": "looney_tunes"}),
            1,
            "This is a log of Looney Tunes; the event plays Toy",
        ),
        (log(head={**HEADER, "game": "chess"}), 1, "the event plays Toy"),
        (log(head={**HEADER, "rules": "7"}), 1, "edition"),
        (log(head={**HEADER, "players": [{"seat": "A"}]}), 1, "seats"),
        (log(head={**HEADER, "players": [{"seat": "A"}, {"seat": "C"}]}), 1, "seats"),
        (log(head={**HEADER, "options": {"nonsense": 1}}), 1, "options"),
        (log(head=header(position={"nonsense": 1})), 1, "position"),
        (b"\xff\xfe\x00", 1, "not JSON"),
        (b"#" * 6_000_000, 0, "5 MB"),
    ],
)
def test_a_log_that_cannot_be_read_is_refused_with_line_and_reason(
    match: Match, data: bytes, line: int, words: str
) -> None:
    with pytest.raises(BadLog) as refusal:
        attach_log(match, 1, data, by=player(match, "A"), now=at(10))
    assert refusal.value.line == line
    assert words in refusal.value.message
    assert not Record.objects.exists()


def test_an_engine_that_fails_is_a_clear_answer(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(load("toy")), "to_act", lambda self, position: 1 // 0)
    with pytest.raises(BadLog, match="could not judge"):
        attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    assert not Record.objects.exists()


def test_a_player_brings_no_rulings(match: Match) -> None:
    ruling = {"by": "judge", "do": "ruling", "on": 5, "decision": "let_stand"}
    with pytest.raises(BadLog, match="Line 7"):
        attach_log(match, 1, log(*ILLEGAL[:5], ruling), by=player(match, "A"), now=at(10))
    attach_log(match, 1, log(*ILLEGAL[:5], ruling), by=actor("jude"), now=at(10))


def test_too_many_entries(match: Match) -> None:
    with pytest.raises(BadLog, match="10000 entries"):
        attach_log(match, 1, log(*([draw("A")] * 10_001)), by=player(match, "A"), now=at(10))


@pytest.mark.parametrize("number", [0, 2, -1, True, "1", 10**30])
def test_a_game_that_the_match_does_not_have(match: Match, number: object) -> None:
    with pytest.raises(DomainError):
        attach_log(match, number, log(*WON_BY_A), by=player(match, "A"), now=at(10))  # type: ignore[arg-type]


def test_nobody_sends_a_log_for_another_seat_or_table(match: Match, event: object) -> None:
    with pytest.raises(NotAllowed):
        attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10), seat="B")
    other = next(
        player(table, "A") for table in match.round.matches.exclude(pk=match.pk) if table.seats.count() == 2
    )
    for outsider in (other, actor("stranger"), Actor.anonymous()):
        with pytest.raises(NotAllowed):
            attach_log(match, 1, log(*WON_BY_A), by=outsider, now=at(10))


def test_a_withdrawn_round_takes_no_log(match: Match) -> None:
    withdraw_round(match.round, reason="Wrong list.", by=actor("olga"), now=at(5))
    with pytest.raises(Conflict):
        attach_log(match, 1, log(*WON_BY_A), by=actor("jude"), now=at(10))


def test_the_toy_game_is_there() -> None:
    assert load("toy").name == "toy"


def test_a_log_that_ends_otherwise_than_its_sender_said_takes_nothing_back(
    match: Match, client: Client
) -> None:
    ann, ben = player(match, "A"), player(match, "B")
    report_result(match, win("A"), by=ann, now=at(5))
    report_result(match, win("B"), by=ben, now=at(6))
    attach_log(match, 1, log(*WON_BY_B), by=ann, now=at(10))
    match.refresh_from_db()
    assert match.state == MatchState.CONTESTED
    result = result_of(match)
    assert result is not None
    # What was reported first still waits for a judge; nobody confirmed anything.
    assert (result.provenance, result.outcome["winner"]) == (Provenance.REPORTED, "A")
    assert {said.outcome["winner"] for said in match.reports.filter(replaced_at=None)} == {"A", "B"}
    assert Dispute.objects.filter(kind=Kind.DIFFERS, resolved_at=None).exists()
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert page.count("reported by") == 2


def test_a_log_against_its_senders_own_report_leaves_nothing_to_confirm_by_waiting(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(5))
    attach_log(match, 1, log(*WON_BY_B), by=player(match, "A"), now=at(10))
    match.refresh_from_db()
    assert match.state == MatchState.CONTESTED


def test_a_log_that_ends_as_its_sender_said_fills_his_report_in(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(5))
    attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    match.refresh_from_db()
    assert match.state == MatchState.REPORTED


def my_table(match: Match, letter: str) -> str:
    client = Client()
    client.force_login(player(match, letter).user)  # type: ignore[arg-type]
    page = client.get(f"/events/{match.round.event.slug}/me/").content.decode()
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


def test_a_log_that_differs_from_its_senders_word_is_shown_to_both_who_say_again(match: Match) -> None:
    ann, ben = (match.seats.get(letter=letter).entrant.name for letter in "AB")
    report_result(match, win("A"), by=player(match, "A"), now=at(5))
    attach_log(match, 1, log(*WON_BY_B), by=player(match, "A"), now=at(10))
    first, second = my_table(match, "A"), my_table(match, "B")
    assert f"Your log says: {ben} won" in first and f"You said: {ann} won" in first
    assert f"The log kept by {ann} says: {ben} won" in second and f"{ann} said: {ann} won" in second
    for page in (first, second):
        assert "Say again how it ended" in page
    # nobody's silence confirms it, and no log does: both say what is right
    report_result(match, win("B"), by=player(match, "A"), now=at(11))
    match.refresh_from_db()
    assert match.state == MatchState.REPORTED
    report_result(match, win("B"), by=player(match, "B"), now=at(12))
    match.refresh_from_db()
    assert match.state == MatchState.DECIDED
    take_in_outbox(at(13))
    assert not Dispute.objects.filter(resolved_at=None).exists()


def test_a_log_that_the_opponent_disputes_is_shown_to_both(match: Match) -> None:
    ann, ben = (match.seats.get(letter=letter).entrant.name for letter in "AB")
    attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    report_result(match, win("B"), by=player(match, "B"), now=at(11))
    assert f"Your log says: {ann} won" in my_table(match, "A")
    assert f"You said: {ben} won" in my_table(match, "B")


def test_two_logs_that_differ_are_shown_to_both(match: Match) -> None:
    ann, ben = (match.seats.get(letter=letter).entrant.name for letter in "AB")
    attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    attach_log(match, 1, log(*WON_BY_B), by=player(match, "B"), now=at(11))
    said = my_table(match, "B")
    assert f"The log kept by {ann} says: {ann} won" in said and f"Your log says: {ben} won" in said
    # where all agree nothing is said of it
    other = Match.objects.exclude(pk=match.pk).filter(round=match.round, is_bye=False).first()
    assert other is not None
    attach_log(other, 1, log(*WON_BY_A), by=player(other, "A"), now=at(10))
    assert "The log and what was reported differ" not in my_table(other, "B")


def test_a_log_that_nobody_sent_in_confirms_nobodys_word(match: Match) -> None:
    report_result(match, win("A"), by=player(match, "A"), now=at(5))
    game = {"ranking": [["A"], ["B"]]}
    report_from_log(match, 1, game, "record:7", by=Actor.system(), now=at(6))
    match.refresh_from_db()
    assert match.state == MatchState.REPORTED
    confirm_result(match, by=player(match, "B"), now=at(7))
    match.refresh_from_db()
    assert match.state == MatchState.DECIDED
