"""What the referee's doors take with the largest that they accept: a log of 10,000 entries, the longest games that are
played, thousands of disputes, appeals and stored logs. Prints milliseconds of the processor and statements, cold
(nothing in memory) and warm; decides nothing. What a door only begins is a line of its own, with “(job)”.

    .venv/bin/pytest -m bench -s tests/benchmarks/test_referee_doors.py
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.frames import with_room
from config.launch.warming import collect_rarely
from referee.alignments import making
from referee.alignments.merging import MERGE
from referee.judging import judged
from referee.logs.reading import MAX_ENTRIES
from referee.models.appeals import Appeal
from referee.models.disputes import Dispute, DisputeRow
from referee.models.notes import EntryNote
from referee.models.precedents import Precedent
from referee.models.records import Record, RecordPart
from referee.records.changes import attach_log
from referee.records.long_logs import ATTACH
from rules.kernel.entries import Undo
from rules.kernel.log import Log
from rules.kernel.seats import log_for
from rules.kernel.selfplay import log_bytes, play_game
from rules.registry import load
from tests.benchmarks.live_tables import event_of
from tests.tournaments.factories import UserFactory, actor
from tournaments.api_base import Door
from tournaments.jobs.working import work_for
from tournaments.memory import forget_all
from tournaments.models.jobs import Job
from tournaments.models.rounds import Match
from tournaments.now import now

pytestmark = [pytest.mark.bench, pytest.mark.django_db(transaction=True), pytest.mark.timeout(1800)]

ROWS, LOGS = 2_400, 5_000


def longest(game: str, seeds: int = 40) -> Log:
    """The longest of so many games, with a seat that still acts."""
    runs = [play_game(load(game), f"long:{seed}", load(game).seats[0]) for seed in range(seeds)]
    run = max(runs, key=lambda one: len(one.entries))
    return Log(run.header, tuple(run.entries))


def lengthened(log: Log, goal: int, start: int = 3) -> Log:
    """A log of so many entries: one of its own is taken back and made again, over and over."""
    entries = list(log.entries[: start + 1])
    again = entries[-1]
    assert len(again.by) == 1
    while len(entries) < goal - 1:
        entries += [Undo(by=again.by, on=len(entries)), again]
    return Log(log.header, tuple(entries))


def signed(name: str) -> Client:
    client = Client()
    client.force_login(actor(name).user)  # type: ignore[arg-type]
    return client


@pytest.fixture(autouse=True)
def collects_as_a_server_does() -> Iterator[None]:
    usual = gc.get_threshold()
    collect_rarely()
    yield
    gc.set_threshold(*usual)


def empty_memory() -> None:
    judged.forget()
    making.forget()
    forget_all()
    cache.clear()


def measured(name: str, work: Callable[[], Any], *, warm: int = 2) -> None:
    """Prints one line of the table. The work is done as a thread of the pages does it."""
    roomy = with_room(work)

    def once() -> tuple[float, Any]:
        begun = time.process_time()
        answer = roomy()
        return (time.process_time() - begun) * 1000, answer

    empty_memory()
    with CaptureQueriesContext(connection) as asked:  # writing statements down takes time of its own
        cold, answer = once()
        statements = len(asked)
    if warm:
        empty_memory()
        cold, answer = once()
    best = min([once()[0] for _ in range(warm)], default=cold)
    said = getattr(answer, "status_code", "")
    size = len(answer.getvalue()) // 1024 if hasattr(answer, "getvalue") else ""
    print(f"{name:64}{cold:8.0f}{best:8.0f}{statements:7}  {said} {size}")


def doors_of(name: str, record: Record, jude: Client, anybody: Client) -> None:
    """The pages and the programs' doors of one log."""
    page, api, middle = f"/records/{record.pk}/", f"/api/v1/records/{record.pk}/", record.entries // 2
    last = record.entries
    for who, client in (("judge", jude), ("anybody", anybody)):
        for part in ("", f"entries/{middle}/", f"entries/{last}/", "file/", "offline/"):
            told = part.replace(str(middle), "M").replace(str(last), "L")
            measured(f"{name} {who} GET {told or 'page'}", lambda c=client, a=page + part: c.get(a))  # type: ignore[misc]
    for part in ("", f"entries/{last}/", f"entries/{last}/position/", "notes/", "audit/", "rulings/"):
        measured(
            f"{name} API GET {part.replace(str(last), 'L') or 'report'}", lambda a=api + part: jude.get(a)
        )  # type: ignore[misc]
    measured(f"{name} GET what-if L", lambda: jude.get(f"{page}entries/{last}/what-if/"))
    measured(f"{name} GET repair L", lambda: jude.get(f"{page}entries/{last}/repair/"))
    measured(f"{name} GET rule L", lambda: jude.get(f"{page}entries/{last}/"))
    effects = {"decision": "rewind", "to": middle, "reason": "so"}
    measured(
        f"{name} API POST rule effects L",
        lambda: jude.post(f"{api}entries/{last}/rule/effects/", effects, content_type="application/json"),
    )
    rewound = {"decision": "rewind", "to": middle, "reason": "so", "seen": record.entries}
    measured(
        f"{name} API POST rule L",
        lambda: jude.post(f"{api}entries/{last}/rule/", rewound, content_type="application/json"),
        warm=0,
    )


