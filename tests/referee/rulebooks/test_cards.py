"""The pages of cards: what the engine does of a text, the games it was played in, an event's own cards."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from django.urls import reverse

from referee.live.live_replay import forget
from referee.live.queries import forget_tables
from referee.models.live import LiveTable, TableState
from referee.models.records import NotedLog, PlayedCard, Record
from referee.records.changes import attach_log
from referee.rulebooks import books
from referee.rulebooks.index import search
from referee.rulebooks.played import logs_with
from referee.rulebooks.tasks import note_played
from rules.kernel.seats import log_for
from rules.kernel.selfplay import log_bytes
from rules.registry import load
from tests.referee.live.playing import match_of_game, opened, play, played
from tests.tournaments.factories import actor, at, make_event, player
from tournaments.card_lists.changes import remove_card_list, set_card_list
from tournaments.decks.own_cards import catalogue_of
from tournaments.models.events import Event, State
from tournaments.models.rounds import Match

pytestmark = pytest.mark.django_db
LIST = json.dumps(
    [{"title": "Grand Piano", "type": "effect", "color": "red", "summary": "It falls from a roof."}]
).encode()


def read(address: str, status: int = 200) -> str:
    answer = Client().get(address)
    assert answer.status_code == status, address
    return answer.content.decode()


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("highlander/cards/upper-left-attack/", "The engine carries its text out."),
        ("highlander/cards/head-shot/", "carries"),
        # Town Square's Function stands in no rulebook; Zero's text neither.
        ("nightmare_before_christmas/cards/zero/", "left to a judge"),
        ("nightmare_before_christmas/cards/town-square/", "left to a judge"),
        ("nightmare_before_christmas/cards/fetch/", "The engine carries its text out."),
        ("looney_tunes/cards/stilts/", "The engine carries its text out."),
    ],
)
def test_a_card_says_what_the_engine_does_of_its_text(address: str, said: str) -> None:
    assert said in read(f"/rules/{address}")


def test_every_card_says_how_much_of_it_is_carried_out() -> None:
    of_highlander = {card.carried_out for card in load("highlander").catalogue.cards}
    assert of_highlander == {"all", "part", "nothing"}
    for card in load("highlander").catalogue.cards:
        assert (card.carried_out == "all") == (not card.declared)  # type: ignore[attr-defined]


@pytest.fixture
def match() -> Match:
    return match_of_game("looney_tunes", name="Autumn")


def attached(match: Match) -> Record:
    return attach_log(match, 1, log_bytes(played("looney_tunes", "cards")), by=player(match, "A"), now=at(5))


def in_log(match: Match) -> tuple[str, set[str]]:
    """A card that was played openly, and the keys of all that lie in a hand at the end and were never shown."""
    log = log_for(load("looney_tunes"), played("looney_tunes", "cards"), "public")
    shown = json.dumps([json.loads(line) for line in log_bytes(log).splitlines()[1:]])
    titles = [card.title for card in load("looney_tunes").catalogue.cards]
    return next(title for title in titles if f'"{title}"' in shown), {
        books.card_key(title) for title in titles if f'"{title}"' not in shown
    }


def test_a_log_is_named_on_the_page_of_each_card_that_everybody_may_see_in_it(match: Match) -> None:
    record = attached(match)
    assert note_played(at(6)) == 1 and note_played(at(7)) == 0
    title, hidden = in_log(match)
    keys = set(PlayedCard.objects.values_list("key", flat=True))
    assert books.card_key(title) in keys and not keys & hidden and len(keys) > 5
    page = read(f"/rules/looney_tunes/cards/{books.card_key(title)}/")
    assert f'href="/records/{record.pk}/"' in page and "Autumn" in page and "Round 1, table 1, game 1" in page
    assert f'href="/records/{record.pk}/"' not in read(f"/rules/looney_tunes/cards/{sorted(hidden)[0]}/")
    Event.objects.filter(pk=match.round.event_id).update(state=State.DRAFT)
    assert not logs_with("looney_tunes", books.card_key(title)).exists()
    Event.objects.filter(pk=match.round.event_id).update(state=State.RUNNING)
    Record.objects.filter(pk=record.pk).update(replaced_at=at(8))
    assert not logs_with("looney_tunes", books.card_key(title)).exists()


def test_a_log_that_is_still_kept_on_phones_is_noted_when_it_is_over(match: Match) -> None:
    forget()
    forget_tables()
    log = played("looney_tunes", "cards")
    table = opened(match, header=log.header)
    play(table, log, 6)
    assert note_played(at(6)) == 0 and not NotedLog.objects.exists()
    LiveTable.objects.filter(pk=table.pk).update(state=TableState.CLOSED)
    assert note_played(at(7)) == 1
    assert NotedLog.objects.get().entries == Record.objects.get().entries == 6


def test_a_log_that_grew_is_noted_anew_and_one_that_cannot_be_read_once(match: Match) -> None:
    record = attached(match)
    note_played(at(6))
    NotedLog.objects.update(entries=1)
    PlayedCard.objects.all().delete()
    assert note_played(at(7)) == 1 and PlayedCard.objects.exists()
    NotedLog.objects.update(entries=1)
    record.parts.update(body="nonsense")
    assert note_played(at(8)) == 1 and note_played(at(9)) == 0 and not PlayedCard.objects.exists()


def test_an_events_own_cards_are_found_and_shown_where_the_address_names_it(match: Match) -> None:
    event = match.round.event
    set_card_list(event, LIST, by=actor("olga"), now=at(0), reason="The real cards")
    query = f"?event={event.slug}"
    assert "falls from a roof" in read(f"/rules/looney_tunes/cards/grand-piano/{query}")
    read("/rules/looney_tunes/cards/grand-piano/", 404)
    assert f'href="/rules/looney_tunes/cards/grand-piano/{query}"' in read(
        f"/rules/looney_tunes/{query}&q=piano"
    )
    assert "Grand Piano" in read(f"/rules/looney_tunes/cards/{query}")
    assert "Grand Piano" not in read("/rules/looney_tunes/?q=piano") + read("/rules/looney_tunes/cards/")
    assert f'href="/rules/looney_tunes/{query}"' in read(f"/events/{event.slug}/")
    assert f'href="/rules/looney_tunes/cards/grand-piano/{query}"' in read(
        reverse("tournaments:card_list", args=[event.slug])
    )
    catalogue = catalogue_of(event)
    hits = search("a roof that falls", "looney_tunes", catalogue)
    assert (hits[0].heading, hits[0].own) == ("Grand Piano", True)
    remove_card_list(event, by=actor("olga"), now=at(1), reason="Not these")
    read(f"/rules/looney_tunes/cards/grand-piano/{query}", 404)
    assert "Grand Piano" not in read(f"/rules/looney_tunes/{query}&q=piano")


def test_a_draft_and_an_event_of_another_game_have_no_cards_here(match: Match) -> None:
    other = make_event(name="Draft", game="looney_tunes")
    for slug in (other.slug, "nothing"):
        read(f"/rules/looney_tunes/?event={slug}", 404)
        read(f"/rules/looney_tunes/cards/stilts/?event={slug}", 404)
    read(f"/rules/highlander/?event={match.round.event.slug}", 404)
