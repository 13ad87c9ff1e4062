"""What guards refuse is known to the pages by its form, and said in German on a German page."""

import ast
import re
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils.translation import override

from rules.registry import games
from tests.tournaments.factories import played_round, round_under_way, running_event, tables
from tests.tournaments.pages.conftest import Who
from tournaments.choices import default_procedure
from tournaments.pages.refusals import form_of, translated
from tournaments.standings.tiebreakers.registry import TIEBREAKERS

pytestmark = pytest.mark.anywhere

ROOT = Path(__file__).parents[3]
# Commands say these, in the terminal's language.
OF_COMMANDS = re.compile(r"simulation/|event_file/")


def refusals() -> dict[str, str]:
    """Every text raised in the domain, its figures as "7", with the place it is raised at."""
    trees = {}
    for app in ("tournaments", "referee"):
        for path in sorted((ROOT / app).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if not re.search(r"migrations|management", name):
                trees[name] = ast.parse(path.read_text())
    classes = {"DomainError"}
    for _ in range(5):
        for tree in trees.values():
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef) and any(
                    isinstance(base, ast.Name) and base.id in classes for base in node.bases
                ):
                    classes.add(node.name)
    found = {}
    for name, tree in trees.items():
        if OF_COMMANDS.search(name):
            continue
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args):
                continue
            if node.func.id in classes or node.func.id in ("_refused", "_wrong"):
                said = node.args[-1] if node.func.id.startswith("_") else node.args[0]
                for each in (said.body, said.orelse) if isinstance(said, ast.IfExp) else (said,):
                    text = as_text(each)
                    if text:
                        found[text] = f"{name}:{node.lineno}"
                found |= dict.fromkeys(beside_fields(node), f"{name}:{node.lineno}")
    return found


def beside_fields(refusal: ast.Call) -> list[str]:
    """What a refusal says of single fields."""
    given = [word.value for word in refusal.keywords if word.arg == "fields"]
    values = [value for said in given if isinstance(said, ast.Dict) for value in said.values]
    return [text for value in values if (text := as_text(value))]


def as_text(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "7" for part in node.values)
    return ""


def test_every_refusal_has_its_german() -> None:
    found = refusals()
    assert len(found) > 100
    with override("de"):
        lacking = [f"{place}: {text}" for text, place in found.items() if translated(text) == text]
    assert not lacking, "\n".join(lacking)


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("Round 3 is not finished yet.", "Runde 3 ist noch nicht beendet."),
        ("Round 3 is running, not published.", "Runde 3 ist im Gang, nicht veröffentlicht."),
        ("Ann is out already: dropped.", "Ann ist schon draußen: ausgestiegen."),
        ("P01 and P02 must never meet.", "P01 und P02 dürfen nie aufeinandertreffen."),
        ("Something nobody has foreseen.", "Something nobody has foreseen."),
        ("", ""),
    ],
)
def test_figures_and_names_stay(english: str, german: str) -> None:
    with override("de"):
        assert translated(english) == german
    with override("en"):
        assert translated(english) == english


def test_the_narrower_form_is_taken() -> None:
    found = form_of("Round 3 is running, not published.")
    assert found is not None and found[1] == {"n": "3", "state": "running", "wanted": "published"}


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


@pytest.mark.parametrize(
    ("english", "german"),
    [
        ("place 2 of 4, shared by 2", "Platz 2 von 4, geteilt von 2"),
        ("place 1 of 3", "Platz 1 von 3"),
        ("floored from 0.25", "angehoben von 0.25"),
        ("won (no show)", "gewonnen (nicht erschienen)"),
        ("won; of 6 game points", "gewonnen; von 6 Spielpunkten"),
        ("won: the score; left out", "gewonnen: die Punkte; ausgelassen"),
        (
            "Mean of the opponents' match-win percentages, none below 0.33; byes are no opponents and count in the "
            "percentage of whoever had them.",
            "Mittel der Match-Quoten der Gegner, keine unter 0.33; Freilose sind keine Gegner und zählen in der Quote "
            "derer, die sie hatten.",
        ),
    ],
)
def test_the_working_of_a_figure(english: str, german: str) -> None:
    with override("de"):
        assert translated(english) == german
    with override("en"):
        assert translated(english) == english


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
    ("english", "german"),
    [
        ("Entry 65 is illegal, and play stops there until a judge rules.", "Eintrag 65 ist unerlaubt, "),
        ("The players' reports of this match differ.", "Die Meldungen der Spielenden "),
        ("The pairing of round 2 was changed by hand.", "Die Paarung von Runde 2 wurde von Hand geändert."),
        (
            "Round 2, Table 3: the result was corrected.",
            "Runde 2, Tisch 3: Das Ergebnis wurde berichtigt.",
        ),
        ("Ann and Bob avoid each other.", "Ann und Bob gehen sich möglichst aus dem Weg."),
        (default_procedure("herocard_duel"), "Beendet den Zug. Die meisten Victory Points gewinnen."),
    ],
)
def test_what_is_kept_with_an_event(english: str, german: str) -> None:
    with override("de"):
        assert translated(english).startswith(german)


def test_every_games_procedure_is_known() -> None:
    with override("de"):
        assert not [game for game in games() if translated(text := default_procedure(game)) == text]
