"""The cards the rulebooks name, with the facts they give. What no rulebook gives is left out.

``executed`` is False where a card is known to have a text and the rulebooks do not print it.
"""

from __future__ import annotations

from rules.nightmare_before_christmas.cards.card import Leaving, NightmareCard
from rules.nightmare_before_christmas.effects import (
    Ability,
    AddPoints,
    Choice,
    DiscardCharacter,
    Discount,
    DrawCards,
    LoseCard,
    MoveCards,
    Peek,
    ReturnCharacter,
    Search,
    SearchDiscard,
    StackOn,
    When,
)

JACK, SALLY, OOGIE = "Jack Skellington", "Sally", "Oogie Boogie"
FINKLESTEIN, IGOR = "Dr. Finklestein", "Igor"
CORPSES, VAMPIRE = "The “Corpse” Family", "Vampire"
BOOK = "NBC rulebook"
INFERRED = "NBC rulebook, numbers read from a diagram (reading A22)"

LOCALES = (
    NightmareCard(
        title="Jack's House", type="Locale", starting=True, starting_hand=7, source=BOOK,
        functions=((DrawCards(count=2),), (AddPoints(count=2),), (MoveCards(count=4),)),
    ),
    NightmareCard(
        title="Oogie's Lair", type="Locale", starting=True, starting_hand=5, source=BOOK, executed=False,
        functions=((DrawCards(count=2),), (), ()), summary="Two of its Functions stand in no rulebook.",
    ),
    NightmareCard(
        title="Town Hall", type="Locale", scare_threshold=3, source=BOOK,
        functions=((DrawCards(count=1), AddPoints(count=3)),),
    ),
    NightmareCard(
        title="Sally's Room", type="Locale", scare_threshold=2, source=INFERRED,
        functions=((AddPoints(count=2), MoveCards(count=3)),),
    ),
    NightmareCard(title="Town Square", type="Locale", source=BOOK, executed=False),
    NightmareCard(title="Laboratory", type="Locale", source=BOOK, executed=False),
    NightmareCard(
        title="Scary Bed", type="Locale", source=BOOK, executed=False, summary="Cards lie face down beneath it."
    ),
    NightmareCard(
        title="Pumpkin Patch", type="Locale", source=BOOK, executed=False, summary="Cards lie face down beneath it."
    ),
)  # fmt: skip

CHARACTERS = (
    NightmareCard(
        title=JACK, sub_title="The Pumpkin King", type="Character", scare_number=3, source=BOOK,
        discounts=(Discount(by=1, at="Jack's House"),), summary="Costs 1 less at Jack's House.",
    ),
    NightmareCard(title=JACK, sub_title="Master of Fright", type="Character", scare_number=5, source=BOOK),
    NightmareCard(
        title="The Mayor", sub_title="Elected Official", type="Character", scare_number=2, source=BOOK,
        gathers="Town Square", summary="In Town Square, one Movement brings any number of adjacent Characters there.",
    ),
    NightmareCard(
        title="The Mayor", type="Character", source=BOOK, executed=False,
        summary="A version with a text for being discarded (reading A23).",
    ),
    NightmareCard(
        title="Mr. Hyde", sub_title="Covert Fellow", type="Character", scare_number=1, source=BOOK,
        abilities=(Ability(pay="hand", effects=(Peek(then=True),)),),
        summary="In your turn he may return to your hand; then you look at an opponent's hand.",
    ),
    NightmareCard(
        title=SALLY, sub_title="Shy Creature", type="Character", scare_number=2, source=INFERRED,
        abilities=(Ability(when=When(beside=JACK), pay="discard", effects=(DrawCards(count=3, then=True),)),),
        summary="In your turn, at one Locale with Jack, she may be discarded from play for three cards.",
    ),
    NightmareCard(title="Zero", type="Character", source=BOOK, executed=False),
    NightmareCard(
        title=FINKLESTEIN, type="Character", source=BOOK,
        abilities=(Ability(on="creation", when=When(here="Laboratory"), effects=(DrawCards(count=1),)),),
        summary="At the Laboratory he draws a card each time you play a Creation.",
    ),
    NightmareCard(title=IGOR, type="Character", source=BOOK, executed=False),
    NightmareCard(
        title=OOGIE, sub_title="Meanest Guy Around", type="Character", scare_number=4, source=INFERRED,
        discounts=(Discount(by=1, at="Oogie's Lair"),), leaving=(Leaving(locale="Oogie's Lair"),),
        summary="Costs 1 less at Oogie's Lair; leaving it takes two Movement.",
    ),
    NightmareCard(
        title="Wolfman", type="Character", source=BOOK,
        abilities=(
            Ability(
                on="played",
                effects=(
                    DiscardCharacter(whose="own", here=True, may=True),
                    DrawCards(count=2, then=True),
                ),
            ),
        ),
        summary="Right after he is played, one of your Characters at his Locale may be discarded for two cards.",
    ),
    NightmareCard(
        title="Behemoth", type="Character", source=BOOK,
        abilities=(Ability(pay="discard", effects=(LoseCard(whose="opponents", how="victim"),)),),
        summary="May be discarded to make each opponent discard a card from hand.",
    ),
    NightmareCard(
        title="Devil", type="Character", source=BOOK, executed=False, summary="Has a text for being discarded."
    ),
    NightmareCard(title="Vampire (any)", type="Character", groups=(VAMPIRE,), source=BOOK, executed=False),
    NightmareCard(title="Corpse Dad", type="Character", groups=(CORPSES,), source=BOOK, executed=False),
    NightmareCard(title="Corpse Mom", type="Character", groups=(CORPSES,), source=BOOK, executed=False),
)  # fmt: skip

