"""`python -m tests.differential.record`: what this checkout says, as a hash for each fact; whole texts on demand.

Standard input: one JSON object with ``extent`` (games, decks, days), ``kinds``, ``share`` (which of how many parts)
and ``only`` (the names of facts whose texts are wanted). Standard output: a line ``[name, hash or text]`` for each.
"""

from __future__ import annotations

import hashlib
import json
import logging
import sys
import zlib


def main() -> int:
    asked = json.load(sys.stdin)
    import django

    django.setup()
    logging.disable(logging.CRITICAL)
    from django.core.management import call_command

    from tests.differential.facts import Extent, all_facts

    call_command("migrate", run_syncdb=True, verbosity=0)
    part, parts = asked["share"]
    only = set(asked["only"])
    for fact in all_facts(Extent(*asked["extent"]), tuple(asked["kinds"])):
        # a game's or a day's facts are made by one process
        group = "/".join(fact.name.split("/")[: 3 if fact.name.startswith("games/") else 2])
        if (only and fact.name not in only) or (not only and zlib.crc32(group.encode()) % parts != part):
            continue
        try:
            text = fact.text()
        except Exception as error:  # what a checkout cannot say is a difference, not the end
            text = f"{type(error).__name__}: {error}"
        said = text if only else hashlib.sha256(text.encode()).hexdigest()
        sys.stdout.write(json.dumps([fact.name, said]) + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
