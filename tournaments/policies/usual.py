"""The usual policy, which comes with the site (`usual.toml`)."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from tournaments.policies.reading import read_policy
from tournaments.policies.structs import Policy

FILE = Path(__file__).with_name("usual.toml")


@cache
def usual_policy() -> Policy:
    """The policy of every event that has no other."""
    return read_policy(tomllib.loads(FILE.read_text(encoding="utf-8")))
