"""What may be touched in a what-if: what is legal, and beside it what can be asked about; to each what he may see."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from referee.games.touch import key_of
from referee.judging.judged import judged
from referee.judging.words import plain_entry
from referee.models.records import Record
from referee.records.changes import attach_log
from referee.replays.page import names_of
from referee.rulings.branching import play_branch
from referee.touching.offers import Touched
from referee.what_if.on_board import acting, touchable
from tests.referee.live.playing import match_of_game, played
from tests.tournaments.factories import actor, at, player
from tournaments.models.events import Event, State
from tournaments.models.rounds import Match, MatchState

pytestmark = pytest.mark.django_db
GAMES = ("highlander", "nightmare_before_christmas", "herocard_duel", "herocard_nightmare", "looney_tunes")
AFTER = 10
BLOCKS = ["Upper Left Block", "Lower Right Block"]
#: A defends against an attack whose four squares the first Block covers and the second does not (reading B19).
DEFENDING = {
    "log": 1, "game": "highlander", "rules": "1999.3.10", "players": [{"seat": "A"}, {"seat": "B"}],
    "position": {"turn": "A", "phase": "defense", "number": 5, "players": {
        "A": {"turns": 2, "hand": [*BLOCKS, "Thrust"]},
        "B": {"turns": 2, "hand": ["Head Shot"], "attacks": [{"owner": "B", "card": "Upper Left Attack"}]},
    }},
}  # fmt: skip
BY_FIRST = {"by": "A", "do": "defend", "card": BLOCKS[0], "attack": 1}
BY_SECOND = {"by": "A", "do": "defend", "card": BLOCKS[1], "attack": 1}


@pytest.fixture
def match() -> Match:
    return match_of_game("highlander")


@pytest.fixture
def record(match: Match) -> Record:
    data = "\n".join(map(json.dumps, (DEFENDING, BY_FIRST))).encode()
    return attach_log(match, 1, data, by=actor("jude"), now=at(10))


def page(who: Any, record: Record, after: int = 0, **sent: str) -> Any:
    client = Client()
    client.force_login(who.user)
    address = reverse("referee:what_if", args=[record.pk, after])
    return client.post(address, {"after": str(after), **sent}) if sent else client.get(address)


def entries(offers: Touched, *, rare: bool, do: str = "") -> list[dict[str, Any]]:
    groups = [group for group in offers.groups if group.rare == rare and do in ("", group.do)]
    return [dict(offer.entry) for group in groups for offer in group.offers]


def offered(answer: Any) -> str:
    return str(answer.context["touched"])


def test_the_block_that_covers_is_lit_and_the_other_can_be_asked_about(record: Record) -> None:
    branch = play_branch(record, 0, [])
    offers, _choices = touchable(branch, None, names_of(record))
    assert BY_FIRST in entries(offers, rare=False, do="defend")
    assert BY_SECOND not in entries(offers, rare=False)
    assert BY_SECOND in entries(offers, rare=True, do="defend")
    assert BY_FIRST not in entries(offers, rare=True)
    assert {group.by for group in offers.groups} >= {"A"}


def test_what_is_asked_gets_its_rule_and_a_step_is_taken_back(record: Record) -> None:
    told = page(actor("jude"), record, tap=json.dumps(BY_SECOND), lines="")
    (line,) = told.context["branch"].lines
    assert (line.verdict, [violation.rule[:4] != "log." for violation in line.violations]) == (
        "illegal",
        [True],
    )
    assert told.context["stopped"] and '"groups":[]' in offered(told)
    back = page(actor("jude"), record, do="back", lines=told.context["lines_text"])
    assert back.context["branch"].lines == [] and "players.A.hand.0" in offered(back)
    assert judged(record).size == 1


def test_by_forms_without_json(record: Record) -> None:
    said = {"verb": "defend", "by": "A", "a.defend.card": BLOCKS[0], "a.defend.attack": "1"}
    told = page(actor("jude"), record, lines="", **said)
    assert [line.verdict for line in told.context["branch"].lines] == ["legal"]
    wrong = page(actor("jude"), record, lines="", **(said | {"a.defend.attack": "x"}))
    assert wrong.status_code == 400 and wrong.context["branch"].lines == []


def test_before_the_match_is_decided_it_is_for_judges(match: Match, record: Record) -> None:
    for who in (player(match, "A"), player(match, "B"), actor("stranger")):
        assert page(who, record).status_code == 403
        assert page(who, record, tap=json.dumps(BY_FIRST), lines="").status_code == 403
    assert "Head Shot" in page(actor("jude"), record).content.decode()


def test_who_played_tries_it_once_it_is_decided_with_no_more_than_the_own_view(
    match: Match, record: Record
) -> None:
    """A sees his Blocks and nothing of B's hand, B the other way round, whoever they try an action for."""
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    mine, theirs = (page(player(match, letter), record) for letter in "AB")
    assert (mine.status_code, theirs.status_code) == (200, 200)
    assert "Head Shot" not in mine.content.decode() and "Thrust" in mine.content.decode()
    assert "Thrust" not in theirs.content.decode() and "Head Shot" in theirs.content.decode()
    told = page(player(match, "A"), record, tap=json.dumps(BY_FIRST), lines="")
    assert [line.verdict for line in told.context["branch"].lines] == ["legal"]
    asked = page(player(match, "A"), record, tap='{"by": "B", "do": "play", "card": "Head Shot"}', lines="")
    assert "Hidden" not in asked.content.decode() and judged(record).size == 1
    replay = reverse("referee:record_entry", args=[record.pk, 1])
    client = Client()
    client.force_login(player(match, "A").user)  # type: ignore[arg-type]
    assert reverse("referee:what_if", args=[record.pk, 0]) in client.get(replay).content.decode()


