"""What guards refuse, and what is kept of it, is said in German on a German page."""

import re
from html import unescape

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils.translation import override

from rules.registry import games
from tests.tournaments.factories import played_round, round_under_way, running_event, tables
from tests.tournaments.pages.conftest import Who
from tournaments.choices import default_procedure
from tournaments.messages import message, restored, stored
from tournaments.pages.translation import game_words, translated
from tournaments.standings.tiebreakers.registry import TIEBREAKERS

pytestmark = pytest.mark.anywhere


def test_on_a_page(who: Who, db: None) -> None:
    client = who("olga")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    event = running_event(4)
    answer = client.post(reverse("tournaments:event_step", args=[event.slug, "publish"]))
    text = answer.content.decode()
    assert answer.status_code == 409 and "Das geht nicht, solange das Turnier im Zustand „Läuft“ ist." in text


@pytest.mark.parametrize(
    ("language", "message", "field"),
    [
        ("de", "Bei diesem Turnier werden Spiele nicht live mitgeschrieben.", None),
        ("en", "In this event games are not logged live.", None),
        (
            "de",
            "„game_number“ muss eine ganze Zahl von 1 bis 1 sein.",
            {"game_number": "Eine ganze Zahl von 1 bis 1."},
        ),
    ],
)
def test_over_the_api(who: Who, db: None, language: str, message: str, field: dict[str, str] | None) -> None:
    """The words follow Accept-Language; code and field names are the same in every language."""
    match = tables(round_under_way(2, live_logging=False))[0]
    body = {"mode": "phones", "game_number": 1 if field is None else 2}
    answer = who("sam").post(
        f"/api/v1/matches/{match.pk}/live/", body, "application/json", headers={"accept-language": language}
    )
    assert answer.json()["message"] == message
    assert answer.json().get("fields") == field
    assert answer.json()["code"] == ("invalid" if field else "conflict")


@pytest.mark.parametrize("profile", ["mtr", "pokemon", "netrunner", "fide"])
def test_the_working_of_every_tiebreaker_is_said_in_german(who: Who, db: None, profile: str) -> None:
    event = running_event(5, profile=profile, tiebreakers=list(TIEBREAKERS))
    played_round(event)
    played_round(event, 60)
    client = who("")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    for entrant in event.entrants.all():
        page = client.get(reverse("tournaments:working", args=[event.slug, 2, entrant.pk])).content.decode()
        shown = re.findall(r'<p class="rule-line small soft">(.*?)</p>|whole small soft">(.*?)</td>', page)
        told = {unescape(rule or note) for rule, note in shown} - {""}
        english = [text for text in told if re.search(r"\b(the|of|and|won|lost|bye|from)\b", text)]
        assert len(told) > 12 and not english, english


@pytest.mark.parametrize("profile", ["mtr", "pokemon", "netrunner", "fide"])
def test_what_the_standings_follow_is_said_in_german(who: Who, db: None, profile: str) -> None:
    event = running_event(5, profile=profile)
    played_round(event)
    client = who("")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    page = client.get(reverse("tournaments:standings", args=[event.slug])).content.decode()
    told = [unescape(text) for text in re.findall(r"<dd>(.*?)</dd>", page)]
    english = [text for text in told if re.search(r"\b(the|of|and|as|lost|with|their|count)\b", text)]
    assert len(told) > 12 and not english, english


def test_the_helps_of_the_event_form_are_german(who: Who, db: None) -> None:
    client = who("olga")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    form = client.get(reverse("tournaments:event_new")).context["form"]
    with override("de"):
        helps = [str(field.help_text) for field in form if field.help_text]
    english = [text for text in helps if re.search(r"\b(the|of|and|with|what|when|nobody|phones)\b", text)]
    assert len(helps) > 15 and not english, english


@pytest.mark.parametrize(
    ("said", "german"),
    [
        (message("Entry %(n)s cannot be judged from what the log shows.", n=65), "Eintrag 65 "),
        (message("The players' reports of this match differ."), "Die Meldungen der Spielenden "),
        (
            message("The pairing of round %(n)s was changed by hand.", n=2),
            "Die Paarung von Runde 2 wurde von Hand geändert.",
        ),
        (
            message(
                "Round %(n)s, %(table)s: the result was corrected.", n=2, table=message("Table %(n)s", n=3)
            ),
            "Runde 2, Tisch 3: Das Ergebnis wurde berichtigt.",
        ),
        (
            message("%(one)s and %(other)s avoid each other.", one="Ann", other="Bob"),
            "Ann und Bob gehen sich möglichst aus dem Weg.",
        ),
    ],
)
def test_what_is_kept_with_an_event(said: str, german: str) -> None:
    with override("de"):
        assert translated(restored(str(said), stored(said))).startswith(german)


def test_every_games_procedure_is_known() -> None:
    with override("de"):
        assert not [game for game in games() if game_words(text := default_procedure(game)) == text]
