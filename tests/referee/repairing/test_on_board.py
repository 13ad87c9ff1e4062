"""A judge repairs the position on its board: what is touched becomes the changes of the ruling, a sentence beside
each."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from referee.judging.judged import judged
from referee.models.records import Record
from referee.models.rulings import IssuedRuling
from referee.records.changes import attach_log
from tests.referee.live.playing import match_of_game, played
from tests.tournaments.factories import actor, at, seated
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db
GAMES = ("highlander", "nightmare_before_christmas", "herocard_duel", "herocard_nightmare", "looney_tunes")
#: B has an attack and a hidden one in play; A's Ability is 12; A attacks in the Defense Phase, which is illegal.
TABLE = {
    "log": 1, "game": "highlander", "rules": "1999.3.10", "players": [{"seat": "A"}, {"seat": "B"}],
    "position": {"turn": "A", "phase": "defense", "number": 5, "players": {
        "A": {"turns": 2, "ability": 12, "hand": ["Dodge", "Thrust"], "endurance": []},
        "B": {"turns": 2, "hand": ["Head Shot"], "endurance": [], "attacks": [
            {"owner": "B", "card": "Upper Left Attack"}, {"owner": "B", "face_down": "Lower Left Attack"}]},
    }},
}  # fmt: skip
WRONG = {"by": "A", "do": "attack", "card": "Thrust"}


@pytest.fixture
def match() -> Match:
    return match_of_game("highlander")


@pytest.fixture
def record(match: Match) -> Record:
    return attach_log(
        match, 1, "\n".join(map(json.dumps, (TABLE, WRONG))).encode(), by=actor("jude"), now=at(10)
    )


def self_played(game: str) -> Record:
    """The first 12 entries of a game that was played by itself."""
    log = played(game, "repair")
    data = b"\n".join(map(msgspec.json.encode, (log.header, *log.entries[:12])))
    return attach_log(match_of_game(game), 1, data, by=actor("jude"), now=at(10))


def address(record: Record, n: int = 1) -> str:
    return reverse("referee:repair", args=[record.pk, n])


def told(page: str) -> dict[str, str]:
    """What the page carries on."""
    carried = page.partition('id="carried"')[2].partition("</div>")[0]
    return {
        name: html.unescape(value) for name, value in re.findall(r'name="([^"]+)" value="([^"]*)"', carried)
    }


class Working:
    """A judge at the board: each touch sends what the page carries."""

    def __init__(self, client: Client, record: Record, n: int = 1, **first: str) -> None:
        self.client, self.address, self.carried = client, address(record, n), first
        self.page, self.status = "", 0
        self.send()

    def send(self, **sent: str) -> str:
        answer = self.client.post(self.address, self.carried | sent)
        self.page, self.status = answer.content.decode(), answer.status_code
        self.carried = told(self.page)
        return self.page

    def edit(self, at: str, word: str) -> str:
        """Touches a place and the button whose words these are."""
        self.send(touch=at)
        buttons = re.findall(r'name="edit"\s+value="([^"]+)"(?:[^>]*)>\s*([^<]+?)\s*<', self.page)
        (value,) = [html.unescape(value) for value, words in buttons if html.unescape(words) == word]
        return self.send(edit=value)

    @property
    def changes(self) -> list[dict[str, Any]]:
        made: list[dict[str, Any]] = json.loads(self.carried.get("repair") or "[]")
        return made

    @property
    def sentences(self) -> list[str]:
        fixes = self.page.partition('<ol class="fixes">')[2].partition("</ol>")[0]
        return [html.unescape(said) for said in re.findall(r"<span>([^<]*)</span>", fixes)]


@pytest.fixture
def work(judge: Client, record: Record) -> Working:
    return Working(judge, record)


def test_a_card_is_put_where_it_belongs(work: Working, match: Match) -> None:
    a, b = (seated(match, letter).name for letter in "AB")
    work.edit("players.A.hand.0", f"{a}: Discard pile")
    assert work.changes == [
        {"change": "move", "card": "Dodge", "from": "players.A.hand", "to": "players.A.discard_pile"}
    ]
    assert work.sentences == [f"Dodge goes from {a}: Hand to {a}: Discard pile"]
    work.edit("players.B.attacks.0", f"{b}: Hand")
    assert work.changes[1] == {
        "change": "move", "card": "Upper Left Attack", "from": "players.B.attacks.0", "to": "players.B.hand",
    }  # fmt: skip


def test_players_are_called_by_their_names(work: Working, match: Match) -> None:
    """What is touched, whose side a place is on, whose turn it is: nowhere a seat's letter."""
    a, b = (seated(match, letter).name for letter in "AB")
    work.send(touch="players.A.hand.0")
    assert f"{a}: Dodge</h2>" in work.page and "A: Dodge" not in work.page
    places = work.page.partition('id="places"')[2].partition('id="seen"')[0]
    assert f"Places of {b}" in places and '<span class="letter">' not in places
    work.edit("turn", b)
    assert work.changes == [{"change": "set", "fact": "turn", "value": "B"}]


