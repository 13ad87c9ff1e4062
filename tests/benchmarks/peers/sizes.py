"""How large the database becomes: events of the sizes given, two rounds played in each, in a new SQLite file. Out, as
JSON: players and bytes that the event added. Run apart, since it needs Django with a database of its own."""

from __future__ import annotations

import json
import sys

from tests.benchmarks.peers.apart import a_new_database

ROUNDS = 2


def main(sizes: list[int]) -> None:
    """Builds the events one after the other, and prints."""
    a_new_database()
    from tests.benchmarks.test_costs import database_size
    from tests.tournaments.factories import actor, at
    from tests.tournaments.large.large import decide, large_event, large_round
    from tournaments.rounds.changes import finish_round

    grown = []
    for size in sizes:
        before = database_size()
        event = large_event(size)
        for number in range(1, ROUNDS + 1):
            played = large_round(event, number * 60)
            decide(played)
            finish_round(played, by=actor("olga"), now=at(number * 60 + 50))
        grown.append([size, database_size() - before])
    print(json.dumps(grown))


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]])
