"""A log that is longer than any game's is attached as long work: once, by who may, whatever becomes of a process, and
what is wrong with it is told to its sender alone."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from rest_framework.test import APIClient

from referee.logs import reading
from referee.logs.reading import BadLog, is_long
from referee.models.disputes import Dispute, Kind
from referee.models.records import Record
from referee.records import long_logs
from referee.records.long_logs import ATTACH, attach_or_begin, attaching
from tests.referee.conftest import Who, table
from tests.referee.logs import ILLEGAL, WON_BY_A, WON_BY_B, log
from tests.rules.kernel.helpers import HEADER, data
from tests.tournaments.factories import actor, at, player
from tests.tournaments.phones.people import by_link
from tests.tournaments.races.together import alone, together
from tournaments.access import Actor
from tournaments.access.scopes import Scope
from tournaments.accounts.tokens import make_token
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.jobs.changes import cancel_job, resume_job
from tournaments.jobs.queries import job_of
from tournaments.jobs.turns import LONG_LEASE
from tournaments.jobs.working import claim_chunk, work_chunk, work_for
from tournaments.leaving.changes import delete_account
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, StaffRole
from tournaments.models.jobs import Job, JobFailure, SentFile
from tournaments.models.results import Provenance
from tournaments.models.rounds import Match, RoundState
from tournaments.now import now
from tournaments.results.queries import result_of

pytestmark = pytest.mark.django_db
RULING = {"by": "judge", "do": "ruling", "on": 6, "decision": "stands", "reason": "so"}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A log of six entries is long."""
    monkeypatch.setattr(reading, "LARGE_ENTRIES", 5)


def begun(match: Match, by: Actor, sent: bytes | None = None, **more: Any) -> Job:
    made = attach_or_begin(match, 1, log(*WON_BY_A) if sent is None else sent, by=by, now=at(10), **more)
    assert isinstance(made, Job)
    return made


def seats() -> list[str]:
    return list(Record.objects.filter(replaced_at=None).order_by("seat").values_list("seat", flat=True))


def failures() -> list[tuple[object, str]]:
    return list(JobFailure.objects.values_list("item", "message"))


def name_at(match: Match, letter: str) -> str:
    user = player(match, letter).user
    assert user is not None
    return user.username


# -- which are long ----------------------------------------------------------------------------------------------------


