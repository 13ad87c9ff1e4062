"""An offer of more than one page: looking for players, choosing two on different pages, all without a script."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.factories import actor, at, played_round, running_event
from tests.tournaments.large.large import large_event, statements
from tests.tournaments.pages.conftest import Who
from tournaments import projection
from tournaments.entrants.changes import drop_entrant, edit_entrant
from tournaments.entrants.pairs import forbid_pair, lift_forbidden_pair
from tournaments.models.rounds import Offer, Round
from tournaments.rounds.changes import offer_round
from tournaments.rounds.offers import standing_offer

pytestmark = pytest.mark.anywhere

#: 120 tables and a bye: one page of a hundred lines and one of twenty-one.
PLAYERS = 241


@pytest.fixture
def offered(db: None) -> Round:
    """Round 1, for which one promise was not kept."""
    round = offer_round(large_event(PLAYERS), by=actor("olga"), now=at())
    offer = standing_offer(round)
    relaxed = [{"promise": "no_rematch", "entrants": offer.pairing["tables"][119]["seats"]}]
    both = offer.pairing | {"relaxed": relaxed}
    Offer.objects.filter(pk=offer.pk).update(pairing=both, computed=offer.computed | {"relaxed": relaxed})
    return round


def address(round: Round, query: str = "") -> str:
    return reverse("tournaments:offer", args=[round.event.slug, round.number]) + query


def seats(round: Round) -> dict[str, int]:
    """Where each sits, by the code."""
    return {code: row["table"] for row in standing_offer(round).pairing["tables"] for code in row["seats"]}


def text_of(client: Client, where: str) -> str:
    answer = client.get(where)
    assert answer.status_code == 200, where
    return unescape(answer.content.decode())


def shown(page: str) -> list[int]:
    """The numbers of the tables on a page."""
    return [int(number) for number in re.findall(r"table-no\"><span[^>]*>Table </span>(\d+)", page)]


def test_points_and_record_stand_beside_each_name(who: Who) -> None:
    event = running_event(4, swiss_rounds=3)
    played_round(event)
    page = who("olga").get(address(offer_round(event, by=actor("olga"), now=at(60)))).content.decode()
    beside = re.findall(r"</span>(Player\d)</a> <span[^>]*>([^<]*)</span>", page)
    assert sorted(had for _name, had in beside) == ["0 · 0–1–0"] * 2 + ["3 · 1–0–0"] * 2


def test_floats_are_marked_with_their_way_and_a_word(who: Who) -> None:
    """Three of six have won; two of them and two of the others can be paired with equal points, so one pair is left in
    which the winner is paired down and the other up."""
    event = running_event(6, swiss_rounds=3)
    played_round(event)
    where = address(offer_round(event, by=actor("olga"), now=at(60)))
    page = who("olga").get(where).content.decode()  # as it is sent: nothing of it is escaped twice
    marks = re.findall(
        r">(\d · \S+)</span> <span[^>]*><span aria-hidden=\"true\">(.)</span><span[^>]*>([^<]*)<", page
    )
    assert sorted(marks) == [("0 · 0–1–0", "▲", "paired up"), ("3 · 1–0–0", "▼", "paired down")]


def test_who_is_kept_apart_stands_on_the_offer(who: Who) -> None:
    """Absolutely: one pair. If it can be avoided: the three pairs of a club of three. Both bind in round 1."""
    event = running_event(6, clubs_apart="weak", clubs_apart_until=1)
    entrants = list(event.entrants.order_by("pk"))
    for entrant in entrants[:3]:
        edit_entrant(entrant, {"club": "Owls"}, by=actor("olga"), now=at(-9))
    forbid_pair(entrants[0], entrants[5], "absolute", by=actor("olga"), now=at(-9))
    olga, round = who("olga"), offer_round(event, by=actor("olga"), now=at())
    page = text_of(olga, address(round))
    apart = re.sub(r"<[^>]*>|\s+", " ", page[page.index('id="apart"') : page.index("How it came about")])
    assert " ".join(apart.split()).endswith(
        "Must not meet 1 Player1 – Player6 Should not meet 3 Player1 – Player2 Player1 – Player3 Player2 – Player3"
    )
    lifted = forbid_pair(entrants[0], entrants[5], "absolute", by=actor("olga"), now=at(1))
    assert "Must not meet" in text_of(olga, address(round))
    lift_forbidden_pair(lifted, by=actor("olga"), now=at(2))
    assert "Must not meet" not in text_of(olga, address(round))


def test_every_page_says_what_concerns_the_whole_offer(who: Who, offered: Round) -> None:
    olga = who("olga")
    first, second = (text_of(olga, address(offered, f"?page={number}")) for number in (1, 2))
    assert (shown(first), shown(second)) == ([*range(1, 101)], [*range(101, 121)])
    entrants = dict(offered.event.entrants.values_list("code", "name"))
    concerned = [entrants[code] for code in standing_offer(offered).pairing["relaxed"][0]["entrants"]]
    publish = reverse("tournaments:round_step", args=[offered.event.slug, 1, "publish"])
    for page in (first, second):
        assert f"<strong>{', '.join(concerned)}</strong>" in page
        assert f'action="{publish}"' in page and "1 has a bye." in page
        assert ">120</span>" in page, "tables in all"
    drop_entrant(offered.event.entrants.first(), by=actor("olga"), now=at(1))
    for number in (1, 2):
        page = text_of(olga, address(offered, f"?page={number}"))
        assert "Something changed since this pairing was made" in page and publish not in page
    assert who("player1").get(address(offered)).status_code == 403


def test_a_name_or_a_table_is_found_and_several_at_once(who: Who, offered: Round) -> None:
    olga, sits = who("olga"), seats(offered)
    by_name = dict(offered.event.entrants.values_list("name", "code"))
    edit_entrant(offered.event.entrants.get(code="P77"), {"name": "Żaneta"}, by=actor("olga"), now=at(1))
    assert shown(text_of(olga, address(offered, "?q=żaneta"))) == [sits["P77"]]
    assert 112 in shown(text_of(olga, address(offered, "?q=112")))
    # Table 99 itself, and where people sit whose names have both words.
    named = {99} | {sits[code] for name, code in by_name.items() if "99" in name and code in sits}
    assert set(shown(text_of(olga, address(offered, "?q=player+99")))) == named
    assert set(shown(text_of(olga, address(offered, "?q=żaneta,+player+99")))) == named | {sits["P77"]}
    assert "No name and no table fits." in text_of(olga, address(offered, "?q=nobody"))
    assert len(shown(text_of(olga, address(offered, "?q=,+,")))) == 100, "nothing is looked for"


def pressed(page: str, name: str) -> str:
    """Where a press on that name leads."""
    return re.findall(rf'<a class="player" href="([^"]*)"[^>]*><span[^>]*>Choose </span>{name}</a>', page)[0]


def name_of(round: Round, code: str) -> str:
    return round.event.entrants.get(code=code).name


def test_two_on_different_pages_change_places(who: Who, offered: Round) -> None:
    sam, before = who("sam"), seats(offered)
    one, other = (standing_offer(offered).pairing["tables"][n]["seats"][0] for n in (3, 115))
    page = text_of(sam, address(offered))
    assert name_of(offered, other) not in re.findall(r"</span>([^<]*)</a>", page)
    on = urlsplit(pressed(page, name_of(offered, one))).query
    page = text_of(sam, address(offered, "?" + on))
    assert "Chosen for a change:" in page and "search for the other" in page
    turned = re.findall(r'rel="next" href="([^"]*)"', page)[0]
    page = text_of(sam, turned)
    page = text_of(sam, address(offered, "?" + urlsplit(pressed(page, name_of(offered, other))).query))
    form = re.findall(r'<form method="post" class="stack" action="([^"]*swap/[^"]*)"(.*?)</form>', page, re.S)
    action, body = form[0]
    chosen = re.findall(r'value="(\d+)" selected', body)
    ids = dict(offered.event.entrants.values_list("code", "pk"))
    assert chosen == [str(ids[one]), str(ids[other])]
    wrong = sam.post(action, {"first": chosen[0], "second": chosen[1], "reason": ""})
    again = unescape(wrong.content.decode())
    assert wrong.status_code == 400 and f'value="{chosen[1]}" selected' in again
    assert re.findall(r'rel="prev" href="([^?"]*)\?', again) == [address(offered)], "pages of the offer"
    answer = sam.post(action, {"first": chosen[0], "second": chosen[1], "reason": "One car."})
    assert (answer.status_code, answer["Location"]) == (303, address(offered, "?page=2"))
    after = seats(offered)
    assert (after[one], after[other]) == (before[other], before[one])
    moved = {code for code in before if before[code] != after[code]}
    assert moved == {one, other}


def test_a_table_of_another_page_is_given(who: Who, offered: Round) -> None:
    sam = who("sam")
    one, other = (standing_offer(offered).pairing["tables"][n]["seats"][0] for n in (3, 7))
    ids = dict(offered.event.entrants.values_list("code", "pk"))
    both = {"first": ids[one], "second": ids[other]}
    page = text_of(sam, address(offered, f"?q=118&pick={ids[one]}&pick={ids[other]}"))
    place = re.findall(r'action="([^"]*place/[^"]*)"(.*?)</form>', page, re.S)[0]
    # a player's number is looked for as well: his table is on the page wherever chance has seated him
    by_code = seats(offered)
    hidden = next(n for n in range(50, 60) if n not in {by_code[code] for code in by_code if "118" in code})
    given = re.findall(r'<select[^>]*name="table">(.*?)</select>', place[1], re.S)[0]
    assert '<option value="118">' in given and f'<option value="{hidden}">' not in given
    answer = sam.post(place[0], both | {"table": "118", "reason": "Wide table."})
    assert answer.status_code == 303 and parse_qs(urlsplit(answer["Location"]).query) == {"q": ["118"]}
    assert (seats(offered)[one], seats(offered)[other]) == (118, 118)


@pytest.mark.parametrize(
    "query", ["?pick=x&pick=0&pick=99999999999999999999", "?page=x", "?page=-1", "?promises=all"]
)
def test_an_address_made_up_shows_the_offer(who: Who, offered: Round, query: str) -> None:
    assert len(shown(text_of(who("olga"), address(offered, query)))) in (20, 100)


def test_what_holds_for_the_whole_offer_is_worked_out_once(
    who: Who, offered: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not for each page, nor after a change by hand, which is no fact that a pairing rests on."""
    from tournaments.rounds import offered as module

    read: list[object] = []
    monkeypatch.setattr(module, "facts_of", lambda event: read.append(event) or projection.facts_of(event))
    olga, codes = who("olga"), list(seats(offered))
    ids = dict(offered.event.entrants.values_list("code", "pk"))
    text_of(olga, address(offered))
    with statements() as sent:
        text_of(olga, address(offered, "?page=2"))
    assert len(read) == 1 and not any('"pairing"' in sql for _, sql in sent.all)
    swap = reverse("tournaments:swap", args=[offered.event.slug, 1])
    olga.post(swap, {"first": ids[codes[0]], "second": ids[codes[2]], "reason": "One car."})
    assert "which has since been changed by hand" in text_of(olga, address(offered))
    assert len(read) == 1
    drop_entrant(offered.event.entrants.first(), by=actor("olga"), now=at(1))
    text_of(olga, address(offered))
    assert len(read) == 2


