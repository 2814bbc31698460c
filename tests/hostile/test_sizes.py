"""Input that is far too large: refused with one line, soon, and in little memory."""

from collections.abc import Callable
from pathlib import Path

import pytest

from chatuchak_solver.io.untrusted import MAX_BYTES
from tests.hostile.measured import BYTES, SECONDS, peak_and_seconds

HUGE = 6_000_000


def filled(start: bytes, piece: bytes, end: bytes, size: int) -> bytes:
    return start + piece * ((size - len(start) - len(end)) // len(piece)) + end


def keys(end: bytes) -> bytes:
    return b"{" + b",".join(b'"%d":0' % number for number in range(200_000)) + end


CONTENTS: dict[str, Callable[[], bytes]] = {
    "rows": lambda: filled(b"", b"R\n", b"", HUGE),
    "one line": lambda: filled(b"", b"RYGBP./", b"", HUGE),
    "long rows": lambda: filled(b"", b"R" * 4_000 + b"\n", b"", HUGE),
    "comments": lambda: filled(b"", b"#\n", b"", HUGE),
    "many grids": lambda: filled(b"", b"RR/YY\n", b"", HUGE),
    "zeros": lambda: bytes(HUGE),
    "long document": lambda: filled(b'{"players": [', b"[],", b"0]}", HUGE),
    "empty lists": lambda: filled(b'{"players": [', b"[],", b"0]}", MAX_BYTES),
    "small numbers": lambda: filled(b"[", b"1,", b"1]", MAX_BYTES),
    "a long number": lambda: filled(b'{"players": ', b"9", b"}", MAX_BYTES),
    "a long text": lambda: filled(b'{"players": "', b"x", b'"}', MAX_BYTES),
    "depth": lambda: filled(b"", b"[", b"", MAX_BYTES),
    "many keys": lambda: keys(b"}"),
    "a key twice": lambda: keys(b',"9":0}'),
}

GRIDS = ("rows", "one line", "long rows", "comments", "zeros", "many keys")
DOCUMENTS = (
    "zeros", "long document", "empty lists", "small numbers", "a long number", "a long text",
    "depth", "many keys", "a key twice",
)  # fmt: skip

CASES = [
    *((("solve", "FILE"), content) for content in GRIDS),
    (("solve", "-"), "rows"),
    (("check", "-"), "one line"),
    (("rank", "--tiles", "FILE"), "many grids"),
    (("rank", "--tiles", "FILE"), "rows"),
    (("rank", "--tiles", "FILE"), "small numbers"),
    (("score", "stand", "-"), "long document"),
    *((("score", "stand", "FILE"), content) for content in DOCUMENTS),
    (("score", "chatuchak", "FILE"), "empty lists"),
    (("stand", "deck", "FILE"), "small numbers"),
    (("game", "mercado", "legal", "FILE"), "many keys"),
]


@pytest.mark.parametrize(
    ("arguments", "content"), CASES, ids=[f"{' '.join(a)}: {c}" for a, c in CASES]
)
def test_too_much_is_refused_soon(tmp_path: Path, arguments: tuple[str, ...], content: str) -> None:
    path = tmp_path / "input"
    path.write_bytes(CONTENTS[content]())
    given = tuple(str(path) if part == "FILE" else part for part in arguments)
    code, message, peak, seconds = peak_and_seconds(given, path)
    path.unlink()
    assert code == 2, message[:300]
    assert message.startswith("error: ")
    assert "No such" not in message, "it is the input that is refused"
    assert message.count("\n") == 1
    assert len(message) < 600
    assert peak < BYTES
    assert seconds < SECONDS
