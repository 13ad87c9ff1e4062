"""Checks the locks: complete, hashed, agreeing with each other, and without addresses."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PIN = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)", re.M)
ADDRESS = re.compile(r"\w+://|--(?:extra-)?index-url|--find-links|@\s*file:", re.I)


def pins(text: str) -> dict[str, str]:
    """The packages a lock pins, with their versions."""
    return {plain(name): version for name, version in PIN.findall(text)}


def plain(name: str) -> str:
    """A package's name as the registries compare them."""
    return re.sub(r"[-_.]+", "-", name).lower()


def wanted(text: str) -> set[str]:
    """The packages an .in file asks for."""
    lines = (line.split("#")[0].strip() for line in text.splitlines())
    names = (re.match(r"[A-Za-z0-9._-]+", line) for line in lines if line and not line.startswith("-"))
    return {plain(match[0]) for match in names if match}


def faults_of(name: str, asked: str, lock: str) -> list[str]:
    """The problems of one lock, in plain words."""
    have = pins(lock)
    faults = [f"{name}.txt does not have {p}; compile it again." for p in sorted(wanted(asked) - set(have))]
    faults += [f"{name}.txt names an address: {match[0]}" for match in ADDRESS.finditer(lock)]
    blocks = re.split(r"\n(?=[A-Za-z0-9])", lock)
    faults += [
        f"{name}.txt has no hash for {match[1]}."
        for block in blocks
        if (match := PIN.match(block)) and "--hash=sha256:" not in block
    ]
    return faults


def check(folder: Path) -> list[str]:
    """Everything that is wrong with the locks in the folder."""
    texts = {
        (name, kind): (folder / f"{name}.{kind}").read_text(encoding="utf-8")
        for name in ("runtime", "development")
        for kind in ("in", "txt")
    }
    faults: list[str] = []
    for name in ("runtime", "development"):
        faults += faults_of(name, texts[name, "in"], texts[name, "txt"])
    runtime, development = pins(texts["runtime", "txt"]), pins(texts["development", "txt"])
    return faults + [
        f"{name} is {version} in development.txt and {runtime[name]} in runtime.txt."
        for name, version in development.items()
        if runtime.get(name, version) != version
    ]


if __name__ == "__main__":
    faults = check(ROOT / "requirements")
    print("\n".join(faults) or "The locks are complete, hashed, agree with each other and name no address.")
    sys.exit(bool(faults))
