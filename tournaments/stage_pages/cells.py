"""Who stands in each match of a bracket, as a page shows it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.facts.structs import Bracket as BracketFact
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.rounds import MatchState, RoundState
from tournaments.outcomes.outcome import LAST_TIEBREAK_WORDS
from tournaments.stage_pages.places import Bracket, bracket_of
from tournaments.stage_pages.reading import Played, StageRead
from tournaments.stages.titles import LAST_ROUNDS, SECOND_FINAL, name_by_what_follows
from tournaments.structures.elimination import Elimination
from tournaments.structures.elimination.bracket import Node
from tournaments.structures.elimination.draw import FINAL, Feed, Place
from tournaments.structures.elimination.draw import SECOND_FINAL as SECOND

WALKOVERS = frozenset({"forfeit", "no_show"})


@dataclass(frozen=True)
class Side:
    """One of both seats of a match. Without a `code` nobody is known to come: `source` says from where somebody will,
    and is empty where nobody will. `won` is None while it is not decided."""

    code: str = ""
    name: str = ""
    seed: int | None = None
    score: str = ""
    won: bool | None = None
    gone: bool = False
    source: str = ""


@dataclass(frozen=True)
class Cell:
    """A match of the bracket. `state`: "coming" (not published), "playing", "contested", "reported", "done", "bye", or
    "void" where nobody comes. `number` is None for a bye; `match` is its id once it is published."""

    place: Place
    number: int | None
    state: str
    sides: tuple[Side, Side]
    match: int | None = None
    round: int | None = None
    table: int | None = None
    decided_by: str = ""


@dataclass(frozen=True)
class Filled:
    """A bracket with who is where; `champion` is the code of who has won the stage, empty while nobody has."""

    bracket: Bracket
    cells: Mapping[Place, Cell]
    champion: str

    def drawn(self) -> list[Cell]:
        """The matches that can be played, in the order of the bracket: without a second final that is not needed."""
        return [cell for cell in self.cells.values() if cell.place != SECOND or cell.state != "void"]


def fill(read: StageRead) -> Filled:
    """The bracket of a stage whose first round is published."""
    stage = read.facts
    absences = {person.code: person.absences for person in read.people.values() if person.absences}
    elimination = Elimination(stage, read.seeds, read.plain_rounds(), read.left, absences)
    double = elimination.double
    bracket = bracket_of(
        len(read.seeds), double, stage.third_place and not double, stage.reset if double else False
    )
    played = {
        elimination.place_of(BracketFact(each.side, *each.at)): each for each in read.matches if each.side
    }
    states = {each.number: each.state for each in read.rounds}
    cells = {
        place: _cell(place, read, elimination, bracket, played.get(place), states) for place in bracket.draw
    }
    return Filled(bracket, cells, elimination.champion() or "")


def _cell(
    place: Place,
    read: StageRead,
    elimination: Elimination,
    bracket: Bracket,
    played: Played | None,
    states: Mapping[int, str],
) -> Cell:
    node = elimination.nodes[place]
    codes = _who(place, elimination, bracket, node, played is not None)
    sides = []
    for at, code in enumerate(codes):
        if code:
            sides.append(_side(code, read, elimination, node, played))
        else:
            sides.append(Side(source=_source(place, at, elimination, bracket)))
    state = _state(place, node, elimination, played, states, tuple(sides))
    number = bracket.numbers.get(place)
    if played is None:
        return Cell(place, number, state, (sides[0], sides[1]))
    by = (played.outcome or {}).get("decided_by", "") if node.winner else ""
    return Cell(
        place,
        number,
        state,
        (sides[0], sides[1]),
        played.match,
        played.round,
        played.table,
        LAST_TIEBREAK_WORDS.get(by, by),
    )


def _who(
    place: Place, elimination: Elimination, bracket: Bracket, node: Node, recorded: bool
) -> tuple[str, str]:
    """Both seats in the order of the drawing: who comes from above stands above. What was played goes first."""
    coming = [_comes(feed, elimination, bracket) for feed in bracket.draw[place]]
    if not recorded:
        if place == SECOND and not node.seats:
            return "", ""
        return coming[0], coming[1]
    here = [code if code in node.seats else "" for code in coming]
    others = [seat for seat in node.seats if seat not in here]
    for at in (0, 1):
        if not here[at]:
            here[at] = others.pop(0) if others else coming[at] if coming[at] in elimination.left else ""
    return here[0], here[1]


def _comes(feed: Feed, elimination: Elimination, bracket: Bracket) -> str:
    """Who is known to come from there: also through a bye whose round is not published yet."""
    if feed.place is None:
        return elimination.seeds[feed.seed - 1] if feed.seed <= len(elimination.seeds) else ""
    node = elimination.nodes[feed.place]
    if node.open:
        through = feed.place not in bracket.numbers and node.ready and feed.what == "winner"
        return node.seats[0] if through else ""
    return (node.winner if feed.what == "winner" else node.loser) or ""


def _source(place: Place, at: int, elimination: Elimination, bracket: Bracket) -> str:
    """Where a seat that is empty will be filled from; empty where nobody comes."""
    feed = bracket.draw[place][at]
    if not bracket.coming[place][at] or feed.place is None:
        return ""
    known = not elimination.nodes[feed.place].open
    if place == SECOND:
        known = not elimination.nodes[FINAL].open
    if known:
        return ""
    number = bracket.numbers.get(feed.place)
    if number is None:
        through = next((n for n, comes in enumerate(bracket.coming[feed.place]) if comes), 0)
        return _source(feed.place, through, elimination, bracket)
    return _("Winner of %(n)s", n=number) if feed.what == "winner" else _("Loser of %(n)s", n=number)


def _side(code: str, read: StageRead, elimination: Elimination, node: Node, played: Played | None) -> Side:
    person = read.people.get(code)
    won = None if not node.played else node.winner == code
    gone = code in elimination.left and code not in node.seats
    return Side(
        code,
        person.name if person else code,
        elimination.seed_of.get(code),
        _score(code, node, played),
        won,
        gone,
    )


def _score(code: str, node: Node, played: Played | None) -> str:
    """Games won, or 1 and 0; + and – for a match that nobody played."""
    if played is None or not node.played:
        return ""
    outcome = played.outcome or {}
    letter = next((letter for letter, each in played.codes.items() if each == code), "")
    if outcome.get("games") and letter in "AB" and letter:
        return str(outcome["games"]["AB".index(letter)])
    if outcome.get("kind", "forfeit") in WALKOVERS:
        return "+" if node.winner == code else "–"
    return "1" if node.winner == code else "0"


def _state(
    place: Place,
    node: Node,
    elimination: Elimination,
    played: Played | None,
    states: Mapping[int, str],
    sides: tuple[Side, ...],
) -> str:
    if played is None:
        here = [side for side in sides if side.code and not side.gone]
        if any(side.source for side in sides):
            return "coming"
        return ("void", "bye", "coming")[len(here)]
    if played.is_bye:
        return "bye"
    if played.state == MatchState.CONTESTED:
        return "contested"
    if node.open:
        return "playing" if states.get(played.round) == RoundState.RUNNING else "published"
    return "reported" if played.state == MatchState.REPORTED else "done"


def heading(place: Place, bracket: Bracket) -> Message:
    """The name of the round of a place."""
    if place.side == "third_place":
        return _("Match for third place")
    if place == SECOND:
        return SECOND_FINAL
    if place.side == "final":
        return LAST_ROUNDS[0]
    if not bracket.double:
        return name_by_what_follows(bracket.depth - place.round)
    if place.side == "winners":
        return _("Winners’ round %(n)s", n=place.round)
    return _("Losers’ round %(n)s", n=place.round)
