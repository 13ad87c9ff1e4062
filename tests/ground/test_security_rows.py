"""What docs/security.md says of processes, mails, second steps, signing out and what a browser keeps."""

from __future__ import annotations

import ast
import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal import auth as totp
from django.core import mail
from django.core.mail import EmailMessage
from django.test import Client

from referee.logs.hash_chain import SALT_BYTES
from tests.ground.places import ROOT
from tests.tournaments.access.doors import patterns
from tests.tournaments.access.scenes import logged, scene_of
from tests.tournaments.factories import actor
from tournaments.models.accounts import User

pytestmark = [pytest.mark.anywhere, pytest.mark.django_db]
GOOD, BETTER = "correct horse battery", "another good one"
#: where the program starts others: the launcher and its parts, simulated days, and jobs; with what, is the operator's
STARTS_PROCESSES = {
    "config/backups/tasks.py", "config/launch/checks.py", "config/launch/draining.py", "config/launch/entry.py",
    "config/launch/environment.py", "config/launch/serve.py", "config/launch/supervise.py",
    "config/simulation/child.py", "tournaments/jobs/tasks.py",
}  # fmt: skip
#: by script, what it keeps in the browser
KEEPS = {
    "announcements.js": {"localStorage"},  # whether the projector speaks
    "exchange.js": {"sessionStorage"},  # where the page stood before it was drawn anew
    "kept.js": {"localStorage", "caches"},  # who reads here, as a digest; what of it the service worker keeps
    "offline.js": {"localStorage", "caches"},  # reads the same
    "queue.js": {"localStorage"},  # taps that wait
    "reports.js": {"localStorage", "indexedDB"},  # who reads here
    "waiting.js": {"indexedDB"},  # reports that wait
    "worker.js": {"caches"},  # files, rules, one's own pairing and clock
}
#: where a number is drawn that anybody can draw again: simulated events, and ties of a pairing from the event's seed
DRAWN_AGAIN = {
    "tournaments/pairing/pods/search.py", "tournaments/simulation/event.py", "tournaments/simulation/people.py",
    "tournaments/simulation/results.py",
}  # fmt: skip
#: what opens something by itself, with the bytes that are drawn for it
OPENS = {
    "config/launch/serve.py": 16,  # the launcher's word to its parts
    "config/settings/secret.py": 64,  # the site's key
    "referee/demo/links.py": 32,  # what the links of a demo are signed with
    "tournaments/accounts/tokens.py": 32,  # tokens of the API
    "tournaments/entrants/claims.py": 18,  # claim links
    "tournaments/events/life.py": 16,  # the seed behind every draw of an event
    "tournaments/events/role_links.py": 24,
    "tournaments/webhooks/changes.py": 32,  # what messages are signed with
}
#: what opens nothing without more: marks, names of processes and messages, a page that its owner made public, words
#: that are signed as well, salts by their own constant; and accounts of the demo, with passwords that are shown
SHORTER = {
    "config/launch/supervise.py", "config/lockout.py", "referee/demo/people.py", "referee/logs/hash_chain.py",
    "tournaments/clocks/calling.py", "tournaments/entrants/check_in.py", "tournaments/leaving/changes.py",
    "tournaments/outbox/webhooks.py", "tournaments/people/changes.py",
}  # fmt: skip
#: drawn by the system, and in no address or answer
INSIDE = {"tournaments/jobs/working.py", "tournaments/templatetags/look.py"}
STORES = re.compile(r"\b(localStorage|sessionStorage|indexedDB|caches|document\.cookie|cookieStore)\b")
#: pages without the site's head: on a wall, on paper, in a frame, without a connection
WITHOUT_HEAD = re.compile(r"projector|print|slip|embed|offline|kept|live_|paper|api-docs|queue")


@pytest.fixture
def ann() -> User:
    return User.objects.create_user("ann", email="ann@example.org", password=GOOD)


