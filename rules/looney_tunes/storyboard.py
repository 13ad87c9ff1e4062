"""Step 2: building the storyboard, and the choice of a Scene."""

from __future__ import annotations

from rules.kernel.cards import describe, named
from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.kernel.knowledge import OPEN
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.cards.language import ExtraScene
from rules.looney_tunes.flow import in_step, start_sending, to_choice, to_storyboard
from rules.looney_tunes.position import MOVIE, LooneyPosition, change, needs_agreement, with_seat, without
from rules.looney_tunes.setting_up import board_due, set_up
from rules.looney_tunes.steps import Target, carry_out, run_steps
from rules.looney_tunes.texts import say
from rules.looney_tunes.verbs import AddScene, ChooseScene

SHORT_OF_DECK = say("add_scene_from_deck_first")
SHORT_OF_HAND = say("add_scene_from_hand_first")


def is_scene(card: LooneyCard) -> bool:
    return card.type == "scene"


def may_add(j: Judgment, by: str, source: str) -> bool:
    """Whether adding a Scene is due, by this seat and from there; says in words why not."""
    position: LooneyPosition = j.position
    if position.phase == "setup":
        return _may_lay_out(j, by, source)
    waits = position.steps[0] if position.steps and not position.reshuffle else None
    if waits is not None and isinstance(waits.effect, ExtraScene) and not needs_agreement(waits):
        if by != position.steps[0].seat or source != MOVIE:
            j.forbid("special-effects.what-they-do", say("special_effect_adds_next_scene"))
        return j.violations is None
    if not in_step(j, "storyboard", "storyboard.refill", say("adding_scene")):
        return False
    if by != position.active:
        j.forbid("storyboard.refill", say("active_player_builds_storyboard"))
    elif source == MOVIE and not position.movie_deck:
        j.forbid("storyboard.reshuffle", say("no_scenes_left_in_movie_deck"))
    return j.violations is None


def _may_lay_out(j: Judgment, by: str, source: str) -> bool:
    """The same of the first four Scenes."""
    position: LooneyPosition = j.position
    if by != TABLE or source != MOVIE:
        j.forbid("building.first-four", say("table_lays_out_first_scenes"))
    elif MOVIE in position.to_shuffle:
        j.forbid("setting-up.shuffle", say("shuffle_movie_deck_first"))
    elif not board_due(position):
        j.forbid("building.first-four", say("first_storyboard_complete"))
    return j.violations is None


@enforces("storyboard.from-hand", "reading.d12")
def verify_add_scene(j: Judgment, entry: AddScene) -> int | None:
    if not may_add(j, entry.by, entry.source):
        return None
    ref = entry.card
    if entry.source == MOVIE:
        if named(ref) and ref is not None:
            j.find(ref)
        return None
    if ref is None or not named(ref):
        j.forbid("storyboard.from-hand", say("scene_from_hand_not_named"))
        return None
    card = j.pick(j.position.players[entry.by].hand, ref)
    if card is None:
        if j.violations is None:
            j.forbid("storyboard.from-hand", say("card_not_in_hand", card=describe(ref)))
        return None
    if card == OPEN:
        (card,) = j.new(entry.by, 1)
    j.identify(card, ref)
    j.need(
        "storyboard.only-scenes",
        is_scene,
        (card,),
        say("card_not_scene", card=describe(ref)),
        say("which_card_laid_down"),
    )
    return card


def perform_add_scene(
    ctx: EntryContext, position: LooneyPosition, entry: AddScene, plan: int | None
) -> LooneyPosition:
    if entry.source != MOVIE:
        assert plan is not None
        player = position.players[entry.by]
        hand = without(player.hand, plan) if plan in player.hand else player.hand
        board = (*position.storyboard, plan)
        return to_storyboard(with_seat(position, entry.by, change(player, hand=hand), storyboard=board))
    (card,), deck = ctx.draw(position.movie_deck, 1, MOVIE)
    ctx.identify(card, entry.card)
    position = with_scene_from_deck(position, deck, (*position.storyboard, card))
    if position.phase == "setup":
        return set_up(position)
    if position.steps:
        step = position.steps[0]
        position = change(position, steps=position.steps[1:])
        return run_steps(ctx, carry_out(ctx, position, step, Target()))
    return to_storyboard(position)


