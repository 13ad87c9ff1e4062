"""Whom a phone offers what: each verb for those who enter it and have to act, nothing illegal where the logger helps,
and nothing of what others hold where it does not."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from referee.games.presentation import presentation_of
from referee.games.touch import Reach, key_of
from referee.live.live_replay import LiveReplay
from referee.live.phones import Phone
from referee.live.verbs import kind_of
from referee.touching.offers import MAX_OFFERS
from referee.touching.said import said_words
from rules.kernel.entries import JUDGE, PUBLIC, TABLE
from rules.kernel.log import Log, decoder, read_log
from rules.kernel.replay import Replay
from rules.registry import load
from tests.benchmarks.taps import GAMES, Shown, reach_of, shown_to, turned
from tests.referee.live.playing import played
from tests.referee.live.test_secrets import exchanged, secret_until

pytestmark = pytest.mark.anywhere

OWN = Phone("A", ("A", TABLE), "A", "A")
SHARED = Phone(PUBLIC, ("A", "B", TABLE), "A", "A")
SHOWING = Phone("B", ("A", "B", TABLE), "A", "A")
JUDGES = Phone(JUDGE, (JUDGE, TABLE), JUDGE, "jude")
KEEPS = Phone(JUDGE, (JUDGE, TABLE, "A", "B"), JUDGE, "jude")
SCORES = Phone(PUBLIC, ("A", "B", TABLE), "staff", "sam")
PHONES = {"own": OWN, "shared": SHARED, "showing": SHOWING, "judge": JUDGES, "keeps": KEEPS, "scores": SCORES}


def steps(log: Log, every: int, most: int = 90) -> Iterator[tuple[int, LiveReplay]]:
    """A log as far as it is looked at, at every so many entries."""
    run = LiveReplay(load(log.header.game), log.header, b"", "")
    for n, entry in enumerate(log.entries[:most]):
        if n % every == 0:
            yield n, run
        run.take([entry], "")


def at_position(game: str, rules: str, position: dict[str, Any]) -> LiveReplay:
    """A game that begins in the midst."""
    players = [{"seat": "A"}, {"seat": "B"}]
    header = {"log": 1, "game": game, "rules": rules, "players": players, "position": position}
    text = msgspec.json.encode(header) + b"\n"
    return LiveReplay(load(game), read_log(text, load(game).all_verbs).header, text, "")


def said_by(shown: Shown) -> Iterator[tuple[str, str]]:
    """Who does what, by touching and by the list."""
    for group in shown.touched.groups:
        yield from ((group.by, str(offer.entry["do"])) for offer in group.offers)
        yield from ((str(offer.entry["by"]), group.do) for offer in group.offers)
    for way in shown.ways:
        yield way.by, way.do
        for choice in (way.entry, *way.choices):
            if choice is not None:
                said = json.loads(choice.json)
                yield said["by"], said["do"]


@pytest.mark.parametrize("who", PHONES)
@pytest.mark.parametrize("game", GAMES)
def test_every_offer_is_by_one_of_those_who_enter_its_verb(game: str, who: str) -> None:
    phone = PHONES[who]
    enters = {str(verb.__struct_config__.tag): verb.entered.by for verb in load(game).all_verbs}
    counted = 0
    for n, run in steps(played(game, "live"), 9):
        said = set(said_by(shown_to(run, phone, assisted=n % 2 == 1)))
        assert {by for by, _do in said} <= set(phone.acts_for)
        assert [(by, do) for by, do in said if kind_of(by) not in enters[do]] == []
        counted += len(said)
    assert counted > 10


def test_what_the_table_sees_is_nobodys_to_enter() -> None:
    """By `docs/logs`: a roll is by the table, in Looney Tunes and Highlander; `turn_over` and `random` too."""
    theirs = {"looney_tunes": {"roll", "score", "coin"}, "highlander": {"roll", "turn_over"}}
    theirs |= {"nightmare_before_christmas": {"random", "roll", "first_king"}}
    for game, verbs in theirs.items():
        for _n, run in steps(played(game, "live"), 12):
            said = set(said_by(shown_to(run, OWN, assisted=False)))
            assert {by for by, do in said if do in verbs} <= {TABLE}
            assert {do for by, do in said_by(shown_to(run, JUDGES, False)) if by == JUDGE} <= {"first_blood"}


@pytest.mark.parametrize("game", GAMES)
def test_what_is_touched_in_an_assisted_event_is_never_illegal(game: str) -> None:
    """Each offer of a phone is judged as the phone knows the game, the first and some by chance."""
    chance, judged = random.Random(5), 0
    for _n, run in steps(played(game, "live"), 3):
        for seat in (seat for seat in run.game.to_act(run.whole.position) if seat in run.header.seats):
            view = run.view(seat)
            groups = [group for group in reach_of(run, seat, assisted=True).groups if not group.rare]
            offers = [offer for group in groups for offer in group.offers]
            for offer in (*offers[:2], *chance.sample(offers, min(6, len(offers)))):
                for turn in offer.turns[:2] or (0,):
                    said = turned(offer, turn) | dict(offer.adds)
                    assert verdict_of(view, said) != "illegal", said
                    judged += 1
    assert judged > 18


def verdict_of(view: Replay, said: dict[str, Any]) -> str:
    """How an entry of a phone would be judged."""
    entry = decoder(view.game.all_verbs).decode(msgspec.json.encode(said))
    return view.fork(len(view.entries)).push(entry, ask=True).verdict


@pytest.mark.parametrize("game", GAMES)
def test_in_a_competitive_event_another_hand_offers_the_same(game: str) -> None:
    """Every card that A may not see is another one: what A's phone offers is byte for byte the same."""
    log = played(game, "secret")
    other = exchanged(game, log)
    until = min(secret_until(log, other), 45)
    differing = sum(one != two for one, two in zip(log.entries[:until], other.entries, strict=False))
    assert differing > 0
    for (n, one), (_n, two) in zip(steps(log, 3, until), steps(other, 3, until), strict=True):
        for phone in (OWN, SHARED):
            shown, again = shown_to(one, phone, False), shown_to(two, phone, False)
            assert shown.touched.text() == again.touched.text(), n
            assert shown.ways == again.ways, n


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_touched_for(game: str) -> None:
    """The games' own touches make all that the engine allows, nothing of it is left to the list alone."""
    counted = 0
    for _n, run in steps(played(game, "live"), 5):
        names = {seat: seat for seat in run.header.seats}
        for by in (*run.game.to_act(run.whole.position), TABLE):
            view = run.view(by if by in names else "A")
            options = [msgspec.to_builtins(option) for option in view.options_for(by)]
            options = [{key: said for key, said in one.items() if key != "salt"} for one in options]
            verbs = frozenset(str(one["do"]) for one in options)
            reach = Reach(view.catalogue, view.printed(), tuple(names), names, by, verbs)
            offers = presentation_of(game).touches(reach) if verbs else ()
            made = {key_of(turned(offer, turn)) for offer in offers for turn in offer.turns or (0,)}
            assert [one for one in options if key_of(one) not in made] == []
            counted += len(options)
    assert counted > 35


