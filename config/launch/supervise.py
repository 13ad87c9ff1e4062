"""Children that are started, watched, started again when they die, and ended together."""

import contextlib
import os
import secrets
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field

from config.launch.lifeline import VARIABLE

# What a part's signs of life are marked with (tournaments.heartbeats).
START = "FIRST_BLOOD_START"

# A child that ran this long was well: its next death is the first again.
WELL = 30.0
LONGEST_WAIT = 10.0


@dataclass
class Child:
    """One part of the site and how it has fared."""

    name: str
    command: list[str]
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    deaths: int = 0
    again_at: float = 0.0
    #: The name of its present start, as its signs of life carry it; and why it counts as frozen, empty while it is not.
    start_name: str = ""
    frozen: str = ""


@dataclass
class Supervisor:
    """Keeps its children running until `stop` is set."""

    environ: dict[str, str]
    children: list[Child] = field(default_factory=list)
    stop: threading.Event = field(default_factory=threading.Event)
    #: Set when nothing is to be finished any more.
    hurry: threading.Event = field(default_factory=threading.Event)

    def start(self, name: str, arguments: list[str]) -> Child:
        """Starts a part and watches it from now on."""
        child = Child(name, [sys.executable, "-m", "config.launch.child", *arguments])
        self._spawn(child)
        self.children.append(child)
        return child

    def _spawn(self, child: Child) -> None:
        child.start_name, child.frozen = secrets.token_hex(8), ""
        child.process = subprocess.Popen(
            child.command,
            stdin=subprocess.PIPE,
            env={**self.environ, VARIABLE: "stdin", START: child.start_name},
            # A group of its own: Ctrl-C comes to the launcher alone, and a part ends with its workers.
            start_new_session=True,
            creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
        )
        child.started = time.monotonic()

    def look(self) -> None:
        """One round of watching: sees deaths, and starts again what is due."""
        now = time.monotonic()
        for child in self.children:
            if child.process is None:
                if now >= child.again_at:
                    self._spawn(child)
                continue
            code = child.process.poll()
            if code is None and not child.frozen:
                continue
            _end_group(child.process)
            child.process.wait()
            child.deaths = 1 if now - child.started > WELL else child.deaths + 1
            wait = min(0.1 * 2 ** (child.deaths - 1), LONGEST_WAIT)
            why = f"ended (code {code})" if code is not None else f"was frozen ({child.frozen}) and was ended"
            sys.stderr.write(f"The {child.name} {why}; starting it again.\n")
            child.process, child.again_at = None, now + wait

    def watch(self) -> None:
        """Watches until `stop` is set."""
        while not self.stop.wait(0.1):
            self.look()

    def end(self, patience: float = 5.0) -> None:
        """Ends every child: asks first, then insists."""
        running = [c.process for c in self.children if c.process is not None]
        for process in running:
            with contextlib.suppress(OSError):
                process.terminate()
        limit = time.monotonic() + patience
        while time.monotonic() < limit and not self.hurry.is_set():
            if all(process.poll() is not None for process in running):
                break
            time.sleep(0.02)
        for process in running:
            _end_group(process)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(5)
            if process.stdin:
                with contextlib.suppress(OSError):
                    process.stdin.close()


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """Ends what is left of a child and its workers."""
    if sys.platform == "win32":
        process.kill()
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
