"""Questions of the rules: what rulebooks say of a situation is what the answer says, in each game."""

from __future__ import annotations

import pytest

from referee.asking.answers import Answer, answer_to
from referee.entering.questions import offered, read_question
from referee.games.questions import questions_of
from rules.registry import games, load

H, N, D, M, L = (
    "highlander", "nightmare_before_christmas", "herocard_duel", "herocard_nightmare", "looney_tunes",
)  # fmt: skip
PICNIC, MOLE, MAYOR = "The Upside-Down Picnic", "Marzipan Mole", "The Mayor [sub_title: Elected Official]"
LOSING = "scaring-players-for-3-and-4-player-games.losing-side"
JACK, MASTER = (f"Jack Skellington [sub_title: {name}]" for name in ("The Pumpkin King", "Master of Fright"))


def asked(game: str, question: str, **sent: str) -> Answer:
    engine, one = load(game), questions_of(game)[question]
    reading = read_question(one, sent, engine.catalogue)
    assert reading.is_whole, reading.errors
    return answer_to(engine, one, reading, "en")


@pytest.mark.parametrize(
    ("game", "question", "sent", "rule"),
    [
        # Blocks, B19: a Block covers what it covers, and a Special card is no Defense.
        (H, "block-stops-attack", {"defense": "Upper Left Block"}, ""),
        (H, "block-stops-attack", {"defense": "Lower Left Block"}, "defense"),
        (H, "block-stops-attack", {"defense": "Dodge"}, ""),
        (H, "block-stops-attack", {"defense": "Angry Mob"}, "defense"),
        # Special Card: in the Defense and the Attack Phase, one a turn.
        (H, "played-now", {"card": "Angry Mob"}, ""),
        (H, "played-now", {"card": "Angry Mob", "phase": "may_do"}, "special-card"),
        (H, "second-special", {"first": "Angry Mob", "second": "Battlefield"}, "special-card.one-per-turn"),
        # Blocks: an attack may not reach an area that the own last Block covered.
        (H, "attack-after-defense", {"attack": "Lower Left Attack"}, ""),
        (H, "attack-after-defense", {"attack": "Upper Left Attack"}, "blocks"),
        (H, "second-attack", {}, "attack-phase.one-attack"),
        # At a red 5 a red 4 is closer than a red 2.
        (L, "takes-the-scene", {"scene": PICNIC, "a": MOLE, "b": "Tilly Trombone"}, ""),
        (L, "takes-the-scene", {"scene": PICNIC, "a": MOLE, "b": "Tilly Trombone", "taker": "B"}, "scoring"),
        (L, "sent-together", {"scene": PICNIC, "first": MOLE, "second": MOLE}, "actors.same-name"),
        (L, "sent-together", {"scene": PICNIC, "first": MOLE, "effect": "Stilts"}, ""),
        (L, "sent-together", {"scene": PICNIC, "first": MOLE, "effect": "Stilts", "other": "Wet Paint"},
         "actors.special-effect.one"),
        (L, "added-to-the-storyboard", {"card": "Soup for the Sheriff"}, ""),
        (L, "added-to-the-storyboard", {"card": "Soup for the Sheriff", "there": "four"}, "storyboard.refill"),
        (L, "added-to-the-storyboard", {"card": "Stilts"}, "storyboard.only-scenes"),
        (L, "answers-out-of-turn", {"scene": PICNIC, "b": "Captain Pickle"}, "actors.order"),
        # The Pumpkin King costs 3, at Jack's House 1 less; Master of Fright 5; replacing the first by the second 2.
        (N, "played-now", {"card": JACK, "points": "2"}, ""),
        (N, "played-now", {"card": MASTER, "points": "2"}, "playing-cards.cost"),
        (N, "played-now", {"card": "Sally", "there": "Sally"}, "playing-characters.one-of-each"),
        (N, "replaces", {"there": JACK, "card": MASTER, "points": "2"}, ""),
        (N, "replaces", {"there": JACK, "card": MASTER, "points": "1"}, "playing-cards.cost"),
        (N, "replaces", {"there": MASTER, "card": JACK}, "other-rules.replacing-characters.lower"),
        (N, "surprise-now", {"card": "Fetch"}, ""),
        (N, "surprise-now", {"card": "Fetch", "turn": "B"}, "playing-cards.own-turn"),
        (N, "surprise-now", {"card": "Fetch", "first": "Fetch"}, "playing-surprises.once-a-round"),
        # The Mayor 2 and Mr. Hyde 1 reach the Town Hall's threshold of 3 (NBC-03).
        (N, "function-active", {"locale": "Town Hall", "first": MAYOR, "second": "Mr. Hyde"}, ""),
        (N, "function-active", {"locale": "Town Hall", "first": "Mr. Hyde"}, "player-turn.active"),
        (N, "in-the-midst", {"card": "Weeping Candle"}, "playing-cards.midst"),
        # A Block Mod wants an active Base Block; Restricted is for one's own phase; 5 + 4 points want a score of 9.
        (D, "answers-attack", {"attack": "Shotgun", "block": "Self Defense"}, ""),
        (D, "answers-attack", {"attack": "Shotgun", "block": "Dig In"}, "block-mods.base"),
        (D, "answers-attack", {"attack": "Shotgun", "block": "Dig In", "before": "Self Defense"}, ""),
        (D, "answers-attack", {"attack": "Shotgun", "block": "Interrogate"}, "restricted-actions.own-phase"),
        (D, "fits-the-stack", {"card": "Shotgun", "score": "8", "there": "Wrath"}, "the-attribute-stack.score"),
        (D, "fits-the-stack", {"card": "Shotgun", "score": "9", "there": "Wrath"}, ""),
        (D, "outside-an-attack", {"card": "Both Barrels"}, "attack-mods.base"),
        (D, "outside-an-attack", {"card": "Steady Hand", "who": "B"}, "priority-of-card-play"),
        (D, "second-action", {"first": "Shotgun", "second": "Wrath"}, "exclusive-actions.one"),
        (D, "second-action", {"first": "Shotgun", "second": "Warning Shot"}, ""),
        (D, "played-as-a-set", {"first": "Shotgun", "second": "Both Barrels"}, ""),
        (D, "played-as-a-set", {"first": "Shotgun", "second": "Wrath"}, "exclusive-actions.one"),
        # Only the losing side may be joined; exits and neighbours bind the Dreamer and the Killers.
        (M, "answers-scare", {"attack": "Shotgun", "card": "Self Defense"}, ""),
        (M, "answers-scare", {"attack": "Shotgun", "card": "Both Barrels"}, LOSING),
        (M, "third-player-joins", {"attack": "Shotgun", "block": "Self Defense", "card": "Dig In"}, ""),
        (M, "moves-there", {}, ""),
        (M, "moves-there", {"to": "Asylum"}, "moving-the-dreamer-or-a-killer.exit"),
        (M, "moves-there", {"figure": "Beast", "to": "Forest"}, "moving-the-dreamer-or-a-killer.beside"),
    ],
)  # fmt: skip
def test_the_answer_is_the_rulebooks(game: str, question: str, sent: dict[str, str], rule: str) -> None:
    answer = asked(game, question, **sent)
    assert not answer.wrong and not answer.stopped and answer.asked is not None
    verdict = answer.asked.verdict
    assert verdict is not None and verdict.verdict == ("illegal" if rule else "legal")
    assert not rule or verdict.violations[0].rule.startswith(rule)
    assert answer.board


