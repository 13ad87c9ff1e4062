"""Browsers, with cookies and the forms that a page showed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from html.parser import HTMLParser

from django.test.client import Client, ClientHandler


@dataclass
class Form:
    """A form as a page showed it: what a browser would send of it as it came, and its buttons."""

    action: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._open = False
        self._name = ""
        self._in_text = self._chosen = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {key: value or "" for key, value in attrs}
        if tag == "form":
            self.forms.append(Form(has.get("action", "")))
            self._open = has.get("method", "").lower() == "post"
            if not self._open:
                self.forms.pop()
        if not self._open or "disabled" in has:
            self._name = "" if tag in ("select", "textarea") else self._name
            return
        sent, name = self.forms[-1], has.get("name", "")
        if tag == "button" and name:
            sent.buttons.append((name, has.get("value", "")))
        elif tag in ("select", "textarea"):
            self._name, self._in_text, self._chosen = name, tag == "textarea", False
            sent.fields[name] = ""
        elif tag == "option" and self._name and ("selected" in has or not self._chosen):
            # where none is selected a browser sends the first
            sent.fields[self._name], self._chosen = has.get("value", ""), True
        elif tag == "input" and name:
            _take_input(sent, name, has)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = False
        self._in_text = self._in_text and tag != "textarea"

    def handle_data(self, data: str) -> None:
        if self._open and self._in_text and self._name:
            self.forms[-1].fields[self._name] += data.removeprefix("\n")


def _take_input(sent: Form, name: str, has: Mapping[str, str]) -> None:
    """Adds the value that a browser sends for an input; nothing for a box or a radio button that is not checked."""
    if has.get("type", "") not in ("checkbox", "radio"):
        sent.fields[name] = has.get("value", "")
    elif "checked" in has:
        sent.fields[name] = has.get("value", "on")


def forms_of(page: str) -> list[Form]:
    """Every form of a page that sends something."""
    reader = _Reader()
    reader.feed(page)
    return reader.forms


class Browsers:
    """Opens browsers that send a form only with the word against forgery that its page gave."""

    def __init__(self) -> None:
        # one for all of them: making it looks through every static file
        self._site = ClientHandler(enforce_csrf_checks=True)

    def open(self) -> Client:
        """One without any cookie."""
        made = Client(raise_request_exception=False, SERVER_NAME="localhost")
        made.handler = self._site
        return made
