"""Static files answered by the front: the same answers as Django's own way gives, to every kind of request."""

from __future__ import annotations

import asyncio
import gzip
import threading
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site
from django.http import HttpRequest, HttpResponse
from django.middleware.security import SecurityMiddleware
from whitenoise.middleware import WhiteNoiseMiddleware

from config.front.files import MAX_KEPT_BYTES
from config.front.gateway import Answer, call, environ_of
from config.front.server import Front
from config.middleware import content_security_policy
from config.static_files import StaticFiles, static_files
from config.wsgi import application
from tests.ground.test_front import Protocol, scope

pytestmark = pytest.mark.anywhere

CSS, SCRIPT, PICTURE = "/static/css/base.css", "/static/django_htmx/htmx-2.min.js", "/static/img/mark.svg"
JOINED = "/static/css/joined-site.css"


@pytest.fixture(autouse=True)
def as_served(settings: Any) -> None:
    settings.WHITENOISE_AUTOREFRESH, settings.METRICS_TOKEN = False, ""


def usual(asked: Any) -> Answer:
    """Django's answer; of a HEAD as of a GET, without its body."""
    return call(application, environ_of(asked, b""))


def fields(answer: Answer) -> dict[str, str]:
    return {name.lower(): value for name, value in answer.headers}


def both(*given: tuple[str, str], path: str = CSS, method: str = "GET") -> tuple[Answer | None, Answer]:
    found = static_files()
    assert found is not None
    asked = scope(method, path, ("host", "127.0.0.1"), *given)
    return found.answer(asked), usual(asked)


@pytest.mark.django_db
@pytest.mark.parametrize("path", [CSS, SCRIPT, PICTURE, JOINED, "/static/admin/css/base.css"])
def test_the_same_answer_both_ways(path: str) -> None:
    tag = fields(both(path=path)[1])
    for given in (
        [],
        [("accept-encoding", "gzip, br")],
        [("if-none-match", tag["etag"])],
        [("if-none-match", '"another"')],
        [("if-modified-since", tag["last-modified"])],
        [("if-modified-since", "Thu, 01 Jan 1970 00:00:00 GMT")],
        [("cookie", "first_blood_session=x"), ("authorization", "Seat x")],
    ):
        quick, slow = both(*given, path=path)
        assert quick is not None
        assert (quick.status, fields(quick)) == (slow.status, fields(slow)), given
        assert quick.body == slow.body
    assert fields(both(path=path)[0] or Answer())["x-content-type-options"] == "nosniff"


def test_what_pages_ask_for_together_goes_out_packed() -> None:
    found = static_files()
    assert found is not None
    packed = found.answer(scope("GET", JOINED, ("accept-encoding", "gzip, deflate, br")))
    plain = found.answer(scope("GET", JOINED))
    assert packed is not None and plain is not None
    assert (fields(packed)["content-encoding"], fields(packed)["vary"]) == ("gzip", "Accept-Encoding")
    assert gzip.decompress(packed.body) == plain.body and "content-encoding" not in fields(plain)
    assert 3 * len(packed.body) < len(plain.body)


def test_what_is_out_of_the_ordinary_takes_the_usual_way() -> None:
    found = static_files()
    assert found is not None
    for asked in (
        scope("GET", "/static/css/nothing.css"),
        scope("GET", "/static/../manage.py"),
        scope("GET", "/static/"),
        scope("GET", "/"),
        scope("POST", CSS),
        scope("OPTIONS", CSS),
        scope("GET", CSS, ("range", "bytes=0-9")),
        scope("GET", CSS, ("content-length", "3")),
        scope("GET", CSS, ("transfer-encoding", "chunked")),
    ):
        assert found.answer(asked) is None
    large = [
        path
        for path, file in found._files.items()
        if Path(file.get_path_and_headers({})[0]).stat().st_size > MAX_KEPT_BYTES
    ]
    assert large
    assert found.answer(scope("GET", large[0])) is None


