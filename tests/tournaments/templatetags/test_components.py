"""Components: what they draw, with what is given to them and what stands inside them."""

from datetime import UTC, datetime

import pytest
from django.template import Context, Template
from django.utils.translation import override


def drawn(source: str, **values: object) -> str:
    return Template("{% load components %}" + source).render(Context({"csrf_token": "word", **values}))


def test_a_step_posts_to_its_view_with_one_button() -> None:
    page = drawn('{% step "tournaments:event_step" "autumn" "publish" kind="act" %}Open{% endstep %}')
    assert page == (
        '<form method="post" action="/events/autumn/desk/publish/">'
        '<input type="hidden" name="csrfmiddlewaretoken" value="word">'
        '<button class="button act" type="submit">Open</button></form>'
    )


def test_a_step_says_where_to_go_on_and_counts_once() -> None:
    page = drawn(
        '{% step "tournaments:settings" next=here key=True %}{{ name }}{% endstep %}',
        here="/a&b/",
        name="<x>",
    )
    assert '<input type="hidden" name="next" value="/a&amp;b/">' in page
    assert '<input type="hidden" name="idempotency_key" value="' in page
    assert '<button class="button" type="submit">&lt;x&gt;</button>' in page


def test_a_step_that_opens_first_holds_what_stands_in_it_in_a_form() -> None:
    page = drawn(
        '{% confirm "drop" word "tournaments:settings" %}<p>{{ said }}</p>{% endconfirm %}',
        word="<D>",
        said="&",
    )
    assert page.startswith(
        '<details class="confirm" id="drop"><summary class="button">&lt;D&gt; <svg class="icon"'
    )
    assert page.endswith(' name="csrfmiddlewaretoken" value="word"><p>&amp;</p></form></details>')
    with_icon = drawn('{% confirm "d" "D" "tournaments:settings" kind="small" icon="plus" %}{% endconfirm %}')
    assert '<summary class="button small"><svg class="icon"' in with_icon and "</svg>D</summary>" in with_icon


def test_a_reason_is_asked_for_or_may_be_given() -> None:
    needed = drawn('{% reason "drop-reason" %}')
    assert '<label for="drop-reason">Reason</label>' in needed and " required>" in needed
    free = drawn('{% reason "reason" of=7 optional=True help="Why?" value="" %}')
    assert 'id="reason-7"' in free and ' value=""' in free and "required" not in free
    assert "(optional)" in free and '<p class="help">Why?</p>' in free


def test_crumbs_end_with_the_page_itself() -> None:
    page = drawn(
        '{% crumbs %}{% crumb "tournaments:desk" "x" %}Desk{% endcrumb %}'
        "{% crumb %}{{ n }}{% endcrumb %}{% endcrumbs %}",
        n="<b>",
    )
    assert page == (
        '<nav class="crumbs" aria-label="Back"><ol><li><a href="/events/x/desk/">Desk</a></li>'
        '<li aria-current="page">&lt;b&gt;</li></ol></nav>'
    )
    assert 'class="crumbs no-print" aria-label="Here"' in drawn(
        '{% crumbs label="Here" kind="no-print" %}{% endcrumbs %}'
    )


@pytest.mark.parametrize(
    ("tag", "language", "said"),
    [
        ("moment", "en", "Nov. 21, 2026, 09:05"),
        ("moment", "de", "21. November 2026, 09:05"),
        ("moment_of_days", "en", "21 Nov, 09:05"),
        ("moment_of_days", "de", "21. Nov, 09:05"),
        ("moment_in_journal", "en", '<span class="nowrap">21 Nov</span> <span class="nowrap">09:05</span>'),
    ],
)
def test_a_moment_is_written_as_the_reader_writes_it(tag: str, language: str, said: str) -> None:
    with override(language):
        page = drawn(f"{{% {tag} at %}}", at=datetime(2026, 11, 21, 9, 5, tzinfo=UTC))
    assert page == f'<time datetime="2026-11-21T09:05:00+00:00">{said}</time>'


def test_a_notice_is_read_out_unless_it_has_no_role() -> None:
    page = drawn('{% notice "time" kind="act" %}<p>{{ said }}</p>{% endnotice %}', said="<")
    assert page.startswith('<div class="message act" role="status"><svg class="icon"')
    assert page.endswith("</svg><div><p>&lt;</p></div></div>")
    assert drawn('{% notice role="" %}x{% endnotice %}').startswith('<div class="message"><svg')


def test_a_search_field_looks_while_one_types_where_it_has_an_address() -> None:
    plain = drawn('{% search_field "Name" words help="or table" %}', words='"a"')
    assert '<label for="q">Name <span class="help">(or table)</span></label>' in plain
    assert 'name="q" value="&quot;a&quot;" maxlength="100"' in plain and "hx-" not in plain
    live = drawn('{% search_field "Name" "" name="other" live="/x/" target="#t" delay=300 in_address=True %}')
    for part in (
        'hx-get="/x/"',
        "delay:300ms",
        'hx-target="#t"',
        'hx-select="#t"',
        'hx-push-url="true"',
        'id="other"',
    ):
        assert part in live
    assert "hx-include" not in live
