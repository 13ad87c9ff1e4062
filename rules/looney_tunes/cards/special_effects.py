"""The Special Effects of the demonstration set, under invented names: ten of each color."""

from __future__ import annotations

from rules.looney_tunes.cards.card import LooneyCard
from rules.looney_tunes.cards.language import (
    AnyEffect,
    CallActor,
    CancelEffects,
    CutScene,
    DrawCards,
    ExtraScene,
    GoNext,
    KeepInLine,
    LoseCard,
    LowerRank,
    PaintActors,
    PaintScene,
    PeekHand,
    RaisePoints,
    RaiseRank,
    RecoverActor,
    SackActor,
    SendBack,
    ShiftScene,
    SwapScene,
    WinTies,
)

#: title, color, its text, its summary in the words of the demonstration set
TABLE: tuple[tuple[str, str, tuple[AnyEffect, ...], str], ...] = (
    ("Stilts", "red", (RaiseRank(2),), "Your Actors' total Rank is 2 higher."),
    ("Wet Paint", "red", (PaintActors("red"),), "Your Actors all count as red."),
    ("Red Filter", "red", (PaintScene("red"),), "The Scene is red."),
    ("Director's Nap", "red", (KeepInLine(),), "Your Actors do not overact."),
    ("Trapdoor", "red", (SackActor(4),), "A rival's Actor of Rank 4 or less is discarded."),
    ("Extra Pages", "red", (DrawCards(2),), "Draw two cards."),
    ("Power Cut", "red", (CancelEffects(),), "Special Effects not resolved yet have no effect."),
    ("Longer Reel", "red", (ShiftScene(2),), "The Scene's Rank is 2 higher."),
    ("Banana Peel", "red", (LowerRank(2),), "A rival's total Rank is 2 lower."),
    ("Encore", "red", (RecoverActor(),), "Take an Actor from your discard pile into your hand."),
    ("Soapbox", "blue", (RaiseRank(1), DrawCards(1)), "Your total is 1 higher; draw a card."),
    ("Inkwell", "blue", (PaintActors("blue"),), "Your Actors all count as blue."),
    ("Blue Filter", "blue", (PaintScene("blue"),), "The Scene is blue."),
    ("Photo Finish", "blue", (WinTies(),), "You win ties at this Scene."),
    ("Stage Hook", "blue", (SendBack(),), "A rival's Actor returns to its player's hand."),
    ("Second Unit", "blue", (ExtraScene(),), "The Movie deck's next Scene joins the storyboard."),
    ("Megaphone", "blue", (GoNext(),), "You are the active player of the next round."),
    ("Shorter Reel", "blue", (ShiftScene(-2),), "The Scene's Rank is 2 lower."),
    ("Understudy", "blue", (CallActor(),), "Roll another Actor to the Scene."),
    (
        "Rewrite",
        "blue",
        (SwapScene(),),
        "Another Scene of the storyboard is shot in place of this one.",
    ),
    ("Platform Shoes", "green", (RaiseRank(3),), "Your Actors' total Rank is 3 higher."),
    ("Camouflage", "green", (PaintActors("green"),), "Your Actors all count as green."),
    ("Green Filter", "green", (PaintScene("green"),), "The Scene is green."),
    ("Cutting Shears", "green", (CutScene(),), "A Scene of the storyboard is discarded."),
    ("Full House", "green", (RaisePoints(2),), "The Scene is worth 2 points more."),
    ("Heckler", "green", (LowerRank(3),), "A rival's total Rank is 3 lower."),
    ("Casting Call", "green", (DrawCards(3),), "Draw three cards."),
    ("Light Fingers", "green", (LoseCard(1),), "A rival discards a card from hand at random."),
    ("Close Call", "green", (WinTies(),), "You win ties at this Scene."),
    ("Old Costume", "green", (RecoverActor(),), "Take an Actor from your discard pile into your hand."),
    ("Springs", "yellow", (RaiseRank(1),), "Your Actors' total Rank is 1 higher."),
    ("Gold Dust", "yellow", (PaintActors("yellow"),), "Your Actors all count as yellow."),
    ("Yellow Filter", "yellow", (PaintScene("yellow"),), "The Scene is yellow."),
    ("Cue Cards", "yellow", (KeepInLine(),), "Your Actors do not overact."),
    ("Pink Slip", "yellow", (SackActor(6),), "A rival's Actor of Rank 6 or less is discarded."),
    ("Keyhole", "yellow", (PeekHand(),), "Look at a rival's hand."),
    (
        "Double Feature",
        "yellow",
        (ExtraScene(), DrawCards(1)),
        "A Scene joins the storyboard; draw a card.",
    ),
    (
        "Plot Twist",
        "yellow",
        (SwapScene(),),
        "Another Scene of the storyboard is shot in place of this one.",
    ),
    (
        "Top Billing",
        "yellow",
        (GoNext(), RaiseRank(1)),
        "Active next round; your total is 1 higher.",
    ),
    ("Confetti Cannon", "yellow", (), "Every player tells a joke; the table says whose Actors gain 1 Rank."),
)


def read() -> tuple[LooneyCard, ...]:
    """The declarations of the table."""
    cards = []
    for title, color, effect, summary in TABLE:
        cards.append(
            LooneyCard(
                title=title,
                type="effect",
                color=color,
                effect=effect,
                summary=summary,
                source="demonstration set",
                own=True,
            )
        )
    return tuple(cards)


CARDS = read()
