"""Every way in which an attack, a Defense or a Special card comes to the table, against everything that prevents it."""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest

from rules.kernel.log import read_log
from rules.kernel.replay import Replay
from rules.registry import load

Facts = dict[str, Any]
MIDDLE = {"title": "Riposte", "grid": "OOO/OAO/OOO"}
BLOCKS = ["Upper Left Block"] * 4


class Way(NamedTuple):
    """``mine``: what is so on A's side; ``steps``: what A does, the last of it in question; ``traits``: what of it
    preventions look at; ``top``: facts of the whole position."""

    mine: Facts
    steps: tuple[Facts, ...]
    traits: str = ""
    top: Facts | None = None
    theirs: Facts | None = None


class Prevention(NamedTuple):
    """``of``: the traits that it bears on, "" for all; ``but``: those it leaves alone; ``cites``: what its refusal
    names: a Title in the message, or the rule."""

    mine: Facts
    theirs: Facts
    cites: str
    of: str = ""
    but: str = ""
    lasting: str = ""


def do(verb: str, **more: Any) -> Facts:
    return {"by": "A", "do": verb, **more}


def lies(seat: str, card: Any, **more: Any) -> Facts:
    return {"owner": seat, "card": card, "played": 2, **more}


def exerting(**more: Any) -> Facts:
    cards = [MIDDLE, *BLOCKS]
    return {"exerting": {"seat": "A", "owner": "A", "purpose": "attack", "cards": cards, "named": 5, **more}}


RAGE = {"by_card": True, "from_hand": True, "plays": 5}
KANE = lies("A", "Kane", used=5, way="looked")
BY_KANE = {"in_play": [KANE], "endurance": ["Thrust"] * 9}
ATTACKS = {
    "from the hand": Way({"hand": [MIDDLE]}, (do("attack", card=MIDDLE),), "hand open"),
    "hidden": Way(
        {"hand": [MIDDLE], "in_play": [lies("A", "Mountain Cave")]},
        (do("attack", card=MIDDLE, hidden=True),), "hand hidden",
    ),
    "out of an Exertion": Way({}, (do("attack", card=MIDDLE, source="exertion"),), "open exerted", exerting()),
    "of a Battle Rage": Way(
        {"attacks_allowed": 0}, (do("attack", card=MIDDLE, source="exertion"),), "open exerted", exerting(**RAGE),
    ),
    "from the hand beside a Battle Rage": Way(
        {"attacks_allowed": 0, "hand": [MIDDLE]}, (do("attack", card=MIDDLE),), "open exerted hand",
        exerting(**RAGE),
    ),
    "made": Way({"in_play": [lies("A", "Xavier St. Cloud")]}, (do("make_attack"),), "open"),
    "made hidden": Way(
        {"in_play": [lies("A", "Xavier St. Cloud"), lies("A", "Mountain Cave")]},
        (do("make_attack", hidden=True),), "hidden",
    ),
    "made after another": Way(
        {"in_play": [lies("A", "Xavier St. Cloud")], "hand": ["Lower Left Attack"]},
        (do("attack", card="Lower Left Attack"), do("make_attack")), "open second with",
    ),
    "borrowed": Way(
        BY_KANE, (do("borrow", zone="endurance", card=MIDDLE), do("attack", card=MIDDLE)), "open",
        theirs={"endurance": [MIDDLE]},
    ),
    "made Ranged": Way(
        {"hand": ["Thrust"], "in_play": [lies("A", "The Equalizer")]},
        (do("attack", card="Thrust", ranged=True),), "hand open special ranged",
    ),
    "to an area that is named": Way(
        {"hand": ["Master Swordsman"]}, (do("attack", card="Master Swordsman", area="middle_center"),),
        "hand open special",
    ),
    "in conjunction": Way(
        {"hand": ["Flashing Blade", MIDDLE]}, (do("play", card="Flashing Blade"), do("attack", card=MIDDLE)),
        "hand open with",
    ),
    "with Darius": Way(
        {"hand": [{"title": "Darius", "variant": "Event"}, {"title": "Stalk", "sub_title": "Xavier"}],
         "in_play": [lies("A", "Duncan MacLeod")]},
        (do("play", card={"title": "Darius", "variant": "Event"}),
         do("attack", card={"title": "Stalk", "sub_title": "Xavier"})), "hand open special with",
    ),
    "bought": Way(
        {"in_play": [lies("A", "Yung Dol Kim"), lies("A", "Extra Weapon")], "attacks_allowed": 0,
         "endurance": ["Thrust"] * 9, "hand": [MIDDLE]},
        (do("power", what="attack"), do("attack", card=MIDDLE)), "hand open with",
    ),
}  # fmt: skip

