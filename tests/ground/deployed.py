"""What the files of deploy/ say, read as those read it whose files they are, and run as far as processes go: a
container is a process in a tree of what its image holds, a unit one in the folder that `install` laid out."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import yaml

from tests.ground.places import ROOT, plain_environ

DEPLOY = ROOT / "deploy"
BIN = "/srv/firstblood/current/.venv/bin/"


def example(**more: str) -> dict[str, str]:
    """The variables of the example, with others in the place of some."""
    lines = (DEPLOY / "env.example").read_text().splitlines()
    told = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    return told | more


def services(**variables: str) -> dict[str, Any]:
    """The containers, with these variables or what stands in the place of those that are not set."""

    def put(said: re.Match[str]) -> str:
        name, other = said.groups()
        return variables.get(name) or other or ""

    text = re.sub(r"\$\{(\w+)(?::[-?]([^}]*))?\}", put, (DEPLOY / "compose.yaml").read_text())
    composed: dict[str, Any] = yaml.safe_load(text)["services"]
    return composed


def ours(**variables: str) -> dict[str, Any]:
    """The containers of the site's own image that run for long."""
    told = services(**variables).items()
    return {name: one for name, one in told if one["image"] == "firstblood" and one["restart"] != "no"}


def unit(name: str) -> dict[str, list[str]]:
    """What a unit says under [Unit] and [Service]; a name may come more than once."""
    path = DEPLOY / "systemd" / f"firstblood-{name}.service"
    said: dict[str, list[str]] = {}
    for line in path.read_text().partition("[Install]")[0].splitlines():
        key, _, value = line.partition("=")
        if value and not line.startswith("#"):
            said.setdefault(key, []).append(value)
    return said


def variables_of(name: str, told: Mapping[str, str]) -> dict[str, str]:
    """A unit's environment: its own lines, over which those of its file go."""
    lines = [word for line in unit(name).get("Environment", []) for word in shlex.split(line)]
    return dict(word.split("=", 1) for word in lines) | dict(told)


def words_of(name: str, key: str, told: Mapping[str, str], instance: str = "") -> list[list[str]]:
    """A unit's commands with their variables; a percent sign is written twice there."""
    variables = variables_of(name, told)
    commands = []
    for line in unit(name)[key]:
        line = line.replace("%i", instance).replace("%%", "%")
        commands.append(shlex.split(re.sub(r"\$\{(\w+)\}", lambda found: variables[found[1]], line)))
    return commands


def dockerfile() -> str:
    """With its broken lines joined."""
    return (DEPLOY / "Dockerfile").read_text().replace("\\\n", " ")


def copied() -> list[tuple[str, str]]:
    """What the image holds of the checkout, and where in the image's folder."""
    last = dockerfile().rpartition("\nFROM ")[2]
    pairs = []
    for line in re.findall(r"^COPY (?!--from)(.+)$", last, re.M):
        *sources, to = line.split()
        pairs += [(name, f"{to.rstrip('/')}/{name}" if to.endswith("/") else to) for name in sources]
    return pairs


def is_left_out(name: str) -> bool:
    """Whether the image's builder is not given it: what the last line says that speaks of it or of a folder above."""
    out = False
    above = ["/".join(name.split("/")[: n + 1]) for n in range(name.count("/") + 1)]
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        pattern = line.removeprefix("!")
        if pattern and not pattern.startswith("#") and any(fnmatch(part, pattern) for part in above):
            out = not line.startswith("!")
    return out


def image_environ(**arguments: str) -> dict[str, str]:
    """What the image sets, built with these arguments."""
    last = dockerfile().rpartition("\nFROM ")[2]
    assert set(arguments) <= set(re.findall(r"^ARG (\w+)=", last, re.M))
    words = [word for line in re.findall(r"^ENV (.+)$", last, re.M) for word in shlex.split(line)]
    said = dict(word.split("=", 1) for word in words)
    return {name: arguments.get(value.removeprefix("$"), value) for name, value in said.items()}


def lay_out_image(folder: Path) -> None:
    """The image's folder: what the Dockerfile copies of what .dockerignore leaves, and nothing else."""
    folder.mkdir(parents=True)
    for source, to in copied():
        if is_left_out(source):
            continue
        if (ROOT / source).is_dir():
            shutil.copytree(ROOT / source, folder / to)
        else:
            shutil.copy2(ROOT / source, folder / to)


def install(folder: Path, *arguments: str) -> str:
    """What `install` says when it lays everything out below a folder."""
    environ = {**os.environ, "DESTDIR": str(folder)}
    script = str(DEPLOY / "systemd" / "install")
    done = subprocess.run(["sh", script, *arguments], env=environ, check=True, capture_output=True, text=True)
    return done.stdout


def moved(text: str, places: Mapping[str, str]) -> str:
    """With a machine's folders in the place of those that the files name."""
    for path, other in places.items():
        text = text.replace(path, other)
    return text


def program(words: list[str]) -> list[str]:
    """A command by this environment's programs."""
    name, *others = (word.removeprefix(BIN) for word in words)
    if name == "sh":
        return ["sh", *others]
    return [sys.executable if name == "python" else str(Path(sys.executable).parent / name), *others]


def own_environ(**more: str) -> dict[str, str]:
    """Of the machine's environment what a container or a unit has as well."""
    environ = plain_environ(**more)
    if "PYTHONPATH" not in more:
        del environ["PYTHONPATH"]
    return environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}


@contextmanager
def begun(words: list[str], environ: dict[str, str], folder: Path, said: Path) -> Iterator[Any]:
    """Runs a command there, and ends it; its words go into a file."""
    with said.open("wb") as file:
        process = subprocess.Popen(
            program(words), cwd=folder, env=environ, stdin=subprocess.DEVNULL, stdout=file, stderr=file
        )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
