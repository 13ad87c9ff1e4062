"""The figures beside others': the page is written between its markers alone, who is missing is named, and what is
reckoned from a measure is right by hand."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.benchmarks.figures import PAGE, PARTS, markers, page_with
from tests.benchmarks.peers import pairing, replaying
from tests.benchmarks.peers.installed import (
    PYTHON,
    ROOT,
    Missing,
    Peers,
    our_version,
    run_out,
    wanted_versions,
)
from tests.benchmarks.peers.pairing import Paired, in_words, pairing_table, times
from tests.benchmarks.peers.plots import Curve, fitted, svg_of
from tests.benchmarks.peers.replaying import replay_table
from tests.benchmarks.peers.trf import cells_of, trf_of
from tournaments.facts import Match, Result
from tournaments.simulation import simulated_event


def quiet(_line: str) -> None:
    """Nobody listens."""


class NobodyHere(Peers):
    """A folder into which nothing can be installed."""

    def version(self, name: str) -> str:
        raise Missing("there is no way to the registry")


def test_only_what_is_between_the_markers_is_replaced() -> None:
    begin, end = markers("pairing")
    page = f"# Figures\n\nby hand\n{begin}\nold\n{end}\nby hand too\n"
    assert (
        page_with(page, "pairing", "new") == f"# Figures\n\nby hand\n{begin}\n\nnew\n\n{end}\nby hand too\n"
    )


@pytest.mark.parametrize("page", ["", "{begin}", "{end} {begin}", "{begin} {begin} {end}"])
def test_a_page_without_its_markers_is_not_touched(page: str) -> None:
    begin, end = markers("growth")
    with pytest.raises(ValueError, match="growth: begin"):
        page_with(page.format(begin=begin, end=end), "growth", "new")


def test_the_page_of_figures_has_every_place_and_every_other_line_is_kept() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for part in PARTS:
        begin, end = markers(part)
        written = page_with(text, part, "new")
        assert written.split(begin)[0] == text.split(begin)[0]
        assert written.split(end)[1] == text.split(end)[1]


def test_a_missing_peer_is_named_when_pairing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pairing, "SIZES", (4,))
    monkeypatch.setattr(pairing, "ours", lambda players: Paired(0.001, players // 2, 0))
    monkeypatch.setattr(pairing, "by_graph", lambda library, limit: lambda players: Paired(0.02, 2, 0))
    table = pairing_table(NobodyHere(tmp_path), None, 1, quiet)
    assert "- py4swiss was skipped: there is no way to the registry." in table
    assert "- bbpPairings was skipped: it has to be built" in table
    assert table.count("20.0 ms, 20 times ours") == 2  # networkx and rustworkx: 0.02 s to 0.001 s
    assert "same sum of squared differences" in table
    monkeypatch.setattr(pairing, "by_graph", lambda library, limit: lambda players: Paired(0.02, 2, 7))
    worse = pairing_table(NobodyHere(tmp_path), tmp_path / "none", 1, quiet)
    assert "squared differences of 7 for 4 players, ours to 0" in worse
    assert "same sum of squared differences" not in worse
    assert "- bbpPairings was skipped: none cannot be run." in worse


def test_a_missing_peer_is_named_when_replaying(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(replaying, "our_speed", lambda name: 50_000.0)
    table = replay_table(NobodyHere(tmp_path), 1, quiet)
    for peer in ("open_spiel", "pokerkit", "pokemon-showdown", "boardgame.io"):
        assert f"- {peer} was skipped: there is no way to the registry." in table
    monkeypatch.setattr(replaying, "peer_speed", lambda peers, task, limit: ("1.2", 500.0))
    assert "| 500 | 100 to 100 |" in replay_table(NobodyHere(tmp_path), 1, quiet)


def test_a_failed_installation_is_tried_once_and_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tried = []

    def refused(self: Peers) -> None:
        tried.append(self.folder)
        raise Missing("no network")

    monkeypatch.setattr(Peers, "_pip", refused)
    peers = Peers(tmp_path, quiet)
    for name in PYTHON:
        with pytest.raises(Missing, match=r"could not be installed \(no network\)"):
            peers.version(name)
    assert len(tried) == 1


def test_a_program_that_is_not_there_or_fails_or_takes_long_is_missing() -> None:
    with pytest.raises(Missing, match="no-such-program cannot be run"):
        run_out(["/no-such-program"])
    with pytest.raises(Missing, match="failed: broken"):
        run_out(["sh", "-c", "echo broken >&2; exit 3"])
    with pytest.raises(Missing, match="not done within 0 s"):
        run_out(["sleep", "20"], limit=0.05)


def test_every_peer_has_a_version_and_none_is_a_package_of_the_site() -> None:
    assert all(re.fullmatch(r"[\d.]+", version) for version in wanted_versions().values())
    assert len(wanted_versions()) == 5


@pytest.mark.parametrize(("power", "points"), [(1, [(1, 3), (10, 30), (100, 300)]), (2, [(2, 4), (20, 400)])])
def test_the_slope_is_the_power(power: float, points: list[tuple[float, float]]) -> None:
    assert fitted(points)[0] == pytest.approx(power)


def test_a_plot_is_a_picture_with_its_points_where_they_belong() -> None:
    picture = svg_of(Curve("A < B", "players", "seconds", ((10, 1), (100, 10), (1000, 100))))
    tree = ElementTree.fromstring(picture)
    places = [(float(c.get("cx", 0)), float(c.get("cy", 0))) for c in tree.iter() if c.tag.endswith("circle")]
    # 10 to 1,000 over 80 to 616, 1 to 100 over 344 up to 48: ends and middles
    assert places == [(80, 344), (348, 196), (616, 48)]
    assert "A &lt; B (slope 1.00)" in picture


def test_ratios_and_seconds_are_said_with_two_digits() -> None:
    assert [times(ratio) for ratio in (1234.4, 12.3, 3.21, 0.456)] == ["1,234", "12", "3.2", "0.46"]
    assert (in_words(0.0123), in_words(4.56)) == ("12.3 ms", "4.6 s")


def test_a_match_as_the_tournament_file_writes_it() -> None:
    numbers = {"P01": 1, "P02": 12}
    seats = ("P01", "P02")
    won = Match(seats, 1, Result(winner="P02", games=(0, 2, 0)))
    assert cells_of(won, numbers) == {"P01": "  12 w 0", "P02": "   1 b 1"}
    away = Match(seats, 1, Result(winner="P01", kind="no_show"))
    assert cells_of(away, numbers) == {"P01": "  12 w +", "P02": "   1 b -"}
    drawn = Match(seats, 1, Result(winner=None, games=(1, 1, 1)))
    assert cells_of(drawn, numbers) == {"P01": "  12 w =", "P02": "   1 b ="}
    assert cells_of(Match(("P01",), None, "bye"), numbers) == {"P01": "0000 - U"}


def test_a_tournament_file_has_its_columns() -> None:
    """Columns of FIDE's TRF16: start number 5–8, points 81–84, rank 86–89, rounds from 92 on, ten wide."""
    event = simulated_event(9, 2, "columns")
    lines = [line for line in trf_of(event).splitlines() if line.startswith("001")]
    assert [int(line[4:8]) for line in lines] == list(range(1, len(event.entrants) + 1))
    for line in lines:
        cells = [line[at : at + 8] for at in range(91, len(line), 10)]
        assert len(cells) in (2, 3)  # the third says that he is not there
        earned = sum({"1": 1, "+": 1, "U": 1, "=": 0.5}.get(cell[-1], 0) for cell in cells)
        assert float(line[80:84]) == earned


def test_our_own_version_is_the_projects_with_the_commit_that_is_measured() -> None:
    told = our_version()
    assert told.startswith(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"])
    if (ROOT / ".git").exists():
        assert re.fullmatch(r"\S+ \([0-9a-f]{8,}\)", told)