def test_everybody_tries_it_once_the_event_is_over(match: Match, record: Record) -> None:
    address = reverse("referee:what_if", args=[record.pk, 0])
    Match.objects.filter(pk=match.pk).update(state=MatchState.DECIDED)
    assert Client().get(address).status_code in (302, 403)
    assert page(actor("stranger"), record).status_code == 403
    Event.objects.filter(pk=match.round.event_id).update(state=State.FINISHED)
    public = Client().get(address)
    assert public.status_code == 200
    assert not [card for card in ("Head Shot", "Thrust", BLOCKS[1]) if card in public.content.decode()]
    names = names_of(record)
    offers, choices = touchable(play_branch(record, 0, [], seat="public"), "public", names)
    assert not [card for card in ("Head Shot", "Thrust") if card in offers.text() + str(choices["options"])]


@pytest.mark.parametrize("game", GAMES)
def test_at_an_entry_of_each_game_the_legal_ones_are_lit(game: str) -> None:
    log = played(game, "what if")
    match = match_of_game(game)
    data = b"\n".join(map(msgspec.json.encode, (log.header, *log.entries[: AFTER + 1])))
    record = attach_log(match, 1, data, by=actor("jude"), now=at(10))
    branch = play_branch(record, AFTER, [])
    offers, choices = touchable(branch, None, names_of(record))
    run = branch.run
    legal = {key_of(plain_entry(option)) for by in acting(branch) for option in run.options_for(by)}
    assert legal and not choices["more"] and offers.asks
    lit = {
        key_of({**offer.entry, "turn": turn} if turn else offer.entry)
        for group in offers.groups if not group.rare
        for offer in group.offers
        for turn in offer.turns or (0,)
    }  # fmt: skip
    assert lit == legal
    for seat in run.seats:
        view = play_branch(record, AFTER, [], seat=seat)
        own, _choices = touchable(view, seat, names_of(record))
        # what the own view tells: its log, and a deck list that lies open
        told = [view.run.printed(), view.run.entries, judged(record, seat).log.header]
        known = msgspec.json.encode(told, enc_hook=str).decode()
        for other in (one for one in run.seats if one != seat):
            hand = run.printed()["players"][other].get("hand", ())
            secret = {card for card in hand if isinstance(card, str) and card not in known}
            # an option may name any card that the other could hold as far as this view tells; what is touched on the
            # board is called by no name that lies hidden
            assert not secret & set(own.names.values()), (seat, other)
            touched_for = {
                str(offer.entry.get("card")) for group in own.groups for offer in group.offers if offer.at
            }
            assert not secret & touched_for, (seat, other)
