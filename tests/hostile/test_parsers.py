"""For any input, a parser returns a value or a one-line error, and soon."""

import ast
import copy
import json
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chatuchak_solver.errors import InputError
from tests.hostile.parsers import ELSEWHERE, FILE_PARSERS, PARSERS, Parser
from tests.unit.test_architecture import MAY_IMPORT, modules_of

SECONDS = 5.0
"""Far more than any small input may take, on any machine."""

PARTS = MAY_IMPORT.keys() - {"data", "tools"}
READERS = re.compile(
    r"parse(_\w+)?|read(_\w+)?|from_(node|dict|letters)|load_\w+|(iter|split)_grids"
)
NO_TEXT = re.compile(r"load_(state|evaluate|adviser|observe|columns|assets|overload)")
"""Functions that load code or the project's own files."""

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-3, 40)
    | st.integers()
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["pass", "coin", "group:R", "mix:RY", "RRR/YYY/R.Y", "fish", "0", "\x1b[2J"])
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)
ALPHABET = 'RYGBP./ \n#rxyz[]{}",:0123456789-+@*\\\x00\x1b\u202e\u0663\U0001f600'


def spoil_document(document: Any, data: st.DataObject) -> None:
    """Replace, remove or repeat one value, at any depth."""
    while isinstance(document, dict | list) and document:
        keys = list(document) if isinstance(document, dict) else list(range(len(document)))
        key = data.draw(st.sampled_from(keys))
        inner = document[key]
        if isinstance(inner, dict | list) and inner and data.draw(st.integers(0, 4)):
            document = inner
            continue
        match data.draw(st.sampled_from(["replace", "remove", "repeat"])):
            case "replace":
                document[key] = data.draw(VALUES)
            case "remove":
                del document[key]
            case _ if isinstance(document, list):
                document.insert(key, copy.deepcopy(inner))
            case _:
                document["again"] = copy.deepcopy(inner)
        return


def spoil_bytes(sample: bytes, data: st.DataObject) -> bytes:
    """Replace some bytes."""
    first = data.draw(st.integers(0, len(sample)))
    after = data.draw(st.integers(first, min(len(sample), first + 8)))
    foreign = data.draw(st.binary(max_size=8) | st.text(ALPHABET, max_size=8).map(str.encode))
    return sample[:first] + foreign + sample[after:]


def draw_input(parser: Parser, data: st.DataObject) -> bytes:
    """Draw any text, or a mutation of valid input."""
    kind = data.draw(st.sampled_from(["bytes", "text", "spoiled", "spoiled", "document"]))
    if kind == "bytes":
        return data.draw(st.binary(max_size=200))
    if kind == "text":
        return data.draw(st.text(max_size=60) | st.text(ALPHABET, max_size=60)).encode(
            "utf-8", "surrogatepass"
        )
    sample = data.draw(st.sampled_from(parser.samples))
    if kind == "document" and sample.lstrip()[:1] in (b"{", b"["):
        document = json.loads(sample)
        for _ in range(data.draw(st.integers(1, 2))):
            spoil_document(document, data)
        return json.dumps(document).encode()
    return spoil_bytes(sample, data)


@pytest.mark.parametrize("parser", PARSERS, ids=lambda parser: parser.name)
@settings(max_examples=12)
@given(data=st.data())
def test_anything_is_read_or_refused_in_one_line(parser: Parser, data: st.DataObject) -> None:
    given = draw_input(parser, data)
    begun = time.process_time()
    try:
        value = parser.read(given)
    except InputError as error:
        message = str(error)
        assert message
        assert message.isprintable(), message
        assert len(message) < 1500
    else:
        if parser.write is not None:
            assert parser.read(parser.write(value)) == value
    assert time.process_time() - begun < SECONDS


def test_samples_are_read_and_read_again_as_written() -> None:
    for parser in PARSERS:
        for sample in parser.samples:
            value = parser.read(sample)
            if parser.write is not None:
                assert parser.read(parser.write(value)) == value, parser.name


ENCODINGS: tuple[Callable[[str], bytes], ...] = (
    lambda text: text.encode("utf-8-sig"),
    lambda text: text.encode("utf-16"),
    lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    lambda text: text.encode("utf-16-le"),
    lambda text: text.replace("\n", "\r").encode(),
    lambda text: text.replace("\n", "\r\n").encode(),
)


@pytest.mark.parametrize("parser", FILE_PARSERS, ids=lambda parser: parser.name)
def test_files_of_other_systems_are_read(parser: Parser) -> None:
    for sample in parser.samples:
        encoded = (encode(sample.decode()) for encode in ENCODINGS)
        values = {re.sub(r"\S+/file", "file", repr(parser.read(d))) for d in (sample, *encoded)}
        assert len(values) == 1


EXTREMES = ("9" * 400, "-" + "9" * 400, "1e999", "-1e999", "NaN", "Infinity", "5e-324", "1e308")


@pytest.mark.parametrize("parser", FILE_PARSERS, ids=lambda parser: parser.name)
def test_extreme_numbers_are_read_or_refused_in_one_line(parser: Parser) -> None:
    for sample in parser.samples:
        if sample.lstrip()[:1] not in (b"{", b"["):
            continue
        text = sample.decode()
        numbers = re.finditer(r'("\w+": *|[\[,] *)(-?[0-9][0-9.e+-]*)(?=[\s,\]}])', text)
        outside = (found for found in numbers if text.count('"', 0, found.start(2)) % 2 == 0)
        for found in {found[1].strip(): found for found in outside}.values():
            for extreme in EXTREMES:
                data = f"{text[: found.start(2)]}{extreme}{text[found.end(2) :]}".encode()
                with suppress(InputError):
                    value = repr(parser.read(data))
                    assert not re.search(r"\b(inf|nan|Infinity|NaN)\b", value)


def public_readers() -> Iterator[str]:
    """Yield every public function or method with a reader's name, as ``module:name``."""
    for module in (module for part in PARTS for module in modules_of(part)):
        if re.search(r"\._|\.kernels\b", module.name):
            continue
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                for inner in node.body:
                    if isinstance(inner, ast.FunctionDef) and is_reader(inner.name):
                        yield f"{module.name}:{node.name}.{inner.name}"
            elif isinstance(node, ast.FunctionDef) and is_reader(node.name):
                yield f"{module.name}:{node.name}"


def is_reader(name: str) -> bool:
    return READERS.fullmatch(name) is not None and NO_TEXT.fullmatch(name) is None


def test_every_reader_is_registered() -> None:
    covered = {reader for parser in PARSERS for reader in parser.covers} | set(ELSEWHERE)
    found = list(public_readers())
    assert len(found) > 40
    missing = [
        reader
        for reader in found
        if reader not in covered and f"{reader.partition(':')[0]}:*" not in covered
    ]
    assert missing == []
    assert [
        reader for reader in ELSEWHERE if reader not in found and not reader.endswith(".open")
    ] == []
