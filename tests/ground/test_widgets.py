"""Fields written without a template are what Django's own templates write, byte for byte."""

from __future__ import annotations

from datetime import date, time
from typing import Any

import pytest
from django import forms
from django.conf import settings
from django.forms.renderers import DjangoTemplates, get_default_renderer
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy, override
from hypothesis import given
from hypothesis import strategies as st

from config.widgets import INPUTS, WRITTEN, WidgetRenderer

pytestmark = pytest.mark.anywhere
DJANGO, OURS = DjangoTemplates(), WidgetRenderer()

texts = st.one_of(
    st.text(alphabet="ab<>&\"' \n%{}ß", max_size=12),
    st.sampled_from([mark_safe("<b>&amp;</b>"), gettext_lazy("Round"), "", "0"]),
)
values = st.one_of(texts, st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False))
attrs = st.dictionaries(
    st.sampled_from(["class", "id", "required", "maxlength", "data-x", "aria-describedby", "checked", 'a"b']),
    st.one_of(values, st.just(12345), st.just(1234.5)),
    max_size=4,
)
INPUT_WIDGETS = [
    forms.TextInput,
    forms.NumberInput,
    forms.EmailInput,
    forms.URLInput,
    forms.PasswordInput,
    forms.HiddenInput,
    forms.FileInput,
    forms.CheckboxInput,
    forms.Textarea,
    forms.DateInput,
    forms.TimeInput,
    forms.DateTimeInput,
]


def both(widget: forms.Widget, name: str, value: Any, with_attrs: dict[str, Any]) -> tuple[str, str]:
    theirs = widget.render(name, value, dict(with_attrs), DJANGO)
    return theirs, widget.render(name, value, dict(with_attrs), OURS)


@pytest.mark.parametrize("language", ["en", "de"])
@given(kind=st.sampled_from(INPUT_WIDGETS), name=texts, value=values, with_attrs=attrs)
def test_inputs(
    language: str, kind: type[forms.Widget], name: str, value: Any, with_attrs: dict[str, Any]
) -> None:
    with override(language):
        theirs, ours = both(kind(), name, value, with_attrs)
    assert ours == theirs


@pytest.mark.parametrize("language", ["en", "de"])
@given(
    choices=st.lists(
        st.one_of(
            st.tuples(values, values),
            st.tuples(texts, st.lists(st.tuples(values, values), min_size=1, max_size=3)),
        ),
        max_size=5,
    ),
    chosen=st.lists(values, max_size=3),
    many=st.booleans(),
    with_attrs=attrs,
)
def test_selects(
    language: str, choices: list[Any], chosen: list[Any], many: bool, with_attrs: dict[str, Any]
) -> None:
    widget = (forms.SelectMultiple if many else forms.Select)(choices=choices)
    with override(language):
        theirs, ours = both(widget, "chosen", chosen if many else (chosen or [None])[0], with_attrs)
    assert ours == theirs


@pytest.mark.parametrize("value", [date(2026, 3, 1), time(9, 30), 1234567, 12.5])
def test_values_that_countries_write_otherwise(value: Any) -> None:
    for widget in (forms.DateInput(), forms.TimeInput(), forms.NumberInput(), forms.TextInput()):
        for localized in (False, True):
            widget.is_localized = localized
            with override("de"):
                theirs, ours = both(widget, "value", value, {"max": value})
            assert ours == theirs


def test_options_of_their_own_are_left_to_their_template() -> None:
    class Own(forms.Select):
        option_template_name = "django/forms/widgets/radio_option.html"

    theirs, ours = both(Own(choices=[("a", "A"), ("b", "B")]), "own", "a", {})
    assert ours == theirs
    assert "<option" not in ours


def test_every_template_that_is_written_without_is_one_of_djangos() -> None:
    for name in WRITTEN:
        DJANGO.get_template(name)
    assert len(WRITTEN) == len(INPUTS) + 2


def test_the_site_uses_it() -> None:
    assert settings.FORM_RENDERER == "config.widgets.WidgetRenderer"
    assert isinstance(get_default_renderer(), WidgetRenderer)
