"""The effects that hold while a card lies in play, or last for some turns without one."""

from __future__ import annotations

from typing import Literal, get_args

from rules.highlander.language import one_card
from rules.highlander.language.filters import Called, Filter, Kind, Title, Word
from rules.highlander.language.parts import Aimed, Counted, Part, Row, Unheeded, named

#: what may be prevented: everything that the rules ask a player's prevention of
Denied = Literal[
    "attacks", "open attacks", "special attacks", "upper attacks", "middle attacks", "lower attacks", "left attacks",
    "center attacks", "right attacks", "blocks", "dodges", "defenses", "special cards", "damaging special cards",
    "damaging events", "events", "situations", "objects", "locations", "edges", "hand", "draws", "drawing", "damage",
    "recovering", "other exertions", "defense exertions", "hidden attacks",
]  # fmt: skip
DENIED: frozenset[str] = frozenset(get_args(Denied))


# -- Ability and damage --------------------
class Ability(Counted, frozen=True, tag="ability"):
    """Ability is higher or lower; identical cards add up."""


class Armor(Aimed, frozen=True, tag="armor"):
    """1 damage less from attacks that armor covers whole: a row of it."""

    what: Row


class AttackDamage(Counted, frozen=True, tag="attack_damage"):
    """Successful attacks do so much more damage, or half of it."""

    what: Literal["", "half"] = ""


class BlockedBlowDamage(Counted, frozen=True, kw_only=True, tag="blocked_blow_damage"):
    """The damage of a Power Blow that was blocked, in place of the usual, or of one that an Exertion's Power Block
    blocked."""

    what: Literal["block", "power_block"]


# -- what is prevented, ignored, nullified --------------------
class Prevent(Aimed, frozen=True, tag="prevent"):
    """Something is prevented: what players do, or playing cards of a group or a Title."""

    what: Denied | Called


class PreventByLastTurn(Aimed, frozen=True, tag="prevent_by_last_turn"):
    """The last turn prevents something: more attacks than the opponent made in it, Special cards where no attack was
    made in it, hiding an attack because of a Power Blow in it."""

    what: Literal["attacks", "special cards", "hidden attacks"]


class Ignores(Aimed, frozen=True, tag="ignore"):
    """The player ignores ``denials`` of a kind or ``all``, everything in play when ``to_play`` such a card, or cards of
    a kind (of Events, the opponent's)."""

    cards: Word | None = None
    denials: Denied | Literal["all"] | None = None
    to_play: Word | None = None


class Nullify(Aimed, frozen=True, tag="nullify"):
    """Cards of a kind are nullified."""

    what: Word


class KeepOut(Aimed, frozen=True, tag="keep_out"):
    """Cards of a kind do not come into play."""

    what: Word


class Uncounterable(Aimed, frozen=True, tag="uncounterable"):
    """Cards of a kind are not countered."""

    what: Word


# -- attacks --------------------
class AttackBlockedAreas(Aimed, frozen=True, tag="attack_blocked_areas"):
    """The player's attacks may reach the area that the player's own last Block covered."""


class AttacksEachTurn(Counted, frozen=True, tag="attacks_each_turn"):
    """So many attacks may be made each turn."""


class PlayAs(Aimed, frozen=True, tag="play_as"):
    """Attacks may be played as Blocks, Blocks as Guards, Basic Attacks as Ranged ones."""

    what: Literal["attack_as_block", "block_as_guard", "basic_as_ranged"]


class WithoutExertion(Counted, frozen=True, kw_only=True, tag="without_exertion"):
    """Power Blocks are made without an Exertion, or by the next ``count`` Defenses alone; or one Power Blow a turn."""

    what: Literal["power_block", "next_power_blocks", "power_blow"]


class LookAt(Aimed, frozen=True, tag="look_at"):
    """A hidden attack may be looked at, a card of the opponent's hand by lot, or the top card of that Endurance."""

    what: Literal["hidden", "hand", "endurance"]


class MayHideAttacks(Aimed, frozen=True, tag="may_hide_attacks"):
    """Attacks may be hidden."""


class WrongGuessBarsExertion(Aimed, frozen=True, tag="wrong_guess_bars_exertion"):
    """Who guesses wrong about a hidden attack makes no Exertion for a Defense."""


# -- Defenses --------------------
class BasicBlocks(Aimed, frozen=True, tag="basic_blocks"):
    """A Basic Block may cover one adjoining area more, or two may be played as one."""

    what: Literal["extend", "two_as_one"]


