"""JSON documents: every wrong value is named by its place."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatuchak_solver.document import Node, parse_json, read_json, shown
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.io.untrusted import MAX_BYTES

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


def message(node: Node, reader: str, **options: object) -> str:
    with pytest.raises(InvalidInstanceError) as caught:
        getattr(node, reader)(**options)
    return str(caught.value)


def test_paths_name_keys_and_indices() -> None:
    top = parse_json('{"players": [{"name": 3}]}', source="game.json")
    name = top.fields(["players"])["players"].items()[0].fields(["name"])["name"]
    assert message(name, "text") == "game.json: players[0].name: expected a text, found a number"


@pytest.mark.parametrize(
    ("text", "reader", "options", "wanted"),
    [
        ("[1, 2]", "items", {"least": 3, "most": 3}, "expected 3 items, found 2"),
        ("[1, 2]", "items", {"least": 3}, "expected at least 3 items, found 2"),
        ("[1, 2]", "items", {"most": 1}, "expected at most 1 items, found 2"),
        ("[1]", "items", {"least": 2, "most": 4}, "expected 2 to 4 items, found 1"),
        ("{}", "items", {}, "expected a list, found an object"),
        ("[]", "fields", {}, "expected an object, found a list"),
        ("true", "integer", {}, "expected a whole number, found true or false"),
        ("1.5", "integer", {}, "expected a whole number, found 1.5"),
        ("null", "integer", {}, "expected a whole number, found null"),
        ("7", "integer", {"least": 0, "most": 5}, "expected a whole number from 0 to 5, found 7"),
        ("7", "integer", {"most": 5}, "expected a whole number of at most 5, found 7"),
        ("-7", "integer", {"least": 5}, "expected a whole number of at least 5, found -7"),
        ("1", "boolean", {}, "expected true or false, found a number"),
        ('"x"', "choice", {"allowed": ("a", "b")}, 'expected one of a, b, found "x"'),
        ("true", "choice", {"allowed": (0, 1)}, "expected one of 0, 1, found true"),
        ('" "', "label", {}, 'expected 1 to 80 printable characters, found " "'),
        ('"a\\nb"', "label", {}, 'expected 1 to 80 printable characters, found "a\\nb"'),
    ],
)
def test_wrong_values_say_what_is_there_and_what_is_right(
    text: str, reader: str, options: dict[str, object], wanted: str
) -> None:
    assert message(parse_json(text), reader, **options) == wanted


def test_missing_and_unknown_fields_are_named() -> None:
    node = parse_json('{"a": 1, "c": 2}', source="f")
    assert message(node, "fields", required=("a", "b")) == 'f: the field "b" is missing'
    wanted = 'f: unknown field "c"; the fields here are a, b'
    assert message(node, "fields", required=("a",), optional=("b",)) == wanted


def test_values_that_must_differ_name_both_places() -> None:
    top = parse_json('["x", "y", "x"]', source="f")
    with pytest.raises(InvalidInstanceError, match=r'^f: \[2\]: "x" is already used at \[0\]$'):
        list(top.distinct((item, item.text()) for item in top.items()))


@pytest.mark.parametrize(
    ("data", "wanted"),
    [
        (b"\xff\xfe\x00", "f: not a text file: byte 2 is not UTF-16"),
        (b"\xff\x80\x80\x80", "f: not a text file: byte 0 is not UTF-8"),
        (b"[1e999]", "f: not readable: the number 1e999 is too large"),
        (b"[NaN]", "f: not JSON: NaN is not a number"),
        (b"", "f: not JSON at line 1, column 1: Expecting value"),
        (b'{"a": 1,\n "a" 2}', "f: not JSON at line 2, column 6: Expecting ':' delimiter"),
        (b'{"a": 1, "a": 2}', 'f: the key "a" comes twice in one object'),
        (b"[" * 100_000, "f: not readable: lists and objects are nested too deeply"),
        (b"1" * 10_000, "f: not readable: a number of 10000 digits"),
    ],
)
def test_unreadable_documents_are_one_line(data: bytes, wanted: str) -> None:
    with pytest.raises(InvalidInstanceError) as caught:
        parse_json(data, source="f")
    assert str(caught.value) == wanted


def test_a_byte_order_mark_is_no_part_of_the_document(tmp_path: Path) -> None:
    path = tmp_path / "deck.json"
    path.write_bytes(b'\xef\xbb\xbf{"a": 1}')
    assert read_json(path).value == {"a": 1}


@given(st.binary(max_size=60) | st.text(max_size=60))
def test_garbage_is_refused_in_one_line(data: bytes | str) -> None:
    # Whatever is thrown at the reader, it returns a document or raises its own error.
    refused = "f: "
    try:
        parse_json(data, source="f")
    except InvalidInstanceError as error:
        refused = str(error)
    assert refused.startswith("f: ")
    assert "\n" not in refused


@given(json_values)
def test_quoted_values_stay_on_one_short_line(value: object) -> None:
    assert len(shown(value)) <= 60
    assert shown(value).isprintable()


def test_many_keys_are_checked_in_no_time() -> None:
    keys = ",".join(f'"{number}": 0' for number in range(100_000))
    assert len(parse_json(f"{{{keys}}}").mapping()) == 100_000
    begun = time.process_time()
    with pytest.raises(InvalidInstanceError, match='the key "99999" comes twice'):
        parse_json(f'{{{keys}, "99999": 0}}')
    assert time.process_time() - begun < 5  # two minutes where each key looks through all


def test_documents_that_are_too_long_are_refused_unread() -> None:
    with pytest.raises(InvalidInstanceError, match=r"^f: not readable: longer than"):
        parse_json(b"[" * (MAX_BYTES + 1), source="f")


def test_lists_are_bounded_where_nothing_else_bounds_them() -> None:
    node = parse_json("[" + "1," * 100_000 + "1]")
    assert message(node, "items") == "expected at most 100000 items, found 100001"


def test_foreign_keys_values_and_names_are_harmless_in_messages() -> None:
    evil = "\x1b]0;x\x07\n\x7f\u202e" * 30
    top = parse_json(json.dumps({evil: {"a": evil}}), source=f"{evil}.json")
    node = top.mapping()[evil]
    messages = [
        message(top, "fields"),
        message(node, "integer"),
        message(node.mapping()["a"], "label"),
        message(node.mapping()["a"], "choice", allowed=("b",)),
        message(node, "fields", optional=("b",)),
    ]
    with pytest.raises(InvalidInstanceError) as caught:
        parse_json(f'{{"a": 1, {json.dumps(evil)}: 1, {json.dumps(evil)}: 2}}', source="f")
    for text in (*messages, str(caught.value)):
        assert text.isprintable()
        assert len(text) < 700
