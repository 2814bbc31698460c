"""Arbitrary bytes where files of grids, tiles and ranks are expected."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatuchak_cli.shared.grid_argument import GridSource
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.start_tiles import load_start_tiles
from chatuchak_solver.search.solo_ranks import load_solo_ranks

garbage = st.one_of(
    st.binary(max_size=300),
    st.text(alphabet="RYGBP./ \n#rxyz", max_size=120).map(str.encode),
    st.text(alphabet='[]{}",:tilesrank0123RYG./-', max_size=60).map(str.encode),
)


@pytest.mark.parametrize(
    "read",
    [
        lambda path: list(GridSource("file", path=path)),
        lambda path: GridSource("file", path=path).only(),
        lambda path: GridSource("file", path=path).count(),
        load_start_tiles,
        load_solo_ranks,
    ],
    ids=["grids", "only grid", "count", "tiles", "ranks"],
)
@given(data=garbage)
def test_a_file_is_read_or_refused_in_one_line(read: Callable[[Path], object], data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        path.write_bytes(data)
        with suppress(InputError):
            read(path)
            return
        with pytest.raises(InputError) as caught:
            read(path)
    assert str(caught.value).isprintable()
