"""Parts of pages that are drawn once: found again by all that they were drawn from, and blind for everything else."""

from typing import Any

import pytest
from django.template import Context, RequestContext, Template, TemplateSyntaxError
from django.test import Client, RequestFactory
from django.utils import translation

from tests.tournaments.factories import actor, make_event, open_event, running_event
from tournaments.events.changes import edit_event
from tournaments.memory import Memory
from tournaments.models.events import State
from tournaments.now import now

KEPT = "{% load kept i18n %}{% kept with a=a b=b %}"


def draw(page: Template, **values: Any) -> str:
    return str(page.render(Context(values)))


def test_only_what_is_named_is_seen() -> None:
    page = Template(
        KEPT + "{{ a }}{{ b }}{{ user }}{{ request.path }}{% csrf_token %}{% endkept %} {{ user }}"
    )
    request = RequestFactory().get("/secret/")
    drawn = draw(page, a=1, b="x", user="Ann", request=request, csrf_token="word")
    assert drawn == "1x Ann"


def test_a_tag_inside_finds_no_request_either() -> None:
    """Some tags look at the context itself: what it holds beside its values is the reader's, too."""
    page = Template("{% load kept %}{% kept with a=a %}{{ a }}{% endkept %}")
    met: list[object] = []
    inner = page.nodelist[1].nodelist  # type: ignore[attr-defined]
    inner.render = lambda context: met.append(context) or ""  # type: ignore[method-assign, func-returns-value]
    request = RequestFactory().get("/secret/?of=Ann")
    context = RequestContext(request, {"a": "met by a tag"})
    page.render(context)
    assert len(met) == 1 and request not in vars(met[0]).values()
    assert context.request is request


def test_drawn_once_for_the_same_and_again_for_others() -> None:
    page = Template("{% load kept i18n %}{% kept with a=a %}{{ a }}{% translate 'Round' %}{% endkept %}")
    counted: list[int] = []
    inner = page.nodelist[1].nodelist  # type: ignore[attr-defined]
    plain = inner.render
    inner.render = lambda context: (counted.append(1), plain(context))[1]  # type: ignore[method-assign]
    assert [draw(page, a=a) for a in (1, 1, 2, 1)] == ["1Round", "1Round", "2Round", "1Round"]
    assert len(counted) == 2
    with translation.override("de"):
        assert draw(page, a=1) == "1Runde"
    # Equal in Python, but not in looks.
    assert [draw(page, a=a) for a in (True, 1, "1")] == ["TrueRound", "1Round", "1Round"]
    assert len(counted) == 5


def test_text_is_escaped_whatever_was_kept_as_safe() -> None:
    from django.utils.safestring import mark_safe

    page = Template("{% load kept %}{% kept with a=a %}{{ a }}{% endkept %}")
    assert draw(page, a=mark_safe("<b>")) == "<b>"
    assert draw(page, a="<b>") == "&lt;b&gt;"


def test_things_with_an_inside_are_refused() -> None:
    page = Template("{% load kept %}{% kept with a=a %}{{ a }}{% endkept %}")
    for thing in (object(), [1], {"a": 1}, 0.5):
        with pytest.raises(TypeError, match="no plain value"):
            draw(page, a=thing)
    assert draw(page, a=State.RUNNING) == "running"
    for wrong in ("{% kept a %}{% endkept %}", "{% kept with a %}{% endkept %}"):
        with pytest.raises(TemplateSyntaxError):
            Template("{% load kept %}" + wrong)
    with pytest.raises(TemplateSyntaxError, match="block"):
        Template("{% load kept %}{% kept %}{% block x %}{% endblock %}{% endkept %}")


def test_memory_is_bounded_by_number_and_weight() -> None:
    memory: Memory[str] = Memory(3, 10, len)
    made: list[str] = []

    def make(text: str) -> str:
        made.append(text)
        return text

    for text in ("aa", "bb", "cc", "aa", "dd", "bb"):
        assert memory.get(text, lambda text=text: make(text)) == text  # type: ignore[misc]
    assert made == ["aa", "bb", "cc", "dd", "bb"]
    memory.get("eight", lambda: "12345678")
    made.clear()
    memory.get("bb", lambda: make("bb"))
    memory.get("dd", lambda: make("dd"))
    assert made == ["dd"]
    with pytest.raises(ZeroDivisionError):
        memory.get("wrong", lambda: str(1 // 0))
    assert memory.get("wrong", lambda: "right") == "right"


@pytest.mark.django_db
def test_a_change_shows_at_once_and_each_reader_gets_his_own_head() -> None:
    event = running_event(2)
    page = f"/events/{event.slug}/standings/"

    def head(name: str) -> str:
        client = Client()
        if name:
            user = actor(name).user
            assert user is not None
            client.force_login(user)
        return client.get(page).content.decode()

    for _ in range(2):  # drawn, and found
        nobody, player, olga = head(""), head("player1"), head("olga")
        assert "/me/" not in nobody and "/desk/" not in nobody and "Sign in" in nobody
        assert "/me/" in player and "/desk/" not in player and "Player1" in player and "Olga" not in player
        assert "/me/" not in olga and "/desk/" in olga and "Olga" in olga and "Player1" not in olga
    edit_event(event, {"name": "Winter <Open>"}, by=actor("olga"), now=now())
    for name in ("", "player1", "olga"):
        assert "<h1>Winter &lt;Open&gt;</h1>" in head(name)
        assert "Autumn Open" not in head(name)


@pytest.mark.django_db
def test_an_event_does_not_get_the_head_of_another() -> None:
    one, other = open_event(name="One"), open_event(name="Other")
    draft = make_event(name="Hidden")
    client = Client()
    for event, name in ((one, "One"), (other, "Other"), (one, "One")):
        assert f"<h1>{name}</h1>" in client.get(f"/events/{event.slug}/").content.decode()
    assert "Hidden" not in client.get(f"/events/{draft.slug}/").content.decode()


FILLED = Template(
    "{% load kept i18n %}{% kept with a=a filled n=n name=name %}{{ a }}:"
    "{% if name %}{{ name }}{% else %}nobody{% endif %}"
    "{% if n %} {% url 'tournaments:match_page' n %}{% endif %}{% blocktranslate %}Table {{ n }}{% endblocktranslate %}"
    "{% endkept %}"
)


def test_what_is_filled_in_is_always_that_of_this_time() -> None:
    assert draw(FILLED, a=1, n=7, name="Ann") == "1:Ann /matches/7/Table 7"
    assert draw(FILLED, a=1, n=12345, name="<b>") == "1:&lt;b&gt; /matches/12345/Table 12345"
    assert draw(FILLED, a=1, n=7, name="") == "1:nobody /matches/7/Table 7"
    assert draw(FILLED, a=1, n=0, name="Ann") == "1:AnnTable 0"
    with translation.override("de"):
        assert draw(FILLED, a=1, n=7, name="Ann") == "1:Ann /matches/7/Tisch 7"
    with pytest.raises(TypeError, match="no plain value"):
        draw(FILLED, a=1, n=True, name="Ann")


def test_no_name_can_call_for_another_value() -> None:
    from tournaments.templatetags import kept

    secret = Template(
        "{% load kept %}{% kept filled name=name word=word %}{{ name }}|{{ word }}{% endkept %}"
    )
    for name in (f"{kept._DIGITS}01", "\\1", "{}", "%s"):
        assert draw(secret, name=name, word="SECRET") == f"{name}|SECRET"
