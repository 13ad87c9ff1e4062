"""Verdicts over time: three values, later decisions, where a replay stops and how it goes on."""

from __future__ import annotations

import pytest

from rules.kernel.errors import LogError
from tests.rules.kernel.helpers import HIDDEN, deck, draw, header, lay, reveal, run, words


def test_a_whole_open_game_is_legal_and_has_an_outcome() -> None:
    game = run(
        draw("A", "Number 3", "Blank"), lay("A", "Number 3"), draw("B", "Number 7", "Blank"), lay("B", "Number 7"),
        reveal("A", "Number 3"), reveal("B", "Number 7"),
    )  # fmt: skip
    assert words(game) == ["legal"] * 6
    assert game.status() == "finished"
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.ranking, outcome.scores) == ((("B",), ("A",)), {"A": 3, "B": 7})


def test_a_card_laid_unseen_is_undetermined_until_it_is_shown() -> None:
    game = run(*HIDDEN)
    assert words(game) == ["legal", "undetermined", "legal", "undetermined"]
    assert game.verdicts[1].missing == ("the card laid face down",)
    assert game.status() == "undetermined"
    game = run(*HIDDEN, reveal("A", "Number 3"), reveal("B", "Number 4"))
    assert words(game) == ["legal"] * 6
    assert [v.decided_at for v in game.verdicts] == [None, 5, None, 6, None, None]
    assert game.status() == "finished"


def test_an_undetermined_entry_that_turns_out_illegal_stops_the_replay_there() -> None:
    game = run(*HIDDEN, reveal("A", "Blank"), reveal("B", "Number 4"))
    assert words(game) == ["legal", "illegal", "legal", "undetermined", "legal", "not_reached"]
    assert game.verdicts[1].decided_at == 5
    assert game.verdicts[1].violations[0].rule == "lay.card"
    assert game.verdicts[1].violations[0].source == "Toy rules: Lay.Card"
    assert game.status() == "illegal"


def test_with_a_deck_list_that_holds_only_numbers_the_unseen_card_is_legal_at_once() -> None:
    game = run(draw("A"), lay("A"), head=header(a=deck(Number_1=2, Number_2=2)))
    assert words(game) == ["legal", "legal"]


def test_with_a_deck_list_without_numbers_the_unseen_card_is_illegal_at_once() -> None:
    game = run(draw("A"), lay("A"), head=header(a=deck(Blank=4)))
    assert words(game) == ["legal", "illegal"]


def test_knowledge_runs_forward_only() -> None:
    game = run(draw("A"), lay("A"), head=header(a=deck(Number_1=1, Blank=1)))
    assert words(game) == ["legal", "undetermined"]
    game = run(draw("A", "Number 1", "Blank"), lay("A"), head=header(a=deck(Number_1=1, Blank=1)))
    assert words(game) == ["legal", "undetermined"]  # drawn openly, but nobody saw which of the two was laid


def test_an_illegal_entry_is_not_applied_and_what_follows_is_not_reached() -> None:
    game = run(draw("B"), draw("A"))
    assert words(game) == ["illegal", "not_reached"]
    assert game.verdicts[0].violations[0].rule == "turn"
    assert game.position.players["B"].hand == ()


def test_unknown_verbs_arguments_and_seats_are_illegal_entries() -> None:
    cases = {
        "log.verb": {"by": "A", "do": "fly"},
        "log.argument": {"by": "A", "do": "draw", "count": "two"},
        "log.seat": {"by": "Z", "do": "draw", "count": 2},
        "log.card": {"by": "A", "do": "lay", "card": "No Such Card"},
    }
    for rule, entry in cases.items():
        game = run(draw("A"), entry) if rule == "log.card" else run(entry)
        assert words(game)[-1] == "illegal"
        assert [v.rule for v in game.verdicts[-1].violations][:1] == [rule]
    assert run({"by": 3, "do": "draw"}).verdicts[0].violations[0].rule == "log.seat"
    assert run({"by": "A", "do": "draw", "cont": 2}).verdicts[0].violations[0].rule == "log.argument"
    assert run(draw("A", seen_by=["Q"])).verdicts[0].violations[0].rule == "log.seat"


