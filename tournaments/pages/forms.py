"""What forms share: a refusal of the domain shown beside the field it is about."""

from collections.abc import Mapping

from django import forms

from tournaments.errors import DomainError
from tournaments.pages.refusals import in_words, translated


def show_refusal(form: forms.BaseForm, error: DomainError) -> None:
    """Puts a refusal into the form: each field's own text beside it, else the message above all."""
    fields = error.details.get("fields")
    placed = False
    if isinstance(fields, Mapping):
        for name, text in fields.items():
            if name in form.fields:
                form.add_error(name, translated(str(text)))
                placed = True
    if not placed:
        form.add_error(None, in_words(error))
