"""Who may not read a match's logs whole is told nothing by a precedent of it that rests on what was hidden there.

A judge keeps the same scenario in two variants: a log, or a position laid out, in which every card that was not shown
to all is another; with the judge's own comments and notes, and with what it expects drawn from all facts of the
position. Whatever those outside read, search and download is compared byte by byte."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import msgspec
import pytest
from django.db import transaction
from hypothesis import assume
from hypothesis import strategies as st
from rest_framework.test import APIClient

from referee.models.precedents import Precedent
from referee.precedents.changes import BadScenario, keep_precedent
from rules.kernel.errors import LogError
from rules.kernel.expectations import fact
from rules.kernel.log import read_log
from rules.kernel.replay import Replay
from rules.registry import games, load
from tests.hostile.values import search
from tests.referee.live.playing import match_of_game, played
from tests.tournaments.factories import actor, at, player, running_event
from tournaments.events.staff import grant_role
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event, Role

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]
NAME = "What the judge kept"
#: what no reader may see of an entry, and what only an entry of a log says
OF_THE_LOG = ("seen_by", "salt", "hash")
#: the word against forgery, another one in every page
TOKEN = re.compile(rb'(?:csrfmiddlewaretoken" value="[^"]+|X-CSRFToken[^}]+)')
Json = dict[str, Any]


@dataclass(frozen=True)
class Variants:
    """The same scenario twice, as text; whether what it expects is another fact in the second; words to look for, and
    which of those outside does."""

    one: bytes
    two: bytes
    rests_on_hidden: bool
    words: tuple[str, ...]
    reader: int


def others_of(game: str) -> dict[str, str]:
    """For each card that has a title of its own another one of its kind."""
    kinds: dict[str, list[str]] = {}
    titles = [card.title for card in load(game).catalogue.cards]
    for card in load(game).catalogue.cards:
        if titles.count(card.title) == 1:
            kinds.setdefault(getattr(card, "type", None) or getattr(card, "kind", ""), []).append(card.title)
    return {
        title: row[(n + 1) % len(row)]
        for row in kinds.values()
        if len(row) > 1
        for n, title in enumerate(row)
    }


def exchanged(value: Any, others: dict[str, str]) -> Any:
    """The value with every card another one."""
    if isinstance(value, str):
        return others.get(value, value)
    if isinstance(value, list):
        return [exchanged(inner, others) for inner in value]
    if isinstance(value, dict):
        return {key: exchanged(inner, others) for key, inner in value.items()}
    return value


def in_other_world(game: str, lines: list[Json]) -> list[Json]:
    """The lines with another card wherever one was not shown to all: in decks, hands and closed entries."""
    others, header = others_of(game), lines[0]
    apart = load(game).open_sections
    changed = json.loads(json.dumps(header))
    for line in changed["players"]:
        for name, section in line.get("deck", {}).get("sections", {}).items():
            if name not in apart:
                line["deck"]["sections"][name] = exchanged(section, others)
    for place in changed.get("position", {}).get("players", {}).values():
        place["hand"] = exchanged(place["hand"], others)
    kept = ("by", "do", *OF_THE_LOG)
    return [changed] + [
        {key: inner if key in kept else exchanged(inner, others) for key, inner in line.items()}
        if line.get("seen_by") is not None
        else line
        for line in lines[1:]
    ]


def as_sent(value: msgspec.Struct) -> Json:
    """A line of a log as it is sent."""
    line: Json = msgspec.json.decode(msgspec.json.encode(value))
    return line


@st.composite
def variants(draw: st.DrawFn, game: str) -> Variants:
    """Up to forty entries of a played game, or a laid out hand; a comment; a note; a verdict or a fact expected."""
    if draw(st.booleans()):
        log = played(game, f"kept {draw(st.integers(0, 9))}")
        lines = before_it_is_shown([as_sent(one) for one in (log.header, *log.entries)])
        closed = [n for n, line in enumerate(lines) if n and line.get("seen_by") is not None]
        assume(closed and closed[0] <= 40)
        lines = lines[: 1 + draw(st.integers(closed[0], min(40, len(lines) - 1)))]
    else:
        header = as_sent(played(game, "kept 0").header)
        hand = draw(st.lists(st.sampled_from(sorted(others_of(game))), min_size=1, max_size=3))
        lines = [{**header, "position": {"players": {"A": {"hand": hand}}}}]
    both = [lines, in_other_world(game, lines)]
    assume(both[0] != both[1])
    if len(lines) > 1:  # on an entry that everybody sees, or on one that is closed
        on = draw(st.integers(1, len(lines) - 1))
        both = [[*each[:on], {**each[on], "note": words_of(each)[-1]}, *each[on + 1 :]] for each in both]
    printed = [printed_of(game, each) for each in both]
    paths = sorted({path for one in printed for path in paths_of(one)})
    hidden = [path for path in paths if fact(printed[0], path) != fact(printed[1], path)]
    path = draw(st.sampled_from(hidden if hidden and draw(st.booleans()) else paths))
    facts = [fact(one, path) for one in printed]
    texts = []
    for each, found in zip(both, facts, strict=True):
        # an editor's lines say nothing of who saw them: the verb does
        plain = [{key: inner for key, inner in line.items() if key not in OF_THE_LOG} for line in each]
        written = [f"# {words_of(each)[0]}", *(json.dumps(line) for line in plain)]
        texts.append("\n".join([*written, json.dumps({"expect": {path: found}}), ""]).encode())
    looked_for = (words_of(draw(st.sampled_from(both)))[0], path)
    return Variants(texts[0], texts[1], facts[0] != facts[1], looked_for, draw(st.integers(0, 3)))


def before_it_is_shown(lines: list[Json]) -> list[Json]:
    """The lines up to the first that shows everybody a card that somebody held or chose hidden."""
    hidden = set(texts_of([line for line in lines[1:] if line.get("seen_by") is not None]))
    for n, line in enumerate(lines[1:], 1):
        if n > 1 and line.get("seen_by") is None and hidden.intersection(texts_of(line)):
            return lines[:n]
    return lines


def words_of(lines: list[Json]) -> list[str]:
    """Cards that are named where not everybody saw them, in a fixed order."""
    closed = [line for line in lines[1:] if line.get("seen_by") is not None]
    found = sorted(set(texts_of([lines[0].get("position"), closed])))
    return found or ["nothing"]


def texts_of(value: Any) -> Iterator[str]:
    """Every text in a value that may be a card's title."""
    if isinstance(value, str):
        yield from [value] if len(value) > 3 else []
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from texts_of(inner) if key not in ("by", "do", "note", *OF_THE_LOG) else ()
    elif isinstance(value, list):
        for inner in value:
            yield from texts_of(inner)