AWAY = {"owner": "A", "card": "Back Away", "played": 5, "squares": 511}
GUARD = {"owner": "A", "card": "Upper Guard", "played": 3, "squares": 63}
NOT_ATTACKING = {
    "Pedestrian": Prevention(
        {}, {"in_play": [lies("B", {"title": "Pedestrian", "variant": "No Attacks"})]}, "Pedestrian"
    ),
    "Safe Haven": Prevention({}, {"in_play": [lies("B", "Safe Haven")]}, "Safe Haven"),
    "Intimidate": Prevention(
        {}, {"in_play": [lies("B", "Intimidate")]}, "Intimidate", lasting="prevent attacks"
    ),
    "Kronos": Prevention({}, {"in_play": [lies("B", "Kronos")]}, "Kronos"),
    "Kronos, after as many": Prevention(
        {}, {"in_play": [lies("B", "Kronos")], "attacks_made": 1}, "Kronos", of="second"
    ),
    "Taunt": Prevention({}, {"in_play": [lies("B", "Taunt")]}, "Taunt", of="hand", lasting="prevent hand"),
    "Pedestrian (Hidden Attack)": Prevention(
        {}, {"in_play": [lies("B", {"title": "Pedestrian", "variant": "Hidden Attack"})]}, "Pedestrian", of="open"
    ),
    "Cover": Prevention({}, {"in_play": [lies("B", "Cover")]}, "Cover"),
    "Verona": Prevention({}, {"in_play": [lies("B", "Verona, Italy 1637")]}, "Verona, Italy 1637", of="special"),
    "Back Away": Prevention({"defenses": [AWAY]}, {}, "Back Away", but="ranged"),
    "a Guard": Prevention({"defenses": [GUARD]}, {}, "Guard"),
    "Flying Machine": Prevention(
        {"exertions": 1}, {"in_play": [lies("B", "Flying Machine")]}, "Flying Machine", but="ranged"
    ),
    "being disarmed": Prevention({"disarmed": True}, {}, "disarmed"),
}  # fmt: skip

PENDING = {"attacks": [{"owner": "B", "card": "Upper Left Attack"}]}
BLOCK = "Upper Left Block"
DEFENSES = {
    "from the hand": Way({"hand": [BLOCK]}, (do("defend", card=BLOCK, against=1),), "hand block"),
    "a Dodge": Way({"hand": ["Duck"]}, (do("defend", card="Duck", against=1),), "hand dodge"),
    "out of an Exertion": Way(
        {}, (do("defend", card=BLOCK, against=1, source="exertion"),), "block",
        {"exerting": {"seat": "A", "owner": "A", "purpose": "defense", "cards": [BLOCK, *BLOCKS], "named": 5}},
    ),
    "as if out of an Exertion": Way(
        {"hand": ["Bait and Switch", BLOCK]},
        (do("play", card="Bait and Switch"), do("defend", card=BLOCK, against=1)), "hand block with",
    ),
    "borrowed": Way(
        BY_KANE, (do("borrow", zone="endurance", card=BLOCK), do("defend", card=BLOCK, against=1)), "block",
        theirs={"endurance": [BLOCK]},
    ),
    "an Attack as a Block": Way(
        {"hand": ["Upper Left Attack"], "in_play": [lies("A", {"title": "Parrying Blade", "variant": "Object"})]},
        (do("defend", card="Upper Left Attack", against=1),), "hand block",
    ),
    "two Blocks as one": Way(
        {"hand": [BLOCK, "Lower Left Block"], "in_play": [lies("A", "Silas")]},
        (do("defend", card=BLOCK, second="Lower Left Block", against=1),), "hand block",
    ),
    "made a Guard": Way(
        {"hand": [BLOCK], "in_play": [lies("A", "Master's Stance")]},
        (do("defend", card=BLOCK, against=1, guard=True),), "hand block",
    ),
    "a Special Attack or Block": Way(
        {"hand": ["Master Swordsman"]}, (do("defend", card="Master Swordsman", against=1, area="upper_left"),),
        "hand block",
    ),
}  # fmt: skip
NOT_DEFENDING = {
    "Run Through": Prevention({}, {"in_play": [lies("B", "Run Through")]}, "Run Through", lasting="prevent defenses"),
    "Throw": Prevention({}, {"in_play": [lies("B", "Throw")]}, "Throw", of="block", lasting="prevent blocks"),
    "Taunt": Prevention({}, {"in_play": [lies("B", "Taunt")]}, "Taunt", of="hand", lasting="prevent hand"),
    "being disarmed": Prevention({"disarmed": True}, {}, "disarmed", of="block"),
}  # fmt: skip

