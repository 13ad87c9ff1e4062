"""Which branches of the site's changes a day has taken: every `if` and `while` of their modules, both ways."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import FrameType
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
#: Where changes are made: not what reads, shows or is only asked.
PLACES = (
    "tournaments/adjustments",
    "tournaments/announcements",
    "tournaments/card_lists",
    "tournaments/clocks",
    "tournaments/decks",
    "tournaments/entrants",
    "tournaments/errata",
    "tournaments/events",
    "tournaments/heartbeats",
    "tournaments/jobs",
    "tournaments/jumps",
    "tournaments/kept_standings",
    "tournaments/leaving",
    "tournaments/live",
    "tournaments/made_files",
    "tournaments/idempotency",
    "tournaments/importing",
    "tournaments/outbox",
    "tournaments/outcomes",
    "tournaments/penalties",
    "tournaments/people",
    "tournaments/policies",
    "tournaments/ratings",
    "tournaments/results",
    "tournaments/lateness",
    "tournaments/rounds",
    "tournaments/series",
    "tournaments/stages",
    "tournaments/notifications",
    "tournaments/webhooks",
    "referee/dispute_pages",
    "referee/appeals",
    "referee/alignments",
    "referee/audits",
    "referee/calls",
    "referee/disputes",
    "referee/live",
    "referee/logs",
    "referee/notes",
    "referee/original_texts",
    "referee/positions",
    "referee/precedents",
    "referee/records",
    "referee/rulings",
)
#: Views, forms and what is only read.
OTHERS = re.compile(
    r"__init__|(.*_)?(api|forms|views|base)|admin|models|urls|address|boards|cards|columns|desk|door|lines|listing|moment"
    r"|page|procedure|queries|seating|text|verbs|watching|whatif|counts|monotonic|download"
)
Branch = tuple[str, int, bool]


def changing() -> Iterable[Path]:
    """The modules that make changes."""
    for place in PLACES:
        for path in sorted((ROOT / place).glob("*.py")):
            if not OTHERS.fullmatch(path.stem):
                yield path


def _place(name: str) -> str:
    """A file as it is called below the site's folder."""
    path = Path(name)
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name


class Branches:
    """Watches the lines of these modules while it is on."""

    def __init__(self, files: Iterable[Path] | None = None) -> None:
        self.ifs: dict[str, dict[int, int]] = {}
        self.functions: dict[tuple[str, int], str] = {}
        self.taken: set[Branch] = set()
        self.called: set[tuple[str, int]] = set()
        self._last: dict[int, int] = {}
        self._before: Any = None
        for path in changing() if files is None else files:
            self._read(path)

    def _read(self, path: Path) -> None:
        body_of = self.ifs.setdefault(str(path), {})
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.If | ast.While):
                for line in range(node.lineno, (node.test.end_lineno or node.test.lineno) + 1):
                    body_of[line] = node.body[0].lineno
            elif isinstance(node, ast.FunctionDef):
                first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
                self.functions[str(path), first] = f"{_place(str(path))}:{node.name}"

    def __enter__(self) -> Branches:
        self._before = sys.gettrace()
        sys.settrace(self._call)
        return self

    def __exit__(self, *error: object) -> None:
        sys.settrace(self._before)

    def _call(self, frame: FrameType, event: str, value: Any) -> Callable[..., Any] | None:
        code = frame.f_code
        if code.co_filename not in self.ifs:
            return None
        self.called.add((code.co_filename, code.co_firstlineno))
        return self._line

    def _line(self, frame: FrameType, event: str, value: Any) -> Callable[..., Any]:
        if event == "line":
            name, line, before = frame.f_code.co_filename, frame.f_lineno, self._last.get(id(frame), 0)
            then = self.ifs[name].get(before)
            if then is not None and self.ifs[name].get(line) != then:
                self.taken.add((name, then, line == then))
            self._last[id(frame)] = line
        elif event == "exception":
            # A question that raised was not answered: neither way was taken.
            self._last[id(frame)] = 0
        elif event == "return":
            before = self._last.pop(id(frame), 0)
            then = self.ifs[frame.f_code.co_filename].get(before)
            if then is not None and value is None:
                self.taken.add((frame.f_code.co_filename, then, False))
        return self._line

    def report(self) -> dict[str, Any]:
        """How many branches and functions there are, how many of them were taken, and the names of the functions that
        were not."""
        wanted = {
            (name, then, way)
            for name, ifs in self.ifs.items()
            for then in ifs.values()
            for way in (True, False)
        }
        missing = sorted(said for place, said in self.functions.items() if place not in self.called)
        return {
            "branches": len(wanted),
            "taken": len(self.taken & wanted),
            "taken_places": sorted([_place(name), line, way] for name, line, way in self.taken & wanted),
            "functions": len(self.functions),
            "called": len(self.functions) - len(missing),
            "not_called": missing,
        }
