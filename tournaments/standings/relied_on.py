"""What the figures of an event rest on, in words: the rule set, its edition, and every choice made."""

from __future__ import annotations

from tournaments.standings.book import Book


def relied_on(book: Book) -> dict[str, str]:
    """Names what each choice followed, for the table and for whoever asks."""
    choices, profile = book.choices, book.choices.profile
    byes = "count in the percentage of whoever had them" if profile.byes_in_percentages else "count in none"
    said = {
        "profile": profile.name,
        "edition": profile.edition,
        "floor": f"{float(choices.floor):g}" if choices.floor else "none",
        "percentages": _percentages(book),
        "byes": f"a match won {choices.games_of_bye}-0; byes are no opponents and {byes}",
        "missed_rounds": "as each entrant's missed_rounds_as says; a loss counts a round and a game lost",
        "double_loss": "a round and a game lost for both",
        "matches_without_games": "count as one game",
        "walkovers": (
            "forfeits and no-shows are unplayed rounds"
            if profile.unplayed_as_dummy
            else "forfeits and no-shows count as matches with their result"
        ),
        "adjustments": "change match points and cumulative, and no percentage, score or opponent's figure",
        "dropped": _dropped(book),
        "disqualified": "left out of the table; results against them stay",
        "pods": _pods(book),
        "no_opponents": "a mean over no opponents is null and ranks below every figure",
        "unfinished": "a match without a result counts for nobody yet",
        "elimination": "rounds of elimination stages are not in the table",
    }
    if profile.unplayed_as_dummy:
        said["unplayed_rounds"] = (
            "a dummy opponent with the player's own score; at an opponent's end they are draws"
        )
    return said


def _pods(book: Book) -> str:
    said = "everybody else at the match is an opponent; place p of n counts (n-p)/(n-1) of a win"
    for size, points in sorted(book.choices.pod_points.items()):
        said += f"; the places of {size} are worth {', '.join(f'{float(value):g}' for value in points)}"
    return said


def _percentages(book: Book) -> str:
    match = (
        "wins and half the draws over rounds"
        if book.choices.profile.percentage_of_wins
        else "match points over rounds played times a win's"
    )
    return f"matches: {match}; games: game points 3-1-0 over three times the games"


def _dropped(book: Book) -> str:
    profile = book.choices.profile
    if not profile.frozen_when_dropped:
        return "stay in the table with what they reached; rounds after the drop count for nothing"
    return (
        f"percentage at most {float(profile.cap or 1):g}; own omw, oomw and ogw stay as they were after "
        "the round of the drop"
    )