def printed_of(game: str, lines: list[Json]) -> Json:
    """The position at the end, as the engine prints it to who knows all."""
    data = "".join(f"{json.dumps(line)}\n" for line in lines).encode()
    made = load(game)
    try:
        log = read_log(data, made.all_verbs)
        run = Replay(made, log.header)
        for entry in log.entries:
            run.push(entry)
    except LogError:
        assume(False)
    return dict(run.printed())


def paths_of(value: Any, path: str = "", depth: int = 3) -> Iterator[str]:
    """The facts of a position by their dotted paths."""
    for key, inner in value.items() if isinstance(value, dict) and depth else ():
        yield f"{path}{key}"
        yield from paths_of(inner, f"{path}{key}.", depth - 1)


class Hall:
    """A match whose judges keep precedents, and those who read them: here, as players too, and in another event."""

    def __init__(self, game: str) -> None:
        self.match = match_of_game(game)
        self.event = self.match.round.event
        self.other = running_event(2, name="Other")
        Event.objects.filter(pk=self.other.pk).update(game=game)
        self._grant(self.event, "scott", Role.SCOREKEEPER)
        self._grant(self.other, "mallory", Role.ORGANISER)
        playing = player(self.match, "A").user
        assert playing is not None
        grant_role(self.event, playing.username, Role.JUDGE, by=actor("olga"), now=at(0))
        # an organiser who plays in the event, at another table
        Entrant.objects.create(
            event=self.event, user=actor("olga").user, name="Olga", code="olga", entered_at=at(0)
        )
        self.judge = reading(actor("jude"))
        self.outside = [
            (reading(actor("scott")), self.event),
            (reading(actor("mallory")), self.other),
            (reading(actor("olga")), self.event),
            (reading(player(self.match, "A")), self.event),
        ]

    def _grant(self, event: Event, name: str, role: Role) -> None:
        user = actor(name).user
        assert user is not None
        grant_role(event, user.username, role, by=actor("olga"), now=at(0))

    def told(self, text: bytes, words: tuple[str, ...], reader: int) -> list[bytes]:
        """What one of those outside is answered about the scenario, once it is kept. Raises BadScenario."""
        with transaction.atomic():
            one = keep_precedent(self.match, NAME, text, by=actor("jude"), now=at(1))
            judged = self.judge.get(f"/api/v1/events/{self.event.slug}/precedents/{one.pk}/").json()
            assert judged["whole"] and judged["scenario"] == text.decode(), "who may read it whole does"
            found = self._answers(*self.outside[reader], one, words)
            transaction.set_rollback(True)
        return found

    def _answers(
        self, client: APIClient, event: Event, one: Precedent, words: tuple[str, ...]
    ) -> list[bytes]:
        pages = [f"/events/{event.slug}/precedents/", f"/api/v1/events/{event.slug}/precedents/"]
        asked = [
            client.get(page, query) for page in pages for query in ({}, *({"q": word} for word in words))
        ]
        asked += [client.get(f"{pages[0]}{one.pk}/file/"), client.get(f"{pages[1]}{one.pk}/")]
        own = re.compile(rb'(?:precedents/|"id":)' + str(one.pk).encode() + rb"\b")
        return [own.sub(b"", TOKEN.sub(b"", b"%d %b" % (each.status_code, each.content))) for each in asked]


def reading(who: Any) -> APIClient:
    """Somebody's browser."""
    client = APIClient()
    client.force_login(who.user)
    return client


#: The full tier goes in parts, each of which says for itself what it found.
PARTS = [(6, 0), *(pytest.param(50, part, marks=pytest.mark.long) for part in range(1, 7))]


@pytest.mark.parametrize(("amount", "part"), PARTS)
@pytest.mark.parametrize("game", games())
def test_a_precedent_tells_those_outside_nothing_that_was_hidden(game: str, amount: int, part: int) -> None:
    hall, compared = Hall(game), {False: 0, True: 0}

    def same_for_those_outside(found: Variants) -> None:
        try:
            one, two = (hall.told(text, found.words, found.reader) for text in (found.one, found.two))
        except BadScenario:
            return  # in one of the variants it is not what happened
        assert one == two
        if found.rests_on_hidden:
            assert NAME.encode() not in b"".join(one)
        compared[found.rests_on_hidden] += 1

    search(variants(game), same_for_those_outside, amount, part)
    assert min(compared.values()) and sum(compared.values()) > amount // 2, compared
