"""Points of a series, by hand arithmetic."""

from fractions import Fraction

from tournaments.series.points import Placed, SeriesRow, series_table

F = Fraction
POINTS = [10, 6, 4]


def names(text: str) -> list[Placed]:
    """`1 Ann, 2 Ben, 2 Cleo` as places; `Ann#7` has the account 7."""
    placed = []
    for each in text.split(", "):
        place, _, name = each.partition(" ")
        name, _, account = name.partition("#")
        placed.append(Placed(int(account or 0), name, int(place)))
    return placed


def totals(rows: list[SeriesRow]) -> list[tuple[int, str, Fraction]]:
    return [(row.place, row.name, row.total) for row in rows]


def test_points_by_place_and_beyond_the_table() -> None:
    rows = series_table([names("1 Ann, 2 Ben, 3 Cleo, 4 Dora, 5 Ella")], POINTS, beyond=1)
    assert totals(rows) == [
        (1, "Ann", F(10)), (2, "Ben", F(6)), (3, "Cleo", F(4)), (4, "Dora", F(1)), (4, "Ella", F(1)),
    ]  # fmt: skip


def test_who_shares_a_place_shares_the_points_of_the_places_it_covers() -> None:
    # Two at the first place: (10 + 6) / 2. Three at the third: (4 + 1 + 1) / 3.
    rows = series_table([names("1 Ann, 1 Ben, 3 Cleo, 3 Dora, 3 Ella")], POINTS, beyond=1)
    assert [row.total for row in rows] == [8, 8, 2, 2, 2]
    assert [row.place for row in rows] == [1, 1, 3, 3, 3]


def test_the_best_two_of_three_count() -> None:
    events = [names("1 Ann, 2 Ben"), names("1 Ben, 2 Ann, 3 Cleo"), names("3 Ann, 1 Cleo")]
    rows = series_table(events, POINTS, best_of=2)
    # Ann 10 + 6 (4 is left out), Ben 6 + 10, Cleo 4 + 10: Ann and Ben are equal in every counted result.
    assert totals(rows) == [(1, "Ann", F(16)), (1, "Ben", F(16)), (3, "Cleo", F(14))]
    ann = rows[0].scores
    assert [(score.points, score.counts) for score in ann if score] == [(10, True), (6, True), (4, False)]
    assert rows[1].scores[2] is None


def test_of_equal_totals_the_better_best_result_goes_before() -> None:
    # Ann 10 + 0, Ben 6 + 4: both 10.
    rows = series_table([names("1 Ann, 2 Ben"), names("4 Ann, 3 Ben")], POINTS)
    assert totals(rows) == [(1, "Ann", F(10)), (2, "Ben", F(10))]


def test_who_is_who() -> None:
    # Ann's account, and Ann without one: the same. Two accounts called Ben: two persons, and a third without one.
    events = [names("1 Ann#7, 2 Ben#8, 3 Ben#9"), names("1 ann, 2 Ben")]
    assert totals(series_table(events, POINTS)) == [
        (1, "ann", F(20)), (2, "Ben", F(6)), (2, "Ben", F(6)), (4, "Ben", F(4)),
    ]  # fmt: skip


def test_a_series_without_events() -> None:
    assert series_table([], POINTS) == []
