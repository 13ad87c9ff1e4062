"""What may be chosen for an event, and the defaults."""

from rules.registry import games, title
from tournaments.errors import Invalid

# An event of any of them can be run; logs are judged where the registry has the game's engine.
GAMES = {
    "highlander": "Highlander",
    "nightmare_before_christmas": "The Nightmare Before Christmas",
    "herocard_duel": "HeroCard duel",
    "herocard_nightmare": "HeroCard Nightmare",
    "looney_tunes": "Looney Tunes",
} | {name: title(name) for name in games()}

TIEBREAKERS = {
    "match_points": "Match points",
    "omw": "Opponents' match-win percentage",
    "gw": "Game-win percentage",
    "ogw": "Opponents' game-win percentage",
    "oomw": "Opponents' opponents' match-win percentage",
    "buchholz": "Buchholz",
    "buchholz_cut1": "Buchholz Cut-1",
    "median_buchholz": "Median-Buchholz",
    "sonneborn_berger": "Sonneborn-Berger",
    "sos": "Strength of schedule",
    "xsos": "Extended strength of schedule",
    "head_to_head": "Head to head",
    "cumulative": "Cumulative score",
    "game_score": "Game score",
    "game_score_difference": "Game score difference",
    "game": "The game's own",
    "seed": "Seed",
    "lot": "Drawn lot",
}

# What the figures of the standings rest on.
OF_STANDINGS = frozenset(
    {"profile", "tiebreakers", "floor", "points_win", "points_draw", "points_loss", "points_bye"}
)

CHAINS = {
    "mtr": ["match_points", "omw", "gw", "ogw"],
    "pokemon": ["match_points", "omw", "oomw"],
    "netrunner": ["match_points", "sos", "xsos"],
    "fide": ["match_points", "buchholz_cut1", "buchholz", "sonneborn_berger"],
}

#: Games that somebody always wins. Highlander: First Blood decides, also where both would lose (Handbook: First Blood).
#: HeroCard duels: one Victory Point at a time, so two are never equal at the end.
NEVER_DRAWN = frozenset({"highlander", "herocard_duel"})


def never_drawn(game: str) -> bool:
    """Whether play of this game cannot end in a draw; one that two players agree on is another thing."""
    return game in NEVER_DRAWN


PROCEDURES = {
    "highlander": (
        "The current player finishes the turn. A judge then invokes First Blood, and play goes on until it "
        "decides. There is no draw."
    ),
    "looney_tunes": (
        "Finish the Scene in progress. Most points wins. Equal at the top: further Scenes until one leads; "
        "with no Scenes left the place is shared."
    ),
    "nightmare_before_christmas": (
        "Finish the Day in progress. Most Scare Points wins, then the rulebook's tiebreakers; still equal: "
        "the place is shared."
    ),
    "herocard_duel": ("Finish the turn. Most Victory Points wins. Equal: the next Victory Point decides."),
    "herocard_nightmare": (
        "Finish the turn. Survivors share the first place; the others rank by elimination, the latest first."
    ),
}


def game_choices() -> list[tuple[str, str]]:
    """The games with their titles."""
    return list(GAMES.items())


def default_procedure(game: str) -> str:
    """What happens when time is called, unless the event says otherwise. Empty for an unknown game."""
    return PROCEDURES.get(game, "")


def clean_tiebreakers(value: object, profile: str) -> list[str]:
    """The chain, the profile's own when none is given. Raises Invalid for unknown or repeated names."""
    if value in (None, [], ()):
        return list(CHAINS.get(profile, CHAINS["mtr"]))
    if not isinstance(value, list | tuple) or not all(isinstance(name, str) for name in value):
        raise _refused("A list of names.")
    unknown = [name for name in value if name not in TIEBREAKERS]
    if unknown:
        raise _refused(f"There is no tiebreaker “{unknown[0][:40]}”.")
    if len(set(value)) != len(value):
        raise _refused("A tiebreaker stands in the list twice.")
    return list(value)


def _refused(why: str) -> Invalid:
    return Invalid(f"The tiebreakers cannot be used. {why}", fields={"tiebreakers": why})
