"""Who sits at a table is written by a function: the same bytes as the template that says how it is to look."""

from __future__ import annotations

from typing import Any

import pytest
from django.template import Context, engines
from django.utils.translation import override

from config.template_layout import LaidOut
from tests.tournaments.factories import many_seated, round_under_way, tables
from tournaments.models.entrants import Entrant
from tournaments.models.results import Result
from tournaments.models.rounds import Match
from tournaments.outcomes.scoring import scoring_of
from tournaments.tables.lines import Line, line_at
from tournaments.templatetags.seats import seats_of

pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]

TEMPLATE = """{% load i18n words %}
{% for each in line.seats %}
  <div class="seat{% if each.entrant_id == mine.pk %} me{% endif %}">
    <span class="letter">
      <span class="visually-hidden">{% translate "Seat" %} </span>
      {{ each.letter }}
    </span>
    <span class="name">
      {{ each.entrant.name }}
      {% if named and each.entrant_id == mine.pk %} <span class="tag">{% translate "you" %}</span>{% endif %}
      {% if not line.outcome and line.starts == each.letter
      %} <span class="tag">{% translate "starts" %}</span>{% endif %}
    </span>
    {% if several %}
      {% with score=line.outcome|score_of:each.letter %}
        {% if score %}
          <span class="scored small soft">{{ scoring.score }} <b class="number">{{ score }}</b></span>
        {% endif %}
      {% endwith %}
    {% endif %}
    <span class="won">{{ line.outcome|games_of:each.letter }}</span>
  </div>
{% endfor %}
"""


def by_template(line: Line, mine: Entrant | None, named: bool) -> str:
    engine = engines["django"].engine  # type: ignore[attr-defined]
    template = LaidOut(TEMPLATE, engine=engine)
    scoring = scoring_of(line.match.round.event.game)
    values = {"line": line, "mine": mine, "named": named, "several": len(line.seats) > 2, "scoring": scoring}
    return template.render(Context(values))


OUTCOMES: tuple[dict[str, Any] | None, ...] = (
    None,
    {"kind": "played", "winner": "A", "games": [2, 1]},
    {"kind": "played", "winner": None},
    {"kind": "played", "winner": "B"},
    {"kind": "double_loss"},
)


@pytest.mark.parametrize("language", ["en", "de"])
def test_two_players(language: str) -> None:
    match = tables(round_under_way())[0]
    Entrant.objects.filter(seats__match=match).update(name="<b>O'Neil & Co")
    for starts in ("", "A", "B"):
        match.starts = starts
        match.save()
        line = line_at(Match.objects.select_related("round__event", "round__stage").get(pk=match.pk))
        for outcome in OUTCOMES:
            shown = Line(line.match, line.seats, _result(line, outcome), line.clock)
            for mine in (None, line.seats[0].entrant, line.seats[1].entrant):
                for named in (False, True):
                    with override(language):
                        written = seats_of(shown, mine, scoring_of(line.match.round.event.game), named)
                        assert written == by_template(shown, mine, named)
    assert "&lt;b&gt;O&#x27;Neil &amp; Co" in written


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_table_of_four(language: str) -> None:
    line = line_at(many_seated("looney_tunes", 4))
    letters = [seat.letter for seat in line.seats]
    assert len(letters) == 4
    first, *rest = letters
    ranked: dict[str, Any] = {"kind": "played", "ranking": [[first], rest]}
    for outcome in (None, ranked, ranked | {"scores": {letter: n for n, letter in enumerate(letters)}}):
        shown = Line(line.match, line.seats, _result(line, outcome), line.clock)
        for mine in (None, line.seats[2].entrant):
            with override(language):
                written = seats_of(shown, mine, scoring_of("looney_tunes"), True)
                assert written == by_template(shown, mine, True)
    assert 'class="scored small soft"' in written


def _result(line: Line, outcome: dict[str, Any] | None) -> Any:
    return None if outcome is None else Result(match=line.match, outcome=outcome)
