"""The position editor over the API. It keeps nothing: every request holds the whole position and what was played."""

from __future__ import annotations

import re
import time
from typing import Any

import msgspec
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from referee.entering.spec import struct_spec
from referee.judging.own_match import check_may_be_helped
from referee.live.verbs import described
from referee.positions.document import MAX_TEXT, Document, Header, data_of, log_of
from referee.positions.opening import position_at
from referee.positions.playing import MAX_ENTRIES, Played, Table, ask_about, lay_out, offered, who_may
from referee.records.queries import record_of
from referee.spending import check, count
from rules.kernel.game import Game
from rules.kernel.log import VERSION
from rules.kernel.position import digest
from rules.kernel.report import outcome_json
from rules.registry import games, load, title
from tournaments.api_base import REFUSALS, BoundedListField, Door, documented
from tournaments.errors import Invalid, NotFound
from tournaments.messages import message as _

TAG = "positions"
MAX_OPTIONS = 500


class BadPosition(Invalid):
    """A position, or what is played from it, that cannot be laid out; ``fields`` says where."""

    code = "bad_position"


class BadEntry(Invalid):
    """An entry that cannot be read."""

    code = "bad_entry"


class GameSerializer(serializers.Serializer[Any]):
    """A game one can lay out."""

    game = serializers.CharField()
    title = serializers.CharField()
    editions = serializers.ListField(child=serializers.CharField())
    seats = serializers.ListField(child=serializers.IntegerField(), help_text="The fewest and the most.")


class SchemaSerializer(GameSerializer):
    """The schemas of a position, its options and its entries."""

    position = serializers.DictField(help_text="The JSON Schema of a position.")
    options = serializers.DictField(help_text="The JSON Schema of the header's options.")
    verbs = serializers.ListField(child=serializers.DictField())
    entries = serializers.DictField(help_text="The JSON Schema of the entries.")


class StartSerializer(serializers.Serializer[Any]):
    """The position to start from. `position` is what a log's header holds; null is the game's set-up from the deck
    lists."""

    rules = serializers.CharField(
        required=False, allow_blank=True, default="", help_text="Default: the newest."
    )
    players = BoundedListField(
        child=serializers.DictField(), required=False, default=list, max_length=40,
        help_text="`seat`, and `deck` where it is known. Default: the fewest seats, A, B, ….",
    )  # fmt: skip
    options = serializers.DictField(required=False, default=dict)
    cards = BoundedListField(
        child=serializers.DictField(), required=False, default=list, max_length=MAX_ENTRIES,
        help_text="Cards the game lacks.",
    )  # fmt: skip
    position = serializers.DictField(required=False, allow_null=True, default=dict)


class LinesSerializer(StartSerializer):
    """The same with what is played and expected: the lines of a log or scenario after its header."""

    entries = BoundedListField(
        child=serializers.DictField(), required=False, default=list, max_length=MAX_ENTRIES
    )


class LegalSerializer(LinesSerializer):
    """The seat whose legal entries are wanted (default: whoever is to act), and a filter by words."""

    by = serializers.CharField(required=False, allow_blank=True, default="", max_length=40)
    words = serializers.CharField(required=False, allow_blank=True, default="", max_length=200)


class AskSerializer(LinesSerializer):
    """The entry asked about."""

    entry = serializers.DictField()


class FileSerializer(LinesSerializer):
    """A `log` has what was played; a `scenario` expectations and what was only asked as well."""

    kind = serializers.ChoiceField(choices=["log", "scenario"], default="scenario")


class LineSerializer(serializers.Serializer[Any]):
    """A line with its verdict, and in which way what it expects does not hold."""

    line = serializers.IntegerField(help_text="Its place among `entries`, from 1.")
    words = serializers.CharField()
    verdict = serializers.DictField(allow_null=True)
    expect = serializers.CharField(allow_blank=True)
    failures = serializers.ListField(child=serializers.CharField())


class LaidOutSerializer(serializers.Serializer[Any]):
    """The position reached; as `position` of another request it is the one to go on from."""

    position = serializers.DictField()
    digest = serializers.CharField()
    to_act = serializers.ListField(child=serializers.CharField())
    status = serializers.CharField()
    stopped = serializers.IntegerField(allow_null=True, help_text="The illegal entry at which play stands.")
    outcome = serializers.DictField(allow_null=True)
    findings = serializers.ListField(child=serializers.CharField())
    lines = LineSerializer(many=True)
    failures = serializers.IntegerField(help_text="Expectations that do not hold.")


class OptionSerializer(serializers.Serializer[Any]):
    by = serializers.CharField()
    words = serializers.CharField()
    entry = serializers.DictField(help_text="Ready to be played: append it to `entries`.")


class OptionsSerializer(serializers.Serializer[Any]):
    """Legal entries; `more` were left out."""

    options = OptionSerializer(many=True)
    more = serializers.IntegerField()


