"""What an entry changed is marked on the board, and nothing else is."""

import re

import pytest

from referee.boards import changed
from referee.boards.changed import with_changes

BEFORE = (
    '<div class="board"><p class="line">Turn 1</p><ul class="cards"><li class="mini"><b>One</b></li>'
    '<li class="mini"><b>Two</b></li></ul><dl><div><dt>Deck</dt><dd>5</dd></div></dl></div>'
)


def marked(before: str, after: str) -> list[str]:
    """The text of what is marked, in order."""
    drawn = str(with_changes(before, after))
    assert drawn.replace(" data-changed", "") == after
    found = []
    for tag in re.finditer(r'<(\w+) data-changed(?:"[^"]*"|[^">])*>', drawn):
        inside = drawn[tag.end() : drawn.index(f"</{tag[1]}>", tag.end())]
        found.append(re.sub("<[^>]*>", " ", inside).strip())
    return found


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ("One", "One", []),
        # another card lies there
        ("<b>Two</b>", "<b>Three</b>", ["Three"]),
        # a card came in between: what only moved on is not new
        ('<li class="mini"><b>Two', '<li class="mini"><b>New</b></li><li class="mini"><b>Two', ["New"]),
        # a card is gone: the others are where they were
        ('<li class="mini"><b>One</b></li>', "", []),
        ("<dd>5</dd>", "<dd>4</dd>", ["4"]),
        ("Turn 1", "Turn 2", ["Turn 2"]),
        # a whole part is new: its things are, and its figure beside a word is marked with the line around it
        ("<dl>", "<section><p>Attack <b>9</b></p></section><dl>", ["Attack  9"]),
    ],
)
def test_what_is_marked(old: str, new: str, names: list[str]) -> None:
    assert old in BEFORE
    assert marked(BEFORE, BEFORE.replace(old, new)) == names


def test_where_a_thing_lies_is_not_what_it_shows() -> None:
    """An address that counts cards changes for all behind a card that went; they are the same cards."""
    before = '<ul><li data-at="hand.1"><b>One</b></li><li data-at="hand.2"><b>Two</b></li></ul>'
    assert marked(before, '<ul><li data-at="hand.1"><b>Two</b></li></ul>') == []


def test_a_thing_with_things_in_it_is_not_new_for_one_of_them() -> None:
    before = (
        '<ol><li class="place"><b>Crypt</b><ul></ul></li><li class="place"><b>Mill</b><ul></ul></li></ol>'
    )
    after = before.replace("Mill</b><ul>", 'Mill</b><ul><li class="figure">Sally</li>')
    assert marked(before, after) == ["Sally"]


def test_an_attribute_may_hold_what_looks_like_a_tag_and_text_stays_as_it_was() -> None:
    before = '<ul><li title="a > <b>">x &amp; y</li></ul>'
    assert marked(before, before.replace("x", "z")) == ["z &amp; y"]


def test_what_is_folded_away_beside_the_table_is_not_marked() -> None:
    fold = '<details class="fold"><summary>More</summary><dl><dd>1</dd></dl></details>'
    assert marked(f"<div>{fold}</div>", f"<div>{fold.replace('1', '2')}</div>") == []
    assert marked("<div></div>", f"<div>{fold}</div>") == []


def test_what_was_read_before_is_read_alike() -> None:
    """Elements are found again by how they are written: whatever was read before, the same is marked. Two alike that
    lie twice, one in another, one that grew, and one that is never closed."""
    card = '<li class="mini" data-at="players.A.hand.0" title="long enough to be found"><b>One</b></li>'
    other = card.replace("One", "Two")
    boards = [f'<div class="board"><ul class="cards" data-at="players.A.hand">{cards}</ul></div>' for cards in (
        card, card + card, card + other, f"<li class='open'><ul>{card}</ul></li>", card.replace("</b>", "</b> worn"),
        card.removesuffix("</li>"), "", other + card,
    )]  # fmt: skip
    warm = [str(with_changes(one, two)) for one in boards for two in boards]
    cold = []
    for one in boards:
        for two in boards:
            changed._read = changed._Read()
            cold.append(str(with_changes(one, two)))
    assert warm == cold
    assert all(text.replace(" data-changed", "") in boards for text in warm)
