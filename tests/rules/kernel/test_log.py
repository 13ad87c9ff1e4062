"""Reading logs: what is a log, what is refused and where, and the hash chain."""

from __future__ import annotations

import hashlib
import json
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.chain import add_chain
from rules.kernel.errors import LogError
from rules.kernel.log import game_of, read_log
from rules.kernel.replay import replay
from tests.rules.kernel.helpers import HEADER, HIDDEN, data, draw, log, run
from tests.rules.kernel.toy import TOY

HEAD = json.dumps(HEADER).encode()


def chained(*entries: dict) -> list[dict]:
    numbers = count(1)
    return add_chain([HEADER, *entries], lambda: next(numbers).to_bytes(16, "big"))


def read(lines: list[dict]) -> object:
    return read_log("\n".join(json.dumps(line) for line in lines).encode(), TOY.all_verbs)


def test_blank_lines_and_comments_are_skipped_and_entries_numbered_from_one() -> None:
    text = b"# a comment\n\n" + HEAD + b"\r\n  \n# more\n" + json.dumps(draw("A")).encode() + b"\n"
    found = read_log(b"\xef\xbb\xbf" + text, TOY.all_verbs)
    assert (len(found.entries), found.lines) == (1, (6,))
    assert game_of(text) == "toy"


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        (b"", 0, "empty"),
        (b"# nothing\n", 0, "empty"),
        (b"hello", 1, "not JSON"),
        (b"[1]", 1, "not a JSON object"),
        (b'{"by": "A"}', 1, "header"),
        (b'{"log": 2, "game": "toy"}', 1, "version 2"),
        (b'{"log": true, "game": "toy", "players": []}', 1, "version"),
        (b'{"log": 1, "game": "toy", "players": []}', 1, "seat"),
        (b'{"log": 1, "game": "toy", "players": [{"seat": "judge"}]}', 1, "judge"),
        (b'{"log": 1, "game": "toy", "players": [{"seat": "A"}, {"seat": "A"}]}', 1, "same seat"),
        (b'{"log": 1, "game": "toy", "players": 7}', 1, "header"),
        (HEAD + b"\n{oops", 2, "not JSON"),
        (HEAD + b"\n17", 2, "not a JSON object"),
        (HEAD + b'\n{"by": "A"}', 2, '"by" and "do"'),
        (HEAD + b'\n\n{"do": "draw"}', 3, '"by" and "do"'),
        (HEAD + b'\n{"by": "A", "do": "\xff"}', 2, "not JSON"),
        (HEAD + b"\n" + b"[" * 200_000, 2, "deep"),
        (HEAD + b'\n{"by": "A", "do": "draw", "note": ' + b"[" * 5_000 + b"]" * 5_000 + b"}", 2, "deep"),
        (HEAD + b"\n" + b" " * 10 + b'"' + b"x" * 1_000_001 + b'"', 2, "longer"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: bytes, line: int, word: str) -> None:
    with pytest.raises(LogError, match=word) as caught:
        read_log(text, TOY.all_verbs)
    assert caught.value.line == line


@given(st.binary(max_size=200))
def test_any_bytes_after_a_header_are_entries_or_a_clear_refusal(noise: bytes) -> None:
    try:
        found = read_log(HEAD + b"\n" + noise, TOY.all_verbs)
    except LogError:
        return
    replay(TOY, found)


def test_the_chain_is_what_the_format_says() -> None:
    lines = chained(draw("A"))
    first = hashlib.sha256(
        (1).to_bytes(16, "big") + json.dumps(HEADER, sort_keys=True, separators=(",", ":")).encode()
    ).digest()
    second = hashlib.sha256(
        first + (2).to_bytes(16, "big") + b'{"by":"A","count":2,"do":"draw"}'
    ).digest()  # fmt: skip
    assert (lines[0]["hash"], lines[1]["hash"]) == (first.hex(), second.hex())
    found = read(lines)
    assert (found.chain, found.head) == (None, second.hex())