class VerdictSerializer(serializers.Serializer[Any]):
    """The verdict on an entry that was asked about; nothing was played."""

    entry = serializers.DictField()
    words = serializers.CharField()
    verdict = serializers.DictField()


class FileTextSerializer(serializers.Serializer[Any]):
    """JSON Lines: a log goes to `matches/<id>/records/`, a scenario to `events/<event>/precedents/`."""

    text = serializers.CharField()


class OpenedSerializer(StartSerializer):
    """The position at an entry of a stored log, as this reader may see it, ready to be sent to the others."""

    game = serializers.CharField()


class Games(Door):
    """The games."""

    @documented(GameSerializer(many=True), summary="The games one can lay out", tag=TAG)
    def get(self, request: Request) -> Response:
        return Response([_described(load(name)) for name in games()])


class GameDoor(Door):
    """Shared by the operations of one game."""

    counts_once = False

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        self._begun = time.thread_time()
        super().initial(request, *args, **kwargs)
        check_may_be_helped(self.actor)
        check(request)

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(request, Request):
            count(request, time.thread_time() - self._begun)
        return super().finalize_response(request, response, *args, **kwargs)

    def game(self) -> Game:
        """The game of the address. Raises NotFound."""
        name = self.kwargs["game"]
        if name not in games():
            raise NotFound(_("There is no such game."))
        return load(name)

    def laid_out(self, sent: dict[str, Any]) -> Table:
        """The position that was sent, with its lines judged. Raises BadPosition."""
        return laid_out(self.game(), sent)


class Schema(GameDoor):
    """One game."""

    @documented(SchemaSerializer, summary="What a position of this game and its entries are made of", tag=TAG)
    def get(self, request: Request, game: str) -> Response:
        its_game = self.game()
        said = described(its_game)
        answer = {
            **_described(its_game),
            "position": msgspec.json.schema(its_game.position_type),
            "options": msgspec.json.schema(its_game.options_type),
            "verbs": said["verbs"],
            "entries": said["schema"],
        }
        return Response(answer)

    @documented(
        LaidOutSerializer,
        takes=LinesSerializer,
        summary="Lay a position out and judge what is played",
        tag=TAG,
    )
    def post(self, request: Request, game: str) -> Response:
        return Response(table_json(self.laid_out(self.sent(LinesSerializer))))


class Legal(GameDoor):
    """The legal entries of a position."""

    @documented(OptionsSerializer, takes=LegalSerializer, summary="What is legal in a position", tag=TAG)
    def post(self, request: Request, game: str) -> Response:
        sent = self.sent(LegalSerializer)
        table = self.laid_out(sent)
        assert table.run is not None
        may = who_may(Document(self.game(), table.run.seats, {}))
        if sent["by"] and sent["by"] not in may:
            said = _("“by” is one of %(which)s.", which=", ".join(may))
            raise Invalid(said, fields={"by": said})
        legal, more = offered(table.run, sent["by"], sent["words"], MAX_OPTIONS)
        options = [
            {"by": one.by, "words": one.words, "entry": msgspec.json.decode(one.json)} for one in legal
        ]
        return Response({"options": options, "more": more})


class Ask(GameDoor):
    """One entry."""

    @documented(
        VerdictSerializer, takes=AskSerializer, summary="Ask about one entry without playing it", tag=TAG
    )
    def post(self, request: Request, game: str) -> Response:
        sent = self.sent(AskSerializer)
        entry = sent["entry"]
        if not isinstance(entry.get("by"), str) or not isinstance(entry.get("do"), str):
            raise BadEntry(
                _("An entry needs “by” and “do”."), fields={"entry": _("“by” and “do” are needed.")}
            )
        table = self.laid_out(sent)
        assert table.run is not None
        asked = ask_about(table.run, entry)
        if asked.verdict is None:
            raise BadEntry(
                _("This cannot be read as an entry: %(why)s", why=asked.wrong),
                fields={"entry": asked.wrong},
            )
        verdict = asked.verdict.to_json(len(table.run.entries) + 1)
        return Response({"entry": entry, "words": asked.words, "verdict": verdict})


class File(GameDoor):
    """Keeping it."""

    @documented(FileTextSerializer, takes=FileSerializer, summary="The log or scenario as a file", tag=TAG)
    def post(self, request: Request, game: str) -> Response:
        sent = self.sent(FileSerializer)
        table = self.laid_out(sent)
        assert table.log is not None
        raw = table.header.raw
        whole = sent["kind"] == "scenario"
        text = data_of(raw, _lines(sent["entries"])) if whole else log_of(raw, table.log)
        return Response({"text": text.decode()})


