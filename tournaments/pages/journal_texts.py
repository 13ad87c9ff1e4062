"""What the journal says, the procedures of the games and other texts kept with an event: for translation."""

from django.utils.translation import gettext_noop as _

TEXTS = (
    _("%(one)s and %(other)s may meet."),
    _("%(one)s and %(other)s never meet."),
    _("%(one)s and %(other)s avoid each other."),
    _("Round %(n)s, %(table)s: a ruling on entry %(m)s of a log."),
    _("Changed: %(which)s."),
    _("%(name)s was disqualified."),
    _("The disqualification of %(name)s was taken back."),
    _("Neither player came."),
    _("%(name)s is %(role)s now."),
    _("%(name)s is no longer %(role)s."),
    _("A claim link for the role %(role)s was made."),
    _("A claim link for the role %(role)s was taken back."),
    _("%(name)s is %(role)s now, by a claim link of %(said)s."),
    _("Round %(n)s, %(table)s: the result was corrected."),
    _("Round %(n)s, %(table)s: the result was cleared."),
    _("The clock of round %(n)s was stopped."),
    _("The end of round %(n)s was revealed: %(m)s minutes."),
    _("The pairing of round %(n)s was changed by hand."),
    _("Table %(n)s"),
    _("%(name)s was made."),
    _("Kept from the offer before."),
    _("From the log."),
)

# Titles and words that stand alone, or inside such a text.
WORDS = (
    _("organiser"),
    _("head judge"),
    _("judge"),
    _("scorekeeper"),
)
