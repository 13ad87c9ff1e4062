"""The small things of a board: what stands on a card, marks, labels of piles, facts."""

from django.template import Context, Template
from django.utils.translation import override

from referee.boards.scene import Face


def drawn(source: str, **values: object) -> str:
    return Template("{% load board_parts %}" + source).render(Context(values))


def test_a_card_is_read_as_far_as_it_is_known() -> None:
    assert drawn("{% face_title face %}", face=Face("Sally & Jack")) == "Sally &amp; Jack"
    hidden = Face(unknown=True, candidates=("One", "Two", "<3>", "Four"))
    assert drawn("{% face_title face %}", face=hidden) == "face down"
    assert drawn("{% face_title face guess=True %}", face=hidden) == "One / Two / &lt;3&gt;"
    assert (
        drawn('{% face_title face guess=True unknown="hidden attack" %}', face=Face(unknown=True))
        == "hidden attack"
    )
    with override("de"):
        assert drawn("{% face_title face %}", face=Face(unknown=True)) == "verdeckt"


def test_a_mark_has_its_drawing_before_its_word() -> None:
    assert drawn("{% mark word %}", word="a < b") == '<span class="tag">a &lt; b</span>'
    page = drawn('{% mark "to act" "play" turn=True %}')
    assert page.startswith('<span class="tag turn"><svg class="icon"') and page.endswith(
        "</svg> to act</span>"
    )


def test_a_pile_says_how_many_cards_it_has_as_far_as_that_is_known() -> None:
    label = '<span class="label small">Hand{}</span>'
    assert drawn('{% pile_label "Hand" %}') == label.format("")
    assert drawn('{% pile_label "Hand" size %}', size=0) == label.format(' <span class="number">0</span>')
    assert drawn('{% pile_label "Hand" size %}', size=None) == label.format(' <span class="number">?</span>')


def test_a_fact_that_nobody_knows_has_a_word_for_that() -> None:
    row = "<div><dt>Deck</dt><dd>{}</dd></div>"
    assert drawn('{% fact "Deck" size none="not counted" %}', size=0) == row.format("0")
    assert drawn('{% fact "Deck" size none="not counted" %}', size=None) == row.format("not counted")
    assert drawn('{% fact "Deck" size %}', size=None) == row.format("?")
