"""The index of what cards in play do to each player: stacking, nullifying, denying and permitting, ignoring."""

from __future__ import annotations

from collections import Counter

from msgspec import convert
from msgspec.structs import replace

from rules.highlander.cards import CARDS
from rules.highlander.game import HighlanderGame
from rules.highlander.language import continuous as during
from rules.highlander.position import Highlander, InPlay, Lasting, Side
from rules.highlander.reading.modifiers import ability, barred, has, live, modifiers, total
from rules.highlander.reading.state import without
from rules.kernel.cards import IDENTITY, CardSpec
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN, Knowledge

GAME = HighlanderGame()
FOCUSED = 7
HONOR_BOUND = {"title": "Honor Bound", "edition": "ME"}
KURGANS = {"title": "Quickening", "variant": "Kurgan"}


def table(*mine: object, theirs: tuple[object, ...] = (), lasting: tuple[Lasting, ...] = ()) -> Judgment:
    """A judgment of turn 7 with these cards in play on either side."""
    known = Knowledge()
    sides = {}
    for seat, refs in (("A", mine), ("B", theirs)):
        held = []
        for ref in refs:
            spec = convert(ref if isinstance(ref, dict) else {"title": ref}, CardSpec)
            known, (card,) = known.new(seat, 1)
            known, _ = known.bind(card, GAME.catalogue.find(spec))
            held.append(InPlay(owner=seat, card=card))
        sides[seat] = Side(in_play=tuple(held))
    position = Highlander(players=sides, turn="A", number=FOCUSED, phase="attack", lasting=lasting)
    return Judgment(GAME, GAME.catalogue, None, ("A", "B"), known, 1, position=position)


def nullified(j: Judgment, seat: str, place: int) -> Judgment:
    """The same with one card nullified this turn."""
    held = list(j.position.players[seat].in_play)
    held[place] = InPlay(owner=seat, card=held[place].card, nullified=(FOCUSED,))
    sides = {**j.position.players, seat: Side(in_play=tuple(held))}
    position = Highlander(players=sides, turn="A", number=FOCUSED, phase="attack", lasting=j.position.lasting)
    return Judgment(GAME, GAME.catalogue, None, ("A", "B"), j.known, 1, position=position)


def test_identical_cards_count_once_but_for_ability() -> None:
    j = table("Poison Gas", "Poison Gas", theirs=("Master's Advance", "Master's Advance"))
    assert (ability(j, "A"), ability(j, "B")) == (-4, -8)
    assert len(modifiers(j, "A", during.Cost)) == 1
    assert modifiers(j, "B", during.Cost) == ()


def test_a_quickening_that_says_what_the_persona_says_adds_nothing() -> None:
    assert total(table("The Kurgan", KURGANS), "A", during.AttackDamage) == 1
    assert total(table("Duncan MacLeod", KURGANS), "A", during.AttackDamage) == 1


def test_a_nullified_card_is_silent_and_comes_back() -> None:
    j = table(theirs=(HONOR_BOUND,))
    assert barred(j, "A", "special cards") == "Honor Bound"
    assert barred(nullified(j, "B", 0), "A", "special cards") is None
    assert barred(j, "A", "special cards") == "Honor Bound"


def test_a_power_is_nullified_while_a_card_in_play_says_so() -> None:
    j = table("Luther", theirs=("Master's Advantage",))
    assert not live(j, "A", 0)
    assert has(j, "A", during.WithoutExertion, "power_block") is None
    assert has(nullified(j, "B", 0), "A", during.WithoutExertion, "power_block") is not None


def test_ignoring_one_kind_of_denial_is_about_cards_in_play() -> None:
    discipline = Lasting(during.Ignores(denials="attacks"), seat="A", until=FOCUSED, by="A")
    event = Lasting(
        during.Prevent("attacks"), seat="A", until=FOCUSED, by="B", event=True, source="Intimidate"
    )
    haven = ("Safe Haven",)
    assert barred(table(theirs=haven), "A", "attacks") == "Safe Haven"
    assert barred(table(theirs=haven, lasting=(discipline,)), "A", "attacks") is None
    assert barred(table(theirs=haven, lasting=(discipline, event)), "A", "attacks") == "Intimidate"
    assert barred(table("Secret Identity", lasting=(event,)), "A", "attacks") is None


def test_what_lasts_is_over_after_its_turn() -> None:
    over = Lasting(during.Prevent("attacks"), seat="A", until=FOCUSED - 1, by="B", source="Intimidate")
    assert barred(table(lasting=(over,)), "A", "attacks") is None


def test_the_same_table_is_asked_anew_when_a_card_is_known_or_the_turn_is_another() -> None:
    """Only what the cards are and whether they have effect decides, not which position was asked about last."""
    j = table("Poison Gas", theirs=("Poison Gas",))
    known, place = j.known, j.position.players["B"].in_play[0].card
    unknown = Knowledge(
        known.next_id,
        {card: face for card, face in known.faces.items() if card != place},
        known.narrowed,
        known.pool_of,
        known.pools,
        known.homes,
    )
    once, twice = -2, -2 - 4  # the own Poison Gas takes 2 from its player, the opponent's 4
    assert total(j, "A", during.Ability) == twice
    j.known = unknown
    assert total(j, "A", during.Ability) == once
    j.known = known
    assert total(j, "A", during.Ability) == twice
    held = j.position.players["B"]
    quiet = replace(held, in_play=(replace(held.in_play[0], nullified=(FOCUSED,)),))
    sides = {**j.position.players, "B": quiet}
    j.position = replace(j.position, players=sides)
    assert (total(j, "A", during.Ability), live(j, "B", 0)) == (once, False)
    j.position = replace(j.position, number=FOCUSED + 1)
    assert (total(j, "A", during.Ability), live(j, "B", 0)) == (twice, True)
    over = Lasting(during.Prevent("attacks"), seat="A", until=FOCUSED + 1, by="B", source="Intimidate")
    j.position = replace(j.position, lasting=(over,))
    assert barred(j, "A", "attacks") == "Intimidate"
    j.position = replace(j.position, number=FOCUSED + 2)
    assert barred(j, "A", "attacks") is None


def test_a_zone_without_a_card() -> None:
    assert without((4, 5, 6), 5) == (4, 6)
    assert without((4, OPEN), 9) == (4, OPEN)  # it came out of the cards nobody knows


def test_no_two_cards_are_the_same() -> None:
    same = Counter((card.title, *(getattr(card, field) for field in IDENTITY)) for card in CARDS)
    assert [name for name, count in same.items() if count > 1] == []
