"""A launched site that the tests of a file share."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ground.launched import Site
from tests.ground.places import free_port, wait_until


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
