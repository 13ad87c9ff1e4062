"""A match that must have a winner: an equal one is decided by the last tiebreak of its stage."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tournaments.losses.queries import Losses, losses_at
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.models.events import EventSeed
from tournaments.models.rounds import Match
from tournaments.outcomes.lots import WINNER, drawn
from tournaments.outcomes.outcome import LAST_TIEBREAK_WORDS, BadOutcome, Outcome, clean_outcome, last_places
from tournaments.stages.queries import MatchRules, match_rules

#: Other parts of the site that know how a game goes on once time was called: each says whether the game in progress at
#: this match must have a winner.
SOMEBODY_WINS: list[Callable[[Match], bool]] = []


def letters_of(match: Match) -> list[str]:
    """The seats of a match, in order."""
    return sorted(match.seats.values_list("letter", flat=True))


def cleaned_outcome(
    raw: object, match: Match, *, by_staff: bool = False, overridden: bool = False
) -> Outcome:
    """The outcome that was sent, checked against the rules of the match's stage and, unless that is `overridden`,
    against the game's procedure at time. Raises BadOutcome."""
    letters = letters_of(match)
    rules = match_rules(match, len(letters))
    cleaned = clean_outcome(raw, letters, rules.games, by_staff=by_staff, last_tiebreak=rules.last_tiebreak)
    cleaned = honouring(cleaned, losses_at(match), letters)
    if not overridden:
        _check_procedure(cleaned, match, rules.games, by_staff)
    return decided(cleaned, match, rules)


def honouring(outcome: Outcome, losses: Losses, letters: Sequence[str]) -> Outcome:
    """The outcome, where it heeds what penalties cost at this match: a table of three or more has who lost the match
    last. Raises BadOutcome for a match of two that gives the lost games, or the match, to somebody else."""
    names = {letter: penalty.entrant.name for letter, penalty in losses.penalties}
    if len(letters) > 2:
        return last_places(outcome, losses.match) if losses.match else outcome
    for letter in losses.match:
        if outcome.get("winner") in (None, letter) and outcome["kind"] != "double_loss":
            said = _("%(name)s has lost this match by a penalty.", name=names[letter])
            raise _refused("winner", said)
    games = outcome.get("games")
    if games is not None and outcome["kind"] in ("played", "game_loss"):
        for letter, count in losses.games.items():
            if games[1 - letters.index(letter)] < count:
                raise _refused("games", _lost_games(names[letter], count))
    return outcome


def _lost_games(name: str, count: int) -> Message:
    if count == 1:
        return _("%(name)s lost a game by a penalty: count it for the opponent.", name=name)
    return _("%(name)s lost %(n)s games by penalties: count them for the opponent.", name=name, n=count)


def _check_procedure(outcome: Outcome, match: Match, games: int, by_staff: bool) -> None:
    """After the procedure at time has begun, a game that nobody may draw has a winner. Raises BadOutcome."""
    if not _is_drawn(outcome, games) or not any(asks(match) for asks in SOMEBODY_WINS):
        return
    said: Message = _("After the procedure at time somebody wins the game: a draw is not possible.")
    if by_staff:
        said = _("After the procedure at time somebody wins the game. Say why it is a draw all the same.")
        raise BadOutcome(said, fields={"reason": said})
    raise _refused("winner", said)


def _is_drawn(outcome: Outcome, games: int) -> bool:
    """Whether a game was drawn, or the match where it is one game."""
    if "ranking" in outcome or outcome["kind"] == "double_loss":
        return False
    if outcome["kind"] == "intentional_draw":
        return True
    figures: Sequence[int] = outcome.get("games") or ()
    return (len(figures) > 2 and figures[2] > 0) or (games == 1 and outcome.get("winner") is None)


def decided(
    outcome: Outcome, match: Match, rules: MatchRules, codes: Mapping[str, str] | None = None
) -> Outcome:
    """The outcome with its winner. Where the higher seed or a lot decides, the site says who; where something is
    played on, or a judge decides, the winner must be given. ``codes``: who sits where, if it was read already. Raises
    BadOutcome where it is not, and for a draw that was agreed on."""
    if rules.draws or outcome["kind"] == "double_loss":
        return outcome
    if "ranking" in outcome:
        if len(outcome["ranking"]) == 1:
            raise _refused("ranking", _("In this stage not everybody at a table can share first place."))
        return outcome
    if outcome.get("winner") is not None:
        return outcome
    if outcome["kind"] == "intentional_draw":
        raise _refused("kind", _("This stage has no draws."))
    if not rules.by_itself:
        word = LAST_TIEBREAK_WORDS.get(rules.last_tiebreak, rules.last_tiebreak)
        raise _refused(
            "winner", _("This match must have a winner. Equal games are decided by %(what)s.", what=word)
        )
    if codes is None:
        codes = dict(match.seats.values_list("letter", "entrant__code"))
    winner = _higher_seed(codes, match) if rules.last_tiebreak == "higher_seed" else _lot(codes, match)
    return outcome | {"winner": winner, "decided_by": rules.last_tiebreak}


def _higher_seed(codes: Mapping[str, str], match: Match) -> str:
    seeds = match.round.stage.entrants or []
    return min(codes, key=lambda letter: seeds.index(codes[letter]) if codes[letter] in seeds else len(seeds))


def _lot(codes: Mapping[str, str], match: Match) -> str:
    """Drawn by the event's seed, the round and the code: the same however often it is asked for."""
    seed: EventSeed | None = getattr(match.round.event, "drawn_seed", None)
    first = drawn(seed.value if seed is not None else "", WINNER, match.round.number, codes.values())[0]
    return next(letter for letter, code in codes.items() if code == first.code)


def _refused(field: str, why: Message) -> BadOutcome:
    return BadOutcome(why, fields={field: why})
