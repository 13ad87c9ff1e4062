"""Two logs that are together longer than any game's are merged as long work: once, as a judge has seen them, and nobody
who plays learns of it."""

from __future__ import annotations

from typing import Any

import pytest

from referee.alignments import merging
from referee.alignments.making import forget
from referee.alignments.merging import MERGE, merge_or_begin
from referee.models.alignments import LogPair
from referee.models.disputes import Dispute
from referee.models.records import Record
from referee.records.changes import attach_log
from tests.referee.alignments.test_alignments import B_SAW_SEVEN, divergences, send, sweep
from tests.referee.conftest import Who, table
from tests.referee.logs import log
from tests.referee.ruled import issued
from tests.rules.alignment.test_align import BY_A, BY_B
from tests.tournaments.factories import actor, at, player
from tests.tournaments.races.together import together
from tournaments.access import Actor
from tournaments.errors import Conflict, NotAllowed, NotFound
from tournaments.jobs.changes import cancel_job
from tournaments.jobs.queries import job_of
from tournaments.jobs.turns import LONG_LEASE
from tournaments.jobs.working import claim_chunk, work_chunk, work_for
from tournaments.leaving.changes import delete_account
from tournaments.models.events import Event, StaffRole
from tournaments.models.jobs import Job, JobFailure
from tournaments.models.rounds import Match
from tournaments.now import now

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("verdicts_told")]


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two logs of four entries are long together; nothing is kept of another test."""
    monkeypatch.setattr(merging, "LARGE_ENTRIES", 7)
    forget()


@pytest.fixture
def pair(match: Match) -> tuple[Record, Record]:
    return send(match, "A", BY_A), send(match, "B", BY_B)


def begun(pair: tuple[Record, Record], by: Actor | None = None) -> Job:
    made = merge_or_begin(*pair, by=by or actor("jude"), now=at(15))
    assert isinstance(made, Job)
    return made


def merged() -> list[Record]:
    return list(Record.objects.filter(merged=True))


def failures() -> list[str]:
    return list(JobFailure.objects.values_list("message", flat=True))


def test_what_both_come_to_parts_the_request_from_the_job(
    pair: tuple[Record, Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert merging.is_long_pair(*pair)
    monkeypatch.setattr(merging, "LARGE_ENTRIES", 12)
    assert not merging.is_long_pair(*pair)
    monkeypatch.setattr(merging, "LARGE_BYTES", pair[0].size + pair[1].size)
    assert not merging.is_long_pair(*pair)
    assert isinstance(merge_or_begin(*pair, by=actor("jude"), now=at(15)), Record)
    assert not Job.objects.filter(kind=MERGE).exists()
    monkeypatch.setattr(merging, "LARGE_BYTES", pair[0].size + pair[1].size - 1)
    assert merging.is_long_pair(*pair)


def test_the_page_leads_to_the_job_and_from_there_to_the_record(
    pair: tuple[Record, Record], who: Who
) -> None:
    jude, beside = who("jude"), f"/records/{pair[0].pk}/beside/{pair[1].pk}/"
    done = jude.post(f"{beside}merge/")
    job = Job.objects.get(kind=MERGE)
    assert (done.status_code, done["Location"]) == (303, f"/jobs/{job.pk}/") and merged() == []
    assert f'href="{beside}"' in jude.get(done["Location"]).content.decode()
    assert jude.post(f"{beside}merge/")["Location"] == f"/jobs/{job.pk}/", "of two the one under way"
    turned = f"/records/{pair[1].pk}/beside/{pair[0].pk}/merge/"
    assert who("hedda").post(turned)["Location"] == f"/jobs/{job.pk}/"
    work_for()
    (stored,) = merged()
    # six entries, 9 against 3, as the entries themselves say
    assert (stored.seat, stored.status, stored.entries) == ("", "finished", 6)
    assert stored.outcome["scores"] == {"A": 9, "B": 3}
    assert stored.by == "Jude" and LogPair.objects.get().stored_id == stored.pk
    shown = jude.get(done["Location"]).content.decode()
    assert f"The merged log is stored and judged, as number {stored.pk}." in shown
    assert f'href="/records/{stored.pk}/"' in shown
    german = jude.get(done["Location"], headers={"Accept-Language": "de"}).content.decode()
    assert f"Das vereinte Protokoll ist gespeichert und beurteilt, als Nummer {stored.pk}." in german
    assert jude.post(f"{beside}merge/").status_code == 303
    work_for()
    assert merged() == [stored] and not failures(), "twice is once"


def test_a_program_is_told_of_the_job_which_names_the_record(
    pair: tuple[Record, Record], who: Who, monkeypatch: pytest.MonkeyPatch
) -> None:
    jude, address = who("jude"), f"/api/v1/records/{pair[0].pk}/beside/{pair[1].pk}/merged/"
    told = jude.post(address)
    assert told.status_code == 202 and told.json()["result"] is None
    work_for()
    done = jude.get(told["Location"]).json()
    assert (done["state"], done["failed"], done["result"]) == ("done", 0, {"record": merged()[0].pk})
    monkeypatch.setattr(merging, "LARGE_ENTRIES", 12)
    assert jude.post(address).status_code == 201
    assert jude.post(address, headers={"Prefer": "respond-async"}).status_code == 202


def test_nobody_but_judges_who_do_not_play_learns_of_it(
    event: Event, match: Match, pair: tuple[Record, Record], who: Who
) -> None:
    job = begun(pair)
    other = player(table(event, 1), "A").user
    assert other is not None
    event.staff_roles.create(user=other, role="judge", at=at(0), by="olga")
    names = ["", "stranger", "sam", other.username]
    names += [str(player(match, letter).user) for letter in "AB"]
    for done in (False, True):
        for name in names:
            assert who(name).get(f"/jobs/{job.pk}/").status_code in (302, 404), (name, done)
            assert who(name).get(f"/api/v1/jobs/{job.pk}/").status_code in (401, 404), (name, done)
            assert f"/jobs/{job.pk}/" not in who(name).get(f"/events/{event.slug}/jobs/").content.decode()
        assert who("hedda").get(f"/jobs/{job.pk}/").status_code == 200
        work_for()
    with pytest.raises(NotFound):
        job_of(job.pk, player(match, "A"))


def test_what_needs_no_reading_is_refused_at_once(match: Match, pair: tuple[Record, Record]) -> None:
    for by in (actor("sam"), player(match, "A"), actor("stranger")):
        with pytest.raises(NotAllowed):
            begun(pair, by)
    table_log = attach_log(match, 1, log(*BY_A), by=actor("jude"), now=at(11))
    with pytest.raises(Conflict, match="the game's log already"):
        begun((pair[0], table_log))
    Record.objects.filter(pk=pair[0].pk).update(replaced_at=at(12))
    pair[0].refresh_from_db()
    with pytest.raises(Conflict, match="replaced"):
        begun(pair)
    assert not Job.objects.filter(kind=MERGE).exists()


def test_logs_that_part_are_told_on_the_jobs_page(match: Match, who: Who) -> None:
    job = begun((send(match, "A", BY_A), send(match, "B", B_SAW_SEVEN)))
    work_for()
    assert merged() == [] and failures() == ["These logs part. Settle first what happened there."]
    page = who("jude").get(f"/jobs/{job.pk}/").content.decode()
    assert "The two logs:" in page and "These logs part." in page


@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_what_the_judge_saw_must_still_hold(match: Match, when: str) -> None:
    """One of them is replaced by its player, before it is read or while it is judged."""
    job = begun((send(match, "A", BY_A[:4]), send(match, "B", BY_B[:4])))
    made: Any = merging.KIND.work(job, "logs") if when == "meanwhile" else None
    send(match, "B", B_SAW_SEVEN[:3], minute=16)
    if made is None:
        work_for()
    else:
        merging.KIND.keep(Job.objects.get(pk=job.pk), [("logs", made)], now())
    assert merged() == [] and failures() == ["One of these logs was replaced by another. Look at that one."]


@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_a_ruling_that_came_since_keeps_them_from_being_merged(
    match: Match, pair: tuple[Record, Record], when: str
) -> None:
    job = begun(pair)
    made: Any = merging.KIND.work(job, "logs") if when == "meanwhile" else None
    issued(
        pair[0],
        on=5,
        decision="rewind",
        to=4,
        reason="Again.",
        seen=6,
        follow=False,
        by=actor("jude"),
        now=at(16),
    )
    if made is None:
        work_for()
    else:
        merging.KIND.keep(Job.objects.get(pk=job.pk), [("logs", made)], now())
    assert merged() == []
    assert failures() == ["One of these logs has grown since you looked at it. Look again."]


@pytest.mark.parametrize("when", ["before", "meanwhile"])
def test_whose_role_is_gone_has_nothing_merged(pair: tuple[Record, Record], when: str) -> None:
    job = begun(pair)
    made: Any = merging.KIND.work(job, "logs") if when == "meanwhile" else None
    StaffRole.objects.filter(user=actor("jude").user).update(revoked_at=now(), revoked_by="Olga")
    if made is None:
        work_for()
    else:
        merging.KIND.keep(Job.objects.get(pk=job.pk), [("logs", made)], now())
    assert merged() == [] and len(failures()) == 1


def test_of_an_account_that_left_nothing_is_merged(pair: tuple[Record, Record]) -> None:
    begun(pair)
    delete_account(by=actor("jude"), now=now())
    work_for()
    assert merged() == [] and "account that sent" in failures()[0]


def test_one_that_is_cancelled_merges_nothing_and_another_is_begun(pair: tuple[Record, Record]) -> None:
    job = begun(pair)
    with pytest.raises(NotAllowed):
        cancel_job(job, by=actor("sam"), now=now())
    cancel_job(job, by=actor("hedda"), now=now())
    work_for()
    assert merged() == [] and begun(pair).pk != job.pk
    work_for()
    assert len(merged()) == 1


def test_it_settles_the_question_that_was_asked(match: Match, who: Who) -> None:
    first, second = send(match, "A", BY_A), send(match, "B", B_SAW_SEVEN)
    sweep()
    (dispute,) = divergences()
    LogPair.objects.update(first_head=first.head)
    second = send(match, "B", BY_B, minute=15)
    LogPair.objects.create(
        first=first,
        second=second,
        first_head=first.head,
        second_head=second.head,
        asked_at=at(15),
        dispute=dispute,
    )
    Dispute.objects.filter(pk=dispute.pk).update(resolved_at=None)
    begun((first, second))
    work_for()
    dispute.refresh_from_db()
    assert len(merged()) == 1 and dispute.resolved_at is not None and not failures()


def test_who_lost_its_claim_stores_nothing(pair: tuple[Record, Record]) -> None:
    begun(pair)
    lost = claim_chunk(now())
    later = now() + LONG_LEASE
    again = claim_chunk(later)
    assert lost is not None and again is not None
    assert work_chunk(again, lambda: later) and not work_chunk(lost, lambda: later)
    assert len(merged()) == 1 and not failures()


@pytest.mark.django_db(transaction=True)
def test_two_runners_merge_them_once(pair: tuple[Record, Record]) -> None:
    begun(pair)
    answers = together(*[lambda: work_for()] * 3)
    assert sum(count for _state, count in answers) == 1 and len(merged()) == 1 and not failures()
