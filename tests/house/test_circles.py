"""No files of an engine import each other in a circle, and an import inside a function says why it stands there."""

from __future__ import annotations

import pytest

from tests.house.circles import circles, circles_among, files_of, imports_inside

#: Packages without circles. One that gets there is added.
PACKAGES = ("rules.herocard", "rules.kernel", "rules.looney_tunes", "rules.nightmare_before_christmas")


@pytest.mark.parametrize("package", [*PACKAGES, "rules"])
def test_no_files_import_each_other_in_a_circle(package: str) -> None:
    assert circles(package) == []


@pytest.mark.parametrize("package", PACKAGES)
def test_an_import_inside_a_function_says_why(package: str) -> None:
    unexplained = {
        name: lines
        for name, path in files_of(package).items()
        if (lines := list(imports_inside(path.read_text(encoding="utf-8"))))
    }
    assert unexplained == {}


def test_a_circle_is_found_through_functions_and_types() -> None:
    sources = {
        "p.a": "def f():\n    from p import b\n",
        "p.b": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from p.c import C\n",
        "p.c": "import p.a\n",
        "p.d": "from p.a import f\nfrom p.e import nothing\n",
        "p.e": "import os\n",
    }
    assert circles_among(sources) == [["p.a", "p.b", "p.c"]]


def test_an_import_inside_a_function_is_found_unless_a_comment_explains_it() -> None:
    source = (
        "import os\n\n\ndef f():\n    import re\n    return re\n\n\n"
        "def g():\n    import re  # costs a second\n    return re\n"
    )
    assert list(imports_inside(source)) == [5]
