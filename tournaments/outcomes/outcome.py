"""The outcome of a match: checked, compared, put into words. Pure: seats are letters.

A match of two: {"winner": "A" | "B" | None, "games": [2, 1, 0], "scores": {"A": 40}, "kind": "played"} (games only
where a match has several), or {"kind": "double_loss"}. A pod: {"ranking": [["A"], ["B", "C"]], "scores": …}. Both may
hold the game's own tiebreakers by name: {"figures": {"active_locales": {"A": 3, "B": 2}}}; "tiebreakers" is the first
of them, which standings add up.
"""

from __future__ import annotations

import math
from collections.abc import Container, Mapping, Sequence
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from tournaments.errors import Invalid
from tournaments.facts import Result
from tournaments.messages import Message
from tournaments.messages import message as _
from tournaments.outcomes.scoring import place_of

BY_PLAYERS: tuple[str, ...] = ("played", "conceded", "intentional_draw")
BY_STAFF: tuple[str, ...] = (
    *BY_PLAYERS,
    "forfeit",
    "no_show",
    "game_loss",
    "match_loss",
    "adjudicated",
    "double_loss",
)
OF_PODS_BY_PLAYERS: tuple[str, ...] = ("played",)
OF_PODS_BY_STAFF: tuple[str, ...] = ("played", "no_show", "adjudicated")
FIELDS = frozenset({"winner", "games", "scores", "tiebreakers", "figures", "kind", "ranking", "decided_by"})
MAX_FIGURES = 8
MAX_DRAWS = 9
MAX_POINTS = 1_000_000

Outcome = dict[str, Any]

#: What decides a match with equal games that must have a winner, as pages and refusals call it.
LAST_TIEBREAK_WORDS: dict[str, Message] = {
    "higher_seed": _("the higher seed"),
    "lot": _("a lot"),
    "judge": _("a judge"),
    "further_day": _("a further Day"),
    "further_scene": _("a further Scene"),
    "next_victory_point": _("the next Victory Point"),
}

#: What a game counts for each seat, as a refusal calls it.
FIGURES = {"scores": _("scores"), "tiebreakers": _("tiebreakers"), "figures": _("figures")}


class BadOutcome(Invalid):
    """A result that cannot be."""

    code = "bad_outcome"


def clean_outcome(
    raw: object,
    letters: Sequence[str],
    games_per_match: int,
    *,
    by_staff: bool = False,
    last_tiebreak: str = "",
) -> Outcome:
    """The outcome with its fields in one fixed form. `last_tiebreak` is what decides equal games, where the match must
    have a winner: `decided_by` may name it. Raises BadOutcome, which names the field.
    """
    if not isinstance(raw, Mapping):
        raise _refused("outcome", _("A result is an object with winner, games and kind."))
    unknown = [str(name)[:40] for name in raw if name not in FIELDS]
    if unknown:
        raise _refused(unknown[0], _("There is no field “%(name)s” in a result.", name=unknown[0]))
    kind = raw.get("kind", "played")
    of_pods = OF_PODS_BY_STAFF if by_staff else OF_PODS_BY_PLAYERS
    of_two = BY_STAFF if by_staff else BY_PLAYERS
    if kind not in (of_pods if len(letters) > 2 else of_two):
        raise _refused("kind", _("This kind of result cannot be entered here."))
    outcome: Outcome = {"kind": kind}
    for name in ("scores", "tiebreakers"):
        if raw.get(name):
            outcome[name] = _numbers(raw[name], name, letters)
    if raw.get("figures"):
        outcome |= _figures(raw["figures"], letters, outcome.get("tiebreakers"))
    if len(letters) > 2:
        if raw.get("winner") is not None or raw.get("games") or raw.get("decided_by"):
            raise _refused("winner", _("A table of three or more has a ranking, not a winner."))
        return outcome | {"ranking": _ranking(raw.get("ranking"), letters)}
    if kind == "double_loss":
        if raw.get("winner") or raw.get("games") or raw.get("decided_by"):
            raise _refused("winner", _("In a double loss nobody wins."))
        return outcome
    if raw.get("decided_by"):
        return outcome | _by_tiebreak(raw, kind, letters, games_per_match, last_tiebreak, by_staff)
    return outcome | _of_two(raw, kind, letters, games_per_match)


