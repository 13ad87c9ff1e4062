"""Files that pages always ask for together go out as one, packed: what is in them, and that nothing is sent twice."""

from __future__ import annotations

import gzip
import os
import re
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders

from config import joined_files
from tournaments.pages.joined import JOINED, OF_PRINT, SITE_SCRIPT, SITE_SHEET

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.anywhere


def found(name: str) -> Path:
    path = finders.find(name)
    assert isinstance(path, str), name
    return Path(path)


@pytest.mark.parametrize("name", JOINED)
def test_each_holds_its_sources_in_order_and_lies_there_packed(name: str) -> None:
    text, at = found(name).read_bytes(), 0
    for part in JOINED[name]:
        at = text.index(found(part).read_bytes(), at)
    assert gzip.decompress(found(f"{name}.gz").read_bytes()) == text


def test_what_is_for_paper_stays_so() -> None:
    text = found(SITE_SHEET).read_text()
    assert f"@media print {{\n{found(OF_PRINT).read_text()}}}" in text


def test_a_source_that_changes_changes_the_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joined_files, "_source", lambda name: tmp_path / Path(name).name)
    monkeypatch.setitem(JOINED, "js/joined-live.js", ("js/one.js", "js/two.js"))
    one, two, target, listed = (tmp_path / name for name in ("one.js", "two.js", "joined.js", "lists.py"))
    monkeypatch.setattr(joined_files, "LISTS", (listed,))
    listed.touch()
    os.utime(listed, (500, 500))
    one.write_text("1;")
    two.write_text("2;")
    os.utime(one, (1000, 1000))
    os.utime(two, (2000, 2000))
    joined_files._make("js/joined-live.js", target)
    assert (target.read_text(), target.stat().st_mtime) == ("1;\n2;", 2000)
    one.write_text("3;")
    os.utime(one, (1000, 1000))  # as after a copy that keeps times: its content tells
    joined_files._make("js/joined-live.js", target)
    assert target.read_text() == "3;\n2;"
    assert gzip.decompress((tmp_path / "joined.js.gz").read_bytes()) == b"3;\n2;"
    # a part left out: no source is newer, and `collectstatic` takes only what is
    monkeypatch.setitem(JOINED, "js/joined-live.js", ("js/one.js",))
    os.utime(listed, (3000, 3000))
    joined_files._make("js/joined-live.js", target)
    assert (target.read_text(), target.stat().st_mtime) == ("3;", 3000)
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "joined.js",
        "joined.js.gz",
        "lists.py",
        "one.js",
        "two.js",
    ]


def test_collected_ones_are_packed_by_what_collects(settings: Any) -> None:
    names = {name for name, _storage in joined_files.JoinedFiles().list(None)}
    assert names == {*JOINED, *(f"{name}.gz" for name in JOINED)}
    settings.WHITENOISE_USE_FINDERS = False
    assert {name for name, _storage in joined_files.JoinedFiles().list(None)} == set(JOINED)


def test_no_page_asks_for_a_part_of_what_it_has() -> None:
    """Every page has the site's own; what else a template names, it names once."""
    everywhere = {*JOINED[SITE_SHEET], *JOINED[SITE_SCRIPT]}
    for path in (ROOT / "templates").rglob("*.html"):
        named = re.findall(r'{% static "((?:css|js|django_htmx)/[^"]+)" %}', path.read_text())
        parts = {part for name in named for part in JOINED.get(name, ())}
        if path.name != "error.html":  # drawn where nothing else may work
            assert not everywhere.intersection(named), path
        assert not parts.intersection(named), path