CREATIONS = (
    NightmareCard(
        title="Sandy Claws Outfit", type="Creation", source=BOOK,
        discounts=(Discount(by=3, when=When(together=(JACK, SALLY))),),
        summary="Costs 3 less while Jack and Sally are at one Locale of your town.",
    ),
)  # fmt: skip

SURPRISES = (
    NightmareCard(
        title="My Fantasies", type="Surprise", source=BOOK,
        choices=(
            Choice(effects=(Search(count=6, titles=(JACK,)),)),
            Choice(when=When(present=(JACK,)), effects=(Search(count=6, types=("Creation",), limit=1),)),
        ),
        summary="Search six for Jack; or, with Jack in town, search six for one Creation.",
    ),
    NightmareCard(
        title="Fetch", type="Surprise", scare_number=0, source=BOOK,
        choices=(Choice(effects=(Search(count=6, titles=("Zero",)),)),), summary="Search six for Zero.",
    ),
    NightmareCard(
        title="Master! The Plans!", type="Surprise", scare_number=1, source=INFERRED,
        choices=(
            Choice(effects=(Search(count=5, titles=(FINKLESTEIN, IGOR)),)),
            Choice(when=When(together=(FINKLESTEIN, IGOR)), effects=(DrawCards(count=2),)),
        ),
        summary="Search five for Finklestein and Igor; or, with both at one Locale, draw two.",
    ),
    NightmareCard(
        title="That's our Job", type="Surprise", scare_number=2, source=INFERRED,
        choices=(
            Choice(effects=(Search(count=5, groups=(CORPSES,)),)),
            Choice(when=When(together=("Corpse Dad", "Corpse Mom")), effects=(SearchDiscard(),)),
        ),
        summary="Search five for the family; or, with its parents at one Locale, take a card of your Discard Pile.",
    ),
    NightmareCard(
        title="Mad Genius", type="Surprise", scare_number=1, source=INFERRED,
        choices=(
            Choice(effects=(LoseCard(how="random"),)),
            Choice(when=When(who=FINKLESTEIN, where="Laboratory"), effects=(LoseCard(how="player"),)),
        ),
        summary="An opponent loses a card at random; or, with Finklestein at the Laboratory, one you choose.",
    ),
    NightmareCard(
        title="The Best I Can", type="Surprise", scare_number=1, source=INFERRED,
        choices=(
            Choice(effects=(Search(count=6, titles=(OOGIE,)),)),
            Choice(
                effects=(
                    StackOn(title=OOGIE),
                    DiscardCharacter(at_most=1, then=True, when=When(who=OOGIE, where="Oogie's Lair")),
                )
            ),
        ),
        summary="Search six for Oogie; or stack it on Oogie, who in his Lair discards an opponent's small Character.",
    ),
    NightmareCard(
        title="Pull Yourself Together", type="Surprise", source=BOOK, on_others_turns=True, executed=False,
        summary="A defensive Surprise for other players' turns.",
    ),
    NightmareCard(
        title="Halloweentown Gates", type="Surprise", source=BOOK, placed=True, defends=("Surprise",),
        summary="On the table: protects its player from what an opponent's Surprise would do.",
    ),
    NightmareCard(
        title="Twilight Sun", type="Surprise", source=BOOK,
        choices=(
            Choice(effects=(ReturnCharacter(group=VAMPIRE), DrawCards(count=3, then=True))),
        ),
        summary="Return any player's Vampire to its owner's hand; if that was done, draw three.",
    ),
)  # fmt: skip

GAME_CARDS = (
    NightmareCard(
        title="Pumpkin King Card", type="Game card", source=BOOK,
        summary="Discard a card to draw one, to add a Pumpkin Point or to move a Character.",
    ),
    NightmareCard(title="Pumpkin Points Card", type="Game card", source=BOOK, summary="Counts from 0 to 6 points."),
)  # fmt: skip

CARDS = (*LOCALES, *CHARACTERS, *CREATIONS, *SURPRISES, *GAME_CARDS)
