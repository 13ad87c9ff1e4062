"""The result form: buttons for what usually happens, fields for everything else."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.choices import never_drawn
from tournaments.errors import Invalid
from tournaments.models.rounds import Match
from tournaments.outcomes.outcome import LAST_TIEBREAK_WORDS
from tournaments.pages.translation import translated
from tournaments.results.pod_forms import outcome_of_pod_form
from tournaments.stages.queries import MatchRules, match_rules

MAX_DRAWN = 3
KINDS_BY_PLAYERS: list[tuple[str, Any]] = [
    ("played", gettext_lazy("Played to the end")),
    ("conceded", gettext_lazy("Conceded")),
    ("intentional_draw", gettext_lazy("Intentional draw")),
]
KINDS_BY_STAFF: list[tuple[str, Any]] = [
    *KINDS_BY_PLAYERS,
    ("no_show", gettext_lazy("The loser did not come")),
    ("forfeit", gettext_lazy("Forfeit")),
    ("game_loss", gettext_lazy("With a game loss")),
    ("match_loss", gettext_lazy("Match loss")),
    ("double_loss", gettext_lazy("Both lose")),
    ("adjudicated", gettext_lazy("A judge’s decision")),
]


@dataclass(frozen=True)
class Choice:
    """One button: what it says, what it sends, and the key that presses it at the desk."""

    value: str
    label: str
    key: str = ""


#: What is pressed for the winner without a lost game; with lost games the two keys after it, and so on.
KEYS = {"A": "1", "B": "2"}


def _key(letter: str, lost: int) -> str:
    key = int(KEYS[letter]) + 2 * lost
    return str(key) if key < 10 else ""


def usual_results(
    names: Mapping[str, str], game: str, rules: MatchRules, mine: str = "", lost: Sequence[int] = (0, 0)
) -> list[Choice]:
    """The buttons for a match of two, named by their seats; `mine` is the reader's own seat, named first and as "I".

    Where somebody must win, equal games are no draw: the site says who won, or the button says how it was decided.
    `lost` are the games that A and B have lost by penalties: no button leaves them out.
    """
    if len(names) != 2:
        return []
    order = sorted(names, key=lambda letter: (letter != mine, letter))
    if rules.games == 1:
        wins = [
            Choice(f"win:{letter}", _won(names[letter], letter == mine), KEYS[letter]) for letter in order
        ]
        return wins if never_drawn(game) else [*wins, *_equal(names, order, rules, mine, "")]
    needed = rules.games // 2 + 1
    choices = []
    for letter in order:
        for left in range(needed):
            games = [needed, left] if letter == "A" else [left, needed]
            label = f"{_won(names[letter], letter == mine)} {needed}–{left}"
            if games[0] >= lost[1] and games[1] >= lost[0]:
                choices.append(Choice(f"games:{games[0]}-{games[1]}-0", label, _key(letter, left)))
    return [*choices, *_equal(names, order, rules, mine, f"{needed - 1}-{needed - 1}-0")]


def _equal(
    names: Mapping[str, str], order: Sequence[str], rules: MatchRules, mine: str, games: str
) -> list[Choice]:
    """The buttons for equal games: a draw, or what decides instead. A judge enters what a judge decided."""
    value = f"games:{games}" if games else "draw"
    figures = " " + "–".join(games.split("-")[:2]) if games else ""
    if rules.draws:
        return [Choice(value, _("Draw") + figures, "0")]
    word = LAST_TIEBREAK_WORDS.get(rules.last_tiebreak)
    if word is None or rules.last_tiebreak == "judge":
        return []
    decides = translated(word)
    if rules.by_itself:
        said = _("Equal%(games)s: decided by %(what)s") % {"games": figures, "what": decides}
        return [Choice(value, said, "0")]
    return [
        Choice(
            f"tie:{letter}:{games}",
            _("%(who)s, decided by %(what)s")
            % {"who": _won(names[letter], letter == mine) + figures, "what": decides},
        )
        for letter in order
    ]


def _won(name: str, is_me: bool) -> str:
    return _("I won") if is_me else _("%s won") % name


def outcome_of_form(data: QueryDict, match: Match) -> dict[str, Any]:
    """The outcome that the form holds, as the domain takes it. Raises Invalid for what no button or field sends."""
    names = {
        seat.letter: seat.entrant.name for seat in match.seats.select_related("entrant").order_by("letter")
    }
    if len(names) > 2:
        return outcome_of_pod_form(data, names, match.round.event.game)
    return _of_two(data, list(names), match_rules(match))


def _of_two(data: QueryDict, letters: Sequence[str], rules: MatchRules) -> dict[str, Any]:
    chosen = data.get("result", "")
    scores = _scores(data, letters)
    outcome: dict[str, Any]
    if chosen.startswith("win:"):
        outcome = {"winner": chosen.removeprefix("win:")}
    elif chosen == "draw":
        outcome = {"winner": None}
    elif chosen.startswith("games:"):
        outcome = {"games": _games(chosen.removeprefix("games:").split("-"))}
    elif chosen.startswith("tie:"):
        _tie, winner, games = [*chosen.split(":"), "", ""][:3]
        outcome = {"winner": winner, "decided_by": rules.last_tiebreak}
        if games:
            outcome["games"] = _games(games.split("-"))
    elif chosen == "other":
        outcome = _other(data, rules.games)
    else:
        raise Invalid(_("Say who won."), fields={"winner": _("Say who won.")})
    return outcome | ({"scores": scores} if scores else {})


def _other(data: QueryDict, games_per_match: int) -> dict[str, Any]:
    kind = data.get("kind", "played")
    if kind == "double_loss":
        return {"kind": kind}
    outcome: dict[str, Any] = {"kind": kind}
    winner = data.get("winner", "")
    if winner:
        outcome["winner"] = None if winner == "-" else winner
    games = [data.get(name, "") for name in ("games_a", "games_b", "games_drawn")]
    if games_per_match > 1 and any(games):
        outcome["games"] = _games([figure or "0" for figure in games])
    if kind == "intentional_draw":
        outcome.pop("winner", None)
    if data.get("decided_by"):
        outcome["decided_by"] = data["decided_by"]
    return outcome


def _games(figures: Sequence[str]) -> list[int]:
    text = _("Games are whole numbers.")
    try:
        games = [int(figure) for figure in figures]
    except ValueError:
        raise Invalid(text, fields={"games": text}) from None
    if len(games) != 3:
        raise Invalid(text, fields={"games": text})
    return games


def _scores(data: QueryDict, letters: Sequence[str]) -> dict[str, int]:
    """Points scored in the game, for the seats that give any."""
    scores = {}
    for letter in letters:
        figure = data.get(f"score_{letter}", "").strip()
        if not figure:
            continue
        try:
            scores[letter] = int(figure)
        except ValueError:
            text = _("Points are whole numbers.")
            raise Invalid(text, fields={"scores": text}) from None
    return scores
