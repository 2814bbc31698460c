"""Foreign text in messages, and the bounds of what is read."""

import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.io.untrusted import MAX_BYTES, escaped, quoted, read_file, read_stream


@given(text=st.text(max_size=200), limit=st.integers(10, 80))
def test_foreign_text_is_printable_and_short(text: str, limit: int) -> None:
    assert escaped(text, limit).isprintable()
    assert len(escaped(text, limit)) <= limit
    assert quoted(text, limit).isprintable()
    if text.isprintable() and len(text) <= limit:
        assert escaped(text, limit) == text


def test_quoted_texts_are_like_repr() -> None:
    assert quoted("a\n") == r"'a\n'"
    assert len(quoted("x" * 1000)) == 62


def test_files_and_streams_are_read_up_to_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "long\n"
    path.write_bytes(b"x" * MAX_BYTES)
    assert len(read_file(path)) == MAX_BYTES
    path.write_bytes(b"x" * (MAX_BYTES + 1))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidInstanceError, match=r"^long\\n is longer than 4,194,304 bytes$"):
        read_file(Path("long\n"))
    with pytest.raises(InvalidInstanceError, match=r"^standard input is longer"):
        read_stream(io.BytesIO(b"x" * 5_000_000), source="standard input")
