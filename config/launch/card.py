"""What `serve` says of a demo: what there is to look at, for each of its people, with a link that makes whoever follows
it that person."""

import time
from pathlib import Path

from referee.demo.links import read_links

#: What each role looks at first.
LOOKS = {
    "organiser": "the desk of the Autumn Open: round 3, a table in First Blood, the one next step",
    "head judge": "the floor: two disputes, tables over time, logs to rule on",
    "player": "my table: a game under way that is played by touching the board",
    "visitor": "the event page, a featured table, standings whose figures open",
}


def demo_card(data: Path, site: str) -> list[str]:
    """The card, a line each; nothing where the data folder holds no demo's links."""
    links = read_links(data)
    if links is None:
        return []
    lines = [
        "A demo is here to look at. Each link makes your browser that person, for a day, on this site alone.",
        "",
    ]
    for person in links.people:
        lines += [
            f"  {person.role} {person.name}: {LOOKS.get(person.role, person.path)}",
            f"    {site}{links.address(person, time.time())}",
        ]
    lines += [f"  visitor: {LOOKS['visitor']}", f"    {site}{links.event}", ""]
    return lines
