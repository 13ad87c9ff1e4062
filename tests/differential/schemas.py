"""The schemas of logs, positions, options, cards and of the API."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import msgspec
from django.core.management import call_command

from rules import registry
from tests.differential.facts import Fact


def facts() -> Iterator[Fact]:
    yield Fact("schemas/api", api)
    for name in registry.games():
        game = registry.load(name)
        kinds = {"position": game.position_type, "options": game.options_type, "card": game.card_type}
        kinds |= {f"verb {verb.__struct_config__.tag}": verb for verb in game.all_verbs}
        for kind, hint in kinds.items():
            yield Fact(f"schemas/{name}/{kind}", lambda h=hint: schema(h))


def schema(hint: Any) -> str:
    """The JSON schema of a type, in lines."""
    return json.dumps(msgspec.json.schema(hint), indent=1, sort_keys=True, ensure_ascii=False)


def api() -> str:
    out = io.StringIO()
    call_command("spectacular", "--format", "openapi-json", stdout=out)
    return json.dumps(json.loads(out.getvalue()), indent=1, sort_keys=True, ensure_ascii=False)