def test_a_number_gets_its_right_value_and_two_steps_are_one_change(work: Working) -> None:
    work.send(touch="players.A.ability")
    work.send(edit="step players.A.ability 1")
    work.send(edit="step players.A.ability 1")
    assert work.changes == [{"change": "set", "fact": "players.A.ability", "value": 14}]
    work.send(put="9", put_was="14", put_change="set players.A.ability")
    assert work.changes == [{"change": "set", "fact": "players.A.ability", "value": 9}]
    assert work.sentences[0].endswith("Ability is now 9")
    work.send(put="many", put_was="9", put_change="set players.A.ability")
    assert "whole number" in work.page and len(work.changes) == 1


def test_a_phase_is_chosen_and_a_card_turned_over(work: Working) -> None:
    work.send(touch="phase")
    work.send(edit="set phase attack")
    work.edit("players.B.attacks.1", "Turn face up")
    assert work.changes == [
        {"change": "set", "fact": "phase", "value": "attack"},
        {"change": "turn", "fact": "players.B.attacks.1", "card": "Lower Left Attack"},
    ]
    work.send(touch="players.B.attacks.1")
    assert "Turn face down" in work.page


def test_the_card_that_belongs_at_a_place_comes_from_where_it_lies(work: Working) -> None:
    work.send(touch="players.B.discard_pile")
    work.send(edit="add players.B.discard_pile Head Shot")
    assert work.changes == [
        {"change": "move", "card": "Head Shot", "from": "players.B.hand", "to": "players.B.discard_pile"}
    ]
    work.send(edit="add players.B.discard_pile Ancestral Blade")
    assert len(work.changes) == 1 and "lies nowhere" in work.page


def test_changes_are_taken_back_one_by_one_and_what_rests_on_another_is_not_left_alone(work: Working) -> None:
    work.send(edit="move players.A.hand.0 players.A.discard_pile")
    work.send(edit="set players.A.ability 9")
    work.send(edit="move players.A.discard_pile.0 players.B.hand")
    assert len(work.changes) == 3
    assert work.send(drop="1") and len(work.changes) == 3
    assert work.status == 400 and "take that one back first" in work.page
    work.send(drop="2")
    assert [change["change"] for change in work.changes] == ["move", "move"]
    work.send(drop="2")
    work.send(drop="1")
    assert work.changes == [] and "Nothing is changed yet." in work.page


def test_what_names_a_hidden_card_says_that_all_read_it(work: Working) -> None:
    work.send(edit="move players.A.hand.0 players.B.hand")
    assert "lies hidden" in work.page
    work.send(drop="1")
    work.send(edit="move players.A.hand.0 players.A.discard_pile")
    assert "lies hidden" not in work.page


def test_the_ruling_carries_the_repair_and_is_issued(judge: Client, work: Working, record: Record) -> None:
    work.carried |= {"reason": "Cards fell.", "decision": "correct"}
    work.send(edit="move players.A.hand.0 players.A.discard_pile")
    assert work.carried["reason"] == "Cards fell."
    door = reverse("referee:rule_entry", args=[record.pk, 1])
    form = judge.post(door, work.carried | {"do": "repaired"}).content.decode()
    assert "Dodge goes from" in form and "Cards fell." in form
    sent = {key: work.carried[key] for key in ("decision", "reason", "repair")}
    assert judge.post(door, sent | {"seen": "1"}).status_code == 303
    assert IssuedRuling.objects.count() == 1
    position = judged(Record.objects.get(pk=record.pk)).run.printed()
    assert position["players"]["A"]["discard_pile"] == ["Dodge"]