def test_entries_and_bytes_part_the_request_from_the_job(
    match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    five, by = log(*WON_BY_A[:5]), player(match, "A")
    spaced = b"\xef\xbb\xbf# a comment\n\n" + five.replace(b"\n", b"\r\n \r\n  # another\n") + b"\n\n"
    assert not is_long(five) and not is_long(spaced) and is_long(log(*WON_BY_A))
    assert isinstance(attach_or_begin(match, 1, spaced, by=by, now=at(9)), Record)
    assert not Job.objects.exists()
    monkeypatch.setattr(reading, "LARGE_BYTES", len(five))
    assert not is_long(five) and is_long(five + b"\n")
    begun(match, by, five + b"\n")


def test_no_game_is_as_long_as_what_is_long_and_the_longest_log_is() -> None:
    """The longest game that self-play found has 1,824 entries."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "LARGE_ENTRIES", 2_000)
        lines = [b"{}"] * 2_001
        assert not is_long(b"\n".join(lines)) and is_long(b"\n".join([*lines, b"{}"]))


# -- the doors ---------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("verdicts_told")
def test_the_page_leads_to_the_job_and_from_there_to_the_record(match: Match, who: Who) -> None:
    mine, page = who(name_at(match, "A")), f"/matches/{match.pk}/records/"

    def sent() -> Any:
        return mine.post(page, {"game_number": 1, "file": SimpleUploadedFile("a.jsonl", log(*WON_BY_A))})

    done = sent()
    job = Job.objects.get()
    assert (done.status_code, done["Location"]) == (303, f"/jobs/{job.pk}/") and seats() == []
    assert (job.kind, job.event_id) == (ATTACH, match.round.event_id)
    again = sent()
    assert again.status_code == 409 and "Another log of yours is being judged." in again.content.decode()
    assert f'href="/jobs/{job.pk}/"' in mine.get(page).content.decode()
    waiting = mine.get(done["Location"]).content.decode()
    assert f'href="{page}"' in waiting and f"/events/{match.round.event.slug}/jobs/" not in waiting
    assert work_for() == 1 and work_for() == 0 and seats() == ["A"] and not SentFile.objects.exists()
    record, shown = Record.objects.get(), mine.get(done["Location"]).content.decode()
    assert f"The log is stored and judged, as number {record.pk}." in shown
    assert f'href="/records/{record.pk}/"' in shown and mine.get(f"/records/{record.pk}/").status_code == 200
    german = mine.get(done["Location"], headers={"Accept-Language": "de"}).content.decode()
    assert f"Das Protokoll ist gespeichert und beurteilt, als Nummer {record.pk}." in german
    assert f"/jobs/{job.pk}/" not in mine.get(page).content.decode()
    result = result_of(match)
    assert (record.by, record.entries) == (player(match, "A").label, 6)
    assert result is not None and (result.provenance, result.outcome["winner"]) == (Provenance.REPORTED, "A")


def test_while_verdicts_wait_the_job_leads_to_the_logs_of_the_match(match: Match, who: Who) -> None:
    job = begun(match, player(match, "A"))
    work_for()
    shown = who(name_at(match, "A")).get(f"/jobs/{job.pk}/").content.decode()
    assert "stored and judged" in shown
    assert (
        f'href="/matches/{match.pk}/records/"' in shown
        and f'href="/records/{Record.objects.get().pk}/' not in shown
    )
    assert "finished" not in shown and "illegal" not in shown


def test_a_program_is_told_of_the_job_which_names_the_record(match: Match, who: Who) -> None:
    jude, address = who("jude"), f"/api/v1/matches/{match.pk}/records/"

    def sent(data: bytes, seat: str, **headers: str) -> Any:
        return jude.post(f"{address}?seat={seat}", data, content_type="application/jsonl", headers=headers)

    told = sent(log(*WON_BY_A), "A")
    assert told.status_code == 202 and told["Retry-After"] == "2"
    assert (told.json()["state"], told.json()["result"]) == ("waiting", None) and seats() == []
    work_for()
    done = jude.get(told["Location"]).json()
    assert (done["state"], done["failed"], done["result"]) == ("done", 0, {"record": Record.objects.get().pk})
    short = log(*WON_BY_A[:4])
    assert sent(short, "B").status_code == 201 and seats() == ["A", "B"]
    one = sent(short, "", Prefer="respond-async, wait=10")
    assert one.status_code == 202 and seats() == ["A", "B"]
    work_for()
    assert seats() == ["", "A", "B"]


def test_who_comes_by_a_claim_link_has_it_stored_at_once(event: Event, match: Match) -> None:
    guest = Entrant.objects.get(pk=match.seats.get(letter="A").entrant_id)
    Entrant.objects.filter(pk=guest.pk).update(user=None)
    guest.refresh_from_db()
    match = table(event, 0)
    form = {"game_number": 1, "file": SimpleUploadedFile("a.jsonl", log(*WON_BY_A))}
    assert (
        by_link(guest).post(f"/matches/{match.pk}/records/", form)["Location"]
        == f"/matches/{match.pk}/records/"
    )
    assert seats() == ["A"]
    for by in (Actor.of_entrant(guest), Actor.of_user(actor("sam").user, claimed=frozenset({guest.pk}))):  # type: ignore[arg-type]
        made = attach_or_begin(match, 1, log(*WON_BY_A), by=by, now=at(10), job=True)
        assert isinstance(made, Record) and made.seat == "A", by
    assert not Job.objects.exists() and seats() == ["A"]


# -- what is wrong -----------------------------------------------------------------------------------------------------


def test_what_a_cheap_look_tells_is_refused_at_once(match: Match) -> None:
    by, six = player(match, "A"), WON_BY_A
    for sent, why in (
        (b"x" * (reading.MAX_BYTES + 1), "at most 5 MB"),
        (b"\n" * 9, "The file is empty"),
        (data(*six, head={**HEADER, "game": "highlander"}), "This is a log of Highlander"),
        (data(*six, head={**HEADER, "players": [{"seat": "A"}, {"seat": "C"}]}), "the log has A, C"),
        (data(*six, head={"no": "header"}), "line 1"),
        (b"nonsense\n" * 9, "line 1"),
    ):
        with pytest.raises(BadLog, match=why):
            attach_or_begin(match, 1, sent, by=by, now=at(10), job=True)
    with pytest.raises(NotAllowed, match="You sit at A"):
        begun(match, by, seat="B")
    for other in (actor("stranger"), player(table(match.round.event, 1), "A")):
        with pytest.raises(NotAllowed):
            begun(match, other)
    Match.objects.filter(pk=match.pk).update(is_bye=True)
    match.refresh_from_db()
    with pytest.raises(Conflict, match="bye"):
        begun(match, by)
    assert not Job.objects.exists() and not SentFile.objects.exists()


def test_what_is_wrong_is_told_to_its_sender_by_line_and_nothing_is_stored(match: Match, who: Who) -> None:
    """The fourth line is entry 3; it names a card that its player alone has seen."""
    sent = log(*WON_BY_A).replace(b'"by": "B", "do": "draw"', b'"note": "Number 7", "do": "draw"', 1)
    with pytest.raises(BadLog) as refused, pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "LARGE_ENTRIES", 100)
        attach_or_begin(match, 1, sent, by=player(match, "A"), now=at(9))
    job = begun(match, player(match, "A"), sent)
    work_for()
    assert seats() == [] and not SentFile.objects.exists() and refused.value.line == 4
    assert failures() == [(4, refused.value.message)]
    mine = who(name_at(match, "A"))
    page = mine.get(f"/jobs/{job.pk}/").content.decode()
    assert ("Line 4:" in page and "An entry needs" in page) or "cannot be read" in page
    assert "Your long log was not stored" in mine.get(f"/matches/{match.pk}/records/").content.decode()
    told = mine.get(f"/api/v1/jobs/{job.pk}/").json()
    assert (told["failed"], told["failures"][0]["item"], told["result"]) == (1, 4, None)
    for name in ("", "stranger", name_at(match, "B"), "sam", "jude", "olga", "hedda"):
        assert who(name).get(f"/api/v1/jobs/{job.pk}/").status_code in (401, 404), name
        assert who(name).get(f"/jobs/{job.pk}/").status_code in (302, 404), name
        assert b"/jobs/" + str(job.pk).encode() not in who(name).get(f"/matches/{match.pk}/records/").content
    for name in ("olga", "jude", "sam"):
        listed = who(name).get(f"/api/v1/events/{match.round.event.slug}/jobs/").json()
        assert listed == [], name


def test_what_is_illegal_is_stored_and_asked_as_ever(match: Match) -> None:
    begun(match, player(match, "A"), log(*ILLEGAL))
    work_for()
    record, dispute = Record.objects.get(), Dispute.objects.get()
    assert (record.status, dispute.kind, dispute.entry) == ("illegal", Kind.ILLEGAL, 5) and not failures()


def test_a_players_ruling_is_told_by_its_line(match: Match) -> None:
    begun(match, player(match, "A"), log(*WON_BY_A, RULING))
    work_for()
    assert failures()[0][0] == 8 and "is a judge's ruling" in failures()[0][1] and seats() == []


# -- what changes meanwhile --------------------------------------------------------------------------------------------


def test_the_same_log_is_one_record_and_another_replaces_it(match: Match) -> None:
    for sent in (WON_BY_A, WON_BY_A, WON_BY_B):
        begun(match, actor("jude"), log(*sent), seat="B")
        work_for()
        Record.objects.update(adopted_at=None)
    assert seats() == ["B"] and Record.objects.count() == 2 and not failures()


def test_of_a_round_that_ends_while_it_is_judged_nothing_is_stored(match: Match) -> None:
    job = begun(match, player(match, "A"))
    made = long_logs.KIND.work(job, "file")
    match.round.__class__.objects.filter(pk=match.round_id).update(state=RoundState.FINISHED)
    long_logs.KIND.keep(job, [("file", made)], now())
    assert seats() == [] and failures() == [("file", "This round is over. Give the log to a judge.")]
    with pytest.raises(Conflict, match="round is over"):
        begun(table(match.round.event, 0), player(match, "B"))


@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_whose_role_or_seat_is_gone_stores_nothing(match: Match, when: str, who: Who) -> None:
    job = begun(match, actor("jude"))
    made = long_logs.KIND.work(job, "file") if when == "meanwhile" else None
    StaffRole.objects.filter(user=actor("jude").user).update(revoked_at=now(), revoked_by="Olga")
    if made is None:
        work_for()
    else:
        long_logs.KIND.keep(Job.objects.get(), [("file", made)], now())
    assert seats() == [] and len(failures()) == 1 and not SentFile.objects.exists()
    assert who("jude").get(f"/jobs/{job.pk}/").status_code == 200, "and who sent it reads that"


def test_rulings_come_along_by_who_still_rules(match: Match) -> None:
    """A judge who has become scorekeeper may attach the log and bring no ruling."""
    job = begun(match, actor("jude"), log(*WON_BY_A, RULING))
    made = long_logs.KIND.work(job, "file")
    StaffRole.objects.filter(user=actor("jude").user).update(role="scorekeeper")
    long_logs.KIND.keep(Job.objects.get(), [("file", made)], now())
    assert seats() == [] and len(failures()) == 1


def test_who_has_come_to_sit_there_sends_it_once_more(event: Event, match: Match) -> None:
    job = begun(match, actor("jude"))
    Entrant.objects.filter(pk=match.seats.get(letter="B").entrant_id).update(user=actor("jude").user)
    work_for()
    assert seats() == [] and failures() == [("file", "You sit at B by now. Send your log once more.")]
    assert job.kind == ATTACH


def test_of_an_account_that_left_nothing_is_stored(match: Match) -> None:
    begun(match, actor("jude"))
    delete_account(by=actor("jude"), now=now())
    work_for()
    assert seats() == [] and "account that sent the file is gone" in failures()[0][1]


def test_another_log_that_counts_by_now_stands(match: Match) -> None:
    job = begun(match, actor("jude"))
    made = long_logs.KIND.work(job, "file")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "LARGE_ENTRIES", 100)
        attach_or_begin(match, 1, log(*WON_BY_B), by=actor("sam"), now=at(11))
    long_logs.KIND.keep(job, [("file", made)], now())
    assert Record.objects.count() == 1 and "already here counts" in failures()[0][1]


# -- who follows it ----------------------------------------------------------------------------------------------------


def test_its_sender_alone_follows_it_and_breaks_it_off(match: Match) -> None:
    by = player(match, "A")
    job = begun(match, by)
    assert attaching(match, by) == job and attaching(match, actor("jude")) is None
    for other in (player(match, "B"), actor("olga"), actor("jude"), Actor.anonymous()):
        with pytest.raises(NotFound):
            job_of(job.pk, other)
    with pytest.raises(NotAllowed):
        cancel_job(job, by=actor("olga"), now=now())
    cancel_job(job, by=by, now=now())
    assert work_for() == 0 and seats() == [] and attaching(match, by) is None
    resume_job(job, by=by, now=now())
    assert work_for() == 1 and seats() == ["A"]


def test_a_token_that_may_not_is_refused_and_one_of_the_event_follows_it(match: Match) -> None:
    address = f"/api/v1/matches/{match.pk}/records/"

    def program(scope: str, events: set[str] | None) -> APIClient:
        text = make_token("Program", (scope,), 30, events, by=actor("olga"), now=now())[1]
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Token {text}")
        return client

    form = {"file": SimpleUploadedFile("a.jsonl", log(*WON_BY_A))}
    assert program(Scope.READ, None).post(address, form, format="multipart").status_code == 403
    whole = program(Scope.EVERYTHING, {match.round.event.slug})
    form = {"file": SimpleUploadedFile("a.jsonl", log(*WON_BY_A))}
    told = whole.post(address, form, format="multipart")
    assert told.status_code == 202 and whole.get(told["Location"]).status_code == 200
    assert program(Scope.READ, None).get(told["Location"]).status_code == 404


# -- exactly once ------------------------------------------------------------------------------------------------------


def test_who_lost_its_claim_stores_nothing(match: Match) -> None:
    begun(match, player(match, "A"))
    lost = claim_chunk(now())
    later = now() + LONG_LEASE
    again = claim_chunk(later)
    assert lost is not None and again is not None
    assert work_chunk(again, lambda: later) and not work_chunk(lost, lambda: later)
    assert seats() == ["A"] and not failures()


@pytest.mark.django_db(transaction=True)
def test_killed_while_it_writes_it_is_stored_once(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    begun(match, player(match, "A"))
    keep = long_logs.keep_judged

    def killed(*given: Any, **more: Any) -> Any:
        keep(*given, **more)
        os.kill(os.getpid(), signal.SIGKILL)
        time.sleep(60)

    with monkeypatch.context() as context:
        context.setattr(long_logs, "keep_judged", killed)
        assert alone(work_for) == -signal.SIGKILL
    assert seats() == [] and SentFile.objects.exists() and result_of(match) is None
    chunk = claim_chunk(now() + LONG_LEASE)
    assert chunk is not None and work_chunk(chunk)
    assert seats() == ["A"] and not failures()


@pytest.mark.django_db(transaction=True)
def test_two_runners_store_it_once(match: Match) -> None:
    begun(match, player(match, "A"))
    with pytest.raises(Conflict):
        begun(match, player(match, "A"))
    answers = together(*[lambda: work_for()] * 3)
    assert sum(count for _state, count in answers) == 1 and seats() == ["A"] and Record.objects.count() == 1
