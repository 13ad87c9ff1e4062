"""The code of a log: it is held against what is stored, later and by everybody, and tells nothing hidden."""

from __future__ import annotations

import json
from io import BytesIO
from pathlib import Path

import pytest
from django.urls import reverse

from referee.alignments.changes import store_merged
from referee.log_checks.queries import check_file
from referee.logs.codes import LogCode, code_of_log, read_code
from referee.models.records import Record, RecordPart
from referee.records.changes import attach_log
from referee.records.queries import records
from tests.referee.conftest import Who
from tests.referee.logs import NAMED, WON_BY_A, log
from tests.referee.ruled import issued
from tests.referee.running import run
from tests.rules.alignment.test_align import BY_A, BY_B
from tests.tournaments.factories import actor, at, player
from tournaments.models.events import Event
from tournaments.models.rounds import Match, MatchState

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("verdicts_told")]
ADDRESS = "/check/"


@pytest.fixture
def stored(match: Match) -> Record:
    made = attach_log(match, 1, log(*WON_BY_A), by=player(match, "A"), now=at(10))
    return records().get(pk=made.pk)


def asked(who: Who, code: str, name: str = "") -> str:
    answer = who(name).get(ADDRESS, {"code": code})
    return f"{answer.status_code} {answer.content.decode()}"


def test_a_code_is_the_number_the_entry_and_the_first_97_bits() -> None:
    # by hand: 31 zeros and a 1; 13 zeros, 0, 1, 0; 97 ones; in fives 00000 six times, 01000, 00000 twice, 01011, 11111
    code = code_of_log(Record(pk=1, entries=2, head="f" * 64))
    assert code.startswith("00000-0800B-ZZZZZ-ZZZZZ-ZZZZZ-ZZZZ") and len(code) == 35
    assert read_code(code) == LogCode(1, 2, (1 << 97) - 1)
    assert code_of_log(Record(pk=1 << 32, entries=1, head="0" * 64)) == ""


def test_a_mistyped_code_is_told(stored: Record, who: Who) -> None:
    code = code_of_log(stored)
    assert read_code(code.lower().replace("-", " ")) == read_code(code)
    for place, sign in enumerate(code):
        if sign != "-":
            wrong = code[:place] + ("2" if sign != "2" else "3") + code[place + 1 :]
            assert read_code(wrong) is None
    assert asked(who, code[:-1]).startswith("400") and "one of its signs is wrong" in asked(who, code[:-1])
    assert read_code("") is None and read_code("É" * 30) is None


@pytest.mark.parametrize("name", ["", "stranger", "player1", "player2", "jude"])
def test_everybody_checks_a_log_and_reads_nothing_of_it(stored: Record, who: Who, name: str) -> None:
    told = asked(who, code_of_log(stored), name)
    assert told.startswith("200") and "The log is what it was, up to entry 6." in told
    assert reverse("tournaments:match_page", args=[stored.match_id]) in told
    assert "Number" not in told and stored.head not in told
    api = who(name).get("/api/v1/check/", {"code": code_of_log(stored)})
    assert api.json()["state"] == "sound" and (api.json()["record"], api.json()["entry"]) == (stored.pk, 6)


def test_a_changed_line_is_told(stored: Record, who: Who) -> None:
    code = code_of_log(stored)
    part = RecordPart.objects.get()
    RecordPart.objects.update(body=part.body.replace('"Number 9"', '"Number 8"'))
    assert "is not the one that this code was made of" in asked(who, code)
    assert who("").get("/api/v1/check/", {"code": code}).json()["state"] == "changed"


def test_a_log_that_was_written_anew_with_its_chain_is_told(stored: Record, who: Who, match: Match) -> None:
    """Whoever has the database and the site's key writes another game with a sound chain: the code still tells."""
    code = code_of_log(stored)
    other = attach_log(match, 1, log(*WON_BY_A), by=actor("jude"), now=at(11))
    RecordPart.objects.filter(record=stored).update(body=RecordPart.objects.get(record=other).body)
    Record.objects.filter(pk=stored.pk).update(head=other.head, signature=other.signature)
    assert run("verify_logs")[0] == 0
    assert "is not the one that this code was made of" in asked(who, code)


def test_a_ruling_that_came_later_leaves_the_code_good(match: Match, who: Who) -> None:
    made = attach_log(match, 1, log(*NAMED), by=player(match, "A"), now=at(10))
    code = code_of_log(made)
    record = records().get(pk=made.pk)
    issued(record, on=5, decision="uphold", reason="No.", seen=7, by=actor("jude"), now=at(12))
    told = asked(who, code)
    assert (
        "The log is what it was, up to entry 7." in told and "as a ruling" in told
    ) or "as rulings" in told
    assert code_of_log(Record.objects.get(pk=made.pk)) != code


