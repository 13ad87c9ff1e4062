"""A policy in words: names, and its rules as sentences. Pure but for the reader's language."""

from __future__ import annotations

from django.utils.translation import get_language

from tournaments.messages import Message, joined
from tournaments.messages import message as _
from tournaments.policies.structs import TARDINESS, Infraction, Kind, Policy, Text

#: What each penalty is called.
PENALTIES: dict[str, Message] = {
    "caution": _("Caution"),
    "warning": _("Warning"),
    "game_loss": _("Game loss"),
    "match_loss": _("Match loss"),
    "disqualification": _("Disqualification"),
}

#: The same inside a sentence.
PENALTY_WORDS: dict[str, Message] = {
    "caution": _("caution"),
    "warning": _("warning"),
    "game_loss": _("game loss"),
    "match_loss": _("match loss"),
    "disqualification": _("disqualification"),
}

#: The infractions of the usual policy.
NAMES: dict[str, Message] = {
    "tardiness": _("Tardiness"),
    "deck_error": _("Deck error"),
    "slow_play": _("Slow play"),
    "looking_at_extra_cards": _("Looking at extra cards"),
    "drawing_extra_cards": _("Drawing extra cards"),
    "rule_violation": _("Game rule violation"),
    "not_pointed_out": _("Mistake not pointed out"),
    "wrong_information": _("Wrong information"),
    "insufficient_shuffling": _("Insufficient shuffling"),
    "marked_cards": _("Marked cards"),
    "outside_assistance": _("Outside assistance"),
    "wrong_report": _("Wrong report"),
    "instructions_ignored": _("Instructions ignored"),
    "unsporting_minor": _("Unsporting conduct, minor"),
    "unsporting_major": _("Unsporting conduct, major"),
    "stalling": _("Stalling"),
    "arranged_result": _("Arranged result"),
    "cheating": _("Cheating"),
}

_TIMES = (
    _("First time"),
    _("Second time"),
    _("Third time"),
    _("Fourth time"),
    _("Fifth time"),
    _("Sixth time"),
)
_FROM_THEN = (
    _("Each time"),
    _("From the second time on"),
    _("From the third time on"),
    _("From the fourth time on"),
    _("From the fifth time on"),
    _("From the sixth time on"),
)


def name_of(policy: Policy, id: str) -> Message | str:
    """The name of the infraction: the policy's own, else the site's; the id itself for one that is in neither."""
    infraction = policy.infraction(id)
    own = said(infraction.name) if infraction is not None else ""
    return own or NAMES.get(id, id)


def said(text: Text) -> str:
    """The text in the reader's language, else in English, else in the first that there is."""
    if isinstance(text, str):
        return text
    language = (get_language() or "en").split("-")[0]
    return text.get(language) or text.get("en") or next((each for each in text.values() if each), "")


def steps_in_words(infraction: Infraction) -> Message:
    """The penalty for the first time and for each after it."""
    steps = _folded(infraction.steps)
    parts = [
        _("%(time)s: %(penalty)s.", time=_TIMES[at], penalty=PENALTY_WORDS[step])
        for at, step in enumerate(steps[:-1])
    ]
    last = _("%(time)s: %(penalty)s.", time=_FROM_THEN[len(steps) - 1], penalty=PENALTY_WORDS[steps[-1]])
    if infraction.id == TARDINESS:
        parts.insert(0, _("Before the minutes from which a game or the match is lost."))
    return joined(" ", [*parts, last])


def _folded(steps: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """The steps without repetitions at the end: the last one stays anyhow."""
    while len(steps) > 1 and steps[-1] == steps[-2]:
        steps = steps[:-1]
    return steps


def rules_in_words(policy: Policy) -> list[Message]:
    """What holds for every infraction."""
    return [
        _("A repeated infraction steps up within the event, each infraction for itself."),
        _("A game loss counts for the game that is on, else for the next; between matches for the next match."),
        IN_ONE_GAME[policy.in_one_game]
        if policy.in_one_game != "match_points"
        else in_points(policy.points_taken),
        BOTH_AT_ONCE[policy.both_at_once],
        SEVERAL_AT_ONCE[policy.several_at_once],
        _("At a table of three or more, whoever loses the match is last."),
        _("Judges give what stands here; only the head judge goes beyond or below it, and says why."),
        _("The head judge sees the penalties of other events of a series for %(n)s days; they step nothing up.",
          n=policy.shown_days)
        if policy.shown_days
        else _("Penalties of other events are shown to nobody."),
    ]  # fmt: skip


def in_points(points: int) -> Message:
    """What stands for a game loss, where that is points."""
    if points == 1:
        return _(
            "Where a match is one game, a match point of the round is taken for a game loss; in a bracket, where "
            "points count nothing, the match is lost."
        )
    return _(
        "Where a match is one game, %(n)s match points of the round are taken for a game loss; in a bracket, where "
        "points count nothing, the match is lost.",
        n=points,
    )


IN_ONE_GAME: dict[str, Message] = {
    "warning": _("Where a match is one game, a game loss is a warning."),
    "match_loss": _("Where a match is one game, a game loss is the loss of the match."),
}
BOTH_AT_ONCE: dict[str, Message] = {
    "cancel": _("Losses of both players for the same game cancel each other."),
    "count": _("Losses of both players for the same game both count, each as a game won by the other."),
}
SEVERAL_AT_ONCE: dict[str, Message] = {
    "heaviest": _("Whoever gets several losses for the same game loses one game."),
    "each": _("Whoever gets several losses for the same game loses as many games."),
}