@pytest.mark.parametrize("assisted", [True, False])
def test_on_a_phone_passed_around_each_who_has_to_act_has_a_line(assisted: bool) -> None:
    """Both lay out and draw; A's is done, then B alone has to."""
    log = played("herocard_nightmare", "touched")
    run = LiveReplay(load("herocard_nightmare"), log.header, b"", "")
    done: set[str] = set()
    for entry in log.entries:
        due = run.game.to_act(run.view(PUBLIC).position)
        shown = shown_to(run, SHARED, assisted)
        lines = [(way.by, way.do, way.at) for way in shown.ways if not way.entry or assisted is False]
        assert {way.by for way in shown.ways} - {TABLE} <= set(due)
        assert len(lines) == len(set(lines)) or assisted
        assert {seat for seat in due if seat in "AB"} <= {way.by for way in shown.ways}
        names = {group.by: group.who for group in shown.touched.groups}
        assert names == {by: {"table": "The table"}.get(by, by) for by in names}
        done.add(str(entry.do))
        if "place_dreamer" in done:
            break
        run.take([entry], "")
    assert {"lay_out", "draw", "commit", "place_tile"} <= done


def test_a_phone_of_its_own_names_the_table_alone() -> None:
    log = played("looney_tunes", "live")
    for _n, run in steps(log, 5, 40):
        named = {group.by: group.who for group in reach_of(run, "A", assisted=False).groups}
        assert named.get("A", "") == "" and named.get(TABLE, "The table") == "The table"


