"""The event's own cards, before the start: a list is given, another put in its place, and taken away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from config.simulation.browsers import Form, forms_of
from config.simulation.site_client import FORM, Answer, Ask
from tournaments.models.card_lists import CardList

if TYPE_CHECKING:
    from config.simulation.day import Day

#: A kind of card that needs nothing but its title, where a game has one.
PLAIN = {"looney_tunes": "actor"}


def give_and_take_away(day: Day) -> Iterator[Ask]:
    """A list of one card, one of two, and none again, each by the page or by the API."""
    kind = PLAIN.get(day.choices["game"])
    if kind is None:
        return
    for count in (1, 2):
        lines = [f"{day.word('Card')},{kind}" for _ in range(count)]
        yield _give(day, "\n".join(["title,type", *lines, ""]), count)
    yield _take_away(day)


def _standing(day: Day) -> CardList | None:
    return CardList.objects.filter(event__slug=day.slug, replaced_at=None).first()


def _holds(day: Day, count: int) -> None:
    """Checks that the acknowledged card list is there: a list of so many cards, or none."""
    standing = _standing(day)
    day.check(
        (standing.count if standing else 0) == count, "card lists", f"{standing} stands, not {count} cards"
    )


def _give(day: Day, text: str, count: int) -> Ask:
    olga, before = day.people.staff["olga"], _standing(day)
    if day.chance.once_in(2) and day.people.open_browser(olga):
        return _give_by_page(day, text, count)
    body = {"text": text, "seen": before.pk if before else 0}

    def done(answer: Answer) -> None:
        day.check(answer.data["card_list"]["count"] == count, "card lists", f"{answer.data} has not {count}")
        _holds(day, count)

    return Ask("card_list-give", olga, "PUT", day.path("card-list/"), body, day.word("k"), done, sure=True)


def _give_by_page(day: Day, text: str, count: int) -> Ask:
    """The list is looked over first; what the page then shows is used."""
    olga, page = day.people.staff["olga"], f"/events/{day.slug}/card-list/"
    shown = _form_with(day, day.site.see(olga, page), "looked")
    look = Ask("see", olga, "POST", page, shown.fields | {"text": text}, content_type=FORM)
    looked = _form_with(day, day.site.send(look), "looked")
    return _by_form(day, looked, {"do": "use"}, "form card_list-give", count)


def _take_away(day: Day) -> Ask:
    olga, before = day.people.staff["olga"], _standing(day)
    page = f"/events/{day.slug}/card-list/"
    if day.chance.once_in(2) and day.people.open_browser(olga):
        seen = day.site.see(olga, page)
        form = next((one for one in forms_of(seen.text) if ("do", "remove") in one.buttons), None)
        day.check(form is not None, "pages offer it", f"{page} takes no list away")
        assert form is not None
        return _by_form(day, form, {"do": "remove"}, "form card_list-remove", 0)

    def done(answer: Answer) -> None:
        _holds(day, 0)

    path = day.path(f"card-list/?seen={before.pk if before else 0}")
    return Ask("card_list-remove", olga, "DELETE", path, {}, day.word("k"), done, sure=True)


def _form_with(day: Day, answer: Answer, name: str) -> Form:
    """The form of a page that has such a field."""
    fitting = next((form for form in forms_of(answer.text) if name in form.fields), None)
    day.check(fitting is not None, "pages offer it", f"no form of a card list: {answer.status}")
    assert fitting is not None
    return fitting


def _by_form(day: Day, form: Form, filled: dict[str, str], verb: str, count: int) -> Ask:
    page, olga = f"/events/{day.slug}/card-list/", day.people.staff["olga"]

    def done(answer: Answer) -> None:
        day.check(answer.status == 303, "answered", f"{verb} leads nowhere: {answer.status}")
        _holds(day, count)

    body = form.fields | filled
    return Ask(verb, olga, "POST", page, body, day.word("form"), done, sure=True, content_type=FORM)
