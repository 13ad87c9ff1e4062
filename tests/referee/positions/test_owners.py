"""Whose a card is, where its place says it: on the page, over the API, in a log's header."""

from typing import Any, get_type_hints

import msgspec
import pytest
from django.test import Client
from rest_framework.test import APIClient

from referee.positions.document import document_from, header_of
from referee.positions.playing import lay_out
from rules.kernel.knowledge import Knowledge
from rules.kernel.zones import mark_of
from rules.registry import games, load

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


def test_a_defense_under_a_seat_is_its_own_on_the_page() -> None:
    sent = {
        "p.turn": "A",
        "p.phase": "defense",
        "p.players.A.defenses.0.card": "Upper Guard",
        "p.players.A.in_play.0.card": "Police [variant: Counter Damage]",
        "p.players.A.in_play.0.under.0.card": "Upper Guard",
        "p.players.B.attacks.0.card": "Thrust",
        "p.players.B.attacks.1.card": "Slash",
        "p.players.B.attacks.1.owner": "A",
    }
    document = document_from(load("highlander"), sent)
    table = lay_out(document, header_of(document))
    assert (table.wrong, table.errors) == ("", {})
    assert table.run is not None
    players = table.run.printed()["players"]
    assert players["A"]["defenses"][0]["owner"] == "A"
    assert players["A"]["in_play"][0]["owner"] == players["A"]["in_play"][0]["under"][0]["owner"] == "A"
    assert [attack["owner"] for attack in players["B"]["attacks"]] == ["B", "A"]
    page = Client().post("/positions/highlander/", {**sent, "do": "look", "by": "typing"}).content.decode()
    assert "required" not in page.split('id="said"')[1].split('id="board"')[0]
    chosen = page.split('name="p.players.A.defenses.0.owner"')[1].split("</select>")[0]
    assert ">(A)</option>" in chosen


def test_a_defense_under_a_seat_is_its_own_over_the_api() -> None:
    position = {"turn": "A", "phase": "defense", "players": {"A": {"defenses": [{"card": "Upper Guard"}]}}}
    answer = APIClient().post("/api/v1/positions/highlander/", {"position": position}, format="json")
    assert answer.status_code == 200, answer.content
    assert answer.json()["position"]["players"]["A"]["defenses"][0]["owner"] == "A"


def test_a_card_on_the_side_of_another_comes_from_its_owners_deck() -> None:
    game = load("highlander")
    known = Knowledge().with_home("A", {}).with_home("B", {})
    raw = {"players": {"B": {"in_play": [{"owner": "A", "card": "Police"}, {"card": "Police"}]}}}
    position, known, _findings = game.codec.from_json(raw, known, game.catalogue)
    borrowed, own = position.players["B"].in_play  # type: ignore[attr-defined]
    assert known.pool_of[borrowed.card] == known.homes["A"]
    assert known.pool_of[own.card] == known.homes["B"]


def owned(kind: Any, place: str = "", by_seat: bool = False) -> list[str]:
    """The required facts of a position that a seat's place says and that are not taken from it."""
    found = []
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = get_type_hints(kind, include_extras=True)
        for field in msgspec.structs.fields(kind):
            if by_seat and field.required and field.name in {"seat", "by", "of", "whose", "owner"}:
                found.append(f"{place}.{field.name}")
            if mark_of(hints[field.name]) is None:
                found += owned(hints[field.name], f"{place}.{field.name}", by_seat)
        return found
    for inner in getattr(kind, "__args__", ()):
        found += owned(inner, place, by_seat or (getattr(kind, "__origin__", None) is dict))
    return found


@pytest.mark.parametrize("name", games())
def test_of_what_a_place_says_only_the_owner_is_required(name: str) -> None:
    places = owned(load(name).position_type)
    assert all(place.endswith(".owner") for place in places), places
    if name == "highlander":
        assert sorted(places) == [
            ".players.arriving.owner",
            ".players.attacks.owner",
            ".players.defenses.owner",
            ".players.in_play.owner",
            ".players.in_play.under.owner",
        ]
