"""Labels that stand in the models and in texts of the domain, named here so that they are translated."""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

LABELS = (
    _("Draft"),
    _("Registration"),
    _("Check-in"),
    _("Running"),
    _("Finished"),
    _("Cancelled"),
    _("Organiser"),
    _("Head judge"),
    _("Judge"),
    _("Scorekeeper"),
    _("No clock"),
    _("Fixed length"),
    _("Random end (a die and 26 minutes)"),
    _("As losses"),
    _("As byes"),
    _("Not at all"),
    _("One game"),
    _("Best of three"),
    _("None"),
    _("Optional"),
    _("Required"),
    _("Competitive"),
    _("Assisted"),
    _("Random"),
    _("By list"),
    _("By rating"),
    _("On the waitlist"),
    _("Registered"),
    _("Checked in"),
    _("Playing"),
    _("Dropped"),
    _("Did not show up"),
    _("Disqualified"),
    # lines of the journal that carry no figure
    _("Registration is open."),
    _("The event is a draft again."),
    _("Check-in is open."),
    _("Registration is open again."),
    _("The start was undone; check-in is open."),
    _("The event is finished."),
    _("The event goes on."),
    _("The event is cancelled."),
    _("The event is on again."),
    _("By what a judge decides after the hard stop."),
    _("A report stands when nobody objects for so long."),
    _("Games may be logged on phones as they are played."),
    _("An illegal entry of a live table calls a judge."),
    _("Illegal entry"),
    _("Not over"),
    _("Something is open"),
)

# What Django's forms say, in the words of this site (locale/en, locale/de).
FORMS = (
    _("This field is required."),
    _("Ensure this value is greater than or equal to %(limit_value)s."),
    _("Ensure this value is less than or equal to %(limit_value)s."),
    _("Enter a valid date/time."),
    _("Select a valid choice. %(value)s is not one of the available choices."),
    _("Select a valid choice. That choice is not one of the available choices."),
    _("Null characters are not allowed."),
)
TOO_LONG = ngettext_lazy(
    "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
    "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
    "limit_value",
)
