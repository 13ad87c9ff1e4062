"""Cards are declared in a typed language: what cannot be meant is refused by mypy, and by the import of its set."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from mypy import api

from rules import card_lists, registry
from rules.herocard.core.reading import effects as hero
from rules.herocard.core.reading.card import HeroCard
from rules.highlander.card import HighlanderCard
from rules.highlander.cards.names import with_known_names
from rules.highlander.language import conjunction as joining
from rules.highlander.language import continuous as during
from rules.highlander.language import effects as act
from rules.highlander.language import lasting as lasting_effects
from rules.highlander.language import requirements as needs
from rules.highlander.language import serialization
from rules.highlander.language.filters import Called, CardName, every, no, some
from rules.highlander.language.parts import Part, Unheeded
from rules.highlander.position import Highlander, Lasting
from rules.kernel.cards import Card, Catalogue, convert_cards, declared
from rules.kernel.errors import CardError
from rules.kernel.knowledge import Knowledge
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
from rules.highlander.card import HighlanderCard
from rules.highlander.cards.facts import card
from rules.highlander.language.conjunction import GivesMark, With
from rules.highlander.language.continuous import Armor, AttackDamage, Prevent
from rules.highlander.language.effects import Chance, Counter, Damage, Gain, Lasts, MustDiscard, NextAttack
from rules.highlander.language.filters import Called, every, no
from rules.highlander.language.requirements import InPhase, PlayedThisTurn
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
card("X", "event", "x", on_play=(Damage(3, who="opponent"), MustDiscard(2, "attack")), requires=(InPhase("attack"),))
card("X", "evnt", "x")  # wrong
card("X", "event", "x", on_plya=(Damage(3),))  # wrong
card("X", "event", "x", on_play=(Damage(3, who="oponent"),))  # wrong
card("X", "event", "x", on_play=(Damage(3, whom="opponent"),))  # wrong
card("X", "event", "x", on_play=(Armor("upper"),))  # wrong
card("X", "event", "x", on_play=(MustDiscard(2, "atack"),))  # wrong
card("X", "event", "x", on_play=(NextAttack("unblokable"),))  # wrong
card("X", "event", "x", on_play=(Lasts(what=Prevent("atacks"), until="turn"),))  # wrong
card("X", "event", "x", on_play=(Lasts(what=Prevent("attacks"), until="turns"),))  # wrong
card("X", "event", "x", on_play=(Chance(2, then=AttackDamage(1)),))  # wrong
card("X", "event", "x", on_play=(Counter("event"),))  # wrong
card("X", "situation", "x", discard_to_use=(Counter("evnt"),))  # wrong
card("X", "situation", "x", while_in_play=(Armor("uper"),))  # wrong
card("X", "situation", "x", while_in_play=(Prevent("atacks"),))  # wrong
card("X", "situation", "x", while_in_play=(Damage(2),))  # wrong
card("X", "situation", "x", when_over=(Prevent("attacks"),))  # wrong
card("X", "situation", "x", on_leave=(Damage("2"),))  # wrong
card("X", "edge", "x", conjunction=(With("atack"),))  # wrong
card("X", "edge", "x", conjunction=(GivesMark("head_short"),))  # wrong
card("X", "edge", "x", requires=(PlayedThisTurn(every("situation", no("plot"))),))  # wrong
card("X", "edge", "x", requires=(PlayedThisTurn(every("situation", no(Called("Plot")))),))
card("X", "edge", "x", requires=(Gain(1),))  # wrong
card("X", "attack", "x", marks=("undogeable",))  # wrong
card("X", "premium", "x", deck=("one_mor",))  # wrong
HighlanderCard(title="X", type="event", on_play=("damage",))  # wrong
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
    HighlanderCard(title="X", on_play=(act.Damage(3, who="oponent"),)),  # type: ignore[arg-type]
    HighlanderCard(title="X", on_play=(act.MustDiscard(2, "atack"),)),  # type: ignore[arg-type]
    HighlanderCard(title="X", on_play=(during.Armor("upper"),)),  # type: ignore[arg-type]
    HighlanderCard(title="X", discard_to_use=(act.Counter("evnt"),)),  # type: ignore[arg-type]
    HighlanderCard(title="X", while_in_play=(during.Prevent("atacks"),)),  # type: ignore[arg-type]
    HighlanderCard(title="X", when_over=(during.Prevent("attacks"),)),  # type: ignore[arg-type]
    HighlanderCard(title="X", on_leave=(act.Damage("2"),)),  # type: ignore[arg-type]
    HighlanderCard(title="X", conjunction=(joining.GivesMark("head_short"),)),  # type: ignore[arg-type]
    HighlanderCard(title="X", requires=(needs.PlayedThisTurn(every("plot")),)),  # type: ignore[arg-type]
    HighlanderCard(title="X", marks=("undogeable",)),  # type: ignore[arg-type]
    HighlanderCard(title="X", deck=("one_mor",)),  # type: ignore[arg-type]
]  # fmt: skip


@pytest.mark.parametrize("card", NONSENSE, ids=lambda card: f"{type(card).__name__}")
def test_a_set_with_a_card_that_means_nothing_is_not_imported(card: Card) -> None:
    with pytest.raises(CardError, match="“X”"):
        declared((card,))


@pytest.mark.parametrize(
    "name", ["looney_tunes", "nightmare_before_christmas", "herocard_duel", "highlander"]
)
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
        ({"do": "paint_scene"}, looney.PaintScene(None)),
        ({"do": "paint_actors", "color": None, "whose": "all"}, looney.PaintActors(None, whose="all")),
        ({"do": "peek_hand", "whose": "own"}, looney.PeekHand(whose="own")),
        ({"do": "cut_scene", "whose": "all"}, looney.CutScene(whose="all")),
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


@pytest.mark.parametrize(
    "wrong",
    [
        HighlanderCard(title="X", while_in_play=(during.Nullify(Called("Watchr")),)),
        HighlanderCard(title="X", on_play=(act.Damage(1, each="Plott"),)),
        HighlanderCard(title="X", requires=(needs.CardInPlay(CardName("X", "Y")),)),
        HighlanderCard(title="X", on_play=(act.Choose(what=every("event", no(Called("Ally")))),)),
        HighlanderCard(title="X", requires=(needs.LastDefense("Back Avay"),)),
        HighlanderCard(title="X", on_play=(act.Chance(2, then=act.MustRoll(each=Called("Situation"))),)),
    ],
    ids=lambda card: str(card.on_play or card.while_in_play or card.requires),
)
def test_a_set_is_not_imported_whose_texts_name_what_nobody_is_called(wrong: HighlanderCard) -> None:
    ally = HighlanderCard(title="Watcher", type="situation", groups=("Watcher",))
    with pytest.raises(CardError, match="“X”"):
        with_known_names((ally, wrong))


#: as lists and logs write parts, and what they mean
WRITTEN: list[tuple[str, dict[str, Any], object]] = [
    ("on_play", {"do": "damage", "who": "all", "count": 3, "what": "", "until": "turn"}, act.Damage(3, who="all")),
    ("on_play", {"do": "chance_to_disarm", "count": 4}, act.Chance(4, who="opponent", then=act.Disarm())),
    ("on_play", {"do": "chance_to_disarm", "count": 4, "what": "exertion"},
     act.Chance(4, who="opponent", then=act.Disarm(), until="exertion")),
    ("on_play", {"do": "chance", "who": "opponent", "count": 2, "what": "lose_ability 3"},
     act.Chance(2, who="opponent", then=act.LoseAbility(3))),
    ("on_play", {"do": "exert_for_attacks", "count": 5, "what": "all single_dodge"},
     act.ExertForAttacks(5, marks=("single_dodge",))),
    ("on_play", {"do": "remove", "who": "all", "what": "situation !Plot"},
     act.RemoveCards(who="all", what=every("situation", no(Called("Plot"))))),
    ("on_play", {"do": "choose"}, act.Choose()),
    ("on_play", {"do": "lasts", "what": "ignore prevent attacks", "until": "turn"},
     act.Lasts(what=during.Ignores(denials="attacks"), until="turn")),
    ("while_in_play", {"do": "prevent", "who": "all", "what": "a Pedestrian"},
     during.Prevent(Called("Pedestrian"), who="all")),
    ("while_in_play", {"do": "ignore", "what": "for Plot"}, during.Ignores(to_play=Called("Plot"))),
    ("while_in_play", {"do": "holds", "what": "Ally|Watcher"},
     during.Holds(what=every(some(Called("Ally"), Called("Watcher"))))),
    ("while_in_play", {"do": "cost", "count": 1, "what": "gold"}, during.Cost(1, what="gold")),
    ("requires", {"do": "part", "what": "Sea Witch/Hook"}, needs.PlotPart(CardName("Sea Witch", "Hook"))),
]  # fmt: skip


@pytest.mark.parametrize(("slot", "written", "meant"), WRITTEN, ids=lambda value: str(value)[:40])
def test_what_lists_and_logs_write_is_read_as_what_it_means(
    slot: str, written: dict[str, Any], meant: object
) -> None:
    (read,) = convert_cards(HighlanderCard, [{"title": "X", slot: [written]}])
    assert isinstance(read, HighlanderCard) and getattr(read, slot) == (meant,) and read.unheeded == ()
    (again,) = convert_cards(HighlanderCard, [read.as_written()])
    assert again == read


@pytest.mark.parametrize(
    ("slot", "written", "kept", "why"),
    [
        ("on_play", {"do": "damage", "who": "oponent"}, (act.Damage(who="all"),), "oponent"),
        ("on_play", {"do": "damage", "count": 3, "whom": "all"}, (act.Damage(3),), "whom"),
        ("on_play", {"do": "damge", "who": "all"}, (Unheeded(says="damge", who="all"),), "damge"),
        ("on_play", {"do": "chance", "count": 2, "what": "fly 2"},
         (act.Chance(2, then=Unheeded(says="fly 2")),), "fly"),
        ("on_play", {"do": "additional_attack", "what": "unblokable"}, (act.AdditionalAttack(),), "unblokable"),
        ("on_play", {"do": "lasts", "what": "prevent atack", "until": "turns"},
         (act.Lasts(what=Unheeded(says="prevent atack"), until="next"),), "atack"),
        ("discard_to_use", {"do": "cuonter"}, (Unheeded(says="cuonter"),), "cuonter"),
        ("while_in_play", {"do": "ability", "count": 1, "who": "al"},
         (during.Ability(1, who="opponent"),), "al"),
        ("discard_to_use", {"do": "counter"}, (act.Counter(Called("")),), "what"),
        ("on_play", {"do": "exert_to_keep", "count": 1}, (act.ExertToKeep(1, what=Called("")),), "what"),
        ("on_play", {"do": "exert_for_attacks", "count": 5, "what": "5 hand single_doge no_power_blow"},
         (act.ExertForAttacks(5, plays=5, from_hand=True, marks=("no_power_blow",)),), "single_doge"),
        ("while_in_play", {"do": "prevent", "what": "atacks"}, (Unheeded(says="prevent"),), "atacks"),
        ("while_in_play", {"do": "exert_to", "what": "prevent_damage Ally"}, (Unheeded(says="exert_for"),),
         "prevent_damage Ally"),
        ("while_in_play", {"do": "armour", "who": "player"}, (Unheeded(says="armour", who="player"),), "armour"),
        ("while_in_play", {"do": "each_turn_draw_for", "count": 2},
         (during.EachTurn(1, does="draw", each=Called("")),), "each"),
        ("requires", {"do": "full_moon"}, (), "full_moon"),
        ("requires", {"do": "in_play"}, (needs.CardInPlay(CardName("")),), "what"),
        ("conjunction", {"do": "mark", "what": "head_short"}, (Unheeded(says="mark"),), "head_short"),
        ("conjunction", {"do": "with_face_up"}, (Unheeded(says="with_face_up"),), "with_face_up"),
        ("on_leave", {"do": "choose", "what": "situation"}, (), "choose"),
    ],
)  # fmt: skip
def test_what_means_nothing_in_a_log_is_told_and_the_rest_is_read_as_it_was_once(
    slot: str, written: dict[str, Any], kept: object, why: str
) -> None:
    """Once a word that named no player reached both, or the opponent while the card was in play."""
    row = {"title": "X", slot: [written]}
    (read,) = convert_cards(HighlanderCard, [row])
    assert isinstance(read, HighlanderCard) and getattr(read, slot) == kept
    assert len(read.unknown_words()) == 1 and why in read.unknown_words()[0]
    (problem,) = card_lists.read(
        "highlander", msgspec.json.encode([row | {"type": "event"}]), "json"
    ).problems
    assert why in problem.message


def test_what_is_no_part_at_all_is_refused_in_a_log_too() -> None:
    with pytest.raises(msgspec.ValidationError, match="object"):
        convert_cards(HighlanderCard, [{"title": "X", "on_play": [None]}])


def test_every_part_of_the_catalogue_is_written_as_it_is_read() -> None:
    for card in registry.load("highlander").catalogue.cards:
        assert isinstance(card, HighlanderCard)
        assert convert_cards(HighlanderCard, [card.as_written()]) == [card]
        for slot in serialization.SLOTS:
            for part in getattr(card, slot):
                assert set(serialization.said(part)) <= {"do", *serialization.COMMON}


#: what lasts, as positions write it, and what it means; with squares, a Phase, a Title and what texts say
LAST: list[tuple[str, object]] = [
    ("block 0", lasting_effects.BlockedArea(0)),
    ("block 12", lasting_effects.BlockedArea(12)),
    ("last held", lasting_effects.LastSaid("held")),
    ("last next_unblockable", lasting_effects.LastSaid("next_unblockable")),
    ("skipped defense", lasting_effects.Skipped("defense")),
    ("free_blows upper", lasting_effects.FreeBlowsTo("upper")),
    ("power Duncan MacLeod", lasting_effects.WonPower("Duncan MacLeod")),
    ("power used", lasting_effects.PowerUsed()),
    ("powers unknown", lasting_effects.PowersUnknown()),
    ("by power Street Punk Duncan", lasting_effects.ByPower("Street Punk Duncan")),
    ("with another’s card", lasting_effects.WithAnothersCard()),
    ("must attack", lasting_effects.MustAttack()),
    ("lose attack", lasting_effects.LoseAttack()),
    ("prevent special cards", during.Prevent("special cards")),
    ("ignore prevent", during.Ignores(denials="all")),
    ("keep attack", during.Keep("attack")),
]


@pytest.mark.parametrize(("written", "meant"), LAST, ids=[written for written, _ in LAST])
def test_what_lasts_is_typed_and_remembers_its_source(written: str, meant: Part) -> None:
    made = Lasting(meant, "A", 5, by="B", source="Some Card")
    codec = registry.load("highlander").codec
    printed = codec.to_json(Highlander(lasting=(made,)), Knowledge(), Catalogue(()))
    assert (printed["lasting"][0]["what"], printed["lasting"][0]["source"]) == (written, "Some Card")
    read, _, _ = codec.from_json(printed, Knowledge(), Catalogue(()))
    assert isinstance(read, Highlander) and read.lasting == (made,)


@pytest.mark.parametrize(
    "written", ["block x", "last next_undogeable", "skipped tea", "free_blows up", "prevent atacks", "must"]
)
def test_what_means_nothing_lasts_as_nothing(written: str) -> None:
    assert (
        serialization.lasting(written) == Unheeded(says=written)
        and serialization.written(Unheeded(says=written)) == written
    )
