"""The site's own face: its licence stands beside it, it is small, and every letter of the site's words is in it."""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).parents[2] / "static"
FONTS = STATIC / "fonts"
FACE = (STATIC / "css" / "face.css").read_text()
NAME = "Atkinson Hyperlegible Next"
#: All files together, in bytes.
MOST = 60_000


def faces() -> list[str]:
    return re.findall(r"@font-face \{(.*?)\}", FACE, re.S)


def test_it_is_small_and_under_an_open_licence_that_stands_beside_it() -> None:
    files = sorted(FONTS.glob("*.woff2"))
    assert [file.read_bytes()[:4] for file in files] == [b"wOF2"] * len(files)
    sizes = {file.name: file.stat().st_size for file in files}
    print(sizes, sum(sizes.values()))
    assert 0 < sum(sizes.values()) < MOST
    licence = (FONTS / "OFL.txt").read_text()
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence and NAME in licence
    assert "Reserved Font Name" not in licence.split("-----")[0]  # so a part of it may keep its name


def test_every_file_is_named_once_and_comes_from_here() -> None:
    named = re.findall(r'url\("\.\./fonts/([\w-]+\.woff2)"\)', FACE)
    assert sorted(named) == sorted(file.name for file in FONTS.glob("*.woff2"))
    for face in faces():
        assert "url(" not in face or "font-display: swap" in face


def test_what_stands_in_for_it_has_its_measures() -> None:
    """So that nothing moves when it comes: ascent 984 and descent 316 of 1000, by the adjusted size of the stand-in."""
    stand_ins = [face for face in faces() if "Site fallback" in face]
    assert ["font-weight: 400;" in face for face in stand_ins] == [True, False]
    for stand_in in stand_ins:
        measure = dict(re.findall(r"([a-z-]+): ([\d.]+)%", stand_in))
        adjust = float(measure["size-adjust"]) / 100
        assert abs(float(measure["ascent-override"]) * adjust - 98.4) < 0.1
        assert abs(float(measure["descent-override"]) * adjust - 31.6) < 0.1
        assert measure["line-gap-override"] == "0"


def test_letters_of_european_names_are_in_one_of_its_ranges() -> None:
    ranges: list[range] = []
    for face in faces():
        for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", face):
            ranges.append(range(int(first, 16), int(last or first, 16) + 1))
    for sign in "Łukasz Škoda Ørsted Ñandú ßÄÖÜ Çelik Őrs – “” „“ ’ … × − · €":
        assert any(ord(sign) in one for one in ranges), sign
