"""Every error of the library is one printable line, and a short one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatuchak_solver import errors
from chatuchak_solver.errors import MAX_MESSAGE_LENGTH, ChatuchakError, one_line

TEXTS = st.text() | st.binary().map(lambda data: data.decode("utf-8", "surrogateescape"))
KINDS = [
    kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, ChatuchakError)
    if kind is not errors.MissingExtraError  # which quotes our own words alone
]


@given(TEXTS)
def test_a_line_is_printable_short_and_stays_as_it_is(text: str) -> None:
    line = one_line(text, limit=40)
    assert line.isprintable()
    assert len(line) <= 40
    assert one_line(line, limit=40) == line
    if text.isprintable() and len(text) <= 40:
        assert line == text


def test_a_shortened_line_preserves_its_start_and_end() -> None:
    line = one_line(f"names.json: {'x' * 10**7}: expected a list")
    assert len(line) == MAX_MESSAGE_LENGTH
    assert line.startswith("names.json: xxx")
    assert line.endswith("xxx: expected a list")


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_is_one_printable_line(kind: type[ChatuchakError]) -> None:
    text = "a\n\x1b[2J\udcff" + "y" * 10**6
    invalid = errors.InvalidPositionError
    error = invalid([text]) if kind is invalid else kind(text)
    assert str(error).isprintable()
    assert len(str(error)) <= MAX_MESSAGE_LENGTH
