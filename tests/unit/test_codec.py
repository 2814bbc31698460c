"""Typed JSON: each invalid value is named by its path, and values survive a round trip."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, ClassVar, Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from msgspec import Meta, field

from chatuchak_solver import Color, Grid, InputError, InvalidInstanceError, codec
from chatuchak_solver.errors import Sentence
from tests.tables import read_cases

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


class Rule(StrEnum):
    JUMP = "jump"
    SLIDE = "slide"


class Player(codec.Form, frozen=True):
    name: codec.Label
    coins: Annotated[int, Meta(ge=0, le=99)] = 0
    kind: Literal["human", "computer"] = "human"
    grid: codec.Notation[Grid] | None = None
    rule: Rule = Rule.JUMP
    seats: tuple[codec.Count, ...] = ()


class Game(codec.Form, frozen=True):
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=3)]
    weights: dict[str, Annotated[float, Meta(ge=0)]] = field(default_factory=dict)
    pair: tuple[int, int] = (0, 0)


def player(**fields: object) -> dict[str, object]:
    return {"players": [{"name": "Ola", **fields}]}


def message(document: object) -> str:
    with pytest.raises(InvalidInstanceError) as caught:
        codec.convert(document, Game, source="f")
    return str(caught.value).removeprefix("f: ")


@pytest.mark.parametrize(("_", "document", "wanted"), read_cases("unit/codec_documents.txt"))
def test_invalid_values_are_named_by_path_value_and_range(
    _: str, document: str, wanted: str
) -> None:
    assert wanted in message(json.loads(document))


def test_a_number_of_many_digits_is_cut() -> None:
    expected = f"invalid players[0].coins 1{'0' * 56}...: expected 0 to 99"
    assert message(player(coins=10**400)) == expected


def test_a_byte_order_mark_and_escaped_pairs_are_read() -> None:
    assert codec.parse_json(b'\xef\xbb\xbf{"a": "\\ud83d\\ude00"}') == {"a": "\U0001f600"}


@given(json_values)
@example({".0": None})
def test_any_document_converts_or_is_refused_in_one_line(document: object) -> None:
    for value in (document, {"players": document}, {"players": [document]}, player(coins=document)):
        try:
            codec.convert(value, Game)
        except InvalidInstanceError as error:
            assert str(error).isprintable()  # noqa: PT017
    assert len(codec.show_json(document)) <= 60
    assert codec.show_json(document).isprintable()


def test_duplicate_keys_are_found_in_linear_time() -> None:
    keys = ",".join(f'"{number}": 0' for number in range(100_000))
    begun = time.process_time()
    with pytest.raises(InvalidInstanceError, match='duplicate key "99999"'):
        codec.parse_json(f'{{{keys}, "99999": 0}}')
    assert time.process_time() - begun < 5  # quadratic: two minutes


def test_foreign_text_is_harmless_in_messages() -> None:
    evil = "\x1b]0;x\x07\n\x7f\u202e" * 30
    documents: list[object] = [
        *({evil: 1}, player(**{evil: 1}), player(name=evil), {"players": {evil: evil}}),
        player() | {"weights": {evil: evil}},
    ]
    for document in documents:
        with pytest.raises(InvalidInstanceError) as caught:
            codec.convert(document, Game, source=f"{evil}.json")
        assert str(caught.value).isprintable()
        assert len(str(caught.value)) < 700


@dataclass(frozen=True)
class Result:
    grid: Grid
    share: Fraction
    parts: tuple[Player, ...]
    scores: dict[str, float]

    @property
    def length(self) -> int:
        return 4


class PartAnswer(codec.Answer, frozen=True):
    name: str
    coins: int


class ResultAnswer(codec.Answer, frozen=True):
    grid: codec.Notation[Grid]
    length: codec.Count
    parts: tuple[PartAnswer, ...]
    scores: dict[str, float]
    origin: str = field(name="from")
    note: str | None = None
    digits: ClassVar[codec.Digits] = {"scores": 2}


def test_answers_take_attributes_properties_and_rounded_parts() -> None:
    grid = Grid.parse(".RY/YRG/RGG")
    result = Result(grid, Fraction(1, 4), (Player("Ola", 7),), {"a": 1 / 3})
    answer = ResultAnswer.of(result, origin="hand")
    expected = {
        "grid": str(grid), "length": 4, "parts": [{"name": "Ola", "coins": 7}],
        "scores": {"a": 0.33}, "from": "hand",
    }  # fmt: skip
    assert answer.to_dict() == json.loads(codec.encode(answer)) == expected
    assert ResultAnswer.from_dict(expected).to_dict() == expected
    Draft202012Validator(codec.schema(ResultAnswer)).validate(expected)


def test_values_become_plain_json() -> None:
    assert codec.to_builtins({Color.RED: [Fraction(1, 2), Rule.SLIDE, None, (True, "x")]}) == {
        "R": [0.5, "slide", None, [True, "x"]]
    }


def test_schemas_state_the_constraints_that_are_checked() -> None:
    validator = Draft202012Validator(codec.schema(Game, title="A game"))
    assert validator.is_valid(player(coins=3))
    document: object
    for document in (player(coins=100), player(kind="robot"), player(coin=1), {"players": []}):
        assert not validator.is_valid(document)


def test_messages_name_their_context() -> None:
    outer, inner = codec.error_context("f"), codec.error_context("players[1]")
    with pytest.raises(InvalidInstanceError, match=r"^f: players\[1\]: odd$"), outer, inner:
        raise InputError("odd")


class Coded:
    """A notation with an error of a code."""

    @classmethod
    def parse(cls, text: str) -> Coded:
        raise InputError(Sentence("odd", f"{text} is odd", a=text))


def test_messages_preserve_the_code_of_a_notation() -> None:
    with pytest.raises(InvalidInstanceError) as caught, codec.error_context("f"):
        codec.convert({"a": ["x"]}, dict[str, tuple[codec.Notation[Coded], ...]], source="sheet")
    message = caught.value.args[0]
    assert message == "f: sheet: a[0]: x is odd"
    assert (message.code, message.place, message.values) == ("odd", "f: sheet: a[0]", {"a": "x"})


def test_a_wrong_value_of_an_object_in_a_list_is_named_by_its_key() -> None:
    kind = Annotated[tuple[dict[str, codec.Count], ...], Meta(min_length=2)]
    for index in (0, 1):
        counts = [{"a": 1, "b": 2}, {"a": 1, "b": 2}]
        counts[index]["b"] = -1
        with pytest.raises(
            InvalidInstanceError, match=rf"^invalid \[{index}\]\.b -1: expected 0 to"
        ):
            codec.convert(counts, kind)


def test_game_round_trip() -> None:
    text = '{"players": [{"name": "Ola", "grid": ".RY/YRG/RGG"}], "weights": {"a": 1}}'
    game = codec.decode(text, Game)
    assert codec.decode(codec.encode(game), Game) == game
    assert game.to_dict() == json.loads(text)
