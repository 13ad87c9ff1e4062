"""A browser sends of a form what the page gave it, and nothing of a form that only asks."""

from __future__ import annotations

import pytest

from config.simulation.browsers import Form, forms_of

PAGE = """
<form action="/find/"><input name="q" value="x"></form>
<form method="post" action="/report/"><input type="hidden" name="key" value="k1">
<input type="checkbox" name="a"><input type="checkbox" name="b" checked><input type="radio" name="c" value="2" checked>
<input name="d" value="no" disabled><select name="e"><option value="1"><option value="2" selected>Two</select>
<select name="h" disabled><option value="5" selected></select>
<select name="g"><option value="3"><option value="4"></select>
<textarea name="f">
why &amp; how</textarea><button name="result" value="win:A">I won</button><button>Send</button></form>
<input name="outside" value="no">
<form method="POST" action="/clear/"></form>
"""


@pytest.mark.anywhere
def test_forms_are_read_as_a_browser_would_send_them() -> None:
    assert forms_of(PAGE) == [
        Form(
            "/report/",
            {"key": "k1", "b": "on", "c": "2", "e": "2", "g": "3", "f": "why & how"},
            [("result", "win:A")],
        ),
        Form("/clear/"),
    ]