class AtEntry(Door):
    """The position at an entry of a stored log."""

    @extend_schema(
        tags=[TAG],
        summary="Open the position at an entry of a log, as the reader may see it",
        parameters=[
            OpenApiParameter("n", OpenApiTypes.INT, OpenApiParameter.PATH, description="0: the start.")
        ],
        responses={200: OpenedSerializer, **REFUSALS},
    )
    def get(self, request: Request, record_id: int, n: int) -> Response:
        check_may_be_helped(self.actor)
        header, _n = position_at(record_of(record_id, self.actor), str(n), self.actor)
        keep = ("game", "rules", "players", "options", "cards", "position")
        answer = Response({key: header[key] for key in keep if key in header})
        answer["Cache-Control"] = "no-store"
        return answer


def laid_out(game: Game, sent: dict[str, Any]) -> Table:
    """A position of this game as an API request says it, laid out, its lines judged. Raises BadPosition."""
    players = sent["players"] or [{"seat": chr(65 + n)} for n in range(game.seats[0])]
    low, high = game.seats
    if not low <= len(players) <= high:
        said = _("%(low)s to %(high)s seats play this game.", low=low, high=high)
        raise BadPosition(said, fields={"players": said})
    raw: dict[str, Any] = {
        "log": VERSION,
        "game": game.name,
        "rules": sent["rules"] or game.editions[-1],
        "players": players,
    }
    raw |= {"options": sent["options"], "cards": sent["cards"]}
    raw["position"] = _with_seats(sent["position"], [player.get("seat") for player in players])
    lines = _lines(sent["entries"])
    if len(lines) + len(msgspec.json.encode(raw)) > MAX_TEXT:
        said = _("Position and entries have at most %(n)s characters.", n=f"{MAX_TEXT:,}")
        raise BadPosition(said, fields={"entries": said})
    if stray := _stray_seat(game, raw["position"], [player.get("seat") for player in players]):
        raise BadPosition(
            _("%(where)s: no such seat.", where=f"position.{stray}"),
            fields={f"position.{stray}": _("No such seat.")},
        )
    document = Document(game, tuple(str(player.get("seat")) for player in players), {"lines": lines})
    table = lay_out(document, Header(raw, game.catalogue, {}))
    if table.run is None or table.errors or table.wrong:
        raise _refusal(table)
    return table


def _with_seats(position: dict[str, Any] | None, seats: list[Any]) -> dict[str, Any] | None:
    """The position with every seat there, be it with nothing, as the page has it."""
    if position is None:
        return None
    given = position.get("players", {})
    if not isinstance(given, dict):
        return position
    return {**position, "players": {seat: {} for seat in seats if isinstance(seat, str)} | given}


def _stray_seat(game: Game, position: dict[str, Any] | None, seats: list[Any]) -> str:
    """The field that names a seat nobody has; empty where there is none."""
    if position is None:
        return ""
    for field in struct_spec(game.position_type).fields:
        said = position.get(field.name)
        if field.is_seat and isinstance(said, str) and said and said not in seats:
            return field.name
    players = position.get("players")
    given = players if isinstance(players, dict) else {}
    return next((f"players.{seat}" for seat in given if seat not in seats), "")


def _refusal(table: Table) -> BadPosition:
    """The problems, by the fields of the request."""
    fields = {}
    for name, why in table.errors.items():
        place, _dot, rest = name.partition(".")
        known = {"p": "position", "o": "options", "lines": "entries"}.get(place, place)
        fields[f"{known}.{rest}" if rest else known] = why
    if not fields:
        words = re.findall(r"[a-z]+", table.wrong)
        place = next((word for word in words if word in StartSerializer().fields), "position")
        fields[place] = table.wrong
    return BadPosition(table.wrong or " ".join(fields.values()), fields=fields)


def table_json(table: Table) -> dict[str, Any]:
    """A position laid out, as plain JSON."""
    run = table.run
    assert run is not None
    position = run.printed()
    return {
        "position": position,
        "digest": digest(position),
        "to_act": list(run.game.to_act(run.position)) if run.stopped is None else [],
        "status": run.status(),
        "stopped": run.stopped,
        "outcome": outcome_json(run.outcome()),
        "findings": [finding.message for finding in run.findings],
        "lines": [_line_json(n, line) for n, line in enumerate(table.played, 1)],
        "failures": table.failures,
    }


def _line_json(n: int, line: Played) -> dict[str, Any]:
    verdict = None if line.verdict is None else line.verdict.to_json(n)
    if verdict is not None:
        verdict.pop("n", None)
    return {
        "line": line.line,
        "words": line.words,
        "verdict": verdict,
        "expect": line.expect,
        "failures": list(line.failures),
    }


def _lines(entries: list[dict[str, Any]]) -> str:
    return "\n".join(msgspec.json.encode(entry).decode() for entry in entries)


def _described(game: Game) -> dict[str, Any]:
    return {
        "game": game.name,
        "title": str(title(game.name)),
        "editions": list(game.editions),
        "seats": list(game.seats),
    }
