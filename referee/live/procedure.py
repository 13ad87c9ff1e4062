"""The end of time at a live table, step by step. What each step says is read from the engine's own position."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from referee.boards.scene import cards_words
from rules.kernel.entries import JUDGE, TABLE
from rules.kernel.errors import Impossible
from rules.kernel.replay import Replay

Names = Mapping[str, str]


class Step(msgspec.Struct, frozen=True):
    """One step: what is to be done, by whom, and what it concerns."""

    key: str
    words: str
    done: bool
    who: tuple[str, ...] = ()
    items: tuple[str, ...] = ()


def procedure_of(run: Replay, names: Names, called: bool, text: str) -> dict[str, Any] | None:
    """The procedure once time was called by the clock (``called``) or in the log; None before. ``text`` is the event's
    own wording."""
    in_log = any(run.entries[n - 1].do == "time_called" for n in run.active_entries)
    if not (called or in_log):
        return None
    over = run.game.is_over(run.position)
    title, steps = STEPS.get(run.game.name, _plain)(run, names)
    now = None if over else next((step.key for step in steps if not step.done), None)
    return {
        "title": title,
        "text": text,
        "steps": [
            {**msgspec.to_builtins(step), "done": step.done or over, "now": step.key == now} for step in steps
        ],
    }


def _name(names: Names, seat: str) -> str:
    if seat == TABLE:
        return str(_("The table"))
    return str(_("The judge")) if seat == JUDGE else names.get(seat, seat)


def _finishing(run: Replay, names: Names, what: str) -> Step:
    """The step that ends the turn, Scene or Day in progress."""
    return Step("finish", what, run.game.is_over(run.position), tuple(run.game.to_act(run.position)))


def _plain(run: Replay, names: Names) -> tuple[str, tuple[Step, ...]]:
    return str(_("Time")), (_finishing(run, names, str(_("Finish what is in progress."))),)


def _looney(run: Replay, names: Names) -> tuple[str, tuple[Step, ...]]:
    scores = {seat: run.position.players[seat].score for seat in run.seats}
    best = max(scores.values())
    level = [seat for seat in run.seats if scores[seat] == best]
    points = tuple(f"{_name(names, seat)}: {scores[seat]}" for seat in run.seats)
    finish = Step("finish", str(_("Finish the Scene in progress.")), _scene_over(run), (), points)
    if len(level) > 1 and _scene_over(run):
        words = _("Equal at the top: a further Scene is shot, until one leads.")
    else:
        words = _("Most points wins. Equal at the top: further Scenes until one leads.")
    return str(_("Time")), (finish, Step("decide", str(words), False, tuple(run.game.to_act(run.position))))


def _scene_over(run: Replay) -> bool:
    """Whether a Scene has ended since time was called."""
    called = max(n for n in [0, *run.active_entries] if n == 0 or run.entries[n - 1].do == "time_called")
    before = run.positions[called - 1] if called else run.position
    return bool(run.position.round != before.round)


def _nightmare(run: Replay, names: Names) -> tuple[str, tuple[Step, ...]]:
    words = _("Finish Day %(day)s. Then most Scare Points wins, and the rulebook's tiebreakers.")
    return str(_("Time")), (_finishing(run, names, str(words % {"day": run.position.day})),)


def _duel(run: Replay, names: Names) -> tuple[str, tuple[Step, ...]]:
    p = run.position
    points = tuple(f"{_name(names, seat)}: {p.players[seat].points}" for seat in run.seats)
    first = Step(
        "finish",
        str(_("%(name)s finishes the turn.") % {"name": _name(names, p.turn)}),
        p.time == "extra",
        (p.turn,),
        points,
    )
    extra = Step("decide", str(_("Most Victory Points wins. Equal: the next Victory Point decides.")), False)
    return str(_("Time")), (first, extra)


def _dream(run: Replay, names: Names) -> tuple[str, tuple[Step, ...]]:
    p = run.position
    alive = tuple(_name(names, seat) for seat in run.seats if p.players[seat].alive)
    words = _("%(name)s finishes the turn. Survivors share the first place.") % {"name": _name(names, p.turn)}
    return str(_("Time")), (Step("finish", str(words), False, (p.turn,), alive),)


# -- Highlander: First Blood ----------------------------------------------------------------------


def _first_blood(run: Replay, names: Names) -> tuple[str, tuple[Step, ...]]:
    """The turn in progress, the judge, what leaves play, the Abilities, the hands, the draw, and what wins."""
    p = run.position
    begun = bool(p.first_blood)
    waiting = p.phase == "time_called"
    before, after = _around_first_blood(run, waiting)
    settled = begun and p.phase != "first_blood"
    steps = [
        Step(
            "finish_turn",
            str(_("%(name)s finishes the turn.") % {"name": _name(names, p.turn)})
            if not (begun or waiting)
            else str(_("The turn in which time was called is finished.")),
            begun or waiting,
            () if begun or waiting else (p.turn,),
        ),
        Step("judge", str(_("A judge invokes First Blood.")), begun, (JUDGE,)),
        Step(
            "leaves_play",
            str(_("Special cards leave play, to their owners' discard piles.")),
            begun,
            (),
            _left(run, names, before, after),
        ),
        Step(
            "abilities",
            str(_("Abilities as they are now.")),
            begun,
            (),
            _abilities(run, names, before, after),
        ),
    ]
    removing = tuple(seat for seat in run.seats if getattr(p.players[seat], "may_remove", 0))
    if removing and p.phase == "first_blood":
        some = tuple(
            str(
                _("%(name)s may remove %(n)s cards")
                % {"name": _name(names, seat), "n": p.players[seat].may_remove}
            )
            for seat in removing
        )
        steps.append(
            Step("remove", str(_("Arms and Tactics: cards may leave the game.")), False, removing, some)
        )
    open_hands = tuple(seat for seat in run.seats if seat not in p.shuffled_in)
    steps.append(
        Step(
            "shuffle_hands",
            str(_("The hands are shuffled into the Endurances.")),
            settled or (begun and not open_hands),
            (TABLE,),
            tuple(_name(names, seat) for seat in open_hands) if not settled else (),
        )
    )
    steps.append(
        Step("draw", str(_("Both draw up to their Ability.")), settled, (), _to_draw(run, names, settled))
    )
    steps.append(
        Step(
            "decide",
            str(
                _(
                    "Nobody draws any more. The first damage of an attack, a head, or beginning an Attack Phase "
                    "without Ability decides."
                )
            ),
            False,
            tuple(run.game.to_act(p)) if settled else (),
        )
    )
    return str(_("First Blood")), tuple(steps)


def _around_first_blood(run: Replay, waiting: bool) -> tuple[Replay | None, Replay | None]:
    """Replays before and after First Blood begins: as it was, or as it would be while it waits for the judge."""
    verb = next((v for v in run.game.verbs if v.__struct_config__.tag == "first_blood"), None)
    for n in run.active_entries:
        if verb is not None and isinstance(run.entries[n - 1], verb):
            return run.seen_at(n - 1), run.seen_at(n)
    if waiting and verb is not None:
        fork = run.fork(len(run.entries))
        try:
            if fork.push(verb(by=JUDGE)).verdict == "legal":
                return run, fork
        except Impossible:
            return None, None
    return None, None


def _left(run: Replay, names: Names, before: Replay | None, after: Replay | None) -> tuple[str, ...]:
    if before is None or after is None:
        return ()
    found = []
    for seat in run.seats:
        stays = {held.card for held in after.position.players[seat].in_play}
        for held in before.position.players[seat].in_play:
            if held.card not in stays:
                face = before.knowns[-1].faces.get(held.card)
                title = cards_words(None) if face is None else run.catalogue.cards[face].title
                found.append(f"{_name(names, seat)}: {title}")
    return tuple(found)


def _abilities(run: Replay, names: Names, before: Replay | None, after: Replay | None) -> tuple[str, ...]:
    if before is None or after is None:
        return ()
    found = []
    for seat in run.seats:
        was, now = before.position.players[seat].ability, after.position.players[seat].ability
        change = f"{was} → {now}" if was != now else f"{now}"
        found.append(f"{_name(names, seat)}: {change}")
    return tuple(found)


def _to_draw(run: Replay, names: Names, settled: bool) -> tuple[str, ...]:
    """How many cards each still draws, as the engine offers it."""
    p = run.position
    if settled or p.phase != "first_blood":
        return ()
    found = []
    for seat in run.seats:
        for option in run.options_for(seat):
            count: int = msgspec.structs.asdict(option).get("count", 0)
            if option.do == "draw" and count:
                found.append(f"{_name(names, seat)}: {count}")
    return tuple(found)


STEPS: dict[str, Callable[[Replay, Names], tuple[str, tuple[Step, ...]]]] = {
    "highlander": _first_blood,
    "looney_tunes": _looney,
    "nightmare_before_christmas": _nightmare,
    "herocard_duel": _duel,
    "herocard_nightmare": _dream,
}
