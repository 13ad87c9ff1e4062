"""German pages say in German what the engines say."""

import json
import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import msgspec
import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from referee.entering.spec import struct_spec
from referee.live.live_replay import forget
from referee.models.records import Record
from referee.records.changes import attach_log
from referee.wording.labels import field_words, verb_words
from rules.kernel.log import read_log
from rules.kernel.messages import Message, plainly
from rules.kernel.replay import Replay
from rules.kernel.verdict import LEGAL
from rules.registry import load
from tests.referee.live.playing import match_of_game, opened, played, sent
from tests.referee.wording.test_wording import GAMES, SCENARIOS
from tests.tournaments.factories import actor, at, player
from tournaments.decks.changes import submit_deck
from tournaments.decks.queries import violations_of
from tournaments.models.rounds import Match

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


@pytest.fixture(autouse=True)
def cold() -> Iterator[None]:
    forget()
    yield
    forget()


def german(name: str, match: Match | None = None) -> Client:
    """A client in German, signed in as somebody of the staff or as the player of a seat."""
    client = Client()
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "de"
    who = player(match, name) if match else actor(name)
    assert who.user is not None
    client.force_login(who.user)
    return client


def broken_log(game: str) -> tuple[bytes, int]:
    """A scenario of two that asks of an illegal entry, as a log that stops there: its text, and where it stops."""
    engine = load(game)
    for path in sorted((SCENARIOS / game).glob("*.jsonl")):
        log = read_log(path.read_bytes(), engine.all_verbs)
        if set(log.header.seats) != {"A", "B"} or not any(entry.expect == "illegal" for entry in log.entries):
            continue
        run = Replay(engine, log.header)
        lines = [msgspec.to_builtins(log.header)]
        for entry in log.entries:
            lines.append({**json.loads(msgspec.json.encode(entry, enc_hook=plainly)), "expect": None})
            if run.push(entry).verdict == "illegal" and run.verdicts[-1].violations[0].rule[:4] != "log.":
                plain = [{key: value for key, value in line.items() if key != "expect"} for line in lines]
                return b"\n".join(map(msgspec.json.encode, plain)), len(run.entries)
            if run.stopped:
                break
    raise AssertionError(f"no such scenario of {game}")


def says(page: Any, messages: Any) -> None:
    """The page has each message in German, and none of them in English."""
    text = unescape(page.content.decode())
    said = [message if isinstance(message, str) else message.message for message in messages]
    assert said
    for message in said:
        told = message.said("de")
        assert told != message
        assert told[1:] in text and message[1:] not in text, message


@pytest.mark.parametrize("game", GAMES)
def test_replay_what_if_and_editor(game: str) -> None:
    match = match_of_game(game)
    data, n = broken_log(game)
    record: Record = attach_log(match, 1, data, by=actor("jude"), now=at(10))
    client = german("jude")
    page = client.get(reverse("referee:record_page", args=[record.pk]), {"entry": n})
    broken = page.context["step"].violations
    says(page, broken)
    entry = data.split(b"\n")[n].decode()
    address = reverse("referee:what_if", args=[record.pk, n - 1])
    tried = client.post(address, {"after": str(n - 1), "tap": entry})
    assert tried.context["branch"].lines[-1].verdict == "illegal"
    says(tried, broken)
    laid = client.post(f"/positions/{game}/", {"do": "open", "file": SimpleUploadedFile("log.jsonl", data)})
    says(laid, broken)


@pytest.mark.parametrize("game", GAMES)
def test_refused_at_the_live_table(game: str) -> None:
    """An assisted event refuses what the own phone's view calls illegal, to the script and to a plain form."""
    match = match_of_game(game, logs="assisted")
    table = opened(match, header=played(game, "live").header)
    entry, messages = too_early(game)
    form = {"entry": json.dumps(entry), "after": "0"}
    client = german("A", match)
    answer = client.post(f"/live/{table.pk}/tap/", {**form, "key": "one"}, headers={"X-Tap": "1"})
    assert answer.status_code == 409 and answer.json()["code"] == "not_legal", answer.content
    english = Client()
    english.cookies[settings.LANGUAGE_COOKIE_NAME] = "en"
    english.force_login(player(match, "A").user)  # type: ignore[arg-type]
    broken = english.post(f"/live/{table.pk}/tap/", {**form, "key": "two"}, headers={"X-Tap": "1"}).json()
    told = broken["details"]["violations"]
    answered = answer.json()["details"]["violations"]
    for one, other, message in zip(told, answered, messages, strict=True):
        assert one["message"] == message and other["message"] == message.said("de") != message
        assert other["message"] in answer.json()["message"]
    plain = client.post(f"/live/{table.pk}/tap/", {**form, "key": "three"}, follow=True)
    says(plain, messages)


def too_early(game: str) -> tuple[dict[str, Any], list[Message]]:
    """An entry by A that a game brings later and that cannot be its first, and what the rules say against it."""
    log = played(game, "live")
    for entry in log.entries:
        verdict = Replay(load(game), log.header).push(entry) if entry.by == "A" else LEGAL
        if verdict.verdict == "illegal":
            messages = [violation.message for violation in verdict.violations]
            return sent(entry), [message for message in messages if isinstance(message, Message)]
    raise AssertionError("everything may come first")


@pytest.mark.parametrize("game", GAMES)
def test_a_deck_list_and_a_log_that_cannot_be_taken(game: str) -> None:
    match = match_of_game(game, deck_lists="optional")
    entrant = match.seats.get(letter="A").entrant
    sections = {"nonsense": [{"card": "No Such Card", "count": 9}]}
    deck = submit_deck(entrant, {"sections": sections}, by=actor("olga"), now=at(0))
    assert deck.violations
    client = german("A", match)
    page = client.get(reverse("tournaments:my_deck", args=[entrant.event.slug]))
    with override("de"):
        found = [one["message"] for one in violations_of(deck, entrant.event)]
    says(page, found)
    address = reverse("referee:record_upload", args=[match.pk])
    log = SimpleUploadedFile("log.jsonl", b'{"log": 1, "game": "%s"}\n{"by": 1}\n' % game.encode())
    page = client.post(address, {"file": log, "game_number": "1"})
    assert page.status_code == 400
    why = "Das Protokoll ist nicht lesbar: Zeile 1: Kopf: „players“ fehlt."
    assert why in unescape(page.content.decode())


@pytest.mark.parametrize("game", GAMES)
def test_forms_and_buttons(game: str) -> None:
    """The logger's and the editor's forms have no name of a verb or field as the engine writes it."""
    match = match_of_game(game, logs="competitive")
    table = opened(match, header=played(game, "live").header)
    engine = load(game)
    shown = ""
    for page in (
        german("A", match).get(f"/live/{table.pk}/"),
        german("jude").get(f"/positions/{game}/"),
    ):
        assert page.status_code == 200
        shown += unescape(page.content.decode())
    told = {text.strip().lower() for text in re.findall(r">([^<>]+)<", shown)}
    english = {str(verb.__struct_config__.tag).replace("_", " ") for verb in engine.all_verbs}
    english |= {field.name.replace("_", " ") for field in struct_spec(engine.position_type).fields}
    with override("de"):
        alike = {
            name for name in english if name in (field_words(name), verb_words(name, engine.name).lower())
        }
    assert not told & english - alike
