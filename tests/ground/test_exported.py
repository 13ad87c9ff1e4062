"""The site's own numbers at /metrics; the alerts and the board name none that is not told there."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import yaml
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client

from config import exported, figures, monitoring, stream_figures
from referee.models.live import LiveTable, Tap
from referee.models.records import Record
from tests.ground.places import ROOT
from tests.tournaments.factories import running_event, running_round, tables
from tournaments.heartbeats.changes import SWEEPS, beat
from tournaments.models.clocks import ClockState, Deadline
from tournaments.now import now

pytestmark = pytest.mark.django_db
DEPLOY = ROOT / "deploy"
#: what a metric of a kind adds to its name
ENDINGS = {
    "counter": ("",),
    "gauge": ("",),
    "histogram": ("_bucket", "_sum", "_count"),
    "summary": ("_sum", "_count"),
}
#: words of the query language, and labels
WORDS = {"by", "for", "histogram_quantile", "le", "max", "min", "or", "rate", "status", "sum", "m", "absent"}
#: what Prometheus says itself of each it asks, and the label of their kind
ITS_OWN = {"up", "job"}


def page(settings: Any) -> str:
    settings.METRICS_TOKEN = "a-token"
    return Client().get("/metrics", headers={"authorization": "Bearer a-token"}).content.decode()


def test_without_a_token_nobody_is_told(settings: Any) -> None:
    settings.METRICS_TOKEN = ""
    assert Client().get("/metrics", headers={"authorization": "Bearer "}).status_code == 404


def values(text: str) -> dict[str, float]:
    lines = [line.split() for line in text.splitlines() if line.startswith("first_blood_")]
    return {name: float(value) for name, value in lines}


def rules() -> list[dict[str, Any]]:
    alerts = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yaml").read_text())
    return [rule for group in alerts["groups"] for rule in group["rules"]]


def queries() -> list[str]:
    for rule in rules():
        assert (
            set(rule) == {"alert", "expr", "for", "labels", "annotations"} and rule["annotations"]["summary"]
        )
        assert re.fullmatch(r"\d+[smh]", rule["for"]) and rule["expr"].count("(") == rule["expr"].count(")")
    board = json.loads((DEPLOY / "grafana" / "board.json").read_text())
    assert len({panel["id"] for panel in board["panels"]}) == len(board["panels"])
    return [rule["expr"] for rule in rules()] + [
        target["expr"] for panel in board["panels"] for target in panel["targets"]
    ]


#: What the alerts ask: a number that is told, or that none is. Of `rate` nothing is read here.
TOLD = re.compile(r"(?:(?:max|min)\((\w+)\)|(\w+)(?:\{[^}]*\})?) (>|==) ([\d.]+)")
ABSENT = re.compile(r"absent\((\w+)(\{[^}]*\})?\)")


def raised(told: dict[str, float]) -> set[str]:
    """The alerts that these numbers of one site raise, once they have lasted long enough."""
    names = set()
    for rule in rules():
        for part in rule["expr"].split(" or "):
            if "rate(" in part:
                continue
            if missing := ABSENT.fullmatch(part):
                holds = "".join(filter(None, missing.groups())) not in told
            else:
                clause = TOLD.fullmatch(part)
                assert clause, part
                value = told.get(clause[1] or clause[2])
                limit = float(clause[4])
                holds = value is not None and (value > limit if clause[3] == ">" else value == limit)
            if holds:
                names.add(rule["alert"])
    return names


#: Both parts are asked, and answer.
ASKED = {"up": 1.0, 'up{job="first-blood-pages"}': 1.0, 'up{job="first-blood-stream"}': 1.0}


@pytest.fixture
def begun(db: None) -> Iterator[datetime]:
    """A site that was made nine days ago."""
    recorder = MigrationRecorder(connection)
    with connection.cursor() as cursor:  # the tests' own tables may be made without migrations
        columns = (
            "id integer PRIMARY KEY, app varchar(255), name varchar(255), applied timestamp with time zone"
        )
        cursor.execute(f"CREATE TABLE IF NOT EXISTS django_migrations ({columns})")
    moment = now()
    recorder.migration_qs.all().delete()
    recorder.migration_qs.create(id=1, app="tournaments", name="0001", applied=moment - timedelta(days=9))
    yield moment


def test_nothing_is_raised_while_all_is_well(
    begun: datetime, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "backups_in", lambda folder: [])
    settings.BACKUPS = 0
    beat(SWEEPS, now=begun)
    told = values(exported.site_numbers(begun).decode())
    assert told["first_blood_database_up"] == 1 and "first_blood_backup_age_seconds" not in told
    assert raised(ASKED | told) == set()


def test_what_never_was_is_raised_by_the_age_of_the_site(
    begun: datetime, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "backups_in", lambda folder: [])
    settings.BACKUPS = 7
    told = values(exported.site_numbers(begun).decode())
    assert told["first_blood_sweeps_age_seconds"] == told["first_blood_backup_age_seconds"] == 9 * 86400
    assert raised(ASKED | told) == {"NobodyDoesWhatIsDue", "NoFreshBackup"}
    # a site of this minute has time until somebody is heard of
    MigrationRecorder(connection).migration_qs.update(applied=begun - timedelta(seconds=15))
    assert raised(ASKED | values(exported.site_numbers(begun).decode())) == set()


def test_the_alerts_name_the_jobs_of_the_example() -> None:
    example = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yaml").read_text())
    jobs = {each["job_name"] for each in example["scrape_configs"]}
    named = {(how, name) for rule in rules() for how, name in re.findall(r'job(=~?)"([^"]+)"', rule["expr"])}
    assert {name for how, name in named if how == "="} == jobs
    assert all(re.fullmatch(name, job) for how, name in named if how == "=~" for job in jobs)


def test_silence_is_raised(begun: datetime) -> None:
    beat(SWEEPS, now=begun)
    told = values(exported.site_numbers(begun).decode())
    away = ASKED | values(exported.database_away().decode())
    assert raised(away) == {"TheDatabaseIsAway", "NobodyDoesWhatIsDue"}
    assert raised(told) == {"NothingIsAsked"}
    assert raised(ASKED | {"up": 0.0}) == {
        "AProcessDoesNotAnswer",
        "TheDatabaseIsAway",
        "NobodyDoesWhatIsDue",
    }


def test_every_metric_of_the_alerts_and_of_the_board_is_told(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(figures, "backups_in", lambda folder: [ROOT / "run.py"])
    beat(SWEEPS, now=now())
    told = set()
    for name, kind in re.findall(r"^# TYPE (\w+) (\w+)$", page(settings) + stream_figures.told(0), re.M):
        told |= {name + ending for ending in ENDINGS[kind]}
    named = {
        word
        for query in queries()
        for word in re.findall(r"[A-Za-z_]\w*", re.sub(r'"[^"]*"', "", query))
        if word not in WORDS | ITS_OWN
    }
    assert len(named) > 10 and named - told == set()
    # and each number of the site stands on the board or raises an alert
    assert {name for name in told if name.startswith("first_blood_")} - named <= {
        f"first_blood_stream_lag_seconds_{part}" for part in ("count", "created", "sum")
    }


def test_what_waits_is_counted_with_its_age() -> None:
    table = tables(running_round(running_event(4)))[0]
    moment = now()
    Deadline.objects.update_or_create(
        match=table, defaults={"round": table.round, "state": ClockState.RUNNING}
    )
    Deadline.objects.update(due_at=moment + timedelta(minutes=1))
    Deadline.objects.filter(match=table).update(due_at=moment - timedelta(seconds=7))
    beat(SWEEPS, now=moment - timedelta(seconds=3))
    told = values(exported.site_numbers(moment).decode())
    assert told["first_blood_deadlines_overdue"] == 1
    assert told["first_blood_deadlines_overdue_oldest_seconds"] == 7
    assert told["first_blood_sweeps_age_seconds"] == 3
    assert told["first_blood_calls_open"] == told["first_blood_calls_open_oldest_seconds"] == 0


def test_taps_of_the_last_minute_and_entries_that_count() -> None:
    table = tables(running_round(running_event(2)))[0]
    moment = now()
    common: dict[str, Any] = {
        "match": table, "game_number": 1, "seats": ["A", "B"], "size": 1, "at": moment, "status": "in_progress",
    }  # fmt: skip
    record = Record.objects.create(**common, entries=40)
    Record.objects.create(**common, seat="A", entries=999, replaced_at=moment)
    live = LiveTable.objects.create(
        record=record,
        mode="phones",
        at=moment,
        assisted=True,
        deductions=False,
        calls_judge=False,
        spectator_delay=0,
    )
    for n, age in enumerate((90, 61, 59, 30, 1)):
        Tap.objects.create(
            table=live, n=n, key=str(n), phone="A", label="A", at=moment - timedelta(seconds=age)
        )
    told = values(exported.site_numbers(moment).decode())
    assert told["first_blood_taps_per_second"] == pytest.approx(3 / 60)
    assert told["first_blood_judged_entries"] == 40


def test_with_a_database_that_is_away_the_processs_own_numbers_are_told(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(now: object) -> bytes:
        raise OperationalError

    monkeypatch.setattr(monitoring, "site_numbers", away)
    text = page(settings)
    assert "# TYPE python_info" in text and values(text) == {"first_blood_database_up": 0}
