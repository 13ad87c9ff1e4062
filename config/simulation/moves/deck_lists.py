"""Deck lists in the morning: handed in by players or at the desk, before a deadline or after it; who owes one is
reminded."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import msgspec

from config.simulation.facts import rows
from config.simulation.site_client import Answer, Ask, Person
from rules.kernel.chance import Source
from rules.registry import load

if TYPE_CHECKING:
    from config.simulation.day import Day

DESK, JUDGES = ("organiser", "scorekeeper"), ("organiser", "head_judge", "judge")
#: So many have a list at least, where one is asked for: else there is nobody to play.
LEAST = 3


def chosen(day: Day) -> dict[str, Any]:
    """Whether lists are asked for, until when, and who reads them. A deadline is long past or far off: whether it has
    passed hangs on no jump of the clock."""
    chance, now = day.chance, day.clock.now()
    deadline = chance.choice((None, None, now - timedelta(days=1), now + timedelta(days=30)))
    return {
        "deck_lists": chance.choice(("optional", "optional", "required", "none")),
        "deck_deadline": None if deadline is None else deadline.isoformat(),
        "open_decks": chance.choice(("", "", "start")),
    }


def are_open(day: Day) -> bool:
    """Whether everybody reads the lists from the start on."""
    return bool(day.choices["open_decks"])


def _is_locked(day: Day) -> bool:
    deadline = day.choices["deck_deadline"]
    return deadline is not None and deadline < day.clock.now().isoformat()


def in_the_morning(day: Day) -> Iterator[Ask]:
    """Some hand their lists in; who owes one is reminded; the desk takes in what is needed to begin."""
    codes = list(day.expected.statuses)
    if day.choices["deck_lists"] != "required":
        if day.choices["deck_lists"] == "optional" and day.chance.once_in(2):
            yield hand_in(day, day.chance.choice(codes))
        return
    for number, code in enumerate(codes):
        if number >= LEAST and day.chance.once_in(2):
            yield hand_in(day, code, sound=not day.chance.once_in(4))
    yield _remind(day)
    for number, code in enumerate(codes):
        if number < LEAST:
            yield hand_in(day, code, by_desk=True)


def hand_in(day: Day, code: str, *, by_desk: bool | None = None, sound: bool = True) -> Ask:
    """A list whose name only its player and the judges read, unless lists are open."""
    mark, player = day.word("list"), day.people.players[code]
    by_desk = day.chance.once_in(2) if by_desk is None else by_desk
    who: Person = day.people.with_role(*DESK) if by_desk else player
    if not are_open(day):
        day.marks.plant(mark, player.name, who.name, *JUDGES)
    deck: dict[str, Any] = msgspec.to_builtins(
        load(day.choices["game"]).sample_header(2, Source(mark)).players[0].deck
    )
    body = {"body": {**deck, "name": mark, **({} if sound else {"sections": {}})}}

    def done(answer: Answer) -> None:
        day.expected.decks.add(code)
        standing = rows("tournaments.DeckList", "body", entrant__event__slug=day.slug,
                        entrant__code=code, replaced_at=None)  # fmt: skip
        day.check(len(standing) == 1, "deck lists", f"{len(standing)} lists of {code} stand")

    locked = _is_locked(day) and not by_desk
    ask = Ask("submit_deck", who, "PUT", day.path(f"entrants/{code}/deck/"), body, day.word("k"), done)
    ask.sure, ask.never = not locked, locked
    return ask


def owing(day: Day) -> dict[str, bool]:
    """Everybody who has a place and owes a list, with whether there is one, which is not legal."""
    if not day.expected.asks_lists:
        return {}
    here: dict[str, Any] = {"entrant__event__slug": day.slug, "replaced_at": None, "legal": False}
    illegal = {code for (code,) in rows("tournaments.DeckList", "entrant__code", **here)}
    in_it = [code for code, status in day.expected.statuses.items() if status in ("registered", "checked_in")]
    return {code: code in illegal for code in in_it if code in illegal or code not in day.expected.decks}


def _remind(day: Day) -> Ask:
    """Everybody who owes a list is told so, once."""
    owed = sorted(owing(day))

    def done(answer: Answer) -> None:
        told = rows("tournaments.EntrantChange", "entrant__code", kind="deck_reminded",
                    entrant__event__slug=day.slug)  # fmt: skip
        right = sorted(code for (code,) in told) == owed
        day.check(right, "deck lists", f"{told} were reminded, not {owed}")

    who, path = day.people.with_role(*DESK), day.path("remind-lists/")
    return Ask("event-remind-lists", who, "POST", path, {}, day.word("k"), done, sure=bool(owed))


def check_open(day: Day) -> None:
    """Everybody reads the lists that are open, of whom was ever in it; else nobody reads any."""
    told = day.reading(day.people.visitor, f"events/{day.slug}/decks/")
    shown = sorted(row["entrant"] for row in told["lists"])
    wanted = []
    if are_open(day) and day.choices["deck_lists"] != "none":
        here: dict[str, Any] = {"entrant__event__slug": day.slug, "replaced_at": None}
        standing = {code for (code,) in rows("tournaments.DeckList", "entrant__code", **here)}
        gone = rows("tournaments.Entrant", "code", "status", "dropped_after", event__slug=day.slug)
        never = {
            code for code, status, after in gone if status == "no_show" or (status, after) == ("dropped", 0)
        }
        wanted = sorted(standing - never)
    day.check(shown == wanted, "deck lists", f"everybody reads the lists of {shown}, not {wanted}")
