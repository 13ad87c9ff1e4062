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
from rules.kernel.log import Header, Player
from rules.kernel.replay import Replay
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


#: Words of a text, not names of anything there is: what is said beside a card that lasts or is gone, titles and groups
#: of cards that declarations may call as they like, what happens next in an engine's own words.
TEXTS = (
    ".absent", ".again", ".beside", ".cause", ".do", ".end", ".groups", ".here", ".how", ".kind", ".left_out",
    ".made", ".present", ".source", ".surprises", ".then", ".title", ".titles", ".together", ".to", ".type",
    ".types", ".way", ".what", ".where", ".who", ".verb", ".period", ".group", ".purpose", ".keep",
    ".exerted_in", ".may_borrow", ".borrowed_from", ".choice.whose", ".color", ".actor", ".rival_actor",
    ".own_color", ".scene_color", ".counts_as",
)  # fmt: skip


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
        base = tagged | {field.name: least(field) for field in kind.fields if field.required}
        for field in kind.fields:
            for path, value in named(field, f"{inside}.{tag and tag + '.'}{field.name}"):
                yield path, {**base, field.name: value}


def least(spec: Spec) -> Any:
    """A value that may stand in a required field."""
    if spec.kind == "one_of":
        tag, kind = next(iter(spec.kinds.items()))
        return {spec.tag_field: tag} | {field.name: least(field) for field in kind.fields if field.required}
    if spec.kind == "struct":
        return {field.name: least(field) for field in spec.fields if field.required}
    if spec.kind == "choice":
        return spec.choices[0]
    return {"number": 1, "flag": True, "label": "c1", "words": []}.get(spec.kind, "A")


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
