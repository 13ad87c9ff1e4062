"""Making .venv from the locks, once, and again only when a lock changes. Standard library only."""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from config.launch.lock import locked

MARKER = "first-blood.json"


class CannotInstall(Exception):
    """The environment cannot be made; the message says what is missing and how to get it."""


def folder_of(root: Path) -> Path:
    """Where the environment lives: .venv beside run.py, or FIRST_BLOOD_VENV."""
    named = os.environ.get("FIRST_BLOOD_VENV")
    return Path(named).absolute() if named else root / ".venv"


def python_of(folder: Path) -> Path:
    """The environment's own Python."""
    if os.name == "nt":
        return folder / "Scripts" / "python.exe"
    return folder / "bin" / "python"


def ready(root: Path, *, development: bool) -> Path:
    """Gives the environment's folder, made or brought up to date first where needed.

    Raises CannotInstall. Two starts at once are one installation: the second waits for the first.
    """
    folder = folder_of(root)
    if not _missing(root, folder, development):
        return folder
    with locked(folder.with_name(folder.name + ".lock"), "Another start is installing; waiting for it."):
        missing = _missing(root, folder, development)
        if missing:
            _install(root, folder, missing)
    return folder


def wanted(root: Path, development: bool) -> dict[str, str]:
    """The locks that must be installed, with the hash of each."""
    names = ["runtime", "development"] if development else ["runtime"]
    hashes = {}
    for name in names:
        path = root / "requirements" / f"{name}.txt"
        try:
            hashes[name] = hashlib.sha256(path.read_bytes().replace(b"\r\n", b"\n")).hexdigest()
        except OSError as error:
            raise CannotInstall(f"{path} cannot be read ({error.strerror}). Is the checkout whole?") from None
    return hashes


def installed(folder: Path) -> dict[str, str]:
    """The content of the marker; empty for an environment that is missing, half made or from elsewhere."""
    try:
        marker = json.loads((folder / MARKER).read_text(encoding="utf-8"))
        same = marker["python"] == _version(folder) and _same_minor(folder, marker["python"])
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return dict(marker["locks"]) if same and python_of(folder).exists() else {}


def _version(folder: Path) -> str:
    """The Python version the environment was made for, as its own file says."""
    for line in (folder / "pyvenv.cfg").read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition("=")
        if name.strip() in ("version", "version_info"):
            return ".".join(value.strip().split(".")[:3])
    return ""


def _same_minor(folder: Path, version: str) -> bool:
    """False when the system's Python was replaced by another one under the environment's feet."""
    minor = re.search(r"python(\d+\.\d+)$", os.path.realpath(python_of(folder)))
    return not minor or version.startswith(minor[1] + ".")


def _missing(root: Path, folder: Path, development: bool) -> dict[str, str]:
    have = installed(folder)
    return {name: digest for name, digest in wanted(root, development).items() if have.get(name) != digest}


def _install(root: Path, folder: Path, missing: dict[str, str]) -> None:
    python = python_of(folder)
    if not _runs(python):
        _make(folder)
    have = installed(folder)
    (folder / MARKER).unlink(missing_ok=True)
    pip = _pip(python)
    for name in missing:
        lock = root / "requirements" / f"{name}.txt"
        count = lock.read_text(encoding="utf-8").count("==")
        sys.stderr.write(f"Installing {count} packages ({name}) into {folder}; this takes a minute.\n")
        options = ["--require-hashes", "--no-deps", "--no-input", "--disable-pip-version-check", "-qq"]
        # pip's own words go to standard error: standard output is the command's that follows.
        code = subprocess.call([*pip, "install", *options, "-r", str(lock)], stdout=sys.stderr.fileno())
        if code:
            raise CannotInstall(
                f"pip could not install {lock.name} (exit code {code}; its words are above). "
                "Is the network there, and room on the disk? Starting again goes on where this stopped."
            )
    marker = {"locks": {**have, **missing}, "python": _version(folder)}
    fresh = folder / (MARKER + ".new")
    fresh.write_text(json.dumps(marker), encoding="utf-8")
    fresh.replace(folder / MARKER)


def _runs(python: Path) -> bool:
    """Whether this is a Python that works and is new enough; it need not be the one that runs now."""
    if not python.exists():
        return False
    code = "import sys; sys.exit(sys.version_info < (3, 11))"
    try:
        return subprocess.call([str(python), "-c", code], stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def _make(folder: Path) -> None:
    """An empty environment, without pip: Debian's Python often cannot put it in."""
    if folder.exists() and any(folder.iterdir()):
        sys.stderr.write(f"{folder} does not work with this Python; making it anew.\n")
        shutil.rmtree(folder)
    command = [sys.executable, "-m", "venv", "--without-pip", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        words = (done.stderr or done.stdout).strip()
        raise CannotInstall(
            f"Python could not make an environment in {folder}: {words}\n"
            "On Debian and Ubuntu: apt install python3-venv python3-pip"
        )


def _pip(python: Path) -> list[str]:
    """A pip that installs into the environment: this Python's by `--python`, or the environment's own."""
    if _works([str(python), "-m", "pip", "--version"]):
        return [str(python), "-m", "pip"]
    base = getattr(sys, "_base_executable", sys.executable) or sys.executable
    for other in dict.fromkeys([sys.executable, base]):
        outside = [other, "-m", "pip", "--python", str(python)]
        if _works([*outside, "--version"]):
            return outside
    if _works([str(python), "-m", "ensurepip"]):
        return [str(python), "-m", "pip"]
    raise CannotInstall(
        "This Python has no pip (22.3 or newer), which is needed once to install the site's packages.\n"
        "On Debian and Ubuntu: apt install python3-pip. Elsewhere: python3 -m ensurepip"
    )


def _works(command: list[str]) -> bool:
    """Whether the command ends well; its words are nobody's business."""
    silent = subprocess.DEVNULL
    return subprocess.call(command, stdout=silent, stderr=silent) == 0
