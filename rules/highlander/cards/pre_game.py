"""Weapons of Choice, Premiums, Crystals, Quickenings, Watchers and other Pre-Game cards."""

from __future__ import annotations

from rules.highlander.card import HighlanderCard
from rules.highlander.cards.arms import WEAPONS
from rules.highlander.cards.facts import card, named
from rules.highlander.cards.personas import PERSONAS
from rules.highlander.language.continuous import Ability, AttackDamage, ExertTo, Ignores, Uncounterable
from rules.highlander.language.effects import Counter, Lasts
from rules.highlander.language.filters import Called
from rules.highlander.language.one_card import WonPowers
from rules.highlander.language.requirements import Associated


def crystal(name: str, edition: str, after: str = "") -> HighlanderCard:
    """``after``: the Crystal that must be associated too (Reading B37)."""
    return card(
        "Crystal", "premium", f"Another card stands in for a Basic one{f'; wants {after}' if after else ''}.",
        variant=name, edition=edition, groups=("Crystal",),
        requires=(Associated(after),) if after else (),
        deck=("substitute_one", "beside_the_limit"), marks=("one_in_play",),
    )  # fmt: skip


CRYSTALS = (
    crystal("Calliope", "AT"), crystal("Euterpe", "AT", "Calliope"), crystal("Terpsichore", "AT", "Euterpe"),
    crystal("Clio", "4H"), crystal("Melpomene", "4H", "Clio"), crystal("Erato", "4H", "Melpomene"),
)  # fmt: skip

QUICKENINGS = (
    card("Quickening", "quickening", "Taking a head may give the loser's Persona Power for the tournament.",
         variant="Renaissance", edition="Promo", while_in_play=(WonPowers(),)),
    card("Quickening", "quickening", "Instead of a Special card an Exertion removes a Situation.",
         variant="General Katana", edition="Promo", while_in_play=(ExertTo("remove_situation"),)),
    named("Quickening", "quickening", "Successful attacks do 1 more damage.", "No Damage v 0-Damage",
          variant="Kurgan", while_in_play=(AttackDamage(1),), declared=False),
    named("Quickening", "quickening", "One card that is not Reserved of each Persona.", "Quickenings - Bob Quickening",
          variant="Bob", deck=("one_of_each",), declared=False),
    named("Quickening", "quickening", "Master cards of other Personas.", "Premiums - Persona Master Premiums",
          variant="Masters", deck=("other_masters",), declared=False),
)  # fmt: skip

PREMIUMS = (
    card("Richie Ryan: Premium", "premium", "1 more Ability.", source="Handbook: Maximum Ability", owners=("Richie",),
         sub_title="", groups=("Persona Premium",), while_in_play=(Ability(1),)),
    named("Masters Cannot Be Countered", "premium", "Master cards are not countered and not removed from the game.",
          "Premiums - Persona Master Premiums", owners=("Kurgan",), groups=("Persona Premium",),
          deck=("masters_stay",), while_in_play=(Uncounterable(Called("Master")),), declared=False),
    named("Arms and Tactics", "premium", "Out of the game it goes, and this turn everything that prevents is ignored.",
          'Arms and Tactics: "Break Glass"', variant="Break Glass", marks=("ripped",), declared=False,
          discard_to_use=(Lasts(what=Ignores(denials="all"), until="turn"),)),
    named("Arms and Tactics", "premium", "A Premium about Head Shots.", "Premium Cards", variant="Head Shot"),
    named("Darius", "premium", "One more of a restricted card; one more Master for a Generic Immortal.",
          "Darius: Pre-Game", variant="Pre-Game", deck=("one_more",), declared=False),
    named("James Horton", "pre_game", "A Watcher assigned to an Immortal.", "associate", variant="Watcher Pre-Game"),
    card("Thunder Castle Games", "pre_game", "Rip it to counter a Special or Edge.",
         marks=("ripped", "not_in_first_blood"), discard_to_use=(
             Counter("event"), Counter("situation"), Counter("object"), Counter("location"), Counter("edge"),
         )),
    named("Berkeley Games Distributors", "situation", "A die gives the number of attacks.",
          "Berkeley Games Distributors"),
)  # fmt: skip

PRE_GAME = (*PERSONAS, *WEAPONS, *CRYSTALS, *QUICKENINGS, *PREMIUMS)
