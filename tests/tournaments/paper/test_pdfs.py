"""What an event prints: everything that must stand on it does, on as many sheets as it needs, for who may have it."""

from __future__ import annotations

from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments.factories import actor, at, played_round, published_round, running_event
from tests.tournaments.pages.conftest import Who, who
from tests.tournaments.stages.test_played import played, swiss_then_cut
from tournaments.entrants.changes import drop_entrant
from tournaments.models.entrants import Entrant
from tournaments.models.events import Event
from tournaments.models.rounds import Match
from tournaments.paper.of_event import badges_pdf, players_pdf, standings_pdf
from tournaments.paper.of_round import pairings_pdf, paper_pack, slips_pdf
from tournaments.paper.of_stage import stage_pdf
from tournaments.paper.pack import LACKING, Pack
from tournaments.rounds.changes import offer_round
from tournaments.stages.queries import stages_of
from tournaments.typed_codes import code_of

__all__ = ["who"]
pytestmark = [pytest.mark.django_db, pytest.mark.anywhere]


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every text that is drawn, in order."""
    texts: list[str] = []
    put, small = Pack.put, Pack.small

    def spied_put(pack: Pack, x: float, y: float, wide: float, text: str, *more: Any) -> None:
        texts.append(text)
        put(pack, x, y, wide, text, *more)

    def spied_small(pack: Pack, x: float, y: float, text: str, *more: Any) -> None:
        texts.append(text)
        small(pack, x, y, text, *more)

    monkeypatch.setattr(Pack, "put", spied_put)
    monkeypatch.setattr(Pack, "small", spied_small)
    return texts


def sheets(body: bytes) -> int:
    assert body.startswith(b"%PDF-")
    return int(body.partition(b"/Count ")[2].split()[0])


def test_a_name_the_font_lacks_has_its_code_beside_it() -> None:
    pack = Pack("Open", at(0))
    assert pack.written("Zoë Łukasz", "P01") == "Zoë Łukasz"
    assert pack.written("Δημήτρης Иван", "P02") == "Δημήτρης Иван"
    assert pack.written("王A", "P03") == f"{LACKING}A (P03)"


def test_a_large_round_fits_its_sheets() -> None:
    round = published_round(running_event(130))
    # 130 names in two columns of 39 lines are 2 sheets, 65 tables 2, 65 slips by four 17
    assert sheets(paper_pack(round, at(0))) == 21
    assert sheets(pairings_pdf(round, at(0))) == 4 and sheets(slips_pdf(round, at(0))) == 17


def test_slips_carry_the_code_of_their_match(drawn: list[str]) -> None:
    round = published_round(running_event(4))
    assert sheets(slips_pdf(round, at(0))) == 1
    for match in round.matches.all():
        assert code_of(match.pk) in drawn


def test_slips_of_pods_ask_for_places_and_scores(drawn: list[str]) -> None:
    event = running_event(4, stages=[{"kind": "pods"}], game="nightmare_before_christmas")
    slips_pdf(published_round(event), at(0))
    assert "Place" in drawn and "Scare Points" in drawn and "Games" not in drawn


def test_players_and_badges(drawn: list[str]) -> None:
    event = running_event(9)
    Entrant.objects.filter(event=event, code="P01").update(club="Night Owls")
    assert sheets(players_pdf(event, at(0))) == 1
    # eight badges a sheet
    assert sheets(badges_pdf(event, at(0))) == 2
    assert "Night Owls" in drawn and drawn.count("Player1") == 2


def test_badges_are_a_page_too_for_who_is_in(who: Who) -> None:
    event = running_event(4)
    Entrant.objects.filter(event=event, code="P01").update(club="Night Owls")
    drop_entrant(event.entrants.get(code="P02"), by=actor("olga"), now=at(0))
    there = reverse("tournaments:print_players", args=[event.slug]) + "?badges=1"
    assert there in who("sam").get(reverse("tournaments:desk", args=[event.slug])).content.decode()
    page = who("sam").get(there).content.decode()
    badges = page.partition('class="slips badges"')[2]
    assert [code in badges for code in ("P01", "P02", "P03", "P04")] == [True, False, True, True]
    assert badges.count("<li>") == 3 and "Night Owls" in badges
    assert who("player1").get(there).status_code == 403


def test_standings_before_and_after_a_round(drawn: list[str]) -> None:
    event = running_event(4)
    standings_pdf(event, at(0))
    assert "No round is finished yet." in drawn
    played_round(event)
    drawn.clear()
    standings_pdf(event, at(60))
    assert "Standings after round 1" in drawn and drawn.count("1–0–0") == 2 and drawn.count("0–1–0") == 2


def test_a_bracket_has_everybody_in_it_and_who_won(drawn: list[str]) -> None:
    event = swiss_then_cut()
    played(event, 260)
    played(event, 320)
    swiss, cut = stages_of(event)
    assert sheets(stage_pdf(event, cut, at(400))) == 1
    final = Match.objects.filter(round__stage=cut, bracket_side="final").get()
    names = {seat.entrant.name for seat in final.seats.select_related("entrant")}
    # each finalist stands in a semi-final and in the final.
    # Who won is marked in four matches: semi-finals, final, third place
    for name in names:
        assert sum(text.removeprefix("\u2713 ") == name for text in drawn) == 2
    assert sum(text.startswith("\u2713 ") for text in drawn) == 4
    drawn.clear()
    stage_pdf(event, swiss, at(400))
    assert "There is nothing to print of this stage yet." in drawn


def test_a_large_bracket_takes_several_sheets() -> None:
    event = running_event(65, stages=[{"kind": "single_elimination"}])
    stage = stages_of(event)[0]
    published_round(event)
    stage.refresh_from_db()
    # as on the page for paper: five parts of at most sixteen matches below each other
    assert sheets(stage_pdf(event, stage, at(0))) == 5


def test_a_cross_table_has_each_result_twice(drawn: list[str]) -> None:
    event = running_event(4, stages=[{"kind": "round_robin"}])
    played_round(event)
    stage_pdf(event, stages_of(event)[0], at(60))
    assert drawn.count("×") == 4
    assert sum(text in ("1", "2–0") for text in drawn) >= 2 and drawn.count("1–0–0") == 2


def test_a_wide_group_goes_on_over_further_sheets() -> None:
    event = running_event(20, stages=[{"kind": "round_robin"}])
    published_round(event)
    # sixteen columns of 10 mm fit beside the names
    assert sheets(stage_pdf(event, stages_of(event)[0], at(0))) == 2


def test_pods_have_a_box_for_each_seat(drawn: list[str]) -> None:
    event = running_event(7, stages=[{"kind": "pods"}], game="nightmare_before_christmas")
    published_round(event)
    assert sheets(stage_pdf(event, stages_of(event)[0], at(0))) == 1
    assert "5 - 3 - 2 - 1" in drawn and "4 - 2 - 1" in drawn
    assert sum(text.endswith(f"Player{n}") for n in range(1, 8) for text in drawn) == 7


def doors(event: Event) -> dict[str, str]:
    stage = stages_of(event)[0].code
    return {
        name: reverse(f"tournaments:{name}", args=[event.slug, *more])
        for name, more in {
            "round_pairings_pdf": (1,),
            "stage_pdf": (stage,),
            "round_slips_pdf": (1,),
            "standings_pdf": (),
        }.items()
    } | {what: reverse("tournaments:event_pdf", args=[event.slug, what]) for what in ("players", "badges")}


def test_who_may_have_which(who: Who) -> None:
    event = published_round(running_event(4)).event
    open_to_all = {"round_pairings_pdf", "stage_pdf", "standings_pdf"}
    for name, address in doors(event).items():
        for person in ("", "player1", "jude", "sam", "olga"):
            answer = who(person).get(address)
            if name in open_to_all or person in ("jude", "sam", "olga"):
                assert answer.status_code == 200 and answer["Content-Type"] == "application/pdf", (
                    name,
                    person,
                )
                assert answer.content.startswith(b"%PDF-")
            else:
                assert answer.status_code == (403 if person else 302), (name, person)
    assert who("olga").get(f"/events/{event.slug}/paper/nothing.pdf").status_code == 404
    assert who("olga").get(f"/events/{event.slug}/rounds/9/slips.pdf").status_code == 404


def test_an_offer_is_not_printed(who: Who) -> None:
    event = running_event(4)
    offer_round(event, by=actor("olga"), now=at(-5))
    for name in ("round_pairings_pdf", "round_slips_pdf"):
        assert who("olga").get(doors(event)[name]).status_code == 404


def test_the_page_of_exports_lists_what_there_is(who: Who) -> None:
    event = published_round(running_event(4)).event
    page = f"/events/{event.slug}/exports/"
    staff, player = who("olga").get(page).content.decode(), who("player1").get(page).content.decode()
    links = doors(event)
    assert all(
        (links[name] in staff) for name in ("round_pairings_pdf", "round_slips_pdf", "players", "badges")
    )
    assert links["round_pairings_pdf"] in player and links["badges"] not in player
    # no round is finished, and a Swiss stage prints nothing of its own
    assert links["standings_pdf"] not in staff and links["stage_pdf"] not in staff
