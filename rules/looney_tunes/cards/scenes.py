"""The demonstration Movie deck: fifty Scenes under invented names."""

from __future__ import annotations

from rules.looney_tunes.cards.card import LooneyCard

#: title, color, Rank, points ("-": not printed)
TABLE = """
The Upside-Down Picnic | red | 5 | 4
Midnight at the Cheese Factory | red | 6 | 5
A Ladder Too Short | red | 4 | 3
The Runaway Bathtub | red | 8 | 7
Nine Doors and a Mop | red | 7 | 6
The Bell That Bit Back | red | 3 | 2
Soup for the Sheriff | red | 9 | 8
Lost in the Umbrella Shop | red | 5 | 5
Two Tickets to Nowhere | red | 6 | 4
The Great Pie Inspection | red | 4 | 4
The Whistling Pipes | red | 7 | 5
Sawdust and Trumpets | blue | 5 | 4
The Snowman's Lawyer | blue | 6 | 5
How Not to Sail | blue | 4 | 3
A Cannon for Breakfast | blue | 8 | 7
The Polite Burglar | blue | 7 | 6
Beneath the Bandstand | blue | 3 | 2
Twelve Angry Pigeons | blue | 9 | 8
The Last Balloon Home | blue | 5 | 5
Fish on a Tightrope | blue | 6 | 4
The Clockmaker Sneezes | blue | 4 | 4
Rehearsal in the Rain | blue | 7 | 5
The Carpet Salesman's Dream | green | 5 | 4
A Very Small Volcano | green | 6 | 5
Goats in the Library | green | 4 | 3
The Invisible Bicycle | green | 8 | 7
Trouble in the Turnip Field | green | 7 | 6
The Borrowed Moustache | green | 3 | 2
Concert for Six Kettles | green | 9 | 8
The Wrong Elevator | green | 5 | 5
Moss on the Microphone | green | 6 | 4
A Crate Marked Fragile | green | 4 | 4
The Hedge Maze Express | green | 7 | 5
The Ghost Wants a Refund | yellow | 5 | 4
Lemonade at High Noon | yellow | 6 | 5
The Museum of Springs | yellow | 4 | 3
An Anvil Called Gladys | yellow | 8 | 7
The Duel of the Waiters | yellow | 7 | 6
Banana Customs Office | yellow | 3 | 2
The Opera Bus | yellow | 9 | 8
Painting the Wrong House | yellow | 5 | 5
Three Hats, One Head | yellow | 6 | 4
The Lighthouse Is Asleep | yellow | 4 | 4
Marbles on Main Street | yellow | 7 | 5
The Cutting Room | - | 6 | 4
Everybody Out of the Frame | - | 8 | 6
The Blank Title Card | - | 5 | 3
The Endless Chase | red | - | 5
The Audience Walks In | blue | - | 6
Static Between Stations | - | - | 3
"""


def read(table: str) -> tuple[LooneyCard, ...]:
    """The Scenes of a table."""
    cards = []
    for line in table.strip().splitlines():
        title, color, rank, points = (cell.strip() for cell in line.split("|"))
        cards.append(
            LooneyCard(
                title=title,
                type="scene",
                color=None if color == "-" else color,
                rank=None if rank == "-" else int(rank),
                points=int(points),
                source="demonstration set",
                own=True,
            )
        )
    return tuple(cards)


CARDS = read(TABLE)
