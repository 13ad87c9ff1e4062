"""Tags of the charts."""

from django import template
from django.utils.translation import pgettext

register = template.Library()


@register.simple_tag
def percent(part: float, whole: float) -> str:
    """A part in whole percent, as the reader's language writes it; a dash where there is no whole."""
    if not whole:
        return "–"
    return pgettext("a figure in percent", "%(n)s%%") % {"n": round(100 * part / whole)}
