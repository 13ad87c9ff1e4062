"""Versions of an event's topics as one short text, and what lies between two of them.

The text is the id of a message in the stream and the starting point in its address: `clock.3-rounds.12`.
"""

import re
from collections.abc import Mapping

PART = re.compile(r"[a-z]{1,20}\.[0-9]{1,18}")

Versions = Mapping[str, int]
#: The topic of long work: of an event's, or of the jobs that are followed by themselves, whose versions are added up.
JOBS = "jobs"


def as_mark(versions: Versions) -> str:
    """The text of these versions; `-` for none."""
    return "-".join(f"{topic}.{version}" for topic, version in sorted(versions.items())) or "-"


def from_mark(text: str) -> dict[str, int] | None:
    """The versions of such a text; None for a text that is no mark."""
    if len(text) > 400:
        return None
    versions: dict[str, int] = {}
    for part in text.split("-"):
        if not part:
            continue
        if not PART.fullmatch(part):
            return None
        topic, _, number = part.partition(".")
        versions[topic] = int(number)
    return versions


def changed_between(before: Versions, after: Versions) -> list[tuple[str, int]]:
    """The topics of `after` with another version than in `before`, in the order of their names."""
    return sorted((topic, version) for topic, version in after.items() if before.get(topic, 0) != version)