def test_nothing_is_played_after_the_end() -> None:
    game = run({"by": "table", "do": "time_called"}, draw("A"))
    assert words(game) == ["legal", "illegal"]
    assert game.verdicts[1].violations[0].rule == "log.over"


def test_a_deck_list_contradiction_is_a_finding_that_names_both_entries() -> None:
    game = run(
        draw("A", "Number 1", "Number 2"), lay("A", "Number 1"), draw("B", "Number 5", "Number 5"),
        head=header(a=deck(Number_1=1, Number_2=1), b=deck(Number_5=1, Blank=1)),
    )  # fmt: skip
    assert words(game) == ["legal", "legal", "legal"]
    assert [f.entries for f in game.findings] == [(0, 3)]  # the deck list and the draw
    assert "Number 5" in game.findings[0].message
    game = run(
        draw("A", "Number 1", "Blank"), lay("A"), draw("B"), lay("B"), reveal("A", "Number 5"),
        head=header(a=deck(Number_1=1, Blank=1)),
    )  # fmt: skip
    assert len(game.findings) == 1
    assert game.findings[0].entries[-1] == 5


def test_a_false_claim_is_found_when_the_card_is_shown() -> None:
    claim = {"by": "A", "do": "announce"}
    game = run(draw("A"), claim, lay("A"), draw("B"), lay("B"), reveal("A", "Number 2"))
    assert words(game)[1] == "legal"
    false = [f for f in game.findings if "no Number" in f.message]
    assert [f.entries for f in false] == [(2, 6)]


def test_an_ambiguous_reference_is_a_candidate_set() -> None:
    hand = (draw("A", {"title": "Twin"}, "Blank"), lay("A", "Twin"))
    game = run(*hand)
    assert words(game) == ["legal", "undetermined"]  # the red Twin is a Number, the blue one is not
    red = {"title": "Twin", "variant": "red"}
    game = run(draw("A", red, "Blank"), lay("A", red))
    assert words(game) == ["legal", "legal"]
    later = (draw("B"), lay("B"), reveal("A", {"title": "Twin", "variant": "blue"}))
    game = run(*hand, *later)
    assert game.verdicts[1].verdict == "illegal"
    assert game.verdicts[1].decided_at == 5


def test_the_header_must_fit_the_game() -> None:
    for bad, word in (
        ({"players": [{"seat": "A"}]}, "2 to 2 seats"),
        ({"rules": "9"}, "edition"),
        ({"options": {"fast": 1}}, "options"),
        ({"cards": [{"title": 5}]}, "cards"),
        ({"position": {"turnip": 1}}, "turnip"),
        ({"position": {"players": {"A": {"hand": ["No Such"]}}}}, "No Such"),
    ):
        with pytest.raises(LogError, match=word):
            run(head=header(**bad))


def test_a_log_without_an_edition_is_judged_by_the_newest_and_says_so() -> None:
    game = run(head={k: v for k, v in header().items() if k != "rules"})
    assert [f.entries for f in game.findings] == [(0,)]
    assert game.edition == "1"


def test_a_fork_goes_its_own_way() -> None:
    game = run(*HIDDEN)
    fork = game.fork(1)
    assert len(fork.entries) == 1
    fork.push(game.entries[1])
    assert words(fork) == words(game)[:2]
    assert len(game.entries) == 4
    assert game.fork(4).printed() == game.printed()
    assert lay("A")["do"] == "lay"


def test_a_card_nobody_knows_is_refused_wherever_an_entry_names_it() -> None:
    """Also where the game's own rules never look at it, as when a draw says what was drawn."""
    replayed = run(draw("A", "Number 1", "Nmuber 2"))
    (violation,) = replayed.verdicts[0].violations
    assert (violation.rule, violation.formal) == ("log.card", True)


def test_a_seat_nobody_has_is_refused_before_the_rules_are_asked() -> None:
    replayed = run({"by": "A", "do": "shuffle", "seat": "C"})
    assert [v.rule for v in replayed.verdicts[0].violations] == ["log.seat"]
