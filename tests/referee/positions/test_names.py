"""Names that nobody knows are refused in a position, with their place; none is passed over in silence."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from django.utils.translation import override
from rest_framework.test import APIClient

from referee.entering.spec import Spec, struct_spec
from referee.positions.document import document_from, header_of
from referee.positions.playing import lay_out
from rules.kernel.errors import LogError
from rules.kernel.log import Header, Player, decoder
from rules.kernel.name_checks import NameProblem, check_names
from rules.kernel.replay import Replay
from rules.kernel.selfplay import play_game
from rules.registry import games, load

pytestmark = pytest.mark.anywhere
NOBODY = "Nobody’s"
DREAM = [{"scene": "Farm"}, {"scene": "Lake", "q": 1}]


def refusal(game: str, position: dict[str, Any]) -> str:
    """Why a log with this position is refused; empty where it is taken."""
    players = tuple(Player(seat) for seat in "AB")
    engine = load(game)
    try:
        Replay(
            engine, Header(log=1, game=game, rules=engine.editions[-1], players=players, position=position)
        )
    except LogError as error:
        return error.message
    return ""


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ({"killers": {"Cultist": "Lake"}}, ""),
        ({"dreamer": "Farm"}, ""),
        ({"killers": {"Cultist": "Pond"}}, "position.killers.Cultist: no tile of the dream is called “Pond”"),
        (
            {"killers": {"Cultist": "Forest"}},
            "position.killers.Cultist: no tile of the dream is called “Forest”",
        ),
        ({"killers": {"Cook": "Farm"}}, "position.killers.Cook: no Killer is called “Cook”"),
        ({"dreamer": "Forest"}, "position.dreamer: no tile of the dream is called “Forest”"),
        ({"dream": [{"scene": "Pond"}]}, "position.dream.0.scene: no Scene is called “Pond”"),
        ({"dream": [*DREAM, {"scene": "Cabin"}]}, "position.dream.2: another tile lies there"),
        (
            {"dream": [*DREAM, {"scene": "Farm", "q": 2}]},
            "position.dream.2: the Farm is in the dream already",
        ),
        ({"declared": {"killer": "Cook"}}, "position.declared.killer: no Killer is called “Cook”"),
        ({"starter": "Q"}, "position.starter: there is no seat “Q” in this log"),
    ],
)
def test_a_figure_stands_in_the_dream_or_is_refused(position: dict[str, Any], why: str) -> None:
    assert refusal("herocard_nightmare", {"dream": DREAM, **position}) == why


def test_a_killer_without_a_dream_is_refused_at_its_field() -> None:
    sent = {"p.killers": "Cultist: Farm"}
    document = document_from(load("herocard_nightmare"), sent)
    with override("de"):
        table = lay_out(document, header_of(document))
    assert table.run is None
    assert table.errors == {"p.killers.Cultist": "kein Plättchen des Traums heißt „Farm“"}
    body = {"position": {"killers": {"Cultist": "Farm"}}}
    answer = APIClient().post("/api/v1/positions/herocard_nightmare/", body, format="json")
    assert answer.status_code == 400
    assert answer.json()["fields"] == {"position.killers.Cultist": "no tile of the dream is called “Farm”"}


#: What is no word of a vocabulary: where something that lasts or waits came from is said to people beside it, and a
#: judge who declares it may call it as he likes.
TEXTS = (".due.source", ".ability_changes.source", ".lasting.source")
#: Words that are known where one is required, by the end of their path.
KNOWN = {
    ".verb": "time_called", ".sequence.cards.kind": "miscellaneous", ".before.cards.kind": "miscellaneous",
    ".choice.what": "card", ".lasting.what": "excused", ".marks.what": "power_blow", "_attack.what": "power_blow",
    ".must.do": "draw", ".exerting.purpose": "attack", ".gather.to": "Character", ".color": "red",
}  # fmt: skip


def named(spec: Spec, inside: str = "") -> Iterator[tuple[str, Any]]:
    """Every name a position may say, as its path and the least JSON that says somebody nobody knows there."""
    if spec.kind in ("struct", "one_of"):
        yield from _of_struct(spec, inside)
    elif spec.kind in ("list", "map") and spec.item is not None:
        for path, value in named(spec.item, inside):
            yield path, [value] if spec.kind == "list" else {"A": value}
        if (
            spec.kind == "map"
            and spec.item.kind == "struct"
            and not any(f.required for f in spec.item.fields)
        ):
            yield f"{inside}{{}}", {NOBODY: {}}
    elif spec.kind in ("word", "words", "pairs") and not inside.endswith(TEXTS):
        words = [NOBODY, 1] if spec.name == "first" else [NOBODY]
        yield inside, {"word": NOBODY, "words": words, "pairs": {NOBODY: NOBODY}}[spec.kind]


def _of_struct(spec: Spec, inside: str) -> Iterator[tuple[str, Any]]:
    kinds = spec.kinds.items() if spec.kind == "one_of" else [("", spec)]
    for tag, kind in kinds:
        tagged = {spec.tag_field: tag} if tag else {}
        inner = f"{inside}.{tag}" if tag else inside
        base = tagged | {field.name: least(field, inner) for field in kind.fields if field.required}
        for field in kind.fields:
            for path, value in named(field, f"{inside}.{tag and tag + '.'}{field.name}"):
                yield path, {**base, field.name: value}


def least(spec: Spec, inside: str = "") -> Any:
    """A value that may stand in a required field."""
    here = f"{inside}.{spec.name}"
    known = next((word for end, word in KNOWN.items() if here.endswith(end)), None)
    if known is not None:
        return known
    if spec.kind == "one_of":
        tag, kind = next(iter(spec.kinds.items()))
        return {spec.tag_field: tag} | _required(kind, f"{here}.{tag}")
    if spec.kind == "struct":
        return _required(spec, here)
    if spec.kind == "choice":
        return spec.choices[0]
    return {"number": 1, "flag": True, "label": "c1", "words": []}.get(spec.kind, "A")


def _required(kind: Spec, inside: str) -> dict[str, Any]:
    return {field.name: least(field, inside) for field in kind.fields if field.required}


CASES = [
    (game, path, value) for game in games() for path, value in named(struct_spec(load(game).position_type))
]


@pytest.mark.parametrize(
    ("game", "path", "position"), CASES, ids=[f"{game}{path}" for game, path, _ in CASES]
)
def test_a_name_that_nobody_knows_is_refused_with_its_place(
    game: str, path: str, position: dict[str, Any]
) -> None:
    if '"c1"' in str(msgspec.json.encode(position)):
        position = {**position, "players": {"A": {"hand": [{"unknown": True, "as": "c1"}]}}}
    why = refusal(game, position)
    assert NOBODY in why and why.startswith(("position", "header: position")), (why, position)


REFUSED = [
    ("highlander", {"players": {"A": {"must": [{"do": "drwa"}]}}},
     ".players.A.must.0.do", "drwa", "choke, discard, draw"),
    ("highlander", {"players": {"A": {"attacks": [{"marks": [{"what": "power_blo"}]}]}}},
     ".players.A.attacks.0.marks.0.what", "power_blo", "allow_block, allow_dodge"),
    ("looney_tunes", {"scene_color": "mauve"}, ".scene_color", "mauve", "blue"),
    ("nightmare_before_christmas", {"players": {"A": {"end": "top"}}}, ".players.A.end", "top", "left, right"),
    ("herocard_duel", {"sequence": {"cards": [{"card": "c1", "seat": "A", "kind": "blocks"}]}},
     ".sequence.cards.0.kind", "blocks", "attack_mod, base_attack"),
]  # fmt: skip


@pytest.mark.parametrize(("game", "position", "place", "word", "known"), REFUSED)
def test_a_refused_word_says_those_there_are(
    game: str, position: dict[str, Any], place: str, word: str, known: str
) -> None:
    if "c1" in str(position):
        position = {**position, "players": {"A": {"hand": [{"unknown": True, "as": "c1"}]}}}
    assert refusal(game, position).startswith(
        f"position{place}: “{word}” means nothing here; known: “{known}"
    )


@pytest.mark.parametrize("game", games())
def test_every_word_that_games_bring_about_is_known(game: str) -> None:
    """What the engines say in their own positions may be said in a position."""
    engine = load(game)
    for seed in range(2):
        run = play_game(engine, f"words:{game}:{seed}", engine.seats[0])
        for position in run.positions[::3]:
            check_names(position, said_in(run, position))


def said_in(run: Replay, position: Any) -> NameProblem:
    def name_problem(kind: str, name: str) -> str:
        return run.game.name_problem(run.judgment(), position, kind, name)

    return name_problem


def test_a_judge_sets_no_word_that_means_nothing() -> None:
    """At the judge’s door as at the others: with its place and the words there are."""
    engine = load("highlander")
    position = {
        "turn": "A",
        "phase": "attack",
        "players": {"A": {"attacks": [{"card": "Thrust", "marks": []}]}},
    }
    players = (Player("A"), Player("B"))
    header = Header(log=1, game="highlander", rules=engine.editions[-1], players=players, position=position)
    run = Replay(engine, header)
    for what, verdict in (("power_blo", "illegal"), ("power_blow", "legal")):
        changes = [{"change": "set", "fact": "players.A.attacks.0.marks", "value": [{"what": what}]}]
        line = {"by": "judge", "do": "declare", "changes": changes}
        entry = decoder(engine.all_verbs).decode(msgspec.json.encode(line))
        told = run.push(entry, ask=True)
        assert told.verdict == verdict, told
        if verdict == "illegal":
            said = told.violations[0].message
            assert (
                "players.A.attacks.0.marks.0.what: “power_blo” means nothing here; known: “allow_block"
                in said
            )
