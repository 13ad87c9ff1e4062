"""Every form of every page, sent with nonsense: a clear answer each time, and never an error of the program."""

import random
from html.parser import HTMLParser
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from tests.hostile.values import WRONG
from tests.tournaments.factories import (
    actor,
    at,
    make_event,
    many_seated,
    open_event,
    played_round,
    player,
    running_event,
    running_round,
    tables,
    walk_in,
    win,
)
from tests.tournaments.pages.conftest import Who
from tournaments.entrants.claims import make_claim_link
from tournaments.results.changes import report_result
from tournaments.rounds.changes import offer_round

#: in every field at once
NONSENSE = ["", "\x00"]
#: what a database of the stricter kind may choke on; the rest is told by the forms themselves
FOR_DATABASES = ["9" * 30, "\x00"]
#: and one of these in each field, by chance, beside what stands there
WORDS = [text for text in WRONG if isinstance(text, str) and text != "\ud800"]
WORDS += [
    "",
    "x" * 6000,
    "9" * 30,
    "-1",
    "1e999",
    "2026-02-30",
    "25:61",
    "on",
    "[]",
    '{"a": [1',
    "a" * 40 + "\n" * 40,
]


class Forms(HTMLParser):
    """The forms of a page: their address, and the names of what they send."""

    def __init__(self, at: str) -> None:
        super().__init__()
        self.at, self.inside = at, False
        self.found: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self.inside = told.get("method", "get").lower() == "post"
            if self.inside:
                self.found.append((told.get("action") or self.at, {}))
        elif self.inside and tag in ("input", "select", "textarea", "button") and told.get("name"):
            kind = "button" if tag == "button" else told.get("type", "text")
            self.found[-1][1].setdefault(told["name"], f"{kind}:{told.get('value', '')}")

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.inside = False


def filled(fields: dict[str, str], text: str) -> dict[str, Any]:
    """What the form sends with this in every field; buttons as they are, but for one that is nonsense too."""
    sent: dict[str, Any] = {}
    for name, what in fields.items():
        kind, _, value = what.partition(":")
        if name == "csrfmiddlewaretoken":
            continue
        sent[name] = SimpleUploadedFile("x.jsonl", text.encode() or b"{}") if kind == "file" else text
        if kind == "button" and text != "A":
            sent[name] = value
    return sent


def mixed(fields: dict[str, str], chance: random.Random) -> dict[str, Any]:
    """What the form sends with a word of its own in each field, or what stands there already."""
    sent = {}
    for name, what in fields.items():
        kind, _, value = what.partition(":")
        text = value if kind in ("button", "hidden") or chance.random() < 0.4 else chance.choice(WORDS)
        if name != "csrfmiddlewaretoken":
            sent[name] = SimpleUploadedFile("x.jsonl", text.encode() or b"{}") if kind == "file" else text
    return sent


def complaints(client: Client, pages: list[str], seen: set[str], amount: int) -> list[str]:
    found = []
    for page in pages:
        answer = client.get(page)
        assert answer.status_code == 200, (page, answer.status_code)
        forms = Forms(page)
        forms.feed(answer.content.decode())
        for address, fields in forms.found:
            mark = f"{address} {sorted(fields)}"
            if mark in seen or address == reverse("account_logout"):
                continue
            seen.add(mark)
            chance = random.Random(mark)
            forms = [
                filled(fields, text)
                for text in (NONSENSE if connection.vendor == "sqlite" else FOR_DATABASES)
            ]
            for sent in [*forms, *(mixed(fields, chance) for _ in range(amount))]:
                told = {name: str(text)[:20] for name, text in sent.items()}
                try:
                    with transaction.atomic():
                        status = client.post(address, sent).status_code
                        transaction.set_rollback(True)
                except Exception as error:
                    found.append(f"{page} → {address} with {told}: {error!r}")
                    continue
                if status not in (200, 302, 303, 400, 403, 404, 409, 413, 429):
                    found.append(f"{page} → {address} with {told}: {status}")
    return found


@pytest.mark.parametrize("amount", [3, pytest.param(100, marks=pytest.mark.long)])
def test_nonsense_on_every_form(who: Who, db: None, amount: int) -> None:
    event = running_event(8, deck_lists="optional")
    first = played_round(event, 0)
    round = running_round(event, 60)
    contested, reported, playing, _ = tables(round)
    for letter in "AB":
        report_result(contested, win(letter), by=player(contested, letter), now=at(70))
    report_result(reported, win("A"), by=player(reported, "A"), now=at(70))
    several = many_seated("nightmare_before_christmas", 4)
    offer = offer_round(running_event(5, name="Spring"), by=actor("olga"), now=at())
    draft, coming = make_event(name="Draft"), open_event(2, name="Cup", deck_lists="required")
    link = make_claim_link(walk_in(coming), by=actor("olga"), now=at(-80))
    entrant = event.entrants.first()
    assert entrant is not None
    seen: set[str] = set()

    def of(made: Any, *names: str) -> list[str]:
        return [reverse(f"tournaments:{name}", args=[made.slug]) for name in names]

    def matches(*found: Any) -> list[str]:
        return [
            reverse(name, args=[match.pk])
            for match in found
            for name in ("tournaments:match_page", "referee:record_upload")
        ]

    desk = ["desk", "entrants", "staff", "event_edit", "claim_slips"]
    done = tables(first)[0]
    wrong = complaints(
        who("olga"),
        [
            reverse("tournaments:event_new"),
            reverse("tournaments:profile"),
            *of(event, *desk),
            *of(draft, "desk", "event_edit"),
            *of(coming, *desk),
            reverse("tournaments:entrant", args=[event.slug, entrant.pk]),
            reverse("tournaments:offer", args=[offer.event.slug, 1]),
            reverse("tournaments:seating", args=[offer.event.slug, 1]),
            *matches(contested, reported, playing, several, done),
        ],
        seen,
        amount,
    )
    for match, letter in ((contested, "A"), (reported, "B"), (playing, "A"), (several, "C")):
        user = player(match, letter).label.lower()
        wrong += complaints(who(user), of(match.round.event, "my_table"), seen, amount)
    wrong += complaints(
        who("player1"), [*of(event, "my_deck"), *of(coming, "my_table", "my_deck")], seen, amount
    )
    wrong += complaints(who("newcomer"), of(coming, "register"), seen, amount)
    wrong += complaints(Client(), [reverse("tournaments:claim", args=[link])], seen, amount)
    assert len(seen) > 60
    assert not wrong, "\n".join(wrong)
