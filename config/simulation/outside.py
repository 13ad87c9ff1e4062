"""Who stands outside of the site and is told: programs behind webhooks, phones, mailboxes. Nothing is sent: what would
be is read here, at once, and sometimes said not to have arrived."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.core import mail
from standardwebhooks.webhooks import Webhook

from config.simulation.site_client import Person

if TYPE_CHECKING:
    from config.simulation.day import Day

#: One message in so many does not arrive the first time.
LOST = 6
#: Where the site sends, by the modules that do it in threads.
SENDING = ("tournaments.webhooks.tasks", "tournaments.notifications.tasks")
#: Where it sends mails in one.
MAILING = "tournaments.decks.tasks"
#: Steps of a round and what is told of each, with the state they lead to.
TOLD_OF = {
    "round-publish": ("round.published", "published"),
    "round-start": ("round.started", "running"),
    "round-finish": ("round.finished", "finished"),
}


@dataclass(eq=False)
class Hook:
    """A program behind a webhook."""

    number: int
    secret: str
    kinds: tuple[str, ...]
    live: bool = True
    paused: bool = False
    #: message -> its body
    got: dict[str, str] = field(default_factory=dict)
    #: What must have been told, by kind and round, at the least.
    due: Counter[tuple[str, int]] = field(default_factory=Counter)


@dataclass(eq=False)
class Phone:
    """A phone of a player, with the keys of its browser."""

    number: int
    who: Person
    about: tuple[str, ...]
    key: ec.EllipticCurvePrivateKey
    auth: bytes
    live: bool = True
    got: list[dict[str, Any]] = field(default_factory=list)


class Outside:
    """All of them, by their addresses."""

    def __init__(self, day: Day) -> None:
        self.day = day
        self.chance = random.Random(f"outside {day.plan.text}")  # noqa: S311 - a made-up day has no secrets
        self.hooks: dict[str, Hook] = {}
        self.phones: dict[str, Phone] = {}
        #: What was wrong with something that came.
        self.wrong: list[str] = []
        self.patient = False
        #: Whose each address is, and how many mails were read.
        self.addresses: dict[str, Person] = {}
        self.mails = 0
        self.nobody = Person("a webhook", frozenset({"anybody"}))

    def forget(self) -> None:
        """Another event begins; whoever was told of the one before is left alone from now on."""
        self.hooks, self.phones = {}, {}

    def post(self, url: str, body: bytes, headers: dict[str, str], limits: object) -> int:
        """Stands for the request that the site would make; gives the status it is answered with."""
        if not self.patient and self.chance.random() * LOST < 1:
            return 503
        if url in self.hooks:
            self._hook(self.hooks[url], body.decode(), headers)
        elif url in self.phones:
            self._phone(self.phones[url], body)
        else:
            self.wrong.append(f"{url} was sent something, and nobody had asked for it")
        return 200

    def _hook(self, hook: Hook, body: str, headers: dict[str, str]) -> None:
        told, number = json.loads(body), headers["webhook-id"]
        at = datetime.fromtimestamp(int(headers["webhook-timestamp"]), UTC)
        # signed once more: its own check of a signature looks at the machine's clock
        signed = Webhook(hook.secret).sign(number, at, body)
        if signed not in headers["webhook-signature"].split():
            self.wrong.append(f"{number} is not signed with the endpoint's secret")
        if not hook.live or hook.paused:
            self.wrong.append(
                f"{number} was sent to an endpoint that was {'paused' if hook.live else 'deleted'}"
            )
        if told["type"] not in hook.kinds:
            self.wrong.append(f"{told['type']} was not asked for")
        if hook.got.setdefault(number, body) != body:
            self.wrong.append(f"{number} came with another body than before")
        self._scan(self.nobody, body)

    def _phone(self, phone: Phone, body: bytes) -> None:
        plain = http_ece.decrypt(body, private_key=phone.key, auth_secret=phone.auth, version="aes128gcm")
        if not phone.live:
            self.wrong.append(f"a phone of {phone.who} is told something after it was taken back")
        phone.got.append(json.loads(plain))
        self._scan(phone.who, plain.decode())

    def _scan(self, who: Person, text: str) -> None:
        secret = self.day.marks.seen_by(who, text)
        if secret is not None:
            self.wrong.append(f"{who} was told {secret}: {text[:300]}")

    def read_mail(self) -> None:
        """Every mail that was sent since, by whom it was sent to, and nobody else's to read."""
        for message in mail.outbox[self.mails :]:
            self.mails += 1
            if len(message.to) != 1 or message.cc or message.bcc or message.to[0] not in self.addresses:
                self.wrong.append(f"a mail went to {message.to} {message.cc} {message.bcc}")
                continue
            parts = [str(message.subject), str(message.body), *map(str, message.extra_headers.items())]
            parts += [str(content) for content, _ in getattr(message, "alternatives", ())]
            parts += [str(attached) for attached in message.attachments]
            self._scan(self.addresses[message.to[0]], "\n".join(parts))

    def new_phone(self, number: int, url: str, who: Person, about: tuple[str, ...]) -> dict[str, str]:
        """A browser's subscription as it is sent to the site; the phone is known under its address."""
        key = ec.derive_private_key(1 + self.chance.getrandbits(200), ec.SECP256R1())
        auth = self.chance.randbytes(16)
        self.phones[url] = Phone(number, who, about, key, auth)
        point = key.public_key().public_numbers()
        raw = b"\x04" + point.x.to_bytes(32, "big") + point.y.to_bytes(32, "big")
        return {"endpoint": url, "p256dh": _base64(raw), "auth": _base64(auth)}

    def note_round(self, verb: str, before: tuple[int, str]) -> None:
        """A request was acknowledged. Where it brought the round to another state, whoever listens is told."""
        state, number = self.day.expected.round_state, self.day.expected.number
        kind, to = TOLD_OF.get(verb.removeprefix("form "), ("", ""))
        if not kind or state != to or before[0] != number or before[1] == state:
            return
        for hook in self.hooks.values():
            if hook.live and not hook.paused and kind in hook.kinds:
                hook.due[kind, number] += 1


def _base64(raw: bytes) -> str:
    from base64 import urlsafe_b64encode

    return urlsafe_b64encode(raw).rstrip(b"=").decode()


class AtOnce:
    """Stands for a thread: does it in the same moment."""

    def __init__(self, target: Callable[..., None], args: Any = (), **more: Any) -> None:
        self.target, self.args = target, args

    def start(self) -> None:
        """Does it."""
        self.target(*self.args)


#: In the place of the module `threading`, and of a connection that a thread closes when it ends.
THREADS, SAME_CONNECTION = SimpleNamespace(Thread=AtOnce), SimpleNamespace(close=lambda: None)
