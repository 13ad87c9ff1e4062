"""The sections of `python3 run.py test`: what each runs and what it needs."""

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from config.launch.services import browser_path, postgres_url, redis_url

ROOT = Path(__file__).resolve().parent.parent.parent
#: Each process has half of the tests, in their order, and at the end takes from the other what that has not begun: what
#: the tests of a file share is made once, and none waits for its next test.
WORKERS = ["-n", "2", "--dist", "worksteal"]
#: Where the tests of a file share a site that is expensive to start; the files with the longest tests first.
FILES = ["-n", "2", "--dist", "loadfile", "--no-loadscope-reorder"]
ELSEWHERE = "browser or serve or long or bench"
SERVICES = "postgres or redis or celery"
#: thousands of positions of every game
CONFORMANCE = "tests/rules/conformance"
#: where branches are counted each time: what all games and events rest on; the rest in the full tier (decision 14).
#: Run in the section that counts them, and not a second time.
COUNTED = ["tests/rules/kernel", "tests/tournaments/pairing", "tests/tournaments/standings"]
#: Where no test may use the database or the services: not even read where those are tried.
PURE = ["tests/look", "tests/rules"]


@dataclass(frozen=True)
class Section:
    """One part of the checks. `missing` says why it cannot run here; empty when it can. `twice`: a few failures are
    tried once more, alone (decision 15). `narrow`: it uses one processor, so another of the kind may run beside it."""

    name: str
    title: str
    commands: list[list[str]]
    environ: dict[str, str] = field(default_factory=dict)
    missing: str = ""
    twice: bool = False
    narrow: bool = False


def tool(name: str, *arguments: str) -> list[str]:
    """A command of the environment, found beside its Python."""
    suffix = ".exe" if os.name == "nt" else ""
    return [str(Path(sys.executable).parent / f"{name}{suffix}"), *arguments]


def pytest(marks: str, *arguments: str) -> list[str]:
    """A pytest run of the tests with these marks."""
    return [sys.executable, "-m", "pytest", "-q", "--durations=5", "-m", marks, *arguments]


#: What asks the database nothing of its own: on PostgreSQL in the full tier.
SAME = [f"tests/referee/{name}" for name in ("audits", "log_checks", "alignments", "original_texts")]


TESTS_OF_SERVICES = pytest(
    f"(database or {SERVICES}) and not ({ELSEWHERE} or anywhere or alike)",
    *WORKERS,
    "--migrations",
    *(f"--ignore={folder}" for folder in ("tests/browser", "tests/benchmarks", *PURE, *SAME)),
)
FIGURES_OF_SERVICES = pytest("bench and celery", "-s", "tests/benchmarks")
LONG_OF_SERVICES = pytest(
    f"long and ({SERVICES})",
    "--long",
    "--migrations",
    "tests/ground",
    "tests/simulation",
    "tests/tournaments/pages",
)
SAME_OF_SERVICES = pytest(
    f"database and not (long or {SERVICES} or anywhere)", *WORKERS, "--migrations", *SAME
)
#: What sends it nothing that other tests do not send (decision 75): there in the full tier, too.
ALIKE_OF_SERVICES = pytest(
    f"alike and database and not ({ELSEWHERE} or {SERVICES} or anywhere)",
    *WORKERS,
    "--migrations",
    "--ignore=tests/browser",
)
#: What is run on SQLite alone elsewhere, since it looks for what is answered: once on the other database, too.
HOSTILE_OF_SERVICES = pytest(
    f"anywhere and not (long or {SERVICES})",
    *WORKERS,
    "--migrations",
    "tests/hostile",
    "tests/tournaments/access",
    "tests/tournaments/large",
)


def all_sections(*, long: bool) -> list[Section]:
    """Every section, in the order they run in: first those that use one processor, the longest of them first."""
    scenarios = ["scenario", "--strict", "tests/scenarios"]
    alone = f"not ({ELSEWHERE} or {SERVICES})"
    apart = ["--ignore=tests/browser", f"--ignore={CONFORMANCE}"]
    whole = pytest(alone, *WORKERS, *apart)
    unit = [*whole, *(f"--ignore={folder}" for folder in COUNTED)]
    counting = ["--cov", "--cov-report="]
    some = [f"--cov={name}" for name in ("rules.kernel", "tournaments.pairing", "tournaments.standings")]
    started = pytest("serve and not long", *FILES, "tests/ground")
    report = tool("coverage", "report", "--format=total")
    sections = [
        _narrow("types", "Types", tool("mypy")),
        _narrow("scenarios", "Scenarios", manage(*scenarios)),
        _narrow("migrations", "Migrations", manage("makemigrations", "--check", "--dry-run")),
        _narrow("imports", "Import rules", tool("lint-imports", "--no-cache")),
        _narrow(
            "lint",
            "Lint",
            tool("ruff", "check", "."),
            tool("ruff", "format", "--check", "."),
            tool("djlint", "--lint", "--quiet", "templates"),
        ),
        _narrow("locks", "Locks", [sys.executable, "-m", "config.launch.locks"]),
        Section("unit", "Tests on SQLite, but those of the next section", [unit]),
        Section(
            "coverage",
            "Branches of kernel, pairing and standings",
            [pytest(alone, *WORKERS, *some, "--cov-report=", *COUNTED), report],
        ),
        Section("games", "Every game by the conformance suite", [pytest(alone, *WORKERS, CONFORMANCE)]),
        _services("services", "Tests on PostgreSQL, Redis and Celery", TESTS_OF_SERVICES),
        _browser(),
        Section("serve", "The site started and ended", [started], twice=True),
    ]
    if long:
        sections += [
            Section("branches", "Branches of everything", [[*whole, "--long", *counting], report]),
            Section("long", "The full tier", [pytest(f"long and not ({SERVICES})", "--long", *WORKERS)]),
            Section("figures", "Figures", [pytest("bench and not celery", "-s", "tests/benchmarks")]),
            _services(
                "queue",
                "Figures, kills and hostile input with PostgreSQL, Redis and Celery",
                FIGURES_OF_SERVICES,
                LONG_OF_SERVICES,
                HOSTILE_OF_SERVICES,
                SAME_OF_SERVICES,
                ALIKE_OF_SERVICES,
            ),
        ]
    return sections


def manage(*arguments: str) -> list[str]:
    """One of the site's commands."""
    return [sys.executable, "manage.py", *arguments]


def _narrow(name: str, title: str, *commands: list[str]) -> Section:
    return Section(name, title, [*commands], narrow=True)


def _services(name: str, title: str, *commands: list[str]) -> Section:
    database, redis = postgres_url(), redis_url()
    lacking = [name for name, present in (("PostgreSQL", database), ("Redis", redis)) if not present]
    missing = f"{' and '.join(lacking)} not found on this machine" if lacking else ""
    return Section(name, title, [*commands], {"DATABASE_URL": database, "REDIS_URL": redis}, missing)


def _browser() -> Section:
    path = browser_path()
    return Section(
        "browser",
        "Browser tests",
        [pytest("browser and not long", *WORKERS, "tests/browser")],
        {"CHROMIUM": path},
        "" if path else "no Chromium on this machine",
        twice=True,
    )