def test_the_board_is_the_one_the_decision_leaves(judge: Client) -> None:
    """Rewound to the start of a Highlander game nobody is asked for anything but the roll for the first turn."""
    record = self_played("highlander")
    back = Working(judge, record, n=12, decision="rewind", to="0")
    assert back.status == 200 and "rewound to entry 0" in back.page
    now = Working(judge, record, n=12)
    back.send(touch="phase")
    now.send(touch="phase")
    pressed = re.compile(r'value="set phase (\w+)"[^>]*aria-pressed="true"')
    assert pressed.findall(back.page) == ["roll_off"]
    assert pressed.findall(now.page) != ["roll_off"]


def test_a_decision_that_cannot_be_made_is_said(judge: Client, record: Record) -> None:
    """An attack in the Defense Phase cannot be carried out: so it is a correction, and goes on as one."""
    work = Working(judge, record, decision="let_stand", supersedes="")
    assert work.status == 400 and "cannot be made" in work.page
    assert work.carried["decision"] == "correct"
    assert work.send(edit="set players.A.ability 9") and len(work.changes) == 1


@pytest.mark.parametrize(
    "sent",
    [
        {"repair": "[{"},
        {"repair": '[{"change": "fly"}]'},
        {"repair": '[{"change": "set", "fact": "players.A.ability", "value": [[1]]}]'},
        {"repair": json.dumps([{"change": "note"}] * 21)},
        {"decision": "rewind", "to": "99999999999"},
        {"supersedes": "7"},
        {"edit": "move players.A.hand.9 players.A.hand"},
        {"edit": "move players.A.hand.0 nowhere"},
        {"edit": "move"},
        {"edit": "set players.A.hand Dodge"},
        {"edit": "set players.A.ability ?"},
        {"edit": "row players.A.in_play"},
        {"edit": "out players.A.ability"},
        {"edit": "turn players.A.hand.0"},
        {"edit": "exchange players.A.hand.0 Dodge|grid|x"},
        {"edit": "step phase 1", "touch": "../../x"},
        {"repair": json.dumps([{"change": "set", "fact": "players.A.hand." + "9" * 5000, "value": 1}])},
        {"touch": "players.A.attacks." + "9" * 5000},
        {"drop": "99", "do": "note", "note": "x"},
        {"touch": "players." * 40, "find": "\x00" * 9, "part": "hits"},
    ],
)
def test_nonsense_is_answered_with_a_sentence(judge: Client, record: Record, sent: dict[str, str]) -> None:
    answer = judge.post(address(record), sent)
    assert answer.status_code in (200, 400, 404), answer.status_code
    assert not IssuedRuling.objects.exists()


def test_it_offers_nothing_that_it_does_not_do(work: Working) -> None:
    """The line in which a position is said belongs to the editor: here a change is a change of a ruling."""
    assert 'name="say"' not in work.page and 'value="say"' not in work.page


def test_only_a_judge_who_may_rule_comes_here(match: Match, record: Record) -> None:
    player = seated(match, "A").user
    for user in (player, actor("stranger").user, None):
        client = Client()
        if user is not None:
            client.force_login(user)
        for answer in (
            client.get(address(record)),
            client.post(address(record), {"edit": "set phase attack"}),
        ):
            assert answer.status_code in (302, 403), user
            assert "Dodge" not in answer.content.decode()


@pytest.mark.parametrize("game", GAMES)
def test_in_every_game_a_card_is_moved_a_number_set_and_a_choice_made(judge: Client, game: str) -> None:
    """The touches are those that the page offers: of the first place with each, the last offer."""
    work = Working(judge, self_played(game), n=12)
    names = set(re.findall(r'name="touch"\s+value="([^"]+)"', work.page))
    names |= set(json.loads(html.unescape(re.search(r'data-touchables="([^"]*)"', work.page)[1])))  # type: ignore[index]
    wanted = {"move": False, "set": False}
    for place in sorted(names, key=lambda one: (one.count("."), one), reverse=True):
        work.send(touch=place)
        offers = [html.unescape(one) for one in re.findall(r'name="edit"\s+value="([^"]+)"', work.page)]
        for word in [word for word, made in wanted.items() if not made]:
            fitting = [one for one in offers if one.startswith(word + " ") and len(one.split()) > 2]
            for one in fitting[-3:]:
                before = work.changes
                work.send(edit=one)
                wanted[word] |= len(work.changes) > len(before)
    assert all(wanted.values()), wanted
    assert len(work.sentences) == len(work.changes)