def calls_of(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            yield node


def starts_a_process(call: ast.Call) -> bool:
    name = ast.unparse(call.func)
    return bool(re.match(r"subprocess\.|os\.(system|popen|exec|spawn|posix_spawn|fork)|pty\.|Popen\b", name))


def test_no_process_is_started_from_what_was_sent() -> None:
    files = [
        path for part in ("rules", "tournaments", "referee", "config") for path in (ROOT / part).rglob("*.py")
    ]
    found = {
        str(path.relative_to(ROOT)): [call for call in calls_of(path) if starts_a_process(call)]
        for path in files
    }
    assert {name for name, calls in found.items() if calls} == STARTS_PROCESSES
    assert [ast.unparse(call.args[0]) for call in found["tournaments/jobs/tasks.py"]] == [
        "settings.JOB_COMMAND"
    ]
    assert [ast.unparse(call.args[0]) for call in found["config/backups/tasks.py"]] == [
        "settings.BACKUP_COMMAND"
    ]
    assert not [name for name, calls in found.items() for call in calls if "shell=True" in ast.unparse(call)]


def test_what_opens_something_is_drawn_by_the_system_with_128_bits_and_more() -> None:
    """No other source of chance is imported; each place that draws bytes is known, with how many where they open
    something."""
    imports, drawn = set(), dict[str, set[str]]()
    for part in ("rules", "tournaments", "referee", "config"):
        for path in (ROOT / part).rglob("*.py"):
            name = str(path.relative_to(ROOT))
            if name.startswith("config/simulation/"):
                continue
            if re.search(r"^\s*(?:import|from) random\b", path.read_text(encoding="utf-8"), re.M):
                imports.add(name)
            for call in calls_of(path):
                if re.match(r"secrets\.token_\w+", ast.unparse(call.func)):
                    drawn.setdefault(name, set()).add(ast.unparse(call.args[0]))
    rules = {name for name in imports if name.startswith("rules/")}  # self-played games, by their seed
    assert imports - rules == DRAWN_AGAIN
    assert drawn.keys() == OPENS.keys() | SHORTER | INSIDE
    assert {name: {str(count)} for name, count in OPENS.items()} == {name: drawn[name] for name in OPENS}
    assert min(OPENS.values()) * 8 >= 128
    assert SALT_BYTES * 8 >= 128


def test_no_line_break_reaches_the_head_of_a_mail(ann: User, client: Client) -> None:
    EmailAddress.objects.create(user=ann, email="ann@example.org", verified=True, primary=True)
    User.objects.filter(pk=ann.pk).update(
        username="ann\nBcc: thief@example.org", display_name="a\r\nBcc: b@example.org"
    )
    for address in ("ann@example.org\nBcc: thief@example.org", "ann@example.org\r\nthief@example.org"):
        client.post("/accounts/password/reset/", {"email": address})
    assert all(sent.recipients() == ["ann@example.org"] for sent in mail.outbox)
    client.post("/accounts/password/reset/", {"email": "ann@example.org"})
    assert mail.outbox
    for sent in mail.outbox:
        assert sent.recipients() == ["ann@example.org"]
        assert "thief" not in str(sent.message()["Subject"]) and sent.message()["Bcc"] is None
    # What our own mails say comes from names, too: Django refuses what would begin a line.
    with pytest.raises(ValueError, match="newlines"):
        EmailMessage("Cup\nBcc: thief@example.org", "Text", to=["ann@example.org"]).message()


def test_a_forgotten_password_opens_no_second_step(ann: User, client: Client) -> None:
    EmailAddress.objects.create(user=ann, email="ann@example.org", verified=True, primary=True)
    totp.TOTP.activate(ann, totp.generate_totp_secret())
    client.post("/accounts/password/reset/", {"email": "ann@example.org"})
    (sent,) = mail.outbox
    address = re.search(r"http://testserver(/accounts/password/reset/key/\S+)", str(sent.body))
    assert address is not None
    form = client.get(address[1])["Location"]
    new = {"password1": BETTER, "password2": BETTER}
    client.post(form, new)
    ann.refresh_from_db()
    assert ann.check_password(BETTER) and Authenticator.objects.filter(user=ann).exists()
    assert "_auth_user_id" not in client.session
    answer = client.post("/accounts/login/", {"login": "ann", "password": BETTER})
    assert "/2fa/authenticate/" in answer["Location"] and "_auth_user_id" not in client.session
    # The link is good once.
    other = Client()
    again = other.get(address[1], follow=True)
    assert again.context is None or "token_fail" not in again.context or again.context["token_fail"]
    other.post(form, {"password1": GOOD, "password2": GOOD})
    ann.refresh_from_db()
    assert ann.check_password(BETTER)


def test_secrets_of_second_steps_come_from_the_system_and_are_long(ann: User) -> None:
    def drawn() -> tuple[str, str]:
        random.seed(7)
        Authenticator.objects.all().delete()
        return totp.generate_totp_secret(), " ".join(RecoveryCodes.activate(ann).generate_codes())

    (secret, codes), (other_secret, other_codes) = drawn(), drawn()
    assert secret != other_secret and codes != other_codes
    # 32 signs of base32 are 160 bits; eight digits of a recovery code more than 26.
    assert re.fullmatch(r"[A-Z2-7]{32}", secret)
    assert all(re.fullmatch(r"[0-9a-f]{8,}", code) for code in codes.split()) and len(codes.split()) >= 8


def test_who_is_signed_in_finds_the_way_out_on_every_page() -> None:
    """One's name in the head leads to the profile, where signing out stands."""
    scene, client = scene_of(logged), Client()
    user = actor("olga").user
    assert user is not None
    client.force_login(user)
    lacking, seen = [], 0
    for path, pattern in patterns():
        name = str(pattern.name)
        if path.startswith("api/") or WITHOUT_HEAD.search(name) or "game" in path:
            continue
        answer = client.get(scene.address(path))
        if answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            seen += 1
            if not re.search(r'<a href="/profile/" class="who"', answer.content.decode()):
                lacking.append(name)
    assert lacking == [] and seen > 40
    assert 'action="/accounts/logout/"' in client.get("/profile/").content.decode()


def test_these_scripts_alone_keep_something_in_the_browser() -> None:
    found = {}
    for path in sorted((ROOT / "static" / "js").glob("*.js")):
        text = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.S)
        if stores := set(STORES.findall(text)):
            found[path.name] = stores
    assert found == KEEPS
    reports = (ROOT / "static" / "js" / "reports.js").read_text(encoding="utf-8")
    assert 'if (name !== "csrfmiddlewaretoken") fields.push' in reports
    worker = (ROOT / "static" / "js" / "worker.js").read_text(encoding="utf-8")
    # Nothing that says no-store, and no page but of rules, is put into a cache.
    assert "!/no-store/.test(said)" in worker
    assert re.findall(r"await put\((\w+),", worker) == ["RULES", "TABLES"]
