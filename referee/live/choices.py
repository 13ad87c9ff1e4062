"""The choices on a phone: in assisted events the legal options, in competitive ones every verb that can come up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from referee.budget import QUESTION, TooCostly, budget
from referee.games.presentation import drawer_of
from referee.judging.words import entry_words, plain_entry
from referee.live.live_replay import LiveReplay
from referee.live.moment import verbs_of_the_moment
from referee.live.phones import Phone
from referee.live.verbs import offered_verbs, tag_of
from rules.kernel.entering import SEAT
from rules.kernel.entries import JUDGE, PUBLIC, TABLE, Entry
from rules.kernel.errors import Impossible
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
        return _assisted(run.view(phone.sees), phone, names)
    return _competitive(run, phone)


def _assisted(view: Replay, phone: Phone, names: Mapping[str, str]) -> dict[str, Any]:
    """Exactly the legal options, by what this view knows; none where finding them would take too much work."""
    drawer = drawer_of(view.game.name)
    try:
        with budget(QUESTION):
            options = [
                {"by": by, "entry": entry, "words": entry_words(entry, drawer, names)}
                for by in phone.acts_for
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
    """Every verb of those the phone acts for; first those for which everybody can see a reason. It is computed from
    what a spectator knows, so it is the same whatever anybody holds."""
    likely = {verb for by in phone.acts_for for verb in _likely(run, by)}
    kinds = {by if by in (JUDGE, TABLE) else SEAT for by in phone.acts_for}
    every = [tag_of(verb) for verb in offered_verbs(run.game) if kinds.intersection(verb.entered.by)]
    first = [verb for verb in every if verb in likely]
    return {"assisted": False, "verbs": first, "also": [verb for verb in every if verb not in likely]}


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