def test_the_front_sends_them_without_a_thread() -> None:
    def never(environ: Any, start: Any) -> list[bytes]:
        raise AssertionError("a thread was asked")

    front = Front(never, files=static_files())
    for method, body in (("GET", True), ("HEAD", False)):
        protocol = Protocol()
        before = threading.active_count()
        asyncio.run(front.__rsgi__(scope(method, CSS), protocol))
        assert (protocol.status, bool(protocol.body)) == (200, body)
        assert (
            int(protocol.fields["Content-Length"])
            == Path(site.BASE_DIR, "static/css/base.css").stat().st_size
        )
        assert threading.active_count() == before


def test_with_tls_as_django_would(settings: Any) -> None:
    settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 3600
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    found = static_files()
    assert found is not None
    assert found.answer(scope("GET", CSS)) is None, "Django sends it on to https"
    assert found.answer(scope("GET", CSS, ("x-forwarded-proto", "http"), scheme="https")) is None
    answer = found.answer(scope("GET", CSS, ("x-forwarded-proto", "https, http")))
    assert answer is not None
    request = HttpRequest()
    request.META = {"HTTP_X_FORWARDED_PROTO": "https", "REQUEST_METHOD": "GET"}
    request.method, request.path_info, request.path = "GET", CSS, CSS
    files = WhiteNoiseMiddleware(lambda request: HttpResponse())
    wanted = SecurityMiddleware(content_security_policy(files))(request)
    assert fields(answer) == {name.lower(): value for name, value in wanted.items()}
    assert fields(answer)["strict-transport-security"].startswith("max-age=3600")


def test_left_to_django_where_it_has_to_see_all(settings: Any) -> None:
    settings.METRICS_TOKEN = "secret"
    assert static_files() is None
    settings.METRICS_TOKEN = ""
    settings.WHITENOISE_AUTOREFRESH = True
    assert static_files() is None


def test_collected_files_with_hashed_names(settings: Any, tmp_path: Path) -> None:
    """As `collectstatic` leaves them: packed beside the plain ones, and for ever."""
    folder = tmp_path / "css"
    folder.mkdir()
    for name in ("base.css", "base.0123456789ab.css"):
        (folder / name).write_text("body {}" * 50)
        (folder / f"{name}.gz").write_bytes(b"packed")
    (tmp_path / "staticfiles.json").write_text(
        '{"version": "1.1", "hash": "", "paths": {"css/base.css": "css/base.0123456789ab.css"}}'
    )
    settings.STATIC_ROOT, settings.WHITENOISE_USE_FINDERS = tmp_path, False
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
    }
    found = static_files()
    assert found is not None
    answer = found.answer(scope("GET", "/static/css/base.0123456789ab.css", ("accept-encoding", "gzip")))
    assert answer is not None
    said = fields(answer)
    assert (answer.body, said["content-encoding"], said["vary"]) == (b"packed", "gzip", "Accept-Encoding")
    assert "immutable" in said["cache-control"]
    plain = found.answer(scope("GET", "/static/css/base.css"))
    assert plain is not None
    assert (len(plain.body), fields(plain)["cache-control"]) == (350, "max-age=60, public")


def test_a_file_of_a_later_version_is_answered_and_nothing_beside_the_folder(
    tmp_path: Path, settings: Any
) -> None:
    folder = tmp_path / "static"
    (folder / "css").mkdir(parents=True)
    (tmp_path / "secret.css").write_text("secret")
    settings.STATIC_ROOT, settings.COLLECTED, settings.WHITENOISE_USE_FINDERS = folder, True, False
    middleware = StaticFiles(lambda request: HttpResponse(status=404))

    def status(path: str) -> int:
        request = HttpRequest()
        request.method, request.path, request.path_info = "GET", path, path
        code: int = middleware(request).status_code
        return code

    assert status("/static/css/later.css") == 404
    (folder / "css" / "later.css").write_text("p { color: red }")
    assert status("/static/css/later.css") == 200
    for path in (
        "/static/../secret.css",
        "/static/css/../../secret.css",
        "/static//" + str(tmp_path / "secret.css"),
    ):
        assert status(path) == 404, path
    assert status("/static/css") == status("/static/css/") == status("/static/") == 404