def _by_tiebreak(
    raw: Mapping[str, Any],
    kind: str,
    letters: Sequence[str],
    games_per_match: int,
    last_tiebreak: str,
    by_staff: bool,
) -> Outcome:
    """A match with equal games that its last tiebreak decided, or a judge. Raises BadOutcome."""
    by = raw["decided_by"]
    allowed = {last_tiebreak, "judge"} if by_staff else {last_tiebreak} - {"judge"}
    if not last_tiebreak or by not in allowed or kind not in ("played", "adjudicated"):
        raise _refused("decided_by", _("This cannot decide this match."))
    winner = raw.get("winner")
    if winner is None or winner not in letters:
        raise _refused("winner", _("Say who won."))
    games = _games(raw.get("games"), games_per_match)
    if games is not None and _leader(games, letters) is not None:
        raise _refused("decided_by", _("The games decide this match; no tiebreak is needed."))
    outcome: Outcome = {"winner": winner, "decided_by": by}
    if games is not None and games_per_match > 1:
        outcome["games"] = games
    return outcome


def _of_two(raw: Mapping[str, Any], kind: str, letters: Sequence[str], games_per_match: int) -> Outcome:
    """Who won a match of two, and its games where it has several. Raises BadOutcome."""
    games = _games(raw.get("games"), games_per_match)
    winner = _winner(raw, kind, letters, games)
    if kind == "played":
        if games is None and games_per_match > 1:
            raise _refused("games", _("Say how many games each of you won."))
        if games is not None and winner != _leader(games, letters):
            raise _refused("winner", _("The winner must have won more games."))
    outcome: Outcome = {"winner": winner}
    if games is not None and games_per_match > 1:
        outcome["games"] = games
    return outcome


def _winner(raw: Mapping[str, Any], kind: str, letters: Sequence[str], games: list[int] | None) -> str | None:
    """The winner as said, else as the games say; None for nobody. Raises BadOutcome for one the kind does not allow."""
    winner: str | None = raw.get("winner")
    if "winner" not in raw and games is not None:
        winner = _leader(games, letters)
    elif "winner" not in raw and kind != "intentional_draw":
        raise _refused("winner", _("Say who won, or that nobody did."))
    if winner is not None and winner not in letters:
        raise _refused("winner", _("The winner must sit at this table."))
    if kind == "intentional_draw" and winner is not None:
        raise _refused("winner", _("In an intentional draw nobody wins."))
    if kind in ("conceded", "forfeit", "no_show", "match_loss") and winner is None:
        raise _refused("winner", _("Say who won."))
    return winner


def _leader(games: Sequence[int], letters: Sequence[str]) -> str | None:
    """Who won more of these games; None for neither."""
    return None if games[0] == games[1] else letters[games[0] < games[1]]


def _games(value: object, games_per_match: int) -> list[int] | None:
    if value is None:
        return None
    if (
        not isinstance(value, list | tuple)
        or len(value) != 3
        or any(type(games) is not int for games in value)
    ):
        raise _refused("games", _("Games are three whole numbers: won by A, won by B, drawn."))
    first, second, drawn = value
    needed = games_per_match // 2 + 1
    if not (0 <= first <= needed and 0 <= second <= needed and 0 <= drawn <= MAX_DRAWS):
        raise _refused("games", _("A player wins at most %(n)s games in a match of this event.", n=needed))
    if first + second > games_per_match:
        raise _refused("games", _("A match has at most %(n)s decided games.", n=games_per_match))
    return [first, second, drawn]


def _numbers(value: object, name: str, letters: Sequence[str]) -> dict[str, int | float]:
    if not isinstance(value, Mapping) or any(seat not in letters for seat in value):
        raise _refused(
            name,
            _("The %(what)s belong to the seats %(seats)s.", what=FIGURES[name], seats=", ".join(letters)),
        )
    for number in value.values():
        right = type(number) in (int, float) and math.isfinite(number) and abs(number) <= MAX_POINTS
        if not right:
            raise _refused(name, _("The %(what)s are numbers below a million.", what=FIGURES[name]))
    return {seat: value[seat] for seat in letters if seat in value}


