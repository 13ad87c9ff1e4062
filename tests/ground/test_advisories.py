"""Known faults of locked packages, from a folder of advisories: nothing is asked of the network."""

import json
from pathlib import Path
from typing import Any

import pytest

from config.launch import advisories
from config.launch.advisories import affected, locked, main

pytestmark = pytest.mark.anywhere


def advisory(name: str, *events: dict[str, str], **more: Any) -> dict[str, Any]:
    """An advisory about a package of PyPI."""
    ranges = [{"type": "ECOSYSTEM", "events": list(events)}]
    return {
        "id": "X-1",
        "affected": [{"package": {"ecosystem": "PyPI", "name": name}, "ranges": ranges, **more}],
    }


@pytest.mark.parametrize(
    ("version", "wanted"),
    [("4.1", False), ("4.2.14", True), ("4.2.15", False), ("5.0.7", True), ("5.0.8", False)],
)
def test_a_version_between_an_introduction_and_its_mending(version: str, wanted: bool) -> None:
    # As PYSEC-2024-70 has them: 5.0 before 5.0.8 and 4.2 before 4.2.15, the newer first.
    events = ({"introduced": "5.0"}, {"fixed": "5.0.8"}, {"introduced": "4.2"}, {"fixed": "4.2.15"})
    assert affected(advisory("Django", *events), "django", version) is wanted


def test_the_last_affected_is_affected_and_a_listed_version() -> None:
    last = advisory("x_y", {"introduced": "0"}, {"last_affected": "2.0"})
    assert [affected(last, "x-y", version) for version in ("0.1", "2.0", "2.0.1")] == [True, True, False]
    assert affected(advisory("x", versions=["7.0"]), "x", "7.0")
    assert not affected(advisory("x", versions=["7.0"]), "y", "7.0")


def test_what_is_found_is_printed_and_an_empty_folder_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advisories, "ROOT", tmp_path)
    (tmp_path / "requirements").mkdir()
    for lock in advisories.LOCKS:
        text = "some-package[more]==1.5 ; sys_platform == 'x' \\\n    --hash=sha256:00\n"
        (tmp_path / "requirements" / f"{lock}.txt").write_text(text)
    assert locked(text) == {"some-package": {"1.5"}}
    folder = tmp_path / "known" / "some-package"
    folder.mkdir(parents=True)
    assert main([str(folder.parent)]) == 64
    told = advisory("Some_Package", {"introduced": "1.0"}, {"fixed": "1.5"})
    (folder / "X-1.json").write_text(json.dumps(told))
    assert main([str(folder.parent)]) == 0
    (folder / "X-2.yaml").write_text(
        json.dumps(told | {"id": "X-2", "aliases": ["CVE-1"]}).replace('"1.5"', '"1.6"')
    )
    (folder / "X-3.json").write_text(json.dumps(told | {"withdrawn": "2026"}).replace('"1.5"', '"1.6"'))
    assert main([str(folder.parent)]) == 1
    said = capsys.readouterr()
    assert "some-package 1.5: X-2 CVE-1" in said.out
    assert "X-3" not in said.out
    assert "holds no advisory" in said.err
