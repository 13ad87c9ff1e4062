"""Cards are declared in a typed language: what cannot be meant is refused by mypy, and by the import of its set."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from mypy import api

from rules import registry
from rules.herocard.core.reading import effects as hero
from rules.herocard.core.reading.card import HeroCard
from rules.kernel.cards import Card, convert_cards, declared
from rules.kernel.errors import CardError
from rules.kernel.log import read_log
from rules.kernel.replay import Replay
from rules.looney_tunes.cards import language as looney
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.conditions import CONDITIONS
from rules.nightmare_before_christmas import effects as nightmare
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.conditions import CONDITIONS as TOWN_CONDITIONS

#: Declarations; a line that means nothing ends in ``# wrong``.
DECLARATIONS = """
from rules.herocard.cards.declare import action
from rules.herocard.core.reading.card import HeroCard
from rules.herocard.core.reading.effects import Amount, Forbid, Meant, Twist, Waste
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.cards.language import DrawCards, LoseCard, LowerRank, PaintActors, WinTies, When
from rules.nightmare_before_christmas.cards.card import NightmareCard
from rules.nightmare_before_christmas.conditions import CONDITIONS as TOWN_CONDITIONS
from rules.nightmare_before_christmas.effects import Ability, DrawCards as Draw, LoseCard as Lose, Search