HAND = [
    "Upper Left Attack", "Upper Left Block", "Thrust",
]  # fmt: skip


@pytest.mark.parametrize(("at_random", "by_table"), [(True, 3), (False, 0)])
def test_the_table_discards_only_while_a_random_discard_is_due(at_random: bool, by_table: int) -> None:
    """Ruling of `discarding-specific-card-types-at-random`: which card it is the table says, and only then."""
    must = [{"do": "discard", "count": 1, "random": at_random}]
    position = {"turn": "A", "phase": "must_do", "number": 5, "players": {"A": {"hand": HAND, "must": must}}}
    run = at_position("highlander", "1999.3.10", position)
    groups = reach_of(run, "A", assisted=False).groups
    offers = [
        offer for group in groups if group.by == TABLE and group.do == "discard" for offer in group.offers
    ]
    assert len(offers) == by_table
    assert all(verdict_of(run.whole, offer.entry) == "legal" for offer in offers)


def test_what_is_made_of_many_cards_stands_behind_all_else() -> None:
    """Twelve attacks and modifiers in a hand make hundreds of sets: stacks can be touched all the same."""
    catalogue = load("herocard_duel").catalogue
    kinds = {"base_attack": 4, "attack_mod": 8}
    hand = [
        card.title
        for kind, many in kinds.items()
        for card in [one for one in catalogue.cards if getattr(one, "kind", "") == kind][:many]
    ]
    assert len(hand) == 12
    stacks = {"body": [hand[0]]}
    position = {
        "turn": "A", "phase": "action",
        "players": {"A": {"hand": hand, "stacks": stacks}, "B": {"stacks": stacks}},
    }  # fmt: skip
    run = at_position("herocard_duel", "1", position)
    reach = Reach(
        catalogue, run.view("A").printed(), ("A", "B"), {}, "A", frozenset({"play", "clear", "twist"})
    )
    every = list(presentation_of("herocard_duel").touches(reach))
    sets = [n for n, offer in enumerate(every) if "plays" in offer.entry]
    assert (
        len(sets) > MAX_OFFERS
    )  # 4 attacks alone with 1 to 3 of 8 modifiers: 4 * (8 + 28 + 56) = 368, twice
    assert sets[0] > max(n for n, offer in enumerate(every) if "plays" not in offer.entry)
    sizes = [len(every[n].entry["plays"]) for n in sets]
    assert sizes == sorted(sizes)
    groups = reach_of(run, "A", assisted=False).groups
    shown = [(group.do, offer) for group in groups for offer in group.offers]
    assert {"play", "clear", "twist"} <= {do for do, _offer in shown}
    assert len([do for do, _offer in shown if do == "play"]) <= MAX_OFFERS


def test_what_an_entry_says_besides_is_said_in_words() -> None:
    entry = {
        "by": "A", "do": "x", "seat": "B", "card": {"title": "Police", "variant": "Exertion"}, "hidden": True,
        "blow": False, "area": "upper_left", "count": 2, "plays": [{"card": "Thrust", "target": "A"}],
    }  # fmt: skip
    names = {"A": "Ann", "B": "Bo"}
    assert said_words(entry, names) == "Bo, Police · Exertion, hidden, upper left, count 2, Thrust, Ann"
    assert said_words({"card": "Thrust", "place": 3}, names, card_said=True) == "place 3"
