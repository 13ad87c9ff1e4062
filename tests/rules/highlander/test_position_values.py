"""Facts of a position that are typed and written as text: what a roll does, what lasts."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from rules import registry
from rules.highlander.language import continuous as during
from rules.highlander.language import effects as act
from rules.highlander.language.filters import Called, every, no, some
from rules.highlander.language.parts import Part, Unheeded
from rules.highlander.position import Highlander
from rules.highlander.position_values import Shown
from rules.kernel.errors import LogError
from rules.kernel.log import read_log
from rules.kernel.replay import Replay

GAME = registry.load("highlander")


def at(then: Any) -> Replay:
    """A's turn, with a die that waits to be rolled."""
    return started({}, rolling={"seat": "A", "success": 3, "then": then, "who": "opponent"})


def started(mine: dict[str, Any], **facts: Any) -> Replay:
    """A's turn."""
    header = {
        "log": 1, "game": "highlander", "rules": "1999.3.10", "players": [{"seat": "A"}, {"seat": "B"}],
        "position": {"phase": "attack", "turn": "A", "players": {"A": mine, "B": {}}, **facts},
    }  # fmt: skip
    return Replay(GAME, read_log(msgspec.json.encode(header), GAME.all_verbs).header)


def declared(run: Replay, fact: str, value: Any) -> str:
    """The verdict on a judge who sets a fact."""
    entry = {"by": "judge", "do": "declare", "changes": [{"change": "set", "fact": fact, "value": value}]}
    log = msgspec.json.encode({"log": 1, "game": "highlander", "players": [{"seat": "A"}]}) + b"\n"
    return run.push(read_log(log + msgspec.json.encode(entry), GAME.all_verbs).entries[0]).verdict


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", None), ("rearm", act.Rearm()), ("disarm break", act.Disarm(what="break")),
        ("lose_ability 3", act.LoseAbility(3)), ("discard attack", act.MustDiscard(what="attack")),
        ("mill 3", act.Mill(3)), ("draw_up", act.DrawCards(what="up")), ("mill_all", act.Mill(what="all")),
        ("next_own_turn prevent attacks", act.Lasts(what=during.Prevent("attacks"), until="own_next")),
        ("disarm 2", Unheeded(says="disarm 2")),
    ],
)  # fmt: skip
def test_what_a_roll_does_is_read_once_and_written_as_it_was(text: str, meant: Part | None) -> None:
    run = at(text)
    assert isinstance(run.position, Highlander) and run.position.rolling is not None
    assert run.position.rolling.then == meant
    assert run.printed()["rolling"]["then"] == text


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("hand", "hand"), ("attack", "attack"), ("player", "player"), ("situation", every("situation")),
        ("situation !Plot", every("situation", no(Called("Plot")))), ("event|edge", every(some("event", "edge"))),
    ],
)  # fmt: skip
def test_what_is_chosen_among_is_read_once_and_written_as_it_was(text: str, meant: object) -> None:
    run = started({}, choice={"seat": "A", "what": text})
    assert isinstance(run.position, Highlander) and run.position.choice is not None
    assert run.position.choice.what == meant and run.printed()["choice"]["what"] == text


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("", ""),
        ("two hands", "two hands"),
        ("remove situation !Plot", Shown(every("situation", no(Called("Plot"))))),
    ],
)
def test_how_a_card_is_used_is_read_once_and_written_as_it_was(text: str, meant: object) -> None:
    run = started({"in_play": [{"card": "Police", "way": text}]})
    assert isinstance(run.position, Highlander) and run.position.players["A"].in_play[0].way == meant
    assert run.printed()["players"]["A"]["in_play"][0]["way"] == text
    with pytest.raises(LogError, match=r"in_play\.0\.way"):
        started({"in_play": [{"card": "Police", "way": "sideways"}]})


@pytest.mark.parametrize(
    ("text", "meant"),
    [("card", "card"), ("uncounted", "uncounted"), ("block", "block"), ("Weapon", Called("Weapon")),
     ("Dirty Trick", Called("Dirty Trick"))],
)  # fmt: skip
def test_what_must_be_done_something_with_is_read_once_and_written_as_it_was(
    text: str, meant: object
) -> None:
    run = started({"must": [{"do": "discard", "what": text}]})
    assert isinstance(run.position, Highlander) and run.position.players["A"].must[0].what == meant
    assert run.printed()["players"]["A"]["must"][0]["what"] == text


@pytest.mark.parametrize("wrong", ["fly", 3, None, "x" * 201])
def test_what_no_text_says_is_refused_with_its_place(wrong: Any) -> None:
    with pytest.raises(LogError, match=r"rolling\.then"):
        at(wrong)


def test_a_judge_sets_it_by_its_text_and_nothing_inside_it() -> None:
    run = at("rearm")
    assert declared(run, "rolling.then.do", "disarm") == "illegal"
    run = at("rearm")
    assert declared(run, "rolling.then", "fly") == "illegal"
    run = at("rearm")
    assert declared(run, "rolling.then", "disarm take") == "legal"
    assert run.printed()["rolling"]["then"] == "disarm take"
