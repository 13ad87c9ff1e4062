"""Who takes a Scene, and what follows."""

from __future__ import annotations

from typing import cast

import msgspec

from rules.kernel.enforce import enforces
from rules.kernel.entries import TABLE
from rules.kernel.entry_context import EntryContext
from rules.kernel.judgment import Judgment
from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.drawing import joined
from rules.looney_tunes.flow import in_step
from rules.looney_tunes.position import LooneyPosition, Player, change, in_order, with_seat
from rules.looney_tunes.texts import say
from rules.looney_tunes.verbs import Score
from rules.looney_tunes.winning import after_scene


class Group(msgspec.Struct, frozen=True, gc=False):
    """One seat's Actors at the Scene: how many, and what was made of them."""

    seat: str
    size: int
    rank_change: int
    counts_as: str | None
    never_overacts: bool
    wins_ties: bool


class SceneState(msgspec.Struct, frozen=True, gc=False):
    """Everything but the faces that decides a Scene."""

    groups: tuple[Group, ...]
    active: str
    seats: int
    scene_color: str | None
    scene_rank_change: int
    colorless: str
    rankless: str


def scene_state(ctx: EntryContext, position: LooneyPosition) -> tuple[tuple[int, ...], SceneState]:
    """The cards that decide (the Scene, then the Actors seat by seat) and the rest."""
    cards: list[int] = [position.scene or 0]
    groups = []
    for seat, p in position.players.items():
        if p.face_up and not p.out:
            cards.extend(p.face_up)
            size = len(p.face_up)
            groups.append(Group(seat, size, p.rank_change, p.counts_as, p.never_overacts, p.wins_ties))
    options = ctx.options
    state = SceneState(
        tuple(groups), position.active or "", len(ctx.seats), position.scene_color, position.scene_rank_change,
        options.colorless, options.rankless,
    )  # fmt: skip
    return tuple(cards), state


@enforces(
    "scoring.add-ranks", "scoring.best-actors", "scoring-scenes.color", "scoring-scenes.closest",
    "scoring-scenes.overacting", "scoring-scenes.mixed-colors", "reading.d3", "reading.d4", "reading.d5", "reading.d6",
    "reading.d7", "reading.d8", "reading.d13", "more-players.ties", "more-players.scoring",
)  # fmt: skip
def scene_winner(faces: tuple[LooneyCard, ...], state: SceneState) -> str | None:
    """The seat that takes the Scene; None: nobody.

    The ladder: the Scene's color without overacting, then another color without overacting, then overacting; on one
    rung the highest total (without overacting that is the one closest to the Scene's Rank).
    """
    scene = faces[0]
    color = state.scene_color or scene.color
    rank = None if scene.rank is None else scene.rank + state.scene_rank_change
    best: tuple[int, int] | None = None
    ties: list[Group] = []
    start = 1
    for group in state.groups:
        actors = faces[start : start + group.size]
        start += group.size
        total = group.rank_change
        for actor in actors:
            total += actor.rank or 0
        if rank is not None and total > rank and not group.never_overacts:
            value = (0, total)
        else:
            rung = 2 if _matches(actors, group, color, state.colorless) else 1
            value = (rung, _closeness(total, rank, state.rankless))
        if best is None or value > best:
            best, ties = value, [group]
        elif value == best:
            ties.append(group)
    return _winner_of_tie(ties, state)


def taker_now(j: Judgment) -> str | None:
    """Who takes the Scene as it lies, once all Actors are revealed; None while that is not known, or for nobody."""
    position: LooneyPosition = j.position
    if position.phase not in ("effects", "score") or position.scene is None:
        return None
    if any(player.face_down for player in position.players.values()):
        return None
    cards, state = scene_state(j, position)
    numbers = [j.known.faces.get(card) for card in cards]
    faces = tuple(cast(LooneyCard, j.catalogue.cards[number]) for number in numbers if number is not None)
    return scene_winner(faces, state) if len(faces) == len(cards) else None


def _closeness(total: int, rank: int | None, rankless: str) -> int:
    """The value by which groups that do not overact are compared: more is closer to the Scene's Rank."""
    if rank is None:
        return -total if rankless == "lowest" else total
    return 2 * rank - total if total > rank else total  # over it: as far away as if it were below


def _matches(actors: tuple[LooneyCard, ...], group: Group, color: str | None, colorless: str) -> bool:
    colors = {group.counts_as} if group.counts_as else {actor.color for actor in actors}
    if color is None:
        return colorless == "single_color" and len(colors) == 1
    return colors == {color}


def _winner_of_tie(ties: list[Group], state: SceneState) -> str | None:
    """Who takes the Scene among the best: one alone; a Special Effect's winner of ties; with two players the active."""
    if len(ties) > 1:
        special = [group for group in ties if group.wins_ties]
        if len(special) == 1:
            return special[0].seat
        if state.seats > 2:
            return None
        return state.active if any(group.seat == state.active for group in ties) else None
    return ties[0].seat if ties else None


