"""The fewest cards that can have gone through a graph, counted by hand."""

from rules.audits.flow import fewest

SOURCE, SINK = 0, 1


def test_what_goes_one_after_the_other_may_be_one_card() -> None:
    # seen before the shuffle (node 2), and seen after it
    least = fewest({(SOURCE, 2): (1, 1), (2, SINK): (1, 1)}, SOURCE, SINK)
    assert least is not None and least.cards == 1


def test_what_lies_side_by_side_is_not() -> None:
    # one passes the shuffle, one stays in the hand meanwhile
    bounds = {(SOURCE, 2): (1, 1), (2, SINK): (1, 1), (SOURCE, SINK): (1, 1)}
    least = fewest(bounds, SOURCE, SINK)
    assert least is not None and least.cards == 2
    assert SINK not in least.before


def test_the_cut_names_what_proves_it() -> None:
    # two before the shuffle, three after it: the three are the proof
    least = fewest({(SOURCE, 2): (2, 5), (2, SINK): (3, 5)}, SOURCE, SINK)
    assert least is not None and least.cards == 3
    assert 2 in least.before
    # and the other way round
    least = fewest({(SOURCE, 2): (3, 5), (2, SINK): (2, 5)}, SOURCE, SINK)
    assert least is not None and least.cards == 3
    assert 2 not in least.before


def test_a_card_that_had_to_go_elsewhere_is_not_the_one_seen() -> None:
    # it comes to node 2 with another, and is the one that stays there; so what went on to node 3 is not it, and what
    # comes out of there must be a second copy
    bounds = {(SOURCE, 2): (1, 1), (2, SINK): (1, 1), (2, 3): (0, 1), (SOURCE, 3): (0, 2), (3, SINK): (1, 3)}
    least = fewest(bounds, SOURCE, SINK)
    assert least is not None and least.cards == 2


def test_bounds_that_nothing_keeps_to_have_no_flow() -> None:
    assert fewest({(SOURCE, 2): (2, 2), (2, SINK): (1, 1)}, SOURCE, SINK) is None


def test_nothing_seen_is_no_card() -> None:
    least = fewest({(SOURCE, SINK): (0, 60)}, SOURCE, SINK)
    assert least is not None and least.cards == 0
