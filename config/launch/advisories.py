"""`python -m config.launch.advisories FOLDER`: known faults of the packages in the locks, from a folder of advisories.

The folder holds advisories in the OSV format (YAML or JSON), as a checkout of PyPA's advisory database does. Nothing is
asked of the network. Exit code 1 when a locked version is affected, 64 when the folder holds none.
"""

import contextlib
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).resolve().parent.parent.parent
LOCKS = ("runtime", "development")
_PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.M)
_KINDS = {".yaml", ".yml", ".json"}


def canonical(name: str) -> str:
    """A package's one spelling."""
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(text: str) -> dict[str, set[str]]:
    """The versions of each package in a lock; several where machines differ."""
    versions: dict[str, set[str]] = {}
    for name, version in _PIN.findall(text):
        versions.setdefault(canonical(name), set()).add(version)
    return versions


def advisories(folder: Path, names: set[str]) -> Iterator[dict[str, Any]]:
    """The advisories in the folder that may be about these packages and were not withdrawn."""
    for path in sorted(folder.rglob("*")):
        if path.suffix not in _KINDS or not path.is_file():
            continue
        text = path.read_text(encoding="utf-8")
        lowered = text.lower()
        if not any(name in lowered or name.replace("-", "_") in lowered for name in names):
            continue
        advisory = json.loads(text) if path.suffix == ".json" else yaml.safe_load(text)
        if isinstance(advisory, dict) and advisory.get("affected") and not advisory.get("withdrawn"):
            yield advisory


def affected(advisory: dict[str, Any], name: str, version: str) -> bool:
    """Whether this version of the package is affected."""
    for one in advisory["affected"]:
        package = one.get("package", {})
        if package.get("ecosystem") != "PyPI" or canonical(package.get("name", "")) != name:
            continue
        if version in map(str, one.get("versions") or ()):
            return True
        ranges = [each for each in one.get("ranges") or () if each.get("type") == "ECOSYSTEM"]
        if any(_within(each.get("events", ()), Version(version)) for each in ranges):
            return True
    return False


def _within(events: Any, version: Version) -> bool:
    """Whether a version lies between an introduction and its mending. Events come in no order."""
    bounds = []
    for kind, text in (pair for event in events for pair in event.items()):
        with contextlib.suppress(InvalidVersion):
            bounds.append((Version(str(text)), kind))
    inside = False
    for bound, kind in sorted(bounds):
        if version >= bound and not (kind == "last_affected" and version == bound):
            inside = kind == "introduced"
    return inside


def main(arguments: list[str]) -> int:
    """Prints what is known of the locked versions; gives the exit code."""
    folder = Path(arguments[0]) if len(arguments) == 1 else Path()
    if len(arguments) != 1 or not folder.is_dir():
        sys.stderr.write("Name the folder of advisories: python -m config.launch.advisories FOLDER\n")
        return 64
    pins = [locked((ROOT / "requirements" / f"{lock}.txt").read_text(encoding="utf-8")) for lock in LOCKS]
    together = {
        name: set().union(*(each.get(name, set()) for each in pins)) for each in pins for name in each
    }
    read, faults = 0, []
    for advisory in advisories(folder, set(together)):
        read += 1
        for one in {canonical(each.get("package", {}).get("name", "")) for each in advisory["affected"]}:
            faults += [
                f"{one} {version}: {advisory.get('id')} {' '.join(advisory.get('aliases') or ())}".rstrip()
                for version in sorted(together.get(one, ()))
                if affected(advisory, one, version)
            ]
    if not read:
        sys.stderr.write(f"{folder} holds no advisory about any of our {len(together)} packages.\n")
        return 64
    for fault in sorted(set(faults)):
        print(fault)
    print(
        f"{len(together)} packages, {read} advisories that name one of them, {len(set(faults))} that affect us."
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
