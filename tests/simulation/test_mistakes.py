"""The simulator finds mistakes: each is made in a copy of the site, whose days are played until one is broken."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from config.simulation.child import ROOT
from tests.simulation.mistakes import MISTAKES, Mistake

pytestmark = pytest.mark.anywhere
#: Days of four players and two rounds with all faults, of the seeds from 1 on: in so many each must be found.
SEEDS = 50
PLAYING = f"""
import json
from config.simulation.child import child
from config.simulation.plan import FAULTS
with child("") as playing:
    for seed in range(1, {SEEDS} + 1):
        plan = {{"seed": str(seed), "players": 4, "rounds": 2, "faults": tuple(FAULTS)}}
        failures = playing.play(plan, branches=False)["failures"]
        if failures:
            print(json.dumps([seed, failures[0]["invariant"]]))
            break
"""


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.what)
def test_each_can_be_made(mistake: Mistake) -> None:
    text = (ROOT / mistake.file).read_text()
    assert text.count(mistake.was) == 1, "the code has changed: make the mistake anew"
    compile(text.replace(mistake.was, mistake.made), mistake.file, "exec")


@pytest.mark.long
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.what)
def test_each_is_found(mistake: Mistake, tmp_path: Path) -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True)
    for name in listed.stdout.decode().split("\0"):
        if name and not name.startswith(("tests/", "docs/")):
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes((ROOT / name).read_bytes())
    made = tmp_path / mistake.file
    made.write_text(made.read_text().replace(mistake.was, mistake.made))
    played = subprocess.run(
        [sys.executable, "-c", PLAYING], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert played.returncode == 0 and played.stdout, played.stderr[-2000:]
    seed, invariant = json.loads(played.stdout)
    print(f"{mistake.what}: {invariant}, at seed {seed}")
