"""The base of every management command: exit codes, and nothing but the answer on standard output."""

import sys
from typing import Any, NoReturn

import msgspec
from django.core.management.base import BaseCommand, CommandError, CommandParser

from rules.kernel.messages import plainly

USAGE = 64
INTERNAL = 70


class BadInput(CommandError):
    """Arguments that make no sense or a file that cannot be read: exit code 64."""

    def __init__(self, message: str) -> None:
        super().__init__(message, returncode=USAGE)


class _Parser(CommandParser):
    """Ends with 64, not argparse's 2, so that 2 stays free for an answer of the command."""

    def error(self, message: str) -> NoReturn:
        if self.called_from_command_line:
            self.print_usage(sys.stderr)
            self.exit(USAGE, f"{self.prog}: {message}\n")
        raise BadInput(message)


class Command(BaseCommand):
    """Derive from this; write JSON with `self.write_json`, raise `BadInput`, return the exit code or None.

    64 says that the arguments or a file are at fault, 70 that the program is: one line on
    standard error and no traceback (`--traceback` shows it).
    """

    requires_system_checks: Any = []

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.__class__ = _Parser
        return parser

    def run(self, **options: Any) -> int | None:
        """The command itself, with its options by name; gives the exit code, None for 0."""
        raise NotImplementedError

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            code = self.run(**options)
        except CommandError as error:
            self._refuse(error)
            raise
        except BrokenPipeError:
            raise
        except Exception as error:
            if options.get("traceback"):
                raise
            text = " ".join(str(error).split()) or "no message"
            fault = CommandError(f"Internal error: {type(error).__name__}: {text}", returncode=INTERNAL)
            self._refuse(fault)
            raise fault from error
        if code:
            sys.exit(code)

    def _refuse(self, error: CommandError) -> None:
        """From a shell: says it in one line and ends. From code the exception goes on."""
        if getattr(self, "_called_from_command_line", False):
            self.stderr.write(" ".join(str(error).split()))
            sys.exit(error.returncode)

    def write_json(self, value: object) -> None:
        """Writes one JSON value and a line end to standard output."""
        self.stdout.write(msgspec.json.encode(value, enc_hook=plainly).decode())
