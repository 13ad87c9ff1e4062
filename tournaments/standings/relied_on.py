"""The rules behind the figures of an event, in words: the rule set, its edition, and every choice made."""

from __future__ import annotations

from tournaments.messages import Message, joined
from tournaments.messages import message as _
from tournaments.standings.book import Book


def relied_on(book: Book) -> dict[str, str]:
    """Names what each choice followed, for the table and for whoever asks."""
    choices, profile = book.choices, book.choices.profile
    said: dict[str, str] = {
        "profile": profile.name,
        "edition": profile.edition,
        "floor": f"{float(choices.floor):g}" if choices.floor else _("none"),
        "percentages": _percentages(book),
        "byes": _byes(book),
        "missed_rounds": _("as each entrant's missed_rounds_as says; a loss counts a round and a game lost"),
        "double_loss": _("a round and a game lost for both"),
        "matches_without_games": _("count as one game"),
        "walkovers": (
            _("forfeits and no-shows are unplayed rounds")
            if profile.unplayed_as_dummy
            else _("forfeits and no-shows count as matches with their result")
        ),
        "adjustments": _("change match points and cumulative, and no percentage, score or opponent's figure"),
        "dropped": _dropped(book),
        "disqualified": _("left out of the table; results against them stay"),
        "pods": _pods(book),
        "no_opponents": _("a mean over no opponents is null and ranks below every figure"),
        "unfinished": _("a match without a result counts for nobody yet"),
        "elimination": _("rounds of elimination stages are not in the table"),
    }
    if profile.unplayed_as_dummy:
        said["unplayed_rounds"] = _(
            "a dummy opponent with the player's own score; at an opponent's end they are draws"
        )
    return said


def _byes(book: Book) -> Message:
    games = book.choices.games_of_bye
    if not book.choices.profile.byes_in_percentages:
        return _("a match won %(games)s-0; byes are no opponents and count in none", games=games)
    return _(
        "a match won %(games)s-0; byes are no opponents and count in the percentage of whoever had them",
        games=games,
    )


def _pods(book: Book) -> Message:
    said = _("everybody else at the match is an opponent; place p of n counts (n-p)/(n-1) of a win")
    places = [
        _(
            "the places of %(size)s are worth %(points)s",
            size=size,
            points=", ".join(f"{float(value):g}" for value in points),
        )
        for size, points in sorted(book.choices.pod_points.items())
    ]
    return joined("; ", [said, *places]) if places else said


def _percentages(book: Book) -> Message:
    if book.choices.profile.percentage_of_wins:
        return _(
            "matches: wins and half the draws over rounds; games: game points 3-1-0 over three times the games"
        )
    return _(
        "matches: match points over rounds played times a win's; games: game points 3-1-0 over three times "
        "the games"
    )


def _dropped(book: Book) -> Message:
    profile = book.choices.profile
    if not profile.frozen_when_dropped:
        return _("stay in the table with what they reached; rounds after the drop count for nothing")
    return _(
        "percentage at most %(cap)s; own omw, oomw and ogw stay as they were after the round of the drop",
        cap=f"{float(profile.cap or 1):g}",
    )