@pytest.mark.parametrize(
    ("game", "goal"),
    [("herocard_nightmare", 0), ("highlander", 0), ("highlander", 2_000), ("highlander", MAX_ENTRIES)],
)
def test_a_long_log(game: str, goal: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Door, "throttle_classes", [])
    log = longest(game)
    log = lengthened(log, goal) if goal else log
    _event, matches = event_of(game, 3)
    match, other = matches[0], matches[1]
    name = f"{game} {len(log.entries)}"
    data = log_bytes(log)
    print(f"\n{name}: {len(data) // 1024} KB\n{'':64}{'cold':>8}{'warm':>8}{'stmts':>7}")
    jude, anybody = signed("olga"), Client()
    made: list[Record] = []
    measured(
        f"{name} attach_log",
        lambda: made.append(attach_log(match, 1, data, by=actor("olga"), now=now())),
        warm=0,
    )
    measured(
        f"{name} POST records/",
        lambda: jude.post(
            f"/matches/{other.pk}/records/",
            {"game_number": 1, "seat": "A", "file": SimpleUploadedFile("a.jsonl", data)},
        ),
        warm=0,
    )
    if Job.objects.filter(kind=ATTACH).exists():  # the answer above was that it is begun
        measured(f"{name} (job) the log judged and stored", work_for, warm=0)
    measured(f"{name} GET match records", lambda: jude.get(f"/matches/{other.pk}/records/"))
    measured(
        f"{name} POST check/",
        lambda: anybody.post("/check/", {"file": SimpleUploadedFile("a.jsonl", data)}),
        warm=0,
    )
    doors_of(name, made[0], jude, anybody)
    game_of = load(game)
    third = matches[2]
    pair = [
        attach_log(third, 1, log_bytes(log_for(game_of, log, seat)), seat=seat, by=actor("olga"), now=now())
        for seat in "AB"
    ]
    beside = f"/records/{pair[0].pk}/beside/{pair[1].pk}/"
    Job.objects.filter(finished_at=None).update(cancelled_at=now())  # pages as files, begun above
    for what, address in (("beside", beside), ("merged file", f"{beside}file/")):
        measured(f"{name} GET {what}", partial(jude.get, address))
        if Job.objects.filter(finished_at=None, cancelled_at=None).exists():
            measured(f"{name} (job) {what}", work_for, warm=0)
            measured(f"{name} GET {what}, made", partial(jude.get, address))
    measured(f"{name} API GET beside", lambda: jude.get(f"/api/v1{beside}"))
    measured(f"{name} POST merge", lambda: jude.post(f"{beside}merge/"), warm=0)
    if Job.objects.filter(kind=MERGE).exists():
        measured(f"{name} (job) both merged and stored", work_for, warm=0)


def copied_records(record: Record, matches: list[Match], user: Any) -> None:
    """The same log for each seat of so many matches, all of them one account's."""
    seats = [(match, seat) for match in matches for seat in match.seats.all()]
    entrant = seats[0][1].entrant
    type(entrant).objects.filter(pk=entrant.pk).update(user=user)
    plain = {
        field.attname: getattr(record, field.attname)
        for field in Record._meta.concrete_fields
        if field.attname not in ("id", "match_id", "seat", "entrant_id")
    }
    rows = Record.objects.bulk_create(
        [Record(**plain, match=match, seat=seat.letter, entrant=entrant) for match, seat in seats],
        batch_size=500,
    )
    body = RecordPart.objects.get(record=record).body
    RecordPart.objects.bulk_create(
        [RecordPart(record=row, first=0, body=body) for row in rows], batch_size=500
    )


