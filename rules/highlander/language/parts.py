"""The common base of all parts of a card's text."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec import Struct

#: whom a part is for: the card's player, the opponent, both, whom its player targets
Who = Literal["you", "opponent", "all", "player"]
#: on whose side a card is that is chosen: the player's own (``mine``), the opponent's, either
Side = Literal["you", "opponent", "mine", "all"]
Row = Literal["upper", "middle", "lower"]
Area = Literal["upper", "middle", "lower", "left", "center", "right"]


class Part(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True, tag_field="do"):
    """One part of a card's text."""

    #: the name of its kind, as a list or a log writes it
    do: ClassVar[str] = ""

    @property
    def who(self) -> Who | Side:
        """Whom it is for."""
        return "you"

    @property
    def what(self) -> object:
        """The object of the part, where it has one."""
        return ""


def named(*kinds: type[Part]) -> dict[str, type[Part]]:
    """Register kinds of parts by their names; each knows its own name from now on."""
    by_name: dict[str, type[Part]] = {}
    for kind in kinds:
        kind.do = str(kind.__struct_config__.tag)
        by_name[kind.do] = kind
    return by_name


class Aimed(Part, frozen=True, kw_only=True):
    """A part that names the players it is for."""

    who: Who = "you"


class Unheeded(Aimed, frozen=True, kw_only=True, tag="unheeded"):
    """A part that the header of a log gives, and no list, and that has no meaning: the card is played or discarded to
    use all the same, the die is rolled, and nothing comes of it."""

    says: str


named(Unheeded)


class Counted(Aimed, frozen=True):
    """A part that names the players it is for, and a number."""

    count: int = 0