LooneyCard(title="X", type="effect", effect=(LowerRank(2, whose="rivals"), DrawCards(1, may=True)))
LooneyCard(title="X", type="effekt")  # wrong
LooneyCard(title="X", type="effect", effect=(LowerRank(2, whose="rivls"),))  # wrong
LooneyCard(title="X", type="effect", effect=(LowerRank("2"),))  # wrong
LooneyCard(title="X", type="effect", effect=(LoseCard(how="at random"),))  # wrong
LooneyCard(title="X", type="effect", effect=(PaintActors(),))  # wrong
LooneyCard(title="X", type="effect", effect=(WinTies(amount=2),))  # wrong
LooneyCard(title="X", type="effect", effect=(DrawCards(1, when=When(scene_colour="red")),))  # wrong
LooneyCard(title="X", type="effect", effect=("draw_cards",))  # wrong
NightmareCard(title="X", type="Surprise", defends=("Surprise",))
NightmareCard(title="X", type="Suprise")  # wrong
NightmareCard(title="X", type="Surprise", defends=("Suprise",))  # wrong
NightmareCard(title="X", type="Locale", functions=((Search(count=6, types=("Creatoin",)),),))  # wrong
NightmareCard(title="X", type="Character", abilities=(Ability(on="plaed", effects=(Draw(count=1),)),))  # wrong
NightmareCard(title="X", type="Locale", functions=((Lose(whose="opponnent"),),))  # wrong
NightmareCard(title="X", type="Locale", functions=((Search(count=6, title=("Jack",)),),))  # wrong
HeroCard(title="X", kind="miscellaneous", effects=(Waste(1), Twist(until="turn")))
HeroCard(title="X", kind="miscelaneous")  # wrong
action("X", "miscellaneous", "x", 1, "fast", effects=(Waste(1),))
action("X", "miscellaneous", "x", 1, "fast", efects=(Waste(1),))  # wrong
action("X", "miscellaneous", "x", 1, "fast", effects=(Amount("hand"),))  # wrong
HeroCard(title="X", kind="miscellaneous", effects=(Waste(1, "oponent"),))  # wrong
HeroCard(title="X", kind="miscellaneous", effects=(Twist(forbid=Meant(kinds=("base_blok",))),))  # wrong
HeroCard(title="X", kind="base_attack", plus=(Amount("wasted_on_taget"),))  # wrong
HeroCard(title="X", kind="special_attack", effects=(Forbid(cost_form=2),))  # wrong
"""


def test_mypy_refuses_every_declaration_that_means_nothing(tmp_path: Path) -> None:
    written = tmp_path / "declarations.py"
    written.write_text(DECLARATIONS, encoding="utf-8")
    cache = str(tmp_path / "cache")
    said, problems, _ = api.run(
        [str(written), "--config-file=", "--follow-imports=silent", "--cache-dir", cache]
    )
    refused = {int(number) for number in re.findall(r"declarations\.py:(\d+): error", said)}
    lines = enumerate(DECLARATIONS.splitlines(), 1)
    assert refused == {number for number, line in lines if line.endswith("# wrong")}, said + problems


#: of each game: a card that its types refuse where it is not mypy that looks
NONSENSE: list[Card] = [
    LooneyCard(title="X", type="effect", effect=(looney.LowerRank(2, whose="rivls"),)),  # type: ignore[arg-type]
    LooneyCard(title="X", type="effect", effect=(looney.LowerRank(200),)),
    LooneyCard(title="X", type="effect", effect=("draw_cards",)),  # type: ignore[arg-type]
    LooneyCard(title="X", type="effect", effect=[looney.GoNext()]),  # type: ignore[arg-type]
    NightmareCard(title="X", type="Suprise"),  # type: ignore[arg-type]
    NightmareCard(
        title="X", type="Locale", functions=((nightmare.LoseCard(whose="opponnent"),),)  # type: ignore[arg-type]
    ),
    NightmareCard(title="X", type="Locale", functions=((nightmare.Settle(),),)),  # type: ignore[arg-type]
    HeroCard(title="X", kind="miscellaneous", effects=(hero.Waste(1, "oponent"),)),  # type: ignore[arg-type]
    HeroCard(title="X", kind="base_attack", plus=(hero.Amount("wasted_on_taget"),)),  # type: ignore[arg-type]
]  # fmt: skip


@pytest.mark.parametrize("card", NONSENSE, ids=lambda card: f"{type(card).__name__}")
def test_a_set_with_a_card_that_means_nothing_is_not_imported(card: Card) -> None:
    with pytest.raises(CardError, match="“X”"):
        declared((card,))


@pytest.mark.parametrize("name", ["looney_tunes", "nightmare_before_christmas", "herocard_duel"])
def test_the_sets_of_the_project_are_held_against_their_types(name: str) -> None:
    cards = registry.load(name).catalogue.cards
    assert declared(cards) == cards


def test_every_part_and_condition_of_looney_tunes_has_its_doing() -> None:
    assert set(registry.load("looney_tunes").effects) == set(looney.KINDS)
    assert set(CONDITIONS) == set(looney.When.__struct_fields__)


@pytest.mark.parametrize(
    ("once", "now"),
    [
        ({"do": "win_ties", "amount": 0, "color": None, "whose": None, "how": None}, looney.WinTies()),
        ({"do": "go_next", "amount": 3}, looney.GoNext()),
        ({"do": "draw_cards", "color": "red", "whose": "all"}, looney.DrawCards(0, whose="all")),
        ({"do": "lose_card"}, looney.LoseCard()),
    ],
)
def test_a_log_of_before_is_read_though_its_parts_say_what_no_verb_heeded(
    once: dict[str, Any], now: looney.AnyEffect
) -> None:
    (card,) = convert_cards(LooneyCard, [{"title": "X", "type": "effect", "effect": [once]}])
    assert isinstance(card, LooneyCard) and card.effect == (now,)
    (card,) = convert_cards(LooneyCard, [{"title": "X", "type": "effect", "choices": [[once], [once]]}])
    assert isinstance(card, LooneyCard) and card.choices == ((now,), (now,))


@pytest.mark.parametrize(
    ("part", "says"),
    [
        ({"do": "win_ties", "amount": "x"}, "unknown field `amount`"),
        ({"do": "win_ties", "amuont": 1}, "unknown field `amuont`"),
        ({"do": "win_tis"}, "win_tis"),
        ({"do": "paint_scene"}, "color"),
        ({"do": ["win_ties"]}, "str"),
        ("win_ties", "object"),
    ],
)
def test_what_never_meant_anything_is_refused_as_before(part: Any, says: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=says):
        convert_cards(LooneyCard, [{"title": "X", "type": "effect", "effect": [part]}])


def test_a_printed_step_is_read_with_the_facts_that_only_others_have() -> None:
    """As positions were printed before each part had a type of its own, and still are."""
    header = {
        "log": 1, "game": "looney_tunes", "rules": "1", "players": [{"seat": "A"}, {"seat": "B"}],
        "position": {
            "phase": "effects", "scene": "Long-Haired Hare", "active": "A",
            "steps": [
                {"seat": "A", "against": None, "agreed": False, "looked": False, "effect": {
                    "do": "win_ties", "amount": 0, "color": None, "whose": None, "how": None, "when": None, "may": True,
                }},
            ],
        },
    }  # fmt: skip
    game = registry.load("looney_tunes")
    run = Replay(game, read_log(msgspec.json.encode(header) + b"\n", game.all_verbs).header)
    assert run.printed()["steps"] == header["position"]["steps"]  # type: ignore[index]


def test_every_effect_and_condition_of_nightmare_has_its_doing() -> None:
    done = registry.load("nightmare_before_christmas").effects
    assert set(done) == {str(kind.__struct_config__.tag) for kind in get_args(nightmare.AnyEffect)} - {
        "choose",
        "gather",
        "respond",  # these wait for an entry of their seat
    }
    assert set(TOWN_CONDITIONS) | {"where"} == set(nightmare.When.__struct_fields__)
