"""The expectations of a scenario's line: facts of the position, options offered, rules a deck list breaks."""

from __future__ import annotations

import msgspec

from rules.kernel.aliases import with_current_names
from rules.kernel.cards import describe
from rules.kernel.entries import card_fields
from rules.kernel.json_types import Json, JsonObject
from rules.kernel.log import Expectation, verb_of
from rules.kernel.matching import Names, is_condition, malformed, meets, paired, same
from rules.kernel.messages import plainly
from rules.kernel.paths import index_of
from rules.kernel.replay import Replay
from rules.kernel.shapes import Shape
from rules.kernel.texts import say


class _NoFact(Exception):
    """A path that leads to no fact of the position."""


def unmet(run: Replay, expectation: Expectation) -> list[str]:
    """The parts of an expectation that do not hold, in words."""
    messages: list[str] = []
    if expectation.facts is not None:
        printed = run.printed()
        for path, wanted in expectation.facts.items():
            messages += _unmet_fact(run, printed, path, wanted)
    if expectation.options is not None:
        messages += _options(run, expectation.options)
    return messages


def _unmet_fact(run: Replay, printed: JsonObject, path: str, wanted: Json) -> list[str]:
    if malformed(wanted):
        return [say("size_contains_lacks_malformed", path=path)]
    names = Names(run.catalogue)
    try:
        if path.startswith("check_deck."):
            actual, fits = _deck(run, path.removeprefix("check_deck."), wanted)
        elif path == "findings" and path not in printed:
            actual = [{"entries": list(f.entries), "message": f.message} for f in run.findings]
            fits = meets(actual, wanted, _finding) if is_condition(wanted) else _findings(actual, wanted)
        else:
            actual, shape = _at(run.game.codec.shape, printed, path)
            fits = shape.fits(names, actual, wanted)
    except _NoFact as error:
        return [say("fact_problem", fact=path, place=error)]
    if names.unknown:
        return [
            say("no_card_called_at", path=path, card=describe(ref)) for ref in dict.fromkeys(names.unknown)
        ]
    return (
        []
        if fits
        else [say("other_fact_expected", path=path, short=_short(actual), other_short=_short(wanted))]
    )


# -- facts of the position ------------------------------------------------------------------------------------------


def _at(shape: Shape | None, printed: Json, path: str) -> tuple[Json, Shape]:
    """A fact by dotted path with its shape; None where a list is shorter or nothing is there. Keys may hold dots."""
    if path == "":
        return printed, shape or Shape()
    if isinstance(printed, dict):
        for key in sorted(printed, key=len, reverse=True):
            if path == key or path.startswith(key + "."):
                inner = shape.inside(key, printed) if shape is not None else None
                return _at(inner, printed[key], path[len(key) + 1 :])
        if shape is not None and shape.has_named_facts:
            raise _NoFact(say("no_fact_called", partition=path.partition(".")[0]))
        return None, Shape()
    name, _, rest = path.partition(".")
    place = index_of(name)
    if isinstance(printed, list) and place is not None and place < len(printed):
        inner = shape.inside(name, printed) if shape is not None else None
        return _at(inner, printed[place], rest)
    return None, Shape()


def fact(printed: Json, path: str) -> Json:
    """A fact of a printed position by dotted path; ``None`` where there is none."""
    return _at(None, printed, path)[0]


# -- deck lists and findings ----------------------------------------------------------------------------------------


def _deck(run: Replay, seat: str, wanted: Json) -> tuple[Json, bool]:
    """The rules of deck construction that a seat's list breaks, None where there is no list; whether that is expected:
    by all of them, by ``legal`` or ``illegal``, or by what they contain (of an id its beginning)."""
    deck = run.decks.get(seat)
    if deck is None:
        return None, wanted is None
    broken = [v.rule for v in run.game.check_deck(deck, run.options, run.catalogue)]
    if wanted in ("legal", "illegal"):
        return broken, (wanted == "legal") is not bool(broken)
    if is_condition(wanted):
        return broken, meets(
            broken, wanted, lambda rule, part: isinstance(part, str) and rule.startswith(part)
        )
    return broken, same(broken, wanted)


def _finding(actual: JsonObject, wanted: Json) -> bool:
    """A finding by its entries, by words of its message, or by both."""
    if not isinstance(wanted, dict) or not wanted.keys() <= {"entries", "message"}:
        return False
    words = wanted.get("message", "")
    said = isinstance(words, str) and words.casefold() in actual["message"].casefold()
    return said and same(wanted.get("entries", actual["entries"]), actual["entries"])


def _findings(actual: list[Json], wanted: Json) -> bool:
    """All the findings there are, in any order."""
    return isinstance(wanted, list) and len(actual) == len(wanted) and paired(actual, wanted, _finding)


def _short(value: Json) -> str:
    text = msgspec.json.encode(value, enc_hook=plainly).decode()
    return text if len(text) < 200 else text[:197] + "…"


def _options(run: Replay, wanted: JsonObject) -> list[str]:
    by = wanted.get("by")
    if not isinstance(by, str):
        return [say("options_need_by")]
    if not all(isinstance(wanted.get(name, []), list) for name in ("include", "exclude")):
        return [say("include_exclude_malformed")]
    options = run.options_for(by)
    offered = [(card_fields(type(one)), msgspec.json.decode(msgspec.json.encode(one))) for one in options]
    names = Names(run.catalogue)
    messages: list[str] = []
    include, exclude = (
        [_with_current_names(run, pattern) for pattern in wanted.get(name, [])]
        for name in ("include", "exclude")
    )
    for pattern in include:
        if not any(_fits(names, cards, option, pattern) for cards, option in offered):
            messages.append(say("option_not_offered", seat=by, short=_short(pattern)))
    for pattern in exclude:
        if any(_fits(names, cards, option, pattern) for cards, option in offered):
            messages.append(say("option_offered", seat=by, short=_short(pattern)))
    return messages


def _with_current_names(run: Replay, pattern: Json) -> Json:
    verb = verb_of(run.game.all_verbs, pattern.get("do")) if isinstance(pattern, dict) else None
    return pattern if verb is None else with_current_names(verb.aliases, pattern)


def _fits(names: Names, cards: tuple[str, ...], option: JsonObject, pattern: Json) -> bool:
    """An option fits when it has every argument given; cards by as much of their names as is given."""
    return isinstance(pattern, dict) and all(
        _fits_argument(names, option.get(key), value) if key in cards else option.get(key) == value
        for key, value in pattern.items()
    )


def _fits_argument(names: Names, actual: Json, wanted: Json) -> bool:
    """The cards of an argument: one, several, or several with more said of each."""
    if isinstance(actual, list) and isinstance(wanted, list):
        return len(actual) == len(wanted) and all(
            _fits_argument(names, one, other) for one, other in zip(actual, wanted, strict=True)
        )
    if isinstance(actual, dict) and isinstance(wanted, dict) and "card" in actual and "card" in wanted:
        rest = {key: value for key, value in wanted.items() if key != "card"}
        return actual == {**rest, "card": actual["card"]} and names.fit(actual["card"], wanted["card"])
    return names.fit(actual, wanted)
