"""The description of the API: made once for each language of the site, whatever a stranger asks for."""

from __future__ import annotations

import pytest
from django.test import Client

import config.schema
from config.schema import Description

PAGE = "/api/v1/schema/"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The languages that it was made in; what it says takes no time here."""
    found: list[str] = []

    def description(language: str, media_type: str) -> str:
        found.append(language)
        return f"in {language}"

    monkeypatch.setattr(config.schema, "_description", description)
    return found


def said(client: Client, language: str, **headers: str) -> str:
    return client.get(PAGE, {"lang": language}, headers=headers).content.decode()


@pytest.mark.django_db
def test_no_word_that_is_no_language_of_the_site_has_it_made_anew(made: list[str], client: Client) -> None:
    for language in ("", "en", "en-xx", "de-xx", "de-at", "EN", "de-1996-x-y", "fr", "../en", "x" * 2000):
        assert said(client, language) == "in en"
    assert said(client, "de") == "in de"
    assert said(client, "de-xx", accept_language="de-xy,de;q=0.5") == "in de"
    assert said(client, "en", accept_language="de") == "in en"
    assert made == ["en", "de"]


@pytest.mark.django_db
def test_every_format_in_every_language_is_kept(made: list[str], client: Client) -> None:
    formats = [renderer.media_type for renderer in Description.renderer_classes]
    for _ in range(2):
        for language in ("en", "de"):
            for media_type in formats:
                assert said(client, language, accept=media_type) == f"in {language}"
    assert len(made) == 2 * len(formats)
