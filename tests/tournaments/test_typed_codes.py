"""Codes on paper: typed as people type, wrong ones noticed."""

from hypothesis import given
from hypothesis import strategies as st

from tournaments.typed_codes import LARGEST, SIGNS, code_of, number_of, typed


def test_by_hand() -> None:
    # 32 is "10" to base 32, filled to "010"; from the right 0 counts double, 1 once, 0 double: of 32 there lack 31
    assert code_of(32) == "010Z"
    # 1 doubled is 2: 30 is missing
    assert code_of(1) == "001Y"
    # Z is 31, doubled 62, which is 1 and 30 to base 32: 31; 1 is missing
    assert code_of(31) == "00Z1"


@given(st.integers(0, LARGEST))
def test_there_and_back(number: int) -> None:
    code = code_of(number)
    assert number_of(code) == number
    assert number_of(f" {code[:2].lower()}-{code[2:].lower()} ") == number


@given(st.integers(0, 10**7), st.data())
def test_a_mistyped_sign_is_noticed(number: int, data: st.DataObject) -> None:
    code = code_of(number)
    at = data.draw(st.integers(0, len(code) - 1))
    other = data.draw(st.sampled_from(SIGNS.replace(code[at], "")))
    assert number_of(code[:at] + other + code[at + 1 :]) is None


@given(st.text(max_size=40))
def test_nonsense_is_no_code(text: str) -> None:
    number = number_of(text)
    assert number is None or code_of(number).lstrip("0") == typed(text).lstrip("0")


def test_letters_that_look_like_digits() -> None:
    assert typed("o1-Il 0") == "01110"
