"""Static files, answered in the loop: they ask nothing of Django, and no thread is taken for them.

WhiteNoise says which files there are and what is to be said of them, as in Django's own middleware, which is still
there for all that is out of the ordinary (parts of files, other methods) and where this is not used.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from config.front.gateway import Answer, Headers

#: Bytes of one file that is kept in memory once it was asked for; larger ones take the usual way.
MAX_KEPT_BYTES = 256 * 1024


class StaticFile(Protocol):
    """A file as WhiteNoise knows it."""

    not_modified_response: Any

    def is_not_modified(self, request_headers: Mapping[str, str]) -> bool: ...
    def get_path_and_headers(self, request_headers: Mapping[str, str]) -> tuple[str, Headers]: ...


class Files:
    """The answers for these files, by path. `always`: what every answer says, by whether it goes over TLS, or None
    where Django is to answer; `is_secure` tells which of a request."""

    def __init__(
        self,
        files: Mapping[str, StaticFile],
        always: Mapping[bool, Headers | None],
        is_secure: Callable[[Any], bool],
    ) -> None:
        self._files = files
        self._always = always
        self._is_secure = is_secure
        self._bodies: dict[str, bytes | None] = {}

    def answer(self, scope: Any) -> Answer | None:
        """The answer to a request for one of them; None for anything else."""
        file = self._files.get(scope.path)
        if file is None or scope.method not in ("GET", "HEAD") or not hasattr(file, "not_modified_response"):
            return None
        headers = scope.headers
        if "range" in headers or "content-length" in headers or "transfer-encoding" in headers:
            return None
        always = self._always[self._is_secure(scope)]
        if always is None:
            return None
        asked = {
            name: value
            for name, field in (
                ("HTTP_IF_NONE_MATCH", "if-none-match"),
                ("HTTP_IF_MODIFIED_SINCE", "if-modified-since"),
                ("HTTP_ACCEPT_ENCODING", "accept-encoding"),
            )
            if (value := headers.get(field)) is not None
        }
        if file.is_not_modified(asked):
            return Answer(304, [*file.not_modified_response.headers, *always])
        path, said = file.get_path_and_headers(asked)
        body = self._body(path)
        return None if body is None else Answer(200, [*said, *always], body)

    def _body(self, path: str) -> bytes | None:
        if path not in self._bodies:
            with open(path, "rb") as file:
                content = file.read(MAX_KEPT_BYTES + 1)
            self._bodies[path] = content if len(content) <= MAX_KEPT_BYTES else None
        return self._bodies[path]
