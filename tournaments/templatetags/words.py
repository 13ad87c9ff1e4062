"""Words for what the database names by a code."""

from collections.abc import Iterable
from typing import Any

from django import template
from django.utils.html import format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules.registry import event_rules_of
from tournaments.events.forms import LABELS
from tournaments.models.entrants import Entrant
from tournaments.models.events import JournalEntry
from tournaments.models.results import Provenance, Result
from tournaments.models.rounds import Match, Round, Seat
from tournaments.outcomes.outcome import LAST_TIEBREAK_WORDS, Outcome
from tournaments.outcomes.scoring import place_of, scoring_of
from tournaments.pages.translation import engine_words, game_words, translated
from tournaments.results.forms import KINDS_BY_PLAYERS, KINDS_BY_STAFF, MAX_DRAWN, usual_results
from tournaments.stages.queries import MatchRules, match_rules
from tournaments.standings.tiebreakers.registry import TIEBREAKERS
from tournaments.tables.lines import Line

register = template.Library()

CHANGES: dict[str, Any] = {
    "entered": gettext_lazy("Entered"),
    "late_entry": gettext_lazy("Entered late"),
    "checked_in": gettext_lazy("Checked in"),
    "check_in_undone": gettext_lazy("Check-in taken back"),
    "start_undone": gettext_lazy("As before the start, which was undone"),
    "dropped": gettext_lazy("Dropped"),
    "returned": gettext_lazy("Returned"),
    "no_show": gettext_lazy("Not there"),
    "disqualified": gettext_lazy("Disqualified"),
    "reinstated": gettext_lazy("Disqualification taken back"),
    "promoted": gettext_lazy("Moved up from the waitlist"),
    "edited": gettext_lazy("Changed"),
    "claim_link_made": gettext_lazy("Claim link made"),
    "claim_links_revoked": gettext_lazy("Claim links revoked"),
    "adopted": gettext_lazy("Linked to an account"),
    "paid": gettext_lazy("Entry paid"),
    "not_paid": gettext_lazy("Entry not paid after all"),
    "bye_awarded": gettext_lazy("Bye awarded"),
    "bye_lifted": gettext_lazy("Bye taken back"),
}


