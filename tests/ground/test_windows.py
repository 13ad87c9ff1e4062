"""What the launcher does on Windows, where there is no machine to try it on: by its platform's names, faked."""

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from config.launch import entry

ROOT = Path(__file__).parents[2]
PARTS = (
    "address",
    "checks",
    "child",
    "entry",
    "environment",
    "lifeline",
    "lock",
    "prepare",
    "serve",
    "supervise",
)
#: imports the parts as Windows' Python would: without the modules that only Unix has
#: (the first round brings in the standard library by its own names)
IMPORTED = """
import importlib, sys, types
for part in sys.argv[1:]:
    importlib.import_module("config.launch." + part)
for name in [name for name in sys.modules if name.startswith("config.launch.")]:
    del sys.modules[name]
for name in ("fcntl", "grp", "pwd", "resource", "termios", "pty"):
    sys.modules[name] = None
sys.modules["msvcrt"] = types.ModuleType("msvcrt")
sys.platform = "win32"
for part in sys.argv[1:]:
    importlib.import_module("config.launch." + part)
from config.launch.child import allow_files
allow_files(4000)
"""


def test_no_part_needs_what_only_unix_has() -> None:
    command = [sys.executable, "-c", IMPORTED, *PARTS]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": "."}
    )
    assert done.returncode == 0, done.stderr


class Child:
    """A process that ends by itself after two times Ctrl-C."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.waits = 0
        self.killed = False

    def wait(self) -> int:
        self.waits += 1
        if self.waits < 3:
            raise KeyboardInterrupt
        return 7

    def kill(self) -> None:
        self.killed = True


def test_ctrl_c_lets_the_child_end_in_its_own_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """The console tells both: the launcher waits for the child's own end and hands its exit code on."""
    begun: list[Child] = []

    def begin(command: list[str]) -> Any:
        begun.append(Child(command))
        return begun[0]

    environ = {"PYTHONPATH": "C:\\own"}
    fake = SimpleNamespace(name="nt", environ=environ, pathsep=";", chdir=lambda _where: None)
    monkeypatch.setattr(entry, "os", fake)
    monkeypatch.setattr(entry.subprocess, "Popen", begin)
    assert entry.go_on(Path("python.exe"), ["-m", "config.launch.serve"], stay=False) == 7
    (child,) = begun
    assert child.command == ["python.exe", "-m", "config.launch.serve"]
    assert (child.waits, child.killed) == (3, False)
    assert environ["PYTHONPATH"] == f"{entry.ROOT};C:\\own"
    assert environ["PYTHONUTF8"] == "1"
