"""What all tests share: which of them run, and that none is passed over in CI."""

import gc
import os
import sys
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

import pytest
import pytest_django
from django.core.management.color import Style
from django.db import connection
from django.utils import translation
from hypothesis import HealthCheck, settings

from config.launch.sections import PURE
from tests.draws import DRAWING, DRAWS
from tests.statements import function_of, read_list

#: no example fails because the machine is busy
settings.register_profile("unhurried", deadline=None, suppress_health_check=[HealthCheck.too_slow])
#: half as many examples as usual where everything is run on every change
settings.register_profile("brief", settings.get_profile("unhurried"), max_examples=50)

IN_CI = os.environ.get("CI", "").lower() in ("true", "1")
#: seconds for one test of the full tier: whole games by the thousand
LONGEST = 3600
#: of the middleware for static files, whatever the settings say
MADE_ANEW = ("files", "get_response", "media_types")
DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "client_db"}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the full tier as well")


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(LongestFirst())
    settings.load_profile("unhurried" if config.getoption("--long") else "brief")
    if config.getoption("--long") and config.option.markexpr == "not long and not bench":
        config.option.markexpr = "not bench"


def _emptied(style: Style, tables: list[str], **_: bool) -> list[str]:
    """Tables emptied row by row: few rows are left after a test, and TRUNCATE waits for the disk for every table."""
    return [f"DELETE FROM {connection.ops.quote_name(table)};" for table in tables]


@pytest.fixture(scope="session")
def described_once() -> Iterator[None]:
    """The description of the API rests on the program alone: drawn once in each language, whatever is forgotten."""
    from config import schema

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(schema, "_description", cache(schema._description))
        yield


@pytest.fixture(scope="session")
def django_db_setup(
    described_once: None, django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker
) -> None:
    """The test database; on PostgreSQL it is emptied between tests in a quicker way."""
    from tests.tournaments.kept import note_what_is_there

    if connection.vendor == "postgresql":
        connection.ops.sql_flush = _emptied  # type: ignore[method-assign]
    with django_db_blocker.unblock():
        note_what_is_there()


@pytest.fixture(scope="session", autouse=True)
def standings_at_once() -> Iterator[None]:
    """In a test's own transaction, which is never written, standings are kept at once."""
    from tournaments.kept_standings import snapshots

    later = snapshots.after_commit

    def at_once(work: Callable[[], object]) -> None:
        outermost = connection.atomic_blocks[:1]
        if any(getattr(block, "_from_testcase", False) for block in outermost):
            work()
        else:
            later(work)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(snapshots, "after_commit", at_once)
        yield


@pytest.fixture(scope="session", autouse=True)
def work_of_jobs_writes_nothing() -> Iterator[None]:
    """Whatever kind of job a test does: what it works out is written by its keeping alone, which no cancelled job comes
    to. What is deleted as long work asks of each piece."""
    from tournaments.jobs import working

    do_thing = working.do_thing

    def reading(execute: Callable[..., Any], sql: str, values: Any, many: bool, context: Any) -> Any:
        if sql.lstrip().startswith(("INSERT", "UPDATE", "DELETE")):
            pytest.fail(f"the work of a job writes: {sql}")
        return execute(sql, values, many, context)

    def guarded(kind: Any, job: Any, item: Any) -> Any:
        if kind.name == "tidy_site":
            return do_thing(kind, job, item)
        with connection.execute_wrapper(reading):
            return do_thing(kind, job, item)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(working, "do_thing", guarded)
        yield


@pytest.fixture(scope="session", autouse=True)
def a_test_is_no_change() -> Iterator[None]:
    """A test's own transaction, which is never written, is as none: what was written in it stands."""
    from tournaments import reading

    def in_a_change() -> bool:
        own = [block for block in connection.atomic_blocks if not getattr(block, "_from_testcase", False)]
        return bool(own) and not reading._moment.seen

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "in_a_change", in_a_change)
        yield


