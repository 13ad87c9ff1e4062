"""The API's door for refusals: one form for every error, in one place.

{"code": "conflict", "message": "…", "fields": {"name": "…"}, …details}

`code` and the fields' names are for programs; the texts are for people, in the language the request asks for.
"""

from __future__ import annotations

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import exception_handler as drf_handler
from rest_framework.views import set_rollback

from tournaments.messages import message as _
from tournaments.pages.translation import engine_words, in_words, translated
from tournaments.unavailable import refusal_of


def exception_handler(error: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an error; None for a fault of the program."""
    refusal = refusal_of(error)
    if refusal is not None:
        set_rollback()
        body = {"code": refusal.code, "message": in_words(refusal), **_plain(refusal.details)}
        headers = {"Retry-After": str(refusal.retry_after)} if refusal.retry_after else None
        return Response(body, status=refusal.status, headers=headers)
    response = drf_handler(error, context)
    if response is None:
        return None
    response.data = _body(error, response.data)
    return response


def _body(error: Exception, data: Any) -> dict[str, Any]:
    if isinstance(error, exceptions.ValidationError):
        fields = _fields(data)
        said = translated(
            _("Some values cannot be used: %(which)s.", which=", ".join(fields) or _("the request"))
        )
        return {"code": "invalid", "message": said, "fields": fields}
    if isinstance(error, Http404):
        return {"code": "not_found", "message": gettext("There is no such thing here.")}
    if isinstance(error, PermissionDenied):
        return {"code": "not_allowed", "message": gettext("You may not do this.")}
    code = getattr(error, "default_code", "refused")
    detail = data.get("detail", "") if isinstance(data, dict) else data
    return {"code": str(code), "message": str(detail)}


def _fields(data: Any, prefix: str = "") -> dict[str, str]:
    """Nested complaints as one sentence a field, named by its path."""
    if isinstance(data, dict):
        fields: dict[str, str] = {}
        for name, inner in data.items():
            path = str(name) if not prefix else f"{prefix}.{name}"
            fields |= _fields(inner, "" if name == "non_field_errors" and not prefix else path)
        return fields
    if isinstance(data, list) and any(isinstance(inner, dict) for inner in data):
        merged: dict[str, str] = {}
        for number, inner in enumerate(data):
            merged |= _fields(inner, f"{prefix}.{number}" if prefix else str(number)) if inner else {}
        return merged
    text = " ".join(str(part) for part in data) if isinstance(data, list) else str(data)
    return {prefix or "request": text}


def _text(value: object) -> str:
    return value if isinstance(value, str) else str(value)


def _plain(details: dict[str, object]) -> dict[str, object]:
    kept = (str, int, float, bool, list, dict, tuple, type(None))
    plain: dict[str, object] = {
        name: value if isinstance(value, kept) else str(value) for name, value in details.items()
    }
    fields = plain.get("fields")
    if isinstance(fields, dict):
        plain["fields"] = {name: translated(_text(text)) for name, text in fields.items()}
    problems = plain.get("problems")
    if isinstance(problems, list):
        plain["problems"] = [{**one, "message": engine_words(one["message"])} for one in problems]
    return plain
