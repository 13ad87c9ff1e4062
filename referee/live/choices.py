"""The choices on a phone: in assisted events the legal options, in competitive ones every verb that can come up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.budget import QUESTION, TooCostly, budget
from referee.games.presentation import drawer_of
from referee.judging.words import entry_words, plain_entry
from referee.live.live_replay import LiveReplay
from referee.live.moment import verbs_of_the_moment
from referee.live.phones import Phone
from referee.live.verbs import kind_of, offered_verbs, tag_of
from rules.kernel.entering import SEAT
from rules.kernel.entries import PUBLIC, Entry
from rules.kernel.errors import Impossible
from rules.kernel.game import Game
from rules.kernel.replay import Replay

#: Options named in one answer.
MAX_OPTIONS = 400


def choices_for(
    run: LiveReplay, phone: Phone, assisted: bool, names: Mapping[str, str]
) -> dict[str, Any] | None:
    """The choices of those the phone acts for; None for one that only looks."""
    if not phone.acts_for:
        return None
    if assisted:
        return assisted_choices(run.view(phone.sees), phone.acts_for, names)
    return _competitive(run, phone)


def assisted_choices(view: Replay, acts_for: Iterable[str], names: Mapping[str, str]) -> dict[str, Any]:
    """Exactly the legal options of these, by what this view knows; none where finding them would take too much work."""
    drawer = drawer_of(view.game.name)
    try:
        with budget(QUESTION):
            options = [
                {"by": by, "entry": entry, "words": entry_words(entry, drawer, names)}
                for by in acts_for
                for entry in _options(view, by)
            ]
    except TooCostly:
        return {"assisted": True, "options": [], "more": True}
    return {"assisted": True, "options": options[:MAX_OPTIONS], "more": len(options) > MAX_OPTIONS}


def _options(view: Replay, by: str) -> list[dict[str, Any]]:
    return [plain_entry(option) for option in _legal(view, by)]


def _legal(view: Replay, by: str) -> list[Entry]:
    try:
        return list(view.options_for(by))
    except Impossible:
        return []


def _competitive(run: LiveReplay, phone: Phone) -> dict[str, Any]:
    """Every verb of those the phone acts for; first those for which everybody can see a reason, and whose they are. It
    is computed from what a spectator knows, so it is the same whatever anybody holds."""
    every = [tag_of(verb) for verb in verbs_of(run.game, phone.acts_for)]
    waits = _to_act(run, phone)
    by = {who: [do for do in _tags(run.game, who) if do in _likely(run, who)] for who in waits}
    likely = {do for verbs in by.values() for do in verbs}
    first = [do for do in every if do in likely]
    also = [do for do in every if do not in likely]
    return {"assisted": False, "verbs": first, "also": also, "by": by}


def verbs_of(game: Game, acts_for: Iterable[str]) -> list[type[Entry]]:
    """The verbs that somebody of these enters, in the game's order."""
    kinds = {kind_of(by) for by in acts_for}
    return [verb for verb in offered_verbs(game) if kinds.intersection(verb.entered.by)]


def _tags(game: Game, by: str) -> list[str]:
    return [tag_of(verb) for verb in verbs_of(game, (by,))]


def _to_act(run: LiveReplay, phone: Phone) -> tuple[str, ...]:
    """Those whose verbs can come up on the phone: where it acts for several seats, of these the ones that have to act,
    as a spectator sees it."""
    seats = [by for by in phone.acts_for if kind_of(by) == SEAT]
    if len(seats) < 2:
        return phone.acts_for
    view = run.view(PUBLIC)
    waits = view.game.to_act(view.position)
    return tuple(by for by in phone.acts_for if by not in seats or by in waits)


def _likely(run: LiveReplay, by: str) -> frozenset[str]:
    """The verbs for which a spectator can see a reason; computed once for all phones of the table."""
    if run.likely_at != run.count:
        run.likely, run.likely_at = {}, run.count
    if by not in run.likely:
        view = run.view(PUBLIC)
        try:
            with budget(QUESTION):
                run.likely[by] = verbs_of_the_moment(view, by)
        except TooCostly:
            run.likely[by] = frozenset()
    return run.likely[by]
