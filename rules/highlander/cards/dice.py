"""Cards that have dice rolled or alter them; the Handbook prints none of their texts, its examples tell of them."""

from __future__ import annotations

from typing import Unpack

from rules.highlander.card import HighlanderCard
from rules.highlander.cards.facts import Facts, beside
from rules.highlander.language.effects import AlterRoll, MustRoll
from rules.highlander.language.filters import Type
from rules.highlander.language.one_card import RollWhenPowerBlow


def card(title: str, kind: Type, entry: str, summary: str, /, **facts: Unpack[Facts]) -> HighlanderCard:
    return HighlanderCard(
        title=title, **beside(facts, summary=summary, type=kind, source=f"Handbook: {entry}")
    )


ODDS = "Die Roll - Altering Odds"
WHEN = "Die Roll - When To Roll"
DICE = (
    card(
        "Iron Will", "edge", ODDS, "A chance of success is one in six better.", edition="ME",
        on_play=(AlterRoll(1, "chance"),),
    ),
    card(
        "Iron Will", "edge", "Master's Disarm: Kurgan and Iron Will", "Bears on any roll; how is not printed.",
        edition="AT", on_play=(AlterRoll(),), declared=True,
    ),
    card(
        "Change of Fortune", "situation", ODDS, "Discard it to make a chance of success one in six worse.",
        discard_to_use=(AlterRoll(-1, "chance"),),
    ),
    card(
        "Sulphur Plant", "location", WHEN, "Who makes a Power Blow rolls for being Prone; on what is not printed.",
        while_in_play=(RollWhenPowerBlow(who="all"),), declared=True,
    ),
    card(
        "Collapse", "event", WHEN, "Everybody rolls; what for is not printed.", on_play=(MustRoll(who="all"),),
        declared=True,
    ),
    card(
        "Influence", "event", WHEN, "A roll to remove each Situation; on what is not printed.",
        on_play=(MustRoll(each="situation"),), declared=True,
    ),
)  # fmt: skip
