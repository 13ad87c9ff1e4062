"""What lies at the top of the repository: what somebody looks for there, and nothing that a run left behind."""

from __future__ import annotations

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

FOLDERS = {
    ".ci",
    "config",
    "deploy",
    "docs",
    "locale",
    "referee",
    "requirements",
    "rules",
    "static",
    "templates",
    "tests",
    "tournaments",
}
FILES = {
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "README.md",
    "SECURITY.md",
    "manage.py",
    "pyproject.toml",
    "run.py",
}
#: what tools look for there
HIDDEN = {".dockerignore", ".gitignore"}


def test_nothing_lies_there_that_nobody_looks_for() -> None:
    kept = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True)
    names = {name.split("/")[0] for name in kept.stdout.split("\0") if name}
    assert names - FOLDERS - FILES - HIDDEN == set()
    assert (FOLDERS | FILES) - names == set()
