"""Every error of the library is one printable line, and a short one."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatuchak_solver import errors
from chatuchak_solver.document import parse_json
from chatuchak_solver.errors import (
    MAX_MESSAGE_LENGTH,
    ChatuchakError,
    InvalidInstanceError,
    InvalidPositionError,
    one_line,
)

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


def test_a_cut_line_keeps_its_start_and_its_end() -> None:
    line = one_line(f"names.json: {'x' * 10**7}: expected a list")
    assert len(line) == MAX_MESSAGE_LENGTH
    assert line.startswith("names.json: xxx")
    assert line.endswith("xxx: expected a list")


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_is_one_printable_line(kind: type[ChatuchakError]) -> None:
    text = "a\n\x1b[2J\udcff" + "y" * 10**6
    error = InvalidPositionError([text]) if kind is InvalidPositionError else kind(text)
    assert str(error).isprintable()
    assert len(str(error)) <= MAX_MESSAGE_LENGTH


def test_fields_with_huge_names_cost_no_more_than_others() -> None:
    inner = ",".join(f'"{number}": 1' for number in range(2000))
    node = parse_json(f'{{"{"k" * 3_000_000}": {{{inner}, "\x7f": []}}}}')
    start = time.perf_counter()
    (huge,) = node.mapping().values()
    fields = huge.mapping()
    assert time.perf_counter() - start < 1
    with pytest.raises(InvalidInstanceError) as caught:
        fields["\x7f"].text()
    assert str(caught.value).startswith("kkk")
    assert str(caught.value).endswith(r"kkk....\x7f: expected a text, found a list")
    assert len(str(caught.value)) < 120
