"""What is known of cards: pools, shuffles, candidate sets, questions over all assignments."""

from __future__ import annotations

from rules.kernel.cards import Catalogue
from rules.kernel.chance import Source
from rules.kernel.knowledge import Knowledge
from rules.kernel.solver import decide
from tests.rules.kernel.toy import CARDS, ToyCard, is_number

TABLE = Catalogue(CARDS)
ONE, TWO, BLANK = (TABLE.find(title)[0] for title in ("Number 1", "Number 2", "Blank"))


def deck_of(**copies: int) -> tuple[Knowledge, tuple[int, ...]]:
    counts = {TABLE.find(name.replace("_", " ")): count for name, count in copies.items()}
    return Knowledge().with_home("A", counts).new("A", sum(copies.values()))


def different(one: ToyCard, two: ToyCard) -> bool:
    return one.title != two.title


def test_each_copy_is_used_once() -> None:
    known, (a, b, c) = deck_of(Number_1=1, Number_2=2)
    known, fits = known.bind(a, (ONE,))
    assert fits
    assert known.candidates(b, TABLE) == (TWO,)
    _, fits = known.bind(b, (ONE,))
    assert not fits
    known, fits = known.bind(b, (TWO,))
    assert fits
    known, fits = known.bind(c, (TWO,))
    assert fits


def test_a_card_is_one_card() -> None:
    known, (a,) = deck_of(Number_1=1)
    known, _ = known.bind(a, (ONE,))
    assert known.bind(a, (ONE,)) == (known, True)
    assert known.bind(a, (TWO,))[1] is False


def test_several_cards_bound_at_once_are_bound_as_one_by_one() -> None:
    """A discarded card is shuffled with two of the deck: what was discarded is taken first, and the others from the
    deck, of which as many are left."""
    known, (a, b, c, left) = deck_of(Number_1=1, Number_2=2, Blank=1)
    known, _ = known.bind(a, (ONE,))
    known, (x, y, z) = known.shuffled((a, b, c))
    learned = ((y, (TWO,)), (x, (ONE,)), (z, (BLANK,)))
    together = known.bind_exactly(learned)
    one_by_one = known
    for card, faces in learned:
        one_by_one, fits = one_by_one.bind(card, faces)
        assert fits
    assert together == one_by_one
    assert together is not None
    assert together.candidates(left, TABLE) == (TWO,)
    assert known.bind_exactly(learned, from_parents=False) is None
    assert known.bind_exactly(((x, (ONE,)), (y, (ONE,)))) is None  # there is one copy
    three = ((x, (TWO,)), (y, (TWO,)), (z, (BLANK,)))  # two cards at most came from the deck
    assert known.bind_exactly(three) is None


def test_a_question_about_two_cards_counts_copies() -> None:
    known, (a, b, _) = deck_of(Number_1=2, Number_2=1)
    assert decide(known, TABLE, different, (a, b)) is None
    known, (a, b) = deck_of(Number_1=1, Number_2=1)
    assert decide(known, TABLE, different, (a, b)) is True
    known, (a, b) = deck_of(Number_1=2)
    assert decide(known, TABLE, different, (a, b)) is False


def test_a_shuffle_forgets_which_is_which_and_remembers_what_there_is() -> None:
    known, (a, b, c) = deck_of(Number_1=1, Number_2=1, Blank=1)
    known, _ = known.bind(a, (ONE,))
    known, (x, y) = known.shuffled((a, b))
    assert known.candidates(x, TABLE) == tuple(sorted((ONE, TWO, BLANK)))
    known, fits = known.bind(x, (TWO,))
    assert fits
    assert known.candidates(y, TABLE) == (ONE,)
    assert known.candidates(c, TABLE) == (BLANK,)
    assert known.bind(c, (ONE,))[1] is False


def test_an_unlisted_deck_may_hold_anything() -> None:
    known, (a,) = Knowledge().with_home("A", None).new("A", 1)
    assert decide(known, TABLE, is_number, (a,)) is None
    assert known.bind(a, (ONE,))[1] is True


def test_a_rewind_keeps_faces_and_counts_each_copy_once() -> None:
    early, (a, b) = deck_of(Number_1=1, Blank=1)
    late, _ = early.bind(a, (ONE,))
    late, (x, y) = late.shuffled((a, b))
    late, _ = late.bind(y, (BLANK,))
    again = early.restored(late)
    assert again.faces == {a: ONE}
    assert again.candidates(b, TABLE) == (BLANK,)
    assert again.next_id == late.next_id
    assert x not in again.pool_of


def test_the_seeded_source_is_fair_and_the_same_everywhere() -> None:
    source = Source("seed")
    rolls = [source.die() for _ in range(6000)]
    assert set(rolls) == {1, 2, 3, 4, 5, 6}
    assert all(850 < rolls.count(face) < 1150 for face in range(1, 7))
    assert [Source("a").below(100) for _ in range(2)] == [Source("a").below(100)] * 2
    assert Source("x").weighted([(7, 1)]) == 7