@pytest.mark.parametrize(("depth", "fits"), [(398, True), (401, False)])
def test_how_deep_a_line_may_be_nested_is_the_same_everywhere(depth: int, fits: bool) -> None:
    note = b'["' + b"[" * 999 + b'\\"", ' + b"[" * (depth - 1) + b"]" * depth
    text = HEAD + b'\n{"by": "A", "do": "draw", "note": ' + note + b"}"
    if fits:
        assert len(read_log(text, TOY.all_verbs).entries) == 1
    else:
        with pytest.raises(LogError, match="deep"):
            read_log(text, TOY.all_verbs)


def test_key_order_and_spaces_do_not_break_the_chain() -> None:
    lines = [dict(reversed(line.items())) for line in chained(*HIDDEN)]
    assert read(lines).chain is None


def test_a_default_written_out_is_hashed_as_it_is_written() -> None:
    lines = chained({**draw("A"), "seen_by": None})
    assert read(lines).chain is None
    del lines[1]["seen_by"]
    assert read(lines).chain[0] == 1
    lines = chained(draw("A"))
    lines[1]["seen_by"] = None
    assert read(lines).chain[0] == 1


def test_a_broken_chain_is_a_finding_that_names_the_entry() -> None:
    good = chained(*HIDDEN)
    altered = [*good[:2], {**good[2], "note": "x"}, *good[3:]]
    cases = {
        2: altered,
        3: [*good[:3], good[4]],
        1: [good[0], good[2], good[1], *good[3:]],
        4: [*good[:4], {k: v for k, v in good[4].items() if k != "hash"}],
    }
    for entry, lines in cases.items():
        found = read(lines)
        assert found.chain is not None
        assert found.chain[0] == entry
        findings = replay(TOY, found).findings
        assert [f.entries for f in findings] == [(entry,)]
        assert found.head is None
    salted = [*good[:1], {**good[1], "salt": "zz"}]
    assert read(salted).chain == (1, "has a salt that is not 16 bytes in hexadecimal digits")
    assert read([HEADER, good[1]]).chain[0] == 1


def test_a_log_without_hashes_is_accepted() -> None:
    found = log(*HIDDEN)
    assert (found.chain, found.head) == (None, None)
    assert run(*HIDDEN).findings == []
    assert data(draw("A")).count(b"\n") == 1


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ({"do": "lay", "crad": "Blank"}, "lay: there is no argument “crad”; it takes card"),
        ({"do": "announce", "what": 1}, "announce: there is no argument “what”; it takes none"),
        (
            {"do": "lay", "card": {"titel": "Blank"}},
            "lay: nothing in card is called “titel”; known: title, sub_title, variant, edition, grid, unknown",
        ),
        (
            {"do": "declare", "changes": [{"do": "set"}]},
            "declare: nothing in changes[0] is called “do”; known: change, card, from, to, fact, value, by, phase, "
            "verb, seat, until, place, text",
        ),
        (
            {"do": "draw", "count": 1, "cards": [{"titel": "Blank"}]},
            "draw: nothing in cards[0] is called “titel”; known: title, sub_title, variant, edition, grid, unknown",
        ),
        ({"do": "reveal"}, "reveal: “card” is missing"),
        ({"do": "draw", "count": "two"}, "draw: count must be a whole number, not a text"),
        ({"do": "draw", "count": -1}, "draw: count must be at least 0"),
    ],
)
def test_a_wrong_argument_is_named_in_words(entry: dict, said: str) -> None:
    (violation,) = run({"by": "A", **entry}).verdicts[0].violations
    assert (violation.rule, violation.message) == ("log.argument", said)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"players": 5}, "header: players must be a list, not a whole number"),
        ({"options": {"speed": 1}}, "header: options: no option is called “speed”; known: none"),
        ({"cards": [{"title": "X"}, {"titel": "Y"}]}, "header: cards.1: no fact of a card is called “titel”"),
        ({"position": {"turn": 5}}, "position.turn: it must be a text, not a whole number"),
        ({"position": {"playres": {}}}, "position: no fact is called “playres”"),
    ],
)
def test_a_wrong_header_is_named_in_words(wrong: dict, said: str) -> None:
    with pytest.raises(LogError) as refusal:
        run(head={**HEADER, **wrong})
    assert refusal.value.message == said
