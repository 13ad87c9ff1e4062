"""The position of Nightmare (``docs/logs/herocard_nightmare.md``)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

import msgspec

from rules.herocard.core.reading.position import CoreStep, Hero, HeroPosition, KillerName, Step
from rules.kernel.entries import SeatName
from rules.kernel.zones import Mark

SceneSlot = Annotated[int | None, Mark("slot", "owner", "scenes")]
KillerSlot = Annotated[int | None, Mark("slot", "owner", "killers")]

#: A Scene by its title, and a tile that lies in the dream.
SceneName = Annotated[str, msgspec.Meta(max_length=100, extra={"is": "scene"})]
TileName = Annotated[str, msgspec.Meta(max_length=100, extra={"is": "tile"})]


class NightmareHero(Hero, frozen=True, kw_only=True):
    """A player's side of the table with the secret ``scene`` and ``killer`` cards, whether the player has looked at
    them (``committed``), how many others it killed, and as which to die it went ``out`` (0: alive)."""

    scene: SceneSlot = None
    killer: KillerSlot = None
    committed: bool = True
    kills: int = 0
    out: int = 0


class Tile(msgspec.Struct, frozen=True, gc=False):
    """A Scene tile at the cell (q, r) with the directions its three exits point in now."""

    scene: SceneName
    q: int = 0
    r: int = 0
    exits: tuple[int, ...] = ()


class Declared(msgspec.Struct, frozen=True, gc=False):
    """The attack announced for the next Base Attack."""

    kind: Literal["scare", "kill"] = "scare"
    target: SeatName | None = None
    killer: KillerName | None = None


class Carrying(Step, frozen=True, tag="carrying"):
    """A tile taken up must be put back."""

    words: ClassVar[str] = "put the tile back (“attach”)"
    scene: SceneName = ""


class Announcing(Step, frozen=True, tag="announcing"):
    """Every player in ``waiting`` says whether it is scared; ``winners`` get Relief afterwards."""

    words: ClassVar[str] = "say with the others whether it is scared (“announce”)"
    waiting: tuple[SeatName, ...] = ()
    scared: tuple[SeatName, ...] = ()
    winners: tuple[SeatName, ...] = ()


class Replacing(Step, frozen=True, tag="replacing"):
    """A scared player replaces its hand."""

    words: ClassVar[str] = "replace its hand (“replace”)"


class Relieving(Step, frozen=True, tag="relieving"):
    """Chooses to draw or to clear."""

    words: ClassVar[str] = "choose its Relief (“relief”)"


class Answering(Step, frozen=True, tag="answering"):
    """The target of a successful attack to kill says whether it is alive."""

    words: ClassVar[str] = "say whether it is alive or dead (“announce”)"
    killer: KillerName = ""


class PlacingDreamer(Step, frozen=True, tag="placing_dreamer"):
    """Puts the Dreamer into any Scene."""

    words: ClassVar[str] = "place the Dreamer (“place_dreamer”)"


class PlacingKillers(Step, frozen=True, tag="placing_killers"):
    """Puts each of these Killers into any Scene."""

    words: ClassVar[str] = "place the Killers of the tile removed (“place_killer”)"
    killers: tuple[KillerName, ...] = ()


class Reconnecting(Step, frozen=True, tag="reconnecting"):
    """Joins the parts of the dream again, one at a time."""

    words: ClassVar[str] = "reconnect the dream (“reconnect”)"


NightmareStep = (
    CoreStep
    | Carrying
    | Announcing
    | Replacing
    | Relieving
    | Answering
    | PlacingDreamer
    | PlacingKillers
    | Reconnecting
)


Phase = Literal[
    "opening",
    "commit",
    "first",
    "tiles",
    "killers",
    "dreamer",
    "discard",
    "draw",
    "clear",
    "move",
    "action",
    "refresh",
    "over",
]


class NightmarePosition(HeroPosition, frozen=True, kw_only=True):
    """``dream``: the tiles; ``killers``: the Scene each Killer figure in the dream is in; ``dreamer``: the active
    Scene; ``starter`` goes first; ``declared``: the attack announced but not begun."""

    players: dict[SeatName, NightmareHero] = {}  # type: ignore[assignment]
    phase: Phase = "discard"
    steps: tuple[NightmareStep, ...] = ()
    starter: SeatName = ""
    dream: tuple[Tile, ...] = ()
    killers: dict[KillerName, TileName] = {}
    dreamer: TileName = ""
    declared: Declared | None = None
