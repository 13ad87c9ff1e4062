"""The Special Effects of the demonstration set, under invented names: ten of each color."""

from __future__ import annotations

from rules.looney_tunes.cards.card import Effect, EffectVerb, LooneyCard

#: title, color, what it does (with a number), its summary in the words of the demonstration set
TABLE: tuple[tuple[str, str, tuple[tuple[EffectVerb, int], ...], str], ...] = (
    ("Stilts", "red", (("raise_rank", 2),), "Your Actors' total Rank is 2 higher."),
    ("Wet Paint", "red", (("paint_actors", 0),), "Your Actors all count as red."),
    ("Red Filter", "red", (("paint_scene", 0),), "The Scene is red."),
    ("Director's Nap", "red", (("keep_in_line", 0),), "Your Actors do not overact."),
    ("Trapdoor", "red", (("sack_actor", 4),), "A rival's Actor of Rank 4 or less is discarded."),
    ("Extra Pages", "red", (("draw_cards", 2),), "Draw two cards."),
    ("Power Cut", "red", (("cancel_effects", 0),), "Special Effects not resolved yet have no effect."),
    ("Longer Reel", "red", (("shift_scene", 2),), "The Scene's Rank is 2 higher."),
    ("Banana Peel", "red", (("lower_rank", 2),), "A rival's total Rank is 2 lower."),
    ("Encore", "red", (("recover_actor", 0),), "Take an Actor from your discard pile into your hand."),
    ("Soapbox", "blue", (("raise_rank", 1), ("draw_cards", 1)), "Your total is 1 higher; draw a card."),
    ("Inkwell", "blue", (("paint_actors", 0),), "Your Actors all count as blue."),
    ("Blue Filter", "blue", (("paint_scene", 0),), "The Scene is blue."),
    ("Photo Finish", "blue", (("win_ties", 0),), "You win ties at this Scene."),
    ("Stage Hook", "blue", (("send_back", 0),), "A rival's Actor returns to its player's hand."),
    ("Second Unit", "blue", (("extra_scene", 0),), "The Movie deck's next Scene joins the storyboard."),
    ("Megaphone", "blue", (("go_next", 0),), "You are the active player of the next round."),
    ("Shorter Reel", "blue", (("shift_scene", -2),), "The Scene's Rank is 2 lower."),
    ("Understudy", "blue", (("call_actor", 0),), "Roll another Actor to the Scene."),
    (
        "Rewrite",
        "blue",
        (("swap_scene", 0),),
        "Another Scene of the storyboard is shot in place of this one.",
    ),
    ("Platform Shoes", "green", (("raise_rank", 3),), "Your Actors' total Rank is 3 higher."),
    ("Camouflage", "green", (("paint_actors", 0),), "Your Actors all count as green."),
    ("Green Filter", "green", (("paint_scene", 0),), "The Scene is green."),
    ("Cutting Shears", "green", (("cut_scene", 0),), "A Scene of the storyboard is discarded."),
    ("Full House", "green", (("raise_points", 2),), "The Scene is worth 2 points more."),
    ("Heckler", "green", (("lower_rank", 3),), "A rival's total Rank is 3 lower."),
    ("Casting Call", "green", (("draw_cards", 3),), "Draw three cards."),
    ("Light Fingers", "green", (("lose_card", 1),), "A rival discards a card from hand at random."),
    ("Close Call", "green", (("win_ties", 0),), "You win ties at this Scene."),
    ("Old Costume", "green", (("recover_actor", 0),), "Take an Actor from your discard pile into your hand."),
    ("Springs", "yellow", (("raise_rank", 1),), "Your Actors' total Rank is 1 higher."),
    ("Gold Dust", "yellow", (("paint_actors", 0),), "Your Actors all count as yellow."),
    ("Yellow Filter", "yellow", (("paint_scene", 0),), "The Scene is yellow."),
    ("Cue Cards", "yellow", (("keep_in_line", 0),), "Your Actors do not overact."),
    ("Pink Slip", "yellow", (("sack_actor", 6),), "A rival's Actor of Rank 6 or less is discarded."),
    ("Keyhole", "yellow", (("peek_hand", 0),), "Look at a rival's hand."),
    (
        "Double Feature",
        "yellow",
        (("extra_scene", 0), ("draw_cards", 1)),
        "A Scene joins the storyboard; draw a card.",
    ),
    (
        "Plot Twist",
        "yellow",
        (("swap_scene", 0),),
        "Another Scene of the storyboard is shot in place of this one.",
    ),
    (
        "Top Billing",
        "yellow",
        (("go_next", 0), ("raise_rank", 1)),
        "Active next round; your total is 1 higher.",
    ),
    ("Confetti Cannon", "yellow", (), "Every player tells a joke; the table says whose Actors gain 1 Rank."),
)


def read() -> tuple[LooneyCard, ...]:
    """The declarations of the table."""
    cards = []
    for title, color, parts, summary in TABLE:
        effect = tuple(
            Effect(do=do, amount=amount, color=color if do.startswith("paint") else None)
            for do, amount in parts
        )
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
