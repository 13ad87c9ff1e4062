"""`deploy/up`, run with a `docker` that only writes down what it is told: which part is replaced when, against what the
compose file says; and that it ends at the step that fails, with the version before still there."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.ground.deployed import DEPLOY, example, services
from tests.ground.places import ROOT

pytestmark = pytest.mark.anywhere

#: Writes its words down; fails at the call whose number FAILS is. The version that runs is asked beside that.
DOCKER = """#!/bin/sh
case "$*" in
*printenv*) [ -z "${BEFORE:-}" ] || echo "$BEFORE"; exit 0 ;;
esac
echo "$SITE_RELEASE $*" >>"$CALLS"
[ "$(wc -l <"$CALLS")" != "${FAILS:-0}" ]
"""
OWN = {"SITE_HOST": "cards.our-club.org", "SECRET_KEY": "k" * 60, "POSTGRES_PASSWORD": "a/b@c:d"}


@dataclass
class Machine:
    """A checkout with what `up` reads, and a machine with that `docker`."""

    folder: Path

    def set_up(self) -> None:
        shutil.copytree(DEPLOY, self.folder / "deploy", ignore=shutil.ignore_patterns(".env"))
        for name in _parts():
            if name != "deploy":
                (self.folder / name).mkdir(parents=True)
        (self.folder / "pyproject.toml").rmdir()
        (self.folder / "pyproject.toml").write_text('[project]\nversion = "0.1.0"\n')
        docker = self.folder / "bin" / "docker"
        docker.parent.mkdir()
        docker.write_text(DOCKER)
        docker.chmod(0o755)

    @property
    def env(self) -> Path:
        return self.folder / "deploy" / ".env"

    def write(self, **told: str) -> None:
        """The file of variables as the example has it, with these."""
        self.env.write_text("".join(f"{name}={value}\n" for name, value in example(**told).items()))

    def up(self, **more: str) -> tuple[int, str, list[list[str]]]:
        """The exit code, what was said, and what compose was told, without the words that are always the same."""
        calls = self.folder / "calls"
        calls.unlink(missing_ok=True)
        environ = os.environ | {
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "CALLS": str(calls),
            **more,
        }
        done = subprocess.run(
            [str(self.folder / "deploy" / "up")], env=environ, capture_output=True, text=True, check=False
        )
        lines = calls.read_text().splitlines() if calls.exists() else []
        told = []
        for line in lines:
            release, *words = line.split()
            assert release.startswith("0.1.0-"), "the image is built under its name"
            file = str(self.folder / "deploy" / "compose.yaml")
            assert words[:3] == ["compose", "--file", file]
            told.append(words[3:])
        return done.returncode, done.stdout + done.stderr, told


def _parts() -> list[str]:
    (said,) = re.findall(r'^parts="(.+)"$', (DEPLOY / "release.sh").read_text(), re.M)
    return said.split()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path)
    made.set_up()
    made.write(**OWN)
    return made


def brought_up(calls: list[list[str]]) -> list[list[str]]:
    """The services of each call that may end a container and start one in its place."""
    return [
        [word for word in words if word in services()]
        for words in calls
        if words[0] == "run" or (words[0] == "up" and "--no-recreate" not in words)
    ]


def test_each_part_is_replaced_alone_after_those_it_rests_on_and_none_is_forgotten(machine: Machine) -> None:
    code, said, calls = machine.up()
    assert code == 0 and "Release 0.1.0-" in said, said
    steps = brought_up(calls)
    ran = {name: number for number, names in enumerate(steps) for name in names}
    permanent = {name: one for name, one in services().items() if "profiles" not in one}
    assert set(ran) == set(permanent), "a service of the compose file that deploy/up does not bring up"
    assert sum(map(len, steps)) == len(ran), "once each"
    for name, one in permanent.items():
        for other in one.get("depends_on", {}):
            assert ran[other] < ran[name], f"{name} before {other}"
    # nothing of the site is touched before the database is migrated, and the image is there before all
    assert calls[0] == ["build"]
    sites = {name for name, one in permanent.items() if one["image"] == "firstblood"} - {"migrate"}
    assert all(ran[name] > ran["migrate"] for name in sites)
    assert ran["worker"] == ran["long"] < ran["pages-a"] < ran["pages-b"] < ran["stream"]


def test_compose_is_never_told_to_replace_more_and_waits_until_it_is_well(machine: Machine) -> None:
    _, _, calls = machine.up()
    for words in calls:
        if words[0] == "up":
            # of those it depends on, and of all where none is named, it would replace what changed
            assert {"--detach", "--no-deps"} <= set(words) and words[-1] in services(), words
            assert "--wait" in words or "--no-recreate" in words, words
    assert [words for words in calls if words[0] == "run"] == [["run", "--rm", "--no-deps", "-T", "migrate"]]
    # what is no longer of the site ends once everything else is there
    orphans = [number for number, words in enumerate(calls) if "--remove-orphans" in words]
    assert orphans == [len(calls) - 1] and "--no-recreate" in calls[-1]
    # both services of the pages are never away at once
    assert not any({"pages-a", "pages-b"} <= set(words) for words in calls)


def test_where_a_step_fails_nothing_after_it_is_done_and_it_is_said_which(machine: Machine) -> None:
    _, _, every = machine.up()
    said_of: list[str] = []
    for number in range(1, len(every) + 1):
        code, said, calls = machine.up(FAILS=str(number), BEFORE="0.1.0-7-g0123456789ab")
        assert code == 1 and calls == every[:number], said
        (what,) = re.findall(r"^This failed: (.+?)\. ", said, re.M)
        assert f"== {what}\n" in said and said.count("== ") == number
        assert not re.search(r"Release .* runs", said)
        # until something was replaced there is nothing to go back from
        assert ("git checkout 0.1.0-7-g0123456789ab" in said) == (len(brought_up(calls)) > 2)
        pages = {name for words in calls for name in words} & {"pages-a", "pages-b"}
        # those who were not told to end are named as going on
        if not pages:
            assert "of the version before go on" in said or "the version before goes on" in said
        elif pages == {"pages-a"}:
            assert "The version before goes on answering, by pages-b" in said
        else:
            assert "ew version" in said
        said_of.append(what)
    assert len(set(said_of)) == len(every), "each step has words of its own"


def test_the_first_call_draws_the_keys_and_starts_nothing(machine: Machine) -> None:
    machine.env.unlink()
    code, said, calls = machine.up()
    assert code == 1 and calls == [] and "Set the host" in said
    drawn = dict(line.split("=", 1) for line in machine.env.read_text().splitlines() if "=" in line)
    assert machine.env.stat().st_mode & 0o777 == 0o600
    assert re.fullmatch(r"[0-9a-f]{96}", drawn["SECRET_KEY"])
    assert re.fullmatch(r"[0-9a-f]{48}", drawn["POSTGRES_PASSWORD"])
    # as long as the host is the example's, it goes no further, and what was drawn stays
    kept = machine.env.read_text()
    code, said, calls = machine.up()
    assert code == 1 and calls == [] and "SITE_HOST" in said and machine.env.read_text() == kept
    machine.env.write_text(kept.replace("cards.example.org", "cards.our-club.org"))
    assert machine.up()[0] == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", ""),
        ("SECRET_KEY", "put-sixty-or-more-random-characters-of-your-own-here-0123456789"),
        ("SECRET_KEY", "'put-sixty-or-more-random-characters-of-your-own-here-0123456789'"),
        ("POSTGRES_PASSWORD", ""),
        ("POSTGRES_PASSWORD", "put-a-password-here"),
        ("SITE_HOST", "cards.example.org"),
    ],
)
def test_with_a_key_that_everybody_knows_nothing_is_started(machine: Machine, name: str, value: str) -> None:
    machine.write(**OWN | {name: value})
    code, said, calls = machine.up()
    assert code == 1 and calls == [] and said.startswith(f"{name} in ")
    assert not value or value not in said


def test_a_release_is_called_by_its_commit_where_nothing_was_changed_since(machine: Machine) -> None:
    def name() -> str:
        return re.findall(r"Release (\S+) runs", machine.up()[1])[0]

    def git(*words: str) -> str:
        own = ["-c", "user.name=x", "-c", "user.email=x@localhost", "-c", "commit.gpgsign=false"]
        done = subprocess.run(
            ["git", "-C", str(machine.folder), *own, *words], check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    first = name()
    assert re.fullmatch(r"0\.1\.0-[0-9a-f]{12}", first) and name() == first
    (machine.folder / "config" / "urls.py").write_text("a = 1\n")
    assert name() != first, "another content, another name"
    git("init", "--quiet")
    shutil.copy(ROOT / ".gitignore", machine.folder)
    git("add", ".gitignore", "deploy", "config", "pyproject.toml")
    git("commit", "--quiet", "--message", "one")
    commit = git("rev-parse", "HEAD")
    assert name() == f"0.1.0-1-g{commit[:12]}"
    # the guide says so: the name can be checked out
    git("checkout", "--quiet", name())
    assert git("rev-parse", "HEAD") == commit
    (machine.folder / "config" / "urls.py").write_text("a = 2\n")
    assert re.fullmatch(r"0\.1\.0-[0-9a-f]{12}", name()), "not what the commit has"
