"""A form for every verb of a game, from the engine's own types; and the entry that a sent form says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.boards.scene import title_of
from referee.entering.cards_text import line_of
from referee.entering.read import MISSING, Reading
from referee.entering.spec import Spec, verb_spec
from referee.live.verbs import kind_of, offered_verbs, tag_of
from referee.positions.inputs import Input, Layout
from referee.wording.labels import verb_words
from rules.kernel.cards import Catalogue
from rules.kernel.game import Game
from tournaments.errors import Invalid

CARDS = ("card", "cards")
#: The arguments in which an entry names cards that were drawn, looked at or shown.
NAMING = frozenset({"card", "cards", "scene", "killer"})
MAX_TEXT = 20_000


class VerbForm(msgspec.Struct):
    """A verb with its fields; ``who``: those it may be entered for on this phone."""

    do: str
    words: str
    who: tuple[str, ...]
    inputs: tuple[Input, ...]
    likely: bool = True

    @property
    def bare(self) -> bool:
        """There is nothing to be said but who does it."""
        return not self.inputs

    def json(self, by: str) -> str:
        """The entry that one tap makes, of a verb that is bare."""
        return msgspec.json.encode({"by": by, "do": self.do}).decode()


class NotRead(Invalid):
    """A form whose texts say no entry; ``errors`` by field name."""

    code = "bad_entry"

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(" ".join(errors.values()), fields=dict(errors))
        self.errors = dict(errors)


def verb_forms(
    game: Game,
    acts_for: Iterable[str],
    seats: Iterable[str],
    *,
    texts: Mapping[str, str] | None = None,
    errors: Mapping[str, str] | None = None,
) -> list[VerbForm]:
    """The forms of all verbs that those a phone acts for may enter."""
    layout = Layout(texts or {}, errors or {}, seats)
    forms = []
    for verb in offered_verbs(game):
        who = tuple(by for by in acts_for if kind_of(by) in verb.entered.by)
        if who:
            do = tag_of(verb)
            spec = _spec(game, do)
            inputs = _cards_first(layout.group(spec.fields, f"a.{do}", do, 2).first)
            forms.append(VerbForm(do, verb_words(do, game.name), who, inputs))
    return forms


@lru_cache(maxsize=256)
def bare_forms(
    game: Game, acts_for: tuple[str, ...], seats: tuple[str, ...], language: str
) -> Mapping[str, VerbForm]:
    """By verb the forms that leave nothing to be filled in, in the language that is active; the same all game long."""
    return {form.do: form for form in verb_forms(game, acts_for, seats) if form.bare}


def _cards_first(inputs: tuple[Input, ...]) -> tuple[Input, ...]:
    """The fields in order: first the card, which is nearly always asked for, last those that hardly ever are."""
    return tuple(sorted(inputs, key=lambda one: not (one.cards or one.name.endswith(".plays"))))


def hand_of(state: Mapping[str, Any], seat: str) -> list[tuple[str, str]]:
    """The cards of a seat's hand that its phone knows by name, each once: as a field takes it, and in words."""
    players = state["position"].get("players", {})
    hand = players.get(seat, {}).get("hand") if isinstance(players, Mapping) else None
    named = [one for card in hand or () for one in _named(card)]
    return sorted({(line_of(card), title_of(card)) for card in named}, key=lambda pair: pair[1])


def _named(card: Any) -> tuple[Any, ...]:
    """The names an entry may give a printed card: the card without the label of the print; of one that may be several,
    each of them, for its player sees which it is; nothing for a back."""
    if isinstance(card, Mapping) and "card" in card:
        return _named(card["card"])
    if isinstance(card, Mapping) and "one_of" in card:
        return tuple(one for ref in card["one_of"] for one in _named(ref))
    said = isinstance(card, str) or (isinstance(card, Mapping) and bool(card.get("title")))
    return (card,) if said else ()


def places_of(position: Mapping[str, Any], most: int = 300) -> list[str]:
    """The dotted paths of a printed position that a declared effect may name: its facts, its zones of cards."""
    places: list[str] = []
    waiting: list[tuple[str, Any]] = [("", position)]
    while waiting and len(places) < most:
        path, value = waiting.pop(0)
        if isinstance(value, Mapping) and "unknown" not in value:
            waiting += [(f"{path}.{key}" if path else str(key), inner) for key, inner in value.items()]
        elif path:
            places.append(path)
    return places


def naming(game: Game, entry: Mapping[str, Any], layout: Layout) -> tuple[Input, ...]:
    """For an offered entry that leaves cards out, drawn or shown: the fields that name them."""
    spec = _spec(game, str(entry.get("do")))
    left_out = [
        field
        for field in spec.fields
        if field.kind in CARDS and field.name in NAMING and entry.get(field.name) in (None, [], ())
    ]
    return tuple(layout.of(field, f"a.{entry['do']}.{field.name}") for field in left_out)


def entry_of(game: Game, catalogue: Catalogue, sent: Mapping[str, str]) -> dict[str, Any]:
    """The entry that a sent form says: one ready to be sent (``entry``), with what the fields add; or a verb (``do``)
    of somebody (``by``) with its fields. Raises ``NotRead``."""
    entry = _ready(sent.get("entry", ""))
    do = str(entry.get("do") or sent.get("do", ""))
    verb = next((verb for verb in game.all_verbs if verb.__struct_config__.tag == do), None)
    if verb is None:
        raise NotRead({"do": _("Choose what happened.")})
    texts = {name: text[:MAX_TEXT] for name, text in sent.items() if name.startswith(f"a.{do}.")}
    reading = Reading(texts, catalogue)
    said = reading.of(_spec(game, do), f"a.{do}")
    if reading.errors:
        raise NotRead(reading.errors)
    more = {} if said is MISSING else said
    base = entry or {"by": sent.get("by", ""), "do": do}
    if "cards" in more and "count" in base:
        base = {**base, "count": len(more["cards"])}
    return {**base, **more}


def _ready(text: str) -> dict[str, Any]:
    if not text:
        return {}
    try:
        return msgspec.json.decode(text[:MAX_TEXT], type=dict[str, Any])
    except (msgspec.DecodeError, RecursionError):
        raise NotRead({"entry": _("This entry cannot be read.")}) from None


@lru_cache(maxsize=256)
def _spec(game: Game, do: str) -> Spec:
    verb = next(verb for verb in game.all_verbs if verb.__struct_config__.tag == do)
    return verb_spec(verb)