def test_the_outcome_is_told_where_a_legal_defense_does_not_save() -> None:
    """Power Blow (B3) and Head Shot (B4): blocked plainly, the attack is successful all the same; a Dodge avoids it."""
    assert "is blocked" in asked(H, "block-stops-attack", defense="Upper Left Block").outcome
    for made in ("power_blow", "head_shot"):
        plain = asked(H, "block-stops-attack", made=made, defense="Upper Left Block")
        assert plain.word == "legal" and "successful all the same" in plain.outcome
        assert "dodged" in asked(H, "block-stops-attack", made=made, defense="Dodge").outcome


def test_a_title_of_several_cards_asks_which_and_leaves_it_open() -> None:
    one = questions_of(H)["second-attack"]
    catalogue = load(H).catalogue
    reading = read_question(one, {"before": "Combination"}, catalogue)
    assert len(reading.several["before"]) > 1
    assert asked(H, "second-attack", before="Combination").word == "undetermined"
    # Of the cards of that title one is an attack.
    assert not read_question(one, {"second": "Thrust"}, catalogue).several


def test_what_goes_before_may_be_what_is_illegal() -> None:
    answer = asked(H, "attack-after-defense", defense="Lower Left Block", attack="Thrust")
    assert answer.stopped and answer.asked is None and answer.board


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("card", "dodg"), ("card", ""), ("card", "?"), ("card", "Dodge | Thrust"), ("card", "2 x Dodge"), ("card", "…"),
        ("card", '{"title": 5}'), ("card", '{"one_of": []}'), ("card", "Dodge [edition: none]"), ("phase", "x"),
        ("card", "x" * 5000), ("card", "-"), ("there", "{"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_said(field: str, text: str) -> None:
    sent = {"card": "Angry Mob", field: text}
    reading = read_question(questions_of(H)["played-now"], sent, load(H).catalogue)
    assert set(reading.errors) == {field}
    number = read_question(
        questions_of(N)["replaces"], {"points": text, "there": "Sally", "card": "Sally"}, load(N).catalogue
    )
    assert "points" in number.errors


@pytest.mark.parametrize("game", games())
def test_every_question_is_whole(game: str) -> None:
    """Each has its words in both languages, a few cards at least for each of its fields, and an answer to any cards."""
    engine = load(game)
    assert len(questions_of(game)) >= 3
    for name, one in questions_of(game).items():
        assert name == one.id and {"en", "de"} <= set(one.asks) and {"en", "de"} <= set(one.about or one.asks)
        sent = {}
        for field in one.fields:
            assert {"en", "de"} <= set(field.label)
            if field.kind == "card":
                lines = offered(field, engine.catalogue)
                assert len(lines) > 3, (name, field.name)
                sent[field.name] = lines[len(lines) // 2]
                assert (
                    not field.default
                    or field.default in engine.catalogue.asked
                    or engine.catalogue.find(field.default)
                )
        answer = asked(game, name, **sent)
        assert not answer.wrong and (answer.stopped or answer.word in ("legal", "illegal", "undetermined")), (
            name
        )
        assert answer.board, name
