"""Titles of rounds and chains of stages: "Top 8 · Semi-finals"; "Swiss, 5 rounds, then top 8, best of three"."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tournaments.messages import Message, joined
from tournaments.messages import message as _
from tournaments.models.events import Event
from tournaments.models.rounds import PUBLISHED_STATES, BracketSide, Round
from tournaments.models.stages import Stage, StageKind
from tournaments.stages.lengths import planned_rounds
from tournaments.stages.queries import games_in, stages_of, title_of

#: The rounds of a single elimination by how many follow; earlier ones are called by how many players are left.
LAST_ROUNDS: tuple[Message, ...] = (_("Final"), _("Semi-finals"), _("Quarter-finals"))
SECOND_FINAL: Message = _("Second final")
GAMES = {1: _("one game"), 3: _("best of three"), 5: _("best of five")}


def round_title(round: Round) -> Message:
    """The players' name for the round: "Round 3 of 5" in an event of one Swiss stage, else with its stage."""
    event, stage = round.event, round.stage
    before = stage.all_rounds.filter(state__in=PUBLISHED_STATES, number__lt=round.number).count()
    name = name_of_round(event, stage, round.number, before + 1, _finals(round))
    if stage.number == 1 and stage.kind == StageKind.SWISS and len(stages_of(event)) == 1:
        return name
    return joined(" · ", [title_of(stage), name])


def round_names(event: Event, stage: Stage, numbers: Sequence[int]) -> list[tuple[int, Message]]:
    """The published rounds of a stage that is no double elimination, by their numbers, with their names."""
    return [(number, name_of_round(event, stage, number, at)) for at, number in enumerate(numbers, start=1)]


def _finals(round: Round) -> int:
    """The number of the final played in this round of a double elimination; 0 where it has none."""
    if round.stage.kind != StageKind.DOUBLE_ELIMINATION:
        return 0
    finals = round.matches.filter(bracket_side=BracketSide.FINAL)
    return finals.values_list("bracket_round", flat=True).first() or 0


def name_of_round(event: Event, stage: Stage, number: int, in_stage: int, final: int = 0) -> Message:
    """The round without its stage: "Final", "Round of 16", "Round 3 of 5", "Round 6 (1 of 3)". `number` counts in the
    event and `in_stage` in the stage; `final` says which final of a double elimination it has."""
    if final:
        return SECOND_FINAL if final > 1 else LAST_ROUNDS[0]
    planned = planned_rounds(event, stage)
    if stage.kind == StageKind.SINGLE_ELIMINATION and planned is not None and in_stage <= planned:
        return name_by_what_follows(planned - in_stage)
    if planned is None:
        return _("Round %(n)s", n=number)
    if number == in_stage:
        return _("Round %(n)s of %(total)s", n=number, total=planned)
    return _("Round %(n)s (%(at)s of %(total)s)", n=number, at=in_stage, total=planned)


def name_by_what_follows(left: int) -> Message:
    """A round of a single elimination after which so many are left."""
    if left < len(LAST_ROUNDS):
        return LAST_ROUNDS[left]
    if left == 3:
        return _("Round of 16")
    return _("Round of %(n)s", n=2 ** (left + 1))


def chain_words(event: Event, stages: Iterable[Stage] | None = None) -> Message:
    """The structure of an event in a sentence without its full stop."""
    chain = [structure_words(event, stage) for stage in (stages_of(event) if stages is None else stages)]
    said = chain[0]
    for further in chain[1:]:
        said = _("%(stages)s, then %(further)s", stages=said, further=further)
    return said


def structure_words(event: Event, stage: Stage) -> Message:
    """The structure of one stage: "top 8, single elimination, best of three"."""
    parts: list[Message] = []
    if stage.number > 1 and stage.size:
        parts.append(_("top %(n)s", n=stage.size))
    parts += [_kind_words(stage), *_rounds_words(event, stage), *_extras(stage)]
    if stage.games_per_match:
        parts.append(GAMES[stage.games_per_match])
    return joined(", ", parts)


def match_words(event: Event, stages: Sequence[Stage]) -> Message:
    """The length of a match, and whether it may be drawn; by stage where they differ: "Swiss: best of three, Top 8:
    best of five"."""
    said = [(title_of(stage), _match_in(event, stage)) for stage in stages]
    if len({str(words) for _title, words in said}) == 1:
        return said[0][1]
    each = [_("%(stage)s: %(match)s", stage=title, match=words) for title, words in said]
    return joined("; ", each)


def _match_in(event: Event, stage: Stage) -> Message:
    words = GAMES[1 if stage.kind == StageKind.PODS else games_in(stage, event)]
    if stage.eliminates or stage.allows_draws:
        return words
    return joined(", ", [words, _("no draws")])


def _kind_words(stage: Stage) -> Message:
    if stage.kind == StageKind.PODS:
        return _("pods of %(n)s", n=stage.pod_size or 4)
    if stage.kind == StageKind.ROUND_ROBIN and stage.groups > 1:
        return _("round robin in %(n)s groups", n=stage.groups)
    return _KINDS[StageKind(stage.kind)]


_KINDS: dict[StageKind, Message] = {
    StageKind.SWISS: _("Swiss"),
    StageKind.ROUND_ROBIN: _("round robin"),
    StageKind.SINGLE_ELIMINATION: _("single elimination"),
    StageKind.DOUBLE_ELIMINATION: _("double elimination"),
}


def _rounds_words(event: Event, stage: Stage) -> Sequence[Message]:
    if not stage.is_open:
        return []
    rounds = planned_rounds(event, stage) or (event.swiss_rounds if stage.number == 1 else None)
    if rounds is None:
        return [_("as many rounds as the number of players requires")]
    return [_("one round") if rounds == 1 else _("%(n)s rounds", n=rounds)]


def _extras(stage: Stage) -> Iterable[Message]:
    if stage.legs > 1:
        yield _("%(n)s matches against each opponent", n=stage.legs)
    if stage.third_place:
        yield _("with a match for third place")
    if stage.fresh:
        yield _("starting from zero")
