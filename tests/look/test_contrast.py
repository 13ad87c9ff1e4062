"""Both themes, from the variables: every pair of colours that is used for text or for the edge of a control.

WCAG 2.2: text 4.5 to 1 (1.4.3), what tells a control from its ground 3 to 1 (1.4.11).
"""

import re
from pathlib import Path

import pytest

from rules.registry import GAMES

STATIC = Path(__file__).parents[2] / "static"
VARIABLES = (STATIC / "css" / "variables.css").read_text()
TEXT = [
    ("ink", "ground"),
    ("ink", "sheet"),
    ("ink", "inset"),
    ("ink", "act-tint"),
    ("ink", "time-tint"),
    ("ink-soft", "ground"),
    ("ink-soft", "sheet"),
    ("ink-soft", "inset"),
    ("ink-soft", "act-tint"),
    ("act-ink", "act"),
    ("time", "ground"),
    ("time", "sheet"),
    ("time", "time-tint"),
    ("time-ink", "time"),
]
EDGES = [
    ("edge", "sheet"),
    ("edge", "ground"),
    ("act-edge", "sheet"),
    ("act-edge", "ground"),
    ("time", "sheet"),
    # of each game: beside its name, never alone
    *((f"of-{game.replace('_', '-')}", ground) for game in GAMES for ground in ("sheet", "ground", "inset")),
]


def colours(selector: str) -> dict[str, str]:
    """The colours a block of variables.css gives."""
    block = VARIABLES[VARIABLES.index(selector + " {") :]
    block = block[: block.index("}")]
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block))


LIGHT = colours(":root")
DARK = colours(':root[data-theme="dark"]')


def luminance(colour: str) -> float:
    def linear(part: str) -> float:
        value = int(part, 16) / 255
        return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(colour[at : at + 2]) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_the_measure_itself() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)  # the grey that just fails


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("pair", TEXT, ids="-on-".join)
def test_text_can_be_read(theme: dict[str, str], pair: tuple[str, str]) -> None:
    assert contrast(theme[pair[0]], theme[pair[1]]) >= 4.5


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("pair", EDGES, ids="-on-".join)
def test_controls_can_be_told_from_their_ground(theme: dict[str, str], pair: tuple[str, str]) -> None:
    assert contrast(theme[pair[0]], theme[pair[1]]) >= 3


def test_the_devices_dark_theme_is_the_chosen_one() -> None:
    assert colours(':root:not([data-theme="light"])') == DARK
    assert set(LIGHT) == set(DARK)


CARDS = (STATIC / "css" / "board.css").read_text()
GAMES = dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", CARDS[CARDS.index("The colours of the games") :]))


@pytest.mark.parametrize("colour", [name[3:] for name in GAMES if name.startswith("on-")])
def test_a_games_colour_holds_its_words_in_both_themes(colour: str) -> None:
    """The same in both themes and on paper. Gold stands out from a dark sheet alone: its squares have an edge."""
    assert contrast(GAMES[colour], GAMES[f"on-{colour}"]) >= 4.5
    for theme in (LIGHT, DARK):
        told = contrast(GAMES[colour], theme["sheet"]) >= 3
        assert told or (colour == "gold" and contrast(theme["edge"], theme["sheet"]) >= 3)
