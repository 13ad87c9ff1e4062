"""Printed positions: read back they give the same digest; hidden parts stay hidden."""

from __future__ import annotations

import pytest

from rules.kernel.cards import Catalogue
from rules.kernel.errors import LogError
from rules.kernel.knowledge import Knowledge
from rules.kernel.position import Codec, Pile, Position, Refs, digest
from rules.kernel.report import judge_log, report
from rules.kernel.seats import log_for
from tests.rules.kernel.helpers import HIDDEN, deck, draw, header, lay, log, reveal, run
from tests.rules.kernel.toy import TOY


def test_a_printed_position_in_a_header_gives_the_same_digest() -> None:
    decks = {"a": deck(Number_1=5, Blank=5), "b": deck(Twin=3, Number_9=3)}
    decks["b"]["sections"]["main"][0]["card"] = {"title": "Twin", "variant": "red"}
    entries = [draw("A", "Number 1", "Blank"), lay("A"), draw("B"), lay("B"), reveal("A", "Number 1")]
    for n in range(len(entries) + 1):
        first = run(*entries[:n], head=header(**decks))
        printed = first.printed()
        again = run(head=header(**decks, position=printed))
        assert again.printed() == printed
        assert digest(again.printed()) == digest(printed)
        rest = run(*entries[n:], head=header(**decks, position=printed))
        whole = run(*entries, head=header(**decks))
        assert digest(rest.printed()) == digest(whole.printed())


def test_unknown_cards_print_as_unknown_and_open_decks_as_unknown() -> None:
    printed = run(*HIDDEN).printed()
    assert printed["players"]["A"]["deck"] == {"unknown": True}
    assert printed["players"]["A"]["hand"] == [{"unknown": True}]
    assert printed["players"]["A"]["laid"] == {"unknown": True}
    assert run(draw("A")).printed()["players"]["A"]["hand"] == [{"unknown": True, "count": 2}]


def test_after_an_unseen_choice_nobody_knows_which_card_is_left() -> None:
    game = run(draw("A", "Number 1", "Blank"), lay("A"))
    assert game.printed()["players"]["A"]["hand"] == [{"unknown": True}]
    game.push(log(draw("B"), lay("B"), reveal("A", "Number 1")).entries[0])


def test_a_header_position_fills_in_what_is_left_out() -> None:
    game = run(
        lay("A", "Number 2"), head=header(position={"phase": "lay", "players": {"A": {"hand": ["Number 2"]}}})
    )
    assert game.verdicts[0].verdict == "legal"
    assert game.printed()["players"]["B"]["score"] == 0


def test_a_position_against_the_deck_list_is_a_finding_about_the_header() -> None:
    position = {"players": {"A": {"hand": ["Number 2"]}}}
    game = run(head=header(a=deck(Blank=1), b=deck(Blank=1), position=position))
    assert [f.entries for f in game.findings] == [(0,)]
    game = run(head=header(a=deck(Blank=1), position=position))  # it may come from B's unlisted deck
    assert game.findings == []


def test_any_fact_may_be_unknown_and_is_then_judged_as_left_out() -> None:
    unknown = {"unknown": True}
    players = {"A": {"score": unknown, "hand": unknown, "laid": unknown}, "B": unknown}
    game = run(head=header(position={"turn": unknown, "phase": "lay", "players": players}))
    printed = game.printed()
    assert (printed["turn"], printed["phase"], printed["players"]["A"]["score"]) == ("A", "lay", 0)
    assert printed["players"]["A"]["hand"] == unknown
    assert printed["players"]["A"]["laid"] == unknown
    assert {f.entries for f in game.findings} == {(0,)}
    assert sorted(f.message.split()[0] for f in game.findings) == [
        "position.players.A.score",
        "position.players.B",
        "position.turn",
    ]


# -- secrets ----------------------------------------------------------------------------------------------------------

SECRET = {"seen_by": ["B"]}


def open_log(card: str, other: str):
    """B's cards differ, and only B may see them."""
    return log(
        draw("A", "Number 3", "Blank", seen_by=["A"]), lay("A", "Number 3", seen_by=["A"]),
        draw("B", card, other, **SECRET), lay("B", card, **SECRET, note=f"my {card}"),
        head=header(a=deck(Number_3=2, Blank=2), b=deck(**{card.replace(" ", "_"): 2, other.replace(" ", "_"): 3})),
    )  # fmt: skip


def test_logs_that_differ_in_another_seats_secrets_look_the_same_to_this_seat() -> None:
    one, two = open_log("Number 7", "Blank"), open_log("Number 1", "Number 2")
    assert judge_log(TOY, one) != judge_log(TOY, two)
    for seat in ("A", "public"):
        assert judge_log(TOY, one, seat=seat) == judge_log(TOY, two, seat=seat)
    assert judge_log(TOY, one, seat="B") != judge_log(TOY, two, seat="B")


def test_a_seats_view_holds_its_own_cards_and_nothing_of_the_others() -> None:
    seen = judge_log(TOY, open_log("Number 7", "Blank"), seat="A")
    text = str(seen)
    assert "Number 7" not in text
    assert seen["position"]["players"]["A"]["laid"] == "Number 3"
    assert seen["position"]["players"]["B"]["laid"] == {"unknown": True}
    assert "my " not in str(log_for(TOY, open_log("Number 7", "Blank"), "A"))


def test_an_illegal_secret_is_not_betrayed_by_the_verdict() -> None:
    legal, illegal = open_log("Number 7", "Blank"), open_log("Blank", "Number 7")
    assert judge_log(TOY, illegal)["status"] == "illegal"
    assert judge_log(TOY, legal, seat="A") == judge_log(TOY, illegal, seat="A")


def test_a_header_position_is_hidden_by_zone() -> None:
    position = {"players": {"B": {"hand": ["Number 1", "Blank"], "laid": "Number 2"}}}
    hidden = log_for(TOY, log(head=header(position=position)), "A").header.position
    assert hidden == {"players": {"B": {"hand": [{"unknown": True, "count": 2}], "laid": {"unknown": True}}}}
    assert log_for(TOY, log(head=header(position=position)), "B").header.position == position


def test_the_report_has_every_part() -> None:
    out = report(run(*HIDDEN))
    assert list(out) == [
        "log", "game", "rules", "ruleset", "entries", "status", "verdicts", "declared", "findings", "position",
        "outcome", "digest",
    ]  # fmt: skip
    assert (out["entries"], out["status"], len(out["verdicts"]), out["outcome"]) == (
        4,
        "undetermined",
        4,
        None,
    )
    assert len(out["digest"]) == len(out["ruleset"]) == 64


class Marked(Position, frozen=True, kw_only=True):
    pile: Pile = ()
    marked: Refs = ()


def test_a_reference_names_a_card() -> None:
    codec, nothing = Codec(Marked), (Knowledge(), Catalogue(()))
    position, *_ = codec.from_json({"pile": [{"unknown": True, "as": "c1"}], "marked": ["c1"]}, *nothing)
    assert isinstance(position, Marked) and position.marked == position.pile
    with pytest.raises(LogError, match=r"position\.marked\.0: the label of a card is expected"):
        codec.from_json({"marked": [None]}, *nothing)
