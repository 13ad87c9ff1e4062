"""On the repair's board: a Surprise where none is stacked, wasted and twisted cards, tiles of the dream, what is
skipped, forbidden or allowed. Each becomes primitive changes, with a sentence beside."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from referee.judging.judged import judged
from referee.models.records import Record
from referee.records.changes import attach_log
from referee.rulings.changes import WantedRuling, issue_ruling
from tests.referee.live.playing import match_of_game
from tests.referee.repairing.test_on_board import Working
from tests.rules.test_touched_repairs import DREAM, STACKED, TOWN
from tests.tournaments.factories import actor, at, seated
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db
TRICK = "Trick Shutter"


def record_of(match: Match, position: dict[str, Any]) -> Record:
    """A log that begins there, with an entry that is no verb of any game: it breaks a rule of the log alone."""
    game = match.round.event.game
    header = {
        "log": 1,
        "game": game,
        "rules": "1",
        "players": [{"seat": "A"}, {"seat": "B"}],
        "position": position,
    }
    lines = (header, {"by": "A", "do": "sing"})
    return attach_log(match, 1, "\n".join(map(json.dumps, lines)).encode(), by=actor("jude"), now=at(10))


def test_a_surprise_is_stacked_on_a_character_that_has_none(judge: Client) -> None:
    match = match_of_game("nightmare_before_christmas")
    work = Working(judge, record_of(match, TOWN))
    a = seated(match, "A").name
    on_wolfman = f"{a}: Locales · 2 · characters · 2 · stacked"
    work.edit("players.A.hand.0", f"{on_wolfman} (Wolfman)")
    assert work.changes == [
        {
            "change": "move",
            "card": "Fetch",
            "from": "players.A.hand",
            "to": "players.A.locales.1.characters.1.stacked",
        }
    ]
    assert work.sentences == [f"Fetch goes from {a}: Hand to {on_wolfman}"]
    assert "lies hidden" not in work.page  # beneath a Character its title can be seen
    work.edit("players.A.locales.1.characters.1", "Hexed")
    assert work.changes[1] == {
        "change": "set", "fact": "players.A.hexed",
        "value": [{"at": "players.A.locales.1.characters.1", "card": "Wolfman"}],
    }  # fmt: skip


@pytest.mark.parametrize(("word", "fact"), [("Wasted", "wasted"), ("Twisted", "twisted")])
def test_the_second_of_two_cards_is_wasted_or_twisted_by_one_touch_and_no_more_by_another(
    judge: Client, word: str, fact: str
) -> None:
    match = match_of_game("herocard_nightmare")
    work = Working(judge, record_of(match, STACKED))
    a = seated(match, "A").name
    second = "players.A.stacks.mind.1"
    work.edit(second, word)
    assert work.changes == [
        {"change": "set", "fact": f"players.A.{fact}", "value": [{"at": second, "card": TRICK}]}
    ]
    assert work.sentences == [f"{a}: {word} is now {TRICK} ({a}: Stacks · mind · 2)"]
    work.edit(second, word)
    assert work.changes == [{"change": "set", "fact": f"players.A.{fact}", "value": []}]
    work.edit(f"players.A.{fact}", "Wrath")
    assert work.changes[-1]["value"] == [{"at": "players.A.stacks.body.0", "card": "Wrath"}]


def test_a_tile_comes_into_the_dream_lies_elsewhere_and_leaves_it(judge: Client) -> None:
    """Beside Farm (0, 0) and Lake (1, 0) the cells nearest to the middle are (-1, 0) and those below and above."""
    match = match_of_game("herocard_nightmare")
    work = Working(judge, record_of(match, DREAM))
    work.edit("dream", "Asylum")
    added = {"change": "set", "fact": "dream.2", "value": {"scene": "Asylum", "q": -1, "r": 0}}
    assert work.changes == [added]
    assert work.sentences == ["Dream · 3 is now scene Asylum q -1 r 0"]
    work.edit("dream.2", "beside Farm, Lake (0, 1)")
    assert work.changes[1:] == [
        {"change": "set", "fact": "dream.2.q", "value": 0},
        {"change": "set", "fact": "dream.2.r", "value": 1},
    ]
    work.edit("dream.2", "Take out")
    assert work.sentences[-1] == "Dream · 3 is no longer there"
    work.edit("dream.1", "Take out")
    assert "a figure stands on the tile Lake" in work.page and len(work.changes) == 4


def test_a_killer_comes_into_the_dream_and_leaves_it(judge: Client) -> None:
    work = Working(judge, record_of(match_of_game("herocard_nightmare"), DREAM))
    work.edit("killers.Zombie", "Farm")
    work.edit("killers.Beast", "Leave it out")
    assert work.changes == [
        {"change": "set", "fact": "killers.Zombie", "value": "Farm"},
        {"change": "set", "fact": "killers.Beast", "value": None},
    ]


def test_a_phase_is_skipped_and_an_action_forbidden_and_allowed_again(judge: Client) -> None:
    """A move phase is skipped; what was forbidden is taken off as one thing."""
    match = match_of_game("herocard_nightmare")
    record = record_of(match, DREAM)
    work = Working(judge, record)
    work.send(skip="move")
    work.send(do="bar", bar="forbid", verb="play", bar_seat="B", bar_until="turn")
    assert work.changes == [
        {"change": "skip", "phase": "move"},
        {"change": "forbid", "verb": "play", "seat": "B", "until": "turn"},
    ]
    b = seated(match, "B").name
    assert work.sentences[0] == "move is skipped" and work.sentences[1].startswith(f"Forbidden: {b}, play")
    work.send(do="bar", bar="permit", verb="fly")
    assert len(work.changes) == 2 and "no verb" in work.page
    issue_ruling(
        record,
        WantedRuling(on=1, seen=1, decision="correct", reason="As it lay.", repair=work.changes),
        by=actor("jude"),
        now=at(11),
    )
    after = judged(Record.objects.get(pk=record.pk)).run.printed()
    assert after["phase"] == "action" and after["bars"][0]["verb"] == "play"
