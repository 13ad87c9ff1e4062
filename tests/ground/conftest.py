"""A launched site that the tests of a file share."""

from collections.abc import Iterator

import pytest

from tests.ground.launched import Site
from tests.ground.places import free_port


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site that has been started once, so that its database and demo exist."""
    site = Site(tmp_path_factory.mktemp("site") / "data", free_port())
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
