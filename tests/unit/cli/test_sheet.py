"""``sheet``: tiles to print."""

from __future__ import annotations

from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.unit.cli.conftest import Chatuchak

TWO = ".RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB\n.GYRYR/PYRGBG/GPGBPR/BRBPRB/PYGYBY\n"


@pytest.mark.parametrize(
    ("back", "told"),
    [("number", ""), ("difficulty", "Difficulty"), ("solution", "20 moves"), ("none", None)],
)
def test_what_backs_say(chatuchak: Chatuchak, tmp_path: Path, back: str, told: str | None) -> None:
    tiles, out = tmp_path / "two.txt", tmp_path / "two.pdf"
    tiles.write_text(TWO)
    outcome = chatuchak("sheet", tiles, "-o", out, "--back", back, "--json")
    assert outcome.code == 0
    assert outcome.json == {"file": str(out), "tiles": 2, "bytes": out.stat().st_size}
    pages = [page.extract_text() for page in PdfReader(out).pages]
    assert len(pages) == (1 if told is None else 2)
    assert "Sample" not in pages[0]
    if told is not None:
        assert told in pages[1]


def test_the_sample_tiles_are_called_so(chatuchak: Chatuchak, tmp_path: Path) -> None:
    out = tmp_path / "tiles.pdf"
    assert chatuchak("sheet", "-o", out).err == f"16 tiles: {out}\n"
    assert "not those of the published game" in PdfReader(out).pages[0].extract_text()


@pytest.mark.parametrize(
    ("options", "message"),
    [(("--width", 500), "does not fit A4"), (("--bleed", 99), "bleed of 99 mm")],
)
def test_what_does_not_fit_is_told_before_any_work(
    chatuchak: Chatuchak, tmp_path: Path, options: tuple[object, ...], message: str
) -> None:
    out = tmp_path / "tiles.pdf"
    assert message in chatuchak("sheet", "-o", out, "--back", "difficulty", *options).error
    assert not out.exists()
