"""Published rule sets for standings, and what an event makes of the one it chose."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm

from msgspec import UNSET

from tournaments.facts import Rules
from tournaments.facts.structs import Number
from tournaments.messages import Message
from tournaments.messages import message as _


@dataclass(frozen=True)
class Profile:
    """A rule set, with all there is to say of it: `name` in event files, `title` on pages, both in no other place.
    Figures are exact; `cap` bounds the win percentage of whoever dropped.
    """

    name: str
    title: str
    edition: Message
    points: dict[str, Fraction]
    tiebreakers: tuple[str, ...]
    floor: Fraction
    cap: Fraction | None = None
    byes_in_percentages: bool = True
    percentage_of_wins: bool = False
    frozen_when_dropped: bool = False
    unplayed_as_dummy: bool = False
    #: minutes after a round's start from which who is not there has lost a game, and the match
    late_game: int = 5
    late_match: int = 10


def _points(*values: int | Fraction) -> dict[str, Fraction]:
    return dict(zip(("win", "draw", "loss", "bye"), map(Fraction, values), strict=True))


_DECLARED = (
    Profile(
        name="mtr",
        title="Magic Tournament Rules",
        edition=_("Magic: The Gathering Tournament Rules, appendix on tiebreakers"),
        points=_points(3, 1, 0, 3),
        tiebreakers=("match_points", "omw", "gw", "ogw"),
        floor=Fraction(33, 100),
        late_game=0,
    ),
    Profile(
        name="pokemon",
        title="Play! Pokémon",
        edition=_("Play! Pokemon Tournament Rules Handbook, Swiss tiebreakers"),
        points=_points(3, 1, 0, 3),
        tiebreakers=("match_points", "omw", "oomw"),
        floor=Fraction(1, 4),
        cap=Fraction(3, 4),
        byes_in_percentages=False,
        percentage_of_wins=True,
        frozen_when_dropped=True,
    ),
    Profile(
        name="netrunner",
        title="Null Signal Games",
        edition=_("Netrunner organised play policies, double-sided Swiss (6 points a match)"),
        points=_points(6, 3, 0, 6),
        tiebreakers=("match_points", "sos", "xsos"),
        floor=Fraction(0),
    ),
    Profile(
        name="fide",
        title="FIDE",
        edition=_("FIDE Handbook C.07, Tie-Break Regulations in force from 1 August 2024"),
        points=_points(1, Fraction(1, 2), 0, 1),
        tiebreakers=("match_points", "buchholz_cut1", "buchholz", "sonneborn_berger"),
        floor=Fraction(0),
        unplayed_as_dummy=True,
    ),
)
PROFILES: dict[str, Profile] = {profile.name: profile for profile in _DECLARED}
#: What an event follows that chooses none.
DEFAULT = "mtr"


def profile_choices() -> list[tuple[str, str]]:
    """Their names and titles, for whoever offers them."""
    return [(profile.name, profile.title) for profile in PROFILES.values()]


POD_POINTS: dict[int, tuple[int, ...]] = {
    3: (4, 2, 1),
    4: (5, 3, 2, 1),
    5: (6, 4, 3, 2, 1),
    6: (7, 5, 4, 3, 2, 1),
}


@dataclass(frozen=True)
class Choices:
    """A profile with what the event overrides. Points are whole numbers over `scale`."""

    profile: Profile
    tiebreakers: tuple[str, ...]
    floor: Fraction
    scale: int
    win: int
    draw: int
    loss: int
    bye: int
    games_of_bye: int
    pod_points: dict[int, tuple[Fraction, ...]] = field(default_factory=dict)

    def scaled(self, value: Fraction) -> int:
        """The whole number that stands for `value` match points."""
        return value.numerator * (self.scale // value.denominator)


def exact(value: Number) -> Fraction:
    """The number as it was written: 0.33 is thirty-three hundredths."""
    return Fraction(value) if isinstance(value, int) else Fraction(repr(value))


def choices_of(rules: Rules, sizes: set[int], adjustments: list[Number]) -> Choices:
    """The rules that the event follows, with one scale that makes every match point a whole number.

    `sizes` are the sizes of the pods that were played, `adjustments` the match points given or taken.
    """
    profile = PROFILES[rules.profile]
    points = {}
    for name, standard in profile.points.items():
        given = getattr(rules.points, name)
        points[name] = standard if given is UNSET else exact(given)
    pods = _pod_points(rules, sizes)
    denominators = [value.denominator for value in points.values()]
    denominators += [exact(value).denominator for value in adjustments]
    for size, line in pods.items():
        denominators += [value.denominator * share for value in line for share in range(1, size + 1)]
    scale = lcm(*denominators)
    floor = profile.floor if rules.floor is UNSET else exact(rules.floor or 0)
    return Choices(
        profile=profile,
        tiebreakers=profile.tiebreakers if rules.tiebreakers is UNSET else rules.tiebreakers,
        floor=floor,
        scale=scale,
        **{name: value.numerator * (scale // value.denominator) for name, value in points.items()},
        games_of_bye=rules.games_per_match // 2 + 1,
        pod_points=pods,
    )


def _pod_points(rules: Rules, sizes: set[int]) -> dict[int, tuple[Fraction, ...]]:
    """The points of each pod size; one without a line of its own gets n+1, n-1, n-2 … 1."""
    given = {} if rules.pod_points is UNSET else rules.pod_points
    return {
        size: tuple(exact(value) for value in given.get(str(size)) or points_of_places(size))
        for size in sizes
    }


def points_of_places(size: int) -> tuple[int, ...]:
    """The default points for the places of a table of `size`."""
    return POD_POINTS.get(size) or (size + 1, *range(size - 1, 0, -1))
