"""run.py: the environment is made once, by one start at a time, and the command's own words come through.

Each test has a checkout of its own with empty locks, so that nothing is fetched from anywhere.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from config.launch import environment
from tests.ground.places import ROOT, plain_environ

# The Python that made this environment: the one a person would start run.py with.
OUTSIDE = getattr(sys, "_base_executable", sys.executable)
MANAGE = 'import sys, os\nprint("in", sys.prefix)\nprint(os.getcwd())\nsys.exit(int(sys.argv[1]))\n'


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """run.py and what it needs, with locks that ask for nothing."""
    root = tmp_path / "a checkout"
    (root / "config" / "launch").mkdir(parents=True)
    (root / "requirements").mkdir()
    shutil.copy(ROOT / "run.py", root)
    for name in (
        "__init__.py",
        "launch/__init__.py",
        "launch/entry.py",
        "launch/environment.py",
        "launch/lock.py",
    ):
        shutil.copy(ROOT / "config" / name, root / "config" / name)
    for name in ("runtime", "development"):
        (root / "requirements" / f"{name}.txt").write_text("# nothing\n")
    (root / "manage.py").write_text(MANAGE)
    return root


def start(root: Path, *arguments: str, cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
    """Starts run.py and waits."""
    return subprocess.run(
        [OUTSIDE, str(root / "run.py"), *arguments],
        env=plain_environ(),
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=600,
    )


def test_the_environment_is_made_once(checkout: Path, tmp_path: Path) -> None:
    first = start(checkout, "manage", "0", cwd=tmp_path)
    assert first.returncode == 0, first.stderr
    assert "Installing 0 packages (runtime)" in first.stderr
    # Only the command's own words on standard output, from inside the environment, where the person stood.
    assert first.stdout.splitlines() == [f"in {checkout / '.venv'}", str(tmp_path)]
    marker = (checkout / ".venv" / environment.MARKER).stat()
    second = start(checkout, "manage", "0")
    assert (second.returncode, second.stderr) == (0, "")
    assert (checkout / ".venv" / environment.MARKER).stat().st_mtime_ns == marker.st_mtime_ns


def test_exit_codes_come_through(checkout: Path) -> None:
    assert start(checkout, "manage", "0").returncode == 0
    assert start(checkout, "manage", "7").returncode == 7
    assert start(checkout, "manage", "64").returncode == 64


def test_a_changed_lock_is_installed_again(checkout: Path) -> None:
    start(checkout, "manage", "0")
    (checkout / "requirements" / "runtime.txt").write_text("# still nothing, in other words\n")
    assert "Installing" in start(checkout, "manage", "0").stderr
    assert start(checkout, "manage", "0").stderr == ""


@pytest.mark.long
def test_only_the_tests_need_the_development_lock(checkout: Path) -> None:
    start(checkout, "manage", "0")
    done = start(checkout, "test")
    assert "(development)" in done.stderr
    assert "(runtime)" not in done.stderr


def test_two_starts_at_once_are_one_installation(checkout: Path) -> None:
    command = [OUTSIDE, str(checkout / "run.py"), "manage", "0"]
    options = {"env": plain_environ(), "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    both = [subprocess.Popen(command, **options) for _ in range(2)]  # type: ignore[call-overload]
    words = [process.communicate(timeout=600)[1] for process in both]
    assert [process.returncode for process in both] == [0, 0], words
    assert sum("Installing" in text for text in words) == 1


@pytest.mark.long
def test_a_half_made_environment_is_completed(checkout: Path) -> None:
    start(checkout, "manage", "0")
    (checkout / ".venv" / environment.MARKER).unlink()
    assert "Installing" in start(checkout, "manage", "0").stderr


@pytest.mark.long
def test_an_environment_whose_python_is_gone_is_made_anew(checkout: Path) -> None:
    start(checkout, "manage", "0")
    python = environment.python_of(checkout / ".venv")
    python.unlink()
    python.symlink_to(checkout / "no-such-python")
    done = start(checkout, "manage", "0")
    assert done.returncode == 0, done.stderr
    assert "making it anew" in done.stderr


def test_what_cannot_be_installed_is_said_and_tried_again(checkout: Path) -> None:
    lock = checkout / "requirements" / "runtime.txt"
    lock.write_text("--no-index\nno-such-package==1.0 --hash=sha256:" + "0" * 64 + "\n")
    done = start(checkout, "manage", "0")
    assert done.returncode == 1
    assert done.stdout == ""
    assert "pip could not install runtime.txt" in done.stderr
    assert "Traceback" not in done.stderr
    lock.write_text("# nothing\n")
    assert start(checkout, "manage", "0").returncode == 0


def test_a_checkout_without_locks_is_said(checkout: Path) -> None:
    (checkout / "requirements" / "runtime.txt").unlink()
    done = start(checkout, "manage", "0")
    assert done.returncode == 1
    assert "Is the checkout whole?" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "code"), [((), 64), (("dance",), 64), (("--help",), 0), (("help",), 0)]
)
def test_it_says_what_it_can_do(checkout: Path, arguments: tuple[str, ...], code: int) -> None:
    done = start(checkout, *arguments)
    assert done.returncode == code
    assert "run.py serve" in done.stdout + done.stderr
    assert not (checkout / ".venv").exists()


def test_an_old_python_is_told_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import run

    monkeypatch.setattr(run, "OLDEST", (99, 0))
    monkeypatch.setattr(run, "KNOWN", ())
    assert run.main() == 1
    words = capsys.readouterr()
    assert "is too old" in words.err
    assert "Install one" in words.err
    assert words.out == ""


def test_run_py_can_be_read_by_an_old_python() -> None:
    import ast

    ast.parse((ROOT / "run.py").read_text(encoding="utf-8"), feature_version=(3, 4))


def test_a_python_without_pip_is_told_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(environment, "_works", lambda command: False)
    with pytest.raises(environment.CannotInstall, match="apt install python3-pip"):
        environment._pip(tmp_path / "python")


def test_windows_has_its_own_paths(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "os", SimpleNamespace(name="nt", environ={}, path=os.path))
    assert environment.python_of(Path("env")).parts == ("env", "Scripts", "python.exe")
    monkeypatch.setattr(environment, "os", os)
    assert environment.python_of(Path("env")).parts == ("env", "bin", "python")


def test_another_place_for_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("FIRST_BLOOD_VENV", str(tmp_path / "elsewhere"))
    assert environment.folder_of(ROOT) == tmp_path / "elsewhere"
