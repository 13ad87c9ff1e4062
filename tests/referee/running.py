"""A management command run as from a shell, with its exit code and what it wrote."""

from __future__ import annotations

import contextlib
import io
import sys
from unittest import mock

from django.core.management import ManagementUtility
from django.core.management.base import CommandError


def run(command: str, *arguments: object) -> tuple[int, str, str]:
    """Exit code, standard output, standard error."""
    out, err = io.StringIO(), io.StringIO()
    argv = ["manage.py", command, *(str(argument) for argument in arguments)]
    code = 0
    old = sys.argv
    sys.argv = argv
    kept = mock.patch("django.core.management.base.connections.close_all")  # the test goes on with its own
    with kept, contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            ManagementUtility(argv).execute()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        except CommandError as error:
            code = error.returncode
            err.write(str(error))
        finally:
            sys.argv = old
    return code, out.getvalue(), err.getvalue()
