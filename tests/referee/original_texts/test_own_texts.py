"""A rulebook's text is for who brought it in: beside our summary, and nowhere else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from referee.models.rulebooks import RulebookPassage, RulebookText
from referee.original_texts.changes import BadText, import_rulebook, take_away_rulebook
from referee.original_texts.queries import wording_of
from tests.referee.running import run
from tests.tournaments.factories import UserFactory, actor, at, running_event
from tournaments.access import Actor
from tournaments.access.scopes import Grant, Scope
from tournaments.errors import NotAllowed, NotFound
from tournaments.events.staff import grant_role
from tournaments.leaving.changes import delete_account
from tournaments.leaving.queries import data_of_account
from tournaments.models.events import Role

pytestmark = pytest.mark.django_db
SECRET = "a sentence that nobody of us wrote down before"
TEXT = f"Ability - What a player has.\n\nHead Shot - Here stands {SECRET}.\n\nZoo - None.\n".encode()
PAGE = "/rules/highlander/head-shot/"


@pytest.fixture
def olga() -> Actor:
    event = running_event(2)
    grant_role(event, actor("jude").user.username, Role.JUDGE, by=actor("olga"), now=at(0))  # type: ignore[union-attr]
    return actor("olga")


def client(who: str = "") -> Client:
    made = Client()
    if who:
        made.force_login(actor(who).user)  # type: ignore[arg-type]
    return made


def bring(by: Actor, name: str = "book.txt", data: bytes = TEXT) -> RulebookText:
    return import_rulebook("highlander", name, data, by=by, now=at(0))


def test_its_owner_reads_it_beside_the_summary_and_nobody_else_anywhere(olga: Actor) -> None:
    assert bring(olga).matched == 2
    assert SECRET in client("olga").get(PAGE).content.decode()
    chief = UserFactory.create(username="chief", is_staff=True, is_superuser=True)
    other = Client()
    other.force_login(chief)
    addresses = [
        PAGE, "/rules/?q=sentence+that+nobody", "/rules/highlander/?q=Here+stands", "/api/v1" + PAGE,
        "/api/v1/rules/?q=sentence", "/rules/highlander/", "/precedents/?q=sentence",
        "/admin/referee/rulebookpassage/", "/admin/referee/rulebooktext/",
    ]  # fmt: skip
    addresses += [f"/admin/referee/rulebookpassage/{row.pk}/change/" for row in RulebookPassage.objects.all()]
    for who in (client(), client("jude"), client("somebody"), other):
        for address in addresses:
            assert SECRET not in who.get(address).content.decode(), address
    # Nor is it handed on by its owner's own doors but that page.
    for address in addresses[1:]:
        assert SECRET not in client("olga").get(address).content.decode(), address
    assert SECRET not in json.dumps(data_of_account(olga.user), default=str)  # type: ignore[arg-type]


def test_no_export_of_the_event_has_it(olga: Actor) -> None:
    bring(olga)
    slug = running_event(2, name="Other").slug
    reader = client("olga")
    for part in ("event.json", "results.csv", "standings.csv"):
        assert SECRET not in reader.get(f"/api/v1/events/{slug}/export/{part}").content.decode()
    assert SECRET not in run("export_precedents")[1]


def test_an_api_token_of_the_owner_is_told_nothing(olga: Actor) -> None:
    bring(olga)
    token = Actor.of_user(olga.user, grant=Grant(1, frozenset({Scope.EVERYTHING})))  # type: ignore[arg-type]
    assert wording_of(olga, "Handbook", "head-shot") and wording_of(token, "Handbook", "head-shot") == []
    with pytest.raises(NotAllowed):
        bring(token)


def test_two_games_of_one_rulebook_share_it(olga: Actor) -> None:
    import_rulebook("herocard_duel", "hero.txt", f"Clear\n\n{SECRET}.\n".encode(), by=olga, now=at(0))
    for game in ("herocard_duel", "herocard_nightmare"):
        assert SECRET in client("olga").get(f"/rules/{game}/clear/").content.decode()


def test_one_of_the_same_name_is_replaced_and_one_taken_away_is_gone(olga: Actor) -> None:
    first = bring(olga)
    again = bring(olga, data=TEXT.replace(b"Here stands", b"There stands"))
    assert bring(olga, "second.txt").pk
    texts = [wording.paragraphs[0] for wording in wording_of(olga, "Handbook", "head-shot")]
    assert [text.split()[0] for text in texts] == ["There", "Here"]
    take_away_rulebook(again.pk, by=olga, now=at(1))
    assert not RulebookPassage.objects.filter(rulebook__in=[first.pk, again.pk]).exists()
    assert RulebookText.objects.count() == 3
    with pytest.raises(NotFound):
        take_away_rulebook(again.pk, by=olga, now=at(2))
    with pytest.raises(NotFound):
        take_away_rulebook(RulebookText.objects.get(name="second").pk, by=actor("jude"), now=at(2))


@pytest.mark.parametrize("who", ["jude", "somebody", ""])
def test_only_organisers_bring_one_in(olga: Actor, who: str) -> None:
    by = actor(who) if who else Actor.anonymous()
    with pytest.raises(NotAllowed):
        bring(by)
    answer = client(who).get("/rules/own-texts/")
    assert answer.status_code == (403 if who else 302)
    assert b"own-texts" not in client(who).get("/rules/").content
    assert b"own-texts" in client("olga").get("/rules/").content
    with pytest.raises(NotAllowed):  # for all who run the site
        import_rulebook("highlander", "x.txt", TEXT, by=olga, now=at(0), for_site=True)


@pytest.mark.parametrize("data", [b"", b"nothing of it", b"PK\x00\x01", b"x" * 2_000_001])
def test_what_is_no_text_of_it_is_refused(olga: Actor, data: bytes) -> None:
    with pytest.raises(BadText):
        bring(olga, data=data)
    with pytest.raises(NotFound):
        import_rulebook("chess", "x.txt", TEXT, by=olga, now=at(0))
    with pytest.raises(BadText):
        bring(olga, name="  ")
    assert not RulebookText.objects.exists()


def test_the_page(olga: Actor) -> None:
    reader = client("olga")
    page = reader.get("/rules/own-texts/").content.decode()
    assert "HeroCard duel / HeroCard Nightmare" in page
    upload = SimpleUploadedFile("My <book>.txt", TEXT.decode().encode("cp1252"))
    assert reader.post("/rules/own-texts/", {"game": "highlander", "file": upload}).status_code == 303
    page = reader.get("/rules/own-texts/").content.decode()
    assert (
        "My &lt;book&gt;" in page
        and "2 of " in page
        and "entries have their wording now. Without wording: " in page
        and SECRET not in page
    )
    assert reader.post("/rules/own-texts/", {"game": "highlander"}).status_code == 400
    assert reader.post("/rules/own-texts/", {"take_away": "x"}).status_code == 404
    number = RulebookText.objects.get().pk
    assert reader.post("/rules/own-texts/", {"take_away": number}).status_code == 303
    assert not RulebookPassage.objects.exists()


def test_the_command(olga: Actor, tmp_path: Path) -> None:
    path = tmp_path / "handbook.txt"
    path.write_bytes(TEXT)
    code, out, _err = run("import_rulebook", "highlander", path, "--json")
    said = json.loads(out)
    assert code == 0 and said["matched"] == 2 and len(said["missing"]) == said["entries"] - 2
    chief = UserFactory.create(username="chief", is_superuser=True)
    reader = Client()
    reader.force_login(chief)
    assert SECRET in reader.get(PAGE).content.decode()
    assert SECRET not in client("olga").get(PAGE).content.decode()
    assert run("import_rulebook", "highlander", path, "--for", olga.user.username)[0] == 0  # type: ignore[union-attr]
    assert SECRET in client("olga").get(PAGE).content.decode()
    for wrong in (
        ("chess", path),
        ("highlander", tmp_path / "none"),
        ("highlander", path, "--for", "nobody"),
    ):
        assert run("import_rulebook", *wrong)[0] == 64
    path.write_bytes(b"nothing")
    assert run("import_rulebook", "highlander", path)[0] == 64


def test_it_goes_with_its_owner(olga: Actor) -> None:
    who = actor("mallory")
    event = running_event(2, name="Other")
    grant_role(event, who.user.username, Role.ORGANISER, by=actor("olga"), now=at(0))  # type: ignore[union-attr]
    bring(who)
    assert [row["name"] for row in data_of_account(who.user)["rulebook_texts"]] == ["book"]  # type: ignore[arg-type]
    delete_account(by=who, now=at(5))
    assert not RulebookText.objects.exists() and not RulebookPassage.objects.exists()
