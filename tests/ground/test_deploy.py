"""The files of deploy/, read: that they say the same, leave nothing out, and replace one part after another."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from pathlib import Path
from secrets import token_urlsafe
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml
from django.conf import settings

from config.launch.healthy import FRESH, main
from tests.ground.deployed import (
    BIN,
    DEPLOY,
    copied,
    dockerfile,
    example,
    install,
    is_left_out,
    moved,
    ours,
    services,
    unit,
    variables_of,
    words_of,
)
from tests.ground.places import ROOT, plain_environ

pytestmark = pytest.mark.anywhere

#: each container of the site beside the unit that does the same
SAME = {
    "pages-a": "pages@",
    "pages-b": "pages@",
    "stream": "stream",
    "worker": "worker",
    "long": "long",
    "beat": "beat",
}
PAGES = re.compile(r"firstblood-pages@(\d+)\.service")


@pytest.mark.parametrize("told", [{}, {"PAGES_PROCESSES": "5", "JOB_WORKERS": "3"}], ids=["unset", "set"])
def test_a_container_and_a_unit_run_the_same(told: dict[str, str]) -> None:
    composed = ours(**told)
    assert set(composed) == set(SAME)
    for part, name in SAME.items():
        # a container is reached from others, a unit from the front on its own machine
        command = [word.replace("0.0.0.0", "127.0.0.1") for word in composed[part]["command"]]
        (said,) = words_of(name, "ExecStart", told, "8000")
        assert [word.removeprefix(BIN) for word in said] == command, part
        assert unit(name)["User"] == ["firstblood"] and unit(name)["NoNewPrivileges"] == ["true"]
        assert unit(name)["WorkingDirectory"] == ["/srv/firstblood/current"]
    pages, long = composed["pages-a"]["command"], composed["long"]["command"]
    assert pages[pages.index("--workers") + 1] == told.get("PAGES_PROCESSES", "2")
    assert long[long.index("--concurrency") + 1] == told.get("JOB_WORKERS", "1")
    assert "--respawn-failed-workers" in pages
    migrations = [" ".join(words).rpartition("/")[2] for words in words_of("migrate@", "ExecStart", told)]
    assert services()["migrate"]["command"][2].replace("&& exec", "&&") == " && ".join(migrations)


def test_each_queue_is_heard_by_one_kind_of_worker() -> None:
    commands = [service["command"] for service in ours().values() if "worker" in service["command"]]
    heard = [command[command.index("--queues") + 1] for command in commands]
    assert sorted(heard) == sorted(queue.name for queue in settings.CELERY_TASK_QUEUES)
    names = [
        command[command.index("--hostname") + 1] if "--hostname" in command else "" for command in commands
    ]
    assert sorted(names) == ["", "long@%h"]


def test_every_container_is_looked_after_and_ours_are_confined() -> None:
    for name, service in services().items():
        if service.get("restart") == "unless-stopped":
            test = service["healthcheck"]["test"]
            assert test[0] == "CMD" and len(test) > 2, name
        if service["image"] == "firstblood":
            assert "user" not in service and "\nUSER 10001\n" in dockerfile(), name
        if service["image"] == "firstblood" or name == "front":
            assert service["read_only"] and service["cap_drop"] == ["ALL"], name
            assert service["security_opt"] == ["no-new-privileges:true"], name
    for name, one in ours().items():
        assert one["depends_on"]["migrate"]["condition"] == "service_completed_successfully", name
        # what the health check of a worker looks at is what the worker keeps
        if "celery" in one["command"]:
            assert one["environment"]["ALIVE_FILE"] == one["healthcheck"]["test"][-1], name
        if "PROMETHEUS_MULTIPROC_DIR" in one["environment"]:
            assert one["environment"]["PROMETHEUS_MULTIPROC_DIR"] in one["tmpfs"], "empty at each start"


def test_a_first_start_without_the_script_goes_in_the_same_order() -> None:
    """As compose reads it: a service is started when those that it depends on are as it says. What deploy/up does is
    in test_up.py."""
    told = ours()
    assert told["pages-b"]["depends_on"]["pages-a"]["condition"] == "service_healthy"
    assert "/readyz" in told["pages-a"]["healthcheck"]["test"]
    for worker in ("worker", "long"):
        assert told["pages-a"]["depends_on"][worker]["condition"] == "service_started"
    # nobody is stopped because of another
    every = [one for service in services().values() for one in service.get("depends_on", {}).values()]
    assert every and not any("restart" in one for one in every)


def test_how_many_there_are_is_kept_in_the_file_of_variables() -> None:
    """What only a command line said, the next upgrade would forget."""
    for told, wanted in (({}, 1), ({"WORKER_CONTAINERS": "4", "STREAM_CONTAINERS": "2"}, 0)):
        composed = services(**told)
        counted = {name: composed[name]["deploy"]["replicas"] for name in ("worker", "stream")}
        assert counted == ({"worker": 1, "stream": 1} if wanted else {"worker": 4, "stream": 2})
        assert not any("container_name" in one for one in composed.values())


def test_a_key_and_a_password_must_be_set_and_the_password_may_be_any() -> None:
    text = (DEPLOY / "compose.yaml").read_text()
    for one in ours().values():
        assert urlsplit(one["environment"]["DATABASE_URL"]).password is None, (
            "some signs mean more in an address"
        )
        assert {"SECRET_KEY", "PGPASSWORD"} <= set(one["environment"])
    # compose refuses to do anything where one is not set
    assert "SECRET_KEY: ${SECRET_KEY:?" in text and "PGPASSWORD: ${POSTGRES_PASSWORD:?" in text
    told = example()
    assert (
        told["SECRET_KEY"] == told["POSTGRES_PASSWORD"] == ""
        and urlsplit(told["DATABASE_URL"]).password is None
    )
    ignored = (ROOT / ".gitignore").read_text().splitlines()
    assert "/deploy/.env" in ignored and is_left_out("deploy/.env")


def test_the_front_asks_both_services_of_the_pages_and_has_requests_wait() -> None:
    front = (DEPLOY / "front" / "Caddyfile").read_text()
    stream, pages = re.findall(r"reverse_proxy \{\$\w+:([^}]+)\} \{(.+?)\n\t\t\}", front, re.S)
    told = ours()
    for asked, of in ((stream, ["stream"]), (pages, ["pages-a", "pages-b"])):
        ports = [told[name]["command"][told[name]["command"].index("--port") + 1] for name in of]
        assert asked[0].split() == [f"{name}:{port}" for name, port in zip(of, ports, strict=True)]
        assert int(re.findall(r"lb_try_duration (\d+)s", asked[1])[0]) >= 10
    assert "flush_interval -1" in stream[1]
    assert "Host {$SITE_HOST}" in pages[1], "the pages answer nobody who asks by another name"
    mounted = services()["front"]["volumes"][0]
    assert mounted == "./front:/etc/caddy:ro", "of one file a container would go on seeing the old one"
    said = variables_of("front", {})
    target = (DEPLOY / "systemd" / "firstblood.target").read_text()
    assert said["PAGES"].split() == [f"127.0.0.1:{port}" for port in PAGES.findall(target)]
    assert said["STREAM"].rpartition(":")[2] == "8001"
    assert unit("front")["EnvironmentFile"] == ["/etc/firstblood-front.env"], (
        "the secrets are not the front's"
    )


def test_no_unit_ends_with_another_and_the_pages_are_started_when_they_answer() -> None:
    files = {
        path.stem.removeprefix("firstblood-"): path.stem for path in (DEPLOY / "systemd").glob("*.service")
    }
    for name in files:
        said = unit(name)
        # who requires a unit is stopped with it
        assert not {"Requires", "BindsTo", "Requisite"} & set(said), name
        if said.get("Type") != ["oneshot"]:
            assert said["Restart"] == ["always"], name
        # who has processes below it tells them itself: systemd would tell them all at once, and what they have begun
        # would be lost
        if name in ("pages@", "stream", "worker", "long"):
            assert said["KillMode"] == ["mixed"], name
    assert "RemainAfterExit" not in unit("migrate@")
    (after,) = words_of("pages@", "ExecStartPost", {}, "8000")
    assert after[1:3] == ["-m", "config.launch.healthy"] and after[-2:] == ["8000", "/readyz"]
    assert (
        variables_of("pages@", {})["PROMETHEUS_MULTIPROC_DIR"]
        == "/run/" + unit("pages@")["RuntimeDirectory"][0]
    )


def test_the_image_holds_what_the_site_reads() -> None:
    names = [name for name, _ in copied()]
    assert all((ROOT / name).exists() and not is_left_out(name) for name in names)
    assert all(is_left_out(name) for name in ("tests/ground", ".git", "deploy/.env", "data", "docs"))
    examples = str(Path(settings.EXAMPLES).relative_to(ROOT))
    packages = {path.parent.name for path in ROOT.glob("*/apps.py")} | {"rules"}
    assert {*packages, "pyproject.toml", examples} <= set(names)
    text = dockerfile()
    assert "requirements/runtime.txt" in text and "--require-hashes" in text and "\nUSER 10001\n" in text
    last = text.strip().splitlines()[-1]
    assert last == "CMD " + str(ours()["pages-a"]["command"]).replace("'", '"')
    parts = re.findall(r'^parts="(.+)"$', (DEPLOY / "release.sh").read_text(), re.M)[0].split()
    assert set(names) <= set(parts)


def test_the_example_passes_the_checks_of_a_deployment(tmp_path: Path) -> None:
    told = example(DATA_DIR=str(tmp_path), STATIC_ROOT=str(tmp_path / "static"), SECRET_KEY=token_urlsafe(64))
    environ = plain_environ(**told, DJANGO_SETTINGS_MODULE="config.settings")
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT, env=environ, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    known = (ROOT / "docs" / "operator.md").read_text()
    offered = set(re.findall(r"^#? ?([A-Z_]+)=", (DEPLOY / "env.example").read_text(), re.M))
    assert {"JOB_WORKERS", "PAGES_PROCESSES", "METRICS_TOKEN"} <= offered
    assert {"WORKER_CONTAINERS", "STREAM_CONTAINERS"} <= offered
    missing = {name for name in offered - {"SITE_HOST", "POSTGRES_PASSWORD"} if f"`{name}`" not in known}
    assert missing == set()


def test_a_monitor_is_told_every_process_that_counts(tmp_path: Path) -> None:
    told: dict[str, Any] = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yaml").read_text())
    pages, stream = told["scrape_configs"]
    asked = {name for job in (pages, stream) for one in job["dns_sd_configs"] for name in one["names"]}
    assert asked == {name for name, one in ours().items() if "granian" in one["command"]}
    for job, port in ((pages, 8000), (stream, 8001)):
        assert {one["port"] for one in job["dns_sd_configs"]} == {port}
        assert job.get("metrics_path", "/metrics") == "/metrics"
        assert job["authorization"]["credentials_file"]
    assert [Path(name).name for name in told["rule_files"]] == ["alerts.yaml"]


def test_the_installer_keeps_the_release_before_and_what_was_set(tmp_path: Path) -> None:
    assert "Set the host and the database" in install(tmp_path)
    env, home = tmp_path / "etc" / "firstblood.env", tmp_path / "srv" / "firstblood"
    key = re.findall(r"^SECRET_KEY=(.+)$", env.read_text(), re.M)[0]
    assert len(key) > 60 and key != example()["SECRET_KEY"] and env.stat().st_mode & 0o777 == 0o600
    env.write_text("SECRET_KEY=mine\nSITE_HOST=cards.example.org\n")
    told = install(tmp_path).splitlines()
    first = (home / "current").resolve()
    migrated = told.index(f"systemctl start firstblood-migrate@{first.name}.service")
    again = [
        told.index(f"systemctl restart firstblood-{part}.service")
        for part in ("worker", "pages@8002", "pages@8000")
    ]
    assert migrated < again[0] < again[1] < again[2]
    assert not any("stop" in line or ("migrate" in line and "restart" in line) for line in told)
    assert env.read_text().startswith("SECRET_KEY=mine\n")
    assert (tmp_path / "etc/firstblood-front.env").read_text() == "SITE_HOST=cards.example.org\n"
    # the same checkout again: the same release, and none before it
    assert install(tmp_path).splitlines() == told
    assert not (home / "previous").exists()
    # as if an older one had been brought in before this one
    older = first.rename(first.with_name("0.0.9-older"))
    (older / "gone.py").touch()
    (home / "current").unlink()
    (home / "current").symlink_to(older.relative_to(home))
    (home / "releases" / "0.0.8-still-older").mkdir()
    install(tmp_path)
    assert (home / "current").resolve() == first and (home / "previous").resolve() == older
    assert {path.name for path in (home / "releases").iterdir()} == {first.name, older.name}
    assert not (first / "gone.py").exists() and (first / "config" / "rsgi.py").exists()
    back = install(tmp_path, "--back").splitlines()
    assert (home / "current").resolve() == older and (home / "previous").resolve() == first
    assert [moved(line, {older.name: first.name}) for line in back] == told
    # one that was not brought in to the end is nothing to go back to
    broken = first.rename(first.with_name("0.1.1-broken"))
    (broken / ".ran").unlink()
    for link, to in (("current", broken), ("previous", older)):
        (home / link).unlink()
        (home / link).symlink_to(to.relative_to(home))
    install(tmp_path)
    assert (home / "current").resolve() == first and (home / "previous").resolve() == older
    assert {path.name for path in (home / "releases").iterdir()} == {first.name, older.name}
    units = {path.name for path in (tmp_path / "etc/systemd/system").iterdir()}
    wanted = re.findall(r"firstblood-[\w@]+\.service", (DEPLOY / "systemd" / "firstblood.target").read_text())
    assert {re.sub(r"@\d+", "@", name) for name in wanted} <= units and "firstblood.target" in units
    assert {f"systemctl restart {name}" for name in wanted} <= set(told)


def install_told(folder: Path, **environ: str) -> tuple[int, str]:
    """What `install` says, and its exit code, with these variables."""
    done = subprocess.run(
        ["sh", str(DEPLOY / "systemd" / "install")],
        env=os.environ | {"DESTDIR": str(folder)} | environ,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def program_at(path: Path, text: str) -> str:
    path.write_text("#!/bin/sh\n" + text)
    path.chmod(0o755)
    return str(path)


def test_where_python_cannot_do_it_the_installer_says_so_and_changes_nothing(tmp_path: Path) -> None:
    root = tmp_path / "root"
    old = program_at(
        tmp_path / "old", 'case "$*" in *version_info*) exit 1 ;; *) echo Python 3.9.2 ;; esac\n'
    )
    # Debian has the module of that name without its package, and not what it needs
    bare = program_at(tmp_path / "bare", 'case "$*" in *ensurepip*) exit 1 ;; esac\n')
    for python, said in ((old, "Python 3.11 or newer"), (bare, "python3-venv"), ("no-python", "no-python")):
        code, text = install_told(root, PYTHON=python)
        assert code == 1 and said in text and "Traceback" not in text, text
        assert not root.exists()


def test_where_the_migration_fails_the_version_before_goes_on_under_its_own_units(tmp_path: Path) -> None:
    install(tmp_path)
    install(tmp_path)
    units, home = tmp_path / "etc/systemd/system", tmp_path / "srv/firstblood"
    before = (home / "current").resolve()
    for path in units.iterdir():
        path.write_text("of the version before")
    calls = tmp_path / "calls"
    broken = program_at(
        tmp_path / "systemctl", f'echo "$*" >>{calls}\ncase "$*" in *migrate@*) exit 1 ;; esac\n'
    )
    code, text = install_told(tmp_path, SYSTEMCTL=broken)
    assert code == 1 and "What still runs answers" in text
    written = {path.name for path in units.iterdir() if path.read_text() != "of the version before"}
    assert written == {"firstblood-migrate@.service"}, "which nothing runs by"
    assert (home / "current").resolve() == before
    assert [line.split()[0] for line in calls.read_text().splitlines()] == ["daemon-reload", "start"]
    # once it can be migrated, all of them are there before anything is started by them
    told = install(tmp_path).splitlines()
    reloads = [number for number, line in enumerate(told) if line == "systemctl daemon-reload"]
    assert reloads[-1] < told.index("systemctl restart firstblood-worker.service")
    assert not any(path.read_text() == "of the version before" for path in units.iterdir())


def test_a_sign_of_life_grows_old(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "alive"
    assert main([str(file)]) == 1 and "No such file" in capsys.readouterr().err
    file.touch()
    assert main([str(file)]) == 0
    long_ago = time.time() - FRESH - 1
    os.utime(file, (long_ago, long_ago))
    assert main([str(file)]) == 1
    assert main([]) == main(["8000", "/readyz", "more"]) == 64
