"""What pages and taps take as an event grows: events of the sizes given whose second round is half played, and one live
table among as many as given. Out, as JSON: for each page its points of players and processor seconds, and for a tap of
live tables and processor seconds. Run apart, since it needs Django with a database of its own."""

from __future__ import annotations

import json
import logging
import statistics
import sys
import time
from collections import defaultdict
from collections.abc import Callable

from tests.benchmarks.peers.apart import a_new_database

#: Whether a page is asked for by the organiser, or by somebody whose match goes on.
PAGES = {"event_page": True, "my_table": False, "standings": False, "desk": True, "charts": True}
#: answers of which the quickest counts, each after a result
ANSWERS = 9
GAME, TAPS = "looney_tunes", 40

Points = list[tuple[int, float]]


def seconds_of(work: Callable[[], object]) -> float:
    """Processor seconds."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def pages(sizes: list[int]) -> dict[str, Points]:
    """Each page after a result, by players."""
    from django.test import Client
    from django.urls import reverse

    from tests.tournaments.factories import actor, at
    from tests.tournaments.large.large import decide, large_event, large_round
    from tournaments.results.changes import enter_result
    from tournaments.rounds.changes import finish_round

    points: dict[str, Points] = defaultdict(list)
    for size in sizes:
        event = large_event(size)
        first = large_round(event)
        decide(first)
        finish_round(first, by=actor("olga"), now=at(30))
        second = large_round(event, 60)
        decide(second, leave=size // 4)
        table = second.matches.filter(is_bye=False).exclude(state="decided").first()
        assert table is not None
        going = second.seats.filter(match__state="open", entrant__user__isnull=False).exclude(match=table)
        player = going.select_related("entrant__user").order_by("pk")[0].entrant.user
        for page, by_organiser in PAGES.items():
            client, address = Client(), reverse(f"tournaments:{page}", args=[event.slug])
            client.force_login(actor("olga").user if by_organiser else player)  # type: ignore[arg-type]
            taken = []
            for n in range(ANSWERS + 1):
                won = {"winner": "AB"[n % 2]}
                enter_result(table, won, by=actor("hedda"), now=at(70 + n), reason="A slip.")
                taken.append(seconds_of(lambda client=client, address=address: client.get(address)))  # type: ignore[misc]
            points[page].append((size, min(taken[1:])))
    return points


def taps(tables: list[int]) -> Points:
    """A tap at one live table, by those that are open in its event."""
    from django.test import Client

    from referee.live import api_base
    from tests.benchmarks.live_tables import entries_of, event_of, opened_table, words_of
    from tests.benchmarks.test_live_load import who_taps

    api_base.TapThrottle.rate = "100000/min"
    log, sent = entries_of(GAME, "growth")
    points = []
    for number in tables:
        _event, matches = event_of(GAME, number)
        opened = [opened_table(match, log) for match in matches]
        table = opened[0]
        words, client, address = words_of(table), Client(), f"/api/v1/live/{table.pk}/entries/"
        taken = []
        for n, entry in enumerate(sent[:TAPS]):
            head = {"Authorization": f"Seat {words[who_taps(entry)[0]]}"}
            body = {"key": f"k{n}", "after": n, "entry": entry}
            taken.append(
                seconds_of(
                    lambda body=body, head=head, client=client, address=address: client.post(  # type: ignore[misc]
                        address, body, content_type="application/json", headers=head
                    )
                )
            )
        points.append((number, statistics.median(taken)))
    return points


def main(sizes: list[int], tables: list[int]) -> None:
    """Measures, and prints."""
    a_new_database()
    logging.disable(logging.WARNING)
    print(json.dumps({**pages(sizes), "tap": taps(tables)}))


if __name__ == "__main__":
    main(*([int(number) for number in word.split(",")] for word in sys.argv[1:3]))
