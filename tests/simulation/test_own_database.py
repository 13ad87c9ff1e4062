"""Where a day is played: a file of its own, wherever it is named from."""

from __future__ import annotations

from pathlib import Path

import dj_database_url
import pytest

from config.simulation.own_database import NoDatabase, _beside, own_database


@pytest.mark.anywhere
@pytest.mark.parametrize(
    ("named", "file"),
    [
        ("day.db", "day.db"),
        ("./day.db", "day.db"),
        ("what day?.db", "what day?.db"),
        ("day%3F%23.db", "day?#.db"),
        ("100%.db", "100%.db"),
        ("100%25 a%2520b.db", "100% a%20b.db"),
    ],
)
def test_a_relative_path_is_a_file_where_the_command_was_called(
    named: str, file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for written in (f"sqlite:///{named}", f"sqlite:///{tmp_path}/{named}"):
        with own_database(written) as environ:
            told = dj_database_url.parse(environ["DATABASE_URL"])["NAME"]
        assert Path(told) == tmp_path / file
        assert (tmp_path / file).is_file()


@pytest.mark.anywhere
@pytest.mark.parametrize(
    "named", ["sqlite://day.db", "sqlite:///", "sqlite:////", "sqlite:///a%00b", "day.db", "x://["]
)
def test_what_names_no_file_is_refused_in_words(named: str) -> None:
    with pytest.raises(NoDatabase, match=r"^--database: "), own_database(named):
        pass


@pytest.mark.anywhere
@pytest.mark.parametrize(
    ("named", "beside"),
    [
        ("postgres:///hall", "postgres:///postgres"),
        ("postgres:///hall?host=/run", "postgres:///postgres?host=/run"),
        ("postgres://somebody@here:5/hall", "postgres://somebody@here:5/postgres"),
    ],
)
def test_a_server_without_a_host_is_reached_by_its_socket(named: str, beside: str) -> None:
    """libpq reads `postgresql://`, whatever host there is, and a name: the slashes stay where there is none."""
    assert _beside(named) == beside
