"""The hidden Scene and Killer cards: dealt, looked at, claimed about, shown after the game."""

from __future__ import annotations

from msgspec.structs import replace

from rules.herocard.core.reading.card import HeroCard
from rules.herocard.core.turn.flow import OVER
from rules.herocard.nightmare.dream import titles
from rules.herocard.nightmare.position import NightmareHero, NightmarePosition
from rules.herocard.nightmare.verbs import Commit, Reveal
from rules.herocard.texts import say
from rules.kernel.cards import Card, CardRef, Catalogue
from rules.kernel.enforce import enforces
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment

POOLS = {"scenes": "scene", "killers": "killer"}


def open_pools(j: Judgment, catalogue: Catalogue) -> None:
    """Opens what the Scene and Killer cards are dealt from: one of each."""
    for pool, kind in POOLS.items():
        copies: dict[tuple[int, ...], int] = {
            (number,): 1
            for number, card in enumerate(catalogue.cards)
            if isinstance(card, HeroCard) and card.kind == kind
        }
        j.known = j.known.with_home(pool, copies)


@enforces("game-setup", "deal-scene-and-killer-cards")
def dealt(ctx: EntryContext, players: dict[str, NightmareHero], committed: bool) -> dict[str, NightmareHero]:
    """The players with a Scene and a Killer card each, face down."""
    out: dict[str, NightmareHero] = {}
    for seat, hero in players.items():
        scene = hero.scene if hero.scene is not None else ctx.new("scenes", 1)[0]
        killer = hero.killer if hero.killer is not None else ctx.new("killers", 1)[0]
        out[seat] = replace(hero, scene=scene, killer=killer, committed=hero.committed and committed)
    return out


def _kind_problem(j: Judgment, ref: CardRef | None, kind: str) -> bool:
    """Whether a named card is not of the kind asked for; breaks a rule then."""
    if ref is None:
        return False
    faces = j.find(ref)
    if faces and not any(getattr(j.catalogue.cards[face], "kind", "") == kind for face in faces):
        j.forbid("deal-scene-and-killer-cards.kind", say("wrong_kind_of_card", kind=kind.title()))
    return j.violations is not None


def verify_commit(j: Judgment, e: Commit) -> None:
    """A player looks once at a Scene and a Killer card."""
    position: NightmarePosition = j.position
    hero = position.players.get(e.by)
    if hero is None:
        j.forbid("log.seat", say("only_own_cards_looked_at"))
    elif position.phase != "commit" or hero.committed:
        j.forbid("deal-scene-and-killer-cards.once", say("no_dealt_cards_to_look_at", seat=e.by))
    else:
        _kind_problem(j, e.scene, "scene")
        _kind_problem(j, e.killer, "killer")


def perform_commit(
    ctx: EntryContext, position: NightmarePosition, e: Commit, plan: None
) -> NightmarePosition:
    """The position with the cards looked at; what the log names is learned."""
    players = position.players.copy()
    hero = players[e.by]
    _show(ctx, hero, e)
    players[e.by] = replace(hero, committed=True)
    phase = "first" if all(other.committed for other in players.values()) else "commit"
    return replace(position, players=players, phase=phase)


def verify_reveal(j: Judgment, e: Reveal) -> None:
    """Cards are shown when the game is over."""
    position: NightmarePosition = j.position
    if e.by not in position.players:
        j.forbid("log.seat", say("only_own_cards_shown"))
    elif position.phase != OVER:
        j.forbid(
            "deal-scene-and-killer-cards.secret",
            say("secret_cards_stay_face_down"),
        )
    else:
        _kind_problem(j, e.scene, "scene")
        _kind_problem(j, e.killer, "killer")


def perform_reveal(
    ctx: EntryContext, position: NightmarePosition, e: Reveal, plan: None
) -> NightmarePosition:
    """The same position; what the cards are is learned, and claims are audited."""
    _show(ctx, position.players[e.by], e)
    return position


def _show(ctx: EntryContext, hero: NightmareHero, e: Commit | Reveal) -> None:
    if hero.scene is not None:
        ctx.identify(hero.scene, e.scene)
    if hero.killer is not None:
        ctx.identify(hero.killer, e.killer)


# -- claims -----------------------------------------------------------------------------------------------------------


def is_scared(killer: Card, scene: Card, active: str, killers: tuple[str, ...]) -> bool:
    """Test: whether a player with these cards is scared in a Scene with these Killers."""
    return scene.title == active or killer.title in killers


def says_scared(killer: Card, scene: Card, active: str, killers: tuple[str, ...], scared: bool) -> bool:
    """Test: a claim to be scared or not is true."""
    return is_scared(killer, scene, active, killers) is scared


def dies(killer: Card, scene: Card, active: str, named: str) -> bool:
    """Test: a player with these cards dies in this Scene by this Killer."""
    return scene.title == active and killer.title == named


def says_dead(killer: Card, scene: Card, active: str, named: str, dead: bool) -> bool:
    """Test: a claim to be dead or alive is true."""
    return dies(killer, scene, active, named) is dead


def cards_of(hero: NightmareHero) -> tuple[int, ...]:
    """The Killer and the Scene card of a player."""
    return tuple(card for card in (hero.killer, hero.scene) if card is not None)


def killers_in(position: NightmarePosition, scene: str) -> tuple[str, ...]:
    """The Killer figures in a Scene."""
    return tuple(sorted(name for name, where in position.killers.items() if where == scene))


def number_of(ctx: EntryContext, kind: str, title: str) -> tuple[int, ...]:
    """The catalogue number of a Scene or Killer card."""
    if title not in titles(ctx.catalogue, kind):
        return ()
    return tuple(n for n in ctx.catalogue.find(title) if getattr(ctx.catalogue.cards[n], "kind", "") == kind)