def is_scene_winner(*things: object) -> bool:
    """The test of a score entry: faces, then the case and the seat named."""
    faces, state = cast("tuple[LooneyCard, ...]", things[:-2]), cast(SceneState, things[-2])
    return scene_winner(faces, state) == things[-1]


def verify_score(j: Judgment, entry: Score) -> None:
    position: LooneyPosition = j.position
    if entry.by != TABLE:
        j.forbid("log.seat", say("only_table_scores"))
        return
    if not in_step(j, "score", "scoring.order", "scoring"):
        return
    if entry.taker is not None and entry.taker not in position.players:
        j.forbid("log.seat", say("no_seat_in_log", seat=entry.taker))
        return
    cards, state = scene_state(j, position)
    faces = tuple([j.card(card) for card in cards])
    if None in faces:
        j.need(
            "scoring.best-actors", is_scene_winner, cards, say("not_the_best_actors"),
            say("cards_at_scene"), (state, entry.taker),
        )  # fmt: skip
        return
    known: tuple[LooneyCard, ...] = faces  # type: ignore[assignment]
    check_printed(j, known, state)
    right = scene_winner(known, state)
    if right != entry.taker and j.missing is None:
        j.forbid(
            "scoring.best-actors",
            say("scene_goes_to", right=right) if right else say("nobody_takes_scene"),
        )


def check_printed(j: Judgment, faces: tuple[LooneyCard, ...], state: SceneState) -> None:
    """Marks as undetermined what the card list does not say: a Rank or a color."""
    for actor in faces[1:]:
        if actor.rank is None:
            j.unsure(say("rank_not_in_card_list", title=actor.title))
        if actor.color is None and (state.scene_color or faces[0].color) is not None:
            j.unsure(say("color_not_in_card_list", title=actor.title))


@enforces("after-scoring.score-pile", "after-scoring.discard", "reading.d7.untaken", "reading.d14")
def perform_score(ctx: EntryContext, position: LooneyPosition, entry: Score, plan: None) -> LooneyPosition:
    scene = position.scene or 0
    players = {seat: without_scene_cards(player) for seat, player in position.players.items()}
    board, discard = position.storyboard, position.movie_discard
    if entry.taker is not None:
        winner = players[entry.taker]
        face = ctx.card(scene)
        points = (face.points or 0) if isinstance(face, LooneyCard) else 0
        points = max(points + position.scene_points_change, 0)
        players[entry.taker] = change(
            winner, score_pile=(*winner.score_pile, scene), score=winner.score + points
        )
    elif ctx.options.untaken == "stay":
        board = (*board, scene)
    else:
        discard = (*discard, scene)
    active = next_active(ctx, position, entry.taker)
    position = change(
        position, players=players, storyboard=board, movie_discard=discard, scene=None, scene_color=None,
        scene_rank_change=0, scene_points_change=0, scene_text_done=False, active=active, next_active=None,
        round=position.round + 1,
    )  # fmt: skip
    return after_scene(ctx, position)


def without_scene_cards(player: Player) -> Player:
    """A player whose cards at the Scene were discarded."""
    cards = player.face_down + player.face_up
    return change(
        player, face_down=(), face_up=(), discard=joined(player.discard, cards), rank_change=0, counts_as=None,
        never_overacts=False, wins_ties=False, text_done=(),
    )  # fmt: skip


@enforces("after-scoring.loser-active", "playing.next-active", "reading.d1", "more-players.turn-order")
def next_active(ctx: EntryContext, position: LooneyPosition, taken_by: str | None) -> str | None:
    """The active player of the next round."""
    called = position.next_active
    if called in ctx.seats and not position.players[str(called)].out:
        return called
    if len(ctx.seats) == 2 and ctx.options.next_active == "loser" and taken_by is not None:
        return ctx.seats[1] if ctx.seats[0] == taken_by else ctx.seats[0]
    order = [seat for seat in in_order(ctx.seats, position.active)[1:] if not position.players[seat].out]
    return order[0] if order else position.active


@enforces("winning.forty-points", "reading.d14")
def after_changes(ctx: EntryContext, before: LooneyPosition, position: LooneyPosition) -> LooneyPosition:
    """A judge's changes that move Scenes into or out of a score pile move their points; where they say the score
    themselves, that is the score."""
    for seat, player in position.players.items():
        was = before.players[seat]
        if player.score_pile != was.score_pile and player.score == was.score:
            gained = _points(ctx, player.score_pile) - _points(ctx, was.score_pile)
            position = with_seat(position, seat, change(player, score=max(player.score + gained, 0)))
    return position


def _points(ctx: EntryContext, pile: tuple[int, ...]) -> int:
    faces = [ctx.card(card) for card in pile]
    return sum(face.points or 0 for face in faces if isinstance(face, LooneyCard))