def test_what_nobody_may_know_of_has_no_code(match: Match, who: Who) -> None:
    first = attach_log(match, 1, log(*BY_A[:4]), by=player(match, "A"), now=at(10))
    second = attach_log(match, 1, log(*BY_B[:4]), by=player(match, "B"), now=at(10))
    first, second = (records().get(pk=one.pk) for one in (first, second))
    merged = store_merged(first, second, by=actor("jude"), now=at(12))
    none = code_of_log(Record(pk=10**6, entries=4, head="0" * 64))
    refused = asked(who, none)
    assert refused.startswith("404")
    for name in ("", "player1", "player2"):
        told = asked(who, code_of_log(merged), name)
        assert told.startswith("404") and "or none that you may know of" in told
    assert asked(who, code_of_log(merged), "jude").startswith("200")
    Event.objects.filter(pk=match.round.event_id).update(state="draft")
    assert asked(who, code_of_log(first)).startswith("404")


def test_the_code_stands_on_the_logs_page_once_the_match_is_decided(
    stored: Record, match: Match, who: Who
) -> None:
    code, page = code_of_log(stored), reverse("referee:record_page", args=[stored.pk])
    Match.objects.filter(pk=match.pk).update(state=MatchState.OPEN)
    for name in ("", "player1", "player2", "sam"):
        shown = who(name).get(page).content.decode()
        assert code not in shown and 'id="log-code"' not in shown
    assert code in who("jude").get(page).content.decode()
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    for name in ("", "player1", "player2", "sam", "jude"):
        shown = who(name).get(page).content.decode()
        assert code in shown and shown.count("<svg") > 1


def test_a_file_is_held_against_what_is_stored(stored: Record, who: Who) -> None:
    body = RecordPart.objects.get().body.encode()

    def sent(data: bytes, code: str = "") -> str:
        file = BytesIO(data)
        file.name = "log.jsonl"
        return who("").post(ADDRESS, {"file": file, "code": code}).content.decode()

    told = sent(body)
    assert (
        "holds from the first entry to the last" in told and "The log is what it was, up to entry 6." in told
    )
    assert "The file is the log of this code." in sent(body, code_of_log(stored))
    other = code_of_log(Record(pk=stored.pk, entries=6, head="0" * 64))
    assert "The file is not the log of this code." in sent(body, other)
    assert "The file was changed: entry 5" in sent(body.replace(b'"Number 9"', b'"Number 8"'))
    assert "has no hashes" in sent(log(*WON_BY_A))
    assert "cannot be read" in sent(b"nonsense")
    assert "Type a code or choose a file." in who("").post(ADDRESS, {}).content.decode()


def test_the_command_takes_a_code(stored: Record, tmp_path: Path) -> None:
    code = code_of_log(stored)
    assert run("verify_logs", "--code", code)[0] == 0
    file = tmp_path / "log.jsonl"
    file.write_bytes(RecordPart.objects.get().body.encode())
    assert run("verify_logs", file, "--code", code)[0] == 0
    other = code_of_log(Record(pk=stored.pk, entries=6, head="0" * 64))
    status, out, _err = run("verify_logs", file, "--code", other, "--json")
    assert status == 1 and json.loads(out)["broken"][0]["entry"] == 6
    assert run("verify_logs", "--code", other)[0] == 1
    assert run("verify_logs", "--code", code[:-1])[0] == 64
    assert run("verify_logs", "--code", code_of_log(Record(pk=10**6, entries=1, head="0" * 64)))[0] == 64


def test_the_page_is_there_in_german(stored: Record, who: Who) -> None:
    answer = who("").get(ADDRESS, {"code": code_of_log(stored)}, headers={"accept-language": "de"})
    assert "Das Protokoll ist, was es war, bis Eintrag 6." in answer.content.decode()


def test_a_file_is_the_log_that_stands_and_not_one_like_it_that_was_replaced(match: Match, who: Who) -> None:
    """A file with its chain is sent, replaced by another, and sent again."""
    attach_log(match, 1, log(*WON_BY_A[:-1]), by=player(match, "B"), now=at(9))
    one = RecordPart.objects.get().body.encode()
    sent = [
        attach_log(match, 1, data, by=player(match, "A"), now=at(minute))
        for minute, data in enumerate((one, log(*WON_BY_A[:-2]), one), 10)
    ]
    assert sent[0].pk != sent[2].pk and Record.objects.get(pk=sent[0].pk).head == sent[2].head
    Record.objects.filter(seat="B").delete()
    assert check_file(one, actor("jude")).stored.record == sent[2]  # type: ignore[union-attr]
