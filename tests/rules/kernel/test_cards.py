"""Whose facts hold where a log's own card list names a card that the catalogue has."""

from __future__ import annotations

import pytest

from rules.kernel.cards import Card, CardSpec, Catalogue
from rules.kernel.errors import LogError
from tests.rules.kernel.helpers import header, lay, run
from tests.rules.kernel.toy import TOY

OURS = Catalogue(
    [
        Card(title="Thrust", grid="OOO/OAO/OOO", edition="SE", summary="ours"),
        Card(title="Watch", variant="by day", summary="ours"),
        Card(title="Watch", variant="by night", summary="ours"),
        Card(title="Riposte", grid="AOO/OOO/OOO", summary="ours"),
        Card(title="Riposte", grid="OAO/OOO/OOO", summary="ours"),
    ]
)


def summaries(catalogue: Catalogue, ref: str | CardSpec) -> list[str]:
    return [catalogue.cards[number].summary for number in catalogue.find(ref)]


@pytest.mark.parametrize(
    "listed",
    [
        Card(title="Thrust", grid="OOO/OAO/OOO", edition="SE", summary="theirs"),
        Card(title="thrust", grid="ooo/oao/ooo", summary="theirs"),
        Card(title="Thrust", grid="OOO/OAO/OOO", sub_title="Generic", summary="theirs"),
    ],
    ids=["in all", "spelt otherwise", "with more said"],
)
def test_the_list_wins_over_the_card_it_means(listed: Card) -> None:
    found = OURS.with_cards([listed])
    assert summaries(found, "Thrust") == ["theirs"]
    assert summaries(found, CardSpec(title="Thrust", edition="SE")) == ["theirs"]
    assert found.replaced == ("Thrust",)


@pytest.mark.parametrize(
    "listed",
    [
        Card(title="Thrust", grid="OOO/OAO/OOO", edition="ME", summary="theirs"),
        Card(title="Thrust", summary="theirs"),
        Card(title="Thrust", grid="OOO/OAO/OOO", variant="other", summary="theirs"),
    ],
    ids=["another edition", "another grid", "another variant"],
)
def test_another_card_of_the_title_stands_beside_ours(listed: Card) -> None:
    found = OURS.with_cards([listed])
    assert summaries(found, "Thrust") == ["ours", "theirs"]
    assert found.replaced == ()


def test_a_card_that_might_mean_several_of_ours_replaces_none() -> None:
    found = OURS.with_cards([Card(title="Watch", summary="theirs")])
    assert summaries(found, "Watch") == ["ours", "ours", "theirs"]
    assert found.replaced == ()
    one = OURS.with_cards([Card(title="Watch", variant="by night", summary="theirs")])
    assert summaries(one, "Watch") == ["ours", "theirs"]


def test_only_the_card_of_that_grid_is_replaced() -> None:
    found = OURS.with_cards([Card(title="Riposte", grid="AOO/OOO/OOO", summary="theirs")])
    assert summaries(found, "Riposte") == ["ours", "theirs"]


def test_a_card_listed_as_it_is_with_us_replaces_nothing() -> None:
    assert OURS.with_cards([OURS.cards[0]]).replaced == ()


def test_the_log_tells_whose_facts_hold() -> None:
    number = {"title": "Number 1", "edition": "theirs"}
    ours = TOY.catalogue.cards[TOY.catalogue.find("Number 1")[0]]
    replayed = run(head=header(cards=[{**number, "number": ours.number + 5}]))  # type: ignore[attr-defined]
    assert [replayed.catalogue.cards[n].number for n in replayed.catalogue.find("Number 1")] == [
        ours.number + 5
    ]  # type: ignore[attr-defined]
    (found,) = replayed.findings
    assert "Number 1" in found.message
    assert found.entries == (0,)
    assert not run(head=header()).findings


def test_titles_that_differ_in_capitals_alone_are_refused_in_one_list() -> None:
    """Names are found spelt any way, so that such cards would be one and the same."""
    small, large = {"title": "b2", "number": 2}, {"title": "B2", "number": 3}
    with pytest.raises(LogError, match="“b2” and “B2” differ only in capital letters"):
        run(head=header(cards=[small, large]))
    run(head=header(cards=[small, {**large, "variant": "black"}]))
    run(head=header(cards=[small, small]))
    assert run(lay("A", "B2"), head=header(cards=[small])).verdicts[0].violations[0].rule != "log.card"


def test_who_names_no_card_of_a_title_is_told_those_there_are() -> None:
    twins = '{"title": "Twin", "variant": "red"}, {"title": "Twin", "variant": "blue"}'
    for title, there in (("Twin", twins), ("Blank", "“Blank”")):
        named = lay("A", {"title": title, "edition": "SE"})
        (found,) = run(named, head=header()).verdicts[0].violations
        assert found.message == f"no card is called “{title} · SE”; those of that title are {there}"
        assert (found.rule, found.formal) == ("log.card", True)