def _figures(value: object, letters: Sequence[str], first: dict[str, Any] | None) -> Outcome:
    """The game's own tiebreakers by name, and the first of them as the number standings add up."""
    if not isinstance(value, Mapping) or len(value) > MAX_FIGURES:
        raise _refused("figures", _("The figures are an object: a name, and a number for each seat."))
    figures = {}
    for name, numbers in value.items():
        if not isinstance(name, str) or not 0 < len(name) <= 40:
            raise _refused("figures", _("The name of a figure has at most 40 letters."))
        if numbers:
            figures[name] = _numbers(numbers, "figures", letters)
    if not figures:
        return {}
    return {"tiebreakers": first or next(iter(figures.values())), "figures": figures}


def _ranking(value: object, letters: Sequence[str]) -> list[list[str]]:
    groups = value if isinstance(value, list | tuple) else []
    places = [list(group) if isinstance(group, list | tuple) else [] for group in groups]
    named = [seat for group in places for seat in group]
    if (
        not all(places)
        or any(not isinstance(seat, str) for seat in named)
        or sorted(named) != sorted(letters)
    ):
        raise _refused("ranking", _("The ranking names everybody at the table once, best first."))
    return [sorted(group) for group in places]


def outcome_of_games(
    games: Sequence[Outcome], letters: Sequence[str], games_per_match: int, lost: Sequence[int] = (0, 0)
) -> Outcome | None:
    """The match's outcome from the outcomes of its games' logs; None while it is not decided.

    A game's outcome is that of the log format: ranking, scores, tiebreakers. `lost` are the games that each of two
    seats lost by penalties: the other has won them.
    """
    if len(letters) > 2:
        return _of_pod(games[0]) if games else None
    summed = {
        name: _summed([game.get(name) or {} for game in games], letters) for name in ("scores", "tiebreakers")
    }
    figures = {name: values for name, values in summed.items() if values}
    if len(games) == 1 and games[0].get("figures"):
        figures["figures"] = games[0]["figures"]
    played = [sum(1 for game in games if game["ranking"][0] == [letter]) for letter in letters]
    needed = games_per_match // 2 + 1
    won = [min(needed, played[0] + lost[1]), min(needed, played[1] + lost[0])]
    if sum(won) > games_per_match:  # by penalties of both
        won = [needed - 1, needed - 1]
    if max(won) < needed and len(games) + sum(lost) < games_per_match:
        return None
    winner = None if won[0] == won[1] else letters[won[0] < won[1]]
    counted = {"games": [won[0], won[1], len(games) - sum(played)]} if games_per_match > 1 else {}
    return {"kind": "played", "winner": winner, **counted, **figures}


def last_places(outcome: Outcome, lost: Container[str]) -> Outcome:
    """The outcome of a table of three or more with these seats behind everybody else."""
    groups = [[seat for seat in group if seat not in lost] for group in outcome["ranking"]]
    behind = [[seat for seat in group if seat in lost] for group in outcome["ranking"]]
    last = sorted(seat for group in behind for seat in group)
    return outcome | {"ranking": [group for group in [*groups, last] if group]}


def _of_pod(game: Outcome) -> Outcome:
    """A table of three or more plays one game."""
    more = {name: game[name] for name in ("scores", "tiebreakers", "figures") if game.get(name)}
    return {"kind": "played", "ranking": [sorted(group) for group in game["ranking"]], **more}


def clean_game(raw: object, letters: Sequence[str]) -> Outcome:
    """A log's outcome, checked against the seats of the match. Raises BadOutcome."""
    if not isinstance(raw, Mapping):
        raise _refused("outcome", _("The log has no outcome yet."))
    game: Outcome = {"ranking": _ranking(raw.get("ranking"), letters)}
    for name in ("scores", "tiebreakers"):
        values = raw.get(name) or {}
        if isinstance(values, Mapping):
            plain = {seat: n for seat, n in values.items() if type(n) in (int, float)}
            if name == "tiebreakers":  # a game may name figures of the whole table there
                plain = {seat: n for seat, n in plain.items() if seat in letters}
                named = {n: of for n, of in values.items() if isinstance(of, Mapping) and n not in letters}
                game |= _figures(named, letters, _numbers(plain, name, letters) or None)
            if plain:
                game[name] = _numbers(plain, name, letters)
    return game


def _summed(values: Sequence[Mapping[str, Any]], letters: Sequence[str]) -> dict[str, Any]:
    return {
        letter: sum(of.get(letter, 0) for of in values)
        for letter in letters
        if any(letter in of for of in values)
    }