MOB = "Angry Mob"
SPECIALS = {
    "from the hand": Way({"hand": [MOB]}, (do("play", card=MOB),), "hand bystander damage special"),
    "a Situation": Way({"hand": ["Nexus"]}, (do("play", card="Nexus"),), "hand special"),
    "a Location": Way({"hand": ["Desert"]}, (do("play", card="Desert"),), "hand special location"),
    "an Edge": Way({"hand": ["Lost Love"]}, (do("play", card="Lost Love"),), "hand"),
    "face down": Way(
        {"hand": ["Hidden Resources", "Nexus"]},
        (do("play", card="Hidden Resources"), do("play", card="Nexus", face_down=True)), "hand special with",
    ),
    "face down, of a group": Way(
        {"hand": ["Hidden Resources", {"title": "Pedestrian", "variant": "No Attacks"}]},
        (do("play", card="Hidden Resources"),
         do("play", card={"title": "Pedestrian", "variant": "No Attacks"}, face_down=True)),
        "hand special bystander with",
    ),
    "borrowed": Way(
        BY_KANE, (do("borrow", zone="endurance", card=MOB), do("play", card=MOB)), "bystander damage special",
        theirs={"endurance": [MOB]},
    ),
    "a series": Way(
        {"hand": ["Kirk Matunas", "Kirk Matunas"]}, (do("play", card="Kirk Matunas", more=True),),
        "hand special damage",
    ),
}  # fmt: skip
NOT_PLAYING = {
    "Honor Bound": Prevention(
        {}, {"in_play": [lies("B", {"title": "Honor Bound", "edition": "ME"})]}, "Honor Bound", of="special"
    ),
    "Taunt": Prevention({}, {"in_play": [lies("B", "Taunt")]}, "Taunt", of="hand", lasting="prevent hand"),
    "Slaughterhouse": Prevention(
        {"attacked_last_turn": False}, {"in_play": [lies("B", "Slaughterhouse")]}, "Slaughterhouse", of="special"
    ),
    "Trenchcoat": Prevention({}, {"in_play": [lies("B", "Trenchcoat")]}, "Trenchcoat", of="bystander"),
    "Safe Haven": Prevention({}, {"in_play": [lies("B", "Safe Haven")]}, "Safe Haven", of="damage"),
    "Illusory Terrain": Prevention(
        {}, {"in_play": [lies("B", "Illusory Terrain")]}, "Illusory Terrain", of="location"
    ),
    "no Special cards": Prevention({"specials_played": 1}, {}, "Special card", of="special"),
}  # fmt: skip


def judged(way: Way, against: Prevention | None, phase: str, theirs: Facts) -> Replay:
    """A way, judged up to its last step or to the first one that is refused before it."""
    game = load("highlander")
    mine = {"turns": 2, "attacked_last_turn": True, **way.mine}
    theirs = {"turns": 2, **theirs, **(way.theirs or {})}
    top: Facts = dict(way.top or {})
    if against is not None:
        mine = joined(mine, against.mine)
        theirs = joined(theirs, against.theirs)
        if against.lasting:
            source = against.theirs["in_play"][0]["card"]
            top["lasting"] = [{"what": against.lasting, "seat": "A", "until": 5, "by": "B", "source": source}]
    position = {"turn": "A", "phase": phase, "number": 5, "players": {"A": mine, "B": theirs}, **top}
    header = {"log": 1, "game": "highlander", "players": [{"seat": "A"}, {"seat": "B"}], "position": position}
    lines = [header, *way.steps]
    log = read_log("\n".join(map(json.dumps, lines)).encode(), game.all_verbs)
    replay = Replay(game, log.header)
    for entry in log.entries:
        if replay.push(entry).verdict != "legal":
            break
    return replay


