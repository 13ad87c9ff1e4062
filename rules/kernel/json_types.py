"""What stands in a JSON document before msgspec has converted it: nothing is known of its type yet."""

from typing import Any

Json = Any
JsonObject = dict[str, Json]
