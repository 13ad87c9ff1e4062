"""A launched site that the tests of a file share, and sites whose database is a test's own."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_django
from django.core.management import call_command

from config.backups.states import tables_as_then
from tests.ground.launched import Site
from tests.ground.own_databases import data_folder, newest, own_database, used
from tests.ground.places import free_port, wait_until
from tournaments.models.accounts import User


@pytest.fixture(scope="session")
def handed_on(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where a file leaves the data folder of its site for files that come after it, whoever runs those."""
    own = tmp_path_factory.getbasetemp()
    return (own.parent if hasattr(request.config, "workerinput") else own) / "handed-on"


@pytest.fixture(scope="module")
def first_started(tmp_path_factory: pytest.TempPathFactory, handed_on: Path) -> Iterator[Site]:
    """A site that was started here for the first time, so that its database and demo were made."""
    coming = handed_on.with_suffix(".coming")
    coming.mkdir()
    site = Site(tmp_path_factory.mktemp("site") / "data", free_port())
    assert site.up(), site.said()
    yield site
    site.end()
    shutil.move(site.data, coming / "data")
    # whole or not at all: another process waits for it
    (coming / "data").rename(handed_on)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory, handed_on: Path) -> Iterator[Site]:
    """A site whose database and demo exist: those of the file before, once it has ended, or made here where no file
    was before."""
    data = tmp_path_factory.mktemp("site") / "data"
    if handed_on.with_suffix(".coming").exists() and wait_until(handed_on.exists, 120):
        shutil.copytree(handed_on, data)
    site = Site(data, free_port())
    assert site.up(), site.said()
    yield site
    site.end()


@pytest.fixture
def site(prepared: Site) -> Site:
    """The site, running."""
    if prepared.process.poll() is not None:
        prepared.process = prepared.launch()
        assert prepared.up(), prepared.said()
    return prepared


@pytest.fixture(scope="session")
def made_site(
    django_db_setup: None, django_db_blocker: pytest_django.DjangoDbBlocker, tmp_path_factory: Any
) -> Iterator[str]:
    """The database of a site of this version with one account."""
    with django_db_blocker.unblock(), own_database(tmp_path_factory.mktemp("made"), "made") as own:
        with used(own):
            tables_as_then(newest())
            call_command("migrate", verbosity=0, interactive=False)
            User.objects.create(username="ann", password="!")
        yield own


@pytest.fixture
def own_site(settings: Any, tmp_path: Path, made_site: str) -> Iterator[Path]:
    """A data folder and a copy of that site, in which is done what the test does."""
    with own_database(tmp_path, like=made_site) as own, used(own):
        yield data_folder(settings, tmp_path)