def joined(facts: Facts, more: Facts) -> Facts:
    """Facts of a side with more of them: lists of cards are put together."""
    return {**facts, **{k: [*facts.get(k, []), *v] if isinstance(v, list) else v for k, v in more.items()}}


def concerns(way: Way, against: Prevention) -> bool:
    traits = way.traits.split()
    return (not against.of or against.of in traits) and against.but not in traits


def check(way: Way, against: Prevention, phase: str, theirs: Facts) -> None:
    found = judged(way, against, phase, theirs).verdicts[-1]
    if concerns(way, against):
        said = [f"{v.rule} {v.source} {v.message}" for v in found.violations]
        assert found.verdict == "illegal"
        assert any(against.cites in one for one in said), said
    elif "with" not in way.traits.split():  # what goes with it may be prevented itself
        assert found.verdict == "legal", found.violations


@pytest.mark.parametrize("against", NOT_ATTACKING)
@pytest.mark.parametrize("way", ATTACKS)
def test_no_attack_escapes_what_prevents_it(way: str, against: str) -> None:
    check(ATTACKS[way], NOT_ATTACKING[against], "attack", {})


@pytest.mark.parametrize("against", NOT_DEFENDING)
@pytest.mark.parametrize("way", DEFENSES)
def test_no_defense_escapes_what_prevents_it(way: str, against: str) -> None:
    check(DEFENSES[way], NOT_DEFENDING[against], "defense", PENDING)


@pytest.mark.parametrize("against", NOT_PLAYING)
@pytest.mark.parametrize("way", SPECIALS)
def test_no_special_card_or_edge_escapes_what_prevents_it(way: str, against: str) -> None:
    check(SPECIALS[way], NOT_PLAYING[against], "attack", {})


@pytest.mark.parametrize(
    ("ways", "phase", "theirs"),
    [(ATTACKS, "attack", {}), (DEFENSES, "defense", PENDING), (SPECIALS, "attack", {})],
)
def test_every_way_is_open_where_nothing_prevents_it(ways: dict[str, Way], phase: str, theirs: Facts) -> None:
    for name, way in ways.items():
        found = judged(way, None, phase, theirs).verdicts[-1]
        assert found.verdict == "legal", (name, found.violations)


def strike(against: Prevention | None) -> list[Any]:
    """The attacks A has made as the Attack Phase begins, after a Block that becomes the attack."""
    block = {"title": "Block And Strike", "grid": "SOO/OSO/OOO"}
    steps = (do("defend", card=block, against=1), do("next_phase"))
    way = Way({"hand": [block], "endurance": ["Thrust"] * 9}, steps)
    replay = judged(way, against, "defense", PENDING)
    assert [found.verdict for found in replay.verdicts] == ["legal", "legal"]
    attacks: list[Any] = list(replay.positions[-1].players["A"].attacks)
    return attacks


#: what lets nobody play the Block in the first place
CLOSED = ("Back Away", "a Guard", "being disarmed", "Taunt")


@pytest.mark.parametrize("against", [name for name in NOT_ATTACKING if name not in CLOSED])
def test_a_block_does_not_become_an_attack_that_is_prevented(against: str) -> None:
    prevention = NOT_ATTACKING[against]
    stays_open = prevention.cites == "Kronos"  # Kronos attacked too
    assert bool(strike(prevention)) == stays_open
    assert strike(None)


def marked(what: str, event: bool = False) -> Facts:
    return {"what": what, "event": event}


def blown(*marks: Facts) -> Facts:
    return {"owner": "B", "card": "Upper Left Attack", "marks": [marked("power_blow"), *marks]}


def both(*marks: Facts) -> list[Facts]:
    return [
        {"owner": "B", "card": card, "marks": [*marks]}
        for card in ("Upper Left Attack", "Upper Center Attack")
    ]


