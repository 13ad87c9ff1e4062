"""The quick forms write what Django's own write."""

from typing import Any

from django.utils import html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy
from hypothesis import given
from hypothesis import strategies as st

from tournaments.pages import quick_html


class Shown:
    def __html__(self) -> str:
        return "<i>shown</i>"


values = st.one_of(
    st.text(alphabet="a<>&\"'{}ß", max_size=8),
    st.integers(),
    st.none(),
    st.booleans(),
    st.floats(allow_nan=False),
    st.sampled_from([mark_safe("<b>&amp;</b>"), gettext_lazy("Round"), Shown()]),
)


@given(first=values, second=values)
def test_one(first: Any, second: Any) -> None:
    form = '<td class="{}">{}</td>'
    made = quick_html.format_html(form, first, second)
    assert made == html.format_html(form, first, second)
    assert isinstance(made, SafeString)


@given(separator=st.sampled_from(["", "<", mark_safe("<br>")]), rows=st.lists(st.tuples(values, values)))
def test_many(separator: str, rows: list[tuple[Any, Any]]) -> None:
    made = quick_html.format_html_join(separator, "<td>{}{}</td>", rows)
    assert made == html.format_html_join(separator, "<td>{}{}</td>", rows)
    assert isinstance(made, SafeString)