@register.simple_tag
def result_form(
    first: str,
    second: str,
    game: str,
    games: int,
    draws: bool,
    last_tiebreak: str,
    mine: str,
    staff: bool,
    lost: str = "",
) -> dict[str, Any]:
    """The values of the result form for two players: `choices` (buttons), `kinds`, the `games` one can have won or
    drawn, `deciders` of equal games where somebody must win, and the game's name for its `score`. `lost`: the games
    that both have lost by penalties, as "0-1"."""
    rules = MatchRules(games, draws, last_tiebreak)
    kinds = KINDS_BY_STAFF if staff else KINDS_BY_PLAYERS
    return {
        "choices": usual_results(
            {"A": first, "B": second}, game, rules, mine, [int(count) for count in (lost or "0-0").split("-")]
        ),
        "kinds": [kind for kind in kinds if rules.draws or kind[0] != "intentional_draw"],
        "games": range(rules.games // 2 + 2) if rules.games > 1 else (),
        "drawn": range(MAX_DRAWN + 1),
        "draws": rules.draws,
        "deciders": _deciders(rules, staff),
        "score": scoring_of(game).score,
    }


def _deciders(rules: MatchRules, staff: bool) -> list[tuple[str, str]]:
    """The ways in which equal games may have been decided, each with its words; a judge's decision is entered by
    staff."""
    if rules.draws:
        return []
    names = [rules.last_tiebreak, *(["judge"] if rules.last_tiebreak != "judge" else [])]
    return [(name, translated(LAST_TIEBREAK_WORDS[name])) for name in names if staff or name != "judge"]


@register.filter
def has_several_games(match: Match) -> bool:
    """Whether the match may have more than one game, by its stage."""
    return match_rules(match, match.seats.count()).games > 1


@register.filter
def no_new_game_words(rules: MatchRules) -> str:
    """At time, for a match of several games: none begins any more, and what equal games come to."""
    if rules.draws:
        return _("No new game starts. A game that is being played counts; equal games are a draw.")
    word = LAST_TIEBREAK_WORDS.get(rules.last_tiebreak, rules.last_tiebreak)
    said = _("No new game starts. A game that is being played counts; equal games are decided by %(what)s.")
    return said % {"what": translated(word)}


@register.filter
def still_playing(game: str) -> str:
    """Over the tables that play on once time was called: by the game's own name for such play, if any."""
    said = event_rules_of(game).still_playing
    return game_words(said) if said else str(_("Time is called. Still playing:"))


@register.filter
def change_words(kind: str) -> str:
    """A change of an entrant, in words."""
    return str(CHANGES.get(kind, _(kind.replace("_", " "))))


@register.filter
def players(line: Line) -> SafeString:
    """The players at a table, as lists show them."""
    between = mark_safe(' <span class="vs">–</span> ')
    return format_html_join(
        between, '<span class="player">{}</span>', ((seat.entrant.name,) for seat in line.seats)
    )


@register.filter
def has(line: Line, entrant: Entrant | None) -> bool:
    """Whether this entrant sits at the table."""
    return line.has(entrant or None)


@register.filter
def same_as(entrant: Entrant, other: Entrant | None) -> bool:
    """Whether the two are the same."""
    return bool(other) and entrant == other


@register.filter
def names(entrants: Iterable[Entrant]) -> str:
    """Their names in a row."""
    return ", ".join(entrant.name for entrant in entrants)


@register.filter
def said(line: Line) -> str:
    """The result of a table in a few words; empty without a result."""
    return (
        _words(line.outcome, {seat.letter: seat.entrant.name for seat in line.seats}) if line.outcome else ""
    )


@register.filter
def outcome_words(outcome: Outcome | None, match: Match) -> str:
    """A result in a few words, with the players' names; empty without one."""
    if not outcome:
        return ""
    names = {seat.letter: seat.entrant.name for seat in match.seats.all()}
    return _words(outcome, names)


HOW: dict[str, Any] = {
    "conceded": gettext_lazy("%(who)s by concession"),
    "forfeit": gettext_lazy("%(who)s by forfeit"),
    "no_show": gettext_lazy("%(who)s, the opponent did not come"),
    "match_loss": gettext_lazy("%(who)s by a match loss"),
    "game_loss": gettext_lazy("%(who)s with a game loss"),
    "adjudicated": gettext_lazy("%(who)s by a judge’s decision"),
}


def _words(outcome: Outcome, names: dict[str, str]) -> str:
    kind = outcome["kind"]
    if kind == "double_loss":
        return _("Both lose")
    if "ranking" in outcome:
        return _ranked(outcome, names)
    winner, figures = outcome.get("winner"), _figures(outcome, names)
    if winner is None:
        return (_("Intentional draw") if kind == "intentional_draw" else _("Draw")) + figures
    who = _("%(name)s won%(figures)s") % {"name": names[winner], "figures": figures}
    if outcome.get("decided_by"):
        by = str(outcome["decided_by"])
        word = LAST_TIEBREAK_WORDS.get(by, by) or by
        return _("%(who)s, decided by %(what)s") % {"who": who, "what": translated(word)}
    return str(HOW[kind]) % {"who": who} if kind in HOW else who


def _ranked(outcome: Outcome, names: dict[str, str]) -> str:
    """Places of a table of several, each with what the game counted: "1. Ann (21), 2. Bob (17) and Cyd (17)"."""
    scores = outcome.get("scores") or {}
    places = []
    for group in outcome["ranking"]:
        place, _shared = place_of(outcome["ranking"], group[0])
        each = [names[seat] + (f" ({scores[seat]})" if seat in scores else "") for seat in group]
        places.append(f"{place}. " + (_(" and ").join(each)))
    return ", ".join(places)


def _figures(outcome: Outcome, names: dict[str, str]) -> str:
    """Games won, the winner's first; drawn games only where there were any."""
    games, winner = outcome.get("games"), outcome.get("winner")
    if not games or sum(games) < 2:
        return ""
    first, second, drawn = games
    if winner is not None and winner != min(names):
        first, second = second, first
    return f" {first}–{second}" + (f"–{drawn}" if drawn else "")


@register.filter
def games_of(outcome: Outcome | None, letter: str) -> str:
    """The figure beside a seat on a slip: games won, or a word where games were not counted; the place at a table of
    three or more."""
    if outcome and "ranking" in outcome:
        place, shared = place_of(outcome["ranking"], letter)
        return f"{place}.{'=' if shared else ''}"
    if not outcome or outcome.get("kind") == "double_loss" or "winner" not in outcome:
        return ""
    games = outcome.get("games")
    if games:
        return str(games["AB".index(letter)])
    if outcome["winner"] is None:
        return "½"
    return "1" if outcome["winner"] == letter else "0"


@register.filter
def score_of(outcome: Outcome | None, letter: str) -> str:
    """The game's score of a seat; empty if none was reported."""
    scores = (outcome or {}).get("scores") or {}
    return str(scores[letter]) if letter in scores else ""


@register.simple_tag
def figures_of(outcome: Outcome | None, game: str, seats: list[Seat]) -> dict[str, Any]:
    """The game's own tiebreakers of a match, for the table of its count: their titles, and a row for each seat by
    place. Empty where none were given."""
    given = (outcome or {}).get("figures") or {}
    shown = [(name, label) for name, label in scoring_of(game).tiebreakers if name in given]
    if not outcome or not shown:
        return {}
    ranking = outcome.get("ranking") or [[seat.letter] for seat in seats]
    rows = [
        {
            "seat": seat,
            "place": games_of(outcome, seat.letter),
            "score": score_of(outcome, seat.letter),
            "figures": [(label, given[name].get(seat.letter, "–")) for name, label in shown],
        }
        for group in ranking
        for seat in seats
        if seat.letter in group
    ]
    return {"titles": [label for _name, label in shown], "rows": rows}


PROMISES: dict[str, Any] = {
    "no_absolute_forbidden": gettext_lazy("Pairs that must never meet never meet"),
    "no_rematch": gettext_lazy("Nobody meets an opponent again"),
    "no_weak_forbidden": gettext_lazy("Pairs that should not meet are kept apart"),
    "one_bye": gettext_lazy("At most one bye each"),
    "least_difference": gettext_lazy("The smallest difference in points"),
    "fair_floats": gettext_lazy("Nobody is paired up or down twice in a row"),
}
COUNTED: dict[str, Any] = {
    "no_rematch": gettext_lazy("Opponents who met before"),
    "no_weak_forbidden": gettext_lazy("Pairs that should not meet"),
    "sits_out": gettext_lazy("Players who sit out"),
    "one_bye": gettext_lazy("Byes for players who had one"),
    "bye_points": gettext_lazy("Points of those with a bye"),
    "least_difference": gettext_lazy("Squared differences in points, added up"),
    "fair_floats": gettext_lazy("Players paired up or down twice in a row"),
}
REASONS: dict[str, Any] = {
    "rematch": gettext_lazy("They met before: no pairing without a rematch was left"),
    "weak_forbidden": gettext_lazy("They should not meet, and no pairing without this was left"),
    "float": gettext_lazy("Different points: their score groups could not be paired among themselves"),
    "float_again": gettext_lazy("One of them met an opponent with different points last round as well"),
    "fixed_table": gettext_lazy("One of them always plays at this table"),
    "table_range": gettext_lazy("One of them plays at these tables"),
    "range_full": gettext_lazy("The tables at which one of them should play are all taken"),
    "by_hand": gettext_lazy("Changed by hand"),
    "rematch_by_hand": gettext_lazy("They met before"),
    "weak_forbidden_by_hand": gettext_lazy("They should not meet"),
    "float_by_hand": gettext_lazy("Different points"),
    "float_again_by_hand": gettext_lazy(
        "One of them met an opponent with different points last round as well"
    ),
}
RULES: dict[str, Any] = {
    "profile": gettext_lazy("Rules"),
    "edition": gettext_lazy("Edition"),
    "floor": gettext_lazy("Floor"),
    "percentages": gettext_lazy("Percentages"),
    "byes": gettext_lazy("Byes"),
    "missed_rounds": gettext_lazy("Missed rounds"),
    "double_loss": gettext_lazy("Double loss"),
    "matches_without_games": gettext_lazy("Matches without games"),
    "walkovers": gettext_lazy("Walkovers"),
    "adjustments": gettext_lazy("Adjustments"),
    "dropped": gettext_lazy("Dropped"),
    "disqualified": gettext_lazy("Disqualified"),
    "pods": gettext_lazy("Tables of three and more"),
    "elimination": gettext_lazy("Elimination"),
    "no_opponents": gettext_lazy("No opponents"),
    "unfinished": gettext_lazy("Unfinished matches"),
    "unplayed_rounds": gettext_lazy("Unplayed rounds"),
}
PROVENANCES: dict[str, Any] = {
    Provenance.REPORTED: gettext_lazy("reported by %(by)s"),
    Provenance.CONFIRMED: gettext_lazy("confirmed by %(by)s"),
    Provenance.STAFF: gettext_lazy("entered by %(by)s, staff"),
    Provenance.ADJUDICATED: gettext_lazy("from the log, by %(by)s"),
}


@register.filter
def promise_words(name: str) -> str:
    """A promise of the pairing in words."""
    return str(PROMISES.get(name, name))


@register.filter
def counted_promise(name: str) -> str:
    """What is counted of a promise, in words."""
    return str(COUNTED.get(name, name))


@register.filter
def place_word(place: int | str) -> str:
    """A place in a pairing: a table, a bye, none."""
    if isinstance(place, int):
        return _("Table %s") % place
    return _("Bye") if place == "bye" else _("sits out")


@register.filter
def reason_words(name: str) -> str:
    """Why a pairing is as it is."""
    return str(REASONS.get(name, name))


@register.filter
def tiebreaker_title(name: str) -> str:
    """A tiebreaker's name."""
    return _(TIEBREAKERS[name].title) if name in TIEBREAKERS else name


@register.filter
def tiebreaker_short(name: str) -> str:
    """A tiebreaker's short name, for the head of a column."""
    return _(TIEBREAKERS[name].short) if name in TIEBREAKERS else name


@register.filter
def rule_words(name: str) -> str:
    """The heading of a rule of the standings."""
    return str(RULES.get(name, name.replace("_", " ").capitalize()))


@register.filter
def provenance_words(result: Result | None) -> str:
    """The origin of a result, in words."""
    if result is None:
        return ""
    if result.unchallenged:
        return _("reported, and nobody objected")
    return str(PROVENANCES[Provenance(result.provenance)]) % {"by": result.by}


@register.filter
def journal_words(entry: JournalEntry) -> str:
    """A line of the journal in the reader's language."""
    if entry.kind == "edited":
        order = [*LABELS]
        changed = sorted(entry.details, key=lambda name: order.index(name) if name in order else len(order))
        names = [_choice_words(name) for name in changed]
        return _("Changed: %(which)s.") % {"which": ", ".join(dict.fromkeys(names))}
    return translated(entry.said)


def _choice_words(name: str) -> str:
    """The name of a choice of an event, as the form that asks for it calls it."""
    if name.startswith("points_"):
        return _("Points")
    others = {"tiebreakers": _("Tiebreakers"), "game_options": _("Options of the game")}
    return others.get(name) or str(LABELS.get(name, name.replace("_", " ")))


@register.filter
def in_language(text: str) -> str:
    """A message in the reader's language: the working of a figure, a note; somebody's own words as they are."""
    return translated(text)


@register.filter("engine_words")
def of_engine(text: str) -> str:
    """An engine's text in the reader's language."""
    return engine_words(text)


@register.filter
def game_text(text: str) -> str:
    """A text that a game declares, as what happens when time is called; another as it was written."""
    return game_words(text)


@register.filter
def last_number(rounds: list[Round]) -> int:
    """The number of the last of these rounds; 0 without any."""
    return rounds[-1].number if rounds else 0
