"""Whether an attack or a Defense suits everything that waits for it (In Conjunction)."""

from __future__ import annotations

from rules.highlander import grid, words
from rules.highlander.card import HighlanderCard
from rules.highlander.language import conjunction as joining
from rules.highlander.language.filters import text_of
from rules.highlander.reading.conjunction import any_waits, conjoined, fits, fits_defense
from rules.highlander.reading.state import face
from rules.highlander.texts import say
from rules.kernel.enforce import enforces
from rules.kernel.judgment import Judgment


def fits_all(j: Judgment, seat: str, card: HighlanderCard, area: int) -> bool:
    """Whether a card suits everything waiting for it (In Conjunction - Exertions). Records what does not."""
    if not any_waits(j.position, seat):  # mostly so
        return True
    for waiting in conjoined(j.position, seat):
        declared = face(j, waiting.card)
        for effect in declared.conjunction if declared else ():
            if isinstance(effect, joining.With) and not fits(card, effect.what, area):
                title = declared.title if declared else say("the_card")
                j.forbid(
                    "in-conjunction",
                    say(
                        "only_played_in_conjunction_with", title=title, kind=words.kind(text_of(effect.what))
                    ),
                )
                return False
    return True


@enforces("making-attacks-v-playing-attacks")
def fits_made(j: Judgment, seat: str, area: int) -> bool:
    """Whether an attack made without a card suits everything waiting for it: making it is playing an Attack, which is
    no Basic one. Records what does not."""
    for waiting in conjoined(j.position, seat):
        declared = face(j, waiting.card)
        for effect in declared.conjunction if declared else ():
            if isinstance(effect, joining.With) and not _suits_made(effect, area):
                title = declared.title if declared else say("the_card")
                j.forbid(
                    "in-conjunction",
                    say(
                        "only_played_in_conjunction_with", title=title, kind=words.kind(text_of(effect.what))
                    ),
                )
                return False
    return True


def _suits_made(effect: joining.With, area: int) -> bool:
    what = effect.what
    return what == "attack" or (isinstance(what, str) and what in grid.GROUPS and grid.is_in(area, what))


def fits_all_defense(j: Judgment, seat: str, card: HighlanderCard) -> bool:
    """Whether a Defense suits everything waiting for it. Records what does not."""
    for waiting in conjoined(j.position, seat):
        declared = face(j, waiting.card)
        for effect in declared.conjunction if declared else ():
            if isinstance(effect, joining.With) and not fits_defense(card, effect.what):
                title = declared.title if declared else say("the_card")
                j.forbid(
                    "in-conjunction",
                    say(
                        "only_played_in_conjunction_with", title=title, kind=words.kind(text_of(effect.what))
                    ),
                )
                return False
    return True
