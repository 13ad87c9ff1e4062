"""The Actors of the demonstration set, under invented names. Some names come in two variants: one name all the same."""

from __future__ import annotations

from rules.looney_tunes.cards.card import LooneyCard

#: color: name and Rank; a variant stands in brackets
TABLE = {
    "red": """
        Baron Bucket 1, Tilly Trombone 2, Old Gus the Goat 3, Marzipan Mole 4, Captain Pickle [ashore] 5,
        Nettie Needles 6, Signor Spatula 7, The Butcher's Parrot 8, Colonel Custard 9, Wee Willa Wasp 1, Dizzy Dobbs 2,
        Harold Hiccup 3, Ferdy Firecracker 4, Pepper Pott 5, Rusty Gate 6, Mother Mustard 7, Boiler Bill 8,
        Ruby Rumpus 9, Crabapple Kate 2, Zip the Flea 1, Tomato Thompson 3, Brick Bradley 5, Lord Lobster 6,
        Scarlet Squeak 4, Duchess Dumpling [in a hurry] 3
    """,
    "blue": """
        Admiral Teapot 9, Blotto the Octopus 8, Cornelia Cloud 1, Dr. Drizzle 2, Captain Pickle [at sea] 6,
        Elmo Icebox 3, Fanny Foghorn 4, Gulliver Gull 5, Hugo Harmonica 6, Inky Pete 7, Jumbo Shrimp 1, Kite the Cat 2,
        Lorna Lagoon 3, Mister Mackerel 4, Nelly Nightcap 5, Oswald Overcoat 7, Puddle Jack 2, Quincy Quay 8,
        Rainy Ray 1, Sailor Sue 3, Tin Whistle Tom 4, Ursula Undertow 9, Vinnie Velvet 6, Wally Waterwheel 5,
        Snorkel Sam [asleep] 2
    """,
    "green": """
        Abner Artichoke 5, Broccoli Bob 4, Clover Clemens 3, Dame Dandelion 2, Ernie Evergreen 1, Fern Fitzgerald 6,
        Gherkin Gertie 7, Hopscotch the Frog 8, Ivy Icarus 9, Juniper Jones 1, Kale Kowalski 2, Lettuce Larry 3,
        Minty Malone 4, Nutmeg Ned 5, Olive Ogden 6, Parsley Pruitt 7, Snorkel Sam [awake] 5, Reggie Radish 8,
        Sprout Sullivan 1, Thistle Thea 9, Umbrella Uncle 2, Verdi the Newt 3, Wasabi Wendell 6, Yew Yardley 4,
        Madame Moss [on stage] 7
    """,
    "yellow": """
        Amber Accordion 2, Buttercup Boone 3, Cornbread Curtis 4, Daffodil Duke 5, Eggbert Edison 6, Fifi Flapjack 7,
        Goldie Gong 8, Honeycomb Hal 9, Isadora Iguana 1, Jasper Jelly 2, Kernel Keller 3, Lemon Lyle 1,
        Mango Mahoney 4, Noodle Norton 5, Oscar Ostrich 6, Pancake Pearl 7, Duchess Dumpling [at leisure] 6,
        Quirky Quail 8, Rooftop Roy 9, Saffron Sid 1, Toasty Tess 2, Umber Ulrich 3, Vanilla Vic 4, Waffle Walt 5,
        Madame Moss [backstage] 3
    """,
}


def read(table: dict[str, str]) -> tuple[LooneyCard, ...]:
    """The Actors of a table."""
    cards = []
    for color, names in table.items():
        for item in names.replace("\n", " ").split(","):
            name, _, rank = item.strip().rpartition(" ")
            title, _, variant = name.partition(" [")
            cards.append(
                LooneyCard(
                    title=title,
                    variant=variant.rstrip("]"),
                    type="actor",
                    color=color,
                    rank=int(rank),
                    source="demonstration set",
                    own=True,
                )
            )
    return tuple(cards)


CARDS = read(TABLE)