def same_outcome(one: Outcome, other: Outcome) -> bool:
    """Whether two reports say the same. Figures that only one of them gives do not make them differ."""
    for name in ("kind", "winner", "ranking"):
        if one.get(name) != other.get(name):
            return False
    if one.get("games") and other.get("games") and one["games"] != other["games"]:
        return False
    for name in ("scores", "tiebreakers"):
        mine, theirs = one.get(name) or {}, other.get(name) or {}
        if any(mine[seat] != theirs[seat] for seat in mine if seat in theirs):
            return False
    mine, theirs = one.get("figures") or {}, other.get("figures") or {}
    return all(
        mine[name][seat] == theirs[name][seat]
        for name in mine
        if name in theirs
        for seat in mine[name]
        if seat in theirs[name]
    )


def result_of_outcome(outcome: Outcome, codes: Mapping[str, str]) -> Result | Literal["double_loss"]:
    """The outcome as a fact of the event, which names entrants: `codes` gives each seat's."""
    if outcome["kind"] == "double_loss":
        return "double_loss"
    ranking, winner = outcome.get("ranking"), outcome.get("winner")
    if ranking is not None:
        of_ranking = tuple(tuple([codes[seat] for seat in group]) for group in ranking)
        won: str | UnsetType | None = UNSET
    else:
        of_ranking, won = None, None if winner is None else codes[winner]
    games, scores, tiebreakers = outcome.get("games"), outcome.get("scores"), outcome.get("tiebreakers")
    return Result(
        winner=won,
        games=tuple(games) if games else None,
        kind=outcome["kind"],
        ranking=of_ranking,
        scores={codes[seat]: value for seat, value in scores.items()} if scores else None,
        tiebreakers={codes[seat]: value for seat, value in tiebreakers.items()} if tiebreakers else None,
        decided_by=outcome.get("decided_by") or UNSET,
    )


def outcome_of_file(result: Result | Literal["double_loss"], letters: Mapping[str, str]) -> Outcome:
    """What `result_of_outcome` gives, back as an outcome: `letters` gives each entrant's seat. A table of two that has
    a ranking has a winner."""
    if result == "double_loss":
        return {"kind": "double_loss"}
    assert not isinstance(result, str)
    outcome: Outcome = {"kind": result.kind}
    ranking = [sorted(letters[code] for code in group) for group in result.ranking or ()]
    if len(letters) > 2:
        outcome["ranking"] = ranking
    elif result.winner is UNSET:
        outcome["winner"] = ranking[0][0] if len(ranking) > 1 else None
    else:
        outcome["winner"] = None if result.winner is None else letters[str(result.winner)]
    if result.games is not None:
        outcome["games"] = list(result.games)
    if result.decided_by:
        outcome["decided_by"] = result.decided_by
    for name in ("scores", "tiebreakers"):
        if values := getattr(result, name):
            outcome[name] = {letters[code]: value for code, value in values.items()}
    return outcome


def words_of(outcome: Outcome, names: Mapping[str, str]) -> str:
    """The outcome in a few words, from nobody's side."""
    kind = outcome["kind"]
    if kind == "double_loss":
        return "Both lose"
    if "ranking" in outcome:
        return ", ".join(
            f"{place_of(outcome['ranking'], group[0])[0]}. " + " and ".join(names[seat] for seat in group)
            for group in outcome["ranking"]
        )
    games: list[int] = outcome.get("games") or []
    figures = ""
    if sum(games) > 1:
        figures = " " + "–".join(str(number) for number in (games if games[2] else games[:2]))
    winner = outcome.get("winner")
    if winner is None:
        return ("Intentional draw" if kind == "intentional_draw" else "Draw") + figures
    if figures and winner != min(names):
        shown = [games[1], games[0], *games[2:]]
        figures = " " + "–".join(str(number) for number in (shown if games[2] else shown[:2]))
    how = {
        "conceded": " by concession",
        "forfeit": " by forfeit",
        "no_show": ", the opponent did not come",
        "match_loss": " by a match loss",
        "game_loss": " with a game loss",
        "adjudicated": " by a judge’s decision",
    }
    decided_by = outcome.get("decided_by")
    by = f", decided by {LAST_TIEBREAK_WORDS.get(decided_by, decided_by)}" if decided_by else ""
    return f"{names[winner]} won{figures}{how.get(kind, '')}{by}"


def _refused(field: str, why: Message) -> BadOutcome:
    return BadOutcome(why, fields={field: why})
