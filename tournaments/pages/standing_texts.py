"""What the working of the standings says, with names in place of what stands in a text: for translation."""

from django.utils.translation import gettext_noop as _

from tournaments.standings.profiles import PROFILES
from tournaments.standings.tiebreakers.registry import TIEBREAKERS

TEXTS = (
    # what tiebreakers and profiles say of themselves
    *(text for tiebreaker in TIEBREAKERS.values() for text in tiebreaker.texts()),
    *(profile.edition for profile in PROFILES.values()),
    # what stands in any working, and what the table relied on
    _("won"),
    _("drew"),
    _("lost"),
    _("lost (both lose)"),
    _("bye"),
    _("won (%(how)s)"),
    _("drew (%(how)s)"),
    _("lost (%(how)s)"),
    _("missed, counted as a loss"),
    _("missed, counted as a bye"),
    _("place %(n)s of %(size)s"),
    _("place %(n)s of %(size)s, shared by %(many)s"),
    _("A result was corrected."),
    _("Somebody was disqualified."),
    _("A disqualification was taken back."),
    _("Somebody came late or returned."),
    _("The seeding list was changed."),
    _("a match won %(games)s-0; byes are no opponents and count in the percentage of whoever had them"),
    _("a match won %(games)s-0; byes are no opponents and count in none"),
    _("as each entrant's missed_rounds_as says; a loss counts a round and a game lost"),
    _("a round and a game lost for both"),
    _("count as one game"),
    _("forfeits and no-shows are unplayed rounds"),
    _("forfeits and no-shows count as matches with their result"),
    _("change match points and cumulative, and no percentage, score or opponent's figure"),
    _("stay in the table with what they reached; rounds after the drop count for nothing"),
    _("percentage at most %(cap)s; own omw, oomw and ogw stay as they were after the round of the drop"),
    _("left out of the table; results against them stay"),
    _("everybody else at the match is an opponent; place p of n counts (n-p)/(n-1) of a win"),
    _("everybody else at the match is an opponent; place p of n counts (n-p)/(n-1) of a win; %(places)s"),
    _("the places of %(size)s are worth %(points)s"),
    _("a mean over no opponents is null and ranks below every figure"),
    _("a match without a result counts for nobody yet"),
    _("rounds of elimination stages are not in the table"),
    _("a dummy opponent with the player's own score; at an opponent's end they are draws"),
    _("matches: wins and half the draws over rounds; games: game points 3-1-0 over three times the games"),
    _(
        "matches: match points over rounds played times a win's; games: game points 3-1-0 over three times the games"
    ),
)

# Words that stand inside such a text.
WORDS = (
    _("won"),
    _("drew"),
    _("lost"),
    _("no show"),
    _("forfeit"),
    _("conceded"),
    _("match loss"),
    _("game loss"),
    _("adjudicated"),
    _("intentional draw"),
)