def test_thousands_of_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Door, "throttle_classes", [])
    game = "looney_tunes"
    log = longest(game, 3)
    event, matches = event_of(game, LOGS // 2)
    first = attach_log(
        matches[0], 2 if event.games_per_match > 1 else 1, log_bytes(log), by=actor("olga"), now=now()
    )
    user = actor("sitter").user
    copied_records(first, matches[1:], user)
    moment = now()
    disputes = Dispute.objects.bulk_create(
        [
            Dispute(
                event=event,
                match=matches[n % len(matches)],
                kind="rules",
                question=f"Question {n}",
                by="x",
                at=moment,
                resolved_at=moment if n >= ROWS else None,
                resolution="so" if n >= ROWS else "",
            )
            for n in range(2 * ROWS)
        ],
        batch_size=500,
    )
    DisputeRow.objects.bulk_create(
        [
            DisputeRow(dispute=one, kind="answered", text="Why?", visible_to="table", by="x", at=moment)
            for one in disputes
        ],
        batch_size=500,
    )
    answers = list(DisputeRow.objects.filter(dispute__in=disputes[: len(matches)]))
    Appeal.objects.bulk_create(
        [
            Appeal(
                dispute=row.dispute, match_id=row.dispute.match_id, against="answer", answer=row, seat="A", by="x",
                at=moment, decided_at=moment if n % 2 else None, how="upheld" if n % 2 else "",
            )
            for n, row in enumerate(answers)
        ],
        batch_size=500,
    )  # fmt: skip
    EntryNote.objects.bulk_create(
        [
            EntryNote(
                record=first,
                entry=1 + n % first.entries,
                was="",
                shown_to="all",
                text=f"Note {n}",
                by="x",
                at=moment,
            )
            for n in range(1000)
        ],
        batch_size=500,
    )
    Precedent.objects.bulk_create(
        [
            Precedent(
                event=event, game=game, name=f"Precedent {n}", text="x" * 2000, words="acme anvil " * 20,
                open_text="x" * 2000, open_words="acme anvil " * 20, by="x", at=moment,
            )
            for n in range(ROWS)
        ],
        batch_size=500,
    )  # fmt: skip
    print(f"\n{Record.objects.count()} logs of one account, {len(disputes)} disputes, {len(answers)} appeals")
    print(f"{'':64}{'cold':>8}{'warm':>8}{'stmts':>7}")
    olga, sitter, anybody = signed("olga"), signed("sitter"), Client()
    chief = Client()
    chief.force_login(UserFactory.create(username="chief", is_superuser=True, is_staff=True))
    slug, e, match = event.slug, f"/events/{event.slug}/", matches[1]
    ours = {
        olga: f"{e}disputes/ {e}disputes/?state=resolved {e}disputes/?page=60 {e}floor/ {e}audits/ {e}rejudge/ "
        f"{e}precedents/ {e}precedents/?q=anvil {e}precedents/file/ {e}desk/ {e}jobs/ "
        f"/api/v1{e}disputes/ /api/v1{e}appeals/ /api/v1{e}audits/ /api/v1{e}calls/ /api/v1{e}precedents/ "
        f"/api/v1{e}precedents/file/ {e}disputes/{disputes[7].pk}/ /api/v1{e}disputes/{disputes[7].pk}/ "
        f"/matches/{match.pk}/disputes/ /records/{first.pk}/ /api/v1/records/{first.pk}/notes/ "
        f"/records/{first.pk}/offline/ /api/v1{e}export/disputes.json /api/v1{e}export/appeals.json "
        f"/api/v1{e}export/disputes.csv /api/v1{e}export/appeals.csv /api/v1{e}export/rulings.json",
        sitter: f"/profile/ /profile/data/ /profile/data/file/ {e}me/ / /jobs/",
        anybody: f"/precedents/ /precedents/?q=anvil /api/v1/precedents/?q=anvil /rules/?q=anvil "
        f"/rules/{game}/ /rules/{game}/?q=what+stops+an+anvil /rules/{game}/cards/ {e} /matches/{match.pk}/",
        chief: "/upgrades/ /admin/referee/record/ /admin/referee/record/?q=Player /admin/referee/dispute/ "
        "/admin/referee/precedent/ /admin/referee/appeal/ /admin/referee/entrynote/",
    }
    names = {olga: "olga", sitter: "sitter", anybody: "anybody", chief: "chief"}
    for client, pages in ours.items():
        for page in pages.split():
            told = page.replace(slug, "…")
            measured(f"{names[client]} {told}", lambda c=client, a=page: c.get(a))  # type: ignore[misc]
    measured("olga POST audits", lambda: olga.post(f"{e}audits/"), warm=0)
    measured("olga POST rejudge", lambda: olga.post(f"{e}rejudge/", {"rules": ""}), warm=0)
    measured(
        "olga API POST rejudge",
        lambda: olga.post(f"/api/v1{e}rejudge/", {}, content_type="application/json"),
        warm=0,
    )
    assert moment