@pytest.fixture(scope="session", autouse=True)
def time_is_set_here() -> Iterator[None]:
    """Tests set the time themselves: the database is not asked for it."""
    from tournaments import now

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(now, "ASKS", False)
        yield


@pytest.fixture(scope="session", autouse=True)
def lots_follow_from_the_name_of_a_test() -> Iterator[None]:
    """The same lots are drawn whenever a test runs; which ones depends on the test."""
    with pytest.MonkeyPatch.context() as patch:
        for name in DRAWING:
            patch.setattr(import_module(name), "secrets", DRAWS)
        yield


@pytest.fixture(autouse=True)
def its_own_lots(request: pytest.FixtureRequest) -> None:
    """Whatever was drawn before."""
    DRAWS.begin(request.node.nodeid)


@pytest.fixture(scope="session", autouse=True)
def static_files_are_looked_for_once() -> Iterator[None]:
    """Each test client makes the site's middleware anew, which looked for 250 files on the disk each time."""
    from django.conf import settings as site
    from whitenoise.middleware import WhiteNoiseMiddleware

    look = WhiteNoiseMiddleware.add_files_from_finders
    found: dict[str, dict[str, Any]] = {}

    def once(middleware: Any) -> None:
        own = {name: value for name, value in vars(middleware).items() if name not in MADE_ANEW}
        key = repr((sorted(own.items()), site.STATICFILES_DIRS, site.STATICFILES_FINDERS))
        if key not in found:
            look(middleware)
            found[key] = dict(middleware.files)
        middleware.files.update(found[key])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", once)
        yield


@pytest.fixture(autouse=True)
def nothing_kept_of_before() -> None:
    """Every test begins with an empty database, whose rows get the keys of another test's again."""
    memory = sys.modules.get("tournaments.memory")
    if memory is not None:
        memory.forget_all()


@pytest.fixture(autouse=True)
def may_begin_with_what_others_built() -> Iterator[None]:
    """Within a test, what it begins with may be laid in, as long as it has replaced nothing."""
    kept = sys.modules.get("tests.tournaments.kept")
    if kept is None:
        yield
        return
    with kept.within_a_test():
        yield


@pytest.fixture
def monkeypatch(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """Pytest's own; what it replaces is noticed, since what is built after that may be another thing."""
    kept = sys.modules.get("tests.tournaments.kept")
    if kept is None:
        yield monkeypatch
        return
    with kept.watching(monkeypatch):
        yield monkeypatch


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks every test that uses the database, so that those can be run on each database; gives the full tier time."""
    told_by_others = read_list()
    for item in items:
        if item.get_closest_marker("long"):
            item.add_marker(pytest.mark.timeout(LONGEST))
        if item.get_closest_marker("django_db") or DATABASE_FIXTURES & set(getattr(item, "fixturenames", ())):
            item.add_marker("database")
            if function_of(item.nodeid) in told_by_others:
                item.add_marker("alike")
            if item.nodeid.startswith(tuple(f"{folder}/" for folder in PURE)):
                raise pytest.UsageError(
                    f"{item.nodeid} uses the database: it would not be run on PostgreSQL."
                )


def pytest_collection_finish() -> None:
    """Ten thousand tests and the whole program lie in the memory and stay there: they are not gone through again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)


class LongestFirst:
    """Puts the longest tests first, so that no worker waits for one of them at the end; they must not rest on an order.

    A plugin of its own: it comes after the one that sorts by use of the database.
    """

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=lambda item: item.get_closest_marker("longest") is None)


def pytest_runtest_teardown() -> None:
    """A request in another language leaves the thread in it; the next test starts in ours."""
    translation.deactivate()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Iterator[None]:  # the report, given back
    """In CI a test that is skipped has failed: what was to be seen was not seen."""
    report = yield
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped in CI: {report.longrepr}"
    return report