DODGED = {"hand": ["Duck"]}
TWICE = (do("defend", card="Duck", against=1), do("cover", defense=1, against=2))
DUNCAN = {"in_play": [lies("B", "Duncan MacLeod")], "attacks": [blown()]}
#: phase, A's side, B's side, what A does, and the Title and rule that its refusal names
OTHERS: dict[str, tuple[str, Facts, Facts, tuple[Facts, ...], str, str]] = {
    "Battle Rage": (
        "defense", DODGED, {"in_play": [lies("B", "Battle Rage")], "attacks": both(marked("single_dodge", True))},
        TWICE, "Battle Rage", "battle-rage",
    ),
    "Berserk": (
        "defense", DODGED, {"in_play": [lies("B", "Berserk")], "attacks": both(marked("single_dodge", True))},
        TWICE, "Berserk", "berserk",
    ),
    "Bloodlust": (
        "defense", DODGED, {"in_play": [lies("B", "Bloodlust")], "attacks": both(marked("single_dodge_group", True))},
        TWICE, "Bloodlust", "bloodlust",
    ),
    "Flashing Blade": (
        "defense", DODGED, {"in_play": [lies("B", "Flashing Blade")], "attacks": both(marked("single_dodge"))},
        TWICE, "Flashing Blade", "flashing-blade",
    ),
    "Extra Shot": (
        "defense", {"hand": [BLOCK]},
        {"in_play": [lies("B", {"title": "Extra Shot", "sub_title": ""})],
         "attacks": both(marked("no_hand_defense", True))},
        (do("defend", card=BLOCK, against=1),), "Extra Shot", "extra-shot",
    ),
    "Focused Strike": (
        "defense", {"in_play": [lies("A", "Ancestral Blade")], "hand": [BLOCK]},
        {"in_play": [lies("B", "Focused Strike")], "attacks": [blown(marked("no_power_block"))]},
        (do("defend", card=BLOCK, against=1), do("power_block", defense=1)), "Focused Strike", "focused-strike",
    ),
    "Duncan MacLeod": (
        "attack", {"hand": ["Thrust"], "in_play": [lies("A", "Mountain Cave")]}, DUNCAN,
        (do("attack", card="Thrust", hidden=True),), "Duncan MacLeod",
        "duncan-macleod-and-hidden-attacks-from-power-blows",
    ),
    "Factory": (
        "draw_discard", {"hand": ["Thrust"] * 6, "endurance": ["Thrust"] * 9},
        {"in_play": [lies("B", "Factory")], "hand": ["Thrust"] * 6}, (do("draw", count=1),), "Factory",
        "denial-v-permission",
    ),
    "Parking Garage": (
        "may_do", {"disarmed": True}, {"in_play": [lies("B", "Parking Garage")]}, (do("recover"),), "Parking Garage",
        "",
    ),
    "Nemesis": (
        "attack", {"in_play": [lies("A", "General Katana")]}, {"in_play": [lies("B", "Nemesis"), lies("B", "Nexus")]},
        (do("exert", purpose="remove_situation"),), "Nemesis", "nemesis-cards",
    ),
    "Kronos, with an attack bought": (
        "attack", {"in_play": [lies("A", "Yung Dol Kim"), lies("A", "Extra Weapon")], "endurance": ["Thrust"] * 9},
        {"in_play": [lies("B", "Kronos")]}, (do("power", what="attack"),), "Kronos", "prevention",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", OTHERS)
def test_a_refusal_names_the_card_that_prevents(name: str) -> None:
    phase, mine, theirs, steps, title, rule = OTHERS[name]
    found = judged(Way(mine, steps), None, phase, theirs).verdicts[-1]
    assert found.verdict == "illegal"
    assert any(title in v.message and v.rule.startswith(rule) for v in found.violations), found.violations


@pytest.mark.parametrize("against", [None, "Honor Bound", "Slaughterhouse"])
def test_a_card_that_another_one_kept_does_not_escape(against: str | None) -> None:
    """It comes into play, or is discarded without effect where its player is prevented from playing it."""
    mine = {"arriving": [{"owner": "A", "face_down": "Tessa"}]}
    way = Way(mine, (do("play", card="Tessa", source="arriving"),))
    replay = judged(way, NOT_PLAYING[against] if against else None, "attack", {})
    side = replay.positions[-1].players["A"]
    assert replay.verdicts[-1].verdict == "legal"
    assert (len(side.in_play), len(side.discard_pile)) == ((0, 1) if against else (1, 0))
