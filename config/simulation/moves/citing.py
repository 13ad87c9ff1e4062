"""What judges cite when they rule, answer or decide: rules and cards, and now and then what there is not."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from config.simulation.facts import rows
from referee.rulebooks.books import titles
from rules.registry import load
from tournaments.decks.own_cards import catalogue_of
from tournaments.models.events import Event

if TYPE_CHECKING:
    from config.simulation.day import Day

#: Cited by nobody's rulebook.
NOTHING = ("no.such.rule", "card:no-such-card", "precedent:999999", "nonsense:a")


def cite(day: Day, text: str, body: dict[str, Any]) -> bool:
    """Puts something to cite into what a judge sends with this text, once in three times; whether all of it is there
    to be cited. A card is cited by the last part of its address: what a reader of its page sees."""
    if not day.chance.once_in(3):
        return True
    game = load(day.choices["game"])
    rules = day.chance.sample(sorted(game.rulebook.entries), day.chance.randint(1, 3))
    cited = [rule if day.chance.once_in(2) else f"rule:{rule}" for rule in rules]
    if day.chance.once_in(2):
        cited.append(f"card:{day.chance.choice(_cards(day))}")
    if day.chance.once_in(3):
        cited.append(cited[0])  # said twice, it is cited once
    there = not day.chance.once_in(8)
    if not there:
        cited.append(day.chance.choice(NOTHING))
        day.ledger.cites_nothing.add(text)
    body["cites"] = cited
    return there


def _cards(day: Day) -> list[str]:
    """The keys of the cards that the event plays with."""
    return sorted(titles(day.choices["game"], catalogue_of(Event.objects.get(slug=day.slug))))


def note_cited(day: Day, text: str, body: dict[str, Any]) -> None:
    """The ruling, answer or decision with this text was acknowledged: what it cites is kept with it."""
    wanted = []
    for value in body.get("cites", ()):
        kind, colon, key = value.partition(":")
        wanted.append((kind, key) if colon else ("rule", value))
    day.ledger.cited[text] = list(dict.fromkeys(wanted))


def check_cited(day: Day) -> None:
    """With each acknowledged ruling, answer and decision stands what it cited, each thing once and in its order, and
    with no other anything."""
    kept: dict[str, list[tuple[str, str]]] = {}
    columns = ("ruling__reason", "row__text", "kind", "key")
    for reason, text, kind, key in rows("referee.Citation", *columns):
        kept.setdefault(reason if reason is not None else text, []).append((kind, key))
    for text, wanted in day.ledger.cited.items():
        there = kept.pop(text, [])
        day.check(there == wanted, "cited", f"{text} cites {there}, acknowledged is {wanted}")
    refused = sorted(set(kept) & day.ledger.cites_nothing)
    day.check(not refused, "cited", f"{refused} were refused for what they cite, and cite {kept}")
