"""What the working of the standings says, with names in place of what stands in a text: for translation."""

from django.utils.translation import gettext_noop as _

TEXTS = (
    _("%(what)s; byes are no opponents and count in the percentage of whoever had them."),
    _("%(what)s; byes are no opponents and count in no percentage of whoever had them."),
    _(
        "%(what)s, none below %(floor)s; byes are no opponents and count in the percentage of whoever "
        "had them."
    ),
    _(
        "%(what)s, none below %(floor)s; byes are no opponents and count in no percentage of whoever had them."
    ),
    _(
        "%(what)s, none above %(cap)s for whoever dropped; byes are no opponents and count in the "
        "percentage of whoever had them."
    ),
    _(
        "%(what)s, none above %(cap)s for whoever dropped; byes are no opponents and count in no "
        "percentage of whoever had them."
    ),
    _(
        "%(what)s, none below %(floor)s, none above %(cap)s for whoever dropped; byes are no opponents "
        "and count in the percentage of whoever had them."
    ),
    _(
        "%(what)s, none below %(floor)s, none above %(cap)s for whoever dropped; byes are no opponents "
        "and count in no percentage of whoever had them."
    ),
    _("Mean of the opponents' own omw."),
    _("Match points of every round, and adjustments by staff."),
    _("The match points held after each round, added up; rounds after leaving count the points held."),
    _("What the games counted for the entrant, added up; matches without scores count nothing."),
    _("Own score less the opponent's, added up; in a pod less the mean of the others' scores."),
    _("The game's own tiebreaker as its logs or reports gave it, added up; more is better."),
    _("The seed number given before the event; the lower number is better, none comes last."),
    _(
        "Drawn: entrants in the order of the BLAKE2b hash of the event's seed, the word lot and their "
        "id, each on a line; 1 is first."
    ),
    _(
        "Scores against those tied so far, a win 1 and a draw a half; it counts only where every tied "
        "pair met, so two who are tied must have played each other."
    ),
    _("The opponents' scores added up, a win 1 and a draw a half; byes are no opponents."),
    _("The opponents' scores added up without the lowest; a win is 1, a draw a half."),
    _("The opponents' scores added up without the lowest and the highest; a win is 1, a draw a half."),
    _("The scores of opponents beaten, and half the scores of those drawn with; a win is 1, a draw a half."),
    _(
        "Mean of the opponents' match points per round, their byes included and adjustments left out; "
        "an opponent met twice counts twice, byes are no opponents."
    ),
    _("Mean of the opponents' own strength of schedule."),
    _("nothing counted, so the floor"),
    _("floored from %(value)s"),
    _("dropped, capped from %(value)s"),
    _("%(what)s; of %(n)s game points"),
    _("rounds he stayed away from at the end count as draws"),
    _("not played: a dummy with the own score"),
    _("left out"),
    _("lost: nothing"),
    _("drawn: half the score"),
    _("won: the score"),
    _("points held after the round"),
    _("adjusted by staff"),
    _("adjusted by staff: %(reason)s"),
    _("%(own)s against %(other)s"),
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
    _("Magic: The Gathering Tournament Rules, appendix on tiebreakers"),
    _("Play! Pokemon Tournament Rules Handbook, Swiss tiebreakers"),
    _("Netrunner organised play policies, double-sided Swiss (6 points a match)"),
    _("FIDE Handbook C.07, Tie-Break Regulations in force from 1 August 2024"),
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
    _("a dummy opponent with the own score; at an opponent's end they are draws"),
    _("matches: wins and half the draws over rounds; games: game points 3-1-0 over three times the games"),
    _(
        "matches: match points over rounds played times a win's; games: game points 3-1-0 over three times the games"
    ),
)

# Words that stand inside such a text.
WORDS = (
    _("Mean of the opponents' match-win percentages"),
    _("Mean of the opponents' game-win percentages"),
    _("Game points (3-1-0) over three times the games"),
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