@enforces("storyboard.reshuffle", "more-players.last-scene", "reading.d10")
def with_scene_from_deck(
    position: LooneyPosition, deck: tuple[int, ...], board: tuple[int, ...]
) -> LooneyPosition:
    """A Scene came off the Movie deck. Its last one: the discard pile is reshuffled, or this is the last turn."""
    if deck:
        return change(position, movie_deck=deck, storyboard=board)
    again = position.movie_discard != ()
    last = position.last_turn or not again
    return change(position, movie_deck=deck, storyboard=board, reshuffle=again, last_turn=last)


def is_no_scene(card: LooneyCard) -> bool:
    return card.type != "scene"


@enforces("reading.d17", "storyboard.refill")
def check_enough(j: Judgment) -> None:
    """Judges that no Scene is added to a short board: only where neither the Movie deck nor the active player's hand
    has one to add."""
    position: LooneyPosition = j.position
    if position.reshuffle:
        j.forbid("storyboard.refill", say("reshuffle_then_add_scenes"))
        return
    deck, hand = position.movie_deck, position.players[str(position.active)].hand
    board = [card for card in position.storyboard if card != OPEN]
    if len(board) < len(position.storyboard):
        j.unsure(say("number_of_scenes_on_storyboard"))
    elif deck and deck[0] != OPEN:
        j.forbid("storyboard.refill", SHORT_OF_DECK)
    elif deck:
        j.unsure(say("whether_movie_deck_ran_out"))
    else:
        known = [card for card in hand if card != OPEN]
        for card in known:
            j.need(
                "storyboard.refill", is_no_scene, (card,), SHORT_OF_HAND,
                say("whether_scene_in_hand"),
            )  # fmt: skip
        if len(known) < len(hand):
            j.unsure(say("whether_scene_in_hand"))


def may_stop_adding(ctx: EntryContext, position: LooneyPosition) -> bool:
    """Whether the board may stay short as far as anybody can tell: nothing known says that a Scene can be added."""
    if position.phase != "storyboard" or position.reshuffle:
        return False
    if OPEN in position.storyboard:
        return True
    if position.movie_deck and position.movie_deck[0] != OPEN:
        return False
    for card in position.players[str(position.active)].hand:
        face = ctx.card(card)
        if isinstance(face, LooneyCard) and face.type == "scene":
            return False
    return True


def end_building(j: Judgment, by: str) -> None:
    """Where the board stays short because nothing can be added, the choice of a Scene says so by itself."""
    position: LooneyPosition = j.position
    if position.phase == "storyboard" and by == position.active and not position.steps:
        check_enough(j)
        j.position = to_choice(position)


# -- choose_scene -----------------------------------------------------------------------------------------------------


def verify_choose_scene(j: Judgment, entry: ChooseScene) -> int | None:
    end_building(j, entry.by)
    position: LooneyPosition = j.position
    if not in_step(j, "choose", "playing.active-chooses", say("choosing_scene")):
        return None
    if entry.by != position.active:
        j.forbid("playing.active-chooses", say("only_active_player_chooses_scene"))
        return None
    if not named(entry.scene):
        j.forbid("playing.active-chooses", say("chosen_scene_not_named"))
        return None
    card = j.pick(position.storyboard, entry.scene)
    if card is None:
        if j.violations is None:
            j.forbid("actors.scene-on-board", say("scene_not_on_storyboard", card=describe(entry.scene)))
        return None
    if card == OPEN:
        (card,) = j.new(MOVIE, 1)
    j.identify(card, entry.scene)
    return card


def perform_choose_scene(
    ctx: EntryContext, position: LooneyPosition, entry: ChooseScene, plan: int
) -> LooneyPosition:
    return start_sending(ctx, position, plan)