class WhenPowerBlock(Counted, frozen=True, kw_only=True, tag="when_power_block"):
    """Who makes a Power Block discards cards of a kind, or cards off the Endurance."""

    does: Literal["discard", "mill"]
    cards: Kind = "card"


# -- hands and the Endurance --------------------
class MayDiscardTo(Aimed, frozen=True, tag="may_discard_to"):
    """A discarded card may go on top of the Endurance, or a Basic Attack of the hand under it."""

    what: Literal["top", "under"]


class ForcedDiscards(Aimed, frozen=True, tag="forced_discards"):
    """Cards that must be discarded are chosen at random, or come from the hand where they would come off the
    Endurance."""

    what: Literal["at_random", "from_hand"]


class DrawTo(Aimed, frozen=True, tag="draw_to"):
    """The hand is drawn to the number of cards in the opponent's, or to as many more as the opponent may include
    Masters."""

    what: Literal["opponents_hand", "opponents_masters"]


class EachTurn(Counted, frozen=True, kw_only=True, tag="each_turn"):
    """At the beginning of each turn cards are drawn (one may be for ``each`` own card of a kind in play) or leave the
    Endurance, or up to so many of the hand may be replaced."""

    does: Literal["draw", "mill", "replace"]
    each: Word | None = None


class Holds(Aimed, frozen=True, tag="holds"):
    """Cards of the hand may be put under it: so many at most, or only such."""

    count: int = 0
    what: Filter = Filter()


# -- Exertions --------------------
class ExertTo(Aimed, frozen=True, tag="exert_for"):
    """An Exertion does something: in place of a Special card it prevents damage or removes a Situation; it avoids an
    attack; it moves ``cards`` of a kind from the discard pile under the Endurance."""

    what: Literal["prevent_damage", "remove_situation", "avoid", "move_under"]
    cards: Word | None = None


class ExtendExertion(Counted, frozen=True, tag="extend_exertion"):
    """An Exertion takes so many cards more."""


class Keep(Aimed, frozen=True, tag="keep"):
    """A card of a kind may be kept of each Exertion."""

    what: Kind


# -- weapons --------------------
class ImproveChance(Counted, frozen=True, kw_only=True, tag="improve_chance"):
    """The chance of success of cards of a Title is higher."""

    what: Title


class OneHanded(Aimed, frozen=True, tag="one_handed"):
    """A weapon of this Title takes one hand."""

    what: Title


class Cost(Counted, frozen=True, kw_only=True, tag="cost"):
    """To play a card of a Type, so many cards of the same are discarded."""

    what: Word | Literal["red", "gold"]


# -- when it leaves --------------------
class LeavesAfter(Part, frozen=True, tag="leaves_after"):
    """It leaves after so many of the opponent's turns."""

    count: int = 0


class LeavesWhen(Counted, frozen=True, kw_only=True, tag="leaves_when"):
    """It leaves when its player attacks or plays a Special card that may do damage, takes damage, draws a card, or when
    a hand falls below so many cards."""

    what: Literal["attacking", "damaged", "drawn", "hand_below"]


# -- other cards --------------------
Continuous = (
    Ability | Armor | AttackDamage | BlockedBlowDamage | Prevent | PreventByLastTurn | Ignores | Nullify | KeepOut
    | Uncounterable | AttackBlockedAreas | AttacksEachTurn | PlayAs | WithoutExertion | LookAt | MayHideAttacks |
    WrongGuessBarsExertion | BasicBlocks | WhenPowerBlock | MayDiscardTo | ForcedDiscards | DrawTo | EachTurn |
    Holds | ExertTo | ExtendExertion | Keep | ImproveChance | OneHanded | Cost | LeavesAfter | LeavesWhen |
    one_card.InPlay | Unheeded
)  # fmt: skip
CONTINUOUS = one_card.IN_PLAY | named(
    Ability, Armor, AttackDamage, BlockedBlowDamage, Prevent, PreventByLastTurn, Ignores, Nullify, KeepOut,
    Uncounterable, AttackBlockedAreas, AttacksEachTurn, PlayAs, WithoutExertion, LookAt, MayHideAttacks,
    WrongGuessBarsExertion, BasicBlocks, WhenPowerBlock, MayDiscardTo, ForcedDiscards, DrawTo, EachTurn, Holds,
    ExertTo, ExtendExertion, Keep, ImproveChance, OneHanded, Cost, LeavesAfter, LeavesWhen,
)  # fmt: skip
