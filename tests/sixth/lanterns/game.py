"""Lanterns: the wiring."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar

from msgspec.structs import replace

from rules.kernel.cards import CardRef, Catalogue, DeckLine, DeckList, expand
from rules.kernel.chance import Source
from rules.kernel.entries import TABLE, Entry, TimeCalled
from rules.kernel.entry_context import EntryContext
from rules.kernel.event_rules import EventRules, Scoring
from rules.kernel.game import DeckViolation, Game, Verb
from rules.kernel.judgment import Judgment
from rules.kernel.log import Header, Player
from rules.kernel.verdict import Outcome
from tests.sixth.lanterns import play
from tests.sixth.lanterns.cards import CARDS, Lantern
from tests.sixth.lanterns.position import Lanterns, Side
from tests.sixth.lanterns.texts import say
from tests.sixth.lanterns.verbs import Draw, Lay, Show, Toss

DECK = 12


class LanternsGame(Game):
    """Two players, three rounds, each lays a Lantern face down; the brighter one wins the round."""

    name = "lanterns"
    title = "Lanterns"
    card_type = Lantern
    position_type = Lanterns
    package = "tests.sixth.lanterns"
    event_rules = EventRules(
        first_section="lights",
        time_procedure=say("time_procedure"),
        still_playing=say("still_playing"),
        scoring=Scoring(say("rounds_won"), decides=True),
        card_list="tests.sixth.lanterns.cards:read_cards",
    )
    effects: ClassVar[dict[str, Any]] = play.EFFECTS
    verbs: ClassVar[dict[type[Entry], Verb]] = {
        Toss: Verb(play.verify_toss, play.perform_toss),
        Draw: Verb(play.verify_draw, play.perform_draw),
        Lay: Verb(play.verify_lay, play.perform_lay),
        Show: Verb(play.verify_show, play.perform_show),
        TimeCalled: Verb(play.verify_time, play.perform_time),
    }

    @cached_property
    def catalogue(self) -> Catalogue:
        return Catalogue(CARDS)

    def _cards(self, j: Judgment, seat: str) -> tuple[int, ...] | None:
        deck = (j.decks or {}).get(seat)
        return expand(j.catalogue, deck.lines("lights")) if deck is not None else None

    def prepare(self, j: Judgment) -> None:
        for seat in j.seats:
            j.known = j.known.with_home(seat, self._cards(j, seat))

    def start(self, j: Judgment) -> Lanterns:
        players = {seat: Side(deck=j.deck(seat, self._cards(j, seat))) for seat in j.seats}
        return Lanterns(players=players, turn=j.seats[0], first=j.seats[0])

    def complete(self, ctx: EntryContext, position: Lanterns) -> Lanterns:
        return replace(position, players={seat: position.players.get(seat, Side()) for seat in ctx.seats})

    def to_act(self, position: Lanterns) -> tuple[str, ...]:
        if position.phase == "over":
            return ()
        return (TABLE,) if position.phase == "toss" else (position.turn,)

    def periods(self, position: Lanterns) -> dict[str, int | str]:
        return {"round": position.round}

    def options(self, j: Judgment, by: str) -> list[Entry]:
        position: Lanterns = j.position
        if by not in self.to_act(position):
            return []
        if position.phase == "toss":
            return [Toss(by=by, seat=seat) for seat in j.seats]
        if position.phase == "draw":
            return [Draw(by=by, count=play.HAND)]
        if position.phase == "show":
            return [Show(by=by)]
        hand = position.players[by].hand
        known = dict.fromkeys(j.known.faces.get(card) for card in hand)
        return [
            Lay(by=by) if face is None else Lay(by=by, card=j.catalogue.cards[face].title)
            for face in known
            if face is None or play.is_lantern(j.catalogue.cards[face])
        ]

    def canonical_option(self, j: Judgment, entry: Entry) -> Entry | None:
        entry = replace(entry, at=None, note="", seen_by=None)
        if isinstance(entry, Draw):
            return replace(entry, count=play.HAND, cards=None)
        if isinstance(entry, Show):
            return replace(entry, card=None)
        if not isinstance(entry, Lay):
            return entry
        hand = j.position.players[entry.by].hand
        if entry.card is None:  # any of several that are known
            return entry if any(card not in j.known.faces for card in hand) else None
        card = j.pick(hand, entry.card)
        face = None if card is None else j.known.faces.get(card)
        return entry if face is None else replace(entry, card=j.catalogue.cards[face].title)

    def fill(self, j: Judgment, entry: Entry, source: Source) -> Entry:
        position: Lanterns = j.position
        if isinstance(entry, Draw):
            drawn, _ = j.draw(position.players[entry.by].deck, play.HAND, entry.by)
            return replace(entry, cards=self._lots(j, drawn, source), seen_by=(entry.by,))
        if isinstance(entry, Lay):
            return replace(entry, seen_by=(entry.by,))
        laid = position.players[entry.by].laid if isinstance(entry, Show) else None
        return entry if laid is None else replace(entry, card=self._lots(j, (laid,), source)[0])

    def _lots(self, j: Judgment, cards: tuple[int, ...], source: Source) -> tuple[CardRef, ...]:
        """A name for each card: its face, or lots drawn from what it may be."""
        named, known = [], j.known
        for card in cards:
            face = source.weighted(known.copies(card, j.catalogue))
            known, _ = known.bind(card, (face,))
            named.append(j.catalogue.cards[face].title)
        return tuple(named)

    def outcome(self, j: Judgment) -> Outcome | None:
        position: Lanterns = j.position
        if position.phase != "over":
            return None
        scores = {seat: side.score for seat, side in position.players.items()}
        places = [
            tuple(s for s in j.seats if scores[s] == n) for n in sorted(set(scores.values()), reverse=True)
        ]
        return Outcome(tuple(places), scores)

    def sample_header(self, players: int, source: Source) -> Header:
        seats = []
        for seat in "AB":
            titles = ["Moth", *(source.choice(CARDS[:7]).title for _ in range(DECK - 1))]
            lines = tuple(DeckLine(title, titles.count(title)) for title in dict.fromkeys(titles))
            seats.append(Player(seat, DeckList(f"Lights of {seat}", {"lights": lines})))
        return Header(log=1, game=self.name, rules="1", players=tuple(seats))

    def check_deck(self, deck: DeckList, options: Any, catalogue: Catalogue) -> list[DeckViolation]:
        found = [
            DeckViolation("deck", say("no_section", name=name[:40]))
            for name in deck.sections
            if name != "lights"
        ]
        lines = deck.lines("lights")
        found += [DeckViolation.unknown_card(line.card) for line in lines if not catalogue.find(line.card)]
        size = sum(line.count for line in lines)
        if size != DECK:
            found.append(DeckViolation("deck", say("twelve_cards", size=size)))
        if sum(line.count for line in lines if line.card == "Moth") > 1:
            found.append(DeckViolation("deck", say("one_moth_at_most"), ("Moth",)))
        return found
