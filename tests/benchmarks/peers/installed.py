"""Where the peers are installed, how, and in what version. None of them is needed by the site or its tests."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping
from importlib.metadata import distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
#: the lock of those in Python
LOCK = ROOT / "requirements" / "peers.txt"
PYTHON = ("py4swiss", "open_spiel", "pokerkit")
#: those in JavaScript, as npm is asked for them
JAVASCRIPT = {"pokemon-showdown": "0.11.11", "boardgame.io": "0.50.2"}
#: seconds that an installation may take
PATIENCE = 1500


class Missing(Exception):
    """A peer that cannot be had or measured, and why, in words."""


def usual_folder() -> Path:
    """A folder under the user's cache."""
    cache = os.environ.get("XDG_CACHE_HOME")
    return (Path(cache) if cache else Path.home() / ".cache") / "first-blood" / "peers"


def run_out(command: list[str], environment: Mapping[str, str] | None = None, limit: float = PATIENCE) -> str:
    """What the command prints. Raises Missing: it is not there, took more than ``limit`` seconds, or failed."""
    given = {**os.environ, **(environment or {})}
    try:
        ran = subprocess.run(command, env=given, timeout=limit, capture_output=True, text=True, check=False)
    except OSError as error:
        raise Missing(f"{Path(command[0]).name} cannot be run: {error.strerror}") from error
    except subprocess.TimeoutExpired as error:
        raise Missing(f"not done within {limit:.0f} s") from error
    if ran.returncode:
        last = (ran.stderr.strip() or ran.stdout.strip() or "no word").splitlines()[-1]
        raise Missing(f"failed: {last[:200]}")
    return ran.stdout


def our_version() -> str:
    """The site's version and, where git tells it, the commit that is measured."""
    said = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    try:
        return f"{said} ({run_out(['git', '-C', str(ROOT), 'rev-parse', '--short=8', 'HEAD'], limit=20).strip()})"
    except Missing:
        return str(said)


class Peers:
    """The peers of one folder; what cannot be had is asked for once and then known with its reason."""

    def __init__(self, folder: Path, say: Callable[[str], None] = print) -> None:
        self.folder, self.say = folder, say
        self._reasons: dict[str, str] = {}

    @property
    def environment(self) -> dict[str, str]:
        """What lets a child find them, and nothing of the site."""
        return {
            "PYTHONPATH": str(self.folder / "python"),
            "NODE_PATH": str(self.folder / "node" / "node_modules"),
        }

    def version(self, name: str) -> str:
        """The version that lies in the folder, installed first where it is not the wanted one.

        Raises Missing, with the reason.
        """
        wanted = wanted_versions()[name]
        if name not in self._reasons and self._there(name) != wanted:
            kind, install = ("python", self._pip) if name in PYTHON else ("node", self._npm)
            self.say(f"installing into {self.folder / kind} …")
            try:
                install()
            except Missing as missing:
                for other in PYTHON if name in PYTHON else JAVASCRIPT:
                    self._reasons[other] = f"could not be installed ({missing})"
        if name in self._reasons:
            raise Missing(self._reasons[name])
        if self._there(name) != wanted:
            raise Missing(f"{self._there(name) or 'nothing'} was installed in place of {wanted}")
        return wanted

    def _there(self, name: str) -> str | None:
        if name in JAVASCRIPT:
            about = self.folder / "node" / "node_modules" / name / "package.json"
            return str(json.loads(about.read_text(encoding="utf-8"))["version"]) if about.is_file() else None
        kept = distributions(path=[str(self.folder / "python")])
        return next((each.version for each in kept if plain(each.metadata["Name"]) == plain(name)), None)

    def _pip(self) -> None:
        into = self.folder / "python"
        shutil.rmtree(into, ignore_errors=True)
        choices = ["--quiet", "--require-hashes", "--only-binary=:all:"]
        run_out([sys.executable, "-m", "pip", "install", *choices, "--target", str(into), "-r", str(LOCK)])

    def _npm(self) -> None:
        into = self.folder / "node"
        into.mkdir(parents=True, exist_ok=True)
        asked = [f"{name}@{version}" for name, version in JAVASCRIPT.items()]
        run_out(
            ["npm", "install", "--prefix", str(into), "--ignore-scripts", "--no-audit", "--no-fund", *asked]
        )


def plain(name: str) -> str:
    """A package's name as the registries compare them."""
    return re.sub(r"[-_.]+", "-", name).lower()


def wanted_versions() -> dict[str, str]:
    """Each peer's version: of the lock, or as written above."""
    pins = re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", LOCK.read_text(encoding="utf-8"), re.M)
    locked = {plain(name): version for name, version in pins}
    return {name: locked[plain(name)] for name in PYTHON} | JAVASCRIPT
