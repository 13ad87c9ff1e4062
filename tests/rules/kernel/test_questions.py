"""Questions over unknown cards and cards learned together, against counting everything out by hand."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kernel.cards import Card, Catalogue
from rules.kernel.counting import by_count
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import Knowledge
from rules.kernel.solver import decide
from rules.registry import load
from tests.rules.kernel.toy import CARDS

TABLE = Catalogue(CARDS)
FACES = st.integers(0, len(CARDS) - 1)
DECKS = st.lists(FACES, min_size=1, max_size=4)


def dealt(decks: list[list[int]]) -> tuple[Knowledge, list[int]]:
    """Two owners' decks, whose cards lie in one row."""
    known = Knowledge()
    row: list[int] = []
    for owner, deck in zip("AB", decks, strict=True):
        known = known.with_home(owner, {(face,): deck.count(face) for face in deck})
        known, ids = known.new(owner, len(deck))
        row += ids
    return known, row


def seen(*cards: Any) -> bool:
    """A test that depends on the order and the number of faces in no simple way."""
    *faces, odd = cards
    return (sum(len(card.title) * place for place, card in enumerate(faces, 1)) % 2 == 1) == odd


def assignments(decks: list[list[int]], row: list[int], asked: tuple[int, ...]) -> set[tuple[int, ...]]:
    """What the cards asked of may be: every order of either deck, written down."""
    orders = itertools.product(*(set(itertools.permutations(deck)) for deck in decks))
    lying = ([face for part in order for face in part] for order in orders)
    return {tuple(faces[row.index(card)] for card in asked) for faces in lying}


@settings(deadline=None)
@given(st.lists(DECKS, min_size=2, max_size=2), st.data())
def test_a_question_is_answered_as_by_trying_every_order(decks: list[list[int]], data: st.DataObject) -> None:
    known, row = dealt(decks)
    for _ in range(3):  # the second and third time answers may be remembered
        asked = tuple(data.draw(st.lists(st.sampled_from(row), min_size=1, max_size=3, unique=True)))
        odd = data.draw(st.booleans())
        answers = {
            seen(*(TABLE.cards[face] for face in faces), odd) for faces in assignments(decks, row, asked)
        }
        wanted = answers.pop() if len(answers) == 1 else None
        assert decide(known, TABLE, seen, asked, (odd,)) is wanted


def _is_high(card: Any, enough: int) -> bool:
    return bool((card.number or 0) > 2)


@by_count(_is_high)
def enough_high(*cards: Any) -> bool:
    """A test that asks for so many cards of a kind."""
    *faces, enough = cards
    return sum(_is_high(card, enough) for card in faces) >= enough


@settings(deadline=None)
@given(st.lists(DECKS, min_size=2, max_size=2), st.data())
def test_enough_of_a_kind_is_answered_as_by_trying_every_order(
    decks: list[list[int]], data: st.DataObject
) -> None:
    known, row = dealt(decks)
    orders = assignments(decks, row, tuple(row))
    true = dict(zip(row, data.draw(st.sampled_from(sorted(orders))), strict=True))
    shown = data.draw(st.lists(st.sampled_from(row), max_size=2, unique=True))
    for card in shown:
        known, _ = known.bind(card, (true[card],))
    left = [faces for faces in orders if all(faces[row.index(card)] == true[card] for card in shown)]
    for _ in range(3):  # the second and third time answers may be remembered
        asked = tuple(data.draw(st.lists(st.sampled_from(row), min_size=1, max_size=4, unique=True)))
        enough = data.draw(st.integers(0, 4))
        answers = {
            enough_high(*(TABLE.cards[faces[row.index(card)]] for card in asked), enough) for faces in left
        }
        wanted = answers.pop() if len(answers) == 1 else None
        assert decide(known, TABLE, enough_high, asked, (enough,)) is wanted


def test_enough_of_a_kind_in_a_large_hand_is_sure_where_every_deal_says_so() -> None:
    """Twenty of forty cards, of which one counts: none or one of those held, never two."""
    deck = {(0,): 20, (1,): 19, (8,): 1}
    known, hand = Knowledge().with_home("A", deck).new("A", 20)
    for enough, wanted in ((0, True), (1, None), (2, False)):
        assert decide(known, TABLE, enough_high, hand, (enough,)) is wanted


