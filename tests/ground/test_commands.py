"""Exit codes of the commands: 64 for bad input, 70 for a mistake of ours, one line and no traceback."""

import io
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.core.management.base import CommandParser

from tournaments.commands import BadInput, Command


class Sample(Command):
    """A command that does as its argument says."""

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("what")
        parser.add_argument("--count", type=int, default=1)

    def run(self, *, what: str, count: int, **options: Any) -> int | None:
        if what == "bad":
            raise BadInput("sample.json cannot be read: it is a folder")
        if what == "mistake":
            raise KeyError("two\nlines")
        if what == "two":
            return 2
        self.write_json({"what": what, "count": count})
        return None


def run(*arguments: str) -> tuple[int, str, str]:
    """Runs the command as a shell would; gives exit code, standard output, standard error."""
    out, err = io.StringIO(), io.StringIO()
    command = Sample(stdout=out, stderr=err, no_color=True)
    try:
        command.run_from_argv(["manage.py", "sample", *arguments])
    except SystemExit as end:
        return int(end.code or 0), out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def test_the_answer_alone_is_on_standard_output() -> None:
    assert run("fine", "--count", "3") == (0, '{"what":"fine","count":3}\n', "")


def test_an_exit_code_of_the_command_comes_through() -> None:
    assert run("two") == (2, "", "")


@pytest.mark.parametrize(
    "arguments", [(), ("fine", "--count", "many"), ("fine", "--no-such-option"), ("a", "b")]
)
def test_bad_arguments_are_64(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(*arguments)
    assert (code, out) == (64, "")
    assert "Traceback" not in capsys.readouterr().err


def test_bad_input_is_64_with_one_line() -> None:
    code, out, err = run("bad")
    assert (code, out) == (64, "")
    assert err.strip().splitlines() == ["sample.json cannot be read: it is a folder"]


def test_a_mistake_of_ours_is_70_with_one_line() -> None:
    code, out, err = run("mistake")
    assert (code, out) == (70, "")
    assert len(err.strip().splitlines()) == 1
    assert "KeyError" in err
    assert "Traceback" not in err


def test_called_from_code_the_faults_are_exceptions() -> None:
    with pytest.raises(CommandError):
        call_command(Sample(), "mistake")
    with pytest.raises(BadInput):
        call_command(Sample(), "bad")
    with pytest.raises(BadInput):
        call_command(Sample(), "fine", "--count", "many")
