"""Labels that stand in the models and in texts of the domain, named here so that they are translated."""

from django.utils.translation import gettext_noop as _
from django.utils.translation import ngettext_lazy

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