@settings(deadline=None, max_examples=40)
@given(DECKS, DECKS, st.data())
def test_enough_of_a_kind_in_a_shuffled_pile_is_answered_as_by_trying_every_order(
    deck: list[int], other: list[int], data: st.DataObject
) -> None:
    """Some cards of two decks, face up and face down, are shuffled into one pile, and asked about then."""
    known, row = dealt([deck, other])
    true = [*data.draw(st.permutations(deck)), *data.draw(st.permutations(other))]
    for card in data.draw(st.lists(st.sampled_from(row), max_size=3, unique=True)):
        known, _ = known.bind(card, (true[row.index(card)],))
    deals = [
        faces
        for faces in assignments([deck, other], row, tuple(row))
        if all(faces[row.index(card)] == face for card, face in known.faces.items())
    ]
    put = data.draw(st.lists(st.sampled_from(row), min_size=1, max_size=4, unique=True))
    known, pile = known.shuffled(put)
    asked = tuple(data.draw(st.lists(st.sampled_from(pile), min_size=1, unique=True)))
    enough = data.draw(st.integers(0, 4))
    places = [pile.index(card) for card in asked]
    answers = {
        enough_high(*(TABLE.cards[order[place]] for place in places), enough)
        for faces in deals
        for order in itertools.permutations([faces[row.index(card)] for card in put])
    }
    wanted = answers.pop() if len(answers) == 1 else None
    assert decide(known, TABLE, enough_high, asked, (enough,)) is wanted


@pytest.mark.parametrize("deck", [None, {(0,): 20, (1,): 19}], ids=["any cards", "a deck list"])
def test_a_pile_that_must_hold_a_card_is_sure_to_hold_it(deck: dict[tuple[int, ...], int] | None) -> None:
    """Four cards seen, one of which counts, are shuffled with seven nobody has seen: who holds ten of the eleven may
    lack it, who holds all has it."""
    known, hidden = Knowledge().with_home("A", deck).new("A", 7)
    known, seen = known.with_home("B", {(0,): 1, (1,): 2, (8,): 1}).new("B", 4)
    for card, face in zip(seen, (0, 1, 1, 8), strict=True):
        known, _ = known.bind(card, (face,))
    known, pile = known.shuffled((*hidden, *seen))
    assert decide(known, TABLE, enough_high, pile[:10], (1,)) is None
    assert decide(known, TABLE, enough_high, pile, (1,)) is True
    assert decide(known, TABLE, enough_high, pile, (8,)) is (None if deck is None else False)
    assert decide(known, TABLE, enough_high, pile, (9,)) is False


def test_what_is_remembered_of_one_deck_says_nothing_of_another() -> None:
    many, (first, *_) = dealt([[0, 1], [0]])
    assert decide(many, TABLE, _is_first, (first,)) is None
    for deck, wanted in (([0, 0], True), ([1, 1], False)):
        known, (card, *_) = dealt([deck, [0]])
        assert decide(known, TABLE, _is_first, (card,)) is wanted


def _is_first(card: Card) -> bool:
    return card.title == CARDS[0].title


@given(st.lists(DECKS, min_size=2, max_size=2), st.data())
def test_cards_learned_together_are_learned_as_one_by_one(
    decks: list[list[int]], data: st.DataObject
) -> None:
    known, row = dealt(decks)
    cards = data.draw(st.lists(st.sampled_from(row), max_size=4, unique=True))
    titles = [TABLE.cards[data.draw(FACES)].title for _ in cards]
    together, singly = judgment(known), judgment(known)
    together.identify_all(cards, titles)
    for card, title in zip(cards, titles, strict=True):
        singly.identify(card, title)
    assert together.known == singly.known
    assert together.learned == singly.learned
    assert together.findings == singly.findings


def judgment(known: Knowledge) -> Judgment:
    return Judgment(load("looney_tunes"), TABLE, None, ("A", "B"), known, 1)