def test_one_page_of_seats_moves_only_those_on_it(who: Who, offered: Round) -> None:
    """A form may have two thousand fields: everybody of a large event would be refused."""
    sam, before = who("sam"), seats(offered)
    where = reverse("tournaments:seating", args=[offered.event.slug, 1])
    pages = [text_of(sam, f"{where}?page={number}") for number in (1, 2)]
    fields = [re.findall(r'name="table_(P\d+)"', page) for page in pages]
    assert [len(found) for found in fields] == [150, 91] and len({*fields[0], *fields[1]}) == PLAYERS
    tables = standing_offer(offered).pairing["tables"]
    # looked for by name, a number of three digits: a shorter one is part of many others, more than a page of them
    at, other = next((n, code) for n in range(115, 120) for code in tables[n]["seats"] if len(code) == 4)
    one, last = tables[3]["seats"][0], tables[at]["table"]
    found = re.findall(r'name="table_(P\d+)"', text_of(sam, f"{where}?q={name_of(offered, other)},4"))
    assert one in found and other in found and len(found) < PLAYERS
    alone = sam.post(f"{where}?page=2", {f"table_{other}": ""})
    page = unescape(alone.content.decode())
    assert alone.status_code == 400 and f"One player sits alone at table {last}." in page
    assert re.findall(r'name="table_(P\d+)"', page) == [other]
    assert seats(offered) == before
    assert sam.post(where, {f"table_{one}": str(last), f"table_{other}": "4"}).status_code == 303
    assert seats(offered) == before | {one: last, other: 4}
