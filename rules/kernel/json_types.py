"""The types of a JSON document before msgspec has converted it."""

from typing import Any

Json = Any
JsonObject = dict[str, Json]
