"""The end of time in Highlander: First Blood. What each step says is read from the engine's own position."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext as _

from referee.boards.scene import cards_words
from referee.games.time_steps import Names, Step, Steps, name_of
from rules.kernel.entries import JUDGE, TABLE
from rules.kernel.errors import Impossible
from rules.kernel.replay import Replay


def time_steps(run: Replay, names: Names) -> Steps:
    """The turn in progress, the judge, what leaves play, the Abilities, the hands, the draw, and what wins."""
    p = run.position
    begun = bool(p.first_blood)
    waiting = p.phase == "time_called"
    before, after = _around_first_blood(run, waiting)
    settled = begun and p.phase != "first_blood"
    steps = [
        Step(
            "finish_turn",
            str(_("%(name)s finishes the turn.") % {"name": name_of(names, p.turn)})
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
    if p.phase == "first_blood":
        steps += _removals(run, names)
    open_hands = tuple(seat for seat in run.seats if seat not in p.shuffled_in)
    steps.append(
        Step(
            "shuffle_hands",
            str(_("The hands are shuffled into the Endurances.")),
            settled or (begun and not open_hands),
            (TABLE,),
            tuple(name_of(names, seat) for seat in open_hands) if not settled else (),
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


def _removals(run: Replay, names: Names) -> list[Step]:
    """The cards that may leave the game by Arms and Tactics; no step where nobody may remove any."""
    players = run.position.players
    removing = tuple(seat for seat in run.seats if getattr(players[seat], "may_remove", 0))
    if not removing:
        return []
    some = tuple(
        str(
            _("%(name)s may remove %(n)s cards")
            % {"name": name_of(names, seat), "n": players[seat].may_remove}
        )
        for seat in removing
    )
    return [Step("remove", str(_("Arms and Tactics: cards may leave the game.")), False, removing, some)]


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
    changes = []
    for seat in run.seats:
        stays = {held.card for held in after.position.players[seat].in_play}
        for held in before.position.players[seat].in_play:
            if held.card not in stays:
                face = before.knowns[-1].faces.get(held.card)
                title = cards_words(None) if face is None else run.catalogue.cards[face].title
                changes.append(f"{name_of(names, seat)}: {title}")
    return tuple(changes)


def _abilities(run: Replay, names: Names, before: Replay | None, after: Replay | None) -> tuple[str, ...]:
    if before is None or after is None:
        return ()
    changes = []
    for seat in run.seats:
        was, now = before.position.players[seat].ability, after.position.players[seat].ability
        change = f"{was} → {now}" if was != now else f"{now}"
        changes.append(f"{name_of(names, seat)}: {change}")
    return tuple(changes)


def _to_draw(run: Replay, names: Names, settled: bool) -> tuple[str, ...]:
    """How many cards each still draws, as the engine offers it."""
    p = run.position
    if settled or p.phase != "first_blood":
        return ()
    lines = []
    for seat in run.seats:
        for option in run.options_for(seat):
            count: int = msgspec.structs.asdict(option).get("count", 0)
            if option.do == "draw" and count:
                lines.append(f"{name_of(names, seat)}: {count}")
    return tuple(lines)
