"""Settings from the environment: nothing set is embedded, everything set is the large site."""

import json
import re
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from config.launch import prepare
from config.settings.secret import kept_secret
from tests.ground.places import ROOT, free_port, plain_environ

SHOW = """
import json
from django.conf import settings as s
database = dict(s.DATABASES["default"])
print(json.dumps({
    "embedded": s.EMBEDDED, "engine": database["ENGINE"], "options": database.get("OPTIONS"),
    "name": str(database["NAME"]), "cache": s.CACHES["default"]["BACKEND"], "broker": s.CELERY_BROKER_URL,
    "debug": s.DEBUG, "secret": s.SECRET_KEY, "hosts": s.ALLOWED_HOSTS, "secure": s.SESSION_COOKIE_SECURE,
    "atomic": database.get("ATOMIC_REQUESTS", False), "email": s.EMAIL_BACKEND,
    "backups": s.BACKUPS, "jobs": s.JOB_ENVIRONMENT,
}))
"""


def settings_with(data: Path, **environ: str) -> dict[str, Any]:
    """The settings a process has that is started with these variables."""
    kept = plain_environ(DJANGO_SETTINGS_MODULE="config.settings", DATA_DIR=str(data), **environ)
    kept.pop("BACKUPS", None)  # the tests make none
    done = subprocess.run(
        [sys.executable, "-c", SHOW],
        env=kept,
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_nothing_set_means_embedded(tmp_path: Path) -> None:
    found = settings_with(tmp_path / "data")
    assert found["embedded"] is True
    assert found["engine"] == "config.sqlite3"
    assert found["name"] == str(tmp_path / "data" / "site.sqlite3")
    options = found["options"]
    assert options["transaction_mode"] == "IMMEDIATE"
    assert options["timeout"] == 20
    assert "journal_mode=WAL" in options["init_command"]
    assert "synchronous=NORMAL" in options["init_command"]
    assert found["debug"] is False
    assert found["atomic"] is False
    assert found["hosts"] == ["localhost", "127.0.0.1", "[::1]"]
    assert "locmem" in found["cache"]
    assert found["backups"] == 7


@pytest.mark.parametrize(
    ("written", "named"), [("a+b", "a+b"), ("a%20b", "a b"), ("50%2525", "50%25"), ("a%3Fb%23c", "a?b#c")]
)
def test_every_process_reads_the_same_file_in_an_address(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, written: str, named: str
) -> None:
    """RFC 3986: `%` begins a code of two digits, and `+` is itself."""
    address = f"sqlite:///{tmp_path}/{written}.sqlite3"
    of_pages = settings_with(tmp_path / "data", DATABASE_URL=address)
    of_jobs = settings_with(tmp_path / "data", DATABASE_URL=of_pages["jobs"]["DATABASE_URL"])
    assert of_pages["name"] == of_jobs["name"] == str(tmp_path / f"{named}.sqlite3")
    monkeypatch.setenv("DATABASE_URL", address)
    assert prepare.file_of(tmp_path) == tmp_path / f"{named}.sqlite3"


def test_a_stamp_that_cannot_be_left_ends_no_start(tmp_path: Path, capsys: Any) -> None:
    prepare.leave_stamp(tmp_path, tmp_path / "none.sqlite3")
    assert not (tmp_path / prepare.STAMP).exists() and "anew" in capsys.readouterr().err


def test_a_site_over_sqlite_of_ones_own_choice_keeps_backups(tmp_path: Path) -> None:
    """What works beside it is started elsewhere, and finds the same file."""
    found = settings_with(tmp_path / "data", DATABASE_URL="sqlite:///events.sqlite3")
    assert found["embedded"] is False and found["backups"] == 7
    address = found["jobs"]["DATABASE_URL"]
    assert address == f"sqlite:///{Path('events.sqlite3').absolute()}"
    again = settings_with(tmp_path / "data", DATABASE_URL=address)
    assert again["name"] == str(Path("events.sqlite3").absolute())


def test_addresses_mean_postgresql_and_redis(tmp_path: Path) -> None:
    found = settings_with(
        tmp_path,
        DATABASE_URL="postgres://somebody@db.example:5432/cards",
        REDIS_URL="redis://redis.example:6379/3",
        SECRET_KEY="set-by-the-operator",
        ALLOWED_HOSTS="cards.example,www.cards.example",
        HTTPS="true",
        EMAIL_URL="smtp://user:word@mail.example:587/?tls=True",
    )
    assert found["embedded"] is False and found["backups"] == 0
    assert found["engine"].endswith("postgresql")
    assert found["name"] == "cards"
    assert found["options"]["pool"]["max_size"] > 1
    assert found["broker"] == "redis://redis.example:6379/3"
    assert found["cache"].endswith("RedisCache")
    assert found["secret"] == "set-by-the-operator"
    assert found["hosts"] == ["cards.example", "www.cards.example"]
    assert found["secure"] is True
    assert found["email"].endswith("smtp.EmailBackend")
    assert list(tmp_path.iterdir()) == [], "a secret key was kept though one is set"


def test_the_secret_key_is_made_once_and_kept(tmp_path: Path) -> None:
    first = settings_with(tmp_path / "data")["secret"]
    assert len(first) >= 50
    assert settings_with(tmp_path / "data")["secret"] == first
    assert settings_with(tmp_path / "other")["secret"] != first


def test_only_the_owner_can_read_the_secret_key(tmp_path: Path) -> None:
    kept_secret(tmp_path / "secret_key")
    assert stat.S_IMODE((tmp_path / "secret_key").stat().st_mode) == 0o600


def test_starts_at_once_agree_on_one_secret_key(tmp_path: Path) -> None:
    with ThreadPoolExecutor(16) as pool:
        found = set(pool.map(lambda _: kept_secret(tmp_path / "data" / "secret_key"), range(64)))
    assert len(found) == 1
    assert [p.name for p in (tmp_path / "data").iterdir()] == ["secret_key"]


def documented_environment() -> dict[str, str]:
    """The variables of the operator guide's example of a production site."""
    text = (ROOT / "docs" / "operator.md").read_text(encoding="utf-8")
    block = re.search(r"```ini\n(.*?)```", text, re.S)
    assert block
    lines = [line for line in block[1].splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def test_the_documented_production_settings_pass_the_deployment_check(tmp_path: Path) -> None:
    environ = plain_environ(**documented_environment()) | {"DATA_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "DEBUG"],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


def test_every_variable_that_is_read_is_documented() -> None:
    text = (ROOT / "docs" / "operator.md").read_text(encoding="utf-8")
    files = list((ROOT / "config" / "settings").glob("*.py"))
    read = {m for p in files for m in re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', p.read_text(encoding="utf-8"))}
    assert len(read) > 15
    assert {name for name in read if f"`{name}`" not in text} == set()


def test_static_files_can_be_collected(tmp_path: Path) -> None:
    environ = plain_environ(DATA_DIR=str(tmp_path), STATIC_ROOT=str(tmp_path / "static"))
    done = subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--no-input", "-v", "0"],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "static" / "staticfiles.json").exists()


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("DATABASE_URL", "rubbish", "Not a valid database URL"),
        ("DATABASE_URL", "postgres://firstblood:geheim/b@127.0.0.1:5432/firstblood", "/ is written %2F"),
        ("DATABASE_URL", "mysql://us:geheim@here/cards", "PostgreSQL"),
        ("REDIS_URL", "http://us:geheim@here", "redis://"),
        ("TIME_ZONE", "Mars/Base", "Europe/Berlin"),
        ("TIME_ZONE", "../../etc/passwd", "Europe/Berlin"),
        ("EMAIL_URL", "geheim", "smtp://"),
        ("LOG_LEVEL", "geheim", "WARNING"),
        ("PROXY_COUNT", "several", "Not a valid integer"),
        ("HTTPS", "perhaps", "Not a valid boolean"),
        ("DATA_DIR", "/dev/null/data", "No secret key can be kept"),
    ],
)
def test_a_variable_that_makes_no_sense_is_named_in_plain_words(
    tmp_path: Path, variable: str, value: str, said: str
) -> None:
    environ = plain_environ(DATA_DIR=str(tmp_path)) | {variable: value}
    done = subprocess.run(
        [sys.executable, "manage.py", "check"], cwd=ROOT, env=environ, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert variable in done.stderr.splitlines()[0]
    assert said in done.stderr
    assert "Traceback" not in done.stderr
    assert "geheim" not in done.stderr


def test_a_database_that_cannot_be_opened_is_named_in_plain_words(tmp_path: Path) -> None:
    environ = plain_environ(DATA_DIR=str(tmp_path), DATABASE_URL=f"sqlite:///{tmp_path}/no/such.sqlite3")
    done = subprocess.run(
        [sys.executable, "manage.py", "migrate"], cwd=ROOT, env=environ, capture_output=True, text=True
    )
    assert done.returncode == 1
    assert "such.sqlite3 cannot be opened: unable to open database file." in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.long
def test_a_database_that_nobody_serves_is_named_without_its_password(tmp_path: Path) -> None:
    address = f"postgres://somebody:geheim@127.0.0.1:{free_port()}/cards"
    environ = plain_environ(DATA_DIR=str(tmp_path), DATABASE_URL=address)
    done = subprocess.run(
        [sys.executable, "-m", "config.launch.prepare"],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 1
    assert "The database cards at 127.0.0.1" in done.stderr
    assert "cannot be reached" in done.stderr
    assert "Traceback" not in done.stderr
    assert "geheim" not in done.stderr
