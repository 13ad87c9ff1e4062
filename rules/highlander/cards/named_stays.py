"""Situations, Objects and Locations that are not executed whole yet, or of which only facts are known."""

from __future__ import annotations

from typing import Unpack

from rules.highlander.card import HighlanderCard
from rules.highlander.cards.facts import Facts, beside, card, named, signature
from rules.highlander.language.continuous import Prevent
from rules.highlander.language.effects import NextAttack

PRINTED_SITUATIONS = (
    card("See No Evil", "situation", "Discard it with a hidden attack: no Exertion after a wrong guess at it.",
         edition="4H", discard_to_use=(NextAttack("wrong_guess_bars_exertion"),)),
)  # fmt: skip

PRINTED_OTHERS = (
)  # fmt: skip

NAMED_SITUATIONS = (
    named("Garfield", "situation", "Prevents cards from being played.", "Hidden Resources"),
    named("Mirror Image", "situation", "The opponent rolls; two misses remove it.",
          "Mirror Image - Multiple Mirror Images"),
    named("Four Horsemen", "situation", "Keeps cards.", "Cards that Hold Other Cards", variant="Situation"),
    named("End of Time", "situation", "Lets Special cards be played in First Blood.", "End of Time and First Blood",
          **signature("Kronos")),
    named("Insurance", "situation", "Goes with the Theatre.",
          "Insurance: Kalas: Situation and Theatre: Location", owners=("Kalas",)),
    named("Hound", "situation", "Kanis may begin with one in play.", "Pre-Game Cards", owners=("Kanis",)),
    named("Pedestrian", "situation", "Only hidden attacks are played.", "Prevention", variant="Hidden Attack",
          groups=("Bystander",), declared=False,
          while_in_play=(Prevent("open attacks", who="all"),)),
    named("Watcher", "situation", "Not restricted.", "Restriction by Title", variant="Hunter", groups=("Watcher",)),
    named("Watcher", "situation", "Lies on a card.", "Controlling An Opponent's Cards In Play", variant="Revealed",
          groups=("Watcher",)),
    named("Watcher Database", "situation", "Nemesis cards reach Quickenings.", "Quickenings and Watcher Database",
          groups=("Watcher",)),
)  # fmt: skip


def plot(title: str, part: str, summary: str, entry: str, /, **facts: Unpack[Facts]) -> HighlanderCard:
    return named(title, "situation", summary, entry, **beside(facts, variant=part, groups=("Plot",)))


PLOTS = (
    plot("Unholy Alliance", "", "A Plot of which Xavier may have twelve.",
         "Master's Advantage and Personas that Increase Restriction Numbers", restriction=6),
    plot("The Eyes Have It", "", "Only where it was announced.", "The Eyes Have It", deck=("announced",)),
)  # fmt: skip

NAMED_OBJECTS = (
    named("Extra Weapon", "object", "What Yung Dol Kim's Power wants in play.", "Yung Dol Kim",
          declared=False),
    named("Bowie Knife", "object", "A knife of Kern.", "Darius: Event - Putting Cards Directly Into Play",
          owners=("Kern",)),
)  # fmt: skip


def place(title: str, summary: str, entry: str, /, **facts: Unpack[Facts]) -> HighlanderCard:
    return named(title, "location", summary, entry, **facts)


NAMED_LOCATIONS = (
    place("Catwalk", "Prevents something.", 'Arms and Tactics: "Break Glass"'),
    place("Dueling Grounds", "More than one attack a turn.", "Hidden Attacks - Due to Power Blows"),
    place("Pyramid", "Printed with a Seeing Eye.", "Locations"),
    place("Spiritual Center", "No Events that may do damage.", "Preventing Play of Cards by Effect", declared=False,
          while_in_play=(Prevent("damaging events", who="all"),)),
    place("Gypsy Camp", "The owner of a Gypsy says where it goes.", "Gypsy Camp - Removing Gypsy Camp from play"),
)  # fmt: skip

NAMED = (
    *PRINTED_SITUATIONS, *PRINTED_OTHERS, *NAMED_SITUATIONS, *PLOTS, *NAMED_OBJECTS, *NAMED_LOCATIONS,
)  # fmt: skip
