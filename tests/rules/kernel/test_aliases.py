"""Arguments that were called something else once are read by either name."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from rules import registry
from rules.kernel.aliases import Alias, with_current_names
from rules.kernel.chain import add_chain
from rules.kernel.log import read_log
from rules.kernel.report import judge_log
from rules.kernel.seats import log_for
from tests.rules.kernel.helpers import HEADER, HIDDEN, data, log, reveal, run, words
from tests.rules.kernel.toy import TOY
from tests.rules.schemas import components_of

OLD = {"by": "A", "do": "reveal", "shown": "Number 3"}


def test_an_entry_in_old_words_is_one_in_new_words() -> None:
    assert log(*HIDDEN, OLD).entries == log(*HIDDEN, reveal("A", "Number 3")).entries
    assert words(run(*HIDDEN, OLD))[-1] == "legal"


def test_both_names_together_are_refused_and_so_is_a_wrong_value() -> None:
    for wrong in ({**OLD, "card": "Number 3"}, {**OLD, "shown": 5}):
        replayed = run(*HIDDEN, wrong)
        assert [v.rule for v in replayed.verdicts[-1].violations] == ["log.argument"]


def test_the_chain_is_over_the_words_that_were_written() -> None:
    chained = add_chain([HEADER, *HIDDEN, OLD], lambda: bytes(16))
    found = read_log(b"\n".join(json.dumps(line).encode() for line in chained), TOY.all_verbs)
    assert found.chain is None and found.head == chained[-1]["hash"]


def test_a_seat_that_may_not_see_an_entry_sees_it_alike_in_old_and_new_words() -> None:
    hidden = [{**entry, "seen_by": ["A"]} for entry in ({**OLD, "shown": 5}, {**reveal("A", 5)})]
    seen = [log_for(TOY, log(*HIDDEN, entry), "B").entries[-1] for entry in hidden]
    assert seen[0] == seen[1]


def test_an_alias_may_depend_on_another_argument() -> None:
    aliases = (Alias("n", "block", ("kind", "block")), Alias("n", "blow"))
    assert with_current_names(aliases, {"kind": "block", "n": 2}) == {"kind": "block", "block": 2}
    assert with_current_names(aliases, {"kind": "blow", "n": 2}) == {"kind": "blow", "blow": 2}
    raw = {"kind": "blow", "blow": 1}
    assert with_current_names(aliases, raw) is raw


def test_the_schema_takes_both_names() -> None:
    _, components = components_of(TOY.all_verbs)
    shown = components["Reveal"]
    assert shown["properties"]["shown"]["deprecated"] is True
    assert "card" not in shown["required"]
    assert shown["allOf"] == [{"anyOf": [{"required": ["card"]}, {"required": ["shown"]}]}]


HIGHLANDER = {
    "defend": ({"do": "defend", "card": "Duck"}, "against", "attack"),
    "cover": ({"do": "cover", "defense": 1}, "against", "attack"),
    "power blow": ({"do": "exert", "purpose": "power_blow"}, "number", "attack"),
    "power block": ({"do": "exert", "purpose": "power_block"}, "number", "defense"),
    "power": ({"do": "power", "what": "power_block"}, "number", "defense"),
}


@pytest.mark.parametrize("what", HIGHLANDER)
def test_highlander_reads_its_older_names(what: str) -> None:
    game = registry.load("highlander")
    entry, old, new = HIGHLANDER[what]
    head = {"log": 1, "game": "highlander", "rules": "1999.3.10", "players": [{"seat": "A"}, {"seat": "B"}]}

    def read(**more: Any) -> Any:
        return read_log(data({"by": "A", **entry, **more}, head=head), game.all_verbs)

    assert read(**{old: 2}).entries == read(**{new: 2}).entries
    assert msgspec.to_builtins(read(**{old: 2}).entries[0]) == {"by": "A", **entry, new: 2}
    found = judge_log(game, read(**{old: 2, new: 2}))
    assert found["verdicts"][0]["violations"][0]["rule"] == "log.argument"
